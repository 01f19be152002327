"""Clocks: a computer plays for anyone whose time has run out, until they come back.

The time left to a seat is kept with it (`TableRow.bank_of`) and changes only with a move, so that neither reloading nor
handing the seat over and back gains anything. All processes look for time that has run out; the table's version decides
which of them acts, and a move that is stored before that was in time.
"""

import asyncio
import time
from typing import Final

from sanssouci.players.levels import DEFAULT_LEVEL
from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.storage.clocks import ClockStore

SWEEP: Final = 1.0  # seconds between searches
GRACE: Final = 5.0  # seconds after a start during which nobody's time runs out: they could not move while it was away


class Clocks:
    """Lets computers play for those whose time has run out."""

    def __init__(self, house: House, store: ClockStore) -> None:
        self.house = house
        self.store = store

    async def watch(self) -> None:
        """Look again and again for those whose time has run out."""
        await self.house.kernel.wait()
        await asyncio.sleep(GRACE)
        while True:
            for table_id in await self.store.overdue(time.time()):
                await self.run_out(table_id)
            await asyncio.sleep(SWEEP)

    async def run_out(self, table_id: str) -> None:
        """Have a computer play for whoever is to move at a table, if their time has run out."""
        try:
            row = await self.house.row(table_id)
        except RefusalError:
            return  # it has been deleted
        if row.runs_out is None or row.runs_out > time.time() or row.to_move is None:
            return
        if await self.store.time_out(row, DEFAULT_LEVEL):
            await self.house.drafts.forget(table_id, row.to_move)
            self.house.changed(table_id, "seats")
