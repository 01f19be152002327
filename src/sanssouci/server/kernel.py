"""Getting the compiled rules and players ready in the background, so that pages are served in the meantime."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from typing import Final

from sanssouci.kernel import engine
from sanssouci.kernel.compiling import Family
from sanssouci.server.logs import is_for_machines
from sanssouci.server.messages import KernelState
from sanssouci.thinking import thinker

logger = logging.getLogger(__name__)

_STOPPED: Final = (-signal.SIGINT, -signal.SIGTERM)


class Kernel:
    """The rules and the computer players, compiled or not yet.

    Compiling takes half a minute to a minute of pure Python work, which would hold everything else up. So a separate
    process does it and leaves the result in the cache; this one only loads it.
    """

    def __init__(self) -> None:
        self._rules = asyncio.Event()
        self._players = asyncio.Event()

    @property
    def state(self) -> KernelState:
        """What is still being compiled: the rules, the players, or nothing."""
        if not self._rules.is_set():
            return "warming"
        return "ready" if self._players.is_set() else "players"

    @property
    def is_ready(self) -> bool:
        """Whether games can be played."""
        return self._rules.is_set()

    @property
    def has_players(self) -> bool:
        """Whether computers can think."""
        return self._players.is_set()

    async def wait(self) -> None:
        """Wait until games can be played."""
        await self._rules.wait()

    async def wait_for_players(self) -> None:
        """Wait until computers can think."""
        await self._players.wait()

    async def warm_up(self) -> None:
        """Compile the rules if they are not in the cache, and load them."""
        await _load(engine.RULES, engine.engine)
        self._rules.set()

    async def warm_up_players(self) -> None:
        """Do the same for the computer players."""
        await _load(thinker.PLAYERS, thinker.thinker)
        self._players.set()


async def _load(family: Family, load: Callable[[], object]) -> None:
    command = (sys.executable, "-c", f"from {load.__module__} import compiled; compiled()")
    while not await asyncio.to_thread(family.is_cached):
        told = None  # that process tells people itself
        if is_for_machines():
            told = asyncio.subprocess.PIPE
            logger.info("compiling the %s, which takes about %d seconds", family.name, family.seconds)
        # in a session of its own, so that Ctrl-C reaches this process alone
        process = await asyncio.create_subprocess_exec(*command, stderr=told, start_new_session=True)
        try:
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode not in _STOPPED:
            if process.returncode != 0 and said:
                logger.error("the %s could not be compiled beforehand: %s", family.name, said.decode(errors="replace"))
            break
        await asyncio.sleep(1)  # whoever stopped it is most likely stopping this process too
    await asyncio.to_thread(load)
