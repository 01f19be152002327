"""What the rules page draws is what the rules say."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from sanssouci import Box, Game, PositionError, load_box, published_boxes

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = runpy.run_path(str(ROOT / "docs" / "rule_examples.py"))
WRITTEN = SCRIPT["examples"]()
EXAMPLES: dict[str, dict[str, Any]] = json.loads(WRITTEN)["examples"]

each_box = pytest.mark.parametrize("box", published_boxes())


def test_the_examples_of_the_client_are_current() -> None:
    assert SCRIPT["FILE"].read_text(encoding="utf-8") == WRITTEN, "run `make examples`"


def texts(example: dict[str, Any]) -> list[str]:
    return [choice["text"] for choice in example["choices"]]


@each_box
def test_the_examples_show_what_the_rulebooks_tell(box: str) -> None:
    """X1 to X8 of docs/rules.md, as the numbers that a reader finds there."""
    shown = EXAMPLES[box]
    assert shown["two-colours"]["tiles"] == ["b3", "i3", "e6", "c6"]
    assert shown["structure"]["tiles"] == ["c2", "c4", "c6"]
    assert len(shown["absent"]["tiles"]) == 10
    assert (shown["home"]["look"]["square"], shown["home"]["values"]["other"]) == ("c6", "h4")
    assert len(texts(shown["gardener"])) == 7
    assert shown["walk"]["look"]["path"] == ["d1", "e1", "e2", "e3", "d3"]
    assert shown["walk"]["look"]["gained"] == 3
    assert [choice["gained"] for choice in shown["stops"]["choices"] if choice["text"][1] == "3"] == [3, 3, 3]
    assert texts(shown["blocked"]) == ["i6"]
    assert shown["rows-and-columns"]["values"]["sum"] == 25
    assert shown["missions"]["points"]["total"] == 98
    assert shown["boar-at-the-end"]["points"]["expansions"]["boar"] == -5


@each_box
def test_every_garden_is_one_of_the_box(box: str) -> None:
    loaded = {name: load_box(name) for name in published_boxes()}
    for name, example in EXAMPLES[box].items():
        if example["garden"]:
            own = loaded["imperial" if example["garden"]["pieces"] else box]
            assert example["garden"]["board"] in {f"{each.id}{side}" for each in own.gardens for side in sides(each)}, (
                name
            )


def sides(board: Any) -> str:
    return "AB"[: len(board.sides)]


def test_a_position_that_cannot_come_about_is_refused() -> None:
    box: Box = load_box("ravensburger")
    place = SCRIPT["Place"](boards=SCRIPT["PLAIN"], nobles="600000000", points="6,0,0")
    with pytest.raises(PositionError, match="stands where it cannot have walked"):
        SCRIPT["game_of"](box, place)
    assert isinstance(SCRIPT["game_of"](box, SCRIPT["Place"](boards=SCRIPT["PLAIN"])), Game)
