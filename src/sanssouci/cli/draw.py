"""`sanssouci draw`: a picture of a position in a record."""

import argparse
import sys
from pathlib import Path
from typing import Final

from sanssouci.box.words import LANGUAGES
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import output_file
from sanssouci.cli.options import language_for, natural, positive
from sanssouci.cli.source import BOX_HELP, SOURCE_HELP, SourceError, read_source
from sanssouci.game.extras import require
from sanssouci.game.game import Game
from sanssouci.game.view import SPECTATOR, View

SUMMARY: Final = "draw a position, or a moment of a record, as an SVG or PNG picture"
EXAMPLES: Final = (
    "draw games.jsonl --move 12 -o picture.svg",
    "draw games.jsonl --record 3 --seat 0 --move 12 --legal -o picture.png",
    "simulate --games 1 --records - | sanssouci draw - --language de -o picture.svg",
)
_PNG_WIDTH: Final = 1600
_WIDEST: Final = 8_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="SOURCE", help=SOURCE_HELP)
    parser.add_argument(
        "-o", "--output", required=True, metavar="PICTURE", help="an .svg or .png file; - for standard output"
    )
    parser.add_argument("--record", type=positive, default=1, metavar="K", help="which line of the file (default 1)")
    parser.add_argument("--move", type=natural, default=None, metavar="N", help="after N moves (default: all of them)")
    parser.add_argument("--seat", type=int, default=None, metavar="S", help="as a seat sees it, -1 for a spectator")
    parser.add_argument("--legal", action="store_true", help="mark the cards and tiles that may be chosen")
    parser.add_argument("--size", type=positive, default=None, metavar="PIXELS", help="the width of the picture")
    parser.add_argument("--box", default=None, metavar="BOX", help=BOX_HELP)
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=None,
        help="the language (default: that of the environment)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    ending = Path(options.output).suffix.lower()
    if options.output != "-" and ending not in (".svg", ".png"):
        raise UsageError(f"a picture must be an .svg or .png file, not {options.output}")
    if options.size is not None and options.size > _WIDEST:
        raise UsageError(f"--size must be at most {_WIDEST:,} pixels, not {options.size:,}")
    try:
        position = read_source(options.file, record=options.record, move=options.move, box=options.box)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    picture = _picture(position, options)
    if options.output == "-":
        sys.stdout.buffer.write(picture.encode() + b"\n")
    else:
        data = _png(picture, options.size) if ending == ".png" else picture.encode() + b"\n"
        with output_file(options.output) as file:
            file.write(data)
    return 0


def _picture(position: Game | View, options: argparse.Namespace) -> str:
    seats = range(SPECTATOR, position.players)
    if options.seat is not None and options.seat not in seats:
        raise UsageError(f"--seat must be 0 to {position.players - 1}, or -1 for a spectator, not {options.seat}")
    if isinstance(position, View) and options.seat not in (None, position.eyes):
        raise UsageError(f"--seat {options.seat}: this position is the view of seat {position.eyes}")
    eyes = position.eyes if isinstance(position, View) else options.seat
    if options.legal and position.seat is None:
        raise UsageError("--legal: the game is over; choose an earlier moment with --move")
    if options.legal and eyes not in (None, position.seat):
        raise UsageError(f"--legal: it is seat {position.seat}'s turn; seat {eyes} has nothing to choose")
    language = language_for(options)
    if isinstance(position, View):
        return position.svg(legal=options.legal, size=options.size, language=language)
    return position.svg(options.seat, legal=options.legal, size=options.size, language=language)


def _png(picture: str, width: int | None) -> bytes:
    require("png", needed_for="a PNG picture")
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=picture, width=width or _PNG_WIDTH)
