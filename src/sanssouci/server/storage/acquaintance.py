"""Who knows whom: those met at a table, and those in the same salon."""

from typing import Final

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.schema import members, seats, tables

_MOST: Final = 500  # acquaintances that are looked up


async def met(connection: AsyncConnection, holder: str) -> frozenset[str]:
    """Those with whom somebody has sat at a table where a game had begun, the latest of them."""
    theirs = seats.alias()
    together = and_(theirs.c.table_id == seats.c.table_id, theirs.c.holder != holder)
    query = (
        select(theirs.c.holder).select_from(seats).join(theirs, together).join(tables, tables.c.id == seats.c.table_id)
    )
    query = query.where(seats.c.holder == holder, tables.c.ply >= 0).group_by(theirs.c.holder)
    found = await connection.execute(query.order_by(func.max(tables.c.changed).desc()).limit(_MOST))
    return frozenset(found.scalars())


async def members_of(connection: AsyncConnection, salon: str) -> frozenset[str]:
    """The holders in a salon; nobody, if it is gone."""
    found = await connection.execute(select(members.c.holder).where(members.c.salon_id == salon).limit(_MOST))
    return frozenset(found.scalars())
