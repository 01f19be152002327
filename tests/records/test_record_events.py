"""Every single event of a record must fit: deleting, duplicating, swapping or changing one is detected."""

import copy
import re
from typing import Any

import pytest

from sanssouci import Game, IllegalMoveError, Move, RecordError
from strategies import BY_ID, finished

Record = dict[str, Any]
KINDS = ("garden", "side", "mission", "reward", "card", "tile", "turn")
IDS = ("small-2-rewards-boar", "ravensburger-2-rewards")
MADE = {identifier: finished(BY_ID[identifier], 5, ["random", "greedy"]).record() for identifier in IDS}
NO_VALUES: list[Any] = ["", "?", "zz", "A ", "36 f3", "a9", "*" * 100, None, 0, [], "36 f3 d4 "]
each_record = pytest.mark.parametrize("identifier", IDS)


def fault_in(identifier: str, events: list[Any]) -> RecordError:
    """The error raised by a record with these events instead."""
    with pytest.raises(RecordError) as caught:
        Game.from_record(MADE[identifier] | {"events": events})
    return caught.value


def changed(identifier: str, index: int, position: int, value: Any) -> list[Any]:
    """The events, with one item of one event changed."""
    events: list[Any] = MADE[identifier]["events"].copy()
    events[index] = [*events[index][:position], value, *events[index][position + 1 :]]
    return events


@each_record
def test_the_untouched_record_is_right(identifier: str) -> None:
    assert Game.from_record(MADE[identifier]).record() == MADE[identifier]
    assert {event[0] for event in MADE[identifier]["events"]} <= set(KINDS)


@each_record
def test_reading_changes_nothing_in_a_record(identifier: str) -> None:
    before = copy.deepcopy(MADE[identifier])
    Game.from_record(MADE[identifier])
    fault_in(identifier, changed(identifier, 40, 2, "nonsense"))
    assert MADE[identifier] == before


@each_record
def test_an_event_left_out_is_missed_at_its_place(identifier: str) -> None:
    events = MADE[identifier]["events"]
    for index in range(len(events) - 1):
        assert fault_in(identifier, events[:index] + events[index + 1 :]).event == index
    error = fault_in(identifier, events[:-1])
    assert error.event is None
    assert "not over" in str(error)


@each_record
def test_an_event_that_stands_twice_is_found_at_its_second_place(identifier: str) -> None:
    events = MADE[identifier]["events"]
    for index in range(len(events)):
        assert fault_in(identifier, [*events[: index + 1], *events[index:]]).event == index + 1


@each_record
def test_events_in_the_wrong_order_are_found_at_the_first(identifier: str) -> None:
    events = MADE[identifier]["events"]
    for index in range(len(events) - 1):
        assert events[index] != events[index + 1]
        swapped = [*events[:index], events[index + 1], events[index], *events[index + 2 :]]
        assert fault_in(identifier, swapped).event == index


@each_record
def test_another_kind_is_found_at_its_event(identifier: str) -> None:
    for index, (own, _, _) in enumerate(MADE[identifier]["events"]):
        for kind in {*KINDS, "", "Tile", "nonsense"} - {own}:
            error = fault_in(identifier, changed(identifier, index, 0, kind))
            assert error.event == index
            assert str(error).startswith(f"event {index}: ")


@each_record
def test_another_seat_is_found_at_its_event(identifier: str) -> None:
    for index, (_, own, _) in enumerate(MADE[identifier]["events"]):
        for seat in {None, 0, 1, 2, 4, -1, "0"} - {own}:
            assert fault_in(identifier, changed(identifier, index, 1, seat)).event == index


@each_record
def test_a_value_that_cannot_be_is_found_at_its_event(identifier: str) -> None:
    for index in range(len(MADE[identifier]["events"])):
        for value in NO_VALUES:
            assert fault_in(identifier, changed(identifier, index, 2, value)).event == index


@each_record
def test_another_outcome_of_chance_does_not_follow_from_the_seed(identifier: str) -> None:
    events = MADE[identifier]["events"]
    for index, (kind, _, own) in enumerate(events):
        if kind not in ("turn", "side"):
            values = sorted({event[2] for event in events if event[0] == kind} - {own})
            for value in values[index % 3 :: 3]:
                error = fault_in(identifier, changed(identifier, index, 2, value))
                assert error.event == index
                assert re.search("does not follow from the seed|cannot come now", str(error))


