"""Reading and writing reviews, one transaction per method."""

import time
from typing import Final, NamedTuple

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.server.storage.schema import reviews
from sanssouci.server.storage.store import Store

_GIVEN_UP: Final = 30.0  # seconds of silence, after which a process no longer counts as computing


class ReviewRow(NamedTuple):
    """A review, or how far it has come."""

    document: str | None  # as JSON; None while it is being computed
    done: int
    total: int
    at: float  # when it was last worked on

    @property
    def is_given_up(self) -> bool:
        """Whether the process that computed it is gone."""
        return self.document is None and self.at < time.time() - _GIVEN_UP


class ReviewStore:
    """Reviews in the database of a server, which all its processes share."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def find(self, review_id: str) -> ReviewRow | None:
        """A review; None if nobody has begun it."""
        columns = (reviews.c.document, reviews.c.done, reviews.c.total, reviews.c.at)
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(*columns).where(reviews.c.id == review_id))).one_or_none()
        return None if row is None else ReviewRow(*row)

    async def claim(self, review_id: str) -> bool:
        """Begin a review, unless another process computes it or has done so."""
        now = time.time()
        fresh = {"done": 0, "total": 0, "at": now}
        given_up = and_(reviews.c.id == review_id, reviews.c.document.is_(None), reviews.c.at < now - _GIVEN_UP)
        try:
            async with self._writing() as connection:
                if (await connection.execute(update(reviews).where(given_up).values(**fresh))).rowcount:
                    return True
                await connection.execute(insert(reviews).values(id=review_id, **fresh))
        except IntegrityError:
            return False
        return True

    async def note(self, review_id: str, done: int, total: int) -> None:
        """Note how far a review has come, and that somebody is still at it."""
        await self._change(review_id, done=done, total=total)

    async def keep(self, review_id: str, document: str, total: int) -> None:
        """Keep a finished review."""
        await self._change(review_id, document=document, done=total, total=total)

    async def forget(self, review_id: str) -> None:
        """Forget a review that could not be finished."""
        async with self._writing() as connection:
            unfinished = and_(reviews.c.id == review_id, reviews.c.document.is_(None))
            await connection.execute(delete(reviews).where(unfinished))

    async def _change(self, review_id: str, **values: str | int) -> None:
        async with self._writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.id == review_id).values(at=time.time(), **values))
