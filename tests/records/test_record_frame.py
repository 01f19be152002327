"""What surrounds the events: result, seed, box, names, and keys that do not belong."""

import copy
from typing import Any

import pytest

from sanssouci import Game, RecordError, SanssouciError
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from strategies import BY_ID, finished

RECORD = finished(BY_ID["small-2-rewards-boar"], 3).record()
RAVENSBURGER = finished(BY_ID["ravensburger-2-rewards"], 3).record()


def refused(record: Any, match: str | None = None) -> RecordError:
    before = copy.deepcopy(record)
    with pytest.raises(RecordError, match=match) as caught:
        Game.from_record(record)
    assert record == before
    return caught.value


def test_every_number_of_the_result_is_checked() -> None:
    for seat, points in enumerate(RECORD["result"]["points"]):
        for source, number in points.items():
            for wrong in (number + 1, number - 1, -number - 1, float(number), str(number), None, [number]):
                record = copy.deepcopy(RECORD)
                record["result"]["points"][seat][source] = wrong
                assert refused(record, r"result\.points").event is None
    for seat, number in enumerate(RECORD["result"]["gardeners"]):
        for wrong in (number + 1, number - 1, float(number), None):
            record = copy.deepcopy(RECORD)
            record["result"]["gardeners"][seat] = wrong
            refused(record, r"result\.gardeners")


def test_the_winners_are_checked() -> None:
    right = RECORD["result"]["winners"]
    others: list[Any] = [[], [0], [1], [0, 1], [1, 0], [0, 0], [2], [True], [False], [0.0], None, 0, "0", {}]
    for winners in others:
        record = copy.deepcopy(RECORD)
        record["result"]["winners"] = winners
        if repr(winners) != repr(right):
            refused(record, r"result\.winners")
    assert Game.from_record(RECORD).record()["result"]["winners"] == right


def test_true_is_not_1_in_a_result() -> None:
    record = finished(BY_ID["small-2-rewards-boar"], 3).record()
    for seat, points in enumerate(record["result"]["points"]):
        for source, number in points.items():
            if number in (0, 1):
                changed = copy.deepcopy(record)
                changed["result"]["points"][seat][source] = bool(number)
                refused(changed, r"result\.points")


@pytest.mark.parametrize("result", [None, [], {}, "won", 0, {"points": []}])
def test_a_result_of_another_shape_is_refused(result: Any) -> None:
    refused(RECORD | {"result": result})


def test_a_result_with_more_or_fewer_keys_is_refused() -> None:
    for key in RECORD["result"]:
        refused(RECORD | {"result": {k: v for k, v in RECORD["result"].items() if k != key}}, "result must have")
    refused(RECORD | {"result": RECORD["result"] | {"more": 1}}, "result must have")


@pytest.mark.parametrize("digit", range(32))
def test_every_digit_of_the_seed_counts(digit: int) -> None:
    for record in (RECORD, RAVENSBURGER):
        seed = record["seed"]
        other = f"{int(seed[digit], 16) ^ 1:x}"
        error = refused(record | {"seed": seed[:digit] + other + seed[digit + 1 :]}, "does not follow from the seed")
        assert error.event is not None


@pytest.mark.parametrize(
    "seed", ["", "0" * 31, "0" * 33, "g" * 32, "A" * 32, " " * 32, "٠" * 32, "-" + "0" * 31, 0, 1.0, True, [], {}]
)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    refused(RECORD | {"seed": seed}, "seed is .* 32 hexadecimal digits")


def test_a_seed_that_is_null_is_refused_for_what_it_is() -> None:
    refused(RECORD | {"seed": None}, "seed is None")


@pytest.mark.parametrize(
    "names", [[], ["one"], ["one", "two", "three"], "ab", ["one", 2], ["one", None], ["x" * 81, ""], {}, 0]
)
def test_what_are_no_names_is_refused(names: Any) -> None:
    refused(RECORD | {"names": names}, "name")


def test_names_that_are_null_are_refused() -> None:
    refused(RECORD | {"names": None}, "names")


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    line = write_line(RECORD | {"names": ["one", "two"]}).replace('"two"', '"\\ud800"')
    refused(read_line(line), "name")


@pytest.mark.parametrize("names", [("one",), ("one", "two", "three"), ("x" * 81, ""), ("a\nb", ""), ("\ud800", "")])
def test_names_that_could_not_be_read_back_are_not_written(names: tuple[str, ...]) -> None:
    game = Game.from_record(RECORD)

    def write() -> None:
        game.names = names
        game.record()

    with pytest.raises(SanssouciError, match="name"):
        write()


def test_unknown_and_missing_keys_are_refused() -> None:
    for key in ("winner", "Seed", "", "comment", "result "):
        refused(RECORD | {key: 1}, "is not a key of a record")
    refused(RECORD | {1: 1}, "is not a key of a record")
    for key in RECORD.keys() - {"seed"}:
        error = refused({other: value for other, value in RECORD.items() if other != key})
        assert key in str(error)


@pytest.mark.parametrize("value", [None, 0, 3, "1", "2", True, [1], 1.5, 2.0])
def test_another_version_is_refused(value: Any) -> None:
    refused(RECORD | {"version": value}, "this program reads versions 1 and 2")


@pytest.mark.parametrize("value", [None, "", "sanssouci", "Sanssouci-record", 1, ["sanssouci-record"]])
def test_another_format_is_refused(value: Any) -> None:
    refused(RECORD | {"format": value}, "it must be 'sanssouci-record'")


@pytest.mark.parametrize("record", [None, [], "", 0, True, b"{}", [RECORD]])
def test_what_is_no_object_is_refused(record: Any) -> None:
    refused(record, "a record is a JSON object")


@pytest.mark.parametrize("value", [1, 3, 5, 0, -2, "2", 2.0, True, None, [2]])
def test_another_number_of_players_is_refused(value: Any) -> None:
    refused(RECORD | {"players": value})


@pytest.mark.parametrize("value", [2, -1, "0", 0.0, 1.0, False, True, None])
def test_what_is_no_first_seat_is_refused(value: Any) -> None:
    refused(RECORD | {"first": value}, "first is")


def test_another_first_seat_is_found_at_the_first_event() -> None:
    assert refused(RECORD | {"first": 1 - RECORD["first"]}).event == 0


@pytest.mark.parametrize(
    "value", [["boar", "rewards"], ["rewards", "rewards"], ["Rewards"], "rewards", [1], None, {}, ("rewards", "boar")]
)
def test_what_are_no_expansions_is_refused(value: Any) -> None:
    refused(RECORD | {"expansions": value}, "expansions is")


def test_other_expansions_are_found_out() -> None:
    for value in ([], ["rewards"], ["boar"]):
        refused(RECORD | {"expansions": value})
    refused(RAVENSBURGER | {"expansions": ["rewards", "boar"]}, "has no expansion 'boar'")
    refused(RAVENSBURGER | {"expansions": []})


@pytest.mark.parametrize("seat", [0.0, 1.0])
def test_a_seat_is_a_whole_number(seat: float) -> None:
    events = [[kind, float(own), value] if own == seat else [kind, own, value] for kind, own, value in RECORD["events"]]
    first = next(index for index, event in enumerate(RECORD["events"]) if event[1] == seat)
    assert refused(RECORD | {"events": events}, "seat is").event == first


@pytest.mark.parametrize("events", [None, {}, "events", 0, {"0": ["garden", 0, "1"]}])
def test_events_are_a_list(events: Any) -> None:
    refused(RECORD | {"events": events}, "events must be a list")
