"""`sanssouci arena`: let players play many games against each other and report who is better."""

import argparse
import json
import os
import sys
from contextlib import nullcontext
from typing import Final

from rich.console import Console

from sanssouci.arena.contest import contest, records, with_budget
from sanssouci.arena.match import LIMIT, Match
from sanssouci.arena.results import Results, open_results
from sanssouci.arena.statistics import Sequential
from sanssouci.arena.summary import anchor_of, report, summarise
from sanssouci.cli.arena_tables import show
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import output_file
from sanssouci.cli.options import PLAYER_KINDS, add_setting, look_here, positive, seed, setting_of
from sanssouci.cli.places import add_place, place_of
from sanssouci.cli.progress import track
from sanssouci.game.errors import SanssouciError
from sanssouci.game.record import write_line

SUMMARY: Final = "let players meet on common luck with rotated seats, and report who is better"
EXAMPLES: Final = (
    "arena greedy random --games 400",
    "arena examples/your_player.py:YourPlayer greedy --results match.jsonl",
    "arena greedy random examples/your_player.py:YourPlayer --games 200 --anchor random",
    "arena greedy random --players 3 --games 300 --json",
    "arena greedy random --games 4000 --sequential 0.5 0.6",
)
_FAULTS_SHOWN: Final = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("specs", nargs="+", metavar="PLAYER", help=PLAYER_KINDS)
    add_setting(parser)
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="games of each pairing (default 100)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="the luck of the match (default 0)")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--samples", type=positive, metavar="N", help="samples per move, for levels without a budget")
    budget.add_argument("--time", type=seconds, metavar="S", help="seconds per move, for levels without a budget")
    add_place(parser, usual="all cores")
    parser.add_argument(
        "--limit",
        type=seconds,
        default=LIMIT,
        metavar="S",
        help=f"seconds per move, after which the game is lost (default {LIMIT:g})",
    )
    parser.add_argument(
        "--sequential",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="stop once the rate is known",
    )
    parser.add_argument("--error", type=float, metavar="E", help="error rate of the sequential test (default 0.05)")
    parser.add_argument("--anchor", metavar="PLAYER", help="the player whose rating is 0 (default: the mean of all)")
    parser.add_argument("--results", metavar="FILE", help="keep the games here, and continue a match found there")
    parser.add_argument("--records", metavar="FILE", help="write the records of all games here")
    parser.add_argument("--json", action="store_true", help="write the summary as JSON")


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"must be a positive number of seconds, not {text!r}")
    return value


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    setting = setting_of(options)
    if options.error is not None and options.sequential is None:
        raise UsageError("--error only applies to a sequential test: add --sequential LOW HIGH")
    if options.records is not None and options.records == options.results:
        raise UsageError("--records and --results need two different files")
    specs = tuple(with_budget(spec, samples=options.samples, time=options.time) for spec in options.specs)
    budget = "samples" if options.samples is not None else "time" if options.time is not None else None
    if budget is not None and specs == tuple(options.specs):
        raise UsageError(f"--{budget}: these players do not take {budget}, or already have their own budget")
    look_here(specs)  # the workers inherit the path
    try:
        match = Match(setting, specs, options.seed, options.limit)
        test = _test(options)
        anchor = specs[options.specs.index(options.anchor)] if options.anchor in options.specs else options.anchor
        if anchor_of(match, anchor) is not None and len(specs) < 3:
            raise UsageError("--anchor only applies to ratings, which need at least three players; leave it out")
        blocks = match.blocks(options.games)
        with output_file(options.records) if options.records else nullcontext() as file:
            with open_results(match, options.results) as results:
                _play(match, results, blocks, test, options)
                summary = summarise(match, results.played, blocks=blocks, test=test, anchor=anchor)
            if file is not None:
                for record in records(match, [results.played[game] for game in match.games(summary.blocks)]):
                    file.write(write_line(record).encode() + b"\n")
    except SanssouciError as error:
        raise UsageError(str(error)) from None
    if options.json:
        print(json.dumps({"match": match.header(), **summary.document()}, ensure_ascii=False))
    else:
        show(summary, Console(highlight=False, markup=False, emoji=False))
    return 0


def _test(options: argparse.Namespace) -> Sequential | None:
    if options.sequential is None:
        return None
    low, high = options.sequential
    return Sequential(low, high, 0.05 if options.error is None else options.error)


def _play(match: Match, results: Results, blocks: int, test: Sequential | None, options: argparse.Namespace) -> None:
    """Play the missing games, and report faults as they happen."""
    total = blocks * match.setting.players * len(match.lineups)
    place = place_of(options, usual=os.cpu_count() or 1)
    if results.played:
        print(f"{len(results.played)} games are already in {options.results}", file=sys.stderr)
    known, shown = sum(played.block < blocks for played in results.played), 0
    games = contest(match, results, blocks=blocks, place=place, test=test)
    try:
        for number, played in enumerate(track(games, "games", total)):
            if played.fault is not None and number >= known:
                shown += 1
                if shown <= _FAULTS_SHOWN:
                    print(report(match, played), file=sys.stderr)
    except KeyboardInterrupt:
        if options.results is not None:
            kept = f"{results.kept()} games are in {options.results}; the same command continues from there"
            print(f"sanssouci arena: {kept}", file=sys.stderr)
        raise
    finally:
        games.close()
        if shown > _FAULTS_SHOWN:
            print(f"… and {shown - _FAULTS_SHOWN} more faults", file=sys.stderr)
