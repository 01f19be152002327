"""All reading and writing about one's own games, one transaction per method."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, and_, delete, func, insert, or_, select, update

from sanssouci.server.storage.changing import insert_table
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.schema import hidden, log, seats, studied, tables
from sanssouci.server.storage.store import Store
from sanssouci.server.table import LogEntry


class GameStore:
    """One's own games in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def hide(self, table_id: str, holder: str) -> None:
        """Delete a finished game from somebody's list; the last one who had it deletes the game itself."""
        mine = and_(hidden.c.table_id == table_id, hidden.c.holder == holder)
        held = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.holder == holder)
        gone = select(hidden.c.holder).where(hidden.c.table_id == table_id)
        had = and_(seats.c.table_id == table_id, or_(_kept(seats.c.holder, gone), _kept(seats.c.left_by, gone)))
        uncounted = func.coalesce(tables.c.rated, "") == "open"
        is_kept = or_(select(seats.c.seat).where(had).exists(), _kept(tables.c.host, gone), uncounted)
        # This update changes nothing but takes the lock: of two who delete it at once, one is the last.
        same = update(tables).where(tables.c.id == table_id).values(version=tables.c.version)
        async with self._writing() as connection:
            if (await connection.execute(same)).rowcount != 1:
                return  # it is gone
            await connection.execute(delete(hidden).where(mine))
            await connection.execute(delete(studied).where(studied.c.table_id == table_id, studied.c.seat.in_(held)))
            await connection.execute(insert(hidden).values(table_id=table_id, holder=holder))
            await connection.execute(delete(tables).where(tables.c.id == table_id, ~is_kept))

    async def mark_taken(self, table_id: str) -> None:
        """Note that a copy of a game, with its secrets, was taken along."""
        async with self._writing() as connection:
            change = update(tables).where(tables.c.id == table_id)
            await connection.execute(change.values(taken=True, version=tables.c.version + 1))

    async def add_running(self, row: TableRow, entries: Iterable[LogEntry]) -> None:
        """Store a table whose game has begun elsewhere, with its log."""
        rows = [{**entry._asdict(), "table_id": row.id, "at": row.created} for entry in entries]
        async with self._writing() as connection:
            await insert_table(connection, row, [])
            await connection.execute(insert(log), rows)


def _kept(column: Column[Any], gone: Select[Any]) -> ColumnElement[bool]:
    """Whether a column names somebody who has not deleted the game from their list."""
    return and_(column.is_not(None), column != "", column.not_in(gone))
