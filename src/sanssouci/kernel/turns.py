"""All whole turns of the seat at hand, each with what it scores at once."""

from typing import Final

from sanssouci.kernel.bits import lowest, square_of
from sanssouci.kernel.choices import allowed_slots
from sanssouci.kernel.expansions import is_own_step, step_code, step_squares, take_step
from sanssouci.kernel.garden import gardener_squares, walk_squares
from sanssouci.kernel.layout import (
    BUILT,
    CARD_CODE,
    DISPLAY,
    GARDENER_CODE,
    HAND,
    HOME,
    PHASE,
    PLACE_GARDENER,
    SEAT,
    SLOT_BITS,
    SLOT_CODE,
    STAND_CODE,
    STATE_WORDS,
    WALK_CODE,
    Rows,
    Words,
    row_of_bit,
    seat_base,
)
from sanssouci.kernel.steps import place_gardener, play_card, score_in_play, take_tile

TURN_WORDS: Final = (
    6  # card, tile, gardener or -1, a step of an expansion or -1, walk or stand (all as codes), points gained
)
SCRATCH_ROWS: Final = 3  # the states that `list_turns` works in


def list_turns(table: Words, state: Words, scratch: Rows, out: Rows) -> int:
    """Write every legal turn as a row of `out`, in the order of the codes, and return the number of turns.

    The state must be at PLAY_CARD. If `out` is too short, only the number is right: ask again with more room.
    """
    base = seat_base(state[SEAT])
    before = score_in_play(state, base)
    count = 0
    cards = state[base + HAND]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        slots = allowed_slots(table, state[DISPLAY], card)
        while slots != 0:
            slot = lowest(slots) // SLOT_BITS
            slots &= slots - 1
            taken = scratch[0]
            _copy(state, taken)
            play_card(taken, card)
            take_tile(table, taken, slot)
            if taken[PHASE] == PLACE_GARDENER:
                squares = gardener_squares(table, taken[base + BUILT], taken[HOME])
                while squares != 0:
                    bit = lowest(squares)
                    squares &= squares - 1
                    laid = scratch[1]
                    _copy(taken, laid)
                    place_gardener(table, laid, bit)
                    code = GARDENER_CODE + square_of(bit)
                    count = _after_laying(table, laid, scratch[2], out, count, card, slot, code, before)
            else:
                count = _after_laying(table, taken, scratch[2], out, count, card, slot, -1, before)
    return count


def _after_laying(
    table: Words,
    laid: Words,
    moved: Words,
    out: Rows,
    count: int,
    card: int,
    slot: int,
    gardener: int,
    before: int,
) -> int:
    """Go through the choices of an expansion's step, if there is one, and through the walks."""
    base = seat_base(laid[SEAT])
    if not is_own_step(laid[PHASE]):
        return _walks(table, laid, out, count, card, slot, gardener, -1, before)
    squares = step_squares(table, laid, base)
    while squares != 0:
        bit = lowest(squares)
        squares &= squares - 1
        _copy(laid, moved)
        step = step_code(bit)
        take_step(moved, step)
        count = _walks(table, moved, out, count, card, slot, gardener, step, before)
    return count


def _walks(
    table: Words,
    state: Words,
    out: Rows,
    count: int,
    card: int,
    slot: int,
    gardener: int,
    step: int,
    before: int,
) -> int:
    """Write a row for each walk, and one for standing still."""
    base = seat_base(state[SEAT])
    gained = score_in_play(state, base) - before
    squares = walk_squares(table, state, base)
    while True:
        walk = STAND_CODE
        row_value = 0
        if squares != 0:
            bit = lowest(squares)
            walk = WALK_CODE + square_of(bit)
            row_value = row_of_bit(bit)
        if count < len(out):
            row = out[count]
            row[0] = CARD_CODE + card
            row[1] = SLOT_CODE + slot
            row[2] = gardener
            row[3] = step
            row[4] = walk
            row[5] = gained + row_value
        count += 1
        if squares == 0:
            return count
        squares &= squares - 1


def _copy(state: Words, out: Words) -> None:
    for word in range(STATE_WORDS):
        out[word] = state[word]
