"""Where the general rules meet the expansions: each hook is one function that calls the expansions it concerns.

What an expansion does is in its own module. The order of the calls is part of the rules (B5), and the compiler must
see it, so the calls are written out. A hook that no expansion concerns costs nothing.
"""

from collections.abc import Iterator
from typing import Final

from sanssouci.kernel.bits import bit_of, square_of
from sanssouci.kernel.boar import (
    BOAR_SENTENCES,
    boar_faults,
    boar_range,
    boar_reason,
    boar_squares,
    count_boar,
    lay_on_boar,
    move_boar,
    set_up_boar,
)
from sanssouci.kernel.faults import PositionFault
from sanssouci.kernel.layout import (
    BOAR_POINTS,
    BUILT,
    MOVE_BOAR,
    PIECE_CODE,
    POINTS_BOAR,
    POINTS_REWARDS,
    REWARD_POINTS,
    WILD_BOAR,
    Words,
)
from sanssouci.kernel.rewards import lay_on_mark, phase_of_rewards, reward_faults, reward_range

POINTS_WORDS: Final = {"rewards": REWARD_POINTS, "boar": BOAR_POINTS}  # of a seat: points in play by expansion
PIECE_WORDS: Final = {"boar": WILD_BOAR}  # of a seat: the square of an expansion's piece as a bitboard, 0 without
STEP_PHASES: Final = {"boar": MOVE_BOAR}  # in which its piece goes to a square


def set_up_seat(table: Words, state: Words, base: int) -> None:
    """Prepare a seat in play, before anything is dealt."""
    set_up_boar(table, state, base)


def phase_after_missions(state: Words) -> int:
    """The phase of the set-up that follows the missions."""
    return phase_of_rewards(state)


def lay_tile(table: Words, state: Words, base: int, bit: int, gardener: int, score: int) -> None:
    """Apply the effects of a tile just laid: first its reward counts, then the boar moves (B5)."""
    lay_on_mark(table, state, base, bit, gardener, score)
    lay_on_boar(table, state, base, bit)


def points_won(state: Words, base: int) -> int:
    """The points in play that expansions have brought a seat."""
    return state[base + REWARD_POINTS] + state[base + BOAR_POINTS]


def write_points(state: Words, base: int, out: Words) -> None:
    """Write these points by source into a row of results."""
    out[POINTS_REWARDS] = state[base + REWARD_POINTS]
    out[POINTS_BOAR] = state[base + BOAR_POINTS]


def count_end(table: Words, state: Words, base: int, out: Words, total: int) -> int:
    """Book what expansions win or cost at the end, after everything else, and return the new total."""
    return count_boar(table, state, base, out, total)


# ── a step of its own, between laying the tile and the walk ───────────────────────────────────────────


def is_own_step(phase: int) -> bool:
    """Whether a phase is the step of an expansion, in which a piece goes to a square."""
    return phase == MOVE_BOAR


def step_squares(table: Words, state: Words, base: int) -> int:
    """The squares to which the piece may go."""
    return boar_squares(table, state[base + BUILT], state[base + WILD_BOAR])


def step_code(bit: int) -> int:
    """The code of the piece's move to a square."""
    return PIECE_CODE + square_of(bit)


def take_step(state: Words, code: int) -> None:
    """Move the piece."""
    move_boar(state, bit_of(code - PIECE_CODE))


# ── never compiled ────────────────────────────────────────────────────────────────────────────────────

STEP_SENTENCES: Final = {**BOAR_SENTENCES}  # what the keys of `step_reason` mean


def step_reason(phase: int, code: int) -> tuple[str, str] | None:
    """Why an expansion forbids a code in this phase, as a rule's number and a key; None if it is not its concern."""
    return boar_reason(phase, code)


def expansion_faults(table: Words, state: Words, base: int, laid: int) -> Iterator[PositionFault]:
    """The faults of a seat's part of the expansions; `laid` is the set of squares on which tiles lie."""
    yield from reward_faults(table, state, base, laid)
    yield from boar_faults(table, state, base, laid)


def expansion_ranges(table: Words, state: Words, base: int, laid: int) -> dict[str, tuple[int, int]]:
    """The least and the most points in play that each expansion can have brought a seat."""
    return {
        "rewards": reward_range(table, state, base, laid),
        "boar": boar_range(table, state, base, laid),
    }
