"""Turns of one view compared: played out often under the same luck, so that the difference has an error.

Points count, not the chance to win: that hardly changes any more where a game is as good as lost, or won, and a
beginner can learn from its turns all the same.
"""

import math
import secrets
from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind, Stage, Trial
from sanssouci.study.judging import Codes, rows_of

_ROUNDS: Final = 8  # that a comparison looks ahead
_BATCH: Final = 10  # samples; the batches show the error


def gain(view: View, played: Move, other: Move, *, samples: int, seed: int | None = None) -> tuple[float, float]:
    """By how many points another turn is better than the one played, and the standard error."""
    ahead = leads(view, [codes_of(view, move) for move in (played, other)], samples=samples, seed=seed)
    return mean_with_error(ahead[:, 1] - ahead[:, 0])


def leads(view: View, turns: list[Codes], *, samples: int, seed: int | None = None) -> npt.NDArray[np.float64]:
    """The mean lead after each turn, in each batch of samples."""
    trial = Trial(Mind(KINGS_EXPERIENCE), view, rows_of(turns), Stage(len(turns), _ROUNDS), _seed(seed))
    every = list(range(len(turns)))
    sums = []  # of all samples so far
    for done in range(_BATCH, samples + 1, _BATCH):
        trial.sample(every, _BATCH)
        sums.append([done * trial.candidate(index, 0.0).lead for index in every])
    return np.diff(np.array(sums), axis=0, prepend=0.0) / _BATCH


def _seed(seed: int | None) -> int:
    return secrets.randbits(126) if seed is None else seed


def mean_with_error(batches: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean of batches, and its standard error."""
    return float(batches.mean()), float(batches.std(ddof=1)) / math.sqrt(len(batches))


def codes_of(view: View, move: Move) -> Codes:
    """The codes of a legal turn, with -1 where it has none."""
    for row in view.legal_moves.table():
        codes = tuple(int(code) for code in row[:-1])
        if view.move_of(codes) == move:
            return codes
    raise AssertionError(f"{move} is not legal")
