"""A finished game as a line of positions: what happened between each and the next, a decision or chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from sanssouci.game.errors import RecordError
from sanssouci.game.game import Game
from sanssouci.game.view import View

Source = Literal["boards", "missions", "cards", "tiles"]

# What kind of luck an event of a record is.
SOURCES: Final[dict[str, Source]] = {
    "garden": "boards",
    "reward": "boards",
    "mission": "missions",
    "card": "cards",
    "tile": "tiles",
}


class UnfinishedError(RecordError):
    """The game of a record is not over."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step along a game: a decision if `view` is there, otherwise chance."""

    before: Game
    after: Game
    seat: int | None  # whose decision or luck it is; None for the display of the set-up, which is nobody's
    source: Source | None  # None for a decision
    values: tuple[str, ...]  # the move, or what was dealt, drawn or turned up, as in records
    view: View | None  # what the seat that decided could know
    ply: int  # the number of decisions before this step
    round: int  # 0 during the set-up


def finished_game(record: object) -> Game:
    """The game of a record that can be reviewed; RecordError says why it cannot."""
    game = record if isinstance(record, Game) else Game.from_record(record, running=True)
    if not game.is_over:
        raise UnfinishedError("this game is not over; only finished games can be reviewed")
    if all(kind in SOURCES for kind, *_ in game.record()["events"]):
        raise RecordError("nobody has decided anything in this game, so there is nothing to review")
    return game


def steps(game: Game) -> Iterator[Step]:
    """The steps of a game from its beginning. What is dealt to a seat at once in the set-up is one step."""
    record = game.record()
    now = _beginning(game, record)
    ply = 0
    for (kind, seat, _), group in groupby(enumerate(record["events"]), lambda item: _key(*item)):
        values = tuple(str(event[2]) for _, event in group)
        before = now.copy()
        view = before.view(seat) if kind not in SOURCES and seat is not None else None
        for value in values:
            if view is None:
                now.push_chance(value)
            else:
                now.push(value)
        round_number = 0 if before.is_setup else before.round
        yield Step(before, now.copy(), seat, SOURCES.get(kind), values, view, ply, round_number)
        ply += view is not None


def _key(index: int, event: list[Any]) -> tuple[str, int | None, int]:
    """Events with equal keys are one step: in a row they are only in the set-up, except for decisions."""
    kind, seat = event[:2]
    return kind, seat, index if kind not in SOURCES else -1


def _beginning(game: Game, record: dict[str, Any]) -> Game:
    """The game before its first event, with chance left to whoever pushes it."""
    if "start" in record:
        return Game.from_text(record["start"], box=game.box, seed=0).copy(luck="own")
    return Game(game.box, players=game.players, expansions=game.expansions, first=game.first, luck="own")
