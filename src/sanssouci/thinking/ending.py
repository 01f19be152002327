"""The last round, computed exactly: every deal of missions, every order of the last tiles.

In the last round each hand is the one card that has not been discarded, and in a published box the bag holds just the
tiles that are still to be turned up (F2). So little is unknown that every case can be played. The seats that follow
are assumed to make the most of their own last turn, points first, gardeners second (E5).
"""

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import COLUMN_COUNT, DECK, MISSION_COUNT, ROUNDS
from sanssouci.kernel.chance import nth_tile, tiles_in_bag
from sanssouci.kernel.layout import (
    BAG,
    DISCARDS,
    HAND,
    MISSIONS,
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    POINTS_TOTAL,
    SEAT,
    STATE_WORDS,
    TURN,
    Rows,
    Words,
    seat_base,
)
from sanssouci.kernel.scoring import results
from sanssouci.kernel.steps import refill
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import best_turn, carry_out, make_move
from sanssouci.thinking.searching import count_result, share_of_win


def finish(
    table: Words,
    view: Words,
    weights: Words,
    worlds: Rows,
    desk: Words,
    rows: Rows,
    moves: Rows,
    tallies: Rows,
) -> int:
    """Play every candidate in all cases that the view allows; return their number, or 0 before the last round.

    All cases are equally likely. `worlds`, `desk` and `rows` are working space.
    """
    turns = table[ROUNDS] * view[PLAYERS] - view[TURN]  # including the one at hand
    tiles = tiles_in_bag(view[BAG])
    if view[PHASE] != PLAY_CARD or turns > view[PLAYERS] or tiles < turns - 1:
        return 0
    eyes = view[SEAT]
    orders = 1
    for drawn in range(turns - 1):
        orders *= tiles - drawn
    deals = _count_deals(table, view, eyes)
    dealt, world = worlds[0], worlds[1]
    for deal in range(deals):
        _deal(table, view, eyes, deal, dealt)
        for order in range(orders):
            for index in range(len(moves)):
                for word in range(STATE_WORDS):
                    world[word] = dealt[word]
                make_move(table, world, moves[index])
                _play_out(table, world, weights, desk, tiles, order)
                results(table, world, rows)
                for seat in range(world[PLAYERS]):
                    rows[seat][POINTS_TOTAL] *= UNIT
                won = share_of_win(rows, world[PLAYERS], eyes)
                count_result(rows, world[PLAYERS], eyes, won, tallies[index])
    return deals * orders


def _play_out(table: Words, state: Words, weights: Words, desk: Words, tiles: int, order: int) -> None:
    """Let the others take their last turns, with the tiles turning up in the given order."""
    while state[PHASE] != OVER:
        if state[PHASE] == PLAY_CARD:
            best_turn(table, state, weights, desk, 0, 0)
            carry_out(table, state, desk, 0)
        else:
            refill(table, state, nth_tile(state[BAG], order % tiles))
            order //= tiles
            tiles -= 1


def choose(size: int, number: int) -> int:
    """How many sets of `number` things can be chosen from `size` things."""
    count = 1
    for index in range(number):
        count = count * (size - index) // (index + 1)
    return count


def nth_subset(things: int, number: int, index: int) -> int:
    """The index-th subset of `number` things, in the order that puts those with the lowest thing first."""
    found = 0
    while number > 0:
        thing = lowest(things)
        things &= things - 1
        with_it = choose(popcount(things), number - 1)
        if index < with_it:
            found |= 1 << thing
            number -= 1
        else:
            index -= with_it
    return found


def _unknown_missions(table: Words, view: Words, eyes: int) -> int:
    return ((1 << table[COLUMN_COUNT]) - 1) & ~view[seat_base(eyes) + MISSIONS]


def _count_deals(table: Words, view: Words, eyes: int) -> int:
    """In how many ways the others' missions can have been dealt."""
    left = popcount(_unknown_missions(table, view, eyes))
    count = 1
    for _ in range(view[PLAYERS] - 1):
        count *= choose(left, table[MISSION_COUNT])
        left -= table[MISSION_COUNT]
    return count


def _deal(table: Words, view: Words, eyes: int, deal: int, out: Words) -> None:
    """Write the state for one deal of the missions; hands hold what has not been discarded."""
    for word in range(STATE_WORDS):
        out[word] = view[word]
    rest = _unknown_missions(table, view, eyes)
    for seat in range(view[PLAYERS]):
        base = seat_base(seat)
        out[base + HAND] = table[DECK] & ~view[base + DISCARDS]
        if seat != eyes:
            ways = choose(popcount(rest), table[MISSION_COUNT])
            missions = nth_subset(rest, table[MISSION_COUNT], deal % ways)
            deal //= ways
            out[base + MISSIONS] = missions
            rest &= ~missions
