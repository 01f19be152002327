"""Deleting old tables, a few at a time, so that nobody who plays has to wait for it."""

from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.storage.copying import Progress
from sanssouci.server.storage.schema import tables

_AT_ONCE: Final = 100


async def prune(engine: AsyncEngine, before: float, progress: Progress) -> int:
    """Delete the tables that have not changed since a time, with everything that belongs to them; returns how many.

    A command of its own does that, so a server's writer waits at the file, for one small transaction at most.
    """
    old = tables.c.changed < before
    async with engine.connect() as connection:
        total = int((await connection.execute(select(func.count()).select_from(tables).where(old))).scalar_one())
    done = 0
    while done < total:
        some = select(tables.c.id).where(old).limit(_AT_ONCE)
        async with engine.begin() as connection:
            deleted = (await connection.execute(delete(tables).where(tables.c.id.in_(some)))).rowcount
        if not deleted:
            break  # somebody has sat down again in the meantime
        done += deleted
        progress(done, total)
    return done
