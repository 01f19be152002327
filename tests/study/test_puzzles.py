"""Puzzles: legal positions, moves that are clearly best, files that are checked, and solving at the keyboard."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sanssouci.arena.statistics import REACH
from sanssouci.cli.main import main
from sanssouci.players.king import KING_PLAN
from sanssouci.players.mind import Budget
from sanssouci.study.judging import plain_moves, whole_codes
from sanssouci.study.playouts import Playouts
from sanssouci.study.puzzle_maker import STANDARD_ERRORS, find, is_still_best, puzzles_of_game
from sanssouci.study.puzzles import Puzzle, PuzzleError, read_puzzle, read_puzzles, shipped_lines
from sanssouci.texts import LANGUAGES, Texts

SHIPPED = shipped_lines()
SEARCHED = 30
PARTS = 8


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [read_puzzle(line) for line in SHIPPED]


def test_every_shipped_puzzle_is_legal_and_clear(puzzles: list[Puzzle]) -> None:
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.view for puzzle in puzzles}) == len(SHIPPED)
    for puzzle, line in zip(puzzles, SHIPPED, strict=True):
        assert puzzle.line() == line
        assert puzzle.best not in puzzle.tempting
        figures = (puzzle.margin.points, puzzle.margin.win)
        assert any(figure.value > STANDARD_ERRORS * figure.error / REACH for figure in figures), puzzle.id


def test_greedy_and_the_one_move_evaluation_miss_them(puzzles: list[Puzzle]) -> None:
    play = Playouts("test")
    for puzzle in puzzles[:SEARCHED]:
        view = puzzle.view
        tempting = [whole_codes(view, view.codes_of(move)) for move in puzzle.tempting]
        assert list(dict.fromkeys(plain_moves(play, view))) == tempting
        assert whole_codes(view, view.codes_of(puzzle.best)) not in tempting


def test_some_of_them_are_solved_again_by_search(puzzles: list[Puzzle]) -> None:
    chosen = puzzles[:: max(len(puzzles) // SEARCHED, 1)][:SEARCHED]
    play = Playouts("test")
    assert [puzzle.id for puzzle in chosen if not is_still_best(play, puzzle, 500)] == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_of_them_are_solved_again_by_search(puzzles: list[Puzzle], part: int) -> None:
    play = Playouts("test")
    assert [puzzle.id for puzzle in puzzles[part::PARTS] if not is_still_best(play, puzzle, 2000)] == []


@pytest.mark.long
def test_the_same_seed_makes_the_same_puzzles(puzzles: list[Puzzle]) -> None:
    seed, number, _ = puzzles[0].id.split("-")
    made = [puzzle.line() for puzzle in puzzles_of_game(int(seed), int(number))]
    assert made == [line for line in SHIPPED if read_puzzle(line).id.startswith(f"{seed}-{number}-")]


def test_a_position_without_a_clear_and_hidden_best_move_is_no_puzzle(puzzles: list[Puzzle]) -> None:
    view, play = puzzles[0].view, Playouts("test")
    plain = plain_moves(play, view)
    assert find(play, view, [plain[0], *plain], "x", 0) is None
    found = play.mind.try_out(view, KING_PLAN, Budget(samples=300), 1, exact=True)
    worst = whole_codes(view, found[-1].codes)
    assert find(play, view, [worst, *(whole_codes(view, each.codes) for each in found[:3])], "x", 0) is None


# ── files ──────────────────────────────────────────────────────────────────────────────────────────────


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(SHIPPED[0]), **changes})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in json.loads(SHIPPED[0]).items() if name != key})


def impossible(old: str = ",0,1,0,1 0 ", new: str = ",9,9,9,9 0 ") -> str:
    """A position that is well written but cannot arise: with more tiles than the box has, unless said otherwise."""
    view = json.loads(SHIPPED[0])["view"]
    assert old in view
    return changed(view=view.replace(old, new))


BAD = [
    ("not JSON", "{", "not JSON"),
    ("another format", '{"format": "sanssouci-record"}', "sanssouci-puzzle"),
    ("a key missing", without("best"), "best is missing"),
    ("more tiles than there are", impossible(), "cannot occur: there are"),
    ("a noble where none can walk", impossible(":045305155:", ":066666666:"), "cannot occur: seat 0: the noble"),
    ("points that nobody scores", impossible(":46,13,0:", ":900,13,0:"), "cannot occur: .* scored 900"),
    ("a card in two places", impossible(":56,24:26,", ":56,24:56,"), "cannot occur: .* a card is in hand and"),
    ("another player's turn", impossible(" t0 30 ", " t0 31 "), "cannot occur: after 31 turns"),
    ("an unknown box", impossible("ravensburger@", "nobodys@"), "box 'nobodys'"),
    ("no position", changed(view="nothing"), "."),
    ("an illegal move", changed(best="99 a1 a1"), "."),
    ("an unknown theme", changed(theme="chess"), "theme 'chess'"),
    ("an unknown reason", changed(reasons=[["because", {}]]), "reasons"),
    ("an unknown column", changed(reasons=[["walks", {"column": "z", "row": 4, "points": 4}]]), "column 'z'"),
    ("points in words", changed(reasons=[["walks", {"column": "a", "row": 4, "points": "many"}]]), "points 'many'"),
    ("a seat too many", changed(reasons=[["denies", {"seat": 7, "square": "a4"}]]), "seat 7"),
    ("a square outside", changed(reasons=[["builds", {"square": "a9"}]]), "square 'a9'"),
    ("an unknown card", changed(reasons=[["keeps card", {"card": "99"}]]), "card '99'"),
    ("a list for a row", changed(reasons=[["opens walk", {"column": "a", "row": [4]}]]), "row"),
    ("nothing that tempts", changed(tempting=[]), "must tempt"),
    ("the best move tempts", changed(tempting=["24 a4 a4"]), "must tempt"),
    ("a margin without end", changed(margin=[[float("nan"), 0.1], [0.1, 0.1]]), "margin"),
    ("a difficulty that is none", changed(difficulty=True), "difficulty True"),
    ("badly written", changed(margin=[1]), "badly written"),
]


@pytest.mark.parametrize(("line", "told"), [each[1:] for each in BAD], ids=[each[0] for each in BAD])
def test_a_bad_puzzle_is_refused_with_its_line(line: str, told: str) -> None:
    with pytest.raises(PuzzleError, match=f"mine:3: .*{told}"):
        read_puzzles(f"{SHIPPED[0]}\n\n{line}\n", "mine")


# ── at the keyboard ────────────────────────────────────────────────────────────────────────────────────


def solve(monkeypatch: pytest.MonkeyPatch, answers: list[str], *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    return main(["puzzles", "--number", "1", *arguments])


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_tries_then_the_reason(
    puzzles: list[Puzzle], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = puzzles[:2]
    answers = [first.tempting[0], "* a9 -", first.tempting[0], second.best, "q"]
    assert solve(monkeypatch, answers, "--language", language, "--plain") == 0
    out, texts = capsys.readouterr().out, Texts(language, first.view.box)
    assert out.count(texts("puzzles.again")) == 1
    assert texts("puzzles.right") in out
    assert texts("puzzles.solution", move=first.best, why="")[:-1] in out
    assert texts("puzzles.count", count=1, streak=1) in out
    assert "{" not in out


def test_one_can_choose_and_leave(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert solve(monkeypatch, ["n", "s"]) == 0
    assert solve(monkeypatch, [], "--theme", "deny", "--number", "9999") == 2
    path = tmp_path / "bad.jsonl"
    path.write_text(impossible() + "\n", encoding="utf-8")
    capsys.readouterr()
    assert solve(monkeypatch, [], "--file", str(path)) == 1
    assert capsys.readouterr().err.startswith(f"{path}:1: ")
    (tmp_path / "empty.jsonl").write_text("\n", encoding="utf-8")
    assert solve(monkeypatch, [], "--file", str(tmp_path / "empty.jsonl")) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'empty.jsonl'}: no puzzles\n"
    (tmp_path / "latin.jsonl").write_bytes(b"\xff")
    for name, fault in (("latin.jsonl", "it is not text in UTF-8"), ("none.jsonl", "No such file or directory")):
        assert solve(monkeypatch, [], "--file", str(tmp_path / name)) == 2
        assert f"cannot read {tmp_path / name}: {fault}" in capsys.readouterr().err
    assert main(["puzzles", "make"]) == 2
    with pytest.raises(PuzzleError):
        read_puzzles(path.read_text(encoding="utf-8"), "bad")
    assert main(["puzzles", "make", "--file", str(path)]) != 0
    assert path.read_text(encoding="utf-8") == impossible() + "\n"
