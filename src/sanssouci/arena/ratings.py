"""Ratings on the Elo scale: one number per player, computed from who finished ahead of whom.

The model is that of Bradley and Terry: of two players, the one rated d points higher finishes ahead with probability
1 / (1 + 10^(-d / 400)). Each pair that met is credited with one extra drawn game, so that even a player who won
everything has a finite rating.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.arena.playing import Played
from sanssouci.arena.statistics import REACH, Estimate

Floats = npt.NDArray[np.float64]

_POINTS: Final = 400 / np.log(10)  # Elo points for one unit of log-odds
_STEPS: Final = 100


def comparisons(played: Played, seats: Sequence[int], players: int) -> Floats:
    """Who finished ahead of whom in a game: entry [i, j] counts for player i against j, a tie half for each."""
    table = np.zeros((players, players))
    for one, other in combinations(range(len(seats)), 2):
        if seats[one] != seats[other]:
            first, second = _standing(played, one), _standing(played, other)
            score = 0.5 if first == second else float(first > second)
            table[seats[one], seats[other]] += score
            table[seats[other], seats[one]] += 1 - score
    return table


def _standing(played: Played, seat: int) -> tuple[int, ...]:
    """What decides the place of a seat (E5); after a fault that seat comes last and the others are tied."""
    if played.fault is not None:
        return (int(seat != played.fault.seat),)
    assert played.points is not None
    assert played.gardeners is not None
    return (played.points[seat].total, played.gardeners[seat])


def ratings(blocks: Floats, anchor: int | None = None) -> list[Estimate]:
    """Ratings from comparisons: one table [i, j] per block. The mean of all, or the anchor, is 0.

    The variance can be estimated in two ways. The sandwich estimator looks at how blocks scatter, and so accounts for
    the dependence between the games of a block; it sees no variance where somebody won every game. The curvature of
    the likelihood treats comparisons as independent. We take the greater of the two.
    """
    total = blocks.sum(axis=0)
    total = total + 0.5 * (total + total.T > 0)
    strengths = _fit(total)
    chances = _chances(strengths)
    inverse = np.linalg.inv(_curve(total, chances))
    slopes = (blocks - (blocks + blocks.transpose(0, 2, 1)) * chances).sum(axis=2)
    scatter = slopes.T @ slopes * len(blocks) / max(1, len(blocks) - 1)
    shift = np.eye(len(total))
    shift = shift - (shift.mean(axis=0) if anchor is None else shift[anchor])
    values = _POINTS * shift @ strengths
    variances = [np.diag(shift @ matrix @ shift.T) for matrix in (inverse, inverse @ scatter @ inverse)]
    reach = _POINTS * REACH * np.sqrt(np.maximum(*variances).clip(0))
    return [
        Estimate(value, value - half, value + half) for value, half in zip(values.tolist(), reach.tolist(), strict=True)
    ]


def _chances(strengths: Floats) -> Floats:
    result: Floats = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return result


def _curve(wins: Floats, chances: Floats) -> Floats:
    """The second derivatives of the negative log-likelihood; the last term fixes the mean."""
    bend = (wins + wins.T) * chances * (1 - chances)
    result: Floats = np.diag(bend.sum(axis=1)) - bend + 1 / len(wins)
    return result


def _fit(wins: Floats) -> Floats:
    """The maximum-likelihood strengths, by Newton's method, in units of log-odds with mean 0."""
    strengths = np.zeros(len(wins))
    for _ in range(_STEPS):
        chances = _chances(strengths)
        step = np.linalg.solve(_curve(wins, chances), (wins - (wins + wins.T) * chances).sum(axis=1))
        longest = np.abs(step).max()
        strengths += step / max(1.0, longest)
        if longest < 1e-9:
            break
    result: Floats = strengths - strengths.mean()
    return result
