"""Measures the speed of the rules and, in the same run, of a named peer, and writes a dated results file.

    make bench                                # everything, into build/bench/
    python benchmarks/speed.py --seconds 1    # shorter
    python benchmarks/speed.py --publish      # into benchmarks/results/, for the README to name and quote

Every figure is the best of several rounds: machines are shared, and noise only ever slows things down. The peer is
OpenSpiel's C++ random rollout of backgammon. That is a different game of a different length; the ratio says how the
two programs compare as sources of random games, not which game is simpler.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sanssouci import Game, RandomPlayer, load_box, simulate
from sanssouci.arena.simulation import Setting, random_totals
from sanssouci.box import Expansions
from sanssouci.kernel.engine import compiled
from sanssouci.kernel.layout import STATE_WORDS

RESULTS = Path(__file__).parent / "results"  # published: the README names one of these files and quotes it
MEASURED = Path(__file__).parent.parent / "build" / "bench"  # everybody's own; git ignores it
ROUNDS = 5


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Units of work per second: the best of several rounds of about `seconds` each."""
    amount = 1
    while True:  # find an amount that fills a round
        start = time.perf_counter()
        work(amount)
        spent = time.perf_counter() - start
        if spent > seconds / 10:
            break
        amount *= 4
    amount = max(1, int(amount * seconds / spent))
    best = 0.0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work(amount)
        best = max(best, amount / (time.perf_counter() - start))
    return best


def playout(setting: Setting, threads: int) -> Callable[[int], None]:
    def work(games: int) -> None:
        random_totals(setting, games=games, seed=1, threads=threads)

    return work


def backgammon() -> Callable[[int], None]:
    """Random rollouts by OpenSpiel's C++ evaluator, which Python reaches through a one-simulation search."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def work(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).mcts_search(state)

    return work


def pushed_turns(seconds: float) -> float:
    """Whole turns through `Game.push`, with moves known beforehand."""
    games = []
    for seed in range(200):
        game = Game(seed=seed)
        players = [RandomPlayer(seed), RandomPlayer(-seed - 1)]
        while game.seat is not None:
            game.push(players[game.seat].choose(game.view(game.seat)))
        games.append((seed, game.moves))
    turns = sum(len(moves) - 2 for _, moves in games) / len(games)

    def work(amount: int) -> None:
        for index in range(amount):
            seed, moves = games[index % len(games)]
            game = Game(seed=seed)
            for move in moves:
                game.push(move)

    return rate(work, seconds) * turns


def listed_turns(seconds: float) -> float:
    """Turns per second of a game in which every seat lists its legal moves and pushes one at random."""

    def work(amount: int) -> None:
        luck, turns, seed = random.Random(1), 0, 0
        while turns < amount:
            game = Game(seed=seed)
            seed += 1
            while not game.is_over and turns < amount:
                moves = list(game.legal_moves)
                game.push(moves[int(luck.random() * len(moves))])
                turns += 1

    return rate(work, seconds)


def listed_chess_moves(seconds: float) -> float:
    """The same for python-chess and its game."""
    import chess

    def work(amount: int) -> None:
        luck, turns = random.Random(1), 0
        while turns < amount:
            board = chess.Board()
            while turns < amount and (moves := list(board.legal_moves)) and board.fullmove_number < 100:
                board.push(moves[int(luck.random() * len(moves))])
                turns += 1

    return rate(work, seconds)


def samples(seconds: float) -> float:
    """Whole games per second dealt from one view by `View.sample`."""
    game, player = Game(seed=1), RandomPlayer(1)
    while game.turns < 18:
        assert game.seat is not None
        game.push(player.choose(game.view(game.seat)))
    view = game.view(0)

    def work(amount: int) -> None:
        for seed in range(amount):
            view.sample(seed)

    return rate(work, seconds)


def import_seconds(statement: str) -> float:
    """The time of an import, without Python's own start-up; the best of ten."""
    code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(10))


