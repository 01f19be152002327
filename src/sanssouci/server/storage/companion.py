"""All reading and writing of followed games, one transaction per method."""

import json
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.server.storage.schema import followed, taps
from sanssouci.server.storage.store import Store


class FollowedRow(NamedTuple):
    """A followed game, without its taps."""

    id: str
    holder: str
    created: float
    changed: float
    number: int  # of the last tap
    turns: int
    over: bool
    box: str  # its rules part, as JSON
    options: dict[str, Any]


class TapRow(NamedTuple):
    """A tap that was taken."""

    number: int
    key: str
    body: list[Any]  # what it did


class CompanionStore:
    """Followed games in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def add(self, row: FollowedRow, key: str | None) -> str:
        """Store a new game, unless one was begun with this key; returns the id of that game."""
        values = {**row._asdict(), "key": key, "options": json.dumps(row.options)}
        try:
            async with self._writing() as connection:
                await connection.execute(insert(followed).values(values))
        except IntegrityError:
            return await self.begun(row.holder, key or "") or row.id
        return row.id

    async def begun(self, holder: str, key: str) -> str | None:
        """The game that somebody has begun with a key."""
        query = select(followed.c.id).where(followed.c.holder == holder, followed.c.key == key)
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def row(self, game_id: str) -> FollowedRow | None:
        """A game by its id."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(followed).where(followed.c.id == game_id))).one_or_none()
        return None if found is None else _read(found)

    async def of(self, holder: str, most: int) -> list[FollowedRow]:
        """Somebody's games, the latest first."""
        query = select(followed).where(followed.c.holder == holder).order_by(followed.c.changed.desc()).limit(most)
        async with self.engine.connect() as connection:
            return [_read(row) for row in await connection.execute(query)]

    async def count(self, holder: str) -> int:
        """How many games somebody follows."""
        query = select(func.count()).select_from(followed).where(followed.c.holder == holder)
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def taps(self, game_id: str, since: int = 0) -> list[TapRow]:
        """The taps of a game after one of them, in their order."""
        query = select(taps).where(taps.c.followed_id == game_id, taps.c.number > since).order_by(taps.c.number)
        async with self.engine.connect() as connection:
            return [TapRow(row.number, row.key, json.loads(row.body)) for row in await connection.execute(query)]

    async def append(self, game_id: str, rows: Sequence[TapRow], *, turns: int, over: bool) -> bool:
        """Store taps that follow the last one; False if others have come in between."""
        first, last, now = rows[0].number, rows[-1].number, time.time()
        change = update(followed).where(followed.c.id == game_id, followed.c.number == first - 1)
        values = [
            {"followed_id": game_id, "number": row.number, "key": row.key, "body": json.dumps(row.body), "at": now}
            for row in rows
        ]
        async with self._writing() as connection:
            done = await connection.execute(change.values(number=last, turns=turns, over=over, changed=now))
            if done.rowcount != 1:
                return False
            await connection.execute(insert(taps), values)
        return True

    async def forget(self, game_id: str, holder: str) -> None:
        """Delete a game of somebody, with its taps."""
        async with self._writing() as connection:
            await connection.execute(delete(followed).where(followed.c.id == game_id, followed.c.holder == holder))


def _read(row: Any) -> FollowedRow:
    return FollowedRow(
        row.id,
        row.holder,
        row.created,
        row.changed,
        row.number,
        row.turns,
        row.over,
        row.box,
        json.loads(row.options),
    )
