"""All reading and writing of who has learnt what, one transaction per method."""

from typing import Any, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.server.storage.schema import learning
from sanssouci.server.storage.store import Store


class Learnt(NamedTuple):
    """How far somebody is with a lesson."""

    table_id: str | None = None
    read: int = 0
    state: str = "{}"
    done: float | None = None


class LearningStore:
    """Learners in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def of(self, holder: str) -> dict[str, Learnt]:
        """How far somebody is, by lesson."""
        query = select(learning).where(learning.c.holder == holder)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {row.lesson: Learnt(row.table_id, row.read, row.state, row.done) for row in rows}

    async def begin(self, holder: str, lesson: str, table_id: str, known: Learnt | None) -> bool:
        """Note that a lesson begins at a table; that it was done before stays true.

        False if it has begun at another table since it was last looked at, as by a second click.
        """
        values = {"table_id": table_id, "read": 0, "state": "{}"}
        at = (learning.c.holder == holder, learning.c.lesson == lesson)
        try:
            async with self._writing() as connection:
                if known is None:
                    await connection.execute(insert(learning).values(holder=holder, lesson=lesson, **values))
                    return True
                same = learning.c.table_id.is_not_distinct_from(known.table_id)
                return (await connection.execute(update(learning).where(*at, same).values(values))).rowcount == 1
        except IntegrityError:
            return False

    async def note(self, holder: str, lesson: str, **values: Any) -> None:
        """Change what is known of a lesson under way."""
        at = (learning.c.holder == holder, learning.c.lesson == lesson)
        async with self._writing() as connection:
            await connection.execute(update(learning).where(*at).values(values))
