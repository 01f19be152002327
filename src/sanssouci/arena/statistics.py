"""Inference from a sample of blocks: an interval for a rate, and a test that stops as soon as it can decide.

The games of a block have the same luck, so they are not independent observations; blocks are. A block's score is the
mean share of the win over its games, between 0 and 1.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log, sqrt
from statistics import NormalDist, fmean
from typing import Final

from sanssouci.game.errors import SanssouciError

CONFIDENCE: Final = 0.95
REACH: Final = 1.959964  # standard errors on each side that give an interval of this confidence


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def rate(scores: Sequence[float]) -> Estimate | None:
    """The mean of block scores with a Wilson interval over blocks; None if there are none.

    Wilson's interval asks which true rates p are compatible with the estimate when its variance is p (1 - p) / n. Here
    the variance of a block is a fraction k of p (1 - p), estimated from the blocks: about 1/2 for two independent
    games, less if common luck makes them complement each other. One extra block with k = 1, the largest possible
    value, keeps small samples and samples without any variation honest. Student's quantile replaces the normal one.
    """
    count = len(scores)
    if not count:
        return None
    mean = fmean(scores)
    spread = sum((score - mean) ** 2 for score in scores)
    even = mean * (1 - mean)
    part = (spread / even + 1) / count if even > 1e-12 else 1.0
    quantile = student(count - 1) if count > 1 else student(1)
    z = quantile**2 * part / count
    middle = (mean + z / 2) / (1 + z)
    half = sqrt(z * (even + z / 4)) / (1 + z)
    return Estimate(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t, by its expansion in 1 / freedom (Abramowitz and Stegun 26.7.5)."""
    if freedom < 3:
        return {1: 12.706, 2: 4.303}[max(freedom, 1)]
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / freedom + terms[1] / freedom**2 + terms[2] / freedom**3


# ── the sequential test ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sequential:
    """A sequential probability ratio test: is the rate `low` or less, or `high` or more?

    Either answer is wrong with a probability of about `error`.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not all(isfinite(value) for value in (self.low, self.high)) or not 0 < self.low < self.high < 1:
            raise SanssouciError(f"a sequential test needs 0 < LOW < HIGH < 1, not {self.low:g} and {self.high:g}")
        if not 0 < self.error < 0.5:
            raise SanssouciError(f"the error rate of a sequential test must be between 0 and 0.5, not {self.error:g}")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio beyond which the test decides (Wald's bounds)."""
        return log((1 - self.error) / self.error)

    def verdict(self, scores: Sequence[float]) -> str | None:
        """`"low"` or `"high"` once the scores decide, else None."""
        ratio = self.ratio(scores)
        return "high" if ratio >= self.bound else "low" if ratio <= -self.bound else None

    def stop(self, scores: Sequence[float], begin: int = 0) -> int | None:
        """The number of scores, in order, after which the test decides; the first `begin` are known not to suffice."""
        for count in range(max(begin + 1, 2), len(scores) + 1):
            if self.verdict(scores[:count]) is not None:
                return count
        return None

    def ratio(self, scores: Sequence[float]) -> float:
        """The generalised log-likelihood ratio of `high` against `low`.

        Which scores a block can have, and how often, is not known. So each hypothesis takes the distribution over the
        observed scores that suits it best among those with its mean (empirical likelihood). Half a block each of 0
        and 1 is added, so that such a distribution always exists; it also makes the test start cautiously.
        """
        counts: Counter[float] = Counter(scores)
        seen: dict[float, float] = {value: float(count) for value, count in counts.items()}
        for value in (0.0, 1.0):
            seen[value] = seen.get(value, 0.0) + 0.5
        weights = sorted(seen.items())
        return _log_likelihood(weights, self.high) - _log_likelihood(weights, self.low)


def _log_likelihood(weights: list[tuple[float, float]], mean: float) -> float:
    """The greatest log-likelihood of weighted scores under distributions with a given mean, up to a constant.

    The best distribution gives a score x the probability w / (1 + t (x - mean)) / sum of w, where t solves
    sum of w (x - mean) / (1 + t (x - mean)) = 0, which falls in t between the two poles.
    """
    below, above = -1 / (1 - mean), 1 / mean  # scores lie from 0 to 1, and both ends carry weight
    for _ in range(80):
        t = (below + above) / 2
        slope = sum(weight * (score - mean) / (1 + t * (score - mean)) for score, weight in weights)
        below, above = (t, above) if slope > 0 else (below, t)
    return -sum(weight * log(1 + t * (score - mean)) for score, weight in weights)