@each_record
def test_an_illegal_decision_is_found_at_its_event_and_explained(identifier: str) -> None:
    events = MADE[identifier]["events"]
    indexes = [index for index, event in enumerate(events) if event[0] in ("turn", "side")]
    turns = sorted({event[2] for event in events if event[0] == "turn"})
    game = Game.from_record(MADE[identifier])
    refusals = 0
    for index in reversed(indexes):
        assert str(game.pop()) == events[index][2]
        for text in turns[index % 5 :: 5]:
            if not game.is_setup and Move.parse(text) not in game.legal_moves:
                with pytest.raises(IllegalMoveError) as refused:
                    game.push(text)
                error = fault_in(identifier, changed(identifier, index, 2, text))
                assert error.event == index
                assert str(refused.value) in str(error)
                refusals += 1
    assert refusals > len(indexes)


@each_record
def test_a_turn_is_refused_while_sides_are_chosen_and_a_side_in_play(identifier: str) -> None:
    events = MADE[identifier]["events"]
    for index, (kind, _, _) in enumerate(events):
        if kind == "side":
            error = fault_in(identifier, changed(identifier, index, 2, "* a2 -"))
            assert (error.event, "a side of the board must be chosen" in str(error)) == (index, True)
        elif kind == "turn":
            error = fault_in(identifier, changed(identifier, index, 2, "A"))
            assert (error.event, "there is no side to choose" in str(error)) == (index, True)


@each_record
def test_another_legal_decision_makes_another_game(identifier: str) -> None:
    """Nothing before it is blamed; where the rest and the result still fit, it is simply another game."""
    for index, (kind, _, own) in enumerate(MADE[identifier]["events"]):
        if kind == "turn":
            walk = own.split()[-1]
            events = changed(identifier, index, 2, own.removesuffix(walk) + ("-" if walk != "-" else "a1"))
            fault = index
            try:
                game = Game.from_record(MADE[identifier] | {"events": events})
            except RecordError as error:
                fault = index if error.event is None else error.event
            else:
                assert game.record()["events"] == events
            assert fault >= index


def test_a_text_of_another_form_is_refused() -> None:
    for index, (kind, _, value) in enumerate(MADE[IDS[0]]["events"]):
        if kind in ("turn", "side"):
            for text in {value.upper(), value.lower(), value.replace(" ", "  "), f" {value}"} - {value}:
                assert fault_in(IDS[0], changed(IDS[0], index, 2, text)).event == index


def test_a_list_too_long_or_too_short_is_refused() -> None:
    events = MADE[IDS[0]]["events"]
    for index, event in enumerate(events):
        odd: list[Any] = [[*event, [], 1], event[:2], event[:1], [], {}, "garden", None, 5]
        for broken in odd:
            assert fault_in(IDS[0], [*events[:index], broken, *events[index + 1 :]]).event == index


def test_more_events_after_the_end_are_refused() -> None:
    events = MADE[IDS[0]]["events"]
    for more in (["card", 0, "a"], ["turn", 0, "a a2 -"], 7, None):
        error = fault_in(IDS[0], [*events, more])
        assert error.event == len(events)
        assert "over" in str(error)


def test_a_record_cut_short_anywhere_is_refused() -> None:
    record = MADE[IDS[0]]
    for length in range(len(record["events"])):
        for result in (record["result"], None):
            with pytest.raises(RecordError, match=f"ends after {length} events.* not over") as caught:
                Game.from_record(record | {"events": record["events"][:length], "result": result})
            assert caught.value.event is None
            with pytest.raises(RecordError, match=f"ends after {length} events.* not over"):
                Game.from_record(without_result(record) | {"events": record["events"][:length]})


def without_result(record: Record) -> Record:
    return {key: value for key, value in record.items() if key != "result"}


def test_a_result_is_needed_even_if_it_is_null() -> None:
    with pytest.raises(RecordError, match="result is missing"):
        Game.from_record(without_result(MADE[IDS[0]]))
    running = Game("small", seed=4)
    running.push(running.legal_moves[0])
    record = running.record(complete=True)
    assert Game.from_record(record, running=True) is not None
    with pytest.raises(RecordError, match="the game is not over, and result is missing"):
        Game.from_record(without_result(record), running=True)
