"""`sanssouci box new`: an owner's box entered at the keyboard, checked as it goes, never lost."""

import json
from pathlib import Path

import pytest

import warm
from sanssouci import load_box
from sanssouci.box.editing import typed
from sanssouci.box.own import read_own, started
from sanssouci.texts import LANGUAGES
from sanssouci.texts.messages import messages

TYPED = Path(__file__).resolve().parents[2] / "examples" / "boxes" / "my-layouts.toml"


def new(*arguments: str, folder: Path, keys: list[str], language: str = "en", status: int = 0) -> str:
    done = warm.in_text(
        "box",
        "new",
        *arguments,
        "--language",
        language,
        stdin="".join(f"{key}\n" for key in keys),
        variables={"LC_ALL": "C.UTF-8"},
        cwd=folder,
    )
    assert done.returncode == status, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def keys_for(wanted: dict[str, object], start: dict[str, object]) -> list[str]:
    """What somebody types who turns the sides of one box into those of another."""
    keys = []
    for part, letter in (("gardens", "g"), ("rewards", "r")):
        for number, (board, old) in enumerate(zip(wanted[part]["board"], start[part]["board"], strict=True), 1):  # type: ignore[index]
            for side in "AB":
                before, after = (
                    [line.split() if " " in line else list(line) for line in drawing.splitlines()]
                    for drawing in (old[side], board[side])
                )
                squares = [
                    (f"{'abcdefghi'[column]}{row + 1}", word)
                    for row, line in enumerate(after)
                    for column, word in enumerate(line)
                    if word != before[row][column]
                ]
                words = [square if letter == "g" else f"{typed(word)} {square}" for square, word in squares]
                keys += [f"{letter}{number}{side}", " ".join(words)] if words else []
    return keys


def test_a_box_entered_at_the_keyboard_equals_the_same_box_written_by_hand(tmp_path: Path) -> None:
    keys = keys_for(read_own(TYPED.read_text(encoding="utf-8")), started("ravensburger"))
    assert len(keys) > 8
    named = [f"id {load_box(TYPED).id}", f"name {load_box(TYPED).name}"]
    shown = new("mine.toml", folder=tmp_path, keys=["1", *named, *keys, "q"])
    entered = load_box(tmp_path / "mine.toml")
    assert json.dumps(entered.rules()) == json.dumps(load_box(TYPED).rules())
    assert f"mine.toml is right (digest {entered.digest[:8]})" in shown
    assert shown.rstrip().endswith("sanssouci play --text --box mine.toml")


def test_C9_every_square_of_a_reward_board_can_be_marked(tmp_path: Path) -> None:
    """A gardener's mark and the squares of column g would be written alike."""
    keys = ["r1A", "+1 g5 g+2 g6 -3 f6 0 e3", "r1B", "g3 g6", "q"]
    shown = new("mine.toml", "--from", "ravensburger", folder=tmp_path, keys=keys)
    drawing = read_own((tmp_path / "mine.toml").read_text(encoding="utf-8"))["rewards"]["board"][0]
    rows = [line.split() for line in drawing["A"].splitlines()]
    assert (rows[4][6], rows[5][6], rows[5][5], rows[2][4]) == ("+1", "g2", "-3", "0")
    assert "g+2" in shown
    assert "g3 has no mark before it: write +2 g3, for example, or g+2 g3 for a gardener." in shown
    assert drawing["B"] == started("ravensburger")["rewards"]["board"][0]["B"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_right_is_told_at_once_and_undone(tmp_path: Path, language: str) -> None:
    fault = str(messages(language)["box.fault.row 1 free"]).format(square="a1")
    boar = str(messages(language)["box.fault.piece printed"]).format(
        square="e4", piece=messages(language)["piece.boar"], rule="B1"
    )
    keys = ["a1", "u", "y", "f", "u", "e4", "u", "card 2 62", "c", "card 2 36", "q"]
    shown = new("mine.toml", "--from", "imperial", "--plain", folder=tmp_path, keys=keys, language=language)
    assert f"! {fault}." in shown
    assert f"! {boar}." in shown
    assert f"gardens.board[1].A row 1: {fault}." in shown
    assert str(messages(language)["box.fault.pair repeated"]).format(value="'26'") in shown
    assert load_box(tmp_path / "mine.toml").rules() == {**load_box("imperial").rules(), "id": "mine"}
    assert "\x1b" not in shown


def test_what_is_typed_wrong_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    keys = ["z9", "foo", "g9A", "r1A", "b6", "card 9 26", "card 1 ab", "count x 1", "count hand x", "count hand 100"]
    shown = new("mine.toml", "--from", "small", folder=tmp_path, keys=[*keys, "size 12 3", "card", "u", "q"])
    for words in (
        "“z9” is not a square; squares go from a1 to ",
        "“g9A” is not a side; there are: g1A, ",
        "b6",
        "There is no card 9; the last one is ",
        "“ab” is not a pair of rows",
        "“x” is not a count; there are: printed, ",
        "a number from 0 to 99 is needed",
        "A garden has 2 to 9 columns and 2 to 6 rows.",
        "“card” cannot be understood",
        "There is nothing to undo or redo.",
    ):
        assert words in shown, words
    assert load_box(tmp_path / "mine.toml").rules() == {**load_box("small").rules(), "id": "mine"}


def test_a_box_in_the_making_is_kept_when_the_terminal_closes_and_gone_on_with(tmp_path: Path) -> None:
    shown = new(
        "mine.toml", "--from", "imperial", folder=tmp_path, keys=["b3", "clear"], status=1
    )  # then the end of input
    assert "mine.toml is not finished yet" in shown
    again = new("mine.toml", folder=tmp_path, keys=["d2 a3 c4 h4 e5 g6", "size 6 5", "count hand 3", "q"])
    assert "9 of 15 printed squares" in again
    box = load_box(tmp_path / "mine.toml")
    assert (box.size, box.hand) == ((6, 5), 3)
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.toml"]  # nothing is left beside it


def test_files_that_are_no_boxes_are_refused_and_left_alone(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    for text, reason in (
        ("nonsense", "file: is not valid TOML"),
        ('extends = "../secret.toml"', "extends: is '../secret.toml'; must be one of ravensburger"),
        ("#" * 40_000, "file: is larger than 30000 bytes"),
    ):
        bad.write_text(text, encoding="utf-8")
        assert reason in new("bad.toml", folder=tmp_path, keys=["q"], status=2)
        assert bad.read_text(encoding="utf-8") == text
    assert "there is a file bad.toml already" in new("bad.toml", "--from", "small", folder=tmp_path, keys=[], status=2)
