"""Why a step is illegal, as the number of the rule that forbids it and a short reason.

People ask for reasons now and then, so this never runs compiled. It answers from the same functions that decide
what is legal.
"""

from typing import NamedTuple

from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.box_table import BOARD, COLUMN, FIRST_ROW, ROW
from sanssouci.kernel.choices import is_legal
from sanssouci.kernel.expansions import is_own_step, step_reason
from sanssouci.kernel.garden import connected
from sanssouci.kernel.layout import (
    ACTIONS,
    AHEAD,
    BUILT,
    CARD,
    CARD_CODE,
    FIRST_STRUCTURE_CARD,
    GARDEN_SIDE,
    GARDENER_CODE,
    GARDENERS,
    HOME,
    OVER,
    PHASE,
    PLACE_GARDENER,
    PLAY_CARD,
    SEAT,
    SLOT_CODE,
    SQUARES,
    STRIDE,
    TAKE_TILE,
    WALK_CODE,
    WALK_NOBLE,
    WILD_CARD,
    Words,
    seat_base,
)


class Objection(NamedTuple):
    """A rule's number and what it says about the step, as a key that an interface can put into words."""

    rule: str
    key: str


def why_illegal(table: Words, state: Words, code: int) -> Objection | None:
    """The reason why a decision is illegal now, None if it is legal."""
    if is_legal(table, state, code):
        return None
    phase = state[PHASE]
    if phase == OVER:
        return Objection("E1", "over")
    if not 0 <= code < ACTIONS:
        return Objection("T1", "no decision")
    if phase == PLAY_CARD:
        return Objection("T1", "not in hand") if CARD_CODE <= code < SLOT_CODE else Objection("T1", "card first")
    if phase == TAKE_TILE:
        return _tile(state, code)
    if phase == PLACE_GARDENER:
        return _gardener(table, state, code)
    if is_own_step(phase) or phase == WALK_NOBLE:
        return _after_laying(table, state, code)
    rule = "S1" if phase == GARDEN_SIDE else "W1"
    return Objection(rule, "no such side") if code < CARD_CODE else Objection(rule, "side first")


def _tile(state: Words, code: int) -> Objection:
    if not SLOT_CODE <= code < GARDENER_CODE:
        return Objection("T1", "tile first")
    if state[CARD] < FIRST_STRUCTURE_CARD:
        return Objection("T2", "other colour")
    if state[CARD] != WILD_CARD:
        return Objection("T3", "structure compulsory")
    return Objection("T5", "no such space")


def _gardener(table: Words, state: Words, code: int) -> Objection:
    if not _is_gardener(code):
        return Objection("P2", "gardener needs square")
    built = state[seat_base(state[SEAT]) + BUILT]
    square = 1 << bit_of(code - GARDENER_CODE)
    if not square & table[BOARD]:
        return Objection("C1", "no such square")
    home = state[HOME]
    cross = table[ROW + home // STRIDE] | table[COLUMN + home % STRIDE]
    if square & built:
        return Objection("P2" if cross & ~built else "P3", "square taken")
    assert not square & cross, "a free square of the same row or column is legal"
    return Objection("P2", "other row and column")


def _is_gardener(code: int) -> bool:
    return GARDENER_CODE <= code < GARDENER_CODE + SQUARES


def _after_laying(table: Words, state: Words, code: int) -> Objection:
    if _is_gardener(code):
        return Objection("P4", "not turned by choice")
    found = step_reason(state[PHASE], code)
    return _walk(table, state, code) if found is None else Objection(*found)


def _walk(table: Words, state: Words, code: int) -> Objection:
    base = seat_base(state[SEAT])
    if code < WALK_CODE:
        return Objection("N1", "walk next")
    square = 1 << bit_of(code - WALK_CODE)
    if not square & table[BOARD]:
        return Objection("C1", "no such square")
    if not square & state[base + AHEAD]:
        return Objection("N3", "not further down")
    if square & state[base + GARDENERS]:
        return Objection("N4", "ends on gardener")
    if not square & state[base + BUILT]:
        return Objection("N2", "empty square")
    assert not square & connected(table[FIRST_ROW], state[base + BUILT]), "a connected square is legal"
    return Objection("N2", "no way there")
