"""Games at real tables that somebody follows."""

from typing import Final

from msgspec.structs import replace

from sanssouci.box.errors import SanssouciError
from sanssouci.game.errors import IllegalMoveError
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.following import FollowedGame
from sanssouci.server.boxes import Boxes
from sanssouci.server.caller import Caller
from sanssouci.server.drafting import Drafting
from sanssouci.server.errors import RefusalError, refused_move
from sanssouci.server.following import Following, box_followed, show_draft
from sanssouci.server.foreseeing import foresee
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
    Taps,
    WantedView,
)
from sanssouci.server.showing import show_box, show_gardens, show_rewards, show_told, show_view
from sanssouci.server.slots import Threads
from sanssouci.server.storage.companion import CompanionStore, FollowedRow
from sanssouci.server.tapping import FOLLOW, TapRoom, purpose_of

_LISTED: Final = 50


class Companion(TapRoom[Following]):
    """The followed games of everybody."""

    def __init__(self, house: House, boxes: Boxes, store: CompanionStore, readers: Threads) -> None:
        super().__init__(house, boxes, store, readers, Following)

    def owns(self, purpose: str) -> bool:
        """Whether something was begun to follow a game."""
        return purpose == FOLLOW

    # ── beginning, listing ─────────────────────────────────────────────────────────────────────────

    async def begin(self, wish: NewFollowed, holder: str, address: str) -> FollowedView:
        """Begin to follow a game; with a key that was used before, the game that began with it."""
        row = await self.new(wish, holder, address)
        async with self.turn(row.id):
            return await self._shown(row, address)

    async def listed(self, holder: str | None) -> FollowedList:
        """Somebody's games, the latest first."""
        rows = [] if holder is None else await self.store.of(holder, _LISTED)
        return FollowedList(games=[self._line(row) for row in rows])

    def _line(self, row: FollowedRow) -> FollowedLine:
        return FollowedLine(
            id=row.id,
            purpose=purpose_of(row),  # type: ignore[arg-type]  # one of the three
            box=box_followed(row).name,
            names=row.options["names"] or [],
            players=row.options["players"],
            expansions=row.options["expansions"],
            turns=row.turns,
            over=row.over,
            created=row.created,
            changed=row.changed,
        )

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    async def show(self, game_id: str, caller: Caller) -> FollowedView:
        """A game as it stands."""
        async with self.turn(game_id):
            return await self._shown(await self.own(game_id, caller.holder), caller.address)

    async def game(self, game_id: str, caller: Caller) -> FollowedGame:
        """A game of the caller's, to be read."""
        async with self.turn(game_id):
            return (await self.load(await self.own(game_id, caller.holder), caller.address)).game

    async def look_back(self, game_id: str, look: LookBack, caller: Caller) -> FollowedView:
        """A game before one of its entries, with the steps of another move in its place; nothing is stored."""
        async with self.turn(game_id):
            row = await self.own(game_id, caller.holder)
            return self._look_back(await self.load(row, caller.address), look)

    def _look_back(self, following: Following, look: LookBack) -> FollowedView:
        try:
            earlier = following.game.before(look.place)
        except SanssouciError as error:
            raise RefusalError("not_found", str(error)) from None
        wanted, draft = earlier.wanted, None
        if wanted is not None and wanted.kind in DECISION_KINDS:
            try:
                draft = show_draft(Drafting(earlier.draft().start, following.number), look.steps)
            except IllegalMoveError as error:
                raise refused_move(error) from None
            except SanssouciError as error:
                raise RefusalError("bad_entry", str(error)) from None
        return self._show(following, earlier, draft)

    async def tap(self, game_id: str, taps: Taps, caller: Caller) -> FollowedView:
        """Take taps; by the time the answer is made, they are stored."""
        self.house.count_command(caller.holder, caller.address, parts=len(taps.taps))
        async with self.turn(game_id):
            return await self._showing(await self.take(game_id, taps.taps, caller), caller.address)

    # ── showing ────────────────────────────────────────────────────────────────────────────────────

    async def _shown(self, row: FollowedRow, address: str) -> FollowedView:
        return await self._showing(await self.load(row, address), address)

    async def _showing(self, following: Following, address: str) -> FollowedView:
        """A game as it stands, worked out in a thread: all that can be tapped in a turn takes a while."""
        return await self._readers.do(address, lambda: self._show(following, following.game, following.draft()))

    def _show(self, following: Following, game: FollowedGame, draft: DraftView | None) -> FollowedView:
        wanted = game.wanted
        return FollowedView(
            id=following.row.id,
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
            ahead=foresee(game, draft.steps if draft else []) if game is following.game else [],
            gardens=show_gardens(game.view.box) if wanted is not None and wanted.kind == "garden" else {},
            rewards=show_rewards(game.view.box) if wanted is not None and wanted.kind == "reward" else {},
        )


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
