"""All reading and writing of owners' boxes, one transaction per method."""

import time
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from sanssouci.server.storage.schema import boxes
from sanssouci.server.storage.store import Store


class BoxRow(NamedTuple):
    """A box as stored."""

    id: str
    owner: str
    file: str  # JSON
    version: int
    created: float
    changed: float


class BoxStore:
    """Owners' boxes in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def of(self, owner: str) -> list[BoxRow]:
        """Somebody's boxes, the latest first."""
        query = select(boxes).where(boxes.c.owner == owner).order_by(boxes.c.changed.desc(), boxes.c.id)
        async with self.engine.connect() as connection:
            return [BoxRow(**row._mapping) for row in (await connection.execute(query)).all()]

    async def find(self, box_id: str) -> BoxRow | None:
        """A box by its id."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(boxes).where(boxes.c.id == box_id))).one_or_none()
        return None if row is None else BoxRow(**row._mapping)

    async def add(self, box_id: str, owner: str, file: str, *, most: int) -> bool:
        """Store a new box, unless its owner has as many as there may be."""
        now = time.time()
        count = select(func.count()).select_from(boxes).where(boxes.c.owner == owner)
        async with self._writing() as connection:
            values = {"id": box_id, "owner": owner, "file": file, "version": 0, "created": now, "changed": now}
            await connection.execute(insert(boxes).values(values))
            if (await connection.scalar(count) or 0) <= most:
                return True
            await connection.execute(delete(boxes).where(boxes.c.id == box_id))
            return False

    async def save(self, box_id: str, owner: str, version: int, file: str) -> bool:
        """Change a box of somebody's, if it still has the version that was changed."""
        at = (boxes.c.id == box_id, boxes.c.owner == owner, boxes.c.version == version)
        values = {"file": file, "version": version + 1, "changed": time.time()}
        async with self._writing() as connection:
            return (await connection.execute(update(boxes).where(*at).values(values))).rowcount == 1

    async def remove(self, box_id: str, owner: str) -> bool:
        """Delete a box of somebody's; tables that play with it have its contents."""
        async with self._writing() as connection:
            gone = await connection.execute(delete(boxes).where(boxes.c.id == box_id, boxes.c.owner == owner))
            return gone.rowcount == 1
