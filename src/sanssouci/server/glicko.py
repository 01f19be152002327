"""Glicko-2, Mark Glickman's rating system: what somebody's results say about their strength, and how surely.

The steps and names are those of his paper (glicko.net/glicko/glicko2.pdf), whose example is a test. A game is a rating
period of its own; a game of several people counts as a result against each of the others.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

_SCALE: Final = 173.7178
_TAU: Final = 0.5  # how much volatility may change
_CLOSE: Final = 1e-6
_WIDEST: Final = 350.0  # of a deviation: that of somebody unknown
_PERIOD: Final = 7 * 86_400.0  # seconds without a game after which a deviation grows by one step
PROVISIONAL: Final = 110.0  # a rating with a greater deviation is only a guess


class Strength(NamedTuple):
    """A rating, its standard deviation, and how erratic the results are."""

    rating: float = 1500.0
    deviation: float = _WIDEST
    volatility: float = 0.06

    def __str__(self) -> str:
        return f"{self.rating:.0f}{'?' if self.deviation > PROVISIONAL else ''}"

    def rested(self, seconds: float) -> "Strength":
        """The same some time later: the longer ago the last game, the less is known."""
        periods = max(0.0, seconds) / _PERIOD
        phi = math.hypot(self.deviation / _SCALE, self.volatility * math.sqrt(periods))
        return self._replace(deviation=min(_WIDEST, phi * _SCALE))


def after(own: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """Somebody's strength after results against others: 1 for a victory, 0.5 for a tie, 0 for a defeat."""
    if not results:
        return own
    mu, phi = (own.rating - 1500) / _SCALE, own.deviation / _SCALE
    total = precision = 0.0
    for other, score in results:
        g = _g(other.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / _SCALE)))
        precision += g * g * expected * (1 - expected)
        total += g * (score - expected)
    v = 1 / precision
    sigma = _volatility(phi, own.volatility, v, v * total)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Strength(1500 + _SCALE * (mu + phi * phi * total), min(_WIDEST, _SCALE * phi), sigma)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the root of `f`, by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        d = phi * phi + v + e
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / _TAU**2

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
