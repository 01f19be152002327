"""Followed games as records of version 2, with '?' for what nobody has seen. See docs/record.md."""

from typing import Any

from sanssouci.box.entry import shown
from sanssouci.game.entered import Entered
from sanssouci.game.errors import RecordError, SanssouciError
from sanssouci.game.events import DECISION_KINDS, KINDS, SHOWN, UNKNOWN, Event, seat_of_event
from sanssouci.game.following import FollowedGame
from sanssouci.game.record import FORMAT, POSITION_VERSION, result_of
from sanssouci.game.replay import check_result, read_set_up
from sanssouci.game.view import SPECTATOR
from sanssouci.kernel import layout


def write_followed(game: FollowedGame) -> dict[str, Any]:
    """The record for `FollowedGame.record`."""
    view = game.view
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": POSITION_VERSION,
        "box": view.box.rules(),
        "players": view.players,
        "expansions": list(view.expansions),
        "first": view.first,
    }
    if game.names is not None:
        record["names"] = list(game.names)
    outcome, entries = game.outcome(), list(game.entries)
    is_known = outcome is not None and all(entry.text != UNKNOWN for entry in entries if entry.kind == "card")
    if is_known:
        entries = _with_missions(game)
    elif any(entry.text == UNKNOWN for entry in entries):
        record["seat"] = game.eyes
    record["events"] = [_event(entry) for entry in entries]
    record["events"] += [] if is_known else [[SHOWN, seat, game._missions(seat)] for seat in game._shown]
    record["result"] = None if outcome is None else result_of(outcome, view.expansions)
    return record


def _with_missions(game: FollowedGame) -> list[Entered]:
    """All entries, with missions shown at the end in the place where they were dealt: it is as if all had been open."""
    named = {(entry.seat, entry.text) for entry in game.entries if entry.kind == "mission"}
    dealt = {seat: iter([each for each in game._missions(seat) if (seat, each) not in named]) for seat in game._shown}
    return [
        entry._replace(text=next(dealt[entry.seat])) if entry.text == UNKNOWN and entry.seat is not None else entry
        for entry in game.entries
    ]


def _event(entry: Entered) -> Event:
    return [*entry] if entry.kind in DECISION_KINDS else [*entry, {"by": "entered"}]


def read_followed(record: object) -> FollowedGame:
    """The game for `FollowedGame.from_record`."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if "start" in record or "seed" in record:
        raise RecordError("a followed game begins with its set-up, and its luck has no seed")
    seat = record.get("seat", SPECTATOR)
    set_up = read_set_up({key: value for key, value in record.items() if key != "seat"})
    if type(seat) is not int or not SPECTATOR <= seat < set_up.players:
        raise RecordError(f"seat is {shown(seat)}; it must be a seat from 0 to {set_up.players - 1}, or -1")
    game = FollowedGame(
        set_up.box,
        players=set_up.players,
        expansions=set_up.expansions,
        first=set_up.first,
        eyes=seat,
        names=set_up.names,
    )
    for index, event in enumerate(set_up.events):
        try:
            _read(game, event)
        except SanssouciError as error:
            raise RecordError(str(error), event=index) from None
    game._pass_over()
    check_result(game.outcome(), game.view.expansions, set_up.result)
    return game


def _read(game: FollowedGame, event: object) -> None:
    """Enter an event of a record."""
    if not isinstance(event, list) or len(event) not in (3, 4):
        raise SanssouciError(f"{shown(event)} must be a list of kind, seat and value")
    kind, seat, text = event[:3]
    if kind == SHOWN:
        game.show(seat, text)
        return
    state = game._now.state
    wanted = KINDS.get(int(state[layout.PHASE])), seat_of_event(state)
    if (kind, seat) != wanted or isinstance(seat, bool):
        raise SanssouciError(f"a {wanted[0]!r} of seat {wanted[1]!r} must come now, not {shown(kind)} of {shown(seat)}")
    game._take(text)
    if game.entries[-1].text != text:
        raise SanssouciError(f"{shown(text)} must be written {game.entries[-1].text!r}")
