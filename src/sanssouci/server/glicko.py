"""Glicko-2, Mark Glickman's rating system: what somebody's results say about their strength, and how surely.

The formulas are those of the package `glicko2-py`; the example of the paper (glicko.net/glicko/glicko2.pdf) is a test.
A game is a rating period of its own; a game of several people counts as a result against each of the others.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

_TAU: Final = 0.5  # how much volatility may change
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
        phi = math.hypot(rd_to_phi(self.deviation), self.volatility * math.sqrt(periods))
        return self._replace(deviation=min(_WIDEST, phi_to_rd(phi)))


def after(own: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """Somebody's strength after results against others: 1 for a victory, 0.5 for a tie, 0 for a defeat."""
    if not results:
        return own
    met = [(rating_to_mu(other.rating), rd_to_phi(other.deviation), score) for other, score in results]
    new = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, met, tau=_TAU)
    return Strength(mu_to_rating(new.mu), min(_WIDEST, phi_to_rd(new.phi)), new.sigma)
