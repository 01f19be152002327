"""`sanssouci replay`: check records by replaying them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sanssouci.cli.errors import UsageError
from sanssouci.cli.progress import track
from sanssouci.game.errors import RecordError
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line

SUMMARY: Final = "check records by replaying every event of them"
EXAMPLES: Final = ("replay games.jsonl", "simulate --games 5 --records - | sanssouci replay -")
_MOST_SHOWN: Final = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="one record a line; - for standard input")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    checked = faults = 0
    for number, line in track(_lines(options.file), "records", None):
        if not line.strip():
            continue
        checked += 1
        try:
            Game.from_record(read_line(line))
        except RecordError as error:
            faults += 1
            if faults <= _MOST_SHOWN:
                print(f"{options.file}:{number}: {error}", file=sys.stderr)
    if faults > _MOST_SHOWN:
        print(f"… and {faults - _MOST_SHOWN} more", file=sys.stderr)
    if not checked:
        print(f"{options.file}: no records", file=sys.stderr)
        return 1
    good = checked - faults
    print(f"{good} of {checked} records are right" if faults else f"{checked} records, all right")
    return 1 if faults else 0


def _lines(name: str) -> Iterator[tuple[int, bytes]]:
    if name == "-":
        yield from enumerate(sys.stdin.buffer, 1)
        return
    try:
        with Path(name).open("rb") as file:
            yield from enumerate(file, 1)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from None
