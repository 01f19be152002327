"""All reading and writing about time that has run out, one transaction per method."""

import time
from typing import Final

from sqlalchemy import and_, select, update

from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.schema import seats, tables
from sanssouci.server.storage.store import Store

_AT_ONCE: Final = 100


class ClockStore:
    """Clocks in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def overdue(self, now: float) -> list[str]:
        """Some of the tables where a person is to move whose time seems to have run out."""
        at_turn = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_move)
        by_person = and_(seats.c.kind != "computer", ~seats.c.replaced)
        is_due = and_(tables.c.due < now, tables.c.status == "running")
        query = select(tables.c.id).join(seats, at_turn).where(is_due, by_person).limit(_AT_ONCE)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def time_out(self, row: TableRow, level: str) -> bool:
        """Let a computer play for whoever is to move, unless the table has changed in the meantime."""
        same = and_(tables.c.id == row.id, tables.c.version == row.version, tables.c.status == "running")
        claim = update(tables).where(same).values(changed=time.time(), version=tables.c.version + 1)
        at_turn = and_(seats.c.table_id == row.id, seats.c.seat == row.to_move)
        async with self._writing() as connection:
            if (await connection.execute(claim)).rowcount != 1:
                return False
            await connection.execute(update(seats).where(at_turn).values(replaced=True, level=level, bank=0.0))
            return True
