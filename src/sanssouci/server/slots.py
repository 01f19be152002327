"""A fair queue for something scarce: whoever asks for much does not keep the others waiting."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSlots:
    """A number of slots. Askers take turns; each asker's own requests go in order."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, asker: str) -> AsyncIterator[None]:
        """Hold a slot, after waiting for it."""
        await self._take(asker)
        try:
            yield
        finally:
            self._give()

    async def _take(self, asker: str) -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give()  # it was our turn just now
            raise

    def _give(self) -> None:
        while self._waiting:
            asker, turns = self._waiting.popitem(last=False)
            waiting = deque(turn for turn in turns if not turn.done())
            if waiting:
                turn = waiting.popleft()
                if waiting:
                    self._waiting[asker] = waiting  # at the end of the queue
                turn.set_result(None)
                return
        self._free += 1
