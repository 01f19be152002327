"""The HTTP side of the server: every command and every view, as described in the OpenAPI document."""

import time
from typing import Annotated, Any, Final

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from sanssouci import __version__
from sanssouci.players.levels import DEFAULT_LEVEL, LADDER
from sanssouci.server.advising import Advising
from sanssouci.server.caller import Caller, with_token
from sanssouci.server.holders import Identity
from sanssouci.server.house import House
from sanssouci.server.links import base_of, qr_code
from sanssouci.server.messages import (
    Best,
    ChatFrame,
    Counts,
    Done,
    DraftView,
    GameFrame,
    HandOver,
    Hints,
    Invitation,
    Invited,
    Invitee,
    Language,
    LevelInfo,
    NewTable,
    OpenedTable,
    Play,
    Problem,
    RecordToReplay,
    RecordToReview,
    Replay,
    Report,
    Reviewing,
    ReviewWish,
    Say,
    ServerInfo,
    Sit,
    Steps,
    TableInfo,
    TableList,
    Undo,
)
from sanssouci.server.permissions import check_watching
from sanssouci.server.points import PointsKeeper
from sanssouci.server.replaying import Replaying
from sanssouci.server.reviewing import Reviewer
from sanssouci.server.seating import Seating
from sanssouci.server.showing import show_box
from sanssouci.server.storage.rows import TableRow
from sanssouci.texts import LANGUAGES

