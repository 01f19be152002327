"""The record of a running game as one seat knows it: it contains no secrets and cannot be replayed."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, RecordError
from sanssouci.game.record import write_line
from strategies import BY_ID, eyes_of, finished, running, running_games

SECRET = ("card", "mission")


@given(running_games())
def test_the_cards_and_missions_of_others_are_question_marks(game: Game) -> None:
    whole = game.record(complete=True)
    for eyes in eyes_of(game):
        record = game.record(seat=eyes)
        assert "seed" not in record
        assert record["result"] is None
        assert record["seat"] == eyes
        expected = [
            [kind, seat, "?" if kind in SECRET and seat != eyes else value] for kind, seat, value in whole["events"]
        ]
        assert record["events"] == expected
        same = ("format", "version", "box", "players", "expansions", "first")
        assert {key: record[key] for key in same} == {key: whole[key] for key in same}
        assert record.keys() == {*same, "seat", "events", "result"}


@given(running_games())
def test_the_text_of_the_record_holds_no_secret(game: Game) -> None:
    for eyes in eyes_of(game):
        line = write_line(game.record(seat=eyes))
        assert f"{game.seed:032x}" not in line
        assert str(game.seed) not in line or game.seed < 10**6
        for seat in range(game.players):
            if seat != eyes:
                for secret in (*game.hand(seat), *game.undiscarded(seat)):
                    assert json.dumps(["card", seat, secret], separators=(",", ":")) not in line
                for mission in game.missions(seat):
                    assert json.dumps(["mission", seat, mission], separators=(",", ":")) not in line
            else:
                for mission in game.missions(seat):
                    assert json.dumps(["mission", seat, mission], separators=(",", ":")) in line


def disguised(game: Game, eyes: int) -> Game:
    """Another game that looks the same to `eyes`: where possible, the others hold different cards and missions."""
    record = game.record(complete=True)
    del record["seed"]
    events = copy.deepcopy(record["events"])
    columns = "abcdefghi"[: len(game.box.columns)]
    undealt = sorted(set(columns) - {event[2] for event in events if event[0] == "mission"})
    for seat in range(game.players):
        if seat == eyes:
            continue
        hand = game.hand(seat)
        pile = [card for card in game.undiscarded(seat) if card not in hand]
        for event in events:
            if event[:2] == ["card", seat] and event[2] in hand and pile:
                event[2] = pile.pop(0)
            elif event[:2] == ["mission", seat] and undealt:
                event[2] = undealt.pop(0)
    return Game.from_record(record | {"events": events}, running=True)


@given(running_games())
def test_games_that_differ_in_hidden_parts_have_equal_masked_records(game: Game) -> None:
    for eyes in eyes_of(game):
        other = disguised(game, eyes)
        assert other.record(seat=eyes) == game.record(seat=eyes)
        assert other.record(seat=-1) == game.record(seat=-1)
        assert other.view(eyes) == game.view(eyes)
    assert disguised(game, -1).record(seat=0) != game.record(seat=0) or game.phase == "choose garden side"


@given(running_games(), st.booleans())
def test_a_masked_record_cannot_be_replayed_and_says_why(game: Game, running: bool) -> None:
    for eyes in eyes_of(game):
        with pytest.raises(RecordError, match=r"as one seat sees it.*hidden cannot be replayed"):
            Game.from_record(game.record(seat=eyes), running=running)
        pretended = {key: value for key, value in game.record(seat=eyes).items() if key != "seat"}
        with pytest.raises(RecordError) as caught:
            Game.from_record(pretended, running=False)
        hidden = [index for index, event in enumerate(pretended["events"]) if event[2] == "?"]
        assert caught.value.event == (hidden[0] if hidden else None)


def test_a_running_game_gives_no_record_unasked() -> None:
    game = running(BY_ID["imperial-2"], 1, ["random"], 5)
    with pytest.raises(RecordError, match="still running"):
        game.record()
    for eyes in eyes_of(game):
        with pytest.raises(RecordError, match="would give hands away"):
            game.record(seat=eyes, legal=True)
    for seat in (2, 7, -2):
        with pytest.raises(IndexError):
            game.record(seat=seat)


def test_a_seat_does_not_get_the_complete_record_of_a_running_game() -> None:
    game = running(BY_ID["imperial-2"], 1, ["random"], 5)
    for eyes in eyes_of(game):
        with pytest.raises(RecordError, match=rf"secrets of all seats.*; record\(seat={eyes}\) exports"):
            game.record(seat=eyes, complete=True)


def test_after_the_end_nothing_is_hidden() -> None:
    game = finished(BY_ID["imperial-3-boar"], 1)
    record = game.record()
    assert record == game.record(seat=-1) == game.record(seat=2) == game.record(complete=True)
    assert "seat" not in record
    assert not any(event[2] == "?" for event in record["events"])
