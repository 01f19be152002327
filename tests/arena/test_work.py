"""Where work is done changes nothing about its results; what was interrupted goes on."""

import json
import os
import platform
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sanssouci
from sanssouci.arena import match as match_module
from sanssouci.arena import on_ray, portions, tuning
from sanssouci.arena.games import MatchGames
from sanssouci.arena.match import Match
from sanssouci.arena.on_ray import own_output
from sanssouci.arena.portions import Simulating
from sanssouci.arena.simulation import Setting
from sanssouci.arena.tuning import Course, Folder, School, Schooling, teach
from sanssouci.arena.work import Work, Workplace, crew, in_order
from sanssouci.box import Expansions
from sanssouci.box import load as load_box
from sanssouci.cli.main import main
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import EXTRAS
from sanssouci.study import many, puzzle_maker
from sanssouci.study.many import ManyReviews
from sanssouci.study.playouts import engine_version
from sanssouci.study.puzzle_maker import Making
from sanssouci.study.puzzles import read_puzzle, shipped_lines


@dataclass(frozen=True)
class Squaring(Work[int, int]):
    """Squares numbers; on the way, its process may be killed as often as a file says."""

    kills: str = ""

    def do(self, task: int) -> int:
        if task == 13:
            raise SanssouciError("13 brings bad luck")
        if task == 5 and self.kills:
            path = Path(self.kills)
            left = int(path.read_text())
            path.write_text(str(left - 1))
            if left:
                os.kill(os.getpid(), signal.SIGKILL)
        return task * task


def squares(numbers: list[int], place: Workplace, work: Squaring | None = None) -> list[tuple[int, int]]:
    with crew(work or Squaring(), place) as workers:
        return list(in_order(workers.run(numbers), numbers))


def test_results_come_in_order_wherever_they_are_made() -> None:
    expected = [(number, number * number) for number in range(12)]
    assert squares(list(range(12)), Workplace()) == squares(list(range(12)), Workplace(2)) == expected


