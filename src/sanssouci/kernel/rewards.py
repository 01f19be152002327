"""The Rewards expansion (C9, W1-W6): a board on every garden, on which squares win or lose points.

Dealing the boards and choosing their sides works as it does for garden boards; both are in setup.py.
"""

from collections.abc import Iterator

from sanssouci.kernel.bits import lowest
from sanssouci.kernel.box_table import COVERED, MARKS, MARKS_OF_SIDE
from sanssouci.kernel.faults import PositionFault
from sanssouci.kernel.layout import (
    BUILT,
    DEAL_CARDS,
    DEAL_REWARDS,
    EXPANSIONS,
    GARDENERS,
    PLAYERS,
    REWARD,
    REWARD_POINTS,
    REWARDS,
    Words,
    seat_base,
)


def phase_of_rewards(state: Words) -> int:
    """What comes after the missions: the reward boards (W1), or the hands."""
    return DEAL_REWARDS if state[EXPANSIONS] & REWARDS else DEAL_CARDS


def lay_reward_boards(table: Words, state: Words) -> None:
    """Lay the reward boards onto the gardens; what they cover must be built again (W2)."""
    for seat in range(state[PLAYERS]):
        base = seat_base(seat)
        state[base + BUILT] &= ~table[COVERED + state[base + REWARD]]


def lay_on_mark(table: Words, state: Words, base: int, bit: int, gardener: int, score: int) -> None:
    """Book what a tile wins or loses through the mark under it."""
    state[base + REWARD_POINTS] += mark_points(table, state, base, bit, gardener, score)


def mark_points(table: Words, state: Words, base: int, bit: int, gardener: int, score: int) -> int:
    """What a tile on a square wins or loses through its reward mark (W3-W5), losing at most `score` (W6)."""
    reward = state[base + REWARD]
    if reward < 0:
        return 0
    return max(table[MARKS + MARKS_OF_SIDE * reward + 2 * bit + gardener], -score)


# ── never compiled ────────────────────────────────────────────────────────────────────────────────────


def reward_faults(table: Words, state: Words, base: int, laid: int) -> Iterator[PositionFault]:
    """The faults of a seat's reward points."""
    least, most = reward_range(table, state, base, laid)
    if not least <= state[base + REWARD_POINTS] <= most:
        yield PositionFault(f"rewards cannot have brought {state[base + REWARD_POINTS]} points")


def reward_range(table: Words, state: Words, base: int, laid: int) -> tuple[int, int]:
    """What rewards can have brought: the marks under the tiles fix it, but for losses cut short (W6)."""
    least = most = 0
    reward = state[base + REWARD]
    while reward >= 0 and laid:
        bit = lowest(laid)
        laid &= laid - 1
        gardener = (state[base + GARDENERS] >> bit) & 1
        points = table[MARKS + MARKS_OF_SIDE * reward + 2 * bit + gardener]
        least, most = least + points, most + max(points, 0)
    return least, most
