"""Advice beside a real table: for a followed game as it stands, and for a table laid out by hand."""

from sanssouci.game.laying import LaidTable
from sanssouci.game.view import View
from sanssouci.game.walking import Walk, walks_of
from sanssouci.server.advising import Advising
from sanssouci.server.caller import Caller
from sanssouci.server.companion import Companion
from sanssouci.server.errors import RefusalError
from sanssouci.server.laying import LayingRoom
from sanssouci.server.messages import Counts, Hints, Walks, WalkView
from sanssouci.server.tapping import FOLLOW, purpose_of


class Asking:
    """Answers questions about an entered game from what its owner can see; thinking queues with everybody else's."""

    def __init__(self, companion: Companion, room: LayingRoom, advising: Advising) -> None:
        self._companion, self._room, self._advising = companion, room, advising

    async def hints(self, game_id: str, caller: Caller) -> Hints:
        """The best moves of whoever enters, whose turn it must be."""
        holder, view, number = await self._seen(game_id, caller)
        if not view.is_my_turn or view.is_chance:
            raise RefusalError("not_your_turn", "advice is for one's own turn, from one's own cards")
        return await self._advising.hints_for(game_id, holder, caller, view, number)

    async def counts(self, game_id: str, caller: Caller) -> Counts:
        """What can be counted from what whoever enters sees."""
        holder, view, number = await self._seen(game_id, caller)
        if view.is_setup or view.is_chance or view.is_over:
            raise RefusalError("not_running", "there is something to count only while a turn is to be played")
        return await self._advising.counts_for(game_id, holder, caller, view, number)

    async def walks(self, game_id: str, seat: int, caller: Caller) -> Walks:
        """Where the nobles of a seat may walk, and why not elsewhere."""
        _, view, _ = await self._seen(game_id, caller, unfinished=True)
        if seat >= view.players or view.is_setup:
            raise RefusalError("not_found", "there is no garden of that seat yet")
        return Walks(seat=seat, walks=[_show_walk(walk) for walk in walks_of(view, seat)])

    async def _seen(self, game_id: str, caller: Caller, *, unfinished: bool = False) -> tuple[str, View, int]:
        row = await self._companion.store.row(game_id)
        if row is not None and purpose_of(row) != FOLLOW:
            async with self._room.turn(game_id):
                laying = await self._room.load(await self._room.own(game_id, caller.holder), caller.address)
                return row.holder, _view_of(laying.table, unfinished=unfinished), laying.number
        async with self._companion.turn(game_id):
            row = await self._companion.own(game_id, caller.holder)
            following = await self._companion.load(row, caller.address)
            return row.holder, following.game.view, following.number


def _view_of(table: LaidTable, *, unfinished: bool) -> View:
    if unfinished:
        return table.unfinished()
    if found := table.faults():
        raise RefusalError("bad_entry", f"the table is not complete yet: {found[0]}")
    return table.view()


def _show_walk(walk: Walk) -> WalkView:
    found = walk.objection
    return WalkView(
        square=walk.square,
        points=walk.points,
        path=list(walk.path),
        rule=None if found is None else found.rule,
        reason=None if found is None else f"reason.{found.key}",
    )
