"""The published schema accepts every record that the game writes, and rejects other shapes."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from golden.make import golden_path
from sanssouci import Game, RecordError
from strategies import (
    BY_ID,
    JSON_VALUES,
    ROOT,
    Configuration,
    examples,
    eyes_of,
    finished,
    finished_games,
    running,
    running_games,
)

SCHEMA = json.loads((ROOT / "src" / "sanssouci" / "game" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
WRONG: list[Any] = [True, 1.5, {}, {"a": 1}, [[[[]]]], "no such thing"]


def one_of_each_kind(record: dict[str, Any]) -> dict[str, Any]:
    """A record with only the first event of each kind; to a schema it is as good as the whole."""
    kinds: dict[str, list[Any]] = {}
    for event in record["events"]:
        kinds.setdefault(f"{event[0]} {event[2] == '?'}", event)
    return record | {"events": list(kinds.values())}


WHOLE = finished(BY_ID["small-2-rewards-boar"], 1).record(legal=True) | {"names": ["one", "two"]}
RECORD = one_of_each_kind(WHOLE)
MASKED = one_of_each_kind(running(BY_ID["ravensburger-3-rewards"], 1, ["random"], 30).record(seat=1))


def is_valid(record: Any) -> bool:
    return bool(VALIDATOR.is_valid(record))


def faults(record: Any) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(record)]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """All schemas of objects."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


def test_no_object_may_have_keys_that_the_schema_does_not_name() -> None:
    found = list(objects(SCHEMA))
    assert len(found) >= 8
    assert all(schema["additionalProperties"] is False for schema in found)


def test_golden_records_are_valid(configuration: Configuration) -> None:
    assert faults(json.loads(golden_path(configuration).read_bytes())) == []


@examples(50)
@given(finished_games(), st.booleans())
def test_records_of_finished_games_are_valid(game: Game, legal: bool) -> None:
    record = game.record(legal=legal)
    assert faults(record) == []
    del record["seed"]
    assert faults(record) == []


@examples(50)
@given(running_games())
def test_records_of_games_from_a_position_are_valid(game: Game) -> None:
    begun = Game.from_text(game.text(), box=game.box, seed=1)
    begun.push(begun.legal_moves[0])
    assert faults(begun.record(complete=True)) == []
    assert faults(begun.record(complete=True, legal=True)) == []
    for eyes in () if begun.is_over else eyes_of(game):
        assert faults(begun.record(seat=eyes)) == []


@pytest.mark.slow
@examples(50)
@given(running_games())
def test_records_of_running_games_are_valid(game: Game) -> None:
    assert faults(game.record(complete=True)) == []
    assert faults(game.record(complete=True, legal=True)) == []
    for eyes in eyes_of(game):
        masked = game.record(seat=eyes)
        assert faults(masked) == []
        assert not is_valid(masked | {"seed": "0" * 32})
        if any(event[2] == "?" for event in masked["events"]):
            assert not is_valid({key: value for key, value in masked.items() if key != "seat"})


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


def changed(record: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy of a record with one value replaced; only the path to it is copied."""
    if not path:
        result: dict[str, Any] = value
        return result
    new: Any = record.copy()
    new[path[0]] = changed(new[path[0]], path[1:], value)
    return new  # type: ignore[no-any-return]


@pytest.mark.parametrize("record", [RECORD, MASKED], ids=["legal", "masked"])
def test_a_wrong_type_is_refused_everywhere(record: dict[str, Any]) -> None:
    assert is_valid(record)
    for path in paths(record):
        for wrong in WRONG:
            if path[:1] != ("names",) or not isinstance(wrong, str):
                assert not is_valid(changed(record, path, wrong)), (path, wrong)


def test_unknown_and_missing_keys_are_refused_everywhere() -> None:
    for path in paths(RECORD):
        place: Any = RECORD
        for key in path:
            place = place[key]
        if isinstance(place, dict):
            assert not is_valid(changed(RECORD, path, place | {"comment": ""}))
            for key in place:
                less = {other: value for other, value in place.items() if other != key}
                optional = (*path, key) in (("seed",), ("names",), ("box", "board", "boar"))
                assert is_valid(changed(RECORD, path, less)) == optional


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("format",), "sanssouci"),
        (("players",), 5),
        (("players",), 3),
        (("first",), 2),
        (("seed",), "0" * 31),
        (("seed",), "G" * 32),
        (("names",), ["one"]),
        (("names",), ["one", "two", "three"]),
        (("expansions",), ["boar", "rewards"]),
        (("seat",), 0),
        (("result", "winners"), []),
        (("result", "winners"), [0, 0]),
        (("result", "gardeners"), [1, 2, 3]),
        (("result", "points", 0, "total"), -1),
        (("events", 0), ["garden", 0]),
        (("events", 0), ["garden", 0, "1", []]),
        (("events", 0), ["garden", None, "1"]),
        (("events", 0), ["garden", 2, "1"]),
        (("events", 0), ["turn", 0, "A"]),
        (("events", 0), ["turn", 0, "36 f3"]),
        (("events", 0), ["turn", 0, "36 f1 -"]),
        (("events", 0), ["turn", 0, "36  f3 -"]),
        (("events", 0), ["turn", 0, "36 f3 -", [["36"], ["f3"]]]),
        (("events", 0), ["turn", 0, "36 f3 -", [["36"], ["f3"], ["-"], ["-"], ["-"], ["-"]]]),
        (("events", 0), ["side", 0, "C"]),
        (("events", 0), ["side", 0, "A", [["B", "A"]]]),
        (("events", 0), ["card", 0, "?"]),
        (("events", 0), ["card", 0, "37"]),
        (("events", 0), ["mission", 0, "j"]),
        (("events", 0), ["tile", 0, "a1"]),
        (("events", 0), ["tile", 0, "a2''"]),
        (("events", 0), ["noble", 0, "a2"]),
        (("box", "id"), "two words"),
        (("box", "board", "boar"), "a1"),
        (("box", "tiles"), {}),
        (("box", "tiles"), {"5": 5}),
        (("box", "cards", "structures"), "ba"),
        (("box", "gardens", 0, "sides"), []),
        (("box", "rewards", 0, "sides", 0, 0), ". . . .  ."),
        (("box", "expansions"), ["boars"]),
    ],
)
def test_a_tampered_shape_is_refused(path: tuple[Any, ...], value: Any) -> None:
    if path == ("seat",):
        assert not is_valid(RECORD | {"seat": value})
    else:
        assert not is_valid(changed(RECORD, path, value))


@examples(150)
@given(st.data())
def test_what_the_schema_refuses_the_game_refuses_too(data: st.DataObject) -> None:
    record = copy.deepcopy(WHOLE)
    place: Any = record
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        place[key] = data.draw(JSON_VALUES)
        break
    if not is_valid(record):
        with pytest.raises(RecordError):
            Game.from_record(record)
    else:
        assert faults(record) == []
