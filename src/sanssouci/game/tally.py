"""The final count, item by item: which row, which column, whose mission (E2-E4), and what expansions add at the end.

The rules are asked about one row or column at a time, so what an item is worth is written nowhere but in the kernel.
"""

from collections.abc import Iterator
from typing import NamedTuple, SupportsIndex

from sanssouci.box.squares import LETTERS
from sanssouci.game.lexicon import squares_in
from sanssouci.game.position import Position
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.expansions import PIECE_WORDS
from sanssouci.kernel.garden import column_points, noble_row, row_points


class Item(NamedTuple):
    """One line of the final count; the points of all lines add up to the total."""

    source: str  # 'play' for what the score marker shows before the count; else a source of points
    what: str  # the number of a row, the letter of a column or a mission, the square of a piece; '' for 'play'
    points: int


def tally(position: Position, seat: SupportsIndex) -> tuple[Item, ...]:
    """The final count of a seat in the order of the rules; empty while the game is running."""
    return tuple(_items(position, int(seat))) if position.is_over else ()


def _items(position: Position, seat: int) -> Iterator[Item]:
    table, state = position.table.tolist(), position.state.tolist()
    base = layout.seat_base(seat)
    built = state[base + layout.BUILT]
    yield Item("play", "", position.points_in_play(seat))
    for row in range(table[at.ROW_COUNT]):
        if points := row_points(table, built & table[at.ROW + row]):
            yield Item("rows", str(row + 1), points)
    for column in range(table[at.COLUMN_COUNT]):
        if points := column_points(table, built & table[at.COLUMN + column]):
            yield Item("columns", LETTERS[column], points)
    for column in range(table[at.COLUMN_COUNT]):
        if state[base + layout.MISSIONS] >> column & 1:
            yield Item("missions", LETTERS[column], noble_row(table, state, base, column))
    points_of, before = position.points(seat), position.points_of_expansions(seat)
    for name in position.expansions:
        if points := getattr(points_of, name) - before[name]:
            piece = squares_in(state[base + PIECE_WORDS[name]]) if name in PIECE_WORDS else ()
            yield Item(name, next(iter(piece), ""), points)
