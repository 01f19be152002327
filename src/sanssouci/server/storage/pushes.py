"""All reading and writing about reminders by web push, one transaction per method."""

import hashlib
import time
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.rows import read_options
from sanssouci.server.storage.schema import pushes, reminded, seats, tables
from sanssouci.server.storage.store import Store

CORRESPONDENCE = 86_400  # seconds for a turn: from a day on, a game is one by correspondence


class PushRow(NamedTuple):
    """A browser that wants reminders: its address, and the keys with which it alone can read them."""

    endpoint: str
    key: str
    auth: str
    language: str


class Awaited(NamedTuple):
    """Somebody away from a table by correspondence where it is their turn."""

    table_id: str
    ply: int
    seat: int
    holder: str
    due: float
    turn: int  # seconds that they have had for it


class PushStore:
    """Reminders in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def keep(self, holder: str, row: PushRow) -> None:
        """Store somebody's browser, which may have been somebody else's before."""
        values = {"holder": holder, **row._asdict(), "created": time.time()}
        try:
            async with self._writing() as connection:
                await connection.execute(delete(pushes).where(pushes.c.hash == _hash(row.endpoint)))
                await connection.execute(insert(pushes).values(hash=_hash(row.endpoint), **values))
        except IntegrityError:
            pass  # the same request has come twice at once

    async def drop(self, endpoint: str, *, only_of: str | None = None) -> None:
        """Forget a browser; that of somebody only, if they are named."""
        where = [pushes.c.hash == _hash(endpoint)]
        if only_of is not None:
            where.append(pushes.c.holder == only_of)
        async with self._writing() as connection:
            await connection.execute(delete(pushes).where(*where))

    async def count(self, holder: str) -> int:
        """How many of somebody's browsers get reminders."""
        async with self.engine.connect() as connection:
            return await connection.scalar(select(func.count()).where(pushes.c.holder == holder)) or 0

    async def of(self, holder: str) -> list[PushRow]:
        """The browsers of somebody."""
        query = select(pushes.c.endpoint, pushes.c.key, pushes.c.auth, pushes.c.language)
        async with self.engine.connect() as connection:
            return [PushRow(*row) for row in await connection.execute(query.where(pushes.c.holder == holder))]

    async def awaited(self, now: float, *, since: float) -> list[Awaited]:
        """Those who are to move in a game by correspondence, and have been since before a time without being there."""
        at_turn = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_move)
        is_slow = and_(tables.c.status == "running", tables.c.due > now, tables.c.moved < since)
        is_away = and_(~seats.c.replaced, seats.c.online_until < now, seats.c.holder.in_(select(pushes.c.holder)))
        columns = (tables.c.id, tables.c.ply, seats.c.seat, seats.c.holder, tables.c.due, tables.c.options)
        query = select(*columns).join(seats, at_turn).where(is_slow, is_away)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = [(row, read_options(row.options).clock) for row in rows]
        return [
            Awaited(row.id, row.ply, row.seat, row.holder, row.due, clock.turn)
            for row, clock in found
            if clock is not None and clock.turn >= CORRESPONDENCE
        ]

    async def claim(self, table_id: str, ply: int, kind: str) -> bool:
        """Whether nobody has been reminded of this turn in this way before; from now on they have."""
        try:
            async with self._writing() as connection:
                await connection.execute(delete(reminded).where(reminded.c.table_id == table_id, reminded.c.ply < ply))
                await connection.execute(insert(reminded).values(table_id=table_id, ply=ply, kind=kind))
        except IntegrityError:
            return False
        return True


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


async def move_pushes(connection: AsyncConnection, old: str, person: str) -> None:
    """Give a holder's browsers to a person."""
    await connection.execute(update(pushes).where(pushes.c.holder == old).values(holder=person))


async def forget_pushes(connection: AsyncConnection, holder: str) -> Any:
    """Delete somebody's browsers."""
    await connection.execute(delete(pushes).where(pushes.c.holder == holder))
