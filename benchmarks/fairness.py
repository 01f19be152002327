"""Measures whether the layouts of a box are equally good, and writes a dated results file.

    python benchmarks/fairness.py                     # both boxes, 20,000 games per layout
    python benchmarks/fairness.py --games 2000 --no-file

Two players of the same kind play with the same layout: garden boards without expansions, reward sides with the Rewards
expansion on random gardens. No two layouts of a box may differ by more than 2 points in mean final score. Every layout
meets the same luck, so that a few games are enough to show differences.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sanssouci import Box, load_box, published_boxes
from sanssouci.arena.simulation import Setting, play_games
from sanssouci.arena.statistics import REACH
from sanssouci.box import Expansions
from sanssouci.kernel.engine import compiled
from sanssouci.players.levels import LEVELS

RESULTS = Path(__file__).parent / "results"
WIDEST = 2.0  # points
SEATS = 2
PORTION = 500  # games per piece of work


class Job(NamedTuple):
    """A layout and the games to play with it."""

    rules: dict[str, Any]  # of a box in which everyone has this layout
    rewards: bool
    player: str
    start: int
    games: int


def only(box: Box, part: str, board: int, side: int) -> dict[str, Any]:
    """The rules part of a box whose garden (or reward) boards all have just this one side."""
    rules: dict[str, Any] = box.rules()
    layout = rules[part][board]["sides"][side]
    rules[part] = [{"id": str(number), "sides": [layout]} for number in range(1, 5)]
    return rules


def layouts(box: Box) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every layout of a box: its kind, its name, and a box that has no other."""
    boards = [("gardens", board.id, len(board.sides)) for board in box.gardens]
    boards += [("rewards", board.id, len(board.sides)) for board in box.rewards]
    for index, (part, name, sides) in enumerate(boards):
        for side in range(sides):
            yield part, f"{name}{'AB'[side]}", only(box, part, index % len(box.gardens), side)


def totals(job: Job) -> list[int]:
    """The final points of all seats in the games of a job."""
    setting = Setting(Box.from_rules(job.rules), players=SEATS, expansions=Expansions("rewards" if job.rewards else ""))
    games = play_games(setting, games=job.games, seed=1, player=job.player, start=job.start)
    return [total for game in games for total in game.scores]


def measure(player: str, games: int, workers: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"box": name, "part": part, "layout": layout, "player": player, "rules": rules}
        for name in published_boxes()
        for part, layout, rules in layouts(load_box(name))
    ]
    jobs = [
        Job(row["rules"], row["part"] == "rewards", player, start, min(PORTION, games - start))
        for row in rows
        for start in range(0, games, PORTION)
    ]
    per_row = len(jobs) // len(rows)
    with ProcessPoolExecutor(workers) as pool:
        points = list(track(pool.map(totals, jobs), f"{player}", total=len(jobs)))
    for index, row in enumerate(rows):
        values = np.array([value for part in points[index * per_row : (index + 1) * per_row] for value in part])
        row["mean"] = round(float(values.mean()), 3)
        row["error"] = round(REACH * float(values.std()) / len(values) ** 0.5, 3)
        del row["rules"]
    return rows


def spreads(rows: list[dict[str, Any]]) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for row in rows:
        groups.setdefault(f"{row['box']} {row['part']} {row['player']}", []).append(row["mean"])
    return {name: round(max(means) - min(means), 3) for name, means in groups.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games per layout")
    parser.add_argument("--player", choices=sorted(LEVELS), default="greedy")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-file", action="store_true", help="do not write a results file")
    options = parser.parse_args()
    compiled()
    console = Console()
    rows = measure(options.player, options.games, options.workers)
    table = Table("box", "part", "layout", "mean points", "± (95 %)")
    for row in rows:
        table.add_row(row["box"], row["part"], row["layout"], f"{row['mean']:.2f}", f"{row['error']:.2f}")
    console.print(table)
    wide = spreads(rows)
    for name, spread in wide.items():
        console.print(f"{name}: {spread:.2f} points between the best and the worst layout (at most {WIDEST:g})")
    if not options.no_file:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{date.today().isoformat()}-fairness-{options.player}.json"
        command = f"python benchmarks/fairness.py --games {options.games} --player {options.player}"
        path.write_text(json.dumps({"command": command, "spreads": wide, "layouts": rows}, indent=1) + "\n")
        console.print(f"written to benchmarks/results/{path.name}")
    return 1 if max(wide.values()) > WIDEST else 0


if __name__ == "__main__":
    sys.exit(main())
