"""Computer seats: they move on their own, at the table's pace, off the event loop, in one process at a time."""

import asyncio
import hashlib
import logging
import secrets
import time
from contextlib import suppress
from typing import Final

from sanssouci.game.view import View
from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.levels import DEFAULT_LEVEL, LEVELS, make_player
from sanssouci.server.errors import RefusalError, StaleError
from sanssouci.server.house import House
from sanssouci.server.metrics import THOUGHTS
from sanssouci.server.slots import Threads

logger = logging.getLogger(__name__)

_SAMPLES: Final = 400  # for each move of a computer that everybody meets
LEASE: Final = 5.0  # seconds; renewed while a computer thinks, so a table waits no longer than this for a dead process
DAY: Final = 86_400.0
SWEEP: Final = 2.0  # seconds between searches for tables that another process left behind
RECENT: Final = 60.0  # seconds since the last move: only among these tables is searched that often
TIDY: Final = 30.0  # seconds between searches of all tables, also for games that could begin and tables nobody wants


class Computers:
    """Makes the moves of the computers at all tables."""

    def __init__(self, house: House, thinkers: Threads) -> None:
        self.house = house
        self._thinkers = thinkers
        self._owner = secrets.token_urlsafe(16)
        self._attended: dict[str, asyncio.Task[None]] = {}
        self._thinking: set[str] = set()
        self._again: set[str] = set()
        self._is_closing = False

    def attend(self, table_id: str) -> None:
        """See to a table: if it is a computer's turn there, it will move."""
        if self._is_closing:
            return  # another process will find it
        if table_id in self._attended:
            self._again.add(table_id)
            return
        task = asyncio.get_running_loop().create_task(self._attend(table_id))
        self._attended[table_id] = task

    async def sweep(self) -> None:
        """Look for tables where it is a computer's turn and nobody thinks, at the start and at intervals.

        They are those of a process that has ended. Those of one that runs are leased, or have just changed.
        """
        tidied = -TIDY
        while True:
            now, since = time.time(), time.time() - RECENT
            if time.monotonic() - tidied >= TIDY:
                tidied, since = time.monotonic(), 0.0
                await self.house.begin_waiting()
                await self._close_unwanted()
            for table_id in await self.house.store.left_to_computers(now, since=since, quiet_for=SWEEP):
                self.attend(table_id)
            await asyncio.sleep(SWEEP)

    async def _close_unwanted(self) -> None:
        """Close the tables that wait in vain, so that nobody can fill the server with them."""
        limits, now = self.house.settings.limits, time.time()
        await self.house.store.lapse(now - limits.waiting_days * DAY, unplayed=now - limits.unplayed_days * DAY)

    async def finish(self) -> None:
        """Begin nothing more, and finish the moves that are being thought about."""
        self._is_closing = True
        for table_id, task in self._attended.items():
            if table_id not in self._thinking:
                task.cancel()
        await asyncio.gather(*self._attended.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop all work in progress; other processes, or this one after its next start, think about it afresh."""
        self._is_closing = True
        tasks = list(self._attended.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _attend(self, table_id: str) -> None:
        try:
            while True:
                self._again.discard(table_id)
                moved = await self._move(table_id)
                if self._is_closing or (not moved and table_id not in self._again):
                    return
        except Exception as error:  # the next sweep tries again
            is_gone = isinstance(error, RefusalError) and error.problem.code == "no_table"  # deleted meanwhile
            if not is_gone and not self.house.store.outage.explains(error):
                logger.exception("a computer could not move at a table")
        finally:
            del self._attended[table_id]

    async def _move(self, table_id: str) -> bool:
        """Let a computer make one move; False if it is not a computer's turn."""
        store = self.house.store
        row = await store.table(table_id)
        if row is None or not row.is_computers_turn or row.is_taught:
            return False
        await self.house.kernel.wait_for_players()
        await asyncio.sleep(max(0.0, row.changed + row.options.pace - time.time()))
        async with self._thinkers.slots.slot(self.house.origin(row)):
            if not await store.lease(table_id, self._owner, LEASE):
                return False  # another process is thinking; should it have died, the sweep finds its table
            self._thinking.add(table_id)
            try:
                await self._think(table_id)
            finally:
                self._thinking.discard(table_id)
                await store.release(table_id, self._owner)
        return True

    async def _think(self, table_id: str) -> None:
        row = await self.house.row(table_id)
        table = await self.house.load(row)
        seat = table.to_move
        if not row.is_computers_turn or seat is None or table.game is None or table.ply != row.ply:
            return  # the table has changed in the meantime
        view = table.game.view(seat)
        level = row.seats[seat].level or DEFAULT_LEVEL
        start = time.perf_counter()
        luck = None if row.options.luck is None else luck_of_move(row.seed, table.ply)
        thought = self._thinkers.start(choose, level, view, luck)
        while not (await asyncio.wait([thought], timeout=LEASE / 3))[0]:
            await self.house.store.lease(table_id, self._owner, LEASE)
        THOUGHTS.labels(level).observe(time.perf_counter() - start)
        with suppress(StaleError):
            await self.house.play_for_computer(row, table, thought.result())


def luck_of_move(seed: str, ply: int) -> int:
    """The seed of a computer that everybody meets: it depends only on the luck of the table and on the turn."""
    return int.from_bytes(hashlib.sha256(f"{seed} {ply}".encode()).digest()[:8]) >> 1


def choose(level: str, view: View, luck: int | None = None) -> str:
    """Choose a computer's move: with a luck of its own, the same one whenever it is asked.

    A player that fails is replaced by one that cannot, so that the game goes on.
    """
    try:
        player = LEVELS[level](None) if luck is None else make_player(f"{level}:samples={_SAMPLES}", luck)
        move = player.choose(view)
        if move in view.legal_moves:
            return str(move)
        logger.error("the player %r chose an illegal move", level)
    except Exception:
        logger.exception("the player %r failed", level)
    return str(GreedyPlayer().choose(view))
