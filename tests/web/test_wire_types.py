"""The client's types are those of the server's messages."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from sanssouci.box.boards import MAX_BOARDS
from sanssouci.box.cards import MAX_PAIRS
from sanssouci.box.editing import MOST
from sanssouci.box.loader import MAX_BYTES
from sanssouci.box.squares import MAX_COLUMNS, MAX_ROWS
from sanssouci.box.supplies import MIN_LINES
from sanssouci.box.words import LANGUAGES
from sanssouci.game.laying import Part
from sanssouci.kernel import layout
from sanssouci.server.messages.companion import LaidPart
from sanssouci.server.messages.puzzles import PuzzleTheme
from sanssouci.server.messages.reviews import Verdict as VerdictView
from sanssouci.server.messages.salons import SalonName
from sanssouci.server.messages.words import Language, MoveText, Name, Step, Text
from sanssouci.server.storage.pushes import CORRESPONDENCE
from sanssouci.server.typescript import FOLDER, source, typescript
from sanssouci.study.judging import Verdict
from sanssouci.study.themes import Theme

ROOT = Path(__file__).resolve().parents[2]


def test_wire_types_of_the_client_are_current() -> None:
    written = (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8")
    assert written == typescript(source()), "run `make types`"


def test_no_file_of_messages_is_left_out() -> None:
    for file in FOLDER.glob("*.py"):
        if file.name != "__init__.py":
            assert file.read_text(encoding="utf-8") in source(), f"add {file.stem} to typescript.py"


def test_types_keep_names_comments_and_what_may_be_left_out() -> None:
    messages = '''
Name = Annotated[str, Meta(max_length=24)]
Kind = Literal["a", "b"]
More = Literal[Kind, None]

class Request(Struct):
    """No fields."""

class Ask(Request, tag="ask"):
    """What is asked."""

    name: Name | None  # who asks
    kinds: list[Kind | None] = []
    id: int | UnsetType = UNSET

class Tell(Reply):
    """What is told.

    At length.
    """

    counts: dict[str, float] = {}
    foreign: dict[str, Any]

Both = Ask | Tell
LIMIT: Final = 3
'''
    assert (
        typescript(messages)
        == """\
// Written by `make types` from src/sanssouci/server/messages/. Do not edit.

export type Name = string;

export type Kind = "a" | "b";

export type More = Kind | null;

/**
 * What is asked.
 */
export interface Ask {
  type: "ask";
  /** who asks */
  name: Name | null;
  kinds?: (Kind | null)[];
  id?: number;
}

/**
 * What is told.
 *
 * At length.
 */
export interface Tell {
  counts: Record<string, number>;
  foreign: Record<string, unknown>;
}

export type Both = Ask | Tell;
"""
    )


def test_a_type_that_cannot_be_written_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"set\[str\]"):
        typescript('class Tell(Reply):\n    """Tells."""\n\n    names: set[str]\n')


STEPS = tuple(
    name for phase, name in enumerate(layout.PHASE_NAMES) if phase != layout.OVER and not layout.is_chance(phase)
)


@pytest.mark.parametrize(
    ("on_the_wire", "at_home"),
    [
        (PuzzleTheme, get_args(Theme)),
        (LaidPart, get_args(Part)),
        (VerdictView, get_args(Verdict)),
        (Language, LANGUAGES),
        (Step, STEPS),
    ],
    ids=["PuzzleTheme", "LaidPart", "Verdict", "Language", "Step"],
)
def test_what_messages_can_say_is_what_there_is(on_the_wire: object, at_home: tuple[str, ...]) -> None:
    """Messages are read as text and import nothing, so they repeat the words of other modules."""
    assert get_args(on_the_wire) == at_home


def test_numbers_that_the_client_repeats_are_those_of_the_boxes_and_the_server() -> None:
    """Fields are set up before the server is asked anything."""
    limits = (ROOT / "web" / "src" / "copy" / "limits.ts").read_text(encoding="utf-8")
    repeated = {
        name: json.loads(value.replace("_", ""))
        for name, value in re.findall(r"^export const (\w+)[^=]* = ([^;]+);", limits, re.MULTILINE)
    }
    assert repeated == {
        "COLUMNS": list(range(MIN_LINES, MAX_COLUMNS + 1)),
        "ROWS": list(range(MIN_LINES, MAX_ROWS + 1)),
        "PAIRS": MAX_PAIRS,
        "BOARDS": MAX_BOARDS,
        "SPACES_OF_ROW": [0, 1, layout.SLOTS // (MAX_ROWS - 1)],
        "PLAYERS": [str(players) for players in range(2, layout.MAX_SEATS + 1)],
        "MOST": MOST,
        "BYTES": MAX_BYTES,
    }
    lengths = (ROOT / "web" / "src" / "ui" / "lengths.ts").read_text(encoding="utf-8")
    known = {"NAME": Name, "SALON": SalonName, "MOVE": MoveText, "LINE": Text}
    assert {name: int(most) for name, most in re.findall(r"export const (\w+) = (\d+);", lengths)} == {
        name: get_args(wanted)[1].max_length for name, wanted in known.items()
    }
    clocks = (ROOT / "web" / "src" / "ui" / "clocks.ts").read_text(encoding="utf-8")
    assert "turn >= DAY;" in clocks
    assert f"const DAY = {CORRESPONDENCE:_};" in clocks
