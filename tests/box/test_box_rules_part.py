"""The rules part of a box, as it appears in a record: written, read back, and never trusted."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sanssouci.box import Box, BoxError, load

EXAMPLES = Path(__file__).parents[2] / "examples" / "boxes"
SMALL = Path(__file__).parents[2] / "src" / "sanssouci" / "box" / "data" / "small.toml"
BOXES = ["ravensburger", "imperial", SMALL, EXAMPLES / "my-layouts.toml"]


@pytest.fixture
def rules() -> dict[str, Any]:
    return load(SMALL).rules()


def test_the_rules_part_has_the_documented_form(rules: dict[str, Any]) -> None:
    boards = {key: rules.pop(key) for key in ("gardens", "rewards")}
    assert rules == {
        "id": "small",
        "board": {"columns": 5, "rows": 4, "boar": "c3"},
        "display": [2, 2, 3, 3, 4, 4],
        "cards": {"pairs": ["23", "24", "34"], "structures": "abcde", "wild": 1, "hand": 2},
        "missions": 2,
        "tiles": {"2": 5},
        "expansions": ["rewards", "boar"],
    }
    garden = ["#####", ".#...", "...#.", "#...."]
    reward = [". . . . .", ". . . . .", ". . +1 . .", ". g3 0 -2 ."]
    assert [board["id"] for board in boards["gardens"]] == ["1", "2"]
    assert boards["gardens"][0]["sides"][0] == garden
    assert boards["rewards"][0]["sides"][0] == reward


def test_B1_a_box_without_a_boar_has_no_square_for_it() -> None:
    assert load("ravensburger").rules()["board"] == {"columns": 9, "rows": 6}


@pytest.mark.parametrize("name", BOXES, ids=str)
def test_a_box_comes_back_from_its_rules_part(name: str) -> None:
    box = load(name)
    again = Box.from_rules(json.loads(json.dumps(box.rules())))
    assert again.rules() == box.rules()
    assert again.digest == box.digest
    same = ("id", "display", "pairs", "structure_cards", "wild", "hand", "missions", "tiles", "gardens")
    assert all(getattr(again, key) == getattr(box, key) for key in (*same, "rewards", "pieces", "expansions"))


def test_a_box_from_a_record_has_plain_words(rules: dict[str, Any]) -> None:
    box = Box.from_rules(rules)
    assert (box.name, box.source, box.rulings) == ("small", "record", ())
    assert [column.names["fr"] for column in box.columns[:2]] == ["colonne a", "colonne b"]
    assert [(row.value, row.names["de"]) for row in box.rows[:2]] == [(1, "Reihe 1"), (2, "Reihe 2")]


def test_the_digests_of_the_boxes_that_come_with_the_game_are_pinned() -> None:
    # A change here means that old records name a box that is no longer shipped: it must be intended.
    assert load("ravensburger").digest[:16] == "15884b89310826dd"
    assert load("imperial").digest[:16] == "b7525f81ac9de63b"
    assert load("small").digest[:16] == "df050abb30039286"
    assert load("micro").digest[:16] == "1a44f398ba63042e"


def test_the_digest_ignores_words_and_spacing_and_nothing_else(rules: dict[str, Any]) -> None:
    digest = load(SMALL).digest
    rules["rewards"][0]["sides"][0][3] = ".   g3 0\t-2 ."
    assert Box.from_rules(rules).digest == digest
    for change in (
        {"id": "other"},
        {"missions": 1},
        {"display": [2, 2, 3, 3, 4]},
        {"cards": {**rules["cards"], "hand": 3}},
        {"gardens": rules["gardens"][::-1]},
    ):
        assert Box.from_rules({**rules, **change}).digest != digest


def put(data: Any, path: str, value: object) -> None:
    """Set the value at a path like `gardens.0.id`."""
    *parents, last = path.split(".")
    for name in parents:
        data = data[int(name)] if isinstance(data, list) else data[name]
    data[int(last) if isinstance(data, list) else last] = value


# a path, the new value there, the key, and the beginning of the fault
CASES: list[tuple[str, object, str, str]] = [
    ("name", "Small", "name", "is unknown; known here: id, board, display"),
    ("board", None, "board", "is None; must be a table"),
    ("board.columns", 10, "board.columns", "is 10; must be a whole number from 2 to 9"),
    ("board.columns", True, "board.columns", "is True; must be a whole number from 2 to 9"),
    ("board.rows", float("nan"), "board.rows", "is nan; must be a whole number from 2 to 6"),
    ("board.rows", 10**9999, "board.rows", "is a huge number; must be a whole number from 2 to 6"),
    ("board.columns", 6, "gardens[1].sides[1] row 1", "has 5 squares; must have 6"),
    ("display", {"2": 2}, "display", "is a table; must be a list of spaces"),
    ("display.5", [4], "display[6]", "is a list of 1; must be a whole number from 2 to 4"),
    ("cards.pairs.1", None, "cards.pairs[2]", "is None; must be a string"),
    ("tiles", {2: 5}, "tiles.2", "is unknown; known here: 2, 3, 4"),
    ("tiles", {"3": 7}, "missions", "is 2, so 6 for 3 players; must be at most 5 in all"),
    ("missions", "2", "missions", "is '2'; must be a whole number from 0 to 5"),
    ("gardens", [], "gardens", "has 0 garden boards; must have 2 to 4"),
    ("gardens.1.id", "1", "gardens[2].id", "repeats '1'; every id must be different"),
    ("gardens.1.sides", [], "gardens[2].sides", "has 0 sides; must have 1 to 2"),
    ("gardens.1.sides.1", "#", "gardens[2].sides[2]", "is '#'; must be a list of rows"),
    ("gardens.1.sides.1.2", 7, "gardens[2].sides[2] row 3", "is 7; must be a string"),
    ("gardens.1.sides.1.2", "x" * 5, "gardens[2].sides[2] row 3", "has 'x' in column a; must be '#'"),
    ("rewards", [], "rewards", "has 0 reward boards; must have 2 to 4"),
    ("rewards.0.sides.1.3", ". 0 0 0 0", "rewards[1].sides[2]", "covers e4; must cover the same squares"),
    ("rewards.0.sides.1.0", "-9 . . . .", "rewards[1].sides[2] row 1", "covers a1; must leave row 1"),
    ("expansions", [[]], "expansions[1]", "is a list of 0; must be a string"),
    ("id", "a\nb", "id", "is 'a\\nb'; must be 1 to 40 letters"),
    ("id", "x" * 10**6, "id", f"is '{'x' * 40}…'; must be 1 to 40 letters"),
]


@pytest.mark.parametrize(("path", "value", "key", "fault"), CASES, ids=[case[2] for case in CASES])
def test_a_fault_in_a_record_is_reported_with_its_key(
    path: str, value: object, key: str, fault: str, rules: dict[str, Any]
) -> None:
    put(rules, path, value)
    with pytest.raises(BoxError) as caught:
        Box.from_rules(rules, source="game.json")
    assert (caught.value.source, caught.value.key) == ("game.json", key)
    assert caught.value.fault.startswith(fault)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "key", ["id", "board", "display", "cards", "missions", "tiles", "gardens", "rewards", "expansions"]
)
def test_every_key_of_the_rules_part_is_needed(key: str, rules: dict[str, Any]) -> None:
    del rules[key]
    with pytest.raises(BoxError, match=f"record: {key}: is missing"):
        Box.from_rules(rules)


@pytest.mark.parametrize("data", [None, 7, "small", [], [("id", "small")]])
def test_what_is_no_table_is_no_box(data: Mapping[str, object]) -> None:
    with pytest.raises(BoxError, match=r"record: box: is .*; must be a table"):
        Box.from_rules(data)


def test_deep_nesting_is_refused_without_being_walked(rules: dict[str, Any]) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    rules["display"] = deep
    with pytest.raises(BoxError, match=r"record: display\[1\]: is a list of 1; must be a whole number"):
        Box.from_rules(rules)
