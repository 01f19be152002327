"""Writing a game as a record. See docs/record.md; reading is in replay.py."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

import numpy as np

from sanssouci.box import Expansions
from sanssouci.game.errors import RecordError
from sanssouci.game.events import (
    KINDS,
    SECRET_KINDS,
    UNKNOWN,
    Event,
    chance_text,
    decision_text,
    legal_texts,
    seat_of_event,
)
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.points import Outcome

FORMAT: Final = "sanssouci-record"
VERSION: Final = 1  # of a game from its set-up on
POSITION_VERSION: Final = 2  # of a game from a position on; see docs/record.md


def write_record(game: "Game", *, seat: SupportsIndex | None, complete: bool, legal: bool) -> dict[str, Any]:
    """The record of a game; see `Game.record`."""
    running = not game.is_over
    if running and complete and seat is not None:
        known = f"record(seat={seat}) exports what that seat knows"
        raise RecordError(f"record(complete=True) exports the secrets of all seats and takes no seat; {known}")
    if running and not complete and seat is None:
        raise RecordError(
            "the game is still running: record(seat=…) exports what a seat knows, record(complete=True) all"
        )
    masked = running and not complete
    if masked and legal:
        raise RecordError("the legal choices of a running game would give hands away; use complete=True")
    eyes = None if seat is None or not masked else game.view(seat).eyes
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": POSITION_VERSION if _from_position(game) else VERSION,
        "box": game.box.rules(),
        "players": game.players,
        "expansions": list(game.expansions),
        "first": game.first,
    }
    if _from_position(game):
        record["start"] = _start_text(game, eyes)
    if game._seed_holds and not masked:
        record["seed"] = f"{game.seed:032x}"
    if game.names is not None:
        record["names"] = list(game.names)
    if masked:
        record["seat"] = eyes
    events = list(game_events(game, legal=legal))
    record["events"] = [_masked(event, eyes) for event in events] if masked else events
    outcome = game.outcome()
    record["result"] = None if outcome is None else result_of(outcome, game.expansions)
    return record


def _from_position(game: "Game") -> bool:
    return bool(game._start[layout.PHASE] != layout.DEAL_GARDENS)


def _start_text(game: "Game", seat: int | None) -> str:
    """The position that a game began from: complete, or as a seat saw it."""
    start = game._from_state(game._lexicon, game._start, 0)
    return start.text() if seat is None else start.view(seat).text()


def write_line(record: dict[str, Any]) -> str:
    """A record as one line of JSON, without a line break."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def result_of(outcome: "Outcome", expansions: Expansions) -> dict[str, Any]:
    """The result part of a record."""
    from sanssouci.game.points import sources_of

    sources = sources_of(expansions.told)
    return {
        "points": [{name: getattr(points, name) for name in sources} for points in outcome.points],
        "gardeners": list(outcome.gardeners),
        "winners": list(outcome.winners),
    }


def game_events(game: "Game", *, legal: bool = False) -> Iterator[Event]:
    """All events of a game, decisions and chance, secrets included."""
    for event in _events(game._lexicon, game._start.copy(), game._codes, legal=legal):
        *rest, last = event
        yield [*rest, {"legal": last}] if len(rest) == 3 and _from_position(game) else event


def last_events(game: "Game") -> Iterator[Event]:
    """The events of the last move and of the chance that followed it, secrets included."""
    before, first = game._stack[-1]
    return _events(game._lexicon, before.copy(), game._codes[first:])


def _events(lexicon: Lexicon, state: Array, codes: list[int], *, legal: bool = False) -> Iterator[Event]:
    """Codes as events; the state is carried forward with them."""
    index = 0
    while index < len(codes):
        kind, seat = KINDS[int(state[layout.PHASE])], seat_of_event(state)
        if is_chance(int(state[layout.PHASE])):
            end = index + 1
            event: Event = [kind, seat, chance_text(lexicon, state, codes[index])]
        else:
            end = _end_of_decision(codes, index)
            steps = codes[index:end]
            event = [kind, seat, decision_text(lexicon, state, steps)]
            if legal:
                event.append(legal_texts(lexicon, state, steps))
        yield event
        engine.engine().play(lexicon.table, state, np.array(codes[index:end], np.int64), end - index)
        index = end


def _end_of_decision(codes: list[int], index: int) -> int:
    """Where the codes of a decision end: a side is one code, a turn ends with its walk."""
    if codes[index] < layout.CARD_CODE:
        return index + 1
    while codes[index] < layout.WALK_CODE:
        index += 1
    return index + 1


def _masked(event: Event, seat: int | None) -> Event:
    kind, owner, _ = event
    return [kind, owner, UNKNOWN] if kind in SECRET_KINDS and owner != seat else event
