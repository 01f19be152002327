"""`sanssouci simulate`: play many games and write their records."""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import numpy as np

from sanssouci.arena.simulation import Setting, play_games, random_totals
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import add_setting, positive, seed, setting_of
from sanssouci.cli.progress import track
from sanssouci.game.record import write_line
from sanssouci.kernel import engine
from sanssouci.players.levels import LEVELS

SUMMARY: Final = "play many games between computer players and write one record a line"
EXAMPLES: Final = (
    "simulate --games 100000",
    "simulate --players 4 --box imperial --rewards --boar --games 50 --seed 7 --records games.jsonl",
    "simulate --games 10 --player greedy --records - --legal",
    "simulate --games 5000 --players 3 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--games", type=positive, default=1000, metavar="G", help="how many games (default 1000)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="same seed, same bytes (default 0)")
    parser.add_argument("--player", choices=sorted(LEVELS), default="random", help="who plays (default random)")
    parser.add_argument("--records", metavar="FILE", help="write the records here; - for standard output")
    parser.add_argument("--legal", action="store_true", help="add the legal choices of every decision to the records")
    parser.add_argument("--json", action="store_true", help="write the summary as JSON")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    setting = setting_of(options)
    if options.legal and options.records is None:
        raise UsageError("--legal goes into records: add --records FILE")
    if options.json and options.records == "-":
        raise UsageError("--json and --records - both want standard output; write the records to a file")
    engine.engine()  # compile, if need be, before the clock runs
    start = time.perf_counter()
    if options.records is None and options.player == "random":
        totals = random_totals(setting, games=options.games, seed=options.seed)
        _summarise(setting, options, totals, time.perf_counter() - start, sys.stdout)
        return 0
    rows = []
    games = play_games(setting, games=options.games, seed=options.seed, player=options.player)
    with _output(options.records) as file:
        for game in track(games, "games", options.games):
            if file is not None:
                file.write(write_line(game.record(legal=options.legal)) + "\n")
            outcome = game.outcome()
            assert outcome is not None
            wins = [int(seat in outcome.winners) for seat in range(setting.players)]
            rows.append([points.total for points in outcome.points] + wins)
    to_stdout = options.records != "-"
    _summarise(setting, options, np.array(rows), time.perf_counter() - start, sys.stdout if to_stdout else sys.stderr)
    return 0


@contextmanager
def _output(name: str | None) -> Iterator[TextIO | None]:
    """The file for the records; it appears under its name only when it is complete."""
    if name is None:
        yield None
        return
    if name == "-":
        yield sys.stdout
        return
    part = Path(f"{name}.part")
    try:
        file = part.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None
    try:
        with file:
            yield file
        os.replace(part, name)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _summarise(setting: Setting, options: argparse.Namespace, rows: np.ndarray, seconds: float, file: TextIO) -> None:
    players = setting.players
    totals, wins = rows[:, :players], rows[:, players:]
    shares = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
    expansions = [name for name in ("rewards", "boar") if getattr(setting, name)]
    if options.json:
        summary = {
            "games": len(rows),
            "box": setting.box.id,
            "expansions": expansions,
            "players": players,
            "player": options.player,
            "seed": options.seed,
            "points": {"mean": totals.mean(), "lowest": int(totals.min()), "highest": int(totals.max())},
            "wins": shares.tolist(),
        }
        print(json.dumps(summary), file=file)
    else:
        names = "".join(f" + {name}" for name in expansions)
        print(f"{len(rows):,} games, {setting.box.id}{names}, {players} players, {options.player}", file=file)
        print(f"points: mean {totals.mean():.2f}, lowest {totals.min()}, highest {totals.max()}", file=file)
        by_seat = ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(shares))
        print(f"wins (shared ones by their share): {by_seat}", file=file)
    print(f"{seconds:.2f} s, {len(rows) / seconds:,.0f} games/s", file=sys.stderr)
