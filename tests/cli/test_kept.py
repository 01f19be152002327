"""Files that a command goes on with: what an interruption cut off goes, and nothing else is lost."""

from pathlib import Path

import pytest

from sanssouci.cli.errors import UsageError
from sanssouci.cli.kept import kept

WHOLE = b'{"format":"sanssouci-puzzle"}'


def went_on(path: Path) -> bytes:
    with kept(str(path), "puzzles") as file:
        file.cut(len(file.lines))
        file.add(b'{"next":1}\n')
    return path.read_bytes()


@pytest.mark.parametrize("piece", [b"", b"{", WHOLE[:-1]])
def test_a_line_that_was_cut_off_is_removed(tmp_path: Path, piece: bytes) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(WHOLE + b"\n" + piece)
    assert went_on(path) == WHOLE + b'\n{"next":1}\n'


def test_a_whole_line_stays_even_if_an_editor_has_left_out_its_end(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(WHOLE)
    assert went_on(path) == WHOLE + b'\n{"next":1}\n'


@pytest.mark.parametrize("notes", [b"what I have to do", b"[1, 2]"])
def test_what_no_command_has_written_is_refused_and_stays(tmp_path: Path, notes: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(notes)
    with pytest.raises(UsageError, match=r"notes\.txt:1: no command has written this line; name another file"):
        went_on(path)
    assert path.read_bytes() == notes
