"""Reviews of finished games: computed in the background, kept, and never twice by the same version of the engine.

A review takes half a minute of thinking. It holds one of the slots that the computers think in, and after each of its
steps, which take a fraction of a second, it lets those go first who are waiting.
"""

import asyncio
import base64
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import msgspec

from sanssouci.game.errors import RecordError
from sanssouci.game.game import Game
from sanssouci.game.record import FORMAT, POSITION_VERSION, VERSION
from sanssouci.game.replay import read_box
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.messages import RecordToReview, ReviewDepth, Reviewing, ReviewView
from sanssouci.server.permissions import check_table
from sanssouci.server.slots import Threads
from sanssouci.server.storage.reviews import ReviewRow, ReviewStore

logger = logging.getLogger(__name__)

FAULTS: Final = ("running", "view", "format", "box", "content")  # what keeps a record from being reviewed

_AT_ONCE: Final = 1  # reviews computed at the same time by one process
_PATIENCE: Final = 600.0  # seconds that a review waits for its slot
_NOTES: Final = 2.0  # seconds between notes of how far a review has come


class _Job:
    """A review that is being computed here."""

    def __init__(self, loop: asyncio.AbstractEventLoop, thinkers: Threads, asker: str) -> None:
        self.done = self.total = 0
        self.is_unwanted = False
        self.asker = asker
        self._loop, self._thinkers = loop, thinkers

    def step(self, done: int, total: int) -> None:
        """Note how far the review has come, and let others think first; called in its thread."""
        self.done, self.total = done, total
        if self.is_unwanted:
            raise RuntimeError("the server is closing")
        passing = asyncio.run_coroutine_threadsafe(self._thinkers.slots.pass_on(self.asker), self._loop)
        passing.result(_PATIENCE)


class Reviewer:
    """Computes and keeps reviews."""

    def __init__(self, house: House, thinkers: Threads, store: ReviewStore) -> None:
        self.house = house
        self.store = store
        self._thinkers = thinkers
        self._threads = Threads(_AT_ONCE, "reviewing")
        self._readers = Threads(1, "records")
        self._rate = house.rates.of("reviews")
        self.finished: list[Callable[[str, ReviewView], Awaitable[None]]] = []  # told of reviews of tables
        self._jobs: dict[asyncio.Task[None], _Job] = {}

    async def of_table(self, table_id: str, depth: ReviewDepth, caller: Caller) -> Reviewing:
        """The review of the game of a table, which must be over: nobody is told anything about a running game."""
        row = await self.house.row(table_id)
        check_table("review", row, caller.holder)
        table = await self.house.load(row)
        found = await self._of(table.begun(), depth, caller, table_id)
        if found.review is not None:
            await self._tell(table_id, found.review)
        return found

    async def of_record(self, wish: RecordToReview, caller: Caller) -> Reviewing:
        """The review of the game of a record, with every event checked."""
        self.house.check_kernel()
        if not self.house.rates.of("replays").allows(caller.address):
            raise RefusalError("too_fast", "too many records from this address; wait a moment")
        game = await self._readers.do(caller.address, _read, wish.record)
        return await self._of(game, wish.depth, caller)

    async def find(self, review_id: str) -> Reviewing:
        """A review that is kept or being computed, here or by another process."""
        row = await self.store.find(review_id)
        if row is None or row.is_given_up:
            raise RefusalError("not_found", "there is no such review; ask for it again")
        return _show(review_id, row)

    def close(self) -> None:
        """Give up what is being computed; whoever wants it will ask again."""
        for job in self._jobs.values():
            job.is_unwanted = True
        self._threads.close()
        self._readers.close()

    async def _of(self, game: Game, depth: ReviewDepth, caller: Caller, table_id: str | None = None) -> Reviewing:
        if not self.house.kernel.has_players:
            raise RefusalError("warming_up", "the computers are being compiled, which takes about a minute; try again")
        review_id = id_of(game, depth)
        row = await self.store.find(review_id)
        if row is not None and not row.is_given_up:
            return _show(review_id, row)
        if not self._rate.allows(caller.address):
            raise RefusalError("too_fast", "too many reviews for this address; wait a few minutes")
        if await self.store.claim(review_id):
            job = _Job(asyncio.get_running_loop(), self._thinkers, f"review {caller.address}")
            task = asyncio.create_task(self._work(review_id, game, depth, job, table_id))
            self._jobs[task] = job
            task.add_done_callback(self._jobs.pop)
        return Reviewing(id=review_id, done=0, total=0, review=None)

    async def _work(self, review_id: str, game: Game, depth: ReviewDepth, job: _Job, table_id: str | None) -> None:
        """Compute a review when it is its turn, and keep it; meanwhile tell the other processes how far it has come."""
        computing = asyncio.create_task(self._compute(game, depth, job))
        try:
            while not (await asyncio.wait([computing], timeout=_NOTES))[0]:
                with self._despite_outages():
                    await self.store.note(review_id, job.done, job.total)
            review, is_kept = computing.result(), False
            while not is_kept:
                with self._despite_outages():
                    await self.store.keep(review_id, msgspec.json.encode(review).decode(), job.total)
                    is_kept = True
                await asyncio.sleep(0.0 if is_kept else _NOTES)
            if table_id is not None:
                await self._tell(table_id, review)
        except Exception:
            if not job.is_unwanted:
                logger.exception("review %s failed", review_id)
            with self._despite_outages():
                await self.store.forget(review_id)
        finally:
            computing.cancel()

    @contextmanager
    def _despite_outages(self) -> Iterator[None]:
        """Keep going while the database is away, so that minutes of computing are not lost."""
        try:
            yield
        except Exception as error:
            if not self.house.store.outage.explains(error):
                raise

    async def _tell(self, table_id: str, review: ReviewView) -> None:
        try:
            for note in self.finished:
                await note(table_id, review)
        except RefusalError:  # the game was deleted meanwhile
            logger.debug("the review of table %s came too late", table_id)

    async def _compute(self, game: Game, depth: ReviewDepth, job: _Job) -> ReviewView:
        async with self._threads.slots.slot(job.asker), self._thinkers.slots.slot(job.asker):
            return await self._threads.start(_review, game, depth, job)