def compile_seconds() -> tuple[float, float]:
    """The time until the rules are ready: compiled into an empty cache, then loaded from it."""
    code = (
        "import time; t = time.perf_counter(); from sanssouci.kernel.engine import compiled; compiled(); "
        "print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SANSSOUCI_CACHE_DIR": folder}
        first, *later = (
            float(subprocess.check_output([sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL))
            for _ in range(3)
        )
    return first, min(later)


def measure(seconds: float, note: Callable[[str], None]) -> dict[str, float]:
    compiled()
    base = Setting(load_box("ravensburger"))
    full = Setting(load_box("imperial"), players=4, expansions=Expansions("rewards,boar"))
    figures: dict[str, float] = {}
    note("random games, two players")
    figures["games_2"] = rate(playout(base, 1), seconds)
    note("the same on two threads")
    figures["games_2_two_threads"] = rate(playout(base, 2), seconds)
    note("random games, four players, both expansions")
    figures["games_4_both"] = rate(playout(full, 1), seconds)
    note("OpenSpiel backgammon")
    figures["backgammon"] = rate(backgammon(), seconds)
    note("turns through Game.push")
    figures["pushed_turns"] = pushed_turns(seconds)
    note("legal moves listed and one of them pushed")
    figures["listed_turns"] = listed_turns(seconds)
    note("python-chess")
    figures["chess_moves"] = listed_chess_moves(seconds)
    note("samples of a view")
    figures["samples"] = samples(seconds)
    note("simulate() from Python")
    figures["simulate"] = rate(lambda games: simulate(games, seed=1), seconds)
    note("import and compilation")
    figures["import_s"] = import_seconds("import sanssouci")
    figures["import_game_s"] = import_seconds("from sanssouci import Game")
    figures["compile_s"], figures["load_s"] = compile_seconds()
    figures["state_bytes"] = STATE_WORDS * 8
    return figures


def rows(figures: dict[str, float]) -> list[tuple[str, str, str]]:
    threads = figures["games_2_two_threads"] / figures["games_2"]
    peer = figures["games_2"] / figures["backgammon"]
    return [
        ("random two-player games, one core", f"{figures['games_2']:,.0f} games/s", "150,000 (goal 250,000)"),
        ("… on two cores", f"{threads:.2f} times one", "1.8"),
        ("… beside OpenSpiel's C++ rollouts of backgammon (another game)", f"{peer:,.0f} times", "-"),
        ("OpenSpiel's backgammon itself", f"{figures['backgammon']:,.0f} games/s", "-"),
        ("four players, both expansions, one core", f"{figures['games_4_both']:,.0f} games/s", "35,000"),
        ("whole turns through Game.push", f"{figures['pushed_turns']:,.0f} turns/s", "100,000"),
        ("legal moves listed, one pushed", f"{figures['listed_turns']:,.0f} turns/s", "20,000"),
        ("… beside python-chess (another game)", f"{figures['listed_turns'] / figures['chess_moves']:.1f} times", "-"),
        ("python-chess itself", f"{figures['chess_moves']:,.0f} moves/s", "-"),
        ("whole games dealt by View.sample", f"{figures['samples']:,.0f} games/s", "50,000"),
        ("random games by sanssouci.simulate, one core", f"{figures['simulate']:,.0f} games/s", "150,000"),
        ("import sanssouci", f"{figures['import_s']:.3f} s", "under 0.3"),
        ("from sanssouci import Game", f"{figures['import_game_s']:.3f} s", "-"),
        ("first compilation", f"{figures['compile_s']:.1f} s", "under 30"),
        ("rules loaded from the cache", f"{figures['load_s']:.1f} s", "-"),
        ("state", f"{figures['state_bytes']:.0f} bytes", "at most 512"),
    ]


def processor() -> str:
    """The model of the processor, and its number of cores."""
    model = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores"


def environment() -> dict[str, str]:
    names = ("numba", "numpy", "llvmlite", "open_spiel", "chess")
    return {
        "processor": processor(),
        "python": platform.python_version(),
        **{name: version(name) for name in names},
    }


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def add_places(parser: argparse.ArgumentParser) -> None:
    """Options for where a results file goes, for `report`."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--no-file", action="store_true", help="do not write a results file")
    place.add_argument("--publish", action="store_true", help="write the results file into benchmarks/results")


def report(
    console: Console, options: argparse.Namespace, lines: Iterable[Sequence[str]], name: str, content: dict[str, Any]
) -> None:
    """Print a table of what was measured, and write a dated file of it."""
    table = Table("what", "measured", "bar")
    for line in lines:
        table.add_row(*line)
    console.print(table)
    if not options.no_file:
        folder, today = RESULTS if options.publish else MEASURED, date.today().isoformat()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{today}-{name}.json"
        path.write_text(json.dumps({"date": today, **content}, indent=2) + "\n")
        console.print(f"written to {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each round")
    add_places(parser)
    options = parser.parse_args()
    console = Console()
    figures = measure(options.seconds, lambda what: console.print(f"… {what}", style="dim"))
    report(console, options, rows(figures), "speed", {"command": "make bench", **environment(), "figures": figures})


if __name__ == "__main__":
    main()
