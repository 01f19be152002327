"""Who knows whom: those met at a table, and those in the same salon."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.schema import members, seats, tables

_MOST: Final = 500  # acquaintances looked up for each person


async def met(connection: AsyncConnection, holders: Collection[str]) -> dict[str, frozenset[str]]:
    """For each of these people, the last ones they sat with at a table whose game had begun."""
    theirs = seats.alias()
    together = and_(theirs.c.table_id == seats.c.table_id, theirs.c.holder != seats.c.holder)
    query = select(seats.c.holder, theirs.c.holder).select_from(seats).join(theirs, together)
    query = query.join(tables, tables.c.id == seats.c.table_id).where(seats.c.holder.in_(holders), tables.c.ply >= 0)
    query = query.group_by(seats.c.holder, theirs.c.holder).order_by(func.max(tables.c.changed).desc())
    return _by_first(holders, (await connection.execute(query)).all() if holders else ())


async def members_of(connection: AsyncConnection, salons: Collection[str]) -> dict[str, frozenset[str]]:
    """The members of each of these salons; nobody where the salon is gone."""
    query = select(members.c.salon_id, members.c.holder).where(members.c.salon_id.in_(salons))
    return _by_first(salons, (await connection.execute(query)).all() if salons else ())


def _by_first(keys: Collection[str], pairs: Iterable[Any]) -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {key: [] for key in keys}
    for key, value in pairs:
        found[key].append(value)
    return {key: frozenset(values[:_MOST]) for key, values in found.items()}
