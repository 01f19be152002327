"""A garden: the palace, the terrace with its nobles, and the squares.

```
          x: EDGE   + 48 for each column
  palace    ┌──────────────┐  y: 0
  terrace   │  a   b   c … │  y: PALACE
  (1)       │  ▢   ▢   ▢   │  y: TOP, + 48 for each row
```
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.game.move import Turn
from sanssouci.game.position import Garden
from sanssouci.game.svg import pieces
from sanssouci.game.svg.canvas import figures, group, path, rectangle, titled, use
from sanssouci.game.svg.outlines import chosen_outline, last_outline, last_walk, legal_outline
from sanssouci.game.svg.palette import INK, PLATE, RULE, SAND
from sanssouci.game.svg.pieces import SQUARE
from sanssouci.game.svg.scene import Scene

EDGE: Final = 40  # left of the squares, for the numbers of the rows
PALACE: Final = 56
TERRACE: Final = 50
TOP: Final = PALACE + TERRACE
_INSET: Final = 2.5  # of an outline around a square


@dataclass(frozen=True, slots=True)
class Plot:
    """A garden as it is drawn: with the reward board that lies on it, and perhaps with marks."""

    garden: Garden
    covers: Mapping[str, str]  # the squares under a reward board, and their marks
    seat: int | None = None  # whose moves are marked in it


def size_of(box: Box) -> tuple[int, int]:
    """The width and height of a garden."""
    return EDGE + SQUARE * len(box.columns), TOP + SQUARE * len(box.rows)


def corner(square: str) -> tuple[int, int]:
    """Where a square begins; row 0 is the terrace."""
    row = int(square[1])
    return EDGE + SQUARE * LETTERS.index(square[0]), TOP + SQUARE * (row - 1) if row else PALACE - 12


def draw_garden(scene: Scene, plot: Plot) -> str:
    """A garden with everything in it."""
    letters = LETTERS[: len(scene.box.columns)]
    nobles = (_noble(scene, letter, row) for letter, row in plot.garden.nobles.items())
    marks = () if plot.seat is None else (*_last(scene, plot.seat), *_choices(scene, plot.seat))
    return group(*_palace(len(letters)), *_terrace(letters), draw_squares(scene, plot), *nobles, *marks)


def draw_squares(scene: Scene, plot: Plot) -> str:
    """The squares of a garden alone, without palace and nobles; they begin at TOP all the same."""
    letters = LETTERS[: len(scene.box.columns)]
    rows = range(1, len(scene.box.rows) + 1)
    squares = (_square(scene, plot, f"{letter}{row}") for row in rows for letter in letters)
    return group(*_rows(scene.box, len(letters)), *squares)


def _palace(columns: int) -> Iterator[str]:
    """A bay for each column and a dome over the middle."""
    for column in range(columns):
        yield use("palace-bay", EDGE + SQUARE * column, 0, SQUARE, PALACE)
    yield use("palace-dome", EDGE + SQUARE * columns / 2 - SQUARE, 0, 2 * SQUARE, PALACE)


def _terrace(letters: str) -> Iterator[str]:
    """The places where the nobles start, with the letters of their columns."""
    width = SQUARE * len(letters)
    yield rectangle(EDGE, PALACE, width, TERRACE, fill=SAND, stroke=INK, stroke_width=1)
    yield rectangle(EDGE, TOP - 14, width, 14, fill=PLATE, stroke=INK, stroke_width=0.6)
    for letter in letters:
        x, _ = corner(f"{letter}0")
        yield figures(letter, x + SQUARE / 2, TOP - 4, 7)
        yield path(f"M{x + 13} {PALACE + 32}h22", stroke=RULE, stroke_width=3, stroke_linecap="round")


def _rows(box: Box, columns: int) -> Iterator[str]:
    """The ground of the rows, each with its colour, its pattern and its number."""
    width, height = SQUARE * columns, SQUARE * len(box.rows)
    for row in range(1, len(box.rows) + 1):
        y = TOP + SQUARE * (row - 1)
        yield pieces.row_ground(box, row, EDGE, y, width, SQUARE)
        yield pieces.row_badge(box, row, EDGE / 2 - 1, y + SQUARE / 2)
    down = "".join(f"M{EDGE + SQUARE * column} {TOP}v{height}" for column in range(1, columns))
    across = "".join(f"M{EDGE} {TOP + SQUARE * row}h{width}" for row in range(1, len(box.rows)))
    yield path(down + across, stroke=PLATE, stroke_width=1.6)
    yield rectangle(EDGE, TOP, width, height, fill="none", stroke=INK, stroke_width=1)


def _square(scene: Scene, plot: Plot, square: str) -> str:
    """What is on one square; nothing for a plain free one."""
    garden, wording = plot.garden, scene.wording
    x, y = corner(square)
    symbol, column = scene.symbol(square[0]), wording.column(square[0])
    standing = [name for name, where in garden.pieces.items() if where == square]
    drawn, text = "", ""
    if square in garden.gardeners:
        drawn, text = pieces.gardener_tile(x, y), wording("gardener")
    elif square in garden.structures:
        drawn, text = pieces.structure_tile(symbol, x, y), column
    elif square in plot.covers:
        mark = plot.covers[square]
        drawn, text = pieces.cover(mark, x, y, aside=bool(standing)), wording.mark(mark)
    elif square in garden.printed:
        drawn, text = pieces.printed_square(symbol, x, y), wording("printed", column=column)
    for name in standing:
        drawn, text = drawn + pieces.expansion_piece(name, x, y), ", ".join(filter(None, (text, wording.piece(name))))
    return group(titled(f"{square}: {text}"), drawn, data_square=square) if drawn else ""


def _noble(scene: Scene, letter: str, row: int) -> str:
    x, y = corner(f"{letter}{row}")
    column = scene.wording.column(letter)
    text = scene.wording("noble at" if row else "noble on terrace", column=column, row=row)
    return group(titled(text), pieces.noble(x, y, beside=row > 0), data_noble=f"{letter}{row}")


def _last(scene: Scene, seat: int) -> Iterator[str]:
    """The square of the tile, and the walk of the noble."""
    last = scene.last_of(seat)
    if last is None or not isinstance(last.move, Turn):
        return
    for square in (last.move.gardener or last.move.tile, last.move.walk):
        if square is not None:
            yield last_outline(*_around(square))
    if last.move.walk is not None and last.start is not None:
        x, y = corner(last.move.walk)
        _, start = corner(f"{last.move.walk[0]}{last.start}")
        yield last_walk(x + 5, start + SQUARE - 10, y + _INSET)


def _choices(scene: Scene, seat: int) -> Iterator[str]:
    choices = scene.choices_for(seat)
    if choices is None:
        return
    yield from (legal_outline(*_around(square)) for square in sorted(choices.squares))
    yield from (chosen_outline(*_around(square)) for square in choices.chosen_squares)


def _around(square: str) -> tuple[float, float, float, float]:
    x, y = corner(square)
    return x + _INSET, y + _INSET, SQUARE - 2 * _INSET, SQUARE - 2 * _INSET
