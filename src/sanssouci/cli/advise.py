"""`sanssouci advise`: the best moves of a position, with what to expect of each and why."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from sanssouci.arena.match import FORMAT
from sanssouci.box import Box, BoxError, load
from sanssouci.cli.advice_table import advice_table, heading, note
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines
from sanssouci.cli.options import add_look, language_for, natural, positive, seed
from sanssouci.cli.terminal import Terminal
from sanssouci.game.errors import PositionError, RecordError
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line
from sanssouci.game.view import View
from sanssouci.players.advice import Advice, advise
from sanssouci.texts import Texts

SUMMARY: Final = "print the best moves of a position, with what to expect of each and why"
EXAMPLES: Final = (
    "advise games.jsonl --move 12",
    "advise games.jsonl --record 3 --move 20 --time 5 --language de",
    "advise 'ravensburger@… e0' --samples 20000 --seed 1 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("source", metavar="SOURCE", help="a position's text, or a file of records or positions, or -")
    parser.add_argument("--record", type=positive, default=1, metavar="K", help="which line of the file (default 1)")
    parser.add_argument("--move", type=natural, default=None, metavar="N", help="after N moves (default: all of them)")
    parser.add_argument("--seat", type=natural, default=None, metavar="S", help="only if it is this seat's turn")
    parser.add_argument(
        "--best", type=positive, default=5, metavar="N", help="how many moves, in the order of the search (default 5)"
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--time", type=float, metavar="S", help="seconds to think, 0.1 to 30 (default 1)")
    budget.add_argument("--samples", type=positive, metavar="N", help="think for N playouts instead")
    parser.add_argument("--seed", type=seed, default=None, metavar="SEED", help="the luck of the thinking")
    parser.add_argument("--box", default=None, metavar="BOX", help="the box file (.toml) of a position's box")
    parser.add_argument("--json", action="store_true", help="write the advice as JSON")
    add_look(parser, plain=False)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    seconds = 1.0 if options.time is None else options.time
    if not 0.1 <= seconds <= 30:
        raise UsageError(f"--time is 0.1 to 30 seconds, not {seconds:g}")
    position = _position(options)
    view = _view(position, options.seat)
    found = advise(view, best=options.best, time=seconds, samples=options.samples, seed=options.seed)
    if options.json:
        print(json.dumps([_plain(view, advice) for advice in found]))
        return 0
    terminal = Terminal(colour=not options.no_colour)
    texts = Texts(language_for(options), view.box, ascii_only=terminal.is_ascii)
    names = position.names if isinstance(position, Game) else None
    terminal.say(heading(texts, terminal.signs, view, names))
    terminal.draw(advice_table(texts, found, terminal.width))
    terminal.say("", note(texts, found))
    return 0


def _view(position: Game | View, seat: int | None) -> View:
    """What the seat sees whose turn it is."""
    if position.seat is None:
        raise UsageError("the game is over")
    if seat is not None and seat != position.seat:
        raise UsageError(f"it is the turn of seat {position.seat}, not of seat {seat}")
    view = position.view(position.seat) if isinstance(position, Game) else position
    if not view.is_my_turn:
        raise UsageError(f"it is the turn of seat {position.seat}; these are the eyes of another")
    return view


def _position(options: argparse.Namespace) -> Game | View:
    place, text = "", options.source
    if "@" not in text or Path(text).is_file():
        number, text = _line(options.source, options.record)
        place = f"{options.source}:{number}: "
    try:
        return _read(text, options)
    except (RecordError, PositionError) as error:
        raise UsageError(f"{place}{error}") from None


def _line(name: str, wanted: int) -> tuple[int, str]:
    """A line of a file and its number; empty lines do not count as wanted ones."""
    found = 0
    for number, line in input_lines(name):
        found += bool(line.strip())
        if line.strip() and found == wanted:
            return number, line.decode("utf-8", "replace").strip()
    raise UsageError(f"--record {wanted}: there are {found} lines in {name}")


def _read(text: str, options: argparse.Namespace) -> Game | View:
    """A record after some of its moves, or a position."""
    if text.startswith("{"):
        return _gone_back(_recorded(read_line(text.encode())), options.move)
    if "@" not in text.split()[0]:
        raise PositionError("this line is neither a record (an object of JSON) nor a position")
    if options.move is not None:
        raise UsageError("--move is about a record; a position has no moves")
    return _placed(text, _box(options.box))


def _recorded(record: Any) -> Game:
    if record.get("format") == FORMAT:
        raise RecordError("these are results of the arena, not records; sanssouci arena --records FILE writes records")
    return Game.from_record(record, running=True)


def _box(name: str | None) -> Box | None:
    try:
        return None if name is None else load(name)
    except BoxError as error:
        raise UsageError(str(error)) from None


def _placed(text: str, box: Box | None) -> Game | View:
    """A complete position, or one from a seat's eyes."""
    try:
        return View.from_text(text, box=box)
    except PositionError:
        return Game.from_text(text, box=box)


def _gone_back(game: Game, move: int | None) -> Game:
    last = len(game.moves)
    choice = f"with --move, 0 to {last - game.is_over}"
    if move is not None and move > last:
        raise UsageError(f"--move {move}: the record has {last} moves; choose one {choice}")
    if game.is_over and move in (None, last):
        raise UsageError(f"the game is over; choose an earlier moment {choice}")
    for _ in range(0 if move is None else last - move):
        game.pop()
    return game


def _plain(view: View, advice: Advice) -> dict[str, Any]:
    return {
        "seat": view.eyes,
        "move": str(advice.move),
        "points": round(advice.points, 3),
        "lead": round(advice.lead, 3),
        "win": round(advice.win, 4),
        "error": round(advice.error, 4),
        "samples": advice.samples,
        "reasons": [{"key": reason.key, **reason.values} for reason in advice.reasons],
    }
