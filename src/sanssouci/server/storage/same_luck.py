"""All reading and writing of who plays with the same luck, one transaction per method."""

import time
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.rows import end_of_day
from sanssouci.server.storage.schema import lucks, shares, tables
from sanssouci.server.storage.store import Store


class LuckRow(NamedTuple):
    """A luck that several people have."""

    id: str
    seed: str
    box: str
    expansions: str  # joined by commas
    king: str | None = None  # the record of the king's game
    king_points: int | None = None
    created: float = 0.0


class ShareRow(NamedTuple):
    """Somebody's attempt at a luck."""

    luck: str
    holder: str
    table_id: str
    name: str
    points: int | None = None  # None until the game is over
    rival: int | None = None
    at: float = 0.0


class LuckStore:
    """Lucks in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def luck(self, luck: str) -> LuckRow | None:
        """A luck by its id."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(lucks).where(lucks.c.id == luck))).one_or_none()
        return None if row is None else LuckRow(*(getattr(row, name) for name in LuckRow._fields))

    async def add(self, row: LuckRow) -> None:
        """Store a luck, unless it is there."""
        try:
            async with self._writing() as connection:
                await connection.execute(insert(lucks).values(row._asdict() | {"created": time.time()}))
        except IntegrityError:
            pass  # another was quicker

    async def keep_king(self, luck: str, record: str, points: int) -> None:
        """Keep the game of the king."""
        async with self._writing() as connection:
            change = update(lucks).where(lucks.c.id == luck)
            await connection.execute(change.values(king=record, king_points=points))

    async def add_twin(self, row: LuckRow, share: ShareRow) -> None:
        """Store a luck for two, with the attempt of whoever begins it."""
        now = time.time()
        async with self._writing() as connection:
            await connection.execute(insert(lucks).values(row._asdict() | {"created": now}))
            await connection.execute(insert(shares).values(share._asdict() | {"at": now}))

    async def share_of(self, luck: str, holder: str | None) -> ShareRow | None:
        """Somebody's attempt at a luck."""
        query = select(shares).where(shares.c.luck == luck, shares.c.holder == (holder or ""))
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _share(row)

    async def shares(self, luck: str) -> list[ShareRow]:
        """The attempts at a twin game, in their order."""
        query = select(shares).where(shares.c.luck == luck).order_by(shares.c.at)
        async with self.engine.connect() as connection:
            return [_share(row) for row in await connection.execute(query)]

    async def best(self, luck: str, most: int) -> list[ShareRow]:
        """The best results with a luck, the best first."""
        finished = select(shares).where(shares.c.luck == luck, shares.c.points.is_not(None))
        query = finished.order_by(shares.c.points.desc(), shares.c.at).limit(most)
        async with self.engine.connect() as connection:
            return [_share(row) for row in await connection.execute(query)]

    async def unnoted(self, luck: str) -> list[str]:
        """The tables of attempts that ended in time, and whose results are not noted yet."""
        in_time = tables.c.moved < min(end_of_day(luck), 1e12)
        ended = and_(tables.c.id == shares.c.table_id, tables.c.status == "over", in_time)
        query = select(shares.c.table_id).join(tables, ended).where(shares.c.luck == luck, shares.c.points.is_(None))
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def begin(self, row: ShareRow, most: int | None) -> bool:
        """Note that an attempt begins; False if this person has one already, or `most` people have."""
        # This update changes nothing but takes the lock: nobody else begins until this attempt is stored.
        same = update(lucks).where(lucks.c.id == row.luck).values(created=lucks.c.created)
        count = select(func.count()).select_from(shares).where(shares.c.luck == row.luck)
        try:
            async with self._writing() as connection:
                if most is not None:
                    await connection.execute(same)
                    if (await connection.scalar(count) or 0) >= most:
                        return False
                await connection.execute(insert(shares).values(row._asdict() | {"at": time.time()}))
        except IntegrityError:
            return False
        return True

    async def finish(self, luck: str, table_id: str, points: int, rival: int) -> None:
        """Note the result of an attempt."""
        at = (shares.c.luck == luck, shares.c.table_id == table_id)
        async with self._writing() as connection:
            await connection.execute(update(shares).where(*at).values(points=points, rival=rival))

    async def days(self, holder: str | None, month: str) -> list[tuple[str, int | None, int | None]]:
        """The days of a month that somebody has played: the points, their own and the king's."""
        own = (shares.c.luck == lucks.c.id) & (shares.c.holder == (holder or ""))
        query = select(lucks.c.id, shares.c.points, lucks.c.king_points).join_from(lucks, shares, own, isouter=True)
        async with self.engine.connect() as connection:
            found = await connection.execute(query.where(lucks.c.id.like(f"{month}-__")).order_by(lucks.c.id))
            return [(row[0], row[1], row[2]) for row in found]


async def move_shares(connection: AsyncConnection, old: str, person: str) -> None:
    """Give a holder's attempts to a person. Where both have one, the first stands: the second could know its luck."""
    other = shares.alias()
    both = select(other.c.luck).where(other.c.luck == shares.c.luck)
    later = both.where(other.c.holder == person, other.c.at <= shares.c.at)
    for change in (
        delete(shares).where(shares.c.holder == old, later.exists()),
        delete(shares).where(shares.c.holder == person, both.where(other.c.holder == old).exists()),
        update(shares).where(shares.c.holder == old).values(holder=person),
    ):
        await connection.execute(change)


async def forget_shares(connection: AsyncConnection, holder: str) -> None:
    """Delete somebody's attempts."""
    await connection.execute(delete(shares).where(shares.c.holder == holder))


def _share(row: Any) -> ShareRow:
    return ShareRow(*(getattr(row, name) for name in ShareRow._fields))
