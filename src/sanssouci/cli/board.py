"""A position in colours, for a terminal.

Colour is never the only signal: rows carry their number, structures their own sign and their column's letter,
gardeners and nobles signs of their own.
"""

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.game.position import Garden, Points, Position

# By column: labyrinth, statue, pavilion, topiary, stairs, fountain, rose arch, herb spiral, vine.
SIGNS: Final = "▦♙⌂♣≡♆∩@Ψ"
GARDENER: Final = "☻"
NOBLE: Final = "♛"
BOAR: Final = "¤"

# Background and ink of each row colour.
COLOURS: Final = {
    "beige": ("#d9c8a0", "#2b2412"),
    "plain": ("#cfc7b4", "#2b2412"),
    "white": ("#f4f2ec", "#22242a"),
    "grey": ("#8d9299", "#101215"),
    "orange": ("#e59a45", "#2a1603"),
    "violet": ("#a98fd6", "#1c0f33"),
    "turquoise": ("#55bfb9", "#042624"),
    "red": ("#dd7a70", "#2d0704"),
    "yellow": ("#ecd064", "#2a2202"),
    "blue": ("#7fa9e0", "#051b36"),
    "purple": ("#b083c9", "#210a2e"),
}
_OTHER: Final = ("#b8b8b8", "#101010")
_FREE: Final = "grey50"
_MARK: Final = {"+": "green", "g": "cyan", "-": "red"}


def colours(box: Box, row: int) -> tuple[str, str]:
    """Background and ink of a row, by its value."""
    return COLOURS.get(box.rows[row - 1].id, _OTHER)


def draw(position: Position, names: tuple[str, ...]) -> RenderableType:
    """The display over all gardens."""
    gardens = [draw_garden(position, seat, names[seat]) for seat in range(position.players)]
    return Group(draw_display(position), Columns(gardens, padding=(0, 1)))


def draw_display(position: Position) -> RenderableType:
    """The face-up tiles, two to a colour."""
    line = Text()
    for row in sorted(set(position.box.display)):
        ground, ink = colours(position.box, row)
        line.append(f" {row} {position.box.rows[row - 1].names['en']} ", style=f"bold {ink} on {ground}")
        for space, tile in zip(position.box.display, position.display, strict=True):
            if space == row:
                line.append(f" {_tile(tile)}")
        line.append("   ")
    rest = f"round {position.round} of {position.rounds} · {position.bag_count} tiles in the bag"
    return Panel(line, title="Display", title_align="left", subtitle=rest, subtitle_align="right", expand=False)


def _tile(tile: str | None) -> str:
    return "· " if tile is None else SIGNS[LETTERS.index(tile[0])] + tile[0]


def draw_garden(position: Position, seat: int, name: str) -> RenderableType:
    """One garden: terrace above, six rows below."""
    garden = position.garden(seat)
    letters = LETTERS[: len(position.box.columns)]
    text = Text("   " + "".join(f" {letter}  " for letter in letters) + "\n", style="bold")
    text.append(" 0 ", style="dim")
    for letter in letters:
        text.append(f" {NOBLE}  " if garden.nobles[letter] == 0 else "    ", style="bold")
    for row in range(1, len(position.box.rows) + 1):
        ground, ink = colours(position.box, row)
        text.append("\n")
        text.append(f" {row} ", style=f"bold {ink} on {ground}")
        for column, letter in enumerate(letters):
            _append_square(text, garden, f"{letter}{row}", row, SIGNS[column], f"{ink} on {ground}")
    mark = "▶ " if seat == position.seat else ""
    title = f"{mark}[bold]{name}[/] · {position.scores[seat]} points"
    board = garden.board + (f" + {garden.reward}" if garden.reward else "")
    style = "bold" if seat == position.seat else "dim"
    return Panel(text, title=title, title_align="left", subtitle=f"garden {board}", border_style=style, expand=False)


def _append_square(text: Text, garden: Garden, square: str, row: int, sign: str, style: str) -> None:
    noble = NOBLE if garden.nobles[square[0]] == row else " "
    if square in garden.gardeners:
        text.append(f" {GARDENER}  ", style=style)
    elif square in garden.structures:
        text.append(f" {sign}{noble} ", style=f"bold {style}")
    elif square in garden.printed:
        text.append(f" {sign}{noble} ", style=style)
    elif square == garden.boar:
        text.append(f" {BOAR}  ", style="bold")
    else:
        mark = garden.marks.get(square)
        text.append(f" {mark or '·':<3}", style=_MARK[mark[0]] if mark else _FREE)


def draw_points(position: Position, names: tuple[str, ...]) -> RenderableType:
    """Points by source, one column a player."""
    table = Table(title="Points", title_justify="left", show_footer=True)
    table.add_column("", footer="total")
    for seat, name in enumerate(names):
        table.add_column(name, justify="right", footer=str(position.points(seat).total))
    for source in Points._fields[:-1]:
        if source in ("rewards", "boar") and source not in position.expansions:
            continue
        table.add_row(source, *(str(getattr(position.points(seat), source)) for seat in range(position.players)))
    return table


LEGEND: Final = f"{NOBLE} noble  {GARDENER} gardener  {BOAR} boar  · free square"
