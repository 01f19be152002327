"""What a batch writes, for a single game: the observation of a view, and rewards."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from sanssouci.batches import arrays
from sanssouci.batches.batcher import batcher
from sanssouci.game.errors import SanssouciError
from sanssouci.game.points import Outcome
from sanssouci.game.view import View
from sanssouci.kernel import layout
from sanssouci.vector.batch import RewardKind


def observe(view: View) -> npt.NDArray[np.int8]:
    """The observation of one view as a fresh array: the same numbers that a `Batch` writes."""
    if not isinstance(view, View):
        raise SanssouciError(f"an observation is of a View, like game.view(game.seat), not {type(view).__name__}")
    out: npt.NDArray[np.int8] = np.zeros(arrays.observation_size(view.players), np.int8)
    states, eyes = view.state.copy()[np.newaxis], np.array([view.eyes])
    batcher().observe_games(view.table, states, eyes, np.zeros(layout.STATE_WORDS, np.int64), out[np.newaxis])
    return out


def rewards_of(outcome: Outcome, kind: RewardKind) -> tuple[float, ...]:
    """The reward of each seat at the end of a game, as a `Batch` gives it."""
    return share_out([points.total for points in outcome.points], outcome.winners, kind)


def share_out(totals: Sequence[int], winners: Collection[int], kind: RewardKind) -> tuple[float, ...]:
    """The reward of each seat by the points of all and the seats that have won."""
    if kind == "points":
        return tuple(map(float, totals))
    if kind == "margin":
        others = [[*totals[:seat], *totals[seat + 1 :]] for seat in range(len(totals))]
        return tuple(float(total - max(rest)) for total, rest in zip(totals, others, strict=True))
    share = 1 / len(winners)
    return tuple(share if seat in winners else 0.0 for seat in range(len(totals)))
