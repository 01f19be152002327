"""`sanssouci simulate`: play many games and write their records."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, TextIO

import numpy as np
import numpy.typing as npt

from sanssouci.arena.simulation import Setting, play_games, random_totals
from sanssouci.arena.workers import warm
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import output_file
from sanssouci.cli.options import add_players, add_setting, players_of, positive, seed, setting_of
from sanssouci.cli.progress import track
from sanssouci.game.record import write_line

SUMMARY: Final = "play many games between computer players and write one record per line"
EXAMPLES: Final = (
    "simulate --games 100000",
    "simulate --players 4 --box imperial --rewards --boar --games 50 --seed 7 --records games.jsonl",
    "simulate --games 10 --player greedy --records - --legal",
    "simulate --games 5000 --players 3 --json",
    "simulate --games 100 --player examples/your_player.py:YourPlayer --player greedy",
)
_PORTION: Final = 100_000  # games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--games", type=positive, default=1000, metavar="G", help="how many games (default 1000)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="same seed, same bytes (default 0)")
    add_players(parser, default="random")
    parser.add_argument("--records", metavar="FILE", help="write the records here; - for standard output")
    parser.add_argument("--legal", action="store_true", help="add the legal choices of every decision to the records")
    parser.add_argument("--json", action="store_true", help="write the summary as JSON")


class Tally:
    """The running totals of a simulation, in little space."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.points = 0
        self.lowest = sys.maxsize
        self.highest = 0
        self.wins = np.zeros(players)
        self._players = players

    def add(self, rows: npt.NDArray[np.int64]) -> None:
        """Count games: rows of totals by seat, then 1 for each winner."""
        totals, wins = rows[:, : self._players], rows[:, self._players :]
        self.games += len(rows)
        self.points += int(totals.sum())
        self.lowest = min(self.lowest, int(totals.min()))
        self.highest = max(self.highest, int(totals.max()))
        self.wins += (wins / wins.sum(axis=1, keepdims=True)).sum(axis=0)

    @property
    def mean(self) -> float:
        """The mean points of a seat."""
        return self.points / (self.games * self._players)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    specs = players_of(options)
    setting = setting_of(options)
    if options.legal and options.records is None:
        raise UsageError("--legal only applies to records: add --records FILE")
    if options.json and options.records == "-":
        raise UsageError("--json and --records - both want standard output; write the records to a file")
    warm(specs)  # compile, if need be, before the clock starts
    tally = Tally(setting.players)
    start = time.perf_counter()
    if options.records is None and set(specs) == {"random"}:
        _count_only(setting, options, tally)
    else:
        _play(setting, specs, options, tally)
    seconds = time.perf_counter() - start
    _summarise(setting, specs, options, tally, sys.stderr if options.records == "-" else sys.stdout)
    print(f"{seconds:.2f} s, {tally.games / seconds:,.0f} games/s", file=sys.stderr)
    return 0


def _count_only(setting: Setting, options: argparse.Namespace, tally: Tally) -> None:
    """Random games by the fused playout, in portions."""
    portions = [(start, min(_PORTION, options.games - start)) for start in range(0, options.games, _PORTION)]
    for start, games in track(portions, "portions", len(portions)):
        tally.add(random_totals(setting, games=games, seed=options.seed, start=start))


def _play(setting: Setting, specs: tuple[str, ...], options: argparse.Namespace, tally: Tally) -> None:
    """Whole games played by their players, with records if requested."""
    games = play_games(setting, games=options.games, seed=options.seed, player=specs)
    with _records(options.records) as file:
        for game in track(games, "games", options.games):
            if file is not None:
                file.write(write_line(game.record(legal=options.legal)).encode() + b"\n")
            outcome = game.outcome()
            assert outcome is not None
            wins = [int(seat in outcome.winners) for seat in range(setting.players)]
            tally.add(np.array([[points.total for points in outcome.points] + wins]))


@contextmanager
def _records(name: str | None) -> Iterator[BinaryIO | None]:
    if name is None:
        yield None
    elif name == "-":
        yield sys.stdout.buffer
    else:
        with output_file(name) as file:
            yield file


def _summarise(
    setting: Setting, specs: tuple[str, ...], options: argparse.Namespace, tally: Tally, file: TextIO
) -> None:
    shares = (tally.wins / tally.games).tolist()
    if options.json:
        summary = {
            "games": tally.games,
            "box": setting.box.id,
            "expansions": list(setting.expansions),
            "players": setting.players,
            "seats": specs,
            "seed": options.seed,
            "points": {"mean": tally.mean, "lowest": tally.lowest, "highest": tally.highest},
            "wins": shares,
        }
        print(json.dumps(summary), file=file)
        return
    names = "".join(f" + {name}" for name in setting.expansions)
    who = specs[0] if len(set(specs)) == 1 else ", ".join(f"seat {seat} {spec}" for seat, spec in enumerate(specs))
    games = "1 game" if tally.games == 1 else f"{tally.games:,} games"
    print(f"{games}, {setting.box.id}{names}, {setting.players} players, {who}", file=file)
    print(f"points: mean {tally.mean:.2f}, lowest {tally.lowest}, highest {tally.highest}", file=file)
    by_seat = ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(shares))
    print(f"wins (shared ones by their share): {by_seat}", file=file)
