"""A position as plain characters, for terminals, logs and tests.

```
seat 0 (to move)   12 points   garden 2A
     a  b  c  d  e  f  g  h  i
     0  .  .  .  0  0  .  .  0     nobles on the terrace
 1   #  #  #° #  #  #  #  #  #     # printed  S structure  G gardener  ° noble
 2   .  S° .  .  .  .  #  .  .     · free     & boar       +2 g3 -2 reward
```
"""

from typing import TYPE_CHECKING

from sanssouci.box.squares import LETTERS
from sanssouci.looks.pieces import LOOKS

if TYPE_CHECKING:
    from sanssouci.game.position import Garden, Position

_PIECES = "".join(f"  {look.plain} {name}" for name, look in LOOKS.items())
LEGEND = f"# printed  S structure  G gardener  ° noble{_PIECES}  · free  +n/gn/-n reward"


def draw_position(position: "Position") -> str:
    """Draw the display and all gardens side by side."""
    lines = [_headline(position), "", *_display(position), ""]
    gardens = [draw_garden(position, seat) for seat in range(position.players)]
    lines += [" │ ".join(parts).rstrip() for parts in zip(*gardens, strict=True)]
    return "\n".join([*lines, "", LEGEND])


def _headline(position: "Position") -> str:
    turn = "the game is over" if position.seat is None else f"seat {position.seat} to {position.phase}"
    expansions = "".join(f" + {name}" for name in position.expansions)
    return f"{position.box.id}{expansions}, round {position.round} of {position.rounds}, {turn}"


def _display(position: "Position") -> list[str]:
    """The face-up tiles by row colour."""
    rows: dict[int, list[str]] = {}
    for row, tile in zip(position.box.display, position.display, strict=True):
        rows.setdefault(row, []).append(tile or "--")
    cells = [f"{position.box.rows[row - 1].id} {' '.join(tiles)}" for row, tiles in rows.items()]
    return ["display: " + " · ".join(cells), f"bag: {position.bag_count} tiles"]


def draw_garden(position: "Position", seat: int) -> list[str]:
    """One garden as lines of equal width."""
    garden = position.garden(seat)
    columns = LETTERS[: len(position.box.columns)]
    reward = f" + {garden.reward}" if garden.reward else ""
    mark = ">" if seat == position.seat else " "
    lines = [
        f"{mark}seat {seat}: {position.scores[seat]} points, garden {garden.board}{reward}",
        "    " + "".join(f"{letter:<3}" for letter in columns),
        "    " + "".join("°  " if garden.nobles[letter] == 0 else "   " for letter in columns),
    ]
    for row in range(1, len(position.box.rows) + 1):
        lines.append(f" {row}  " + "".join(f"{_sign(garden, f'{letter}{row}', row):<3}" for letter in columns))
    lines.append(f"    {len(garden.gardeners)} gardeners, {position.pile_count(seat)} cards in the pile")
    width = max(max(map(len, lines)), 4 + 3 * len(columns))
    return [line.ljust(width) for line in lines]


def _sign(garden: "Garden", square: str, row: int) -> str:
    if square in garden.built:
        sign = "#" if square in garden.printed else "G" if square in garden.gardeners else "S"
        return sign + ("°" if garden.nobles[square[0]] == row else "")
    for name, where in garden.pieces.items():
        if where == square:
            return LOOKS[name].plain
    return garden.marks.get(square, "·")
