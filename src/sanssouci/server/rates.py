"""How often something may be asked for: one token bucket per asker, shared between the processes of a server.

Each process counts for itself and tells the others now and then what it has allowed, so that nothing waits for another
process. Whoever spreads requests over several processes gains at most one more burst for each of them, once.
"""

import time
from collections import OrderedDict
from itertools import islice
from typing import Final

from sanssouci.server.settings import Limits

_MOST: Final = 10_000  # askers remembered
_WORTH_TELLING: Final = 0.1  # the share of a burst above which a count is passed on


class Rate:
    """Allows `burst` requests at once and `per_second` in the long run, for each asker."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self._per_second, self._burst = rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # asker -> tokens left, and as of when
        self._used: dict[str, float] = {}  # asker -> tokens since the other processes were told

    def allows(self, asker: str = "", cost: int = 1) -> bool:
        """Whether one more request, which counts as `cost` of them, is allowed now; if so, it is counted."""
        tokens, wanted = self._tokens(asker), min(cost, self._burst)
        allowed = tokens >= wanted
        self._fill(asker, tokens - wanted if allowed else tokens)
        if allowed:
            self._used[asker] = self._used.get(asker, 0.0) + wanted
        return allowed

    def has_room(self, asker: str) -> bool:
        """Whether a request would be allowed now, without counting it."""
        return asker not in self._buckets or self._tokens(asker) >= 1

    def charge(self, asker: str, amount: float) -> None:
        """Count what another process has allowed."""
        self._fill(asker, max(-self._burst, self._tokens(asker) - amount))

    def used(self) -> dict[str, float]:
        """What the other processes should know of: how much some askers have used since the last time."""
        told = {asker: amount for asker, amount in self._used.items() if amount >= self._burst * _WORTH_TELLING}
        # The rest is told once it is worth it, unless the bucket has filled up before.
        self._used = {a: n for a, n in self._used.items() if a not in told and a in self._buckets}
        return told

    def _tokens(self, asker: str) -> float:
        now = time.monotonic()
        tokens, last = self._buckets.get(asker, (self._burst, now))
        return min(self._burst, tokens + (now - last) * self._per_second)

    def _fill(self, asker: str, tokens: float) -> None:
        self._buckets[asker] = (tokens, time.monotonic())
        self._buckets.move_to_end(asker)
        # A full bucket is as good as none: without this, everybody who ever came would be remembered.
        for oldest in [*islice(self._buckets, 2)]:
            if len(self._buckets) > _MOST or self._tokens(oldest) >= self._burst:
                del self._buckets[oldest]


class Rates:
    """All rates of a server, by the names of their limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._rates: dict[str, Rate] = {}

    def of(self, name: str) -> Rate:
        """The rate of a limit."""
        if name not in self._rates:
            self._rates[name] = Rate(getattr(self._limits, name))
        return self._rates[name]

    def used(self) -> dict[str, dict[str, float]]:
        """What the other processes should know of, by limit and asker."""
        return {name: used for name, rate in self._rates.items() if (used := rate.used())}

    def charge(self, used: dict[str, dict[str, float]]) -> None:
        """Count what another process has allowed."""
        for name, askers in used.items():
            if hasattr(self._limits, name):
                for asker, amount in askers.items():
                    self.of(name).charge(asker, amount)
