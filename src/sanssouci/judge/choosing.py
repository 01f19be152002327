"""Turns by the evaluation as corrected by the judge.

The candidates are the best turn with each tile of the display by the evaluation alone: it knows how to lay a tile and
whom to walk, and the judge knows better what the garden is worth then. After a seat's last turn the evaluation is the
final count, and nothing is corrected.
"""

from typing import Final

from sanssouci.judge.inputs import SEEN_WORDS, look
from sanssouci.judge.network import SUMS_BEFORE, SUMS_NOW, begin_sums, change_sums, correction
from sanssouci.kernel.layout import SEAT, SLOTS, STATE_WORDS, Rows, Words, seat_base
from sanssouci.kernel.luck import noise_next, noise_pick
from sanssouci.thinking.policy import NOTHING, SLOT_TURNS, TURN_SIZE, TURN_VALUE, best_turn, carry_out
from sanssouci.thinking.searching import make_move
from sanssouci.thinking.terms import turns_left_of, value_of

# Working space: rows of words.
WORLD: Final = 0  # a state
SEEN_BEFORE: Final = 1
SEEN_NOW: Final = 2
SPACE_ROWS: Final = 3
SPACE_WORDS: Final = max(STATE_WORDS, SEEN_WORDS)


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
    best_turn(table, state, weights, desk, 0, 0)
    seat, world = state[SEAT], space[WORLD]
    if turns_left_of(table, state, seat_base(seat)) <= 1:
        is_corrected = 0
    best, best_value, highest = SLOT_TURNS, NOTHING, NOTHING
    is_begun = False
    for slot in range(SLOTS):
        turn = SLOT_TURNS + TURN_SIZE * slot
        value = desk[turn + TURN_VALUE]
        if value == NOTHING:
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
    """The correction for a world; the first of a turn is computed from nothing, the others from that one."""
    if not is_begun:
        look(table, world, seat, space[SEEN_BEFORE])
        begin_sums(net, space[SEEN_BEFORE], sums[SUMS_BEFORE])
        return correction(net, sums[SUMS_BEFORE], clipped)
    look(table, world, seat, space[SEEN_NOW])
    change_sums(net, space[SEEN_BEFORE], space[SEEN_NOW], sums[SUMS_BEFORE], sums[SUMS_NOW])
    return correction(net, sums[SUMS_NOW], clipped)


def judge_turns(
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
    """Value each whole turn, a row of codes, by the corrected evaluation of what it leaves."""
    seat, world = state[SEAT], space[WORLD]
    is_last = turns_left_of(table, state, seat_base(seat)) <= 1
    for index in range(len(turns)):
        for word in range(STATE_WORDS):
            world[word] = state[word]
        make_move(table, world, turns[index])
        values[index] = value_of(table, world, weights, seat, terms)
        if not is_last:
            values[index] += _correct(table, world, seat, net, space, sums, clipped, index > 0)


def judge_states(
    table: Words, states: Rows, seats: Words, net: Rows, space: Rows, sums: Rows, clipped: Rows, out: Words
) -> None:
    """Write the corrections for one seat of each state, each computed from the one before by what has changed."""
    for index in range(len(seats)):
        now, before = SEEN_BEFORE + index % 2, SEEN_NOW - index % 2
        sums_now, sums_before = sums[SUMS_BEFORE + index % 2], sums[SUMS_NOW - index % 2]
        look(table, states[index], seats[index], space[now])
        if index == 0:
            begin_sums(net, space[now], sums_now)
        else:
            change_sums(net, space[before], space[now], sums_before, sums_now)
        out[index] = correction(net, sums_now, clipped)
