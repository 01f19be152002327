"""All reading and writing of the database, one transaction per method.

Every transaction that writes begins with a write, so that SQLite never has to turn a reader into a writer. Every change
to a table, its seats or its chat makes the table's version one higher (`touch`): by that number alone another process
notices it, and a move that was checked before it is not written after it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sanssouci.server.messages import ChatLine
from sanssouci.server.storage.acquaintance import members_of, met
from sanssouci.server.storage.appending import Change, open_appender
from sanssouci.server.storage.changing import (
    RacedError,
    insert_table,
    is_unfinished,
    occupy,
    row_after,
    touch,
    written,
)
from sanssouci.server.storage.database import open_light
from sanssouci.server.storage.listing import ORDER, shown
from sanssouci.server.storage.outage import Outage
from sanssouci.server.storage.rows import UNFINISHED, Options, TableRow, read_options, read_table
from sanssouci.server.storage.schema import NEXT_VERSION, chat, hidden, keys, leases, log, seats, snapshots, tables
from sanssouci.server.table import LogEntry, Table

CHAT_LINES: Final = 200  # that somebody who comes is sent
_LISTED = 100
SNAPSHOT_EVERY: Final = 100  # entries of a log: more than a game without undo has
_IDS: Final = 500  # in one query

_AT: Final = and_(seats.c.table_id == bindparam("at_table"), seats.c.seat == bindparam("at_seat"))
_ONLINE: Final = update(seats).where(_AT).values(online_until=bindparam("until"))
_DRAFT: Final = update(seats).where(_AT, seats.c.holder == bindparam("of")).values(draft=bindparam("text"))


class Store:
    """The database of a server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        turn = asyncio.Lock()
        self._turn: AbstractAsyncContextManager[Any] = turn if engine.dialect.name == "sqlite" else nullcontext()
        self._log = open_appender(engine, turn)
        self._light = open_light(engine)
        self.outage = Outage()

    async def close(self) -> None:
        """Finish writing, and give all connections back."""
        await self._log.close()
        await self._light.dispose()
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. SQLite has one writer: the others wait here, in order, and not at its file."""
        async with self._turn, self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _noting(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that need not survive a power cut, so nobody waits for the disk."""
        async with self._turn, self._light.begin() as connection:
            if self._light.dialect.name != "sqlite":
                await connection.execute(text("SET LOCAL synchronous_commit TO OFF"))
            yield connection

    # ── tables ─────────────────────────────────────────────────────────────────────────────────────

    async def add_table(self, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> None:
        """Store a new table with its seats and the hashes of its keys."""
        async with self.writing() as connection:
            await insert_table(connection, row, key_hashes)

    async def add_rematch(self, old: str, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> str:
        """Store the rematch of a table, unless it has one already; returns the id of that game's table."""
        async with self.writing() as connection:
            claim = (
                update(tables)
                .where(tables.c.id == old, tables.c.rematch.is_(None))
                .values(rematch=row.id, **NEXT_VERSION)
            )
            if (await connection.execute(claim)).rowcount == 1:
                await insert_table(connection, row, key_hashes)
                return row.id
            found: str = (await connection.execute(select(tables.c.rematch).where(tables.c.id == old))).scalar_one()
            return found

    async def table(self, table_id: str) -> TableRow | None:
        """A table with its seats."""
        found = await self._tables(tables.c.id == table_id)
        return found[0] if found else None

    async def lobby(self, *, waiting_since: float, running_since: float) -> list[TableRow]:
        """The tables that are open to anyone, to friends or in a salon: open ones, and games to watch."""
        conditions = shown(waiting_since=waiting_since, running_since=running_since)
        return [row for condition in conditions for row in await self._tables(condition, order=ORDER)]

    async def tables_of(
        self, holder: str, *, most: int = _LISTED, before: float | None = None, begun: bool = False
    ) -> list[TableRow]:
        """The latest tables where somebody holds a seat or has left one, or that they opened, and that they keep."""
        held = select(seats.c.table_id).where(or_(seats.c.holder == holder, seats.c.left_by == holder))
        deleted = exists().where(hidden.c.holder == holder, hidden.c.table_id == tables.c.id)
        taught = tables.c.options.contains('"start":"')  # lessons have a list of their own
        wanted = [or_(tables.c.host == holder, tables.c.id.in_(held)), ~deleted, ~taught]
        wanted += [] if before is None else [tables.c.changed < before]
        wanted += [or_(tables.c.ply >= 0, tables.c.status == "waiting")] if begun else []
        return await self._tables(and_(*wanted), most)

    async def left_to_computers(self, now: float, *, since: float, quiet_for: float) -> list[str]:
        """The tables changed since a time where it is a computer's turn, but no process thinks, and all is quiet."""
        at_turn = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_move)
        moves_itself = or_(seats.c.kind == "computer", seats.c.replaced)
        leased = exists().where(leases.c.table_id == tables.c.id, leases.c.until > now)
        quiet = and_(tables.c.changed.between(since, now - quiet_for), ~leased)
        query = select(tables.c.id).join(seats, at_turn).where(tables.c.status == "running", moves_itself, quiet)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def waiting_and_full(self) -> list[str]:
        """The tables whose game could begin."""
        is_open = and_(seats.c.table_id == tables.c.id, seats.c.holder.is_(None), seats.c.kind != "computer")
        query = select(tables.c.id).where(tables.c.status == "waiting", ~exists().where(is_open))
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def count_unfinished(self, host: str, *, since: float) -> tuple[int, int]:
        """How many tables changed since a time are neither over nor abandoned: a host's, and everybody's."""
        unfinished = and_(is_unfinished, tables.c.changed > since)
        async with self.engine.connect() as connection:
            own = await connection.scalar(select(func.count()).where(tables.c.host == host, unfinished))
            every = await connection.scalar(select(func.count()).select_from(tables).where(unfinished))
        return own or 0, every or 0

    async def _tables(
        self, condition: Any, most: int = _LISTED, *, order: tuple[Any, ...] = (tables.c.changed.desc(),)
    ) -> list[TableRow]:
        query = select(tables).where(condition).order_by(*order).limit(most)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            ids = [row.id for row in rows]
            found = (await connection.execute(select(seats).where(seats.c.table_id.in_(ids)))).all()
            hosts = {row.host for row in rows if row.audience == "friends" and row.status in UNFINISHED}
            salons = {row.id: read_options(row.options).salon for row in rows if row.audience == "salon"}
            friends = await met(connection, hosts)
            circles = await members_of(connection, {salon for salon in salons.values() if salon})
        by_table: dict[str, list[Any]] = {table_id: [] for table_id in ids}
        for seat in found:
            by_table[seat.table_id].append(seat)
        nobody: frozenset[str] = frozenset()
        known = {row.id: friends.get(row.host, nobody) if row.audience == "friends" else nobody for row in rows}
        known |= {table_id: circles.get(salon or "", nobody) for table_id, salon in salons.items()}
        return [read_table(row, by_table[row.id], known[row.id]) for row in rows]

    async def met(self, holder: str) -> frozenset[str]:
        """Those with whom somebody has played before."""
        async with self.engine.connect() as connection:
            return (await met(connection, {holder}))[holder]

    async def members(self, salon: str) -> frozenset[str]:
        """Those in a salon."""
        async with self.engine.connect() as connection:
            return (await members_of(connection, {salon}))[salon]

    async def abandon(self, row: TableRow) -> bool:
        """Close a table whose game will not be finished, unless it has changed in the meantime."""
        same = and_(tables.c.id == row.id, tables.c.version == row.version)
        values = {"status": "abandoned", "changed": time.time(), **NEXT_VERSION}
        return await self._changed(update(tables).where(same).values(values))

    async def lapse(self, before: float, *, unplayed: float) -> None:
        """Close the tables that have been waiting for players since before a time, or for a first move by a person."""
        of_person = and_(seats.c.table_id == log.c.table_id, seats.c.seat == log.c.seat, seats.c.kind != "computer")
        moved = select(log.c.ply).join(seats, of_person).where(log.c.table_id == tables.c.id, log.c.kind == "move")
        waits = and_(tables.c.status == "waiting", tables.c.changed < before)
        is_timed = tables.c.due.is_not(None)  # those who have days for a move may take them
        is_unplayed = and_(tables.c.status == "running", tables.c.changed < unplayed, ~moved.exists(), ~is_timed)
        where = or_(waits, is_unplayed)
        await self._changed(update(tables).where(where).values(status="abandoned", **NEXT_VERSION))

    # ── seats and keys ─────────────────────────────────────────────────────────────────────────────

    async def take_open_seat(self, table_id: str, seat: int, holder: str, **values: Any) -> bool:
        """Seat somebody, unless somebody else was quicker; this voids the keys of the seat."""
        try:
            async with self.writing() as connection:
                await occupy(connection, table_id, seat, holder, **values)
        except RacedError:
            return False
        return True

    async def use_key(self, key_hash: str, table_id: str, holder: str, name: str | None) -> int | None:
        """Seat somebody with a key, which is used up; returns the seat, or None if the key is not valid."""
        used = delete(keys).where(keys.c.hash == key_hash, keys.c.table_id == table_id).returning(keys.c.seat)
        try:
            async with self.writing() as connection:
                await touch(connection, table_id, is_unfinished)
                seat: int | None = (await connection.execute(used)).scalar_one_or_none()
                if seat is None:
                    raise RacedError
                await occupy(connection, table_id, seat, holder, name=name or "")
        except RacedError:
            return None
        return seat

    async def seat_of_key(self, key_hash: str, table_id: str) -> int | None:
        """The seat that a key opens; None if it is not valid."""
        query = select(keys.c.seat).where(keys.c.hash == key_hash, keys.c.table_id == table_id)
        async with self.engine.connect() as connection:
            seat: int | None = (await connection.execute(query)).scalar_one_or_none()
        return seat

    async def set_key(self, table_id: str, seat: int, key_hash: str) -> bool:
        """Store the only key to a seat, if nobody holds it; earlier keys become void."""
        where = and_(seats.c.table_id == table_id, seats.c.seat == seat, seats.c.kind != "computer")
        async with self.writing() as connection:
            # This update changes nothing but takes the lock: nobody can take the seat until the key is stored.
            same = update(seats).where(where, seats.c.holder.is_(None)).values(acted=seats.c.acted)
            if (await connection.execute(same)).rowcount != 1:
                return False
            await connection.execute(delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat))
            await connection.execute(insert(keys).values(hash=key_hash, table_id=table_id, seat=seat))
            return True

    async def drop_keys(self, table_id: str, seat: int) -> None:
        """Void the keys of a seat."""
        await self._changed(delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat))

    async def change_host(self, row: TableRow, host: str) -> bool:
        """Give a table another host, unless it has changed in the meantime."""
        same = update(tables).where(tables.c.id == row.id, tables.c.version == row.version)
        return await self._changed(same.values(host=host, changed=time.time(), **NEXT_VERSION))

    async def change_seat(self, row: TableRow, seat: int, *, options: Options | None = None, **values: Any) -> bool:
        """Change a seat of a table, perhaps with the table's options, unless it has changed in the meantime."""
        where = and_(seats.c.table_id == row.id, seats.c.seat == seat)
        try:
            async with self.writing() as connection:
                more = {} if options is None else {"options": written(options)}
                await touch(connection, row.id, tables.c.version == row.version, **more)
                await connection.execute(update(seats).where(where).values(**values))
        except RacedError:
            return False
        return True

    async def forget_draft(self, table_id: str, seat: int) -> None:
        """Delete the draft of a seat."""
        where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
        await self._changed(update(seats).where(where).values(draft=None))

    async def note_presence(self, until: Mapping[tuple[str, int], float]) -> dict[str, int]:
        """Note until when some seats count as online, now that somebody has come or gone; returns tables' versions."""
        ids = sorted({table_id for table_id, _ in until})
        versions: dict[str, int] = {}
        async with self._noting() as connection:
            for start in range(0, len(ids), _IDS):
                some = update(tables).where(tables.c.id.in_(ids[start : start + _IDS])).values(**NEXT_VERSION)
                found = await connection.execute(some.returning(tables.c.id, tables.c.version))
                versions |= {row.id: row.version for row in found.all()}
            await connection.execute(_ONLINE, [_at(held) | {"until": until[held]} for held in sorted(until)])
        return versions

    async def stay_online(self, held: Iterable[tuple[str, int]], until: float) -> None:
        """Note that the players of some seats are still online."""
        async with self._noting() as connection:
            await connection.execute(_ONLINE, [_at(each) | {"until": until} for each in sorted(held)])

    async def keep_drafts(self, drafts: Mapping[tuple[str, int], tuple[str, str]]) -> None:
        """Store the drafts of some seats, each provided that its holder still holds the seat."""
        kept = [_at(seat) | {"of": drafts[seat][0], "text": drafts[seat][1]} for seat in sorted(drafts)]
        async with self._noting() as connection:
            await connection.execute(_DRAFT, kept)

    # ── the log ────────────────────────────────────────────────────────────────────────────────────

    async def append(self, row: TableRow, entry: LogEntry, after: Table) -> TableRow | None:
        """Append an entry that leads to a table, and return its row; None if the row has changed in the meantime."""
        at = time.time()
        found = row_after(row, entry, after, at)
        is_due = entry.ply > 0 and entry.ply % SNAPSHOT_EVERY == 0
        change = Change(
            table_id=row.id,
            version=row.version,
            ply=found.ply,
            first=found.first,
            to_move=found.to_move,
            undone=found.undone,
            status=found.status,
            at=at,
            kind=entry.kind,
            seat=entry.seat,
            body=entry.body,
            snapshot=after.snapshot() if is_due else None,
            due=found.due,
            bank=None if entry.seat is None else found.seats[entry.seat].bank,
            acted=None if entry.seat is None else found.seats[entry.seat].acted,
        )
        return found if await self._log.append(change) else None

    async def entries(self, table_id: str, after: int) -> list[LogEntry]:
        """The entries of a log after a ply."""
        columns = (log.c.ply, log.c.kind, log.c.seat, log.c.body)
        query = select(*columns).where(log.c.table_id == table_id, log.c.ply > after).order_by(log.c.ply)
        async with self.engine.connect() as connection:
            return [LogEntry(*row) for row in (await connection.execute(query)).all()]

    async def next_entries(self, table_id: str, after: int) -> list[tuple[LogEntry, float]]:
        """The same for those who wait for one entry, each with its time."""
        return [(LogEntry(*row[:4]), row[4]) for row in await self._log.read(table_id, after)]

    async def snapshot(self, table_id: str) -> str | None:
        """The last snapshot of a log, if it has one."""
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(
                select(snapshots.c.body).where(snapshots.c.table_id == table_id)
            )
        return found

    async def keep_snapshot(self, table_id: str, ply: int, body: str) -> None:
        """Store the first snapshot of a log that has grown long without one."""
        try:
            async with self.writing() as connection:
                await connection.execute(insert(snapshots).values(table_id=table_id, ply=ply, body=body))
        except IntegrityError:
            pass  # another process has stored one

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """The versions of some tables."""
        return await self._log.versions(ids)

    # ── chat ───────────────────────────────────────────────────────────────────────────────────────

    async def say(self, table_id: str, seat: int, name: str, text: str, key: str | None = None, *, most: int) -> bool:
        """Store a line of the chat, whose last ones are kept; False if the line with this key is there already."""
        values = {"table_id": table_id, "seat": seat, "name": name, "text": text, "key": key, "at": time.time()}
        lines = select(chat.c.number).where(chat.c.table_id == table_id).order_by(chat.c.number.desc())
        too_old = chat.c.number <= lines.offset(most).limit(1).scalar_subquery()
        try:
            async with self.writing() as connection:
                # This update also takes the lock: a table's lines are stored in the order of their numbers.
                await connection.execute(update(tables).where(tables.c.id == table_id).values(**NEXT_VERSION))
                await connection.execute(insert(chat).values(**values))
                await connection.execute(delete(chat).where(chat.c.table_id == table_id, too_old))
        except IntegrityError:
            return False
        return True

    async def said(self, table_id: str, after: int = 0) -> list[ChatLine]:
        """The last lines of the chat, only those after a number."""
        query = select(chat).where(chat.c.table_id == table_id, chat.c.number > after)
        query = query.order_by(chat.c.number.desc()).limit(CHAT_LINES)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            ChatLine(number=row.number, seat=row.seat, name=row.name, text=row.text, at=row.at)
            for row in reversed(rows)
        ]

    # ── leases ─────────────────────────────────────────────────────────────────────────────────────

    async def lease(self, table_id: str, owner: str, seconds: float) -> bool:
        """Take the right to think for the computers of a table, unless another process has it."""
        now = time.time()
        free = or_(leases.c.owner == owner, leases.c.until < now)
        renew = update(leases).where(leases.c.table_id == table_id, free).values(owner=owner, until=now + seconds)
        try:
            async with self.writing() as connection:
                if (await connection.execute(renew)).rowcount == 1:
                    return True
                await connection.execute(insert(leases).values(table_id=table_id, owner=owner, until=now + seconds))
        except IntegrityError:
            return False
        return True

    async def release(self, table_id: str, owner: str) -> None:
        """Give up the right to think."""
        await self._changed(delete(leases).where(leases.c.table_id == table_id, leases.c.owner == owner))

    async def _changed(self, statement: Any) -> bool:
        async with self.writing() as connection:
            return bool((await connection.execute(statement)).rowcount == 1)


def _at(seat: tuple[str, int]) -> dict[str, Any]:
    return {"at_table": seat[0], "at_seat": seat[1]}
