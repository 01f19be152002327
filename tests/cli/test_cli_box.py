"""`sanssouci box` as somebody with their own box file runs it."""

import json
from pathlib import Path

import pytest

import warm
from sanssouci import load_box
from strategies import SMALL

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "examples" / "boxes" / "my-layouts.toml"


def box(*arguments: str, status: int = 0) -> tuple[str, str]:
    done = warm.in_text("box", *arguments)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


def test_a_right_file_is_told_with_its_digest() -> None:
    output, _ = box("check", str(OWN))
    assert output == f"{OWN}: valid, box {load_box(OWN).id!r}, digest {load_box(OWN).digest[:8]}\n"


def test_a_wrong_file_is_told_with_key_and_fault(tmp_path: Path) -> None:
    wrong = tmp_path / "mine.toml"
    wrong.write_text(OWN.read_text(encoding="utf-8").replace("#########", "########.", 1), encoding="utf-8")
    output, error = box("check", str(OWN), str(wrong), status=1)
    assert len(output.splitlines()) == len(error.splitlines()) == 1
    assert "mine.toml: gardens.board[1].A row 1: leaves i1 free" in error
    results = json.loads(box("check", str(OWN), str(wrong), "--json", status=1)[0])
    assert [result["right"] for result in results] == [True, False]
    assert results[1]["fault"] == error.strip()


def test_words_that_are_missing_are_told_and_the_file_is_right_all_the_same(tmp_path: Path) -> None:
    small, mine = SMALL, tmp_path / "mine.toml"
    text = small.read_text(encoding="utf-8").replace('fr = "fontaine"\n', "").replace('es = "fuente"\n', "")
    mine.write_text(text.replace('es = "blanco"\n', ""), encoding="utf-8")
    lines = box("check", str(mine))[0].splitlines()
    assert lines[0] == f"{mine}: valid, box 'small', digest {load_box(small).digest[:8]}"
    names = "the English names are used"
    assert lines[1:] == [
        f"{mine}: no words in 'es' for columns.fountain, rows.white; {names}",
        f"{mine}: no words in 'fr' for columns.fountain; {names}",
    ]
    (result,) = json.loads(box("check", str(mine), "--json")[0])
    assert result["untranslated"][0] == {"key": "columns.fountain", "language": "es"}


def test_wrong_use_has_status_2() -> None:
    assert "there is no file nowhere.toml" in box("check", "nowhere.toml", status=2)[1]
    assert "ravensburger, imperial" in box("show", "nobox", status=2)[1]
    assert "ACTION" in box(status=2)[1]


@pytest.mark.parametrize("name", ["ravensburger", "imperial"])
def test_show_draws_every_layout_and_lists_every_ruling(name: str) -> None:
    output, _ = box("show", name)
    expected = load_box(name)
    assert output.startswith(f"{expected.name} ({name}), digest {expected.digest[:8]}\n")
    boards = [(board.id, len(board.sides)) for board in expected.gardens]
    boards += [(board.id, len(board.sides)) for board in expected.rewards]
    names = [board + side for board, sides in boards for side in "AB"[:sides]]
    assert [word for word in output.split() if word in names] == names
    drawings = output[output.index("garden boards:") : output.index("our rulings, where")]
    assert max(map(len, drawings.splitlines())) <= 80
    assert output.count("#########") == sum(len(board.sides) for board in expected.gardens)
    assert all(f"  {ruling.key}: {ruling.reason}" in output for ruling in expected.rulings)
    assert json.loads(box("show", name, "--json")[0]) == expected.rules()
