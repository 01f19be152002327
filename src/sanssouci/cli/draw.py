"""`sanssouci draw`: a picture of a position in a record."""

import argparse
import sys
from pathlib import Path
from typing import Final

from sanssouci.box.words import LANGUAGES
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines, output_file
from sanssouci.cli.options import natural, positive
from sanssouci.game.errors import RecordError
from sanssouci.game.extras import require
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line
from sanssouci.game.view import SPECTATOR

SUMMARY: Final = "draw a position of a record as an SVG or PNG picture"
EXAMPLES: Final = (
    "draw games.jsonl --move 12 -o picture.svg",
    "draw games.jsonl --record 3 --seat 0 --move 12 --legal -o picture.png",
    "simulate --games 1 --records - | sanssouci draw - --language de -o picture.svg",
)
_PNG_WIDTH: Final = 1600
_WIDEST: Final = 8_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="one record a line; - for standard input")
    parser.add_argument(
        "-o", "--output", required=True, metavar="PICTURE", help="a name in .svg or .png; - for standard output"
    )
    parser.add_argument("--record", type=positive, default=1, metavar="K", help="which record of the file (default 1)")
    parser.add_argument("--move", type=natural, default=None, metavar="N", help="after N moves (default: all of them)")
    parser.add_argument("--seat", type=int, default=None, metavar="S", help="as a seat sees it, -1 for a spectator")
    parser.add_argument("--legal", action="store_true", help="mark the cards and tiles that may be chosen")
    parser.add_argument("--size", type=positive, default=None, metavar="PIXELS", help="the width of the picture")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the language of its words (default en)")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    ending = Path(options.output).suffix.lower()
    if options.output != "-" and ending not in (".svg", ".png"):
        raise UsageError(f"a picture is an .svg or a .png file, not {options.output}")
    if options.size is not None and options.size > _WIDEST:
        raise UsageError(f"--size is a number of pixels up to {_WIDEST:,}, not {options.size:,}")
    number, line = _line(options.file, options.record)
    if number == 0:
        print(f"{options.file}: no records", file=sys.stderr)
        return 1
    try:
        game = Game.from_record(read_line(line), running=True)
    except RecordError as error:
        print(f"{options.file}:{number}: {error}", file=sys.stderr)
        return 1
    _go_back(game, options.move)
    if options.seat is not None and options.seat not in range(SPECTATOR, game.players):
        raise UsageError(f"--seat is 0 to {game.players - 1}, or -1 for a spectator, not {options.seat}")
    picture = game.svg(options.seat, legal=options.legal, size=options.size, language=options.language)
    if options.output == "-":
        sys.stdout.buffer.write(picture.encode() + b"\n")
    else:
        data = _png(picture, options.size) if ending == ".png" else picture.encode() + b"\n"
        with output_file(options.output) as file:
            file.write(data)
    return 0


def _line(name: str, wanted: int) -> tuple[int, bytes]:
    """The line of a record and its number in the file; 0 if the file has none at all."""
    found = 0
    for number, line in input_lines(name):
        found += bool(line.strip())
        if found == wanted:
            return number, line
    if found:
        raise UsageError(f"--record {wanted}: there are {found} records in {name}")
    return 0, b""


def _go_back(game: Game, move: int | None) -> None:
    """Take moves back until so many are left."""
    last = len(game.moves)
    if move is not None and move > last:
        raise UsageError(f"--move {move}: the record has {last} moves")
    for _ in range(0 if move is None else last - move):
        game.pop()


def _png(picture: str, width: int | None) -> bytes:
    require("png", needed_for="a PNG picture")
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=picture, width=width or _PNG_WIDTH)
