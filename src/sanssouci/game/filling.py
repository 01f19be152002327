"""Records as one seat knows them: unknown cards and missions are filled in, so that the game can be replayed.

The result is one of the games that could have been played. Only its views from the eyes of that seat are facts.
"""

from collections import defaultdict
from typing import Any

from sanssouci.box.squares import LETTERS
from sanssouci.game.errors import RecordError
from sanssouci.game.events import SHOWN, UNKNOWN, Event
from sanssouci.game.game import Game
from sanssouci.game.lexicon import lexicon
from sanssouci.game.replay import read_box
from sanssouci.game.view import SPECTATOR


def read_seen(record: dict[str, Any]) -> tuple[Game, int]:
    """A running game that agrees with what a seat's record tells, and that seat; RecordError if there is none."""
    seat = record["seat"]
    if type(seat) is not int or seat < SPECTATOR or "seed" in record:
        raise RecordError("seat must be that of a player, or -1, and a record as one seat sees it has no seed")
    if "start" in record:
        raise RecordError("this game began from a position that one seat saw; what that hid cannot be filled in")
    whole = {key: value for key, value in record.items() if key != "seat"}
    if isinstance(record.get("events"), list) and all(map(_is_event, record["events"])):
        box = read_box(record.get("box"))
        _refuse_unshown(record["events"], box.rounds)
        whole["events"] = _filled(record["events"], [*lexicon(box).card_slots], LETTERS[: len(box.columns)])
    game = Game.from_record(whole, running=True)
    if seat >= game.players:
        raise RecordError(f"seat is {seat}; there are {game.players} players")
    return game, seat


def _refuse_unshown(events: list[Event], rounds: int) -> None:
    """Refuse a game that is over but for missions that nobody has shown: who has won would be made up."""
    unknown = {seat for kind, seat, value, *_ in events if kind == "mission" and value == UNKNOWN}
    unknown -= {seat for kind, seat, *_ in events if kind == SHOWN}
    dealt = {seat for kind, seat, *_ in events if kind == "garden"}
    if unknown and sum(event[0] == "turn" for event in events) == rounds * len(dealt):
        seats = ", ".join(map(str, sorted(seat for seat in unknown if seat is not None)))
        raise RecordError(f"the game is over, and the missions of these seats are still to be shown (E4): {seats}")


def _is_event(event: object) -> bool:
    return (
        isinstance(event, list) and len(event) >= 3 and isinstance(event[2], str) and isinstance(event[1], int | None)
    )


def _filled(events: list[Event], deck: list[str], columns: str) -> list[Event]:
    """Events with a card or a mission for each unknown one.

    Whatever a seat plays was drawn before: it is taken to be the oldest draw that is still unknown. What has not been
    played yet may be any card that is left.
    """
    named = {(seat, value) for kind, seat, value, *_ in events if kind == "mission"}
    shown = {
        seat: [each for each in value if (seat, each) not in named] for kind, seat, value, *_ in events if kind == SHOWN
    }
    found = [list(event) for event in events if event[0] != SHOWN]
    unknown: dict[int | None, list[Event]] = defaultdict(list)
    left: dict[int | None, list[str]] = defaultdict(deck.copy)
    dealt = {value for kind, _, value, *_ in events if kind == "mission"}.union(*shown.values())
    missions = [column for column in columns if column not in dealt]
    for event in found:
        kind, seat, value = event[:3]
        if kind == "mission" and value == UNKNOWN and (left_to_deal := shown.get(seat) or missions):
            event[2] = left_to_deal.pop()
        elif kind == "card" and value == UNKNOWN:
            unknown[seat].append(event)
        elif kind == "card" and value in left[seat]:
            left[seat].remove(value)
        elif kind == "turn" and (card := value.partition(" ")[0]) in left[seat] and unknown[seat]:
            left[seat].remove(card)
            unknown[seat].pop(0)[2] = card
    for seat, waiting in unknown.items():
        for event, card in zip(waiting, left[seat], strict=False):
            event[2] = card
    return found
