"""What is entered tap by tap: kept with its owner, stored before it is answered, and counted once.

A tap has a number, and a key chosen by its device. One that is sent again, after a lost connection or an empty battery,
is ignored.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from sanssouci.box.errors import SanssouciError
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.options import check_options
from sanssouci.game.replay import box_text
from sanssouci.server.boxes import Boxes
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, StaleError, TooManyError, refused_move
from sanssouci.server.holders import is_table_id, new_table_id
from sanssouci.server.house import House
from sanssouci.server.messages import NewFollowed, Tap
from sanssouci.server.slots import Threads
from sanssouci.server.storage.companion import CompanionStore, FollowedRow, TapRow
from sanssouci.server.worded import words_of

Body = list[Any]
FOLLOW: Final = "follow"
_IN_MEMORY: Final = 200


class Tapped:
    """Something after some of its taps; a tap is kept as what it did."""

    def __init__(self, row: FollowedRow) -> None:
        self.row = row
        self.number = 0
        self.keys: dict[int, str] = {}  # of the taps so far, by their numbers
        self.standing: list[Body] = []  # the taps that were not taken back
        self.dropped = 0  # entries that the last tap, a correction, has made impossible

    def read(self, taps: Iterable[TapRow]) -> None:
        """Go on with taps that are kept; what was taken back among them is never carried out."""
        taps = list(taps)
        standing = _standing(taps)
        for place, tap in enumerate(taps):
            self.dropped = 0
            if place in standing:
                self.carry_out(tap.body)
            self._note(tap)

    @property
    def corrections(self) -> int:
        """How many corrections stand; each has most of the game entered again, also when a later one is undone."""
        return sum(body[0] == "correct" for body in self.standing)

    def take(self, tap: Tap) -> TapRow:
        """Carry out one more tap; RefusalError says why it cannot be, and nothing has changed then."""
        body = ["undo"] if tap.kind == "undo" else self.body_of(tap)
        if tap.kind == "undo" and not self.standing:
            raise RefusalError("no_undo", "nothing has been entered yet")
        try:
            self.carry_out(body)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise refused_move(error) from None
        except SanssouciError as error:
            raise RefusalError("bad_entry", str(error)) from None
        row = TapRow(tap.number, tap.key, body)
        self._note(row)
        return row

    def _note(self, row: TapRow) -> None:
        self.number = row.number
        self.keys[row.number] = row.key
        self.changed()

    def changed(self) -> None:
        """Forget what was worked out for the state before the last tap."""

    def body_of(self, tap: Tap) -> Body:
        """What a tap does, checked as far as its fields go."""
        raise NotImplementedError

    def carry_out(self, body: Body) -> None:
        """Do what a tap does; SanssouciError says why it cannot be."""
        raise NotImplementedError

    @property
    def turns(self) -> int:
        """How many turns have been played."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        raise NotImplementedError


def _standing(taps: list[TapRow]) -> set[int]:
    """The places of taps that have to be carried out: without those that undo one another."""
    stands: list[int] = []
    for place, tap in enumerate(taps):
        if tap.body[0] == "undo" and stands and taps[stands[-1]].body[0] != "undo":
            stands.pop()
        else:
            stands.append(place)
    return set(stands)


T = TypeVar("T", bound=Tapped)