def _show(review_id: str, row: ReviewRow) -> Reviewing:
    review = None if row.document is None else msgspec.json.decode(row.document, type=ReviewView)
    return Reviewing(id=review_id, done=row.done, total=row.total, review=review)


def _read(record: dict[str, Any]) -> Game:
    from sanssouci.study.timeline import UnfinishedError, finished_game

    try:
        return finished_game(record)
    except UnfinishedError as error:
        raise RefusalError("not_over", str(error), reason="review.refused.running") from None
    except RecordError as error:
        raise RefusalError("bad_record", str(error), reason=f"review.refused.{_fault(record)}") from None


def _fault(record: dict[str, Any]) -> str:
    """What kind of fault keeps a record from being read."""
    if record.get("format") != FORMAT or record.get("version") not in (VERSION, POSITION_VERSION):
        return "format"
    if "seat" in record:
        return "view"
    try:
        read_box(record.get("box"))
    except RecordError:
        return "box"
    return "content"


def _review(game: Game, depth: ReviewDepth, job: _Job) -> ReviewView:
    from sanssouci.study.document import document_of
    from sanssouci.study.review import review

    document = document_of(review(game, depth=depth, progress=job.step))
    for decision in document["decisions"]:
        for judged in (decision["played"], decision["best"]):
            judged["reasons"] = _reasons(judged["reasons"])
        decision["why"] = _reasons(decision["why"])
    return msgspec.convert(document, ReviewView)


def _reasons(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"key": reason["key"], "values": {key: value for key, value in reason.items() if key != "key"}}
        for reason in told
    ]


def id_of(game: Game, depth: ReviewDepth) -> str:
    """The id of a review: it depends on all that the review depends on, and on nothing else."""
    record = {key: value for key, value in game.record().items() if key not in ("names", "seed")}
    text = json.dumps([_engine(), depth, record], sort_keys=True, separators=(",", ":"))
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).decode().rstrip("=")


@cache
def _engine() -> str:
    from sanssouci.study.playouts import engine_version

    return engine_version()
