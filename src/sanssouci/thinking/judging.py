"""Turns by the evaluation as corrected by the judge.

The candidates are the best turn with each tile of the display by the evaluation alone: it knows how to lay a tile and
whom to walk, and the judge knows better what the garden is worth then. Those that are far behind are left out: no
correction is that large. After a seat's last turn the evaluation is the final count, and nothing is corrected. A
network without layers corrects nothing.
"""

from typing import Final

from sanssouci.kernel.bits import narrow
from sanssouci.kernel.layout import MAX_SEATS, PLAYERS, SEAT, SLOTS, STATE_WORDS, Rows, Words, seat_base
from sanssouci.kernel.luck import noise_next, noise_pick
from sanssouci.thinking.desk import SLOT_TURNS, TURN_SIZE, TURN_VALUE
from sanssouci.thinking.inputs import SEEN_WORDS, look
from sanssouci.thinking.network import SIZES, SUMS_KEPT, SUMS_NOW, SUMS_OF, begin_sums, change_sums, correction
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import NOTHING, best_turn, carry_out, make_move
from sanssouci.thinking.terms import turns_left_of, value_of

CLOSE: Final = 2 * UNIT  # candidates further behind the best one are not judged

# Working space: rows of words. A seat is seen again and again, so its sums are kept and brought up to date.
WORLD: Final = 0  # a state
SEEN_NOW: Final = 1
SEEN_OF: Final = 2  # + seat: as it was last seen
SEEN_KEPT: Final = SEEN_OF + MAX_SEATS  # + seat: as kept for later
SPACE_ROWS: Final = SEEN_KEPT + MAX_SEATS
SPACE_WORDS: Final = max(STATE_WORDS, SEEN_WORDS)


def forget_sights(net: Rows, space: Rows, sums: Rows) -> None:
    """Begin with another network: nothing has been seen."""
    for seat in range(MAX_SEATS):
        for word in range(SEEN_WORDS):
            space[SEEN_OF + seat][word] = 0
        begin_sums(net, sums[SUMS_OF + seat])


def keep_sights(table: Words, state: Words, net: Rows, space: Rows, sums: Rows) -> None:
    """See all seats of a state, and keep that for `recall_sights`."""
    forget_sights(net, space, sums)
    for seat in range(state[PLAYERS]):
        _see(table, state, seat, net, space, sums)
        _copy(space[SEEN_OF + seat], space[SEEN_KEPT + seat], SEEN_WORDS)
        _copy(sums[SUMS_OF + seat], sums[SUMS_KEPT + seat], len(sums[0]))


def recall_sights(players: int, space: Rows, sums: Rows) -> None:
    """Take what was kept for what was last seen: what comes next is more like it."""
    for seat in range(players):
        _copy(space[SEEN_KEPT + seat], space[SEEN_OF + seat], SEEN_WORDS)
        _copy(sums[SUMS_KEPT + seat], sums[SUMS_OF + seat], len(sums[0]))


def _see(table: Words, state: Words, seat: int, net: Rows, space: Rows, sums: Rows) -> None:
    """Bring what was last seen of a seat up to date."""
    look(table, state, seat, space[SEEN_NOW])
    change_sums(net, space[SEEN_OF + seat], space[SEEN_NOW], sums[SUMS_OF + seat])
    _copy(space[SEEN_NOW], space[SEEN_OF + seat], SEEN_WORDS)


def _copy(source: Words, target: Words, count: int) -> None:
    for index in range(count):
        target[index] = source[index]


def judged_turn(
    table: Words,
    state: Words,
    weights: Words,
    net: Rows,
    desk: Words,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    is_corrected: int,
    noise: int,
    spread: int,
) -> int:
    """Find the turn of greatest value, corrected if that is asked for, and leave it at the front of the desk.

    Its value there is the corrected one; what the evaluation alone gives is returned. With a `spread`, every candidate
    gets an error of up to that much, drawn from the noise, which decides but is not part of the value.
    """
    floor = best_turn(table, state, weights, desk, 0, 0) - CLOSE
    seat, world = state[SEAT], space[WORLD]
    if turns_left_of(table, state, seat_base(seat)) <= 1:
        is_corrected = 0
    best, best_value, highest = SLOT_TURNS, NOTHING, NOTHING
    is_begun = False
    for slot in range(SLOTS):
        turn = SLOT_TURNS + TURN_SIZE * slot
        value = desk[turn + TURN_VALUE]
        if value < floor:
            continue
        if is_corrected:
            for word in range(STATE_WORDS):
                world[word] = state[word]
            carry_out(table, world, desk, turn)
            value += _correct(table, world, seat, net, space, sums, clipped, is_begun)
            is_begun = True
        error = 0
        if spread > 0:
            noise = noise_next(noise)
            error = noise_pick(noise, 2 * spread + 1) - spread
        if value + error > highest:
            best, best_value, highest = turn, value, value + error
    for word in range(TURN_SIZE):
        desk[word] = desk[best + word]
    desk[TURN_VALUE] = best_value
    return desk[best + TURN_VALUE]


def _correct(
    table: Words, world: Words, seat: int, net: Rows, space: Rows, sums: Rows, clipped: Rows, is_begun: bool
) -> int:
    """The correction for a world; the first of a turn is what was last seen, the others are compared with it."""
    if not is_begun:
        _see(table, world, seat, net, space, sums)
        return correction(net, sums[SUMS_OF + seat], clipped)
    look(table, world, seat, space[SEEN_NOW])
    _copy(sums[SUMS_OF + seat], sums[SUMS_NOW], len(sums[0]))
    change_sums(net, space[SEEN_OF + seat], space[SEEN_NOW], sums[SUMS_NOW])
    return correction(net, sums[SUMS_NOW], clipped)


def corrects(net: Rows) -> int:
    """1 if a network has layers, 0 if it corrects nothing."""
    return 1 if narrow(net[SIZES][0]) > 0 else 0


def correct_garden(table: Words, state: Words, seat: int, net: Rows, space: Rows, sums: Rows, clipped: Rows) -> int:
    """The correction for a seat's garden right after its turn."""
    if turns_left_of(table, state, seat_base(seat)) == 0:
        return 0
    return _correct(table, state, seat, net, space, sums, clipped, False)


def rank_turns(
    table: Words,
    state: Words,
    weights: Words,
    net: Rows,
    turns: Rows,
    terms: Words,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    values: Words,
) -> None:
    """Value each whole turn, a row of codes, by the corrected evaluation of the garden that it leaves."""
    seat, world = state[SEAT], space[WORLD]
    is_corrected = corrects(net)
    if turns_left_of(table, state, seat_base(seat)) <= 1:
        is_corrected = 0
    forget_sights(net, space, sums)
    for index in range(len(turns)):
        for word in range(STATE_WORDS):
            world[word] = state[word]
        make_move(table, world, turns[index])
        values[index] = value_of(table, world, weights, seat, terms)
        if is_corrected:
            values[index] += _correct(table, world, seat, net, space, sums, clipped, index > 0)


def judge_states(
    table: Words, states: Rows, seats: Words, net: Rows, space: Rows, sums: Rows, clipped: Rows, out: Words
) -> None:
    """Write the corrections for one seat of each state, each computed from the one before by what has changed."""
    forget_sights(net, space, sums)
    for index in range(len(seats)):
        _see(table, states[index], seats[index], net, space, sums)
        out[index] = correction(net, sums[SUMS_OF + seats[index]], clipped)
