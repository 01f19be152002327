"""Any file or record gives a box that keeps its promises, or a BoxError of one line."""

import copy
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sanssouci.box import Box, BoxError, load
from sanssouci.box.document import read_document
from sanssouci.box.own import examine_file, in_one_form
from strategies import examples

SMALL = Path(__file__).parents[2] / "src" / "sanssouci" / "box" / "data" / "small.toml"
TEXT = SMALL.read_text(encoding="utf-8")
DOCUMENT = tomllib.loads(TEXT)
RULES = load(SMALL).rules()

junk: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 12)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["#####", ".....", ". . . . .", "+1 0 0 0 0", "26", "e4", 10**4000, b"x", "\ud800", "a\nb"]),
    lambda inner: (
        st.lists(inner, max_size=12)
        | st.dictionaries(st.text(max_size=6) | st.integers() | st.none() | st.just("2"), inner, max_size=4)
    ),
    max_leaves=12,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in nested data: the table or list, and the key or index."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [(data, key) for key in keys] + [place for key in keys for place in places(data[key])]


@st.composite
def mutated(draw: st.DrawFn, original: Any) -> Any:
    """Valid data with one to three values replaced, removed, duplicated or swapped."""
    data = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        spots = places(data)
        if not spots:
            break
        holder, key = draw(st.sampled_from(spots))
        other, other_key = draw(st.sampled_from(spots))
        kind = draw(st.sampled_from(["replace", "remove", "double", "exchange"]))
        if kind == "replace":
            holder[key] = draw(junk)
        elif kind == "remove":
            del holder[key]
        elif kind == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(other[other_key])
    return data


def check_box(box: Box) -> None:
    """Assert what every box promises the rules."""
    squares = {9 * row + column for row in range(len(box.rows)) for column in range(len(box.columns))}
    for players, copies in box.tiles.items():
        assert len(box.columns) * copies >= len(box.display) + box.rounds * players - 1
        assert players * box.missions <= len(box.columns)
        assert players <= len(box.gardens) <= 4
        assert players <= len(box.rewards) <= 4 or "rewards" not in box.expansions
    for printed in (side for board in box.gardens for side in board.sides):
        assert set(range(len(box.columns))) <= printed <= squares
        assert len(squares - printed) >= box.rounds
        assert printed.isdisjoint(box.pieces.values())
    assert all(side.keys() <= squares for board in box.rewards for side in board.sides)
    assert all(row in box.display for pair in box.pairs for row in pair)
    assert 1 <= box.hand <= box.rounds <= 18
    assert ("boar" in box.pieces) == ("boar" in box.expansions)
    assert Box.from_rules(box.rules()).digest == box.digest


def check_error(error: BoxError) -> None:
    assert str(error).isprintable()
    assert error.key
    assert error.fault


@given(mutated(RULES))
@examples(400)
def test_a_changed_record_is_a_box_or_a_box_error(data: Any) -> None:
    try:
        check_box(Box.from_rules(data))
    except BoxError as error:
        check_error(error)


@given(mutated(DOCUMENT))
@examples(400)
def test_a_changed_document_is_a_box_or_a_box_error(data: Any) -> None:
    try:
        check_box(read_document(data, "box.toml"))
    except BoxError as error:
        check_error(error)


@given(junk)
def test_no_junk_at_all_is_a_box(data: Any) -> None:
    try:
        Box.from_rules(data)
    except BoxError as error:
        check_error(error)
    else:
        raise AssertionError("junk became a box")


@given(
    st.integers(0, len(TEXT)),
    st.integers(0, 30),
    st.binary(max_size=12) | st.sampled_from([b"[", b'"""', b"=1\n"]),
)
@examples(300)
def test_a_damaged_file_is_a_box_or_a_box_error(start: int, length: int, patch: bytes) -> None:
    content = TEXT[:start].encode() + patch + TEXT[start + length :].encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "box.toml")
        path.write_bytes(content)
        try:
            check_box(load(path))
        except BoxError as error:
            check_error(error)


@given(mutated(DOCUMENT))
@examples(400)
def test_a_changed_document_can_be_gone_on_with_or_is_a_box_error(data: Any) -> None:
    try:
        box, _ = examine_file(data)
        if box is not None:
            assert in_one_form(in_one_form(data)) == in_one_form(data)
    except BoxError as error:
        check_error(error)
