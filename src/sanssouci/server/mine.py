"""The HTTP side of one's own games."""

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from sanssouci.server.caller import with_token
from sanssouci.server.games import Games
from sanssouci.server.http import FromCaller, TableId, problems
from sanssouci.server.messages import Done, GameList, GoOn, OpenedTable, ProgressView
from sanssouci.server.progress import ProgressBook

AtGames = NamedDependency[Games]
AtProgress = NamedDependency[ProgressBook]
JSON_LINES = "application/jsonl"


class MineController(Controller):
    """The caller's own games."""

    path = "/api"
    tags = ("mine",)

    @get("/mine/games", responses=problems(), operation_id="games")
    async def games(
        self,
        games: AtGames,
        caller: FromCaller,
        before: Annotated[
            float | None,
            QueryParameter(description="Only games that changed before this time, in seconds since 1970."),
        ] = None,
    ) -> Response[GameList]:
        """Your games with their results, the latest first."""
        return with_token(await games.listed(caller.holder, before), caller, caller.identity)

    @get("/mine/progress", responses=problems(503), operation_id="progress")
    async def progress(self, progress: AtProgress, caller: FromCaller) -> Response[ProgressView]:
        """Your progress: wins by level, points by source, and what decisions cost, box by box."""
        return with_token(await progress.of(caller), caller, caller.identity)

    @get("/mine/records", media_type=JSON_LINES, responses=problems(503), operation_id="records")
    async def records(self, games: AtGames, caller: FromCaller) -> Stream:
        """All your games as records, one a line: finished ones whole, others as you saw them."""
        name = {"Content-Disposition": 'attachment; filename="sanssouci-games.jsonl"'}
        return Stream(await games.export(caller), media_type=JSON_LINES, headers=name)

    @post("/tables/{table_id:str}/forget", status_code=200, responses=problems(404, 409), operation_id="forget")
    async def forget(self, table_id: TableId, games: AtGames, caller: FromCaller) -> Done:
        """Delete a game from your list; what others keep of it stays theirs."""
        await games.forget(table_id, caller.holder)
        return Done()

    @post("/tables/{table_id:str}/take", status_code=200, responses=problems(404, 409, 503), operation_id="take")
    async def take(self, table_id: TableId, games: AtGames, caller: FromCaller) -> dict[str, Any]:
        """A running game with all its secrets, where no other person plays; the table is marked."""
        return await games.take_along(table_id, caller.holder)


@post("/mine/go-on", responses=problems(422, 503), operation_id="goOn", tags=["mine"])
async def go_on(data: JSONBody[GoOn], games: AtGames, caller: FromCaller) -> Response[OpenedTable]:
    """Go on with a game that was taken along: a table of your own, with computers on all other seats."""
    identity = caller.known()
    row = await games.go_on(data, identity.holder, caller)
    opened = OpenedTable(table=games.house.info(row, identity.holder), invitations=[])
    return with_token(opened, caller, identity, status=201)
