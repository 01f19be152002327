"""Legal choices in a record are checked too: each list, each item, and their order."""

import copy
from typing import Any

import pytest

from sanssouci import Game, RecordError
from strategies import BY_ID, finished

RECORD = finished(BY_ID["small-2-rewards-boar"], 9).record(legal=True)
DECISIONS = [index for index, event in enumerate(RECORD["events"]) if event[0] in ("turn", "side")]


def refused(events: list[Any]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Game.from_record(RECORD | {"events": events})
    return caught.value


def test_every_decision_has_its_lists_and_they_are_right() -> None:
    assert all((len(event) == 4) == (index in DECISIONS) for index, event in enumerate(RECORD["events"]))
    assert Game.from_record(RECORD).record(legal=True) == RECORD


@pytest.mark.parametrize("index", DECISIONS)
def test_every_change_of_a_list_is_found_at_its_event(index: int) -> None:
    lists = RECORD["events"][index][3]
    broken: list[Any] = [[], None, 0, "A", [[]], lists[:-1], [*lists, []], [*lists, ["-"]], {"0": lists[0]}]
    for step, options in enumerate(lists):
        for place in range(len(options)):
            broken.append([*lists[:step], options[:place] + options[place + 1 :], *lists[step + 1 :]])
        broken.append([*lists[:step], [*options, "i6"], *lists[step + 1 :]])
        broken.append([*lists[:step], [*options, options[0]], *lists[step + 1 :]])
        if len(options) > 1:
            broken.append([*lists[:step], options[::-1], *lists[step + 1 :]])
    for value in broken:
        events = copy.deepcopy(RECORD["events"])
        events[index][3] = value
        error = refused(events)
        assert error.event == index
        assert "legal choices" in str(error)


def test_chance_has_no_legal_choices() -> None:
    for index, event in enumerate(RECORD["events"]):
        if index not in DECISIONS:
            events = copy.deepcopy(RECORD["events"])
            events[index] = [*event, [["a"]]]
            assert refused(events).event == index


def test_lists_may_be_missing_from_some_decisions() -> None:
    events = [event[:3] if index % 2 else event for index, event in enumerate(RECORD["events"])]
    game = Game.from_record(RECORD | {"events": events})
    assert game.record(legal=True) == RECORD
