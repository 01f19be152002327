"""Reading and writing the points of finished games, one transaction per method."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from sqlalchemy import and_, exists, func, select, update

from sanssouci.server.storage.rows import TableRow, read_options
from sanssouci.server.storage.schema import NEXT_VERSION, seats, tables
from sanssouci.server.storage.store import Store

_AT_ONCE: Final = 100  # games


class Finished(NamedTuple):
    """A game that somebody has finished."""

    table_id: str
    points: int


class PointStore:
    """The points of finished games in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def note(self, table_id: str, results: Mapping[int, tuple[int, bool]]) -> None:
        """Note the points of each seat, and whether it has won."""
        async with self._writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(**NEXT_VERSION))
            for seat, (points, won) in results.items():
                at = and_(seats.c.table_id == table_id, seats.c.seat == seat)
                await connection.execute(update(seats).where(at).values(points=points, won=won))

    async def due(self, since: float, *, but: Collection[str] = ()) -> list[str]:
        """Some of the games that have ended since a time and whose points are not noted yet."""
        missing = exists().where(seats.c.table_id == tables.c.id, seats.c.points.is_(None))
        ended = and_(tables.c.status == "over", tables.c.changed >= since, tables.c.id.not_in(but))
        async with self.engine.connect() as connection:
            found = await connection.execute(select(tables.c.id).where(ended, missing).limit(_AT_ONCE))
            return list(found.scalars())

    async def comparable(self, row: TableRow, holder: str) -> list[Finished]:
        """What somebody has reached in games like that of a table, played in one seat from start to finish."""
        others = seats.alias()
        count = select(func.count()).where(others.c.table_id == seats.c.table_id).scalar_subquery()
        held = and_(others.c.table_id == seats.c.table_id, others.c.holder == holder)
        own = select(func.count()).where(held).scalar_subquery()
        query = (
            select(tables.c.id, tables.c.options, seats.c.points)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.holder == holder, ~seats.c.replaced, seats.c.points.is_not(None), ~tables.c.undone)
            .where(tables.c.box == row.box, count == len(row.seats), own == 1)
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        kept = ((each, read_options(each.options)) for each in found)
        wanted = sorted(row.options.expansions)
        return [
            Finished(each.id, each.points)
            for each, options in kept
            if sorted(options.expansions) == wanted and not options.chosen_seed
        ]
