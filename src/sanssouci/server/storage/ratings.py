"""All reading and writing of ratings, one transaction per method."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.glicko import Strength
from sanssouci.server.storage.rows import SeatRow, read_seat
from sanssouci.server.storage.schema import NEXT_VERSION, people, results, seats, tables
from sanssouci.server.storage.store import Store

Scores = Mapping[int, Mapping[int, float]]  # by seat: the score against each other seat


class _NotRatedError(Exception):
    """A game does not count; the transaction is rolled back."""


class RatingStore:
    """Ratings in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def begin(self, table_id: str) -> bool:
        """Mark a game that has just begun as rated, if all its seats belong to people who want that."""
        try:
            await self._begin(table_id)
        except _NotRatedError:
            return False
        return True

    async def _begin(self, table_id: str) -> None:
        async with self._writing() as connection:
            claim = update(tables).where(
                tables.c.id == table_id, tables.c.rated.is_(None), tables.c.status == "running"
            )
            if (await connection.execute(claim.values(rated="open", **NEXT_VERSION))).rowcount != 1:
                raise _NotRatedError
            rows = await _seats(connection, table_id)
            holders = {seat.holder for seat in rows if seat.kind != "computer" and seat.holder is not None}
            wanting = select(people).where(people.c.id.in_(holders), people.c.rated)
            found = {row.id: row for row in await connection.execute(wanting)}
            if not len(found) == len(holders) == len(rows):
                raise _NotRatedError
            for seat in rows:
                strength = _strength(found[seat.holder])
                at = and_(seats.c.table_id == table_id, seats.c.seat == seat.seat)
                await connection.execute(update(seats).where(at).values(rating=str(strength)))
                entry = {"table_id": table_id, "seat": seat.seat, "person": seat.holder, "before": strength.rating}
                await connection.execute(insert(results).values(entry))

    async def due(self) -> list[str]:
        """The rated games that have ended and are not counted yet."""
        ended = tables.c.status.in_(("over", "abandoned"))
        async with self.engine.connect() as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.rated == "open", ended))
            return list(found.scalars())

    async def players(self, table_id: str) -> dict[int, str]:
        """Who began a rated game, by seat."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(results.c.seat, results.c.person).where(results.c.table_id == table_id)
            )
            return {row.seat: row.person for row in found}

    async def count(self, table_id: str, scores: Scores, after: Callable[[Strength, Any], Strength]) -> bool:
        """Count the results of a game, once."""
        now = time.time()
        async with self._writing() as connection:
            claim = update(tables).where(tables.c.id == table_id, tables.c.rated == "open")
            if (await connection.execute(claim.values(rated="counted", **NEXT_VERSION))).rowcount != 1:
                return False
            entries = list(await connection.execute(select(results).where(results.c.table_id == table_id)))
            everybody = select(people).where(people.c.id.in_([entry.person for entry in entries]))
            locked = await connection.execute(everybody.order_by(people.c.id).with_for_update())
            before = {row.id: _strength(row, now) for row in locked}
            owner = {entry.seat: entry.person for entry in entries}
            for seat, person in owner.items():
                if person not in before:  # the account is gone
                    continue
                met = scores.get(seat, {})
                found = [(before[owner[other]], score) for other, score in met.items() if owner[other] in before]
                if found:
                    await _store(connection, table_id, seat, person, before[person], after(before[person], found), now)
        return True


async def _store(
    connection: AsyncConnection, table_id: str, seat: int, person: str, old: Strength, new: Strength, now: float
) -> None:
    values = {"rating": new.rating, "deviation": new.deviation, "volatility": new.volatility, "played": now}
    change = update(people).where(people.c.id == person).values(games=people.c.games + 1, **values)
    await connection.execute(change)
    at = and_(results.c.table_id == table_id, results.c.seat == seat)
    await connection.execute(update(results).where(at).values(after=new.rating))
    at = and_(seats.c.table_id == table_id, seats.c.seat == seat)
    gained = round(new.rating) - round(old.rating)
    await connection.execute(update(seats).where(at).values(rating=str(new), rating_change=gained))


async def _seats(connection: AsyncConnection, table_id: str) -> list[SeatRow]:
    found = await connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    return [read_seat(row) for row in found]


def _strength(row: Any, now: float | None = None) -> Strength:
    found = Strength(row.rating, row.deviation, row.volatility)
    return found if now is None or row.played is None else found.rested(now - row.played)
