"""All reading and writing about people, their devices and passkeys, one transaction per method."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.glicko import Strength
from sanssouci.server.storage.changing import is_unfinished
from sanssouci.server.storage.pushes import forget_pushes, move_pushes
from sanssouci.server.storage.puzzles import forget_puzzles, move_puzzles
from sanssouci.server.storage.salons import forget_members, move_members
from sanssouci.server.storage.same_luck import forget_shares, move_shares
from sanssouci.server.storage.schema import (
    boxes,
    chat,
    devices,
    followed,
    hidden,
    keys,
    learning,
    passkeys,
    people,
    reports,
    results,
    sanctions,
    seats,
    studied,
    tables,
    tickets,
    visits,
)
from sanssouci.server.storage.store import Store

_AT_ONCE: Final = 500  # devices in one query
_UNKNOWN: Final = {**Strength()._asdict(), "rated": False, "games": 0}


class DeviceRow(NamedTuple):
    """A device of somebody."""

    hash: str
    label: str
    created: float


class PasskeyRow(NamedTuple):
    """A passkey of somebody."""

    id: str
    person: str
    public_key: str
    signatures: int
    label: str
    created: float
    used: float | None


class PersonRow(NamedTuple):
    """Somebody with an account."""

    id: str
    name: str
    rated: bool
    strength: Strength
    games: int
    devices: tuple[DeviceRow, ...]
    passkeys: tuple[PasskeyRow, ...]


class BothSeatedError(Exception):
    """Two holders that are to become one sit at the same unfinished table."""


class NoPersonError(Exception):
    """One of two accounts that are to become one does not exist any more."""


class PeopleStore:
    """People in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def person_of(self, device: str) -> str | None:
        """The person that a device belongs to."""
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(select(devices.c.person).where(devices.c.hash == device))
        return found

    async def person(self, person: str) -> PersonRow | None:
        """Somebody with their devices and passkeys, the oldest first."""
        owned = select(devices).where(devices.c.person == person).order_by(devices.c.created)
        made = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person))).one_or_none()
            if row is None:
                return None
            found = [DeviceRow(each.hash, each.label, each.created) for each in await connection.execute(owned)]
            kept = [PasskeyRow(**each._mapping) for each in await connection.execute(made)]
        strength = Strength(row.rating, row.deviation, row.volatility)
        return PersonRow(row.id, row.name, row.rated, strength, row.games, tuple(found), tuple(kept))

    async def ratings(self, holders: Sequence[str]) -> dict[str, str]:
        """The ratings of those of some holders who want to be rated and have one."""
        wanted = select(people).where(people.c.id.in_(holders), people.c.rated, people.c.games > 0)
        async with self.engine.connect() as connection:
            found = (await connection.execute(wanted)).all()
        return {row.id: str(Strength(row.rating, row.deviation, row.volatility)) for row in found}

    async def create(self, person: str, name: str) -> None:
        """Store somebody new."""
        async with self._writing() as connection:
            await connection.execute(insert(people).values(id=person, name=name, created=time.time(), **_UNKNOWN))

    async def rename(self, person: str, name: str) -> None:
        """Change somebody's name."""
        async with self._writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(name=name))

    async def wish(self, person: str, *, rated: bool) -> None:
        """Note whether somebody wants to be rated, from the next game on."""
        async with self._writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(rated=rated))

    async def forget(self, person: str) -> list[str]:
        """Delete somebody with all that is known of them; returns the tables that changed, whose games can go on."""
        async with self._writing() as connection:
            return await _forget(connection, person)

    async def merge(self, account: str, person: str) -> list[str]:
        """Make an account part of somebody's; returns the tables that changed."""
        async with self._writing() as connection:
            await connection.execute(delete(tickets).where(tickets.c.person == account))
            await _move_account(connection, account, person)
            changed = await _move(connection, account, person)
            await connection.execute(delete(people).where(people.c.id == account))
        return changed

    async def move(self, old: str, person: str) -> list[str]:
        """Give somebody all that a holder has; returns the tables that changed."""
        async with self._writing() as connection:
            return await _move(connection, old, person)

    # ── devices ────────────────────────────────────────────────────────────────────────────────────

    async def add_device(self, person: str, device: str, label: str, *, with_seats_of: str | None) -> list[str]:
        """Give somebody another device, with all that its holder had; returns the tables that changed."""
        values = {"hash": device, "person": person, "label": label, "created": time.time()}
        async with self._writing() as connection:
            await connection.execute(insert(devices).values(**values))
            return [] if with_seats_of is None else await _move(connection, with_seats_of, person)

    async def owners(self, wanted: Sequence[str]) -> dict[str, str]:
        """Whom some devices belong to, those that belong to somebody."""
        found: dict[str, str] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(wanted), _AT_ONCE):
                some = devices.c.hash.in_(wanted[start : start + _AT_ONCE])
                rows = await connection.execute(select(devices.c.hash, devices.c.person).where(some))
                found |= {row.hash: row.person for row in rows}
        return found

    async def remove_device(self, person: str, device: str) -> None:
        """Take a device away from somebody; whoever uses it is a stranger from then on."""
        async with self._writing() as connection:
            await connection.execute(delete(devices).where(devices.c.person == person, devices.c.hash == device))

    # ── tickets ────────────────────────────────────────────────────────────────────────────────────

    async def add_ticket(self, ticket: str, kind: str, person: str | None, until: float) -> None:
        """Store the hash of a ticket, and forget those that have lapsed."""
        async with self._writing() as connection:
            await connection.execute(delete(tickets).where(tickets.c.until < time.time()))
            await connection.execute(insert(tickets).values(hash=ticket, kind=kind, person=person, until=until))

    async def person_of_ticket(self, ticket: str, kind: str) -> str | None:
        """The person a ticket was made for, as long as it is valid; it can still be used."""
        valid = (tickets.c.hash == ticket, tickets.c.kind == kind, tickets.c.until > time.time())
        async with self.engine.connect() as connection:
            person: str | None = (await connection.execute(select(tickets.c.person).where(*valid))).scalar_one_or_none()
        return person

    async def use_ticket(self, ticket: str, kind: str) -> tuple[bool, str | None]:
        """Use a ticket up: whether it was valid, and the person it was made for."""
        where = (tickets.c.hash == ticket, tickets.c.kind == kind)
        async with self._writing() as connection:
            used = await connection.execute(delete(tickets).where(*where).returning(tickets.c.person, tickets.c.until))
            row = used.one_or_none()
        return (False, None) if row is None or row.until < time.time() else (True, row.person)

    # ── passkeys ───────────────────────────────────────────────────────────────────────────────────

    async def add_passkey(self, **values: Any) -> bool:
        """Store a passkey; False if it is known already."""
        try:
            async with self._writing() as connection:
                await connection.execute(insert(passkeys).values(created=time.time(), **values))
        except IntegrityError:
            return False
        return True

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """A passkey by the id of its credential."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(passkeys).where(passkeys.c.id == passkey))).one_or_none()
        return None if row is None else PasskeyRow(**row._mapping)

    async def use_passkey(self, passkey: str, signatures: int) -> None:
        """Note that a passkey was used."""
        async with self._writing() as connection:
            values = {"signatures": signatures, "used": time.time()}
            await connection.execute(update(passkeys).where(passkeys.c.id == passkey).values(values))

    async def remove_passkey(self, person: str, passkey: str) -> None:
        """Forget a passkey of somebody."""
        async with self._writing() as connection:
            await connection.execute(delete(passkeys).where(passkeys.c.person == person, passkeys.c.id == passkey))


async def _move(connection: AsyncConnection, old: str, person: str) -> list[str]:
    """Give all that a holder had to a person; returns the tables that changed."""
    unfinished = select(tables.c.id).where(is_unfinished)
    theirs = select(seats.c.table_id).where(_has_seen_cards(person))
    both = select(seats.c.table_id).where(_has_seen_cards(old), seats.c.table_id.in_(theirs))
    if (await connection.execute(both.where(seats.c.table_id.in_(unfinished)).limit(1))).first() is not None:
        raise BothSeatedError
    found = select(seats.c.table_id).where(or_(seats.c.holder == old, seats.c.left_by == old)).distinct()
    changed = list((await connection.execute(found)).scalars())
    running = select(tables.c.id).where(tables.c.status == "running")
    kept_out = select(hidden.c.table_id).where(hidden.c.holder == person)
    known_there = and_(
        tables.c.status == "running",
        tables.c.id.in_(select(seats.c.table_id).where(seats.c.known_to.contains(old))),
    )
    for change in (
        update(tables)
        .where(or_(tables.c.host == old, tables.c.id.in_(changed), known_there))
        .values(version=tables.c.version + 1),
        update(tables).where(tables.c.host == old).values(host=person),
        update(seats).where(seats.c.holder == old).values(holder=person),
        update(seats).where(seats.c.left_by == old).values(left_by=person),
        delete(hidden).where(hidden.c.holder == old, hidden.c.table_id.in_(kept_out)),
        update(hidden).where(hidden.c.holder == old).values(holder=person),
        update(learning).where(learning.c.holder == person, learning.c.done.is_(None)).values(done=_done_by(old)),
        delete(learning).where(learning.c.holder == old, learning.c.lesson.in_(_learnt(person))),
        update(learning).where(learning.c.holder == old).values(holder=person),
        update(boxes).where(boxes.c.owner == old).values(owner=person),
        # A game that was begun on both with the same key is two games: the key has done its work.
        update(followed).where(followed.c.holder == old, followed.c.key.in_(_keys_of(person))).values(key=None),
        update(followed).where(followed.c.holder == old).values(holder=person),
        update(seats)
        .where(seats.c.known_to.contains(old), seats.c.table_id.in_(running))
        .values(known_to=func.replace(seats.c.known_to, old, person)),
        # What operators know and have decided: nobody sheds a mute by getting an account.
        update(sanctions).where(sanctions.c.subject == old).values(subject=person),
        update(reports).where(reports.c.subject == old).values(subject=person),
        update(reports).where(reports.c.reporter == old).values(reporter=person),
        delete(visits).where(visits.c.holder == person, visits.c.address.in_(_addresses_of(old))),
        update(visits).where(visits.c.holder == old).values(holder=person),
    ):
        await connection.execute(change)
    await move_puzzles(connection, old, person)
    await move_shares(connection, old, person)
    await move_members(connection, old, person)
    await move_pushes(connection, old, person)
    return changed


def _has_seen_cards(holder: str) -> Any:
    return or_(seats.c.holder == holder, seats.c.left_by == holder, seats.c.known_to.contains(holder))


def _addresses_of(holder: str) -> Any:
    others = visits.alias("others")
    return select(others.c.address).where(others.c.holder == holder)


async def _move_account(connection: AsyncConnection, account: str, person: str) -> None:
    """Make an account part of somebody's: devices, passkeys, ratings. The rating with more games stands."""
    both = select(people).where(people.c.id.in_((account, person))).order_by(people.c.id)
    rows = {row.id: row for row in await connection.execute(both.with_for_update())}
    if len(rows) != 2:
        raise NoPersonError
    theirs, own = rows[account], rows[person]
    known = max(own, theirs, key=lambda row: row.games)  # their own, if both have as many
    values = {name: getattr(known, name) for name in ("rating", "deviation", "volatility", "played")}
    values |= {"games": own.games + theirs.games, "name": own.name or theirs.name, "rated": own.rated or theirs.rated}
    for change in (
        update(people).where(people.c.id == person).values(values),
        update(devices).where(devices.c.person == account).values(person=person),
        update(passkeys).where(passkeys.c.person == account).values(person=person),
        update(results).where(results.c.person == account).values(person=person),
    ):
        await connection.execute(change)


