"""How many WebSockets an address has open, and how many watch a table, in all processes of a server.

Each process counts its own and tells the others every second about addresses and tables that have many. Such counts
lapse after some seconds, so that the connections of a process that has died do not count for ever.
"""

import time
from collections import Counter
from typing import Final

_TRUSTED: Final = 5.0  # seconds for which the counts of another process hold
_WORTH_TELLING: Final = 0.1  # the share of the limit above which a count is passed on


class Crowd:
    """The WebSockets of all addresses, or the watchers of all tables: each `place` has room for some."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}  # by process: its counts, until when

    def count(self, place: str) -> int:
        """How many there are, as far as this process knows."""
        now = time.monotonic()
        others = sum(counts.get(place, 0) for until, counts in self._elsewhere.values() if until > now)
        return self._here[place] + others

    def has_room(self, place: str) -> bool:
        """Whether there is room for one more."""
        return self.count(place) < self._most

    def arrive(self, place: str) -> None:
        """Count one more."""
        self._here[place] += 1

    def leave(self, place: str) -> None:
        """Count one less."""
        self._here[place] -= 1
        if self._here[place] <= 0:
            del self._here[place]

    @property
    def told(self) -> dict[str, int]:
        """What the other processes should know of."""
        return {place: count for place, count in self._here.items() if count >= self._most * _WORTH_TELLING}

    def hear(self, process: str, counts: dict[str, int]) -> None:
        """Take over what another process has told."""
        now = time.monotonic()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[0] > now and name != process}
        if counts:
            self._elsewhere[process] = (now + _TRUSTED, counts)
