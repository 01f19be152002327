"""The HTTP side of the companion, which lies beside a real table."""

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server.asking import Asking
from sanssouci.server.caller import with_token
from sanssouci.server.companion import Companion
from sanssouci.server.http import FromCaller, SeatNumber, problems
from sanssouci.server.laying import LayingRoom
from sanssouci.server.messages import (
    Counts,
    Done,
    FollowedList,
    FollowedView,
    Hints,
    LaidView,
    LayOut,
    LookBack,
    NewFollowed,
    NewLaid,
    Taps,
    Walks,
)

AtCompanion = NamedDependency[Companion]
AtLaying = NamedDependency[LayingRoom]
AtAsking = NamedDependency[Asking]
GameId = Annotated[str, PathParameter(max_length=40, description="The id of a followed game.")]
LaidId = Annotated[str, PathParameter(max_length=40, description="The id of a table laid out by hand.")]


class CompanionController(Controller):
    """Games at real tables that the caller follows. Nobody else sees them."""

    path = "/api/companion"
    tags = ("companion",)

    @get("/games", responses=problems(), operation_id="followedGames")
    async def games(self, companion: AtCompanion, caller: FromCaller) -> FollowedList:
        """The games that the caller follows, the latest first."""
        return await companion.listed(caller.holder)

    @post("/games", responses=problems(422, 503), operation_id="follow")
    async def follow(
        self, data: JSONBody[NewFollowed], companion: AtCompanion, caller: FromCaller
    ) -> Response[FollowedView]:
        """Begin to follow a game at a real table."""
        identity = caller.known()
        begun = await companion.begin(data, identity.holder, caller.address)
        return with_token(begun, caller, identity, status=201)

    @get("/games/{game_id:str}", responses=problems(404, 503), operation_id="followed")
    async def game(self, game_id: GameId, companion: AtCompanion, caller: FromCaller) -> FollowedView:
        """A followed game: what was entered, what is wanted, the position from the caller's own eyes."""
        return await companion.show(game_id, caller)

    @post("/games/{game_id:str}/taps", status_code=200, responses=problems(404, 409, 422, 503), operation_id="tap")
    async def tap(
        self, game_id: GameId, data: JSONBody[Taps], companion: AtCompanion, caller: FromCaller
    ) -> FollowedView:
        """Enter what happens, take back, correct. By the time the response arrives, it is stored."""
        return await companion.tap(game_id, data, caller)

    @post("/games/{game_id:str}/look", status_code=200, responses=problems(404, 422, 503), operation_id="lookBack")
    async def look(
        self, game_id: GameId, data: JSONBody[LookBack], companion: AtCompanion, caller: FromCaller
    ) -> FollowedView:
        """The game before one of its entries, with the steps of another move in its place; nothing is stored."""
        return await companion.look_back(game_id, data, caller)

    @get("/games/{game_id:str}/record", responses=problems(404, 503), operation_id="followedRecord")
    async def record(self, game_id: GameId, companion: AtCompanion, caller: FromCaller) -> dict[str, Any]:
        """What was entered, as a record; '?' stands for what nobody has seen."""
        return (await companion.game(game_id, caller)).record()

    @post("/games/{game_id:str}/forget", status_code=200, responses=problems(404), operation_id="forgetFollowed")
    async def forget(self, game_id: GameId, companion: AtCompanion, caller: FromCaller) -> Done:
        """Delete a followed game."""
        await companion.forget(game_id, caller)
        return Done()

    # ── asking ─────────────────────────────────────────────────────────────────────────────────────

    @get("/games/{game_id:str}/hints", responses=problems(404, 409, 422, 503), operation_id="askForMoves")
    async def hints(self, game_id: GameId, asking: AtAsking, caller: FromCaller) -> Hints:
        """The best moves of whoever enters, in a followed game or at a laid table, from what those eyes see."""
        return await asking.hints(game_id, caller)

    @get("/games/{game_id:str}/counts", responses=problems(404, 409, 422, 503), operation_id="askForCounts")
    async def counts(self, game_id: GameId, asking: AtAsking, caller: FromCaller) -> Counts:
        """What can be counted from what whoever enters sees."""
        return await asking.counts(game_id, caller)

    @get("/games/{game_id:str}/walks/{seat:int}", responses=problems(404, 503), operation_id="askForWalks")
    async def walks(self, game_id: GameId, seat: SeatNumber, asking: AtAsking, caller: FromCaller) -> Walks:
        """Where the nobles of a seat may walk now, and why not elsewhere."""
        return await asking.walks(game_id, seat, caller)

    # ── laying out ─────────────────────────────────────────────────────────────────────────────────

    @post("/tables", responses=problems(422, 503), operation_id="layOut")
    async def lay_out(self, data: JSONBody[NewLaid], laying: AtLaying, caller: FromCaller) -> Response[LaidView]:
        """Begin to lay out a table by hand."""
        identity = caller.known()
        begun = await laying.begin(data, identity.holder, caller.address)
        return with_token(begun, caller, identity, status=201)

    @post("/games/{game_id:str}/lay-out", responses=problems(404, 409, 422, 503), operation_id="layOutFollowed")
    async def take_over(
        self, game_id: GameId, data: JSONBody[LayOut], companion: AtCompanion, laying: AtLaying, caller: FromCaller
    ) -> LaidView:
        """Lay out the table of a followed game as it stands."""
        row = await companion.own(game_id, caller.holder)
        return await laying.take_over(await companion.game(game_id, caller), row, data, caller)

    @get("/tables/{laid_id:str}", responses=problems(404, 503), operation_id="laid")
    async def laid(self, laid_id: LaidId, laying: AtLaying, caller: FromCaller) -> LaidView:
        """A laid table, with all that is missing and all that cannot be."""
        return await laying.show(laid_id, caller)

    @post("/tables/{laid_id:str}/taps", status_code=200, responses=problems(404, 409, 422, 503), operation_id="put")
    async def put(self, laid_id: LaidId, data: JSONBody[Taps], laying: AtLaying, caller: FromCaller) -> LaidView:
        """Put things down, take them away, undo. By the time the response arrives, it is stored."""
        return await laying.tap(laid_id, data, caller)

    @post("/tables/{laid_id:str}/forget", status_code=200, responses=problems(404), operation_id="forgetLaid")
    async def forget_laid(self, laid_id: LaidId, laying: AtLaying, caller: FromCaller) -> Done:
        """Delete a laid table."""
        await laying.forget(laid_id, caller)
        return Done()
