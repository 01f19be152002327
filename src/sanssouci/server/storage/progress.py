"""Reading and writing what is known of somebody's finished games, one transaction per method."""

from typing import NamedTuple

from sqlalchemy import and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.server.storage.schema import seats, studied
from sanssouci.server.storage.store import Store


class Studied(NamedTuple):
    """What is known of a seat of a finished game, as JSON; None where nothing is."""

    sources: str | None = None
    judged: str | None = None


class ProgressStore:
    """What is known of finished games, in the database of a server. It goes when the game goes."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def of(self, holder: str) -> dict[tuple[str, int], Studied]:
        """What is known of the seats that somebody holds, by table and seat."""
        at = and_(studied.c.table_id == seats.c.table_id, studied.c.seat == seats.c.seat)
        query = select(studied).join(seats, at).where(seats.c.holder == holder)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {(row.table_id, row.seat): Studied(row.sources, row.judged) for row in rows}

    async def at(self, table_id: str, seat: int) -> Studied:
        """What is known of one seat."""
        query = select(studied).where(studied.c.table_id == table_id, studied.c.seat == seat)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Studied() if row is None else Studied(row.sources, row.judged)

    async def note(self, table_id: str, seat: int, **values: str) -> None:
        """Note something about a seat; a game that was deleted meanwhile stays deleted."""
        here = and_(studied.c.table_id == table_id, studied.c.seat == seat)
        try:
            async with self._writing() as connection:
                if not (await connection.execute(update(studied).where(here).values(values))).rowcount:
                    await connection.execute(insert(studied).values(table_id=table_id, seat=seat, **values))
        except IntegrityError:  # it is gone, or another process was faster
            async with self._writing() as connection:
                await connection.execute(update(studied).where(here).values(values))
