"""Custom players, and different players in different seats, in `simulate`, `demo` and `play`."""

import json
import subprocess
from pathlib import Path

import pytest

import warm
from sanssouci import Game

ROOT = Path(__file__).resolve().parents[2]
YOURS = f"{ROOT / 'examples' / 'your_player.py'}:YourPlayer"

FAULTY = """
from pathlib import Path
from sanssouci import GreedyPlayer

Path(__file__).with_name("loaded").touch()

class Mine(GreedyPlayer):
    pass

class Tired(GreedyPlayer):
    def choose(self, view):
        if view.round == 2:
            raise ValueError("no more")
        return super().choose(view)

class Wrong(GreedyPlayer):
    def choose(self, view):
        return "36 f3 d4" if view.is_setup else super().choose(view)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def sanssouci(*arguments: str, cwd: Path, typed: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
    variables = {"SANSSOUCI_DATA_DIR": str(cwd / "data"), "LC_ALL": "en_XX.UTF-8"}
    done = warm.in_text(*arguments, stdin=typed, variables=variables, cwd=cwd)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_simulate_seats_different_players(folder: Path) -> None:
    players = ("--player", YOURS, "--player", "greedy", "--player", "mine:Mine")
    simulate = ("simulate", "--games", "4", *players, "--records", "games.jsonl")
    summary = json.loads(sanssouci(*simulate, "--json", cwd=folder).stdout)
    assert summary["seats"] == [YOURS, "greedy", "mine:Mine"]
    assert summary["players"] == 3
    first = (folder / "games.jsonl").read_bytes()
    assert json.loads(first.splitlines()[0])["names"] == ["YourPlayer 0", "greedy 1", "Mine 2"]
    told = sanssouci(*simulate, cwd=folder).stdout
    assert f"3 players, seat 0 {YOURS}, seat 1 greedy, seat 2 mine:Mine\n" in told
    assert (folder / "games.jsonl").read_bytes() == first


def test_a_better_player_wins_from_its_seat(folder: Path) -> None:
    for players, better in (("greedy", "random"), 0), (("random", "greedy"), 1):
        named = [word for player in players for word in ("--player", player)]
        summary = json.loads(sanssouci("simulate", "--games", "40", *named, "--json", cwd=folder).stdout)
        assert summary["wins"][better] > 0.9


def test_demo_shows_them_and_says_how_to_see_it_again(folder: Path) -> None:
    demo = ("demo", "--pace", "0", "--player", "mine.py:Mine", "--player", "random")
    shown = sanssouci(*demo, "--seed", "5", cwd=folder).stdout
    again = "sanssouci demo --player mine.py:Mine --player random --seed 5"
    assert shown.endswith(f"{again}\n")
    assert sanssouci(*again.split()[1:], "--pace", "0", cwd=folder).stdout == shown


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Tired", "after 4 moves): ValueError: no more (mine.py:13)"),
        ("Wrong", "after 0 moves): "),
    ],
)
def test_a_faulty_player_is_told_in_one_line(name: str, says: str, folder: Path) -> None:
    seed = str(next(seed for seed in range(20) if Game(seed=seed).first == 0))
    done = sanssouci("demo", "--pace", "0", "--player", f"mine.py:{name}", "--seed", seed, cwd=folder, status=1)
    assert done.stderr.splitlines()[-1].startswith(f"sanssouci demo: player 'mine.py:{name}' (seat 0, {says}")
    done = sanssouci("simulate", "--games", "1", "--player", f"mine.py:{name}", cwd=folder, status=1)
    assert says in done.stderr.splitlines()[-1]


def test_one_plays_against_them_and_comes_back(folder: Path) -> None:
    play = ("play", "--text", "--plain", "--save", "game.json", "--seed", "1")
    shown = sanssouci(
        *play, "--seats", "human,mine.py:Mine", "--names", "Anna,Otto", cwd=folder, typed="1\n\nq\n"
    ).stdout
    assert "Otto" in shown
    assert "Mine" in shown
    resume = "sanssouci play --text --resume game.json --seats human,mine.py:Mine"
    assert shown.rstrip().endswith(resume)
    done = sanssouci(*resume.split()[1:], "--plain", cwd=folder, typed="1\n\n" * 400)
    assert "The game is over." in done.stdout


def test_a_save_file_alone_runs_no_code(folder: Path) -> None:
    play = ("play", "--text", "--plain", "--save", "game.json")
    sanssouci(*play, "--seats", "human,mine.py:Mine", cwd=folder, typed="q\n")
    (folder / "loaded").unlink()
    for given in ([], ["--seats", "human,greedy"]):
        done = sanssouci("play", "--text", "--resume", "game.json", *given, cwd=folder, status=2)
        told = "this game has custom players, which must be named again: --seats human,mine.py:Mine"
        assert done.stderr == f"sanssouci play: {told}\n"
    assert not (folder / "loaded").exists()


def test_a_game_with_a_faulty_player_is_kept(folder: Path) -> None:
    play = ("play", "--text", "--plain", "--save", "game.json", "--seats", "human,mine.py:Tired", "--seed", "1")
    done = sanssouci(*play, cwd=folder, typed="1\n\n" * 400, status=1)
    assert done.stderr.startswith("sanssouci play: player 'mine.py:Tired' (seat 1, after ")
    assert (folder / "game.json").exists()
    assert "--resume game.json --seats human,mine.py:Tired" in done.stdout
