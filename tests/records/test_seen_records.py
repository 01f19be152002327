"""Records as one seat knows them: they can be looked at from that seat's eyes, move by move."""

import random
from typing import Any

import pytest

from sanssouci import SPECTATOR, Game, RecordError
from sanssouci.game.filling import read_seen
from strategies import Configuration


def running(configuration: Configuration, moves: int) -> Game:
    game = configuration.game(seed=moves)
    chooser = random.Random(moves)
    while len(game.moves) < moves and not game.is_over:
        game.push(chooser.choice(game.legal_moves))
    return game


def test_every_moment_looks_to_the_seat_as_it_did(configuration: Configuration) -> None:
    for moves in (0, 1, 8, 25):
        game = running(configuration, moves)
        if game.is_over:
            continue
        for eyes in range(SPECTATOR, game.players):
            past, (found, seat) = game.copy(), read_seen(game.record(seat=eyes))
            assert seat == eyes
            assert found.moves == past.moves
            while True:
                assert found.view(eyes) == past.view(eyes)
                if not past.moves:
                    break
                past.pop()
                found.pop()


def seen(**changes: Any) -> dict[str, Any]:
    game = Game(seed=5)
    for _ in range(6):
        game.push(game.legal_moves[0])
    return {**game.record(seat=0), **changes}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"seat": 2}, "seat is 2; there are 2 players"),
        ({"seat": "0"}, "seat must be that of a player"),
        ({"seed": "0" * 32}, "has no seed"),
        ({"start": "x"}, "began from a position"),
        ({"events": [["card", 0]]}, "must be a list of kind, seat and value"),
        ({"events": 7}, "events must be a list"),
        ({"box": 7}, "box"),
        ({"players": 7}, "players is 7"),
    ],
)
def test_a_faulty_record_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(RecordError, match=fault):
        read_seen(seen(**changes))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_that_cannot_have_been_drawn_is_refused(seat: int) -> None:
    record = seen()
    first, second = (event for event in record["events"] if event[:2] == ["turn", seat])
    second[2] = f"{first[2].partition(' ')[0]} {second[2].partition(' ')[2]}"  # the same card once more
    with pytest.raises(RecordError, match="in hand"):
        read_seen(record)
