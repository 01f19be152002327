"""The HTTP side of puzzles."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sanssouci.server.caller import with_token
from sanssouci.server.http import FromCaller, TableId, problems
from sanssouci.server.messages import Done, EnteredPuzzle, EnterPuzzle, GiveUp, Puzzles, PuzzleView
from sanssouci.server.puzzling import Puzzling

AtPuzzles = NamedDependency[Puzzling]


class PuzzleController(Controller):
    """Puzzles, and how good the caller is at them."""

    path = "/api"
    tags = ("puzzles",)

    @get("/puzzles", responses=problems(503), operation_id="puzzles")
    async def puzzles(self, puzzling: AtPuzzles, caller: FromCaller) -> Puzzles:
        """How many puzzles there are by theme and difficulty, and how you have done."""
        return await puzzling.listed(caller)

    @post("/puzzles", status_code=200, responses=problems(404, 503), operation_id="enterPuzzle")
    async def enter(
        self, data: JSONBody[EnterPuzzle], puzzling: AtPuzzles, caller: FromCaller
    ) -> Response[EnteredPuzzle]:
        """Try a puzzle: the answer names its table."""
        identity = caller.known()
        table = await puzzling.enter(data, identity.holder, caller.address)
        return with_token(EnteredPuzzle(table=table), caller, identity)

    @get("/mine/puzzles", responses=problems(), operation_id="myPuzzles")
    async def mine(self, puzzling: AtPuzzles, caller: FromCaller) -> Response[list[dict[str, Any]]]:
        """All that is known of your puzzles, as a file."""
        name = {"Content-Disposition": 'attachment; filename="sanssouci-puzzles.json"'}
        return Response(await puzzling.export(caller.holder), headers=name)

    @post("/mine/puzzles/forget", status_code=200, responses=problems(), operation_id="forgetPuzzles")
    async def forget(self, puzzling: AtPuzzles, caller: FromCaller) -> Done:
        """Delete all that is known of your puzzles, with your rating."""
        if caller.holder is not None:
            await puzzling.store.forget(caller.holder)
        return Done()

    @get("/tables/{table_id:str}/puzzle", responses=problems(404, 503), operation_id="puzzle")
    async def puzzle(self, table_id: TableId, puzzling: AtPuzzles, caller: FromCaller) -> PuzzleView:
        """Where you stand with the puzzle at this table; a move played there is judged by this question."""
        return await puzzling.look(table_id, caller)

    @post("/tables/{table_id:str}/puzzle", status_code=200, responses=problems(404, 503), operation_id="giveUp")
    async def give_up(
        self, table_id: TableId, data: JSONBody[GiveUp], puzzling: AtPuzzles, caller: FromCaller
    ) -> PuzzleView:
        """See the solution without another try."""
        return await puzzling.look(table_id, caller, give_up=True)
