"""One garden: where a gardener may go, where nobles can walk, what is complete."""

from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import BOARD, COLUMN, COLUMN_COUNT, FIRST_ROW, ROW, ROW_COUNT
from sanssouci.kernel.layout import AHEAD, BUILT, GARDENERS, MAX_COLUMNS, STRIDE, Words


def neighbours(squares: int) -> int:
    """All squares orthogonally next to a square of a set; the caller masks those off the board."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def connected(start: int, inside: int) -> int:
    """The squares of `inside` that are connected to `start`, which must lie inside."""
    area = start
    while True:
        grown = (area | neighbours(area)) & inside
        if grown == area:
            return area
        area = grown


def gardener_squares(table: Words, built: int, home: int) -> int:
    """Where a tile may go if its own square is taken: its row or column (P2), or anywhere if both are full (P3)."""
    free = table[BOARD] & ~built
    cross = free & (table[ROW + home // STRIDE] | table[COLUMN + home % STRIDE])
    return cross if cross != 0 else free


def walk_squares(table: Words, state: Words, base: int) -> int:
    """Every square on which a noble of the seat may end its walk (N2-N4), whatever tile was laid (N6).

    Row 1 is built from the start and nothing is ever removed, so every noble stands in or above the area that is
    connected to row 1, and one fill from there finds the reach of all nine.
    """
    built = state[base + BUILT]
    reach = connected(table[FIRST_ROW], built)
    return reach & state[base + AHEAD] & ~state[base + GARDENERS]


def noble_row(table: Words, state: Words, base: int, column: int) -> int:
    """The row in which a column's noble stands; 0 is the terrace."""
    return table[ROW_COUNT] - popcount(state[base + AHEAD] & table[COLUMN + column])


def row_points(table: Words, built: int) -> int:
    """Points for complete rows: 10 minus the row's value, nothing for row 1 (E2)."""
    points = 0
    for row in range(1, table[ROW_COUNT]):
        if built & table[ROW + row] == table[ROW + row]:
            points += 10 - (row + 1)
    return points


def column_points(table: Words, built: int) -> int:
    """Points for complete columns: 5 each (E3)."""
    points = 0
    for column in range(table[COLUMN_COUNT]):
        if built & table[COLUMN + column] == table[COLUMN + column]:
            points += 5
    return points


def mission_points(table: Words, state: Words, base: int, missions: int) -> int:
    """Points for missions: for each, the row of its noble (E4)."""
    points = 0
    for column in range(MAX_COLUMNS):
        if (missions >> column) & 1:
            points += noble_row(table, state, base, column)
    return points
