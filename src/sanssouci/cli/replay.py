"""`sanssouci replay`: check records by replaying them, or step through one."""

import argparse
import json
import sys
from typing import Any, Final

from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines
from sanssouci.cli.options import add_look, natural, positive
from sanssouci.cli.progress import track
from sanssouci.cli.show import ALL, show
from sanssouci.cli.source import BOX_HELP, SourceError, read_story, recorded
from sanssouci.cli.terminal import printable
from sanssouci.game.errors import RecordError
from sanssouci.game.view import SPECTATOR

SUMMARY: Final = "check records by replaying every event in them, or step through one"
EXAMPLES: Final = (
    "replay games.jsonl",
    "simulate --games 5 --records - | sanssouci replay -",
    "replay games.jsonl --json",
    "replay games.jsonl --show --record 3 --seat 0 --move 12",
)
_MOST_SHOWN: Final = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "file", metavar="FILE", help="one record per line, or - for standard input; with --show also positions"
    )
    parser.add_argument("--json", action="store_true", help="write the result as JSON")
    parser.add_argument("--show", action="store_true", help="step through a record")
    parser.add_argument("--record", type=positive, default=None, metavar="K", help="the record to show (default 1)")
    parser.add_argument("--move", type=natural, default=None, metavar="N", help="the move to start at (default 0)")
    parser.add_argument("--seat", default=None, metavar="S", help="the seat whose view to show, or all (default all)")
    parser.add_argument("--box", default=None, metavar="BOX", help=BOX_HELP)
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.show:
        return _show(options)
    for name in ("record", "move", "seat", "box", "language"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} only applies to showing a record: add --show")
    checked, running, faults = _check(options)
    if not checked and not options.json:
        print(f"{options.file}: no records", file=sys.stderr)
        return 1
    good = checked - len(faults)
    if options.json:
        counts = {"records": checked, "right": good, "running": running}
        print(json.dumps({"file": options.file, **counts, "faults": faults}))
    else:
        records = "record" if checked == 1 else "records"
        print(f"{checked} {records}, {'all valid' if not faults else f'{good} of them valid'}{_unfinished(running)}")
    return 1 if faults or not checked else 0


def _unfinished(running: int) -> str:
    """What to add about valid records that do not reach the end."""
    if not running:
        return ""
    return "; 1 is of an unfinished game" if running == 1 else f"; {running} are of unfinished games"


def _check(options: argparse.Namespace) -> tuple[int, int, list[dict[str, Any]]]:
    """Replay every record; return the number of records, of valid ones that are unfinished, and the faults."""
    checked = running = 0
    faults: list[dict[str, Any]] = []
    for number, line in track(input_lines(options.file), "records", None):
        if not line.strip():
            continue
        checked += 1
        try:
            running += not recorded(line)[0].is_over
        except RecordError as error:
            faults.append({"line": number, "event": error.event, "message": str(error)})
            if len(faults) <= _MOST_SHOWN and not options.json:
                print(f"{options.file}:{number}: {error}", file=sys.stderr)
    if len(faults) > _MOST_SHOWN and not options.json:
        print(f"… and {len(faults) - _MOST_SHOWN} more", file=sys.stderr)
    return checked, running, faults


def _show(options: argparse.Namespace) -> int:
    if options.file == "-":
        raise UsageError("--show reads keys from standard input; name a file with the records")
    if options.json:
        raise UsageError("--json and --show cannot be combined; leave one of them out")
    try:
        game, eyes = read_story(options.file, record=options.record or 1, box=options.box)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    if eyes is not None and options.seat not in (None, str(eyes)):
        whose = "a spectator" if eyes == SPECTATOR else f"seat {eyes}"
        raise UsageError(f"--seat {printable(options.seat)}: this file tells what {whose} knows; leave --seat out")
    return show(game, move=options.move or 0, seat=options.seat or ALL, only=eyes, options=options)
