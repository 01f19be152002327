"""`sanssouci arena` as a person or a script runs it: the real program in a process of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import warm
from sanssouci.game.game import Game
from strategies import ROOT

pytestmark = pytest.mark.slow

PLAYERS = Path(__file__).parent / "players_for_tests.py"
COMMAND = [sys.executable, "-m", "sanssouci", "arena"]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"}


def arena(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = warm.in_text("arena", *arguments, variables={"LC_ALL": "C.UTF-8", "COLUMNS": "100"}, cwd=ROOT)
    assert done.returncode == status, done.stderr
    return done


def test_modules_are_looked_for_in_the_current_folder(tmp_path: Path) -> None:
    """`-P` keeps this folder off the path, as an installed `sanssouci` does."""
    command = [sys.executable, "-P", "-m", "sanssouci", "arena"]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "first.py").write_text(
        "from sanssouci import GreedyPlayer\nclass First(GreedyPlayer):\n    pass\n"
    )
    arguments = ["random", "mine.first:First", "--games", "2", "--workers", "2", "--json"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["match"]["files"][1] is not None
    assert summary["faults"] == []


def test_tables_for_a_person() -> None:
    done = arena("greedy", "random", "examples/your_player.py:YourPlayer", "--games", "20", "--anchor", "random")
    lines = done.stdout.splitlines()
    assert re.split(r" {2,}", lines[0].strip()) == ["player", "games", "wins", "95 %", "rating", "95 %", "ms a move"]
    assert [line.split()[0] for line in lines[1:4]] == ["greedy", "random", "YourPlayer"]
    assert "mean points of  total  nobles" in done.stdout
    assert lines[-1] == "60 games in 10 blocks of common luck; shared wins by their share"
    assert done.stderr == ""


def test_the_anchor_is_named_as_it_was_given() -> None:
    done = arena("greedy", "random", "architect", "--games", "2", "--samples", "4", "--anchor", "architect", "--json")
    ratings = {player["player"]: player["rating"]["value"] for player in json.loads(done.stdout)["players"]}
    assert ratings["architect:samples=4"] == 0


def test_with_three_seats_the_fair_share_is_told() -> None:
    done = arena("greedy", "random", "--players", "3", "--games", "10", "--box", "imperial", "--boar")
    assert "12 games in 4 blocks of common luck, fair share 33.3%" in done.stdout  # rounded up to whole blocks
    assert "times fair share" in done.stdout


def test_json_is_the_same_but_for_times(tmp_path: Path) -> None:
    def run(workers: str) -> str:
        arguments = ("greedy", "random", "--games", "12", "--seed", "4", "--json", "--workers", workers)
        text = arena(*arguments).stdout
        return re.sub(r'"seconds_a_move": [0-9.e-]+', "", text)

    one = run("1")
    assert run("2") == one
    document = json.loads(one.replace(", }", "}"))
    assert document["match"]["specs"] == ["greedy", "random"]
    assert document["players"][0]["wins"]["value"] > 0.9
    assert set(document["players"][0]["points"]) >= {"nobles", "rows", "columns", "missions", "total"}


def test_records_and_results_are_written_and_a_match_goes_on(tmp_path: Path) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "records.jsonl"
    files = ("--results", str(results), "--records", str(records))
    arena("greedy", "random", "--games", "4", *files)
    first = records.read_bytes()
    assert len(results.read_bytes().splitlines()) == 5
    done = arena("greedy", "random", "--games", "6", *files)
    assert f"4 games are already in {results}" in done.stderr
    assert len(results.read_bytes().splitlines()) == 7
    assert records.read_bytes().startswith(first)
    games = [Game.from_record(json.loads(line)) for line in records.read_text().splitlines()]
    assert [game.names for game in games[:2]] == [("greedy", "random"), ("random", "greedy")]
    assert games[0].seed == games[1].seed != games[2].seed
    refused = arena("greedy", "greedy", *files, status=2)
    assert "holds another match: its players is" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_ctrl_c_leaves_a_file_to_go_on_with(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    arguments = [*COMMAND, "greedy", f"{PLAYERS}:Honest", "--games", "4000", "--results", str(results)]
    process = subprocess.Popen(
        arguments,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    end = time.monotonic() + 120
    while not results.exists() or results.read_bytes().count(b"\n") < 20:
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=90)
    assert process.returncode == 130
    kept = results.read_bytes().count(b"\n") - 1
    assert err.splitlines() == [
        f"sanssouci arena: {kept} games are in {results}; the same command continues from there",
        "sanssouci: interrupted",
    ]
    assert out == ""
    done = arena("greedy", f"{PLAYERS}:Honest", "--games", str(kept + 10), "--results", str(results))
    assert f"{kept} games are already in" in done.stderr
    assert "100 %" not in done.stderr
    assert results.read_bytes().count(b"\n") >= kept + 11


def test_workers_end_with_a_supervisor_that_was_killed(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    arguments = [*COMMAND, f"{PLAYERS}:Loops", "greedy", "--workers", "1", "--results", str(results)]
    process = subprocess.Popen(arguments, env=ENVIRONMENT)
    end = time.monotonic() + 120
    while not (workers := children(process.pid)):
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(2)
    process.kill()
    process.wait()
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


def children(process: int) -> list[int]:
    """The worker processes of a process, as Linux lists them."""
    lists = Path(f"/proc/{process}/task/{process}/children")
    numbers = [int(number) for number in lists.read_text().split()] if lists.exists() else []
    return [number for number in numbers if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()]


def test_faults_are_told_as_they_happen_and_in_the_summary() -> None:
    done = arena(f"{PLAYERS}:Raises", f"{PLAYERS}:Illegal", "--games", "6", "--json")
    reports = json.loads(done.stdout)["faults"]
    assert sorted(done.stderr.splitlines()) == sorted(reports)
    assert len(reports) == 6
    assert {report.split(" lost ")[0] for report in reports} == {"Raises", "Illegal"}
    table = arena(f"{PLAYERS}:Raises", "greedy", "--games", "24")
    assert table.stderr.splitlines()[-1] == "… and 14 more faults"
    assert table.stdout.splitlines()[0].endswith("faults")
    assert table.stdout.splitlines()[1].endswith("24")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["greedy"], "a match needs at least two players, not 1"),
        (["greedy", "nobody"], "there is no player 'nobody'"),
        (["greedy", "examples/your_player.py"], "one of your own is FILE.py:CLASS or MODULE:CLASS"),
        (["greedy", "no.such:Mine"], "No module named 'no'; a class in a file is FILE.py:CLASS"),
        (["king:time=2", "greedy", "--limit", "1"], "the limit must be above 2 s (--limit)"),
        (
            ["greedy", "random", "--anchor", "greedy"],
            "--anchor only applies to ratings, which need at least three players",
        ),
        (
            ["greedy", "king:samples=3", "--samples", "5"],
            "--samples: these players do not take samples, or already have",
        ),
        (["greedy", "architect", "--time", "1"], "--time: these players do not take time, or already have"),
        (["greedy", "nowhere.py:Mine"], "there is no file nowhere.py"),
        (["greedy", "random:samples=3"], "'samples' is not an option of random"),
        (["greedy", "random", "--games", "0"], "must be a whole number of at least 1"),
        (["greedy", "random", "--limit", "0"], "must be a positive number of seconds, not '0'"),
        (["greedy", "random", "--sequential", "0.6", "0.5"], "0 < LOW < HIGH < 1, not 0.6 and 0.5"),
        (["greedy", "random", "--error", "0.1"], "add --sequential LOW HIGH"),
        (["greedy", "random", "--anchor", "king"], "the anchor 'king' is not one of the players"),
        (["greedy", "random", "--samples", "3", "--time", "1"], "not allowed with argument"),
        (["greedy", "random", "--results", "/nowhere/at/all.jsonl"], "cannot use /nowhere/at/all.jsonl for results"),
        (["greedy", "random", "--results", "x", "--records", "x"], "--records and --results need two different files"),
        (["greedy", "random", "--players", "5"], "for 2, 3, 4 players, not 5"),
        (
            ["greedy", "random", "--games", "9000000", "--records", "/nowhere/x"],
            "cannot write /nowhere/x: No such file",
        ),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], says: str) -> None:
    done = arena(*arguments, status=2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_the_example_is_short_and_does_what_the_page_about_the_arena_shows() -> None:
    assert len((ROOT / "examples" / "your_player.py").read_text().splitlines()) < 40
    page = (ROOT / "docs" / "arena.md").read_text()
    command, shown = re.findall(r"```\n(.*?)```", page, re.DOTALL)[:2]
    lines = arena(*command.split()[2:]).stdout.splitlines()
    times = re.compile(r"[0-9.]+$")
    assert [times.sub("", line).rstrip() for line in lines] == [
        times.sub("", line).rstrip() for line in shown.splitlines()
    ]
