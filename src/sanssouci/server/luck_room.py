"""The HTTP side of the garden of the day, and of twin games."""

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from sanssouci.server.caller import with_token
from sanssouci.server.http import FromCaller, problems
from sanssouci.server.messages import EnteredLuck, EnterLuck, LuckDays, LuckGames, LuckView
from sanssouci.server.same_luck import SameLuck

AtLuck = NamedDependency[SameLuck]
LuckId = Annotated[
    str, PathParameter(max_length=40, description="A day, as 2026-11-18, `today`, or the id of a twin game.")
]
Month = Annotated[str, QueryParameter(pattern=r"^\d{4}-(0[1-9]|1[0-2])$", description="A month, as 2026-11.")]


class LuckController(Controller):
    """The same luck for several people apart."""

    path = "/api/luck"
    tags = ("luck",)

    @get("/", responses=problems(), operation_id="luckDays")
    async def days(self, month: Month, same_luck: AtLuck, caller: FromCaller) -> LuckDays:
        """A month's calendar: the days that were played here, and your points."""
        return await same_luck.days(caller.holder, month)

    @post("/", status_code=200, responses=problems(503), operation_id="newTwin")
    async def twin(self, data: JSONBody[EnterLuck], same_luck: AtLuck, caller: FromCaller) -> Response[EnteredLuck]:
        """Begin a twin game: the other one enters it by its id."""
        identity = caller.known()
        luck, table = await same_luck.new_twin(data.name, identity.holder, caller.address)
        return with_token(EnteredLuck(id=luck, table=table), caller, identity)

    @get("/{luck:str}", responses=problems(404), operation_id="luck")
    async def luck(self, luck: LuckId, same_luck: AtLuck, caller: FromCaller) -> LuckView:
        """A luck, and what has been made of it, as far as you may know it."""
        return await same_luck.look(luck, caller.holder)

    @post("/{luck:str}", status_code=200, responses=problems(404, 409, 503), operation_id="enterLuck")
    async def enter(
        self, luck: LuckId, data: JSONBody[EnterLuck], same_luck: AtLuck, caller: FromCaller
    ) -> Response[EnteredLuck]:
        """Your one attempt: the answer names its table, the same whenever you ask."""
        identity = caller.known()
        table = await same_luck.enter(luck, data.name, identity.holder, caller.address)
        return with_token(EnteredLuck(id=luck, table=table), caller, identity)

    @get("/{luck:str}/games", responses=problems(404, 409, 503), operation_id="luckGames")
    async def games(self, luck: LuckId, same_luck: AtLuck, caller: FromCaller) -> LuckGames:
        """Your game beside that of the king, or of your twin, from the beginning."""
        return await same_luck.games(luck, caller)
