"""Deleting what is old, a few rows at a time, so that nobody who plays has to wait for it."""

from typing import Any, Final

from sqlalchemy import Column, ColumnElement, and_, delete, exists, func, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.storage.copying import Progress
from sanssouci.server.storage.schema import followed, lucks, reviews, shares, tables

_AT_ONCE: Final = 100
_played: Final = shares.join(tables, tables.c.id == shares.c.table_id)
_is_played: Final = exists().select_from(_played).where(shares.c.luck == lucks.c.id)
# What is deleted, in this order and by the name that operators are told: its id, when something last happened to it,
# and what else must be true.
_OLD: Final[dict[str, tuple[Column[Any], Column[Any], ColumnElement[bool]]]] = {
    "table": (tables.c.id, tables.c.changed, true()),
    "followed game": (followed.c.id, followed.c.changed, true()),
    "review": (reviews.c.id, reviews.c.at, true()),
    "luck": (lucks.c.id, lucks.c.created, ~_is_played),
}


async def prune(engine: AsyncEngine, before: float, progress: Progress) -> dict[str, int]:
    """Delete what has not changed since a time, with everything that belongs to it; returns how much of what.

    A command of its own does that, so a server's writer waits at the file, for one small transaction at most. What
    people have learnt, their puzzles, their boxes and their accounts stay.
    """
    done: dict[str, int] = {}
    for name, (key, at, condition) in _OLD.items():
        old, done[name] = and_(at < before, condition), 0
        async with engine.connect() as connection:
            total = int((await connection.execute(select(func.count(key)).where(old))).scalar_one())
        while done[name] < total:
            async with engine.begin() as connection:
                ids = list((await connection.execute(select(key).where(old).limit(_AT_ONCE))).scalars())
                if key is lucks.c.id:
                    await connection.execute(delete(shares).where(shares.c.luck.in_(ids)))
                deleted = (await connection.execute(delete(key.table).where(key.in_(ids), old))).rowcount
            if not deleted:
                break  # somebody has sat down again in the meantime
            done[name] += deleted
            progress(done[name], total)
    return done
