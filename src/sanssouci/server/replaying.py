"""Games from their beginning: a table's, as far as the caller may see it, and that of any record."""

from collections.abc import Iterable
from typing import Any

from sanssouci.box import Box
from sanssouci.game.errors import RecordError
from sanssouci.game.filling import read_seen
from sanssouci.game.game import Game
from sanssouci.game.svg import keepsake
from sanssouci.game.telling import tell
from sanssouci.game.view import SPECTATOR
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.messages import GameView, RecordToReplay, Replay, SeatTold, TurnTold
from sanssouci.server.permissions import check_own, check_table, check_watching
from sanssouci.server.showing import OPEN, show_box, show_told, show_view
from sanssouci.server.slots import Threads


class Replaying:
    """Shows games from their beginning; nothing is stored."""

    def __init__(self, house: House, readers: Threads) -> None:
        self.house = house
        self._readers = readers
        self._rate = house.rates.of("replays")

    async def of_table(self, table_id: str, eyes: int, caller: Caller) -> Replay:
        """The game of a table; until it is over, only from the caller's own point of view or a spectator's."""
        row = await self.house.row(table_id)
        check_table("replay", row, caller.holder)
        table = await self.house.load(row)
        game = table.begun()
        allowed = eyes_of(game, row.seats_of(caller.holder))
        if eyes == OPEN and eyes not in allowed:
            raise RefusalError("not_over", "all hands are shown when the game is over")
        if eyes not in allowed:
            check_own(row, caller.holder, eyes)
        self._check_rate(caller)
        box, seats = self._named(game.box), [SeatTold(name=seat.name, level=seat.level) for seat in row.seats]
        return await self._readers.do(caller.address, show_replay, box, game, table.log, eyes, allowed, seats)

    async def picture(self, table_id: str, language: str, caller: Caller) -> str:
        """A picture of a finished game, as SVG: the gardens, who sat there, and their points."""
        row = await self.house.row(table_id)
        check_watching(row, caller.holder)
        if row.status != "over":
            raise RefusalError("not_over", "a game has a picture once it is over")
        self._check_rate(caller)
        game, names = (await self.house.load(row)).begun(), tuple(seat.name for seat in row.seats)
        return await self._readers.do(caller.address, _draw, game, names, language)

    async def of_record(self, wish: RecordToReplay, caller: Caller) -> Replay:
        """The game of a record, with every event checked."""
        self.house.check_kernel()
        self._check_rate(caller)
        return await self._readers.do(caller.address, self._read_and_show, wish.record, wish.eyes)

    async def side_by_side(self, caller: Caller, *games: tuple[Game, list[SeatTold]]) -> list[Replay]:
        """Games that are over, with all hands open and the names of those who played them."""
        self._check_rate(caller)
        return await self._readers.do(caller.address, lambda: [self._open(*each) for each in games])

    def _open(self, game: Game, seats: list[SeatTold]) -> Replay:
        log = [show_told(tell(game, index)) for index in range(len(game.moves))]
        return show_replay(self._named(game.box), game, log, OPEN, [OPEN], seats)

    def _read_and_show(self, record: dict[str, Any], eyes: int) -> Replay:
        try:
            game, seat = read_seen(record) if "seat" in record else (Game.from_record(record, running=True), None)
        except RecordError as error:
            raise RefusalError("bad_record", _with_move(record, error)) from None
        # Of a game followed at a real table, only what whoever entered it saw is known.
        allowed = eyes_of(game, range(game.players)) if seat is None else sorted({seat, SPECTATOR}, reverse=True)
        if eyes not in allowed:
            there_are = ", ".join(map(str, allowed))
            raise RefusalError("bad_record", f"this game cannot be shown with eyes={eyes}; possible: {there_are}")
        log = [show_told(tell(game, index)) for index in range(len(game.moves))]
        seats = [SeatTold(name=name, level=None) for name in game.names or [""] * game.players]
        return show_replay(self._named(game.box), game, log, eyes, allowed, seats)

    def _named(self, box: Box) -> Box:
        """The same box with its names and texts, if this server knows it."""
        known = self.house.settings.boxes.values()
        return next((other for other in known if other.digest == box.digest), box)

    def _check_rate(self, caller: Caller) -> None:
        if not self._rate.allows(caller.address):
            raise RefusalError("too_fast", "too many replays for this address; wait a moment")


def eyes_of(game: Game, held: Iterable[int]) -> list[int]:
    """The points of view open to somebody who holds some seats: all of them once the game is over."""
    return [*range(game.players), SPECTATOR, OPEN] if game.is_over else [*held, SPECTATOR]


def show_replay(
    box: Box, game: Game, log: Iterable[TurnTold], eyes: int, allowed: list[int], seats: list[SeatTold]
) -> Replay:
    """A game from its beginning, each position as it was seen at the time."""
    return Replay(
        box=show_box(box),
        expansions=list(game.expansions),
        eyes=eyes,
        allowed=allowed,
        seats=seats,
        first=game.first,
        views=_views(game, eyes),
        log=list(log),
        over=game.is_over,
    )


def _draw(game: Game, names: tuple[str, ...], language: str) -> str:
    return keepsake(game, names=names, language=language)


def _views(game: Game, eyes: int) -> list[GameView]:
    past = game.copy()
    views = [_seen(past, eyes)]
    while past.moves:
        past.pop()
        views.append(_seen(past, eyes))
    return views[::-1]


def _seen(game: Game, eyes: int) -> GameView:
    return show_view(game if eyes == OPEN else game.view(eyes))


def _with_move(record: dict[str, Any], error: RecordError) -> str:
    """What is wrong with a record, with the number of the move where it goes wrong."""
    if error.event is None:
        return str(error)
    events = record["events"][: error.event + 1]
    number = sum(isinstance(event, list) and event[:1] in (["side"], ["turn"]) for event in events)
    return f"move {number}, {error}" if number else str(error)
