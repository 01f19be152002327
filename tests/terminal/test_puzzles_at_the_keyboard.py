"""Puzzles at a real terminal, where a fresh screen takes away what stood there."""

from pathlib import Path

from sanssouci.study.puzzles import shipped
from terminal.keyboard import Keyboard, flat

CLEAR = "\x1b[2J"


def test_the_reason_stays_until_the_solver_has_read_it(tmp_path: Path) -> None:
    first = next(iter(shipped().values()))
    solver = Keyboard("puzzles", "--number", "1", data=tmp_path, rows=40, columns=100)
    solver.expect("puzzles.ask")
    solver.type(first.best)
    solver.expect("play.go_on")
    shown = solver.seen[-1]
    assert "Right!" in shown
    assert f"The best move is {first.best}" in flat(shown)
    assert CLEAR not in shown, "the next puzzle must wait"
    solver.type("")
    solver.expect("puzzles.ask")
    assert CLEAR in solver.seen[-1]
    assert "Puzzle 2 of" in solver.seen[-1]
    solver.type("n")  # there is nothing to read
    solver.expect("puzzles.ask")
    solver.type("s")
    solver.expect("play.go_on")
    solver.type("q")
    assert solver.end() == 0


def test_the_other_player_is_told_by_name(tmp_path: Path) -> None:
    solver = Keyboard("puzzles", "--theme", "deny", "--number", "1", data=tmp_path, rows=40, columns=100)
    solver.expect("puzzles.ask")
    assert "Wilhelmine is to move" in flat(solver.seen[-1])
    solver.type("s")
    solver.expect("play.go_on")
    assert "takes a tile that Voltaire could lay on" in flat(solver.seen[-1])
    solver.type("q")
    assert solver.end() == 0
