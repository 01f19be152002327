"""The client's types are those of the server's messages."""

from pathlib import Path
from typing import get_args

import pytest

from sanssouci.server.messages.puzzles import PuzzleTheme
from sanssouci.server.typescript import FOLDER, source, typescript
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


def test_puzzles_on_the_wire_have_the_themes_that_puzzles_have() -> None:
    assert get_args(PuzzleTheme) == get_args(Theme)
