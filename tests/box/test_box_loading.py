"""Files: where they are found, how they extend others, and what happens when they cannot be read."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sanssouci.box import BoxError, load

WriteBox = Callable[..., Path]

EXAMPLES = Path(__file__).parents[2] / "examples" / "boxes"
SMALL = Path(__file__).parents[2] / "src" / "sanssouci" / "box" / "data" / "small.toml"
EXTENDING = """
format = 1
extends = "ravensburger"
id = "mine"
name = "Mine"
"""


def fault_of(path: str | Path) -> BoxError:
    with pytest.raises(BoxError) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(f": {caught.value.key}: {caught.value.fault}")
    return caught.value


def test_the_small_example_has_everything_in_small() -> None:
    box = load(SMALL)
    assert box.source == str(SMALL)
    assert (len(box.columns), len(box.rows), len(box.display)) == (5, 4, 6)
    assert (box.rounds, box.hand, box.missions, box.players) == (9, 2, 2, (2,))
    assert [len(board.sides) for board in box.gardens] == [2, 2]
    assert [len(board.sides) for board in box.rewards] == [2, 2]
    assert box.expansions == ("rewards", "boar")
    assert box.pieces == {"boar": 20}  # c3, numbered as in a large garden


def test_the_example_of_own_layouts_differs_in_the_gardens_only() -> None:
    ours, theirs = load(EXAMPLES / "my-layouts.toml").rules(), load("ravensburger").rules()
    assert {key for key in ours if ours[key] != theirs[key]} == {"id", "gardens"}


def test_own_layouts_are_no_ruling_any_more() -> None:
    ours, theirs = load(EXAMPLES / "my-layouts.toml"), load("ravensburger")
    assert {r.key for r in theirs.rulings} - {r.key for r in ours.rulings} == {"gardens"}


def test_a_path_may_be_a_text_or_a_path() -> None:
    path = SMALL
    assert load(str(path)).digest == load(path).digest


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    assert "'potsdam'; must be one of ravensburger, imperial" in fault_of("potsdam").fault


@pytest.mark.parametrize("wrong", [None, 7, b"ravensburger", ["ravensburger"]])
def test_what_is_neither_name_nor_path_is_refused(wrong: str) -> None:
    assert "must be a name or a path" in fault_of(wrong).fault


@pytest.mark.parametrize("name", ["nowhere.toml", "./nowhere", "null\0byte.toml", "."])
def test_a_file_that_cannot_be_opened_is_a_box_error(name: str) -> None:
    error = fault_of(Path(name))
    assert error.key == "file"
    assert "cannot be read" in error.fault


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"format = ", "is not valid TOML"),
        (b"[cards]\n[cards]", "(at line 2, column"),
        (b"id = '\xff'", "is not valid UTF-8, at byte 6"),
        (b"id = " + b"[" * 10_000, "is nested too deeply"),
        (b"id" + b".a" * 10_000 + b" = 1", "is nested too deeply"),  # which takes a parser seconds
        (b"[ 'a'" + b' . "\\"b"' * 3_000 + b"]", "is nested too deeply"),
        (b"id = {a = 1, b" + b".c" * 10_000 + b" = 1}", "is nested too deeply"),
        (b"id = " + b"9" * 10_000, "is not valid TOML"),
        (b"#" * 40_000, "is larger than 30000 bytes"),
    ],
)
def test_a_file_that_is_no_toml_is_a_box_error(write_box: WriteBox, content: bytes, fault: str) -> None:
    error = fault_of(write_box(content))
    assert error.key == "file"
    assert fault in error.fault


def test_line_ends_and_marks_of_windows_do_no_harm(write_box: WriteBox, small_text: str) -> None:
    windows = b"\xef\xbb\xbf" + small_text.replace("\n", "\r\n").encode()
    assert load(write_box(windows)).digest == load(SMALL).digest


def test_a_table_replaces_the_inherited_one_as_a_whole(write_box: WriteBox) -> None:
    box = load(write_box(EXTENDING + "[missions]\neach = 1\n[tiles]\n2 = 6\n"))
    assert (box.id, box.name, box.missions, dict(box.tiles)) == ("mine", "Mine", 1, {2: 6})
    assert box.gardens == load("ravensburger").gardens
    assert "tiles" not in {ruling.key for ruling in box.rulings}


def test_a_file_extends_a_file_beside_it_and_that_one_another(write_box: WriteBox, small_text: str) -> None:
    write_box(small_text, "small.toml")
    write_box("format = 1\nextends = './small.toml'\nid = 'm'\nname = 'M'\n[missions]\neach = 1", "middle.toml")
    box = load(write_box("format = 1\nextends = 'middle.toml'\nid = 'top'\nname = 'Top'\n", "top.toml"))
    assert (box.id, box.missions, len(box.columns)) == ("top", 1, 5)


@pytest.mark.parametrize("key", ["format", "id", "name"])
def test_format_id_and_name_are_never_inherited(write_box: WriteBox, key: str) -> None:
    lines = [line for line in EXTENDING.splitlines() if not line.startswith(key)]
    error = fault_of(write_box("\n".join(lines)))
    assert (error.key, error.fault) == (key, "is missing")


@pytest.mark.parametrize(
    ("extends", "fault"),
    [
        ("'potsdam'", "is 'potsdam'; must be one of ravensburger, imperial"),
        ("7", "is 7; must be a name or a path"),
        ("'box.toml'", "goes round in a circle"),
    ],
)
def test_extends_must_lead_to_a_box(write_box: WriteBox, extends: str, fault: str) -> None:
    path = write_box(EXTENDING.replace('"ravensburger"', extends))
    error = fault_of(path)
    assert (error.source, error.key) == (str(path), "extends")
    assert fault in error.fault


@pytest.mark.parametrize("extends", ["missing.toml", "null\\u0000byte.toml"])
def test_extends_must_lead_to_a_file_that_is_there(write_box: WriteBox, extends: str) -> None:
    error = fault_of(write_box(EXTENDING.replace("ravensburger", extends)))
    assert error.key == "file"
    assert "cannot be read" in error.fault


def test_a_fault_of_the_extended_file_is_reported_as_its_own(write_box: WriteBox, small_text: str) -> None:
    base = write_box(small_text.replace("each = 2", "each = 3"), "base.toml")
    error = fault_of(write_box("format = 1\nextends = 'base.toml'\nid = 'x'\nname = 'X'\n[missions]\neach = 1\n"))
    assert (error.source, error.key) == (str(base), "missions.each")


def test_a_fault_that_the_override_causes_is_reported_in_its_file(write_box: WriteBox) -> None:
    path = write_box(EXTENDING + "[display]\nspaces = [2, 2, 3, 3, 4, 4, 5, 5]\n")
    error = fault_of(path)
    assert (error.source, error.key) == (str(path), "cards.pairs[1]")


def test_a_wild_name_of_a_file_does_not_break_the_line(tmp_path: Path) -> None:
    with pytest.raises(BoxError) as caught:
        load(tmp_path / "a\nb\x1b[31m.toml")
    assert "a?b?[31m.toml: file: cannot be read" in str(caught.value)


def test_errors_and_boxes_travel_between_processes() -> None:
    error = pickle.loads(pickle.dumps(BoxError("file", "key", "fault")))
    assert (str(error), error.key) == ("file: key: fault", "key")
    box = pickle.loads(pickle.dumps(load("imperial")))
    assert (box.digest, box.rulings) == (load("imperial").digest, load("imperial").rulings)


def test_importing_the_box_needs_no_compiler() -> None:
    code = "import sys, sanssouci.box; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
