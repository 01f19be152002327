"""Points by source, and who has won.

Points are booked as they are applied: a loss that would take the score below 0 is booked only as far as it was
actually paid (W6, B5), so the sources always add up to the total.
"""

from sanssouci.kernel.bits import popcount
from sanssouci.kernel.expansions import count_end, write_points
from sanssouci.kernel.garden import column_points, mission_points, row_points
from sanssouci.kernel.layout import (
    BUILT,
    GARDENERS,
    MISSIONS,
    NOBLE_POINTS,
    OVER,
    PHASE,
    PLAYERS,
    POINTS_COLUMNS,
    POINTS_MISSIONS,
    POINTS_NOBLES,
    POINTS_ROWS,
    POINTS_TOTAL,
    RESULT_GARDENERS,
    RESULT_WINS,
    Rows,
    Words,
    seat_base,
)
from sanssouci.kernel.steps import score_in_play


def final_count(table: Words, state: Words, base: int, out: Words) -> None:
    """Book the points of the end for a seat: rows, columns, missions (E2-E4), then what expansions win or cost."""
    built = state[base + BUILT]
    out[POINTS_ROWS] = row_points(table, built)
    out[POINTS_COLUMNS] = column_points(table, built)
    out[POINTS_MISSIONS] = mission_points(table, state, base, state[base + MISSIONS])
    before = score_in_play(state, base) + out[POINTS_ROWS] + out[POINTS_COLUMNS] + out[POINTS_MISSIONS]
    out[POINTS_TOTAL] = count_end(table, state, base, out, before)


def results(table: Words, state: Words, out: Rows) -> None:
    """Write one row a seat: points by source and in total, gardeners, and after the end 1 for a winner.

    While the game is running, only points in play count.
    """
    over = state[PHASE] == OVER
    for seat in range(state[PLAYERS]):
        base = seat_base(seat)
        row = out[seat]
        row[POINTS_NOBLES] = state[base + NOBLE_POINTS]
        row[POINTS_ROWS] = 0
        row[POINTS_COLUMNS] = 0
        row[POINTS_MISSIONS] = 0
        write_points(state, base, row)
        row[POINTS_TOTAL] = score_in_play(state, base)
        row[RESULT_GARDENERS] = popcount(state[base + GARDENERS])
        row[RESULT_WINS] = 0
        if over:
            final_count(table, state, base, row)
    if over:
        _crown(state[PLAYERS], out)


def _crown(players: int, out: Rows) -> None:
    """Mark the winners: most points, then most gardeners, else shared (E5)."""
    best = -1
    for seat in range(players):
        best = max(best, _rank(out[seat]))
    for seat in range(players):
        if _rank(out[seat]) == best:
            out[seat][RESULT_WINS] = 1


def _rank(row: Words) -> int:
    """Points first and gardeners second, in one number."""
    return row[POINTS_TOTAL] * 64 + row[RESULT_GARDENERS]
