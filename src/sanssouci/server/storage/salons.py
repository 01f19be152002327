"""All reading and writing of salons, one transaction per method."""

import time
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.schema import members, salons
from sanssouci.server.storage.store import Store


class MemberRow(NamedTuple):
    """Somebody in a salon."""

    holder: str
    name: str


class SalonRow(NamedTuple):
    """A salon with its members, the first to join first."""

    id: str
    name: str
    founder: str
    members: tuple[MemberRow, ...]

    def has(self, holder: str | None) -> bool:
        """Whether somebody is a member."""
        return any(member.holder == holder for member in self.members)


class SalonStore:
    """Salons in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def salon(self, salon: str) -> SalonRow | None:
        """A salon by its id."""
        of_salon = select(members.c.holder, members.c.name).where(members.c.salon_id == salon)
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(salons).where(salons.c.id == salon))).one_or_none()
            found = (await connection.execute(of_salon.order_by(members.c.joined))).all()
        if row is None:
            return None
        return SalonRow(row.id, row.name, row.founder, tuple(MemberRow(*each) for each in found))

    async def of(self, holder: str) -> list[tuple[str, str, int]]:
        """The salons that somebody is in: id, name and how many members each has."""
        own = select(members.c.salon_id).where(members.c.holder == holder)
        count = func.count(members.c.holder)
        query = select(salons.c.id, salons.c.name, count).join(members, members.c.salon_id == salons.c.id)
        query = query.where(salons.c.id.in_(own)).group_by(salons.c.id, salons.c.name, salons.c.created)
        async with self.engine.connect() as connection:
            return [(row[0], row[1], row[2]) for row in await connection.execute(query.order_by(salons.c.created))]

    async def found(self, salon: str, name: str, founder: str, called: str) -> None:
        """Store a new salon with its first member."""
        now = time.time()
        async with self._writing() as connection:
            await connection.execute(insert(salons).values(id=salon, name=name, founder=founder, created=now))
            values = {"salon_id": salon, "holder": founder, "name": called, "joined": now}
            await connection.execute(insert(members).values(values))

    async def join(self, salon: str, holder: str, name: str, *, most: int) -> bool:
        """Add a member, or change what a member is called; False if the salon has as many as it may have.

        Nothing happens if the salon has just gone.
        """
        try:
            async with self._writing() as connection:
                known = update(members).where(members.c.salon_id == salon, members.c.holder == holder)
                if (await connection.execute(known.values(name=name))).rowcount == 0:
                    # One after the other, so that the last place is taken once; SQLite has one writer anyway.
                    await connection.execute(select(salons.c.id).where(salons.c.id == salon).with_for_update())
                    count = select(func.count()).select_from(members).where(members.c.salon_id == salon)
                    if (await connection.execute(count)).scalar_one() >= most:
                        return False
                    values = {"salon_id": salon, "holder": holder, "name": name, "joined": time.time()}
                    await connection.execute(insert(members).values(values))
        except IntegrityError:
            pass  # a double click was quicker, or the salon has gone
        return True

    async def leave(self, salon: str, holder: str) -> None:
        """Remove a member; a salon without members is gone."""
        async with self._writing() as connection:
            await connection.execute(delete(members).where(members.c.salon_id == salon, members.c.holder == holder))
            await _close_empty(connection)

    async def close(self, salon: str) -> None:
        """Delete a salon; tables that were opened in it stay."""
        async with self._writing() as connection:
            await connection.execute(delete(members).where(members.c.salon_id == salon))
            await connection.execute(delete(salons).where(salons.c.id == salon))


async def _close_empty(connection: AsyncConnection) -> None:
    peopled = select(members.c.salon_id)
    await connection.execute(delete(salons).where(salons.c.id.not_in(peopled)))


async def move_members(connection: AsyncConnection, old: str, person: str) -> None:
    """Give a holder's places in salons to a person, whose own stay."""
    own = members.alias()
    known = select(own.c.salon_id).where(own.c.holder == person)
    await connection.execute(delete(members).where(members.c.holder == old, members.c.salon_id.in_(known)))
    await connection.execute(update(members).where(members.c.holder == old).values(holder=person))
    await connection.execute(update(salons).where(salons.c.founder == old).values(founder=person))


async def forget_members(connection: AsyncConnection, holder: str) -> None:
    """Take somebody out of all salons."""
    await connection.execute(delete(members).where(members.c.holder == holder))
    await connection.execute(update(salons).where(salons.c.founder == holder).values(founder=""))
    await _close_empty(connection)
