"""How many WebSockets an address has open, in all processes of a server.

Each process counts for itself and tells the others every second about the addresses that have many. What was told is
forgotten after some seconds, so that the connections of a process that has died do not count for ever.
"""

import time
from collections import Counter
from typing import Final

_TRUSTED: Final = 5.0  # seconds for which the counts of another process hold
_WORTH_TELLING: Final = 0.1  # of what an address may have


class Crowd:
    """The WebSockets of all addresses."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}  # by process: until when it holds, and counts

    def has_room(self, address: str) -> bool:
        """Whether an address may have one more."""
        now = time.monotonic()
        others = sum(counts.get(address, 0) for until, counts in self._elsewhere.values() if until > now)
        return self._here[address] + others < self._most

    def arrive(self, address: str) -> None:
        """Count one more."""
        self._here[address] += 1

    def leave(self, address: str) -> None:
        """Count one less."""
        self._here[address] -= 1
        if self._here[address] <= 0:
            del self._here[address]

    @property
    def told(self) -> dict[str, int]:
        """What the other processes should know of."""
        return {address: count for address, count in self._here.items() if count >= self._most * _WORTH_TELLING}

    def hear(self, process: str, counts: dict[str, int]) -> None:
        """Take over what another process has told."""
        now = time.monotonic()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[0] > now and name != process}
        if counts:
            self._elsewhere[process] = (now + _TRUSTED, counts)
