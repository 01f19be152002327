"""The HTTP side of the companion, which lies beside a real table."""

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server.caller import Caller, with_token
from sanssouci.server.companion import Companion
from sanssouci.server.http import problems
from sanssouci.server.messages import Done, FollowedList, FollowedView, LookBack, NewFollowed, Taps

AtCompanion = NamedDependency[Companion]
FromCaller = NamedDependency[Caller]
GameId = Annotated[str, PathParameter(max_length=40, description="The id of a followed game.")]


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
        return await companion.tap(game_id, data.taps, caller)

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
