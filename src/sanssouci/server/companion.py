"""Games at real tables that somebody follows: kept with their owner, tap by tap.

A tap is stored before it is answered, and has a number and a key of its device's. Sent again, because the line was away
or the battery empty, it counts once.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from sanssouci.box.errors import SanssouciError
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.following import FollowedGame
from sanssouci.game.options import check_options
from sanssouci.game.replay import box_text
from sanssouci.server.boxes import Boxes
from sanssouci.server.caller import Caller
from sanssouci.server.drafting import Drafting
from sanssouci.server.errors import RefusalError, StaleError
from sanssouci.server.following import Following, box_followed, show_draft
from sanssouci.server.holders import is_table_id, new_table_id
from sanssouci.server.house import House
from sanssouci.server.messages import (
    DraftView,
    EntryView,
    FollowedLine,
    FollowedList,
    FollowedView,
    GameView,
    LookBack,
    NewFollowed,
    Tap,
    WantedView,
)
from sanssouci.server.showing import show_box, show_told, show_view
from sanssouci.server.slots import Threads
from sanssouci.server.storage.companion import CompanionStore, FollowedRow, TapRow
from sanssouci.server.worded import words_of

_LISTED: Final = 50
_IN_MEMORY: Final = 200


class Companion:
    """The followed games of everybody."""

    def __init__(self, house: House, boxes: Boxes, store: CompanionStore, readers: Threads) -> None:
        self.house, self.store = house, store
        self._boxes, self._readers = boxes, readers
        self._rate = house.rates.of("replays")
        self._known: OrderedDict[str, Following] = OrderedDict()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # ── beginning, listing, deleting ───────────────────────────────────────────────────────────────

    async def begin(self, wish: NewFollowed, holder: str, address: str) -> FollowedView:
        """Begin to follow a game; with a key that was used before, the game that began with it."""
        self.house.check_kernel()
        box = await self._boxes.to_play(wish.box)
        try:
            check_options(box, players=wish.players, expansions=wish.expansions, first=wish.first)
        except SanssouciError as error:
            raise RefusalError("bad_setting", str(error)) from None
        if wish.eyes >= wish.players or (wish.names is not None and len(wish.names) != wish.players):
            raise RefusalError("bad_setting", f"{wish.players} people sit at this table")
        if wish.key is not None and (begun := await self.store.begun(holder, wish.key)) is not None:
            return await self._shown(await self._own(begun, holder), address)
        if await self.store.count(holder) >= self.house.settings.limits.followed_of_holder:
            raise RefusalError("too_many", "you follow too many games; delete some first")
        self.house.count_new(address)
        now, options = time.time(), {name: getattr(wish, name) for name in _OPTIONS} | {"words": words_of(box)}
        row = FollowedRow(new_table_id(), holder, now, now, 0, 0, False, box_text(box), options)
        return await self._shown(await self._own(await self.store.add(row, wish.key), holder), address)

    async def listed(self, holder: str | None) -> FollowedList:
        """Somebody's games, the latest first."""
        rows = [] if holder is None else await self.store.of(holder, _LISTED)
        return FollowedList(games=[self._line(row) for row in rows])

    def _line(self, row: FollowedRow) -> FollowedLine:
        return FollowedLine(
            id=row.id,
            box=box_followed(row).name,
            names=row.options["names"] or [],
            players=row.options["players"],
            expansions=row.options["expansions"],
            turns=row.turns,
            over=row.over,
            created=row.created,
            changed=row.changed,
        )

    async def forget(self, game_id: str, caller: Caller) -> None:
        """Delete a game."""
        row = await self._own(game_id, caller.holder)
        await self.store.forget(row.id, row.holder)
        self._known.pop(row.id, None)

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    async def show(self, game_id: str, caller: Caller) -> FollowedView:
        """A game as it stands."""
        async with self._turn(game_id):
            return await self._shown(await self._own(game_id, caller.holder), caller.address)

    async def game(self, game_id: str, caller: Caller) -> FollowedGame:
        """A game of the caller's, to be read."""
        async with self._turn(game_id):
            return (await self._load(await self._own(game_id, caller.holder), caller.address)).game

    async def look_back(self, game_id: str, look: LookBack, caller: Caller) -> FollowedView:
        """A game before one of its entries, with the steps of another move in its place; nothing is stored."""
        async with self._turn(game_id):
            row = await self._own(game_id, caller.holder)
            return self._look_back(row, await self._load(row, caller.address), look)

    def _look_back(self, row: FollowedRow, following: Following, look: LookBack) -> FollowedView:
        try:
            earlier = following.game.before(look.place)
        except SanssouciError as error:
            raise RefusalError("not_found", str(error)) from None
        wanted, draft = earlier.wanted, None
        if wanted is not None and wanted.kind in DECISION_KINDS:
            try:
                draft = show_draft(Drafting(earlier.draft().start, following.number), look.steps)
            except SanssouciError as error:
                raise RefusalError("bad_entry", str(error)) from None
        return self._show(row, following, earlier, draft)

    async def _own(self, game_id: str, holder: str | None) -> FollowedRow:
        """A game of somebody's; whoever else asks learns nothing."""
        row = await self.store.row(game_id) if is_table_id(game_id) else None
        if row is None or row.holder != holder:
            raise RefusalError("not_found", "there is no such game of yours")
        return row

    def _turn(self, game_id: str) -> asyncio.Lock:
        """One request at a time for each game: it is read and changed off the event loop."""
        return self._turns.setdefault(game_id, asyncio.Lock())

    async def _load(self, row: FollowedRow, address: str) -> Following:
        """A game after all its taps."""
        self.house.check_kernel()
        following = self._known.pop(row.id, None)
        if following is None or following.number > row.number:
            following = Following(row)
        if following.number < row.number:
            missing = await self.store.taps(row.id, following.number)
            await self._readers.do(address, following.read, missing)
        self._keep(row.id, following)
        return following

    def _keep(self, game_id: str, following: Following) -> None:
        self._known[game_id] = following
        self._known.move_to_end(game_id)
        while len(self._known) > _IN_MEMORY:
            self._known.popitem(last=False)

    # ── tapping ────────────────────────────────────────────────────────────────────────────────────

    async def tap(self, game_id: str, taps: Sequence[Tap], caller: Caller) -> FollowedView:
        """Take taps in their order; those that came before are passed over. What precedes a refused one stands."""
        self.house.count_command(caller.holder)
        async with self._turn(game_id):
            return await self._tap(await self._own(game_id, caller.holder), taps, caller.address)

    async def _tap(self, row: FollowedRow, taps: Sequence[Tap], address: str) -> FollowedView:
        following = await self._load(row, address)
        self._known.pop(row.id, None)  # until what it knows is stored
        most = self._allowed(row, taps, address)
        taken, refused = await self._readers.do(address, self._take, following, taps[:most])
        if refused is None and most < len(taps):
            refused = RefusalError("too_fast", "too many corrections from this address; wait a moment")
        if taken:
            view = following.game.view
            if not await self.store.append(row.id, taken, turns=view.turns, over=following.game.wanted is None):
                raise StaleError("this game was changed elsewhere at the same time; look at it again")
        self._keep(row.id, following)
        if refused is not None:
            raise refused
        return self._show(row, following, following.game, following.draft())

    def _allowed(self, row: FollowedRow, taps: Sequence[Tap], address: str) -> int:
        """How many of some taps may be taken now: a correction counts as a replay, which it is."""
        for place, tap in enumerate(taps):
            if tap.kind == "correct" and tap.number > row.number and not self._rate.allows(address):
                return place
        return len(taps)

    def _take(self, following: Following, taps: Sequence[Tap]) -> tuple[list[TapRow], RefusalError | None]:
        """Take taps in their order, until one is refused; in a thread."""
        limits = self.house.settings.limits
        taken: list[TapRow] = []
        try:
            for tap in taps:
                if tap.number <= following.number:
                    _check_known(following, tap)
                    continue
                if tap.number != following.number + 1:
                    raise StaleError(f"the last tap was number {following.number}; {tap.number} cannot follow it")
                if tap.number > limits.taps_of_game:
                    raise RefusalError("too_many", "this game has more taps than any needs")
                if tap.kind == "correct" and following.corrections >= limits.corrections_of_game:
                    raise RefusalError("too_many", "this game has more corrections than any needs; undo some first")
                taken.append(following.take(tap))
        except RefusalError as error:
            return taken, error
        return taken, None

    # ── showing ────────────────────────────────────────────────────────────────────────────────────

    async def _shown(self, row: FollowedRow, address: str) -> FollowedView:
        following = await self._load(row, address)
        return self._show(row, following, following.game, following.draft())

    def _show(
        self, row: FollowedRow, following: Following, game: FollowedGame, draft: DraftView | None
    ) -> FollowedView:
        wanted = game.wanted
        return FollowedView(
            id=row.id,
            number=following.number,
            box=show_box(game.view.box),
            expansions=list(game.view.expansions),
            names=list(game.names or [""] * game.view.players),
            first=game.view.first,
            eyes=game.eyes,
            entries=show_entries(game),
            wanted=None
            if wanted is None
            else WantedView(
                kind=wanted.kind,  # type: ignore[arg-type]  # one of the kinds of events
                seat=wanted.seat,
                options=list(wanted.options),
                space=wanted.space,
            ),
            draft=draft,
            view=show_followed_view(game),
            unknown=list(game.unknown_missions),
            dropped=following.dropped,
        )


_OPTIONS: Final = ("players", "expansions", "first", "eyes", "names")


def _check_known(following: Following, tap: Tap) -> None:
    if following.keys.get(tap.number) != tap.key:
        raise StaleError(f"tap number {tap.number} was made elsewhere; look at the game again")


def show_entries(game: FollowedGame) -> list[EntryView]:
    """All entries of a game, with what turns and sides did."""
    return [
        EntryView(
            kind=entry.kind,  # type: ignore[arg-type]  # one of the kinds of events
            seat=entry.seat,
            text=entry.text,
            told=show_told(game.told(place)) if entry.kind in DECISION_KINDS else None,
        )
        for place, entry in enumerate(game.entries)
    ]


def show_followed_view(game: FollowedGame) -> GameView:
    """The position, with what nobody has shown yet kept open."""
    shown, unknown = show_view(game.view), game.unknown_missions
    seats = [replace(seat, missions=None) if number in unknown else seat for number, seat in enumerate(shown.seats)]
    shown = replace(shown, seats=seats, ending=None if unknown else shown.ending)
    if game.wanted is None or game.wanted.kind in DECISION_KINDS:
        return shown
    return replace(shown, phase="play card")  # chance has no step of its own on the wire; `wanted` tells what comes
