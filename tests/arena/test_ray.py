"""Work on a Ray cluster of two nodes: the same bytes as here, whatever is lost or interrupted on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # Ray leaves sockets and processes behind

MATCH = ("arena", "king:samples=600", "greedy", "--games", "40", "--seed", "5")


class Nodes:
    """A cluster on this machine: a head with one processor, and other nodes with one each."""

    def __init__(self) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        from ray.cluster_utils import Cluster

        options = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=options)
        self.others = [self.add()]
        self.address: str = self.cluster.address

    def add(self) -> Any:
        return self.cluster.add_node(num_cpus=1, object_store_memory=100_000_000)


@pytest.fixture(autouse=True)
def _needs_ray() -> None:
    """Ray is large, and installed for the long tests only."""
    pytest.importorskip("ray")


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    found = Nodes()
    yield found
    found.cluster.shutdown()


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "sanssouci", *map(str, arguments)]


def run(*arguments: object, status: int = 0) -> str:
    done = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


def games_in(path: Path) -> list[dict[str, Any]]:
    """The games of a results file in order, without what a clock says."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    for line in lines:
        line.pop("seconds")
    return sorted(lines, key=lambda line: (line["block"], line["lineup"], line["rotation"]))


def wait_for_lines(path: Path, count: int, process: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + 600
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None, "the match is over before anything was lost"
        assert time.monotonic() < end
        time.sleep(0.1)


def test_every_command_writes_the_same_bytes(nodes: Nodes, tmp_path: Path) -> None:
    kept: dict[str, list[bytes]] = {}
    for where, place in {"here": (), "ray": ("--ray", nodes.address)}.items():
        folder = tmp_path / where
        folder.mkdir()
        records, puzzles, reviews = (folder / name for name in ("records.jsonl", "puzzles.jsonl", "reviews.jsonl"))
        shown = run("simulate", "--games", 60, "--player", "greedy", "--records", records, "--json", *place)
        shown += run("simulate", "--games", 250_000, "--json", *place)
        shown += run("puzzles", "make", "--games", 6, "--file", puzzles, *place)
        short = folder / "short.jsonl"
        short.write_bytes(b"".join(records.read_bytes().splitlines(keepends=True)[:4]))
        run("review", short, "--quick", "--results", reviews, *place)
        run("arena", "greedy", "random", "--games", 20, "--results", folder / "match.jsonl", *place)
        module = (sys.executable, "-m", "sanssouci.arena.tuning", "--part", "0.001", "--out", str(folder / "weights"))
        subprocess.run([*module, *place], check=True, capture_output=True, timeout=900)
        weights = [path.read_bytes() for path in sorted((folder / "weights").glob("*.npz"))]
        matches = json.dumps(games_in(folder / "match.jsonl")).encode()
        files = [path.read_bytes() for path in (records, puzzles, reviews)]
        kept[where] = [shown.encode(), *files, matches, *weights]
    assert len(kept["here"]) == 5 + 10
    assert kept["here"] == kept["ray"]
    puzzles = tmp_path / "ray" / "puzzles.jsonl"
    puzzles.write_bytes(kept["here"][2][: len(kept["here"][2]) // 2])  # as an interruption may leave it
    run("puzzles", "make", "--games", 6, "--file", puzzles, "--resume", "--ray", nodes.address)
    assert puzzles.read_bytes() == kept["here"][2]


@pytest.mark.parametrize("lost", ["node", "worker"])
def test_a_lost_node_or_worker_costs_no_game_and_doubles_none(nodes: Nodes, tmp_path: Path, lost: str) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    arguments = command(*MATCH, "--results", there, "--json", "--ray", nodes.address)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_lines(there, 10, process)
        if lost == "node":
            nodes.cluster.remove_node(nodes.others[0], allow_graceful=False)
        else:
            os.kill(working()[0], signal.SIGKILL)
        shown, told = process.communicate()
    assert process.returncode == 0, told
    assert "(raylet)" in told  # Ray says what it has lost, but not between our bytes
    ours = json.loads(run(*MATCH, "--results", here, "--json"))
    assert json.loads(shown)["pairings"] == ours["pairings"]
    assert len(games_in(there)) == 40
    assert games_in(there) == games_in(here)


def working() -> list[int]:
    """The processes of Ray that do our tasks."""
    found = subprocess.run(["pgrep", "-f", "^ray::_do"], capture_output=True, text=True, check=False).stdout.split()
    assert found, "no process of Ray is doing anything"
    return [int(each) for each in found]


def test_an_interrupted_match_goes_on_and_leaves_nothing_running(nodes: Nodes, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    arguments = command(*MATCH, "--results", there, "--ray", nodes.address)
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        wait_for_lines(there, 8, process)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = process.stderr.read()
    assert process.returncode == 130, told
    assert "the same command continues from there" in told
    before = len(games_in(there))
    assert 7 <= before < 40
    run(*MATCH, "--results", there, "--ray", nodes.address)
    run(*MATCH, "--results", here)
    assert games_in(there) == games_in(here)


def test_a_player_that_crashes_or_loops_loses_its_game_as_it_does_here(nodes: Nodes, tmp_path: Path) -> None:
    players = Path(__file__).parent / "players_for_tests.py"
    results = tmp_path / "results.jsonl"
    match = ("arena", f"{players}:Ends", f"{players}:Loops", "greedy", "--games", "2", "--limit", "1")
    run(*match, "--results", results, "--ray", nodes.address)
    kinds = {game["fault"]["kind"] for game in games_in(results) if game["fault"] is not None}
    assert kinds == {"process ended", "time limit"}


def test_a_cluster_with_another_version_is_refused(nodes: Nodes, tmp_path: Path) -> None:
    """Here the version of this machine is another; the nodes have all the same."""
    results = tmp_path / "results.jsonl"
    arguments = ["arena", "greedy", "random", "--games", "2", "--results", str(results), "--ray", nodes.address]
    pretend = "import sys, sanssouci; sanssouci.__version__ = '0.0.1'; from sanssouci.cli.main import main; "
    done = subprocess.run(
        [sys.executable, "-c", f"{pretend} sys.exit(main({arguments}))"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "has another version of the game, of a player or of a box" in done.stderr
    assert games_in(results) == []


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        command("arena", "greedy", "random", "--games", "2", "--ray", "127.0.0.1:1"),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert "Ray cannot be reached at 127.0.0.1:1" in done.stderr
