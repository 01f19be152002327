"""Getting the compiled rules ready in the background, so that pages answer meanwhile."""

import asyncio
import sys
from typing import Literal

from sanssouci.kernel import engine

_COMPILE = "from sanssouci.kernel.engine import compiled; compiled()"


class Kernel:
    """The rules, ready or not yet.

    Compiling takes about 20 seconds of pure Python work, which would hold everything else up. So it happens in a
    process of its own, which leaves the result in the cache; here it is only loaded.
    """

    def __init__(self) -> None:
        self._ready = asyncio.Event()

    @property
    def state(self) -> Literal["warming", "ready"]:
        """Whether games can be played."""
        return "ready" if self._ready.is_set() else "warming"

    @property
    def is_ready(self) -> bool:
        """Whether games can be played."""
        return self._ready.is_set()

    async def wait(self) -> None:
        """Wait until games can be played."""
        await self._ready.wait()

    async def warm_up(self) -> None:
        """Compile the rules if they are not in the cache, and load them."""
        if not await asyncio.to_thread(engine.is_cached):
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", _COMPILE)
            try:
                await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
        await asyncio.to_thread(engine.engine)
        self._ready.set()