def _learnt(person: str) -> Any:
    """The lessons of which a person's own progress is known, and stays."""
    own = learning.alias()
    return select(own.c.lesson).where(own.c.holder == person)


def _done_by(holder: str) -> Any:
    """When somebody has finished the lesson of a row."""
    theirs = learning.alias()
    return (
        select(theirs.c.done).where(theirs.c.holder == holder, theirs.c.lesson == learning.c.lesson).scalar_subquery()
    )


def _keys_of(person: str) -> Any:
    """The keys with which a person has begun to follow games."""
    own = followed.alias()
    return select(own.c.key).where(own.c.holder == person, own.c.key.is_not(None))


async def _forget(connection: AsyncConnection, person: str) -> list[str]:
    """Delete a person: what they said and were called, their seats, ratings and visits. Reports about them stay."""
    held = select(seats.c.table_id, seats.c.seat).where(
        or_(seats.c.holder == person, and_(seats.c.left_by == person, seats.c.holder.is_(None)))
    )
    theirs = select(seats.c.table_id).where(or_(seats.c.holder == person, seats.c.left_by == person))
    concerned = or_(tables.c.host == person, tables.c.id.in_(theirs))
    at_seat = tuple_(chat.c.table_id, chat.c.seat).in_(held)
    waiting = select(tables.c.id).where(tables.c.status == "waiting")
    nobody = {"holder": None, "name": "", "draft": None, "rating": None, "rating_change": None}
    found = await connection.execute(
        update(tables).where(concerned).values(version=tables.c.version + 1).returning(tables.c.id)
    )
    changed = list(found.scalars())
    for change in (
        update(tables).where(tables.c.host == person, tables.c.status == "waiting").values(status="abandoned"),
        update(tables).where(tables.c.host == person).values(host=""),
        delete(chat).where(at_seat),
        delete(keys).where(tuple_(keys.c.table_id, keys.c.seat).in_(held)),
        delete(studied).where(tuple_(studied.c.table_id, studied.c.seat).in_(held)),
        update(seats).where(seats.c.holder == person, seats.c.table_id.in_(waiting)).values(kind="invited"),
        update(seats).where(seats.c.holder == person).values(nobody),
        update(seats).where(seats.c.left_by == person).values(left_by=None, name=""),
        update(tables).where(tables.c.id.in_(changed), _is_deserted).values(status="abandoned"),
        delete(results).where(results.c.person == person),
        delete(visits).where(visits.c.holder == person),
        delete(hidden).where(hidden.c.holder == person),
        delete(learning).where(learning.c.holder == person),
        delete(boxes).where(boxes.c.owner == person),
        delete(followed).where(followed.c.holder == person),  # with their taps
        delete(tickets).where(tickets.c.person == person),
        delete(people).where(people.c.id == person),  # with devices and passkeys
    ):
        await connection.execute(change)
    await forget_puzzles(connection, person)
    await forget_shares(connection, person)
    await forget_members(connection, person)
    await forget_pushes(connection, person)
    return changed


_somebody = select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.holder.is_not(None))
_is_deserted: Final = and_(is_unfinished, ~_somebody.exists())
