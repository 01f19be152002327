"""All reading and writing about order in the house: visits, reports, bans, and who did what about them."""

import time
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, delete, distinct, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.server.storage.changing import is_unfinished
from sanssouci.server.storage.schema import audit, chat, people, reports, sanctions, seats, tables, visits
from sanssouci.server.storage.store import Store

_MOST: Final = 200  # rows shown
_LINES: Final = 50  # of the chat, kept with a report


class Sanction(NamedTuple):
    """A ban, or a mute, of a person or an address."""

    id: int
    kind: str  # ban, mute
    subject: str
    until: float | None  # None: for good
    reason: str
    at: float


class ModerationStore:
    """What an operator sees and decides, in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def note_visit(self, holder: str, address: str, name: str) -> None:
        """Note that somebody has opened a table or taken a seat, from an address, under a name."""
        now = time.time()
        where = and_(visits.c.holder == holder, visits.c.address == address)
        values = {"last": now} | ({"name": name} if name else {})
        try:
            async with self._writing() as connection:
                if (await connection.execute(update(visits).where(where).values(values))).rowcount == 0:
                    fresh = {"holder": holder, "address": address, "name": name, "first": now, "last": now}
                    await connection.execute(insert(visits).values(fresh))
        except IntegrityError:
            pass  # another request has just noted it

    async def forget_visits(self, before: float) -> None:
        """Forget where people came from long ago."""
        async with self._writing() as connection:
            await connection.execute(delete(visits).where(visits.c.last < before))

    async def sanctions(self, now: float) -> list[Sanction]:
        """The bans and mutes that hold at a time."""
        holds = or_(sanctions.c.until.is_(None), sanctions.c.until > now)
        async with self.engine.connect() as connection:
            found = await connection.execute(select(sanctions).where(holds).order_by(sanctions.c.id))
            return [Sanction(**row._mapping) for row in found]

    # ── reports ────────────────────────────────────────────────────────────────────────────────────

    async def report(self, table_id: str, **values: Any) -> None:
        """Store a report with what was said at the table last."""
        lines = (await self.said(table_id))[-_LINES:]
        said = "\n".join(f"{line.name or line.seat + 1}: {line.text}" for line in lines)
        async with self._writing() as connection:
            await connection.execute(insert(reports).values(table_id=table_id, at=time.time(), said=said, **values))

    async def reports(self, *, also_done: bool) -> list[Any]:
        """The reports, the latest first."""
        query = select(reports).order_by(reports.c.id.desc()).limit(_MOST)
        if not also_done:
            query = query.where(reports.c.done.is_(None))
        async with self.engine.connect() as connection:
            return list(await connection.execute(query))

    # ── looking around ─────────────────────────────────────────────────────────────────────────────

    async def tables(self, *, status: str | None, holder: str | None) -> list[Any]:
        """Tables with their players' names, those that changed last first."""
        query = select(tables.c.id, tables.c.status, tables.c.changed, tables.c.listed, tables.c.host, tables.c.ply)
        query = query.order_by(tables.c.changed.desc()).limit(_MOST)
        if status is not None:
            query = query.where(tables.c.status == status)
        if holder is not None:
            held = select(seats.c.table_id).where(seats.c.holder == holder)
            query = query.where(or_(tables.c.host == holder, tables.c.id.in_(held)))
        async with self.engine.connect() as connection:
            return list(await connection.execute(query))

    async def seats(self, table_id: str) -> list[Any]:
        """The seats of a table."""
        async with self.engine.connect() as connection:
            found = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            return list(await connection.execute(found))

    async def said(self, table_id: str) -> list[Any]:
        """What was said at a table."""
        async with self.engine.connect() as connection:
            return list(
                await connection.execute(select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number))
            )

    async def people(self, *, name: str | None, address: str | None) -> list[Any]:
        """Those who have come lately, each with the last name, how many addresses, and since when."""
        query = (
            select(
                visits.c.holder,
                func.max(visits.c.name).label("name"),
                func.count(distinct(visits.c.address)).label("addresses"),
                func.min(visits.c.first).label("first"),
                func.max(visits.c.last).label("last"),
                func.max(people.c.id).label("account"),
            )
            .join(people, people.c.id == visits.c.holder, isouter=True)
            .group_by(visits.c.holder)
            .order_by(func.max(visits.c.last).desc())
            .limit(_MOST)
        )
        if name is not None:
            query = query.where(func.lower(visits.c.name).contains(name.lower(), autoescape=True))
        if address is not None:
            query = query.where(visits.c.address == address)
        async with self.engine.connect() as connection:
            return list(await connection.execute(query))

    async def addresses(self, *, holder: str | None) -> list[Any]:
        """The addresses people have come from lately, each with how many people."""
        count = func.count(distinct(visits.c.holder)).label("people")
        query = select(visits.c.address, count, func.max(visits.c.last).label("last")).group_by(visits.c.address)
        query = query.order_by(count.desc(), func.max(visits.c.last).desc()).limit(_MOST)
        if holder is not None:
            query = query.where(visits.c.holder == holder)
        async with self.engine.connect() as connection:
            return list(await connection.execute(query))

    async def holders_like(self, prefix: str) -> list[str]:
        """The people whose id begins with a text: visitors, and those who hold seats."""
        begins = [column.startswith(prefix, autoescape=True) for column in (visits.c.holder, seats.c.holder)]
        query = select(visits.c.holder).where(begins[0]).union(select(seats.c.holder).where(begins[1])).limit(3)
        async with self.engine.connect() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def tables_like(self, prefix: str) -> list[str]:
        """The tables whose id begins with a text."""
        query = select(tables.c.id).where(tables.c.id.startswith(prefix, autoescape=True)).limit(3)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def audited(self) -> list[Any]:
        """What operators have done, the latest first."""
        async with self.engine.connect() as connection:
            return list(await connection.execute(select(audit).order_by(audit.c.id.desc()).limit(_MOST)))

    # ── deciding: each is audited in its own transaction ───────────────────────────────────────────

    async def close_table(self, table_id: str, by: str, reason: str) -> bool:
        """Close an unfinished table; False if its game is already over."""
        where = and_(tables.c.id == table_id, is_unfinished)
        async with self._writing() as connection:
            values = {"status": "abandoned", "changed": time.time(), "rated": None, "version": tables.c.version + 1}
            closed = await connection.execute(update(tables).where(where).values(values))
            if closed.rowcount == 1:
                await connection.execute(_audited(by, "close", table_id, reason))
            return bool(closed.rowcount == 1)

    async def sanction(self, kind: str, subject: str, until: float | None, by: str, reason: str) -> None:
        """Ban or mute a person or an address, instead of what held before."""
        same = and_(sanctions.c.kind == kind, sanctions.c.subject == subject)
        values = {"kind": kind, "subject": subject, "until": until, "reason": reason, "at": time.time()}
        async with self._writing() as connection:
            await connection.execute(delete(sanctions).where(same))
            await connection.execute(insert(sanctions).values(values))
            await connection.execute(_audited(by, kind, subject, reason))

    async def lift(self, kind: str, subject: str, by: str) -> bool:
        """End a ban or a mute; False if there was none."""
        same = and_(sanctions.c.kind == kind, sanctions.c.subject == subject)
        async with self._writing() as connection:
            lifted = await connection.execute(delete(sanctions).where(same))
            if lifted.rowcount:
                await connection.execute(_audited(by, f"un{kind}", subject, ""))
            return bool(lifted.rowcount)

    async def settle(self, report: int, by: str, reason: str) -> bool:
        """Mark a report as dealt with; False if it does not exist, or has been already."""
        where = and_(reports.c.id == report, reports.c.done.is_(None))
        async with self._writing() as connection:
            done = await connection.execute(update(reports).where(where).values(done=time.time()))
            if done.rowcount == 1:
                await connection.execute(_audited(by, "settle", str(report), reason))
            return bool(done.rowcount == 1)


def _audited(by: str, action: str, subject: str, detail: str) -> Any:
    return insert(audit).values(at=time.time(), by=by, action=action, subject=subject, detail=detail)
