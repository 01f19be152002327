"""Help for a seat, based only on what it sees: the best moves, and what a careful player could have counted."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sanssouci.game.draft import Draft
from sanssouci.game.view import View
from sanssouci.players.advice import Advice, advise
from sanssouci.players.outlook import absent
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.messages import Counts, Hints, HintView, ReasonView, SeatAction
from sanssouci.server.permissions import check_seat
from sanssouci.server.slots import Threads
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.table import Table

T = TypeVar("T", Hints, Counts)

MOST_HINTS: Final = 5
_MOST_ANSWERS: Final = 500  # kept in memory


class Advising:
    """Answers requests for help, which queue for the same threads as the computer players."""

    def __init__(self, house: House, thinkers: Threads) -> None:
        self.house = house
        self._thinkers = thinkers
        self._rates = {find_hints: house.rates.of("hints"), count: house.rates.of("counts")}
        self._answers: OrderedDict[Any, asyncio.Task[Any]] = OrderedDict()

    async def hints(self, table_id: str, seat: int, caller: Caller) -> Hints:
        """The best moves for one of the caller's seats that is to move."""
        row, table = await self._allowed("hint", table_id, seat, caller)
        view = table.at_turn(seat, table.ply).view(seat)
        return await self.hints_for(row.id, self.house.origin(row), caller, view, table.ply)

    async def counts(self, table_id: str, seat: int, caller: Caller) -> Counts:
        """What can be counted from one of the caller's seats."""
        row, table = await self._allowed("count", table_id, seat, caller)
        return await self.counts_for(row.id, self.house.origin(row), caller, table.begun().view(seat), table.ply)

    async def hints_for(self, where: str, asker: str, caller: Caller, view: View, ply: int) -> Hints:
        """The best moves in a view; `where` it was seen and the ply identify it, the asker queues for it."""
        seconds = self.house.settings.hint_seconds
        return await self._answer(where, asker, caller, find_hints, view, ply, seconds)

    async def counts_for(self, where: str, asker: str, caller: Caller, view: View, ply: int) -> Counts:
        """What can be counted from a view."""
        return await self._answer(where, asker, caller, count, view, ply)

    async def _allowed(self, action: SeatAction, table_id: str, seat: int, caller: Caller) -> tuple[TableRow, Table]:
        row = await self.house.row(table_id)
        check_seat(action, row, caller.holder, seat)
        return row, await self.house.load(row)

    async def _answer(
        self, where: str, asker: str, caller: Caller, find: Callable[..., T], view: View, ply: int, *options: float
    ) -> T:
        """The answer for this view, found now or for an earlier request."""
        if not self.house.kernel.has_players:
            raise RefusalError("warming_up", "the computers are being compiled, which takes about a minute; try again")
        question = (find, where, ply, view.eyes)
        answer = self._answers.get(question)
        if answer is None:
            if not self._rates[find].allows(caller.address):
                raise RefusalError("too_fast", "too many requests for advice; wait a moment")
            answer = asyncio.create_task(self._thinkers.do(asker, find, view, ply, *options))
            answer.add_done_callback(lambda done: self._forget_failed(question, done))
            self._answers[question] = answer
            while len(self._answers) > _MOST_ANSWERS:
                self._answers.popitem(last=False)
        found: T = await asyncio.shield(answer)
        return found

    def _forget_failed(self, question: Any, done: "asyncio.Task[Any]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._answers.pop(question, None)


def find_hints(view: View, ply: int, seconds: float) -> Hints:
    """The best moves in a view, found in about that many seconds."""
    found = advise(view, best=MOST_HINTS, time=seconds)
    most = max(advice.samples for advice in found)
    return Hints(seat=view.eyes, ply=ply, hints=[_show_hint(view, advice, most) for advice in found])


def _show_hint(view: View, advice: Advice, most: int) -> HintView:
    draft = Draft(view)
    draft.choose_move(advice.move)
    return HintView(
        move=str(advice.move),
        steps=list(draft.chosen),
        points=advice.points,
        win=advice.win,
        error=advice.error,
        rough=advice.samples < most,
        reasons=[ReasonView(key=reason.key, values=reason.values) for reason in advice.reasons],
    )


def count(view: View, ply: int) -> Counts:
    """What can be counted from a view."""
    return Counts(
        seat=view.eyes,
        ply=ply,
        cards=[dict.fromkeys(view.undiscarded(seat), 1) for seat in range(view.players)],
        tiles=view.bag,
        absent=absent(view),
    )
