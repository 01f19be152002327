"""`sanssouci box`: check box files, show what is in a box, and enter one's own."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from sanssouci.box import Box, BoxError, load, named
from sanssouci.box.boards import SIDES
from sanssouci.box.squares import LETTERS
from sanssouci.cli.entering import FILE, enter
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import add_look, language_for
from sanssouci.cli.terminal import Terminal

SUMMARY: Final = "enter the box of your own copy, check a box file, or show what is in a box"
EXAMPLES: Final = (
    "box show imperial",
    "box new my-copy.toml --from imperial",
    "box check examples/boxes/my-layouts.toml",
    "box show my-box.toml --json",
)
_WIDTH: Final = 80  # of the drawings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    check = actions.add_parser("check", help="check box files and name the first fault in each")
    check.add_argument("files", nargs="+", metavar="FILE", help="a box file (.toml)")
    check.add_argument("--json", action="store_true", help="write the result as JSON, for a script")
    show = actions.add_parser("show", help="show everything that is in a box")
    show.add_argument("box", metavar="BOX", help=f"{', '.join(named())}, or a box file (.toml)")
    show.add_argument("--json", action="store_true", help="write the part that the rules use as JSON, as in a record")
    new = actions.add_parser("new", help="enter what is printed in your copy of the game, square by square")
    new.add_argument("file", nargs="?", default=FILE, metavar="FILE", help=f"the box file to write (default {FILE})")
    boxes = ", ".join(named())
    new.add_argument("--from", dest="base", choices=named(), metavar="BOX", help=f"the box to start from: {boxes}")
    add_look(new)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.action == "new":
        terminal = Terminal(colour=not options.no_colour, plain=options.plain)
        return enter(options.file, options.base, terminal, language_for(options))
    return _check(options.files, as_json=options.json) if options.action == "check" else _show(options)


def _check(files: list[str], *, as_json: bool) -> int:
    results: list[dict[str, object]] = []
    told, faults = [], []
    for file in files:
        if not Path(file).is_file():
            raise UsageError(f"there is no file {file}")
        try:
            box = load(Path(file))
        except BoxError as error:
            results.append({"file": file, "right": False, "fault": str(error)})
            faults.append(str(error))
        else:
            gaps = [gap._asdict() for gap in box.untranslated]
            results.append({"file": file, "right": True, "id": box.id, "digest": box.digest, "untranslated": gaps})
            told += [f"{file}: valid, box {box.id!r}, digest {box.digest[:8]}", *_untranslated(file, box)]
    if as_json:
        print(json.dumps(results))
    else:
        print(*told, sep="\n", end="\n" if told else "")
        print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


def _untranslated(file: str, box: Box) -> Iterator[str]:
    """A line for each language that lacks words."""
    for language in dict.fromkeys(gap.language for gap in box.untranslated):
        keys = ", ".join(gap.key for gap in box.untranslated if gap.language == language)
        yield f"{file}: no words in {language!r} for {keys}; the English names are used"


def _show(options: argparse.Namespace) -> int:
    try:
        box = load(options.box)
    except BoxError as error:
        raise UsageError(str(error)) from None
    print(json.dumps(box.rules()) if options.json else "\n".join(describe(box)))
    return 0


def describe(box: Box) -> Iterator[str]:
    """Everything in a box, line by line."""
    players = ", ".join(f"{number} players {copies}" for number, copies in box.tiles.items())
    yield f"{box.name} ({box.id}), digest {box.digest[:8]}"
    yield f"expansions: {', '.join(box.expansions) or 'none'}"
    yield "columns: " + ", ".join(f"{column.letter} {column.names['en']}" for column in box.columns)
    yield "rows: " + ", ".join(f"{row.value} {row.names['en']}" for row in box.rows)
    yield f"display: {' '.join(map(str, box.display))} (the row of each space)"
    yield f"tiles of each structure: {players}"
    pairs = " ".join(f"{low}{high}" for low, high in box.pairs)
    structures = " ".join(LETTERS[column] for column in box.structure_cards)
    yield f"cards: {pairs} {structures}{' *' * box.wild}; {box.rounds} in all, {box.hand} in hand"
    yield f"missions per player: {box.missions}"
    rules = box.rules()
    for part in ("gardens", "rewards"):
        boards = rules[part]
        assert isinstance(boards, list)
        if boards:
            yield ""
            yield f"{'garden' if part == 'gardens' else 'reward'} boards:"
            sides = [(board["id"] + SIDES[side], rows) for board in boards for side, rows in enumerate(board["sides"])]
            yield from _pictures(sides)
    if box.rulings:
        yield ""
        yield "our rulings, where the publisher's text is silent:"
        yield from (f"  {ruling.key}: {ruling.reason}" for ruling in box.rulings)


def _pictures(sides: list[tuple[str, list[str]]]) -> Iterator[str]:
    """Drawings of boards, as many side by side as fit."""
    pictures = [[name, *(_spread(row) for row in rows)] for name, rows in sides]
    width = max(len(line) for picture in pictures for line in picture) + 3
    beside = max(1, _WIDTH // width)
    for start in range(0, len(pictures), beside):
        yield from ("  " + _joined(lines, width) for lines in zip(*pictures[start : start + beside], strict=True))
        yield ""


def _spread(row: str) -> str:
    """A row of a reward board in columns of equal width; a row of a garden is left unchanged."""
    return "".join(f"{word:<3}" for word in row.split()) if " " in row else row


def _joined(lines: Iterable[str], width: int) -> str:
    return "".join(line.ljust(width) for line in lines).rstrip()
