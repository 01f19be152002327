"""Format 2: games that start from a position, notes on events, comments and variations. Version 1 is unchanged."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sanssouci import Game, RecordError
from sanssouci.game.record import write_line
from strategies import BY_ID, ROOT, finished, players_of, running, step

SCHEMA = json.loads((ROOT / "src" / "sanssouci" / "game" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def begun(moves: int = 4) -> Game:
    """A game that starts from the middle of another, some moves later."""
    before = running(BY_ID["imperial-2-rewards-boar"], 5, ["random"], 11)
    game = Game.from_text(before.text(), seed=3)
    players = players_of(["random"], 2, 1)
    for _ in range(moves):
        step(game, players)
    return game


RECORD = begun().record(complete=True)
FIRST_TURN, FIRST_TILE = 0, 1


def noted(index: int, notes: Any) -> dict[str, Any]:
    """The record with notes on one of its events."""
    record = copy.deepcopy(RECORD)
    record["events"][index] = [*record["events"][index][:3], notes]
    return record


def read(record: dict[str, Any]) -> Game:
    assert [error.message for error in VALIDATOR.iter_errors(record)] == []
    return Game.from_record(record, running=True)


def refused(record: dict[str, Any], match: str) -> RecordError:
    with pytest.raises(RecordError, match=match) as caught:
        Game.from_record(record, running=True)
    return caught.value


def test_a_game_from_a_position_is_written_with_its_start() -> None:
    game = begun()
    assert (RECORD["version"], RECORD["seed"]) == (2, f"{3:032x}")
    assert RECORD["start"] == begun(0).text()
    assert [event[0] for event in RECORD["events"][:3]] == ["turn", "tile", "card"]
    again = read(RECORD)
    assert again.moves == game.moves
    assert write_line(again.record(complete=True)) == write_line(RECORD)


def test_a_game_from_its_set_up_on_is_still_written_as_version_1() -> None:
    record = finished(BY_ID["imperial-2"], 1).record()
    assert record["version"] == 1
    assert "start" not in record


def test_a_game_that_was_over_when_it_began_has_no_events() -> None:
    game = Game.from_text(finished(BY_ID["imperial-2"], 1).text())
    record = game.record()
    assert record["events"] == []
    assert Game.from_record(record).outcome() == game.outcome()


def test_a_game_from_a_position_is_played_to_its_end() -> None:
    game = begun()
    players = players_of(["greedy"], 2, 1)
    while not game.is_over:
        step(game, players)
    assert Game.from_record(game.record(legal=True)).record() == game.record()


def test_the_start_of_a_masked_record_keeps_the_secrets() -> None:
    game = begun()
    for eyes in (-1, 0, 1):
        record = game.record(seat=eyes)
        assert [error.message for error in VALIDATOR.iter_errors(record)] == []
        assert record["start"] == begun(0).view(eyes).text()
        assert "seed" not in record
        refused(record, "as one seat sees it")
        refused({key: value for key, value in record.items() if key != "seat"}, "start: .*what one seat sees")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"start": 5}, "start is 5"),
        ({"start": "imperial"}, "start: a position has the fields"),
        ({"players": 3}, "players"),
        ({"first": 1 - RECORD["first"]}, "start: this position and the record differ in first"),
        ({"expansions": ["boar"]}, "start: this position and the record differ in expansions"),
        ({"start": RECORD["start"].replace("imperial@", "ravensburger@")}, "start: the position is for ravensburger@"),
        ({"start": RECORD["start"] + " + 26"}, "start: a record begins between two moves; leave out .. 26"),
        ({"version": 1}, "'start' is not a key"),
        ({"comment": "?"}, "'comment' is not a key"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(change: dict[str, Any], match: str) -> None:
    refused(RECORD | change, match)


def test_a_record_of_version_2_may_begin_with_the_set_up() -> None:
    record = finished(BY_ID["small-2"], 1).record() | {"version": 2}
    assert read(record).record() == record | {"version": 1}


COMMENT = {"text": "The stairs, at last.\nAnd the boar?", "author": "Anna", "language": "en"}


def test_comments_seconds_and_keys_of_ones_own_are_read_over() -> None:
    record = noted(FIRST_TURN, {"comments": [COMMENT, {"text": ""}], "seconds": 12.5, "x-colour": [1]})
    assert read(record | {"comments": [COMMENT], "x-club": {"table": 4}}).record(complete=True) == RECORD


@pytest.mark.parametrize(
    ("notes", "match"),
    [
        ([], "must be an object with notes"),
        ({"comment": ""}, "'comment' is not a key of notes on a decision"),
        ({"by": "entered"}, "'by' is not a key of notes on a decision"),
        ({"seconds": -1}, "seconds is -1"),
        ({"seconds": True}, "seconds is True"),
        ({"comments": "good"}, "comments must be a list"),
        ({"comments": [{"author": "Anna"}]}, "with the text of a comment"),
        ({"comments": [{"text": "a\x1bb"}]}, "the text of a comment"),
        ({"comments": [{"text": "a" * 4001}]}, "at most 4000"),
        ({"comments": [{"text": "a", "language": "German"}]}, "a code like 'de'"),
        ({"comments": [{"text": "a", "mood": "good"}]}, "'mood' is not a key of a comment"),
        ({"variations": [[]]}, "lists of events"),
        ({"variations": {}}, "lists of events"),
        ({"legal": []}, "these are not the legal choices"),
    ],
)
def test_notes_of_another_shape_are_refused(notes: Any, match: str) -> None:
    assert refused(noted(FIRST_TURN, notes), match).event == FIRST_TURN


def test_chance_may_come_from_a_person_instead_of_the_seed() -> None:
    game = begun(0)
    game.push(begun().moves[0])
    letter, rest = RECORD["events"][FIRST_TILE][2][0], RECORD["events"][FIRST_TILE][2][1:]
    other = next(column for column, count in begun(0).bag.items() if count and column != letter) + rest
    record = copy.deepcopy(RECORD)
    record["events"] = record["events"][:3]
    record["events"][FIRST_TILE][2] = other
    refused(record, "does not follow from the seed")
    for source in ("entered", "chosen"):
        record["events"][FIRST_TILE][3:] = [{"by": source}]
        assert "seed" not in read(record).record(complete=True)
    record["events"][FIRST_TILE][3:] = [{"by": "somebody"}]
    refused(record, "by is 'somebody'")


def variation() -> list[list[Any]]:
    """Another first turn, with the chance that follows."""
    game = begun(0)
    game.push(next(move for move in game.legal_moves if str(move) != RECORD["events"][FIRST_TURN][2]))
    events: list[list[Any]] = game.record(complete=True)["events"]
    return events[:3]


def test_variations_are_checked_from_where_they_hang() -> None:
    branch = variation()
    assert read(noted(FIRST_TURN, {"variations": [branch, branch[:1]]})).record(complete=True) == RECORD
    wrong = [branch[0], ["tile", branch[1][1], "a1"]]
    assert refused(noted(FIRST_TURN, {"variations": [wrong]}), "in a variation: event 1: 'a1' cannot come").event == 0
    inner = [[*branch[0], {"variations": [RECORD["events"][:2]]}], *branch[1:]]
    read(noted(FIRST_TURN, {"variations": [inner]}))


def test_a_variation_may_go_on_after_the_last_event() -> None:
    game = begun()
    move = ["turn", game.seat, str(game.legal_moves[0])]
    assert read(RECORD | {"variations": [[move]]}).record(complete=True) == RECORD
    refused(RECORD | {"variations": [[["turn", game.seat, "A"]]]}, "variations: event 0")


def test_variations_have_a_depth() -> None:
    events = variation()
    for _ in range(16):
        events = [[*variation()[0], {"variations": [events]}]]
    refused(noted(FIRST_TURN, {"variations": [events]}), "at most 16 levels")


def test_unknowns_are_laid_down_and_refused_for_what_they_are() -> None:
    record = copy.deepcopy(RECORD)
    record["events"][2][2] = "?"
    assert refused(record, "what is hidden cannot be replayed").event == 2
    companion = begun().record(seat=0)
    companion["events"].append(["shown", 1, "ad"])
    assert VALIDATOR.is_valid(companion)
    refused(companion, "as one seat sees it")
