"""What a garden would be worth if the game ended now, and which rows and columns are within reach."""

from functools import lru_cache
from typing import Final, NamedTuple

from sanssouci.box import Expansions
from sanssouci.box.squares import LETTERS
from sanssouci.game.lexicon import Array, Lexicon, squares_in
from sanssouci.game.points import Points
from sanssouci.kernel import box_table as at
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.expansions import POINTS_WORDS
from sanssouci.kernel.garden import column_points, mission_points, row_points
from sanssouci.kernel.layout import BUILT, EXPANSIONS, MISSIONS, seat_base

MOST_MISSING: Final = 2  # a row or column that lacks more squares is not within reach


class Line(NamedTuple):
    """A row or column that is complete or lacks at most two squares."""

    name: str  # a row's number, or a column's letter
    missing: tuple[str, ...]  # the squares that are still free; empty when it is complete
    points: int  # what it scores at the end if it is complete (E2, E3)


class Projection(NamedTuple):
    """What a seat would have if the game ended now."""

    points: Points  # without missions that are not known
    lines: tuple[Line, ...]  # complete or nearly so, rows first; those that score nothing are left out
    missions: dict[str, int] | None  # by column: what each mission would score (E4); None if they are not known
    ending: dict[str, int]  # by the name of each expansion played: what it would win or cost at the end (B4)


def project(lexicon: Lexicon, state: Array, points: Points, seat: int, *, known: bool) -> Projection:
    """The projection of a seat with these points at the end; `known` is whether its missions are."""
    base, words = seat_base(seat), state.tolist()
    expansions = Expansions.of_flags(words[EXPANSIONS])
    missions = words[base + MISSIONS]
    return Projection(
        points=points,
        lines=_lines(lexicon, words[base + BUILT]),
        missions={
            LETTERS[column]: mission_points(lexicon.words, words, base, 1 << column)
            for column in range(len(lexicon.box.columns))
            if missions >> column & 1
        }
        if known
        else None,
        ending={name: getattr(points, name) - words[base + POINTS_WORDS[name]] for name in expansions},
    )


@lru_cache(maxsize=10_000)
def _lines(lexicon: Lexicon, built: int) -> tuple[Line, ...]:
    """The rows and columns within reach. What one scores, the rules say of a garden in which only it is built."""
    table, box = lexicon.words, lexicon.box
    rows = [(str(row + 1), table[at.ROW + row], row_points) for row in range(len(box.rows))]
    columns = [(LETTERS[column], table[at.COLUMN + column], column_points) for column in range(len(box.columns))]
    return tuple(
        Line(name, tuple(squares_in(squares & ~built)), scored(table, squares))
        for name, squares, scored in rows + columns
        if popcount(squares & ~built) <= MOST_MISSING and scored(table, squares)
    )