AtHouse = NamedDependency[House]
AtSeating = NamedDependency[Seating]
AtAdvising = NamedDependency[Advising]
AtReplaying = NamedDependency[Replaying]
AtReviewer = NamedDependency[Reviewer]
AtPoints = NamedDependency[PointsKeeper]
FromCaller = NamedDependency[Caller]
AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40, description="The id of a table.")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=3, description="A seat, counted clockwise from 0.")]
_SVG: Final = "image/svg+xml"
OwnSeat = Annotated[int, QueryParameter(ge=0, le=3, description="A seat of the caller.")]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors that a command may return."""
    described = {
        400: "The request cannot be read.",
        403: "Not yours to do.",
        404: "There is no such table or seat.",
        409: "Not now: the table has gone on, or is not in the right state.",
        413: "The request is too large.",
        422: "The move, the setting or the record is not allowed.",
        429: "Too many requests.",
        503: "Not yet: something is being compiled, or the server is being replaced.",
    }
    return {
        status: ResponseSpec(Problem, description=described[status], generate_examples=False)
        for status in sorted({400, 403, 413, 429, *statuses})
    }


class ServerController(Controller):
    """What the server offers, and lists of tables."""

    path = "/api"
    tags = ("server",)

    @get("/server", responses=problems(), operation_id="server")
    async def server(self, house: AtHouse) -> ServerInfo:
        """What can be played here."""
        return ServerInfo(
            version=__version__,
            boxes=[show_box(box) for box in house.settings.boxes.values()],
            levels=[LevelInfo(id=level) for level in LADDER],
            default_level=DEFAULT_LEVEL,
            languages=list(LANGUAGES),
            kernel=house.kernel.state,
            now=time.time(),
            push_key=house.push_key,
            address=house.settings.address,
        )

    @get("/tables", responses=problems(), operation_id="lobby")
    async def lobby(self, house: AtHouse, seating: AtSeating, caller: FromCaller) -> TableList:
        """The listed tables: those with open seats first, then games to watch."""
        return TableList(tables=[house.info(row, caller.holder) for row in await seating.lobby(caller.holder)])

    @get("/mine", responses=problems(), operation_id="mine")
    async def mine(self, house: AtHouse, caller: FromCaller) -> Response[TableList]:
        """The tables where the caller sits, or that the caller opened."""
        rows = [] if caller.holder is None else await house.store.tables_of(caller.holder)
        found = TableList(tables=[house.info(row, caller.holder) for row in rows])
        return with_token(found, caller, caller.identity)

    @post("/tables", responses=problems(422, 503), operation_id="openTable")
    async def open_table(
        self, data: JSONBody[NewTable], house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> Response[OpenedTable]:
        """Open a table. The game begins as soon as every seat is taken."""
        identity = caller.known()
        row, invitations = await seating.open_table(data, identity.holder, caller.address)
        await house.sanctions.store.note_visit(identity.holder, caller.address, row.name_of(identity.holder))
        return _opened(house, row, invitations, caller, identity)


class TableController(Controller):
    """One table: its seats, and what can be done with them."""

    path = "/api/tables/{table_id:str}"
    tags = ("table",)

    @get("/", responses=problems(404), operation_id="table")
    async def table(self, table_id: TableId, house: AtHouse, caller: FromCaller) -> TableInfo:
        """The table as the caller may know it."""
        return house.info(await house.row(table_id), caller.holder)

    @post("/sit", status_code=200, responses=problems(404, 409, 422), operation_id="sit")
    async def sit(
        self, table_id: TableId, data: JSONBody[Sit], house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> Response[TableInfo]:
        """Take a seat: the one a key belongs to, or without a key an open seat at a listed table."""
        identity = caller.known()
        row = await seating.sit(table_id, identity.holder, data)
        await house.sanctions.store.note_visit(identity.holder, caller.address, row.name_of(identity.holder))
        return with_token(house.info(row, identity.holder), caller, identity)

    @post("/invitation", status_code=200, responses=problems(404, 422), operation_id="invitation")
    async def invitation(
        self, table_id: TableId, data: JSONBody[Invitee], seating: AtSeating, caller: FromCaller, request: AnyRequest
    ) -> Invited:
        """What a key to this table is, before anybody uses it."""
        seat, why = await seating.look_at_key(table_id, caller.holder, data.key)
        link = "" if seat is None else f"{base_of(seating.house.settings, request)}/table/{table_id}#{data.key}"
        return Invited(seat=seat, why=why, qr=link and qr_code(link))

    @post("/seats/{seat:int}/leave", status_code=200, responses=problems(404, 409), operation_id="leave")
    async def leave(
        self, table_id: TableId, seat: SeatNumber, house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> TableInfo:
        """Get up from a seat. During a game you may come back until somebody else takes it."""
        return house.info(await seating.leave(table_id, seat, caller.holder), caller.holder)

    @post("/seats/{seat:int}/key", status_code=200, responses=problems(404), operation_id="freshKey")
    async def fresh_key(
        self, table_id: TableId, seat: SeatNumber, seating: AtSeating, caller: FromCaller
    ) -> Invitation:
        """A fresh key to a seat that nobody holds; earlier ones become void."""
        return await seating.fresh_key(table_id, seat, caller.holder)

    @post("/seats/{seat:int}/replace", status_code=200, responses=problems(404, 409, 422), operation_id="replace")
    async def replace(
        self,
        table_id: TableId,
        seat: SeatNumber,
        data: JSONBody[HandOver],
        house: AtHouse,
        seating: AtSeating,
        caller: FromCaller,
    ) -> TableInfo:
        """Let a computer play for a seat whose player is away, or for your own."""
        row = await seating.replace(table_id, seat, data.level, caller.holder)
        return house.info(row, caller.holder)

    @post("/seats/{seat:int}/return", status_code=200, responses=problems(404, 409), operation_id="comeBack")
    async def come_back(
        self, table_id: TableId, seat: SeatNumber, house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> TableInfo:
        """Take your seat back: from the computer, or after leaving."""
        return house.info(await seating.come_back(table_id, seat, caller.holder), caller.holder)

    @post("/seats/{seat:int}/remove", status_code=200, responses=problems(404, 409), operation_id="remove")
    async def remove(
        self, table_id: TableId, seat: SeatNumber, house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> TableInfo:
        """As the host: take a player away from a seat: before the game, or during it one who has been gone for long."""
        return house.info(await seating.remove(table_id, seat, caller.holder), caller.holder)

    @post("/seats/{seat:int}/appoint", status_code=200, responses=problems(404, 409), operation_id="appoint")
    async def appoint(
        self, table_id: TableId, seat: SeatNumber, house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> TableInfo:
        """As the host: pass that role on to the player of a seat."""
        return house.info(await seating.appoint(table_id, seat, caller.holder), caller.holder)

    @post("/report", status_code=200, responses=problems(404, 409), operation_id="report")
    async def report(self, table_id: TableId, data: JSONBody[Report], house: AtHouse, caller: FromCaller) -> Done:
        """Tell the operator of the server about another player."""
        await house.sanctions.report(await house.row(table_id), caller, data)
        return Done()

    @post("/abandon", status_code=200, responses=problems(404, 409), operation_id="abandon")
    async def abandon(self, table_id: TableId, house: AtHouse, seating: AtSeating, caller: FromCaller) -> TableInfo:
        """Close a table before its game, or end a running game that all others have left."""
        return house.info(await seating.abandon(table_id, caller.holder), caller.holder)

    @post("/rematch", responses=problems(404, 409, 503), operation_id="rematch")
    async def rematch(
        self, table_id: TableId, house: AtHouse, seating: AtSeating, caller: FromCaller
    ) -> Response[OpenedTable]:
        """The rematch with the same people; whoever asks second gets the same table."""
        row, invitations = await seating.rematch(table_id, caller.holder, caller.address)
        return _opened(house, row, invitations, caller, caller.identity)


class GameController(Controller):
    """The game of a table: the same commands as over the WebSocket."""

    path = "/api/tables/{table_id:str}"
    tags = ("game",)

    @get("/game", responses=problems(404, 409, 503), operation_id="game")
    async def game(self, table_id: TableId, house: AtHouse, caller: FromCaller) -> GameFrame:
        """The game as the caller may see it: one view for each seat held, or a spectator's."""
        return await house.frame(await house.row(table_id), caller.holder)

    @get("/chat", responses=problems(404), operation_id="chat")
    async def chat(self, table_id: TableId, house: AtHouse, caller: FromCaller) -> ChatFrame:
        """The last lines of the chat."""
        row = await house.row(table_id)
        check_watching(row, caller.holder)
        return ChatFrame(lines=await house.store.said(row.id))

    @get("/record", responses=problems(404, 409, 503), operation_id="record")
    async def record(
        self,
        table_id: TableId,
        house: AtHouse,
        caller: FromCaller,
        seat: Annotated[
            int, QueryParameter(ge=-1, le=3, description="A seat of the caller; -1: what everybody sees.")
        ] = -1,
    ) -> dict[str, Any]:
        """The record: complete once the game is over, until then what a seat, or a spectator, knows."""
        return await house.record(table_id, caller.holder, seat)

    @get("/hints", responses=problems(404, 409, 503), operation_id="hints")
    async def hints(self, table_id: TableId, seat: OwnSeat, advising: AtAdvising, caller: FromCaller) -> Hints:
        """The best moves, if all others are computers or the table allows hints. This takes about a second."""
        return await advising.hints(table_id, seat, caller)

    @get("/counts", responses=problems(404, 409, 503), operation_id="counts")
    async def counts(self, table_id: TableId, seat: OwnSeat, advising: AtAdvising, caller: FromCaller) -> Counts:
        """What a careful player could have counted, if hints are allowed."""
        return await advising.counts(table_id, seat, caller)

    @get("/replay", responses=problems(404, 409, 503), operation_id="replay")
    async def replay(
        self,
        table_id: TableId,
        replaying: AtReplaying,
        caller: FromCaller,
        eyes: Annotated[
            int, QueryParameter(ge=-2, le=3, description="A seat; -1: what everybody saw; -2: everything open.")
        ] = -1,
    ) -> Replay:
        """The game from its beginning: from any point of view once it is over, until then your own or a spectator's."""
        return await replaying.of_table(table_id, eyes, caller)

    @post("/review", status_code=200, responses=problems(404, 409, 503), operation_id="review")
    async def review(
        self, table_id: TableId, data: JSONBody[ReviewWish], reviewer: AtReviewer, caller: FromCaller
    ) -> Reviewing:
        """The review of a finished game: what was luck, what was skill. It is begun if there is none yet."""
        return await reviewer.of_table(table_id, data.depth, caller)

    @get("/picture", media_type=_SVG, responses=problems(404, 409, 503), operation_id="picture")
    async def picture(
        self,
        table_id: TableId,
        replaying: AtReplaying,
        caller: FromCaller,
        language: Annotated[Language, QueryParameter(description="Of the words in it.")] = "en",
    ) -> str:
        """A picture of a finished game to keep and to share: the gardens, the names and the points, as SVG."""
        return await replaying.picture(table_id, language, caller)

    @get("/best", responses=problems(404, 409), operation_id="best")
    async def best(self, table_id: TableId, seat: OwnSeat, points: AtPoints, caller: FromCaller) -> Best:
        """What the caller has reached in other games with this box, its expansions and as many players."""
        return await points.best(table_id, seat, caller.holder)

    @post("/steps", status_code=200, responses=problems(404, 409, 422, 503), operation_id="steps")
    async def steps(self, table_id: TableId, data: JSONBody[Steps], house: AtHouse, caller: FromCaller) -> DraftView:
        """Set the steps of your unfinished move; nothing is final."""
        house.count_command(caller.holder)
        return await house.steps(table_id, caller.holder, data)

    @post("/play", status_code=200, responses=problems(404, 409, 422, 503), operation_id="play")
    async def play(self, table_id: TableId, data: JSONBody[Play], house: AtHouse, caller: FromCaller) -> Done:
        """Play a whole move; by the time the response arrives, it is stored."""
        house.count_command(caller.holder)
        return Done(ply=await house.play(table_id, caller.holder, data))

    @post("/undo", status_code=200, responses=problems(404, 409, 503), operation_id="undo")
    async def undo(self, table_id: TableId, data: JSONBody[Undo], house: AtHouse, caller: FromCaller) -> Done:
        """Take your last turn back, if all others are computers."""
        house.count_command(caller.holder)
        return Done(ply=await house.undo(table_id, caller.holder, data))

    @post("/say", status_code=200, responses=problems(404), operation_id="say")
    async def say(self, table_id: TableId, data: JSONBody[Say], house: AtHouse, caller: FromCaller) -> Done:
        """Say something at a table where you sit."""
        await house.say(table_id, caller.holder, caller.address, data)
        return Done()


