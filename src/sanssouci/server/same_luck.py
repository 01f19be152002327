"""The same luck for several people apart: the garden of the day, and twin games.

Whoever plays with a luck sits in the same seat, against the same computer, with the same boards, missions, cards and
tiles, for luck does not depend on what anybody does. The luck of a day is made from its date with a key that only the
database has, so nobody can work out tomorrow's. What was made of it stays closed until one has played oneself.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from datetime import UTC, date, datetime
from typing import Final

from sanssouci.box import Box
from sanssouci.game.game import Game
from sanssouci.server.caller import Caller
from sanssouci.server.computers import choose, luck_of_move
from sanssouci.server.errors import RefusalError
from sanssouci.server.holders import new_table_id
from sanssouci.server.house import House
from sanssouci.server.messages import (
    LuckDay,
    LuckDays,
    LuckGames,
    LuckStanding,
    LuckView,
    NewTable,
    SeatRequest,
    SeatTold,
    ShareState,
)
from sanssouci.server.replaying import Replaying
from sanssouci.server.seating import Seating, new_seed
from sanssouci.server.slots import Threads
from sanssouci.server.storage.facts import agreed
from sanssouci.server.storage.rows import Options, TableRow, end_of_day
from sanssouci.server.storage.same_luck import LuckRow, LuckStore, ShareRow

logger = logging.getLogger(__name__)

LUCK_KEY: Final = "luck_key"  # the fact that the luck of all days is made from
TODAY: Final = "today"  # asks for the luck of the day that it is for the server
SEAT: Final = 0  # of everybody who plays with a luck; it starts
LEVEL: Final = "king"
_RIVAL: Final = "Voltaire"
_KING: Final = "Friedrich"  # in the game that everybody is compared with
_TWINS: Final = 2
_STANDINGS: Final = 100  # the best results of a day that are told, and one's own
# Days take turns with these, as far as the server offers them.
_DAYS: Final = (("ravensburger", ""), ("imperial", "boar"), ("ravensburger", "rewards"), ("imperial", "rewards,boar"))


class SameLuck:
    """Who plays with which luck."""

    def __init__(
        self, house: House, seating: Seating, store: LuckStore, thinkers: Threads, replaying: Replaying
    ) -> None:
        self.house, self.seating, self.store = house, seating, store
        self._thinkers, self._replaying = thinkers, replaying
        self._key = b""
        self._playing: dict[str, asyncio.Task[None]] = {}  # the king's games under way, by luck
        house.ended.append(self.note_end)

    async def prepare(self) -> None:
        """Agree with the other processes on the key of all days."""
        self._key = bytes.fromhex(await agreed(self.store.engine, LUCK_KEY, secrets.token_hex(32)))

    # ── lucks ──────────────────────────────────────────────────────────────────────────────────────

    async def new_twin(self, name: str | None, holder: str, address: str) -> tuple[str, str]:
        """A luck for two, and the table of whoever begins it."""
        self.house.check_kernel()
        box = next(iter(self.house.settings.boxes.values()))
        luck = LuckRow(new_table_id(), new_seed(), box.id, "")
        row = await self._open(luck, name, holder, address)
        await self.store.add_twin(luck, ShareRow(luck.id, holder, row.id, row.seats[SEAT].name))
        return luck.id, row.id

    async def _luck(self, luck: str) -> LuckRow:
        """A luck; that of today is made when somebody first asks for it."""
        luck = _today() if luck == TODAY else luck
        found = await self.store.luck(luck)
        if found is None and luck == _today():
            boxes = self.house.settings.boxes
            offered = [each for each in _DAYS if each[0] in boxes] or [(next(iter(boxes)), "")]
            box, expansions = offered[date.fromisoformat(luck).toordinal() % len(offered)]
            seed = hmac.new(self._key, luck.encode(), hashlib.sha256).hexdigest()[:32]
            await self.store.add(LuckRow(luck, seed, box, expansions))
            found = await self.store.luck(luck)
        if found is None:
            raise RefusalError("not_found", "there is no such garden: days begin at midnight, UTC")
        return found

    def _box(self, luck: LuckRow) -> Box:
        box = self.house.settings.boxes.get(luck.box)
        if box is None:
            raise RefusalError("not_found", f"the box {luck.box!r} is not offered here any more")
        return box

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    async def enter(self, luck_id: str, name: str | None, holder: str, address: str) -> str:
        """The table of somebody's one attempt at a luck: opened now, if there is none yet."""
        self.house.check_kernel()
        luck = await self._luck(luck_id)
        own = await self.store.share_of(luck.id, holder)
        if own is not None:
            return own.table_id
        if not _is_twin(luck.id) and luck.id != _today():
            raise RefusalError("not_running", "this day is over")
        if _is_twin(luck.id) and len(await self.store.shares(luck.id)) >= _TWINS:
            raise RefusalError("seat_taken", "two people play this twin game already")
        row = await self._open(luck, name, holder, address)
        begun = ShareRow(luck.id, holder, row.id, row.seats[SEAT].name)
        if not await self.store.begin(begun, most=_TWINS if _is_twin(luck.id) else None):
            await self.seating.abandon(row.id, holder)  # a second click, or somebody else, was quicker
            return await self.enter(luck_id, name, holder, address)
        return row.id

    async def _open(self, luck: LuckRow, name: str | None, holder: str, address: str) -> TableRow:
        seats = [SeatRequest(kind="here", name=name), SeatRequest(kind="computer", name=_RIVAL, level=LEVEL)]
        box = self._box(luck)
        wish = NewTable(seats=seats, box=box.id, first=SEAT, seed=luck.seed)
        options = Options(
            expansions=_expansions(luck),
            first=SEAT,
            pace=wish.pace,
            away=wish.away,
            hints=False,
            chosen_seed=True,
            luck=luck.id,
        )
        row, _ = await self.seating.open_with(box, options, wish, holder, address)
        return row

    async def note_end(self, table_id: str) -> None:
        """Note the result of an attempt, and have the king play it. When its day is over, it counts no longer."""
        row = await self.house.row(table_id)
        if row.options.luck is None or row.status != "over" or _is_late(row):
            return
        outcome = (await self.house.load(row)).begun().outcome()
        assert outcome is not None
        points = [each.total for each in outcome.points]
        await self.store.finish(row.options.luck, row.id, points[SEAT], points[1 - SEAT])
        self._have_king_play(await self._luck(row.options.luck))

    async def _note_ends(self, luck: str) -> None:
        """Note the results of attempts at a luck that were left unnoted."""
        for table_id in await self.store.unnoted(luck):
            await self.note_end(table_id)

    def _have_king_play(self, luck: LuckRow) -> None:
        wants_him = luck.king is None and not _is_twin(luck.id)  # twins are compared with each other
        if wants_him and luck.id not in self._playing and self.house.kernel.has_players:
            task = asyncio.create_task(self._play(luck))
            self._playing[luck.id] = task
            task.add_done_callback(lambda _: self._playing.pop(luck.id, None))

    async def _play(self, luck: LuckRow) -> None:
        try:
            box, expansions = self._box(luck), _expansions(luck)
            game = await self._thinkers.do("the king", king_game, box, expansions, luck.seed)
            await self.store.keep_king(luck.id, json.dumps(game.record()), game.points(SEAT).total)
        except Exception:
            logger.exception("the king could not play the luck %s", luck.id)

    # ── looking ────────────────────────────────────────────────────────────────────────────────────

    async def look(self, luck_id: str, holder: str | None) -> LuckView:
        """A luck as somebody may know it."""
        luck = await self._luck(luck_id)
        await self._note_ends(luck.id)
        own = await self.store.share_of(luck.id, holder)
        twins = await self.store.shares(luck.id) if _is_twin(luck.id) else []
        is_open = self._is_open(luck, twins, own)
        if is_open:
            self._have_king_play(luck)
        other = next((share for share in twins if share != own), None)
        shown = await self.store.best(luck.id, _STANDINGS) if is_open else []
        if own is not None and own not in shown:
            shown.append(own)
        standings = [
            LuckStanding(name=share.name, points=share.points, rival=share.rival or 0, yours=share == own)
            for share in shown
            if share.points is not None
        ]
        return LuckView(
            id=luck.id,
            twin=_is_twin(luck.id),
            ends=None if _is_twin(luck.id) else end_of_day(luck.id),
            over=_is_past(luck.id),
            box=luck.box,
            expansions=_expansions(luck),
            state="new" if own is None else await self._state(own),
            table=None if own is None else own.table_id,
            closed=not is_open,
            players=[share.name for share in twins],
            twin_state=None if other is None else await self._state(other),
            standings=standings,
            king=luck.king_points if is_open else None,
            comparable=is_open and await self._are_there(luck, own, twins),
        )

    async def _are_there(self, luck: LuckRow, own: ShareRow | None, twins: list[ShareRow]) -> bool:
        """Whether there are two games to compare: somebody may have deleted theirs."""
        if own is None or own.points is None or (luck.king is None and not twins):
            return False
        return all([await self.house.store.table(share.table_id) is not None for share in twins or (own,)])

    async def _state(self, share: ShareRow) -> ShareState:
        if share.points is not None:
            return "over"
        row = await self.house.store.table(share.table_id)
        if row is None or row.status not in ("running", "over"):
            return "abandoned"
        return "running" if row.status == "running" else "late"

    def _is_open(self, luck: LuckRow, twins: list[ShareRow], own: ShareRow | None) -> bool:
        """Whether somebody may know what others have made of a luck."""
        if _is_twin(luck.id):
            return own is not None and len(twins) == _TWINS and all(share.points is not None for share in twins)
        return (own is not None and own.points is not None) or _is_past(luck.id)

    async def games(self, luck_id: str, caller: Caller) -> LuckGames:
        """One's own game beside that of the king, or of the twin."""
        luck = await self._luck(luck_id)
        await self._note_ends(luck.id)
        own = await self.store.share_of(luck.id, caller.holder)
        twins = await self.store.shares(luck.id) if _is_twin(luck.id) else []
        if own is None or own.points is None or not self._is_open(luck, twins, own):
            raise RefusalError("not_over", "games can be compared once yours is over, or both of a twin game")
        if luck.king is None and not twins:
            self._have_king_play(luck)
            raise RefusalError("not_over", "the king is still playing; ask again in a few seconds")
        if not await self._are_there(luck, own, twins):
            raise RefusalError("not_found", "there is nothing to compare any more: a game has been deleted")
        mine, twin = await self._game_of(own), next((share for share in twins if share != own), None)
        if twin is not None:
            shown = await self._replaying.side_by_side(caller, mine, await self._game_of(twin))
            return LuckGames(name=twin.name, own=shown[0], other=shown[1])
        seats = [SeatTold(name=_KING, level=LEVEL), SeatTold(name=_RIVAL, level=LEVEL)]
        shown = await self._replaying.side_by_side(caller, mine, (Game.from_record(json.loads(luck.king or "")), seats))
        return LuckGames(name=None, own=shown[0], other=shown[1])

    async def _game_of(self, share: ShareRow) -> tuple[Game, list[SeatTold]]:
        row = await self.house.row(share.table_id)
        seats = [SeatTold(name=seat.name, level=seat.level) for seat in row.seats]
        return (await self.house.load(row)).begun(), seats

    async def days(self, holder: str | None, month: str) -> LuckDays:
        """A month's calendar; the king's points are told as `look` tells them."""
        today = _today()
        days = [
            LuckDay(day=day, points=points, king=king if points is not None or day < today else None)
            for day, points, king in await self.store.days(holder, month)
        ]
        return LuckDays(today=today, days=days)


def king_game(box: Box, expansions: list[str], seed: str) -> Game:
    """The game of a luck with the king in both seats, exactly as it plays for the computer."""
    game = Game(box, players=2, expansions=expansions, first=SEAT, seed=int(seed, 16))
    while game.seat is not None:
        game.push(choose(LEVEL, game.view(game.seat), luck_of_move(seed, len(game.moves))))
    return game


def _expansions(luck: LuckRow) -> list[str]:
    return [name for name in luck.expansions.split(",") if name]


def _is_late(row: TableRow) -> bool:
    """Whether a game was played on when its luck was no longer closed to anybody."""
    return not row.is_closed(row.moved)


def _is_twin(luck: str) -> bool:
    return len(luck) != len("2026-11-18")


def _is_past(luck: str) -> bool:
    return not _is_twin(luck) and luck < _today()


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
