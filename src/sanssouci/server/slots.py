"""A fair queue for a scarce resource: those who ask for a lot do not keep the others waiting."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class FairSlots:
    """A number of slots. Askers take turns; each asker's own requests go in order."""

    def __init__(self, count: int) -> None:
        self._free = self._count = count
        self.waiting = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def held(self) -> int:
        """How many slots are in use."""
        return self._count - self._free

    @asynccontextmanager
    async def slot(self, asker: str) -> AsyncIterator[None]:
        """Hold a slot, after waiting for it."""
        await self._take(asker)
        try:
            yield
        finally:
            self._give()

    async def pass_on(self, asker: str) -> None:
        """Let anyone who is waiting go first: give the slot back, and take one again in turn."""
        if self.waiting:
            self._give()
            await self._take(asker)

    async def _take(self, asker: str) -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        self.waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give()  # our turn had just come
            raise
        finally:
            self.waiting -= 1

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


class Threads:
    """Threads for work that would block the event loop, with a fair slot for each."""

    def __init__(self, count: int, name: str) -> None:
        self.slots = FairSlots(count)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def do(self, asker: str, work: Callable[..., T], *arguments: Any) -> T:
        """Run something when it is the asker's turn."""
        async with self.slots.slot(asker):
            return await self.start(work, *arguments)

    def start(self, work: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run something at once; the caller must hold a slot."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def close(self) -> None:
        """Start no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
