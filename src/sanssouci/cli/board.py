"""Gardens and tiles as coloured signs, for a terminal.

Colour is never the only signal: rows carry their number, structures their own sign and their column's letter, and
gardeners and nobles have signs of their own.

```
     a   b   c   d   e   f   g   h   i
 0   ♛   ♛       ♛   ♛   ♛   ♛   ♛   ♛     the terrace
 1   ▦   ♙   ⌂♛  ♣   ≡   ♆   ∩   @   Ψ     four characters per square
 2   ·   ♙   ·   ☻   ·   ·   ∩   ·   +2
```
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.cli.flow import Block
from sanssouci.game.position import Garden
from sanssouci.looks.colours import TERMINAL, tint
from sanssouci.looks.pieces import LOOKS
from sanssouci.texts import Texts


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that things are drawn with."""

    structures: Mapping[str, str]  # by the id of a column; others are drawn as their column's capital letter
    gardener: str
    noble: str
    pieces: Mapping[str, str]  # of expansions, by their names
    free: str
    mover: str
    dot: str  # between the parts of a headline

    def structure(self, box: Box, letter: str) -> str:
        """The sign of a column's structure."""
        return self.structures.get(box.columns[LETTERS.index(letter)].id, letter.upper())


_STRUCTURES: Final = {
    "labyrinth": "▦",
    "statue": "♙",
    "pavilion": "⌂",
    "topiary": "♣",
    "stairs": "≡",
    "fountain": "♆",
    "rose_arch": "∩",
    "herb_spiral": "@",
    "vine": "Ψ",
}
_PIECES: Final = {name: look.sign for name, look in LOOKS.items()}
_ASCII_PIECES: Final = {name: look.ascii for name, look in LOOKS.items()}
UNICODE: Final = Signs(_STRUCTURES, gardener="☻", noble="♛", pieces=_PIECES, free="·", mover="▶", dot="·")
ASCII: Final = Signs({}, gardener="o", noble="^", pieces=_ASCII_PIECES, free=".", mover=">", dot="-")

_MARKS: Final = {"+": TERMINAL["gain"], "g": TERMINAL["gardener"], "-": TERMINAL["loss"]}


def row_style(box: Box, row: int) -> str:
    """The foreground and background colours of a row, by its value."""
    return f"{TERMINAL['ink']} on {tint(box.rows[row - 1]).terminal}"


def draw_garden(garden: Garden, box: Box, signs: Signs) -> Block:
    """One garden: letters, terrace, and the rows below."""
    letters = LETTERS[: len(box.columns)]
    head = Text("   " + "".join(f" {letter}  " for letter in letters), style="bold")
    terrace = Text(" 0 ")
    for letter in letters:
        terrace.append(f" {signs.noble}  " if garden.nobles[letter] == 0 else "    ", style="bold")
    lines = [head, terrace]
    for row in range(1, len(box.rows) + 1):
        style = row_style(box, row)
        line = Text()
        line.append(f" {row} ", style=f"bold {style}")
        for letter in letters:
            _append_square(line, garden, f"{letter}{row}", signs, signs.structure(box, letter), style)
        lines.append(line)
    return lines


def _append_square(line: Text, garden: Garden, square: str, signs: Signs, sign: str, style: str) -> None:
    noble = signs.noble if garden.nobles[square[0]] == int(square[1]) else " "
    mark = garden.marks.get(square)
    piece = next((signs.pieces[name] for name, where in garden.pieces.items() if where == square), None)
    if square in garden.gardeners:
        line.append(f" {signs.gardener}  ", style=style)
    elif square in garden.structures:
        line.append(f" {sign}{noble} ", style=f"bold {style}")
    elif square in garden.printed:
        line.append(f" {sign}{noble} ", style=style)
    elif piece is not None:
        line.append(f" {piece}{mark or '  '}", style="bold")
    elif mark is not None:
        line.append(f" {mark} ", style=_MARKS[mark[0]])
    else:
        line.append(f" {signs.free}  ", style="dim")


def draw_tile(tile: str, box: Box, signs: Signs) -> Text:
    """A face-up tile: its sign and the square where it belongs."""
    sign = signs.structure(box, tile[0])
    return Text.assemble((f" {sign} ", row_style(box, int(tile[1]))), f" {tile:<3}")


def draw_card(card: str, texts: Texts) -> Text:
    """A card: its text and what it shows."""
    line = Text(f"{card:>2} ", style="bold")
    if len(card) == 2 and card[0].isdigit():
        for position, row in enumerate(map(int, card)):
            line.append("/" if position else "", style="not bold")
            line.append(texts.colour(row), style=f"not bold {row_style(texts.box, row)}")
    else:
        line.append(texts.card(card), style="not bold")
    return line


def legend(texts: Texts, signs: Signs) -> str:
    """What the signs mean."""
    words = (
        (signs.noble, "board.noble"),
        (signs.gardener, "board.gardener"),
        *((signs.pieces[name], f"piece.{name}") for name in texts.box.pieces),
        (signs.free, "board.free"),
    )
    return "  ".join(f"{sign} {texts(key)}" for sign, key in words)