class TapRoom(Generic[T]):
    """All that everybody has entered of one kind."""

    def __init__(self, house: House, boxes: Boxes, store: CompanionStore, readers: Threads, kind: type[T]) -> None:
        self.house, self.store = house, store
        self._boxes, self._readers, self._kind = boxes, readers, kind
        self._rate = house.rates.of("replays")
        self._known: OrderedDict[str, T] = OrderedDict()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def owns(self, purpose: str) -> bool:
        """Whether something with this purpose is of the kind of this room."""
        raise NotImplementedError

    async def new(self, wish: NewFollowed, holder: str, address: str, **more: Any) -> FollowedRow:
        """Begin something new; with a key that was used before, what began with it."""
        self.house.check_kernel()
        box = await self._boxes.to_play(wish.box)
        try:
            check_options(box, players=wish.players, expansions=wish.expansions, first=wish.first)
        except SanssouciError as error:
            raise RefusalError("bad_setting", str(error)) from None
        if wish.eyes >= wish.players or (wish.names is not None and len(wish.names) != wish.players):
            raise RefusalError("bad_setting", f"{wish.players} people sit at this table")
        options = {name: getattr(wish, name) for name in _OPTIONS} | {"words": words_of(box)} | more
        return await self.add(box_text(box), options, wish.key, holder, address)

    async def add(self, box: str, options: dict[str, Any], key: str | None, holder: str, address: str) -> FollowedRow:
        """Store something new of somebody's, unless it was begun with this key."""
        if key is not None and (begun := await self.store.begun(holder, key)) is not None:
            return await self.own(begun, holder)
        if await self.store.count(holder) >= self.house.settings.limits.followed_of_holder:
            raise TooManyError("followed", "you follow too many games; delete some first")
        self.house.count_new(address)
        now = time.time()
        row = FollowedRow(new_table_id(), holder, now, now, 0, 0, False, box, options)
        return await self.own(await self.store.add(row, key), holder)

    async def own(self, game_id: str, holder: str | None) -> FollowedRow:
        """What somebody has entered; whoever else asks learns nothing."""
        row = await self.store.row(game_id) if is_table_id(game_id) else None
        if row is None or row.holder != holder or not self.owns(purpose_of(row)):
            raise RefusalError("not_found", "there is no such game of yours")
        return row

    def turn(self, game_id: str) -> asyncio.Lock:
        """One request at a time for each game: it is read and changed off the event loop."""
        return self._turns.setdefault(game_id, asyncio.Lock())

    async def load(self, row: FollowedRow, address: str) -> T:
        """Something after all its taps; the caller must hold its turn."""
        self.house.check_kernel()
        found = self._known.pop(row.id, None)
        if found is None or found.number > row.number:
            found = self._kind(row)
        if found.number < row.number:
            missing = await self.store.taps(row.id, found.number)
            await self._readers.do(address, found.read, missing)
        self._keep(row.id, found)
        return found

    def _keep(self, game_id: str, found: T) -> None:
        self._known[game_id] = found
        self._known.move_to_end(game_id)
        while len(self._known) > _IN_MEMORY:
            self._known.popitem(last=False)

    async def forget(self, game_id: str, caller: Caller) -> None:
        """Delete something."""
        row = await self.own(game_id, caller.holder)
        await self.store.forget(row.id, row.holder)
        self._known.pop(row.id, None)

    async def take(self, game_id: str, taps: Sequence[Tap], caller: Caller) -> T:
        """Take taps in their order; those that came before are passed over. What precedes a refused one stands.

        The caller must hold its turn.
        """
        row = await self.own(game_id, caller.holder)
        tapped = await self.load(row, caller.address)
        self._known.pop(row.id, None)  # until what it knows is stored
        most = self._allowed(row, taps, caller.address)
        taken, refused = await self._readers.do(caller.address, self._take, tapped, taps[:most])
        if refused is None and most < len(taps):
            refused = RefusalError("too_fast", "too many corrections from this address; wait a moment")
        if taken and not await self.store.append(row.id, taken, turns=tapped.turns, over=tapped.is_over):
            raise StaleError("this game was changed elsewhere at the same time; look at it again")
        self._keep(row.id, tapped)
        if refused is not None:
            raise refused
        return tapped

    def _allowed(self, row: FollowedRow, taps: Sequence[Tap], address: str) -> int:
        """How many of some taps may be taken now: a correction counts as a replay, which it is."""
        for place, tap in enumerate(taps):
            if tap.kind == "correct" and tap.number > row.number and not self._rate.allows(address):
                return place
        return len(taps)

    def _take(self, tapped: T, taps: Sequence[Tap]) -> tuple[list[TapRow], RefusalError | None]:
        """Take taps in their order, until one is refused, whose number the refusal names; in a thread."""
        limits = self.house.settings.limits
        taken: list[TapRow] = []
        try:
            for tap in taps:
                if tap.number <= tapped.number:
                    _check_known(tapped, tap)
                    continue
                if tap.number != tapped.number + 1:
                    raise StaleError(f"the last tap was number {tapped.number}; {tap.number} cannot follow it")
                if tap.number > limits.taps_of_game:
                    raise TooManyError("taps", "this game has more taps than any needs")
                if tap.kind == "correct" and tapped.corrections >= limits.corrections_of_game:
                    raise TooManyError("corrections", "this game has more corrections than any needs; undo some first")
                taken.append(tapped.take(tap))
        except RefusalError as error:
            return taken, error.naming(tap=tap.number)
        return taken, None


_OPTIONS: Final = ("players", "expansions", "first", "eyes", "names")


def purpose_of(row: FollowedRow) -> str:
    """What something was begun for: to follow a game, to count, to ask."""
    return str(row.options.get("purpose", FOLLOW))


def _check_known(tapped: Tapped, tap: Tap) -> None:
    if tapped.keys.get(tap.number) != tap.key:
        raise StaleError(f"tap number {tap.number} was made elsewhere; look at the game again")