def test_what_comes_too_early_waits() -> None:
    def late() -> Iterator[tuple[str, int]]:
        yield from (("c", 3), ("a", 1), ("b", 2))

    assert list(in_order(late(), ["a", "b", "c"])) == [("a", 1), ("b", 2), ("c", 3)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_ours_ends_the_work_and_is_told_as_it_is(workers: int) -> None:
    with pytest.raises(SanssouciError, match=r"^13 brings bad luck$"):
        squares([12, 13, 14], Workplace(workers))


@pytest.mark.parametrize("kills", [1, 2])
def test_a_process_that_is_killed_from_outside_costs_nothing_the_first_time(kills: int, tmp_path: Path) -> None:
    (tmp_path / "kills").write_text(str(kills))
    work = Squaring(str(tmp_path / "kills"))
    if kills == 1:
        assert squares(list(range(8)), Workplace(2), work) == [(number, number * number) for number in range(8)]
    else:
        with pytest.raises(SanssouciError, match="a worker process ended on its own, by SIGKILL"):
            squares(list(range(8)), Workplace(2), work)


def test_a_simulation_writes_the_same_bytes_with_more_workers_and_in_two_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, parts = (str(tmp_path / name) for name in ("one", "two", "parts"))
    simulate = ["simulate", "--box", "small", "--player", "greedy", "--json", "--games"]
    assert main([*simulate, "12", "--records", one]) == 0
    summary = capsys.readouterr().out
    assert main([*simulate, "12", "--records", two, "--workers", "2"]) == 0
    assert capsys.readouterr().out == summary
    assert main([*simulate, "7", "--records", parts, "--resume"]) == 0
    with Path(parts).open("ab") as file:
        file.write(b'{"format":"sanss')  # cut off in the middle of a line
    capsys.readouterr()
    assert main([*simulate, "12", "--records", parts, "--resume"]) == 0
    assert capsys.readouterr().out == summary
    assert Path(one).read_bytes() == Path(two).read_bytes() == Path(parts).read_bytes()
    assert main([*simulate, "12", "--records", parts, "--resume", "--seed", "1"]) == 2
    assert "parts:1: this is not game 0 of the same simulation" in capsys.readouterr().err
    assert Path(one).read_bytes() == Path(parts).read_bytes()


def test_reviews_of_many_records_go_on_from_those_that_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, whole, parts = (str(tmp_path / name) for name in ("records", "whole", "parts"))
    assert main(["simulate", "--box", "micro", "--player", "greedy", "--games", "3", "--records", records]) == 0
    lines = Path(records).read_bytes().splitlines(keepends=True)
    Path(records).write_bytes(lines[0] + b"\n" + lines[1] + b'{"format":"sanssouci"}\n' + lines[2])
    capsys.readouterr()
    assert main(["review", records, "--quick", "--results", whole]) == 1
    told = capsys.readouterr().err
    assert "records:4: " in told
    assert "3 of 4 records reviewed" in told
    found = [json.loads(line) for line in Path(whole).read_bytes().splitlines()]
    assert [each["record"] for each in found] == [1, 3, 4, 5]
    assert ["review" in each for each in found] == [True, True, False, True]
    Path(parts).write_bytes(Path(whole).read_bytes()[:-100])
    assert main(["review", records, "--quick", "--results", parts]) == 1
    assert Path(parts).read_bytes() == Path(whole).read_bytes()
    assert capsys.readouterr().err.endswith("3 of 4 records reviewed\n")
    Path(records).write_bytes(lines[0] + lines[1])
    Path(parts).unlink()
    for _ in range(2):  # the second time, both reviews are there
        assert main(["review", records, "--quick", "--results", parts]) == 0
        assert capsys.readouterr().err.endswith("2 of 2 records reviewed\n")
    Path(records).write_bytes(lines[0] + b"\n" + lines[1] + b'{"format":"sanssouci"}\n' + lines[2])
    Path(parts).write_bytes(Path(whole).read_bytes())
    assert main(["review", records, "--quick", "--results", parts, "--seed", "2"]) == 2
    assert "parts:1: this is not the same kind of review" in capsys.readouterr().err
    assert main(["review", records, "--workers", "2"]) == 2
    other = Path(whole).read_bytes().replace(engine_version().encode(), b"0.0.1-0123456789abcdef")
    Path(parts).write_bytes(other)
    assert main(["review", records, "--quick", "--results", parts]) == 2
    assert "by this version of the engine; name another file" in capsys.readouterr().err
    assert Path(parts).read_bytes() == other


def test_puzzles_of_another_version_are_not_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three games have two puzzles each; the second of the last was not written any more."""
    samples = [read_puzzle(line) for line in shipped_lines()[:6]]
    lines = [replace(each, id=f"7-{index // 2}-{index}").line() + "\n" for index, each in enumerate(samples)]
    monkeypatch.setattr(Making, "do", lambda _, game: tuple(lines[2 * game : 2 * game + 2]))
    file = tmp_path / "puzzles.jsonl"
    make = ["puzzles", "make", "--games", "3", "--seed", "7", "--resume", "--file", str(file)]
    file.write_text("".join(lines[:5]) + lines[5][:40])
    assert main(make) == 0
    assert file.read_text() == "".join(lines)
    assert "6 puzzles in 3 games" in capsys.readouterr().out
    kept = "".join(lines[:3])
    file.write_text(kept)
    lines[2] = replace(samples[5], id="7-1-2").line() + "\n"
    assert main(make) == 2
    assert "game 1 gives other puzzles than those in" in capsys.readouterr().err
    assert file.read_text() == kept


WORK: dict[str, Work[Any, Any]] = {
    "match": MatchGames(Match(Setting(load_box("small")), ("greedy", "random"))),
    "simulation": Simulating(Setting(load_box("small")), ("greedy",), seed=1, records=True, legal=False),
    "learning": School(),
    "reviews": ManyReviews("quick", 1),
    "puzzles": Making(1, 2),
    "anything": Squaring(),
}


@pytest.mark.parametrize("name", WORK)
def test_a_machine_with_another_version_is_named_and_does_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process of Ray's does first; its settling in would change this process."""
    monkeypatch.setattr(on_ray, "_settle", lambda surroundings: None)
    work = WORK[name]
    package = (work, work.signature(), ("", list[str]()))
    monkeypatch.setattr(sanssouci, "__version__", "0.0.1")
    for module in (match_module, portions, tuning):
        monkeypatch.setattr(module, "code_digest", lambda: "0123456789abcdef")
    for module in (many, puzzle_maker):
        monkeypatch.setattr(module, "engine_version", lambda: "0.0.1-0123456789abcdef")
    monkeypatch.setattr(work.__class__, "do", lambda *_: pytest.fail("it must not work"))
    with pytest.raises(SanssouciError, match="has another version of the game, of a player or of a box") as refused:
        on_ray._do(package, None)
    assert str(refused.value).startswith(platform.node())
    assert on_ray._crews == {}


def test_learning_goes_on_from_what_is_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    school, task = School(part=0.1), Schooling((Course(2_000, 0.5, 1_000, "pupil"),), 2, Expansions())
    folder = Folder(tmp_path, resume=True, signature=school.signature())
    with crew(school, Workplace()) as teachers:
        first = teach(teachers, folder, [task])[task]
    capsys.readouterr()
    with crew(school, Workplace()) as teachers:
        again = teach(teachers, folder, [task])[task]
    assert "games" not in capsys.readouterr().err  # nothing was played again
    assert np.array_equal(first.weights, again.weights)
    assert np.array_equal(first.kept["pupil"], again.kept["pupil"])
    assert (tmp_path / "pupil-2.npz").exists()
    assert folder._replace(signature="other code").recall(task) is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arena", "--ray", "greedy", "random"], "'greedy' is not the address of a cluster, like 10.0.0.1:6379"),
        (["simulate", "--resume"], "--resume goes on from a file of records: add --records FILE"),
        (["simulate", "--workers", "0"], "must be a whole number of at least 1, not '0'"),
    ],
)
def test_wrong_places_are_told(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        raise SystemExit(main(arguments))
    assert says in capsys.readouterr().err


def test_what_ray_says_stays_out_of_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    with own_output():
        others = threading.Thread(name="ray_listen_error_messages", target=print, args=("a worker died",))
        others.start()
        others.join()
        print("a result")
    assert capsys.readouterr() == ("a result\n", "a worker died\n")


def test_without_ray_the_error_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXTRAS, "ray", ("not_installed_here",))
    assert main(["simulate", "--games", "2", "--ray"]) == 2
    assert "--ray needs more packages: pip install 'sanssouci-game[ray]'" in capsys.readouterr().err
