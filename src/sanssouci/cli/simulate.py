"""`sanssouci simulate`: play many games and write their records."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

import numpy as np
import numpy.typing as npt

from sanssouci.arena.portions import Simulating, row_of
from sanssouci.arena.simulation import Setting, seed_of_game
from sanssouci.arena.work import crew, in_order
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import output_file
from sanssouci.cli.kept import kept
from sanssouci.cli.options import add_players, add_setting, players_of, positive, seed, setting_of
from sanssouci.cli.places import add_place, place_of
from sanssouci.cli.progress import track
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line

SUMMARY: Final = "play many games between computer players and write one record per line"
EXAMPLES: Final = (
    "simulate --games 100000",
    "simulate --players 4 --box imperial --rewards --boar --games 50 --seed 7 --records games.jsonl",
    "simulate --games 10 --player greedy --records - --legal",
    "simulate --games 5000 --players 3 --json",
    "simulate --games 5000 --player king:samples=100 --records games.jsonl --resume --workers 8",
    "simulate --games 100 --player examples/your_player.py:YourPlayer --player greedy",
)

Write = Callable[[bytes], object]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--games", type=positive, default=1000, metavar="G", help="how many games (default 1000)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="same seed, same bytes (default 0)")
    add_players(parser, default="random")
    parser.add_argument("--records", metavar="FILE", help="write the records here; - for standard output")
    parser.add_argument(
        "--resume", action="store_true", help="write records as they come, and go on from those in FILE"
    )
    parser.add_argument("--legal", action="store_true", help="add the legal choices of every decision to the records")
    parser.add_argument("--json", action="store_true", help="write the summary as JSON")
    add_place(parser)


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
    if options.resume and options.records in (None, "-"):
        raise UsageError("--resume goes on from a file of records: add --records FILE")
    work = Simulating(setting, specs, options.seed, records=options.records is not None, legal=options.legal)
    work.prepare()  # compile, if need be, before the clock starts
    tally = Tally(setting.players)
    start = time.perf_counter()
    with _output(options, work, tally) as write:
        known = tally.games
        _play(work, options, tally, write)
    seconds = time.perf_counter() - start
    _summarise(setting, specs, options, tally, sys.stderr if options.records == "-" else sys.stdout)
    print(f"{seconds:.2f} s, {(tally.games - known) / seconds:,.0f} games/s", file=sys.stderr)
    return 0


def _play(work: Simulating, options: argparse.Namespace, tally: Tally, write: Write) -> None:
    """Play the games that are missing, and count and write them in order."""
    portions = work.portions(tally.games, options.games)
    with crew(work, place_of(options)) as players:
        for _, outcomes in track(in_order(players.run(portions), portions), "games", len(portions)):
            write(outcomes.records)
            tally.add(outcomes.rows)


@contextmanager
def _output(options: argparse.Namespace, work: Simulating, tally: Tally) -> Iterator[Write]:
    """Where records go. What a file to go on from holds is counted."""
    if options.records is None:
        yield lambda _: None
    elif options.records == "-":
        yield sys.stdout.buffer.write
    elif not options.resume:
        with output_file(options.records) as file:
            yield file.write
    else:
        with kept(options.records, "simulate") as found:
            for number, line in enumerate(found.lines[: options.games]):
                tally.add(np.array([_known(line, number, work, options)]))
            found.cut(len(found.lines))
            yield found.add


def _known(line: bytes, number: int, work: Simulating, options: argparse.Namespace) -> list[int]:
    """The result of a game in the file to go on from, which must be a game of this simulation."""
    try:
        game = Game.from_record(read_line(line))
        if game.seed == seed_of_game(options.seed, number) and work.line(game) == line:
            return row_of(game)
    except SanssouciError:
        pass
    raise UsageError(
        f"{options.records}:{number + 1}: this is not game {number} of the same simulation; name another file"
    )


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
