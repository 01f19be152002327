"""Measures how many games two workers play in a minute: two processes of our own, and two of Ray's, in turns.

    python -m benchmarks.places                  # two rounds of 65 s each, into build/bench/
    python -m benchmarks.places --seconds 10     # shorter

Start-up, everything up to the first games of both workers, is measured apart. Nothing else should be running; where
something is, games a second say little. Two figures are then still good: the seconds of a processor that a game takes,
and the part of the time in which players think, which says what handing games out costs.
"""

import argparse
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from benchmarks.speed import add_places, processor, report
from rich.console import Console

from sanssouci.arena.games import MatchGames
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import Played
from sanssouci.arena.simulation import Setting
from sanssouci.arena.work import Work, Workplace, crew
from sanssouci.arena.workers import Slate
from sanssouci.box import load

WORKERS = 2
FIRST = 8  # games that belong to the start-up: by then both workers are there
MATCH = Match(Setting(load("ravensburger")), ("king:samples=400", "king:samples=400"), seed=1)


@dataclass(frozen=True)
class Timed(Work[GameId, tuple[Played, float]]):
    """Games, with the seconds of a processor that each has taken."""

    games: MatchGames

    def prepare(self) -> None:
        self.games.prepare()

    def signature(self) -> str:
        return self.games.signature()

    def attend(self, task: GameId, slate: Slate) -> tuple[Played, float]:
        start = time.process_time()
        return self.games.attend(task, slate), time.process_time() - start


def measure(place: Workplace, seconds: float) -> dict[str, float]:
    """Seconds of the start-up, games a second after it, their number, and the part of the time spent on thinking."""
    begin = time.perf_counter()
    games = (GameId(block, 0, rotation) for block in range(10**6) for rotation in range(2))
    with crew(Timed(MatchGames(MATCH)), place, watched=True) as players:
        players.check()
        done, start, thought, used = 0, 0.0, 0.0, 0.0
        for done, (_, (played, processor_time)) in enumerate(players.run(games), 1):
            if done == FIRST:
                start = time.perf_counter()
            elif done > FIRST:
                thought += sum(played.seconds)
                used += processor_time
                if time.perf_counter() - start > seconds:
                    break
        elapsed = time.perf_counter() - start
    counted = done - FIRST
    return {
        "startup": start - begin,
        "rate": counted / elapsed,
        "games": counted,
        "thinking": thought / (WORKERS * elapsed),
        "processor": used / counted,
    }


def rounds(number: int, seconds: float, note: Callable[[str], None]) -> dict[str, float]:
    """Both places in turns, own, Ray, Ray, own, so that whatever else the machine does hits both."""
    figures: dict[str, float] = {}
    for name in [name for turn in range(number) for name in ("own", "ray")[:: -1 if turn % 2 else 1]]:
        note({"own": "two processes of our own", "ray": "two of Ray's"}[name])
        found = measure(Workplace(WORKERS, "local" if name == "ray" else None), seconds)
        for key, value in found.items():
            figures[f"{name}_{key}"] = figures.get(f"{name}_{key}", 0.0) + value / number
    figures["ratio"] = figures["ray_rate"] / figures["own_rate"]
    figures["thinking_ratio"] = figures["ray_thinking"] / figures["own_thinking"]
    return figures


def rows(figures: dict[str, float]) -> list[tuple[str, str, str]]:
    return [
        ("two processes of our own", f"{figures['own_rate']:.2f} games/s", "-"),
        ("two of Ray's", f"{figures['ray_rate']:.2f} games/s", "-"),
        ("ratio", f"{figures['ratio']:.3f}", "0.9"),
        ("seconds of a processor a game, our own", f"{figures['own_processor']:.3f} s", "-"),
        ("seconds of a processor a game, Ray's", f"{figures['ray_processor']:.3f} s", "-"),
        ("thinking, of the time of our own", f"{figures['own_thinking']:.1%}", "-"),
        ("thinking, of the time of Ray's", f"{figures['ray_thinking']:.1%}", "-"),
        ("ratio of thinking", f"{figures['thinking_ratio']:.3f}", "-"),
        ("start-up of our own", f"{figures['own_startup']:.1f} s", "-"),
        ("start-up with Ray", f"{figures['ray_startup']:.1f} s", "-"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=65.0, help="length of each job after its start-up")
    parser.add_argument("--rounds", type=int, default=2, help="how often each place has its turn")
    add_places(parser)
    options = parser.parse_args()
    console, load_before = Console(), os.getloadavg()[0]
    figures = rounds(options.rounds, options.seconds, lambda what: console.print(f"… {what}", style="dim"))
    packages = {name: version(name) for name in ("numba", "numpy", "ray")}
    content = {"command": "python -m benchmarks.places", "processor": processor(), "python": platform.python_version()}
    load = {"load_before": load_before, "load_after": os.getloadavg()[0]}  # of the machine, by others too
    given = {"seconds": options.seconds, "rounds": options.rounds, "match": list(MATCH.specs), **load}
    report(console, options, rows(figures), "places", {**content, **packages, **given, "figures": figures})


if __name__ == "__main__":
    from benchmarks import places

    places.main()  # work travels by the name of its module
