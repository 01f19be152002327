"""The whole server as one ASGI application."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, WebSocketException
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Scope

from sanssouci import __version__
from sanssouci.server.advising import Advising
from sanssouci.server.announcing import open_announcer
from sanssouci.server.asking import Asking
from sanssouci.server.beside import CompanionController
from sanssouci.server.boxes import Boxes
from sanssouci.server.caller import Caller, provide_caller
from sanssouci.server.classroom import LearningController
from sanssouci.server.clocks import Clocks
from sanssouci.server.companion import Companion
from sanssouci.server.computers import Computers
from sanssouci.server.document import openapi_config
from sanssouci.server.draining import Doors
from sanssouci.server.errors import RefusalError, UnavailableError
from sanssouci.server.games import Games
from sanssouci.server.guards import Guard, code_for_status
from sanssouci.server.health import Health, HealthChecks
from sanssouci.server.holders import Holders
from sanssouci.server.house import House
from sanssouci.server.http import (
    GameController,
    ServerController,
    TableController,
    find_review,
    replay_record,
    review_record,
)
from sanssouci.server.kernel import Kernel
from sanssouci.server.laying import LayingRoom
from sanssouci.server.learning import Learning
from sanssouci.server.live import live
from sanssouci.server.lobby import Lobby, LobbyController, lobby_live
from sanssouci.server.luck_room import LuckController
from sanssouci.server.memory import give_back
from sanssouci.server.messages import Problem
from sanssouci.server.metrics import BUILD, QUEUE, READY, REFUSALS, THINKING
from sanssouci.server.mine import MineController, go_on
from sanssouci.server.pages import client_page, page_routes, wants_a_page
from sanssouci.server.people import People
from sanssouci.server.points import PointsKeeper
from sanssouci.server.presence import GRACE, HEARTBEAT
from sanssouci.server.progress import ProgressBook
from sanssouci.server.puzzle_room import PuzzleController
from sanssouci.server.puzzling import Puzzling
from sanssouci.server.ratings import Ratings
from sanssouci.server.reminding import PushController, Reminders
from sanssouci.server.replaying import Replaying
from sanssouci.server.reviewing import Reviewer
from sanssouci.server.salons import SalonController, Salons
from sanssouci.server.same_luck import SameLuck
from sanssouci.server.seating import Seating
from sanssouci.server.settings import Settings
from sanssouci.server.shelf import ShelfController
from sanssouci.server.slots import Threads
from sanssouci.server.storage.boxes import BoxStore
from sanssouci.server.storage.clocks import ClockStore
from sanssouci.server.storage.companion import CompanionStore
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.games import GameStore
from sanssouci.server.storage.learning import LearningStore
from sanssouci.server.storage.outage import Outage
from sanssouci.server.storage.people import PeopleStore
from sanssouci.server.storage.points import PointStore
from sanssouci.server.storage.progress import ProgressStore
from sanssouci.server.storage.pushes import PushStore
from sanssouci.server.storage.puzzles import PuzzleStore
from sanssouci.server.storage.ratings import RatingStore
from sanssouci.server.storage.reviews import ReviewStore
from sanssouci.server.storage.salons import SalonStore
from sanssouci.server.storage.same_luck import LuckStore
from sanssouci.server.storage.store import Store
from sanssouci.server.storage.upgrade import NEWEST, prepare
from sanssouci.server.telemetry import Telemetry
from sanssouci.server.you import YouController

logger = logging.getLogger(__name__)

_RETRY: Final = 2.0  # seconds until something that has failed is tried again
_NOTES: Final = 0.2  # seconds between storing who came and went, and drafts
_SWEEP: Final = 1.0  # seconds between looks at what time alone changes
_POLL: Final = 2.0  # seconds between questions to the database about changes by other processes
_POLL_WITH_REDIS: Final = 10.0  # the same while they are announced


def create_app(settings: Settings, *, started: Callable[[], None] = lambda: None) -> Doors:
    """Create the application; nothing runs until it is started. `started` is called when everything is loaded."""
    engine = open_database(settings.database, serves=True)
    house = House(settings, Store(engine), Kernel(), open_announcer(settings.channels))
    health, people = Health(engine, house.kernel), People(house, PeopleStore(house.store))
    thinkers, readers = Threads(settings.thinkers, "thinking"), Threads(1, "reading")
    boxes, holders = Boxes(house, BoxStore(house.store), readers), Holders(engine, secure=settings.secure)
    seating = Seating(house, health, boxes)
    computers, ratings = Computers(house, thinkers), Ratings(house, RatingStore(house.store))
    points = PointsKeeper(house, PointStore(house.store))
    advising, replaying = Advising(house, thinkers), Replaying(house, readers)
    reviewer = Reviewer(house, thinkers, ReviewStore(house.store))
    progress = ProgressBook(house, ProgressStore(house.store), readers)
    reviewer.finished.append(progress.note)
    games = Games(house, seating, GameStore(house.store), readers)
    lobby, clocks = Lobby(seating, people.store), Clocks(house, ClockStore(house.store))
    salons = Salons(lobby, SalonStore(house.store))
    reminders = Reminders(house, PushStore(house.store))
    learning = Learning(house, seating, LearningStore(house.store), thinkers)
    puzzling = Puzzling(house, seating, PuzzleStore(house.store), readers)
    entered = CompanionStore(house.store)
    companion, laying = Companion(house, boxes, entered, readers), LayingRoom(house, boxes, entered, readers)
    asking = Asking(companion, laying, advising)
    same_luck = SameLuck(house, seating, LuckStore(house.store), thinkers, replaying)
    house.ended.append(learning.note_end)

    keepers = (ratings, points, people, lobby, clocks, reminders)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        try:
            await prepare(engine)
            await holders.prepare()
            await same_luck.prepare()
            await reminders.prepare()
            _describe(thinkers, health)
            async with _background(house, computers, health, keepers, started):
                yield
        finally:
            reviewer.close()
            thinkers.close()
            readers.close()
            await house.store.close()

    async def note_broken_socket(error: Exception, scope: Scope) -> None:
        _note_broken_socket(house.store.outage, error, scope)

    app = Litestar(
        [
            *(ServerController, TableController, GameController, MineController, YouController, LearningController),
            *(LobbyController, LuckController, PuzzleController, CompanionController, SalonController, PushController),
            Router(
                "/api",
                route_handlers=[replay_record, review_record, go_on, ShelfController],
                request_max_body_size=settings.limits.record_bytes,
            ),
            *(find_review, live, lobby_live, *page_routes()),
        ],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "seating": Provide(lambda: seating, sync_to_thread=False),
            "advising": Provide(lambda: advising, sync_to_thread=False),
            "reminders": Provide(lambda: reminders, sync_to_thread=False),
            "replaying": Provide(lambda: replaying, sync_to_thread=False),
            "reviewer": Provide(lambda: reviewer, sync_to_thread=False),
            "points": Provide(lambda: points, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "progress": Provide(lambda: progress, sync_to_thread=False),
            "boxes": Provide(lambda: boxes, sync_to_thread=False),
            "games": Provide(lambda: games, sync_to_thread=False),
            "learning": Provide(lambda: learning, sync_to_thread=False),
            "puzzling": Provide(lambda: puzzling, sync_to_thread=False),
            "companion": Provide(lambda: companion, sync_to_thread=False),
            "salons": Provide(lambda: salons, sync_to_thread=False),
            "laying": Provide(lambda: laying, sync_to_thread=False),
            "asking": Provide(lambda: asking, sync_to_thread=False),
            "same_luck": Provide(lambda: same_luck, sync_to_thread=False),
            "holders": Provide(lambda: holders, sync_to_thread=False),
            "people": Provide(lambda: people, sync_to_thread=False),
            "caller": Provide(provide_caller),
        },
        exception_handlers={
            RefusalError: lambda _, error: _on_refusal(error),
            HTTPException: _on_http_error,
            Exception: lambda _, error: _on_error(house.store.outage, error),
        },
        after_exception=[note_broken_socket],
        before_request=read_strictly,
        # Safe: to guess secrets from the lengths of compressed responses (BREACH), a page of another site must make the
        # browser send many requests. Here those are refused, and they carry no cookie (SameSite=Strict).
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000, gzip_compress_level=6),
        lifespan=[running],
        logging_config=None,
        openapi_config=openapi_config(),
        request_max_body_size=settings.limits.body_bytes,
        signature_types=[
            Advising,
            Asking,
            Boxes,
            Caller,
            Companion,
            Games,
            Holders,
            House,
            LayingRoom,
            Learning,
            Lobby,
            People,
            PointsKeeper,
            Puzzling,
            Reminders,
            Replaying,
            Reviewer,
            Salons,
            SameLuck,
            Seating,
        ],
    )
    guarded = HealthChecks(Telemetry(Guard(app, settings, house.rates), settings), health)
    return Doors(guarded, health, computers.finish, house.write_notes, house.rates)


@asynccontextmanager
async def _background(
    house: House,
    computers: Computers,
    health: Health,
    keepers: tuple[Ratings, PointsKeeper, People, Lobby, Clocks, Reminders],
    started: Callable[[], None],
) -> AsyncIterator[None]:
    """Run what goes on alongside the requests: compiling, computer players, heartbeats."""

    async def wake_up() -> None:
        await house.kernel.warm_up()
        house.listeners[:] = [computers.attend]
        await house.begin_waiting()
        await house.kernel.warm_up_players()
        started()
        house.remind()  # tell those who are waiting for a computer
        await computers.sweep()

    async def heartbeat() -> None:
        while True:
            await house.stay_online(GRACE)
            await asyncio.sleep(HEARTBEAT)

    async def notes() -> None:
        while True:
            await house.write_notes()
            await asyncio.sleep(_NOTES)

    async def sweep() -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            house.hub.sweep()
            house.tell_use()

    async def poll() -> None:
        while True:
            await asyncio.sleep(_POLL_WITH_REDIS if house.announcer.is_connected else _POLL)
            await house.hub.poll()

    own = (wake_up, heartbeat, notes, sweep, poll, house.announcer.run)
    watching = (give_back, house.sanctions.watch, *(keeper.watch for keeper in keepers))
    works = (*own, *watching, health.watch_database, health.watch_loop)
    tasks = [asyncio.create_task(_kept_alive(work, house.store.outage)) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await computers.close()
        with suppress(Exception):
            await house.write_notes()


def _describe(thinkers: Threads, health: Health) -> None:
    """Let the metrics say what runs here."""
    BUILD.info({"version": __version__, "revision": NEWEST})
    READY.set_function(lambda: not health.faults)
    QUEUE.set_function(lambda: thinkers.slots.waiting)
    THINKING.set_function(lambda: thinkers.slots.held)


async def _kept_alive(work: Any, outage: Outage) -> None:
    """Run something that never ends; if it fails, log that and start it again."""
    while True:
        try:
            await work()
        except Exception as error:
            if not outage.explains(error):
                logger.exception("%s failed; it is tried again", work.__name__)
        await asyncio.sleep(_RETRY)


async def read_strictly(request: "Request[Any, Any, Any]") -> None:
    """Check a body a second time, strictly: the framework accepts "0" as 0 and 1 as true."""
    handler = request.route_handler
    field = handler.parsed_data_field if isinstance(handler, HTTPRouteHandler) else None
    if field is not None:
        try:
            msgspec.json.decode(await request.body(), type=field.annotation)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RefusalError("bad_request", f"the body cannot be read: {error}") from None


# ── errors ────────────────────────────────────────────────────────────────────────────────────────────


def _answer(problem: Problem, status: int, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers)


def _on_refusal(error: RefusalError) -> Response[Problem]:
    REFUSALS.labels(error.problem.code).inc()
    return _answer(error.problem, error.status)


def _on_http_error(request: "Request[Any, Any, Any]", error: HTTPException) -> Response[Any]:
    """Report what the framework found wrong with a request."""
    if error.status_code == 404 and wants_a_page(request):
        return client_page(404)
    detail = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra:
        parts = [f"{entry.get('key', '')}: {entry.get('message', '')}".strip(": ") for entry in extra]
        detail = "; ".join(parts)
    status = error.status_code
    headers = {"Allow": _allowed(request)} if status == 405 else None
    return _answer(Problem(code=code_for_status(status), message=detail), status, headers)


def _allowed(request: "Request[Any, Any, Any]") -> str:
    """The methods allowed at a path."""
    parts = request.scope["path"].strip("/").split("/")
    methods: set[str] = set()
    for route in request.app.routes:
        known = route.path.strip("/").split("/")
        fits = all(want == part or want.startswith("{") for want, part in zip(known, parts, strict=False))
        if isinstance(route, HTTPRoute) and len(known) == len(parts) and fits:
            methods |= {str(method) for method in route.methods}
    return ", ".join(sorted(methods))


def _note_broken_socket(outage: Outage, error: Exception, scope: Scope) -> None:
    """Log what has ended a WebSocket; the framework tells only the client. Requests have `_on_error`."""
    is_known = isinstance(error, (HTTPException, RefusalError, WebSocketException))
    if str(scope["type"]) == "websocket" and not is_known and not outage.explains(error):
        logger.error("a WebSocket failed", exc_info=error)


def _on_error(outage: Outage, error: Exception) -> Response[Problem]:
    if outage.explains(error):
        return _on_refusal(UnavailableError())
    logger.error("a request failed", exc_info=error)
    return _answer(Problem(code="internal", message="something went wrong in the server; its log says more"), 500)
