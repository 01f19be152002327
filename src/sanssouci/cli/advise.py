"""`sanssouci advise`: the best moves of a position, with what to expect of each and why."""

import argparse
import json
from typing import Any, Final

from sanssouci.cli.advice_table import advice_table, heading, note
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import add_look, language_for, natural, positive, seed
from sanssouci.cli.source import BOX_HELP, SOURCE_HELP, SourceError, read_source
from sanssouci.cli.terminal import Terminal
from sanssouci.game.game import Game
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
    parser.add_argument("source", metavar="SOURCE", help=SOURCE_HELP)
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
    parser.add_argument("--box", default=None, metavar="BOX", help=BOX_HELP)
    parser.add_argument("--json", action="store_true", help="write the advice as JSON")
    add_look(parser, plain=False)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    seconds = 1.0 if options.time is None else options.time
    if not 0.1 <= seconds <= 30:
        raise UsageError(f"--time must be 0.1 to 30 seconds, not {seconds:g}")
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
    """What the seat to move sees."""
    if position.seat is None:
        raise UsageError("the game is over")
    if seat is not None and seat != position.seat:
        raise UsageError(f"it is seat {position.seat}'s turn, not seat {seat}'s")
    view = position.view(position.seat) if isinstance(position, Game) else position
    if not view.is_my_turn:
        raise UsageError(f"it is seat {position.seat}'s turn, but this is another seat's view")
    return view


def _position(options: argparse.Namespace) -> Game | View:
    """The position to advise on; if the game is over, an earlier moment must be chosen."""
    try:
        found = read_source(options.source, record=options.record, move=options.move, box=options.box)
    except SourceError as error:
        raise UsageError(str(error)) from None
    if isinstance(found, Game) and found.is_over and found.moves:
        last = len(found.moves) - 1
        raise UsageError(f"the game is over; choose an earlier moment with --move, 0 to {last}")
    return found


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
