"""How often something may be asked for: one token bucket per asker."""

import time
from collections import OrderedDict
from typing import Final

_MOST: Final = 10_000  # askers remembered


class Rate:
    """Allows `burst` requests at once and `per_second` in the long run, for each asker."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self._per_second, self._burst = rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # asker -> tokens left, and as of when

    def allows(self, asker: str = "") -> bool:
        """Whether one more request is allowed now; if so, it is counted."""
        now = time.monotonic()
        tokens, last = self._buckets.pop(asker, (self._burst, now))
        tokens = min(self._burst, tokens + (now - last) * self._per_second)
        allowed = tokens >= 1
        self._buckets[asker] = (tokens - 1 if allowed else tokens, now)
        while len(self._buckets) > _MOST:
            self._buckets.popitem(last=False)
        return allowed
