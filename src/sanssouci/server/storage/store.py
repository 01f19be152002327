"""All reading and writing of the database, one transaction per method.

Every transaction that writes begins with a write, so that SQLite never has to turn a reader into a writer.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, delete, exists, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sanssouci.server.messages import ChatLine, Status
from sanssouci.server.storage.rows import TableRow, may_hold, read_seat, read_table
from sanssouci.server.storage.schema import chat, keys, leases, log, seats, tables
from sanssouci.server.table import LogEntry, Table

UNFINISHED = ("waiting", "running")
_LISTED = 100
_CHAT_LINES = 200


class _RacedError(Exception):
    """Somebody else was quicker; the transaction is rolled back."""


class Store:
    """The database of a server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # ── tables ─────────────────────────────────────────────────────────────────────────────────────

    async def add_table(self, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> None:
        """Store a new table with its seats and the hashes of its keys."""
        async with self.engine.begin() as connection:
            await _insert_table(connection, row, key_hashes)

    async def add_rematch(self, old: str, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> str:
        """Store the return game of a table, unless it has one already; returns the id of that game's table."""
        async with self.engine.begin() as connection:
            claim = update(tables).where(tables.c.id == old, tables.c.rematch.is_(None)).values(rematch=row.id)
            if (await connection.execute(claim)).rowcount == 1:
                await _insert_table(connection, row, key_hashes)
                return row.id
            found: str = (await connection.execute(select(tables.c.rematch).where(tables.c.id == old))).scalar_one()
            return found

    async def table(self, table_id: str) -> TableRow | None:
        """A table with its seats."""
        found = await self._tables(tables.c.id == table_id)
        return found[0] if found else None

    async def lobby(self, *, waiting_since: float, running_since: float) -> list[TableRow]:
        """The latest listed tables: open ones, and games to watch."""
        waiting = and_(tables.c.status == "waiting", tables.c.changed > waiting_since)
        running = and_(tables.c.status == "running", tables.c.changed > running_since)
        return await self._tables(and_(tables.c.listed, or_(waiting, running)))

    async def tables_of(self, holder: str) -> list[TableRow]:
        """The latest tables where somebody holds a seat or has left one, or that they opened."""
        held = select(seats.c.table_id).where(or_(seats.c.holder == holder, seats.c.left_by == holder))
        return await self._tables(or_(tables.c.host == holder, tables.c.id.in_(held)))

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
        unfinished = and_(tables.c.status.in_(UNFINISHED), tables.c.changed > since)
        async with self.engine.connect() as connection:
            own = await connection.scalar(select(func.count()).where(tables.c.host == host, unfinished))
            every = await connection.scalar(select(func.count()).select_from(tables).where(unfinished))
        return own or 0, every or 0

    async def _tables(self, condition: Any) -> list[TableRow]:
        query = select(tables).where(condition).order_by(tables.c.changed.desc()).limit(_LISTED)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            ids = [row.id for row in rows]
            found = (await connection.execute(select(seats).where(seats.c.table_id.in_(ids)))).all()
        by_table: dict[str, list[Any]] = {table_id: [] for table_id in ids}
        for seat in found:
            by_table[seat.table_id].append(seat)
        return [read_table(row, by_table[row.id]) for row in rows]

    async def set_status(self, table_id: str, status: Status, *, only_from: Sequence[Status]) -> bool:
        """Change the status of a table, if it is now one of `only_from`."""
        where = and_(tables.c.id == table_id, tables.c.status.in_(only_from))
        return await self._changed(update(tables).where(where).values(status=status, changed=time.time()))

    async def lapse(self, before: float, *, unplayed: float) -> None:
        """Close the tables that have been waiting for players since before a time, or for a first move by a person."""
        of_person = and_(seats.c.table_id == log.c.table_id, seats.c.seat == log.c.seat, seats.c.kind != "computer")
        moved = select(log.c.ply).join(seats, of_person).where(log.c.table_id == tables.c.id, log.c.kind == "move")
        waits = and_(tables.c.status == "waiting", tables.c.changed < before)
        is_unplayed = and_(tables.c.status == "running", tables.c.changed < unplayed, ~moved.exists())
        where = or_(waits, is_unplayed)
        await self._changed(update(tables).where(where).values(status="abandoned"))

    # ── seats and keys ─────────────────────────────────────────────────────────────────────────────

    async def take_open_seat(self, table_id: str, seat: int, holder: str, **values: Any) -> bool:
        """Seat somebody, unless somebody else was quicker; this voids the keys of the seat."""
        try:
            async with self.engine.begin() as connection:
                await _occupy(connection, table_id, seat, holder, **values)
        except _RacedError:
            return False
        return True

    async def use_key(self, key_hash: str, table_id: str, holder: str, name: str | None) -> int | None:
        """Seat somebody with a key, which is used up; returns the seat, or None if the key is not valid."""
        used = delete(keys).where(keys.c.hash == key_hash, keys.c.table_id == table_id).returning(keys.c.seat)
        try:
            async with self.engine.begin() as connection:
                await _touch(connection, table_id)
                seat: int | None = (await connection.execute(used)).scalar_one_or_none()
                if seat is None:
                    raise _RacedError
                await _occupy(connection, table_id, seat, holder, name=name or "", acted=time.time())
        except _RacedError:
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
        async with self.engine.begin() as connection:
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

    async def change_seat(self, table_id: str, seat: int, *, only_of: str | None = None, **values: Any) -> bool:
        """Change a seat, if `only_of` still holds it."""
        where = [seats.c.table_id == table_id, seats.c.seat == seat]
        if only_of is not None:
            where.append(seats.c.holder == only_of)
        try:
            async with self.engine.begin() as connection:
                if values.keys() & {"holder", "replaced"}:
                    await _touch(connection, table_id)
                if (await connection.execute(update(seats).where(*where).values(**values))).rowcount != 1:
                    raise _RacedError
        except _RacedError:
            return False
        return True

    async def stay_online(self, held: Iterable[tuple[str, int]], until: float) -> None:
        """Note that the players of some seats are online."""
        async with self.engine.begin() as connection:
            for table_id, seat in held:
                where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
                await connection.execute(update(seats).where(where).values(online_until=until))

    # ── the log ────────────────────────────────────────────────────────────────────────────────────

    async def append(self, table_id: str, entry: LogEntry, after: Table, *, by_computer: bool | None = None) -> bool:
        """Append an entry that leads to a table; False if its number is already taken, or the table is closed.

        With `by_computer`, also if the seat has since passed from a computer to its player, or the other way round.
        """
        now = time.time()
        values = {
            "ply": entry.ply,
            "first": after.setup.first,
            "to_move": after.to_move,
            "undone": after.undone,
            "status": "over" if after.is_over else "running",
            "changed": now,
            "moved": now,
        }
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(log).values(table_id=table_id, at=now, **entry._asdict()))
                where = and_(tables.c.id == table_id, tables.c.status.in_(UNFINISHED), tables.c.ply == entry.ply - 1)
                if by_computer is not None:
                    at_seat = and_(seats.c.table_id == table_id, seats.c.seat == entry.seat)
                    is_computer = or_(seats.c.kind == "computer", seats.c.replaced)
                    where = and_(where, exists().where(at_seat, is_computer if by_computer else not_(is_computer)))
                result = await connection.execute(update(tables).where(where).values(**values))
                if result.rowcount != 1:
                    raise _RacedError
                acted = update(seats).where(seats.c.table_id == table_id, seats.c.seat == entry.seat)
                await connection.execute(acted.values(acted=now))
        except (IntegrityError, _RacedError):
            return False
        return True

    async def entries(self, table_id: str, after: int) -> list[LogEntry]:
        """The entries of a log after a ply."""
        columns = (log.c.ply, log.c.kind, log.c.seat, log.c.body)
        query = select(*columns).where(log.c.table_id == table_id, log.c.ply > after).order_by(log.c.ply)
        async with self.engine.connect() as connection:
            return [LogEntry(*row) for row in (await connection.execute(query)).all()]

    # ── chat ───────────────────────────────────────────────────────────────────────────────────────

    async def say(self, table_id: str, seat: int, name: str, text: str) -> None:
        """Store a line of the chat."""
        values = {"table_id": table_id, "seat": seat, "name": name, "text": text, "at": time.time()}
        async with self.engine.begin() as connection:
            # This update changes nothing but takes the lock: a table's lines are stored in the order of their numbers.
            await connection.execute(update(tables).where(tables.c.id == table_id).values(ply=tables.c.ply))
            await connection.execute(insert(chat).values(**values))

    async def said(self, table_id: str, after: int = 0) -> list[ChatLine]:
        """The last lines of the chat, only those after a number."""
        query = select(chat).where(chat.c.table_id == table_id, chat.c.number > after)
        query = query.order_by(chat.c.number.desc()).limit(_CHAT_LINES)
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
            async with self.engine.begin() as connection:
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
        async with self.engine.begin() as connection:
            return bool((await connection.execute(statement)).rowcount == 1)


async def _insert_table(connection: AsyncConnection, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> None:
    fields = {column.name: getattr(row, column.name) for column in tables.c}
    fields["options"] = msgspec.json.encode(row.options).decode()
    await connection.execute(insert(tables).values(**fields))
    for seat in row.seats:
        values = {column.name: getattr(seat, column.name) for column in seats.c if column.name != "table_id"}
        await connection.execute(insert(seats).values(table_id=row.id, **(values | {"known_to": ""})))
    for seat_number, key_hash in key_hashes:
        await connection.execute(insert(keys).values(hash=key_hash, table_id=row.id, seat=seat_number))


async def _occupy(connection: AsyncConnection, table_id: str, seat: int, holder: str, **values: Any) -> None:
    """Give somebody a seat that nobody holds; whether that is fair is asked while nobody else can sit down."""
    await _touch(connection, table_id)
    found = await connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    rows = [read_seat(row) for row in found]
    if rows[seat].kind == "computer" or rows[seat].holder is not None or not may_hold(rows, rows[seat], holder):
        raise _RacedError
    where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
    taken = {"replaced": False, "level": None, "left_by": None, **values, "holder": holder}
    await connection.execute(update(seats).where(where).values(taken))
    await connection.execute(delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat))


async def _touch(connection: AsyncConnection, table_id: str) -> None:
    """Note that a table has changed: always before its seats, so that two transactions never deadlock."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(changed=time.time()))
