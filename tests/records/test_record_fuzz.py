"""Whatever a record contains, reading it gives a game or a RecordError, and leaves the record unchanged."""

import copy
import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, RecordError
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from strategies import BY_ID, JSON_VALUES, examples, finished, running

RECORDS = [
    finished(BY_ID["small-2-rewards-boar"], 4).record(),
    finished(BY_ID["small-2-boar"], 5).record(legal=True),
    {key: value for key, value in finished(BY_ID["small-2"], 6).record().items() if key != "seed"},
    running(BY_ID["small-2-rewards"], 7, ["random"], 12).record(complete=True),
    running(BY_ID["small-2-rewards"], 7, ["random"], 12).record(seat=1),
    finished(BY_ID["ravensburger-2-rewards"], 8).record() | {"names": ["one", "two"]},
]


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


ODD = st.sampled_from([10**400, -(10**400), 2**63, float("nan"), float("inf"), -0.0, nested(50), b"bytes", (), {1: 2}])
VALUES = JSON_VALUES | ODD


def read(record: Any) -> Game | None:
    """Read a record; None if it is refused in the only permitted way."""
    before = pickle.dumps(copy.deepcopy(record))
    game: Game | None = None
    with suppress(RecordError):
        game = Game.from_record(record, running=True)
    assert pickle.dumps(copy.deepcopy(record)) == before
    return game


def assert_right(record: Any) -> None:
    """Refused, or a game whose record can be written, read back and means the same."""
    game = read(record)
    if game is not None:
        legal = any(len(event) > 3 for event in record["events"])
        again = game.record(complete=True, legal=legal)
        line = write_line(again).encode()
        assert Game.from_record(read_line(line), running=True).record(complete=True, legal=legal) == again
        for key in ("format", "version", "players", "expansions", "first", "result"):
            assert again[key] == record[key]
        assert [event[:3] for event in again["events"]] == [event[:3] for event in record["events"]]


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A record in which one or two things were replaced, removed, added or duplicated, anywhere."""
    record = copy.deepcopy(draw(st.sampled_from(RECORDS)))
    for _ in range(draw(st.integers(1, 2))):
        place: Any = record
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and place[key] and draw(st.integers(0, 4)):
                place = place[key]
                continue
            change(draw, place, key)
            break
    return record


def change(draw: st.DrawFn, place: Any, key: Any) -> None:
    how = draw(st.sampled_from(["replace", "replace", "similar", "remove", "add", "double"]))
    if how == "remove":
        del place[key]
    elif how == "add" and isinstance(place, dict):
        place[draw(st.text(max_size=5))] = copy.deepcopy(draw(VALUES))
    elif how == "double" and isinstance(place, list):
        place.insert(key, copy.deepcopy(place[key]))
    elif how == "similar" and isinstance(place, list):
        place[key] = copy.deepcopy(draw(st.sampled_from(place)))
    else:
        place[key] = copy.deepcopy(draw(VALUES))  # it may be changed next


@examples(600)
@given(mutated())
def test_a_record_changed_anywhere_gives_a_game_or_a_record_error(record: Any) -> None:
    assert_right(record)


@examples(200)
@given(VALUES)
def test_any_value_is_refused_as_a_record(value: Any) -> None:
    assert read(value) is None


@examples(200)
@given(st.sampled_from(RECORDS), st.data())
def test_any_value_under_any_key_is_handled(record: dict[str, Any], data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(record)))
    assert_right(record | {key: data.draw(VALUES)})


@examples(200)
@given(st.sampled_from(RECORDS[:4]), st.lists(VALUES, min_size=3, max_size=4), st.data())
def test_any_event_anywhere_is_handled(record: dict[str, Any], event: list[Any], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(record["events"]) - 1))
    for position, keep in enumerate(data.draw(st.tuples(*[st.booleans()] * 3))):
        if keep:
            event[position] = record["events"][index][position]
    assert_right(record | {"events": [*record["events"][:index], event, *record["events"][index + 1 :]]})


# ── absurd numbers and depths ─────────────────────────────────────────────────────────────────────────

KEYS = sorted(RECORDS[0])
HUGE = 10**5000  # too long for Python to print


@pytest.mark.parametrize("key", [*KEYS, "names"])
def test_a_monstrous_value_under_a_key_is_refused(key: str) -> None:
    for value in (HUGE, -HUGE, [HUGE, HUGE], nested(100_000)):
        with pytest.raises(RecordError):
            Game.from_record(RECORDS[0] | {key: value})


@pytest.mark.parametrize("position", [0, 1, 2, 3])
@pytest.mark.parametrize("value", [HUGE, nested(100_000)], ids=["huge", "deep"])
def test_a_monstrous_value_in_an_event_is_refused_at_its_place(position: int, value: Any) -> None:
    for index in (0, 2, 30):
        event = [*RECORDS[0]["events"][index], []]
        event[position] = value
        events = RECORDS[0]["events"].copy()
        events[index] = event[: max(3, position + 1)]
        with pytest.raises(RecordError) as caught:
            Game.from_record(RECORDS[0] | {"events": events})
        assert caught.value.event == index


@pytest.mark.parametrize("value", [HUGE, nested(100_000), b"bytes", {1, 2}], ids=["huge", "deep", "bytes", "set"])
def test_a_monstrous_value_in_a_result_is_refused(value: Any) -> None:
    result = RECORDS[0]["result"]
    with pytest.raises(RecordError):
        Game.from_record(RECORDS[0] | {"result": result | {"points": value}})
    with pytest.raises(RecordError):
        Game.from_record(RECORDS[0] | {"result": result | {"winners": [value]}})
    with pytest.raises(RecordError):
        Game.from_record(RECORDS[0] | {"result": result | {"gardeners": [0, value]}})


def test_a_line_of_any_depth_is_refused() -> None:
    line = write_line(RECORDS[0] | {"expansions": "HERE"})
    for depth in range(700, 1100):  # about where Python gives up, in one function or the next
        with pytest.raises(RecordError):
            Game.from_record(read_line(line.replace('"HERE"', "[" * depth + "]" * depth)))