@post("/replay", status_code=200, responses=problems(422, 503), operation_id="replayRecord", tags=["game"])
async def replay_record(data: JSONBody[RecordToReplay], replaying: AtReplaying, caller: FromCaller) -> Replay:
    """The game of a record from its beginning; every event is checked, and nothing is stored."""
    return await replaying.of_record(data, caller)


@post("/review", status_code=200, responses=problems(409, 422, 503), operation_id="reviewRecord", tags=["game"])
async def review_record(data: JSONBody[RecordToReview], reviewer: AtReviewer, caller: FromCaller) -> Reviewing:
    """The review of a record of a finished game, begun if there is none yet."""
    return await reviewer.of_record(data, caller)


@get("/api/reviews/{review_id:str}", responses=problems(404), operation_id="findReview", tags=["game"])
async def find_review(
    review_id: Annotated[str, PathParameter(max_length=40, description="The id of a review.")], reviewer: AtReviewer
) -> Reviewing:
    """A review, or how far it has come."""
    return await reviewer.find(review_id)


def _opened(
    house: House, row: TableRow, invitations: list[Invitation], caller: Caller, identity: Identity | None
) -> Response[OpenedTable]:
    holder = None if identity is None else identity.holder
    opened = OpenedTable(table=house.info(row, holder), invitations=invitations)
    return with_token(opened, caller, identity, status=201)
