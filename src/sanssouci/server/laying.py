"""Tables laid out by hand: to have a game counted, or to ask about a position. Each tap is kept, and checked."""

from typing import Final

from msgspec.structs import replace

from sanssouci.box.expansions import PIECES
from sanssouci.game.following import FollowedGame
from sanssouci.game.laying import LaidTable, taken_over
from sanssouci.game.view import View
from sanssouci.kernel.faults import PositionFault
from sanssouci.server.boxes import Boxes
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.following import box_followed
from sanssouci.server.house import House
from sanssouci.server.messages import (
    GameView,
    LaidBoards,
    LaidFault,
    LaidView,
    LayOut,
    NewFollowed,
    NewLaid,
    Tap,
    Taps,
)
from sanssouci.server.showing import show_box, show_gardens, show_rewards, show_view
from sanssouci.server.slots import Threads
from sanssouci.server.storage.companion import CompanionStore, FollowedRow
from sanssouci.server.tapping import FOLLOW, Body, Tapped, TapRoom, purpose_of

COUNT: Final = "count"


class Laying(Tapped):
    """A table laid out by hand after some of its taps: `["put", PART, SEAT, WHERE, VALUE]`, or `["undo"]`."""

    def __init__(self, row: FollowedRow) -> None:
        super().__init__(row)
        self.table = self._begin()

    def _begin(self) -> LaidTable:
        options = self.row.options
        table = LaidTable(
            box_followed(self.row),
            players=options["players"],
            expansions=options["expansions"],
            first=options["first"],
            eyes=options["eyes"],
            over=purpose_of(self.row) == COUNT,
        )
        for part, seat, where, value in options.get("puts", ()):
            table.put(part, seat, where, value)
        return table

    def body_of(self, tap: Tap) -> Body:
        """What a tap puts down or takes away."""
        match tap:
            case Tap(kind="put", part=str(part), text=str(value)):
                return ["put", part, tap.seat, tap.where or "", value]
        raise RefusalError("bad_request", "a tap at a laid table is an undo, or puts something: part, text")

    def carry_out(self, body: Body) -> None:
        """Do what a tap does."""
        if body == ["undo"]:
            self.standing.pop()
            self.table = self._begin()
            for earlier in self.standing:
                self.table.put(*earlier[1:])
        else:
            self.table.put(*body[1:])
            self.standing.append(body)

    @property
    def turns(self) -> int:
        """How many turns have been played."""
        return self.table.turns

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.is_over


class LayingRoom(TapRoom[Laying]):
    """The laid tables of everybody."""

    def __init__(self, house: House, boxes: Boxes, store: CompanionStore, readers: Threads) -> None:
        super().__init__(house, boxes, store, readers, Laying)

    def owns(self, purpose: str) -> bool:
        """Whether something was begun to lay out a table."""
        return purpose != FOLLOW

    async def begin(self, wish: NewLaid, holder: str, address: str) -> LaidView:
        """Begin to lay out a table."""
        _check_eyes(wish.purpose, wish.eyes)
        plain = NewFollowed(**{name: getattr(wish, name) for name in NewFollowed.__struct_fields__})
        return await self._shown(await self.new(plain, holder, address, purpose=wish.purpose), address)

    async def take_over(self, game: FollowedGame, row: FollowedRow, wish: LayOut, caller: Caller) -> LaidView:
        """Lay out the table of a followed game as it stands."""
        _check_eyes(wish.purpose, game.eyes)
        if game.view.is_setup:
            raise RefusalError("not_running", "the game has not begun yet; there is nothing to take over")
        puts = taken_over(game.view, over=wish.purpose == COUNT, turned=game.turned())
        options = row.options | {"purpose": wish.purpose, "puts": puts}
        added = await self.add(row.box, options, wish.key, row.holder, caller.address)
        return await self._shown(added, caller.address)

    async def show(self, table_id: str, caller: Caller) -> LaidView:
        """A table as it stands."""
        return await self._shown(await self.own(table_id, caller.holder), caller.address)

    async def tap(self, table_id: str, taps: Taps, caller: Caller) -> LaidView:
        """Put things down and take them away; by the time the answer is made, it is stored."""
        self.house.count_command(caller.holder, caller.address, parts=len(taps.taps))
        async with self.turn(table_id):
            return show_laid(await self.take(table_id, taps.taps, caller))

    async def _shown(self, row: FollowedRow, address: str) -> LaidView:
        async with self.turn(row.id):
            return show_laid(await self.load(row, address))


def _check_eyes(purpose: str, eyes: int) -> None:
    if purpose != COUNT and eyes < 0:
        raise RefusalError("bad_setting", "advice is given to a seat, from what it sees: eyes must be one")


def show_laid(laying: Laying) -> LaidView:
    """A laid table with all that is not right yet."""
    table, row = laying.table, laying.row
    faults, seats = table.faults(), range(table.players)
    return LaidView(
        id=row.id,
        number=laying.number,
        purpose=purpose_of(row),  # type: ignore[arg-type]  # one of the two
        box=show_box(table.box),
        expansions=list(table.expansions),
        names=list(row.options["names"] or [""] * table.players),
        first=table.first,
        eyes=table.eyes,
        gardens=show_gardens(table.box),
        rewards=show_rewards(table.box) if "rewards" in table.expansions else {},
        pieces=[name for name in table.expansions if name in PIECES],
        boards=[LaidBoards(garden=seat.garden, reward=seat.reward) for seat in table.seats],
        scores=[seat.score for seat in table.seats],
        played=[table.turns_of(seat) for seat in seats],
        under=[{square: sign[1:] for square, sign in seat.squares.items() if len(sign) > 1} for seat in table.seats],
        hidden=table.hidden(),
        faults=[_show_fault(fault) for fault in faults],
        whole=not faults,
        view=_show_position(table.unfinished(), whole=not faults),
    )


def _show_position(view: View, *, whole: bool) -> GameView:
    shown = show_view(view)
    return shown if whole else replace(shown, ending=None)


def _show_fault(fault: PositionFault) -> LaidFault:
    return LaidFault(key=fault.key, message=str(fault), values=dict(fault.values), seat=fault.seat, open=fault.open)
