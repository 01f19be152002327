"""Hold many games against the independent reading of the rules.

    python tests/long_reference.py --games 100000 --seed 1 --workers 2

Prints what was compared; exits with 1 if the reference disagrees anywhere.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from reference import Disagreement, check
from strategies import CONFIGURATIONS, POLICIES, finished

CHUNK = 50
SHOWN = 20


@dataclass
class Tally:
    """What a number of games came to."""

    games: int = 0
    decisions: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.disagreements += other.disagreements


def compare(job: tuple[int, int, int]) -> Tally:
    """Play and check the games of one chunk; game n is the same whatever the number of workers."""
    seed, start, end = job
    tally = Tally()
    for number in range(start, end):
        configuration = CONFIGURATIONS[number % len(CONFIGURATIONS)]
        luck = random.Random(f"{seed}/{number}")
        policies = luck.choices(POLICIES, weights=(4, 4, 1, 1), k=configuration.players)
        game_seed = luck.getrandbits(128)
        game = finished(configuration, game_seed, policies)
        try:
            result = check(game.record(legal=True))
            if result.lists != len(game.moves):
                raise Disagreement(f"{result.lists} lists were compared, not {len(game.moves)}")
            tally.decisions += result.lists
        except Disagreement as error:
            tally.disagreements.append(f"{configuration.id}, seed {game_seed}, {', '.join(policies)}: {error}")
        tally.games += 1
    return tally


def jobs(seed: int, games: int) -> list[tuple[int, int, int]]:
    return [(seed, start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]


def run(seed: int, games: int, workers: int) -> Iterator[Tally]:
    """The tally of each chunk, as they come in."""
    if workers <= 1:
        yield from map(compare, jobs(seed, games))
        return
    compare((seed, 0, 1))  # the rules are compiled here, once, and the workers find them in the cache
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(compare, jobs(seed, games))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hold many games against the independent reading of the rules.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    console = Console()
    total, start = Tally(), time.perf_counter()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=options.games)
        for tally in run(options.seed, options.games, options.workers):
            total.add(tally)
            progress.advance(task, tally.games)
            for text in tally.disagreements[:SHOWN]:
                progress.console.print(text, markup=False, highlight=False)
    seconds = time.perf_counter() - start
    console.print(f"games: {total.games:,}", highlight=False)
    console.print(f"decisions compared: {total.decisions:,}", highlight=False)
    console.print(f"disagreements: {len(total.disagreements):,}", highlight=False)
    console.print(f"time: {seconds:,.1f} s, {total.games / seconds:,.0f} games a second", highlight=False)
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
