"""Lines that are not JSON, or not quite."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, RecordError
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from strategies import BY_ID, finished

RECORD = finished(BY_ID["small-2-rewards-boar"], 2).record() | {"names": ["Jörg", "Ω"]}
LINE = write_line(RECORD)


def test_a_line_is_read_as_text_and_as_bytes() -> None:
    assert read_line(LINE) == read_line(LINE.encode()) == read_line(f" {LINE}\n") == RECORD


def test_a_line_cut_short_at_any_byte_is_refused() -> None:
    data = LINE.encode()
    for length in range(len(data)):
        with pytest.raises(RecordError, match="not JSON"):
            read_line(data[:length])


def test_a_line_that_lacks_its_beginning_is_refused() -> None:
    for start in range(1, len(LINE)):
        with pytest.raises(RecordError):
            Game.from_record(read_line(LINE[start:]))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_know_are_refused(word: str) -> None:
    for text in (word, f"[{word}]", f'{{"seed":{word}}}', LINE.replace('"version":1', f'"version":{word}')):
        with pytest.raises(RecordError, match=f"{word} is not JSON"):
            read_line(text)


def test_a_key_that_stands_twice_is_refused_at_any_depth() -> None:
    with pytest.raises(RecordError, match="twice"):
        read_line('{"a":1,"a":1}')
    for key in ("format", "result", "events", "seed"):
        with pytest.raises(RecordError, match="twice"):
            read_line(f'{LINE[:-1]},"{key}":{json.dumps(RECORD[key])}}}')
    with pytest.raises(RecordError, match="twice"):
        read_line(LINE.replace('"total":', '"boar":0,"total":', 1))
    with pytest.raises(RecordError, match="twice"):
        read_line(LINE.replace('"hand":2', '"hand":2,"hand":2'))


@pytest.mark.parametrize("depth", [1_000, 100_000, 1_000_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_endless_nesting_is_refused(depth: int, opening: str, closing: str) -> None:
    for text in (opening * depth, opening * depth + "1" + closing * depth):
        with pytest.raises(RecordError):
            Game.from_record(read_line(text))


@pytest.mark.parametrize("digits", ["9" * 5000, "-" + "9" * 5000, "1e999", "-1e999", "1" + "0" * 300 + ".5"])
def test_huge_numbers_are_refused(digits: str) -> None:
    for key in ("version", "players", "first"):
        line = LINE.replace(f'"{key}":{RECORD[key]}', f'"{key}":{digits}')
        assert line != LINE
        with pytest.raises(RecordError):
            Game.from_record(read_line(line))


def test_a_line_of_millions_of_signs_is_refused_unread() -> None:
    with pytest.raises(RecordError, match="at most 4,000,000"):
        read_line(" " * 4_000_001)
    with pytest.raises(RecordError, match="at most 4,000,000"):
        read_line(LINE + " " * 4_000_000)


@pytest.mark.parametrize("data", [b"\xff", b"\xc3", b'"\xed\xa0"', LINE.encode("latin-1", "replace"), b"\x00", b""])
def test_bytes_that_are_no_utf_8_are_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        read_line(data)


@pytest.mark.parametrize("text", ["", " ", "{", "}", "nul", "'a'", "{'a':1}", LINE + LINE, LINE + ",", "\ufeff" + LINE])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="not JSON"):
        read_line(text)


@given(st.text(max_size=60) | st.binary(max_size=60))
def test_anything_is_json_or_a_record_error(text: str | bytes) -> None:
    try:
        value = read_line(text)
    except RecordError:
        return
    assert json.loads(text) == value
    with pytest.raises(RecordError):
        Game.from_record(value)


@given(st.data())
def test_a_line_with_some_bytes_changed_is_read_or_a_record_error(data: st.DataObject) -> None:
    line = bytearray(LINE.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    try:
        game = Game.from_record(read_line(bytes(line)))
    except RecordError:
        return
    record = game.record()
    assert {**record, "names": None, "box": None} == {**RECORD, "names": None, "box": None}
    assert json.loads(bytes(line)) == record
