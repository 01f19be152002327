"""Owners' boxes: all faults at once, files in one form, other sizes, and TOML that reads back as it was written."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from box.test_box_faults import CASES
from sanssouci.box import BoxError, load, named
from sanssouci.box.errors import WHYS
from sanssouci.box.loader import DATA, complete, parse
from sanssouci.box.own import (
    box_of_file,
    examine_file,
    in_one_form,
    read_own,
    resized,
    started,
    write_own,
)
from sanssouci.game.options import check_options
from sanssouci.texts.messages import messages
from strategies import examples

OWN = Path(__file__).resolve().parents[2] / "examples" / "boxes" / "my-layouts.toml"
SMALL = (DATA / "small.toml").read_text(encoding="utf-8")


def rules(box: object) -> bytes:
    return json.dumps(box.rules(), sort_keys=True).encode()  # type: ignore[attr-defined]


def first_fault(text: str) -> BoxError:
    with pytest.raises(BoxError) as refused:
        read_own(text)
    return refused.value


# ── all faults ─────────────────────────────────────────────────────────────────────────────────────────


def test_all_faults_of_a_file_are_found_and_the_first_is_the_one_that_refuses_it() -> None:
    file = started("imperial")
    boards = file["gardens"]["board"]
    boards[0]["A"] = boards[0]["A"].replace("#########", "#.###.###")
    boards[2]["A"] = boards[2]["A"].replace(".#......#", ".#..#...#")
    file["cards"]["pairs"][1] = "26"
    box, faults = examine_file(file)
    assert box is not None
    assert [(each.key, each.why, each.values.get("square")) for each in faults] == [
        ("cards.pairs[2]", "pair repeated", None),
        ("gardens.board[1].A row 1", "row 1 free", "b1"),
        ("gardens.board[1].A row 1", "row 1 free", "f1"),
        ("gardens.board[3].A", "piece printed", "e4"),
        ("gardens.board[1].A", "printed squares", None),
        ("gardens.board[3].A", "printed squares", None),
    ]
    with pytest.raises(BoxError) as refused:
        box_of_file(file)
    assert str(refused.value) == str(faults[0])


@pytest.mark.parametrize(("old", "new", "key", "fault"), CASES)
def test_a_single_fault_is_also_the_first_of_all_faults(old: str, new: str, key: str, fault: str) -> None:
    document = parse(SMALL.replace(old, new, 1).encode(), "file")
    _, faults = examine_file(document)
    assert faults
    assert faults[0].key == key
    assert faults[0].fault.startswith(fault)


def test_the_english_texts_of_faults_are_the_box_checkers_words() -> None:
    few = started("imperial")
    del few["gardens"]["board"][3], few["rewards"]["board"][2:]
    files = [few, *(parse(SMALL.replace(old, new, 1).encode(), "file") for old, new, *_ in CASES)]
    seen = set()
    for file in files:
        for error in examine_file(file)[1]:
            if error.why:
                seen.add(error.why)
                words = messages("en")[f"box.fault.{error.why}"]
                assert isinstance(words, str)
                assert words.format(**error.values).replace("–", " to ") == error.fault
    assert seen == WHYS


# ── one form ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", named())
def test_a_box_that_was_only_begun_is_the_published_one(name: str) -> None:
    begun = box_of_file(started(name))
    assert begun.rules() | {"id": name} == load(name).rules()
    assert "[" not in write_own(started(name)).replace("[board]", "")  # nothing differs, so nothing is written


@pytest.mark.parametrize("name", [*named(), str(OWN)])
def test_what_is_written_reads_back_as_the_same_box(name: str) -> None:
    original = complete(Path(name) if name.endswith(".toml") else DATA / f"{name}.toml")
    file = in_one_form(original)
    text = write_own(file)
    assert read_own(text) == file
    assert write_own(read_own(text)) == text
    assert rules(box_of_file(read_own(text))) == rules(load(name))


def test_an_example_file_is_read_with_what_it_extends() -> None:
    file = read_own(OWN.read_text(encoding="utf-8"))
    assert file["extends"] == "ravensburger"
    assert rules(box_of_file(file)) == rules(load(OWN))
    assert "columns" not in write_own(file)  # inherited


@given(st.text(max_size=80))
@examples(200)
def test_no_name_breaks_out_of_its_string(name: str) -> None:
    file = started("ravensburger")
    file["name"] = name
    file["gardens"]["board"][0]["id"] = name
    read = parse(write_own(file).encode(), "file")
    lossy = name.encode("utf-8", "replace").decode()
    assert read["name"] == lossy
    assert isinstance(read["gardens"], dict)
    assert read["gardens"]["board"][0]["id"] == lossy
    assert read.keys() == {"format", "id", "name", "extends", "gardens"}


# ── files from anywhere ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "key", "fault"),
    [
        ("nonsense", "file", "is not valid TOML"),
        ("", "format", "is missing"),
        ("x = " + "[" * 9_000, "file", "is n"),
        ("# " + "x" * 30_000, "file", "is larger than 30000 bytes"),
        ('extends = "../../etc/passwd"', "extends", "is '../../etc/passwd'; must be one of ravensburger"),
        ('extends = "my-layouts.toml"', "extends", "is 'my-layouts.toml'; must be one of"),
        ("extends = 7", "extends", "is 7; must be one of"),
        ('format = 1\nextends = "ravensburger"\nid = "<b>"\nname = "x"', "id", "is '<b>'; must be 1 to 40 letters"),
        (
            'format = 1\nextends = "ravensburger"\nid = "x"\nname = "x"\n[gardens]\nprinted = 15\nboard = ['
            + '{id="1",A=""},' * 1_000
            + "]",
            "gardens.board",
            "has 1000 garden boards; must have 1 to 4",
        ),
    ],
)
def test_files_that_are_no_boxes_are_refused_by_key(text: str, key: str, fault: str) -> None:
    error = first_fault(text)
    assert error.key == key
    assert error.fault.startswith(fault)


# ── another size ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", named())
def test_every_size_of_a_published_box_is_a_box_and_grows_back_to_one(name: str) -> None:
    for columns in range(2, 10):
        for rows in range(2, 7):
            file = resized(started(name), columns, rows)
            box = box_of_file(file)
            assert box.size == (columns, rows)
            check_options(box, players=min(box.players), expansions=box.expansions, first=None)
            assert box_of_file(resized(file, 9, 6)).size == (9, 6)


def test_the_same_size_changes_nothing() -> None:
    assert resized(started("imperial"), 9, 6) == started("imperial")


def test_a_faulty_box_keeps_its_shape_in_another_size() -> None:
    """The page could not read it again otherwise."""
    file = started("ravensburger")
    file["cards"]["structures"] = "iihhgfaaé"
    file["columns"] = file["columns"][:3]
    assert resized(file, 9, 6)["cards"]["structures"] == "adefghi"
    file["cards"]["pairs"], file["tiles"], file["gardens"]["board"] = ["66", "11"], {}, []
    assert resized(file, 2, 2)["cards"] == {"pairs": [], "structures": "a", "wild": 1, "hand": 2}
