"""`sanssouci review`: what the decisions of a finished game cost, what was luck, and where it was decided."""

import argparse
import json
import sys
from typing import Any, Final

from sanssouci.arena.match import FORMAT
from sanssouci.arena.work import crew, in_order
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines, output_file
from sanssouci.cli.kept import kept
from sanssouci.cli.options import add_look, language_for, positive, seed
from sanssouci.cli.places import add_place, place_of
from sanssouci.cli.progress import bar, track
from sanssouci.cli.review_table import account_table, decision_table
from sanssouci.cli.source import SourceError, read_line_of
from sanssouci.cli.terminal import Terminal
from sanssouci.game.errors import RecordError
from sanssouci.game.replay import read_line
from sanssouci.study.document import document_of
from sanssouci.study.many import ManyReviews, Recorded
from sanssouci.study.page import page_of
from sanssouci.study.review import Depth, Review, review
from sanssouci.study.wording import ReviewWords
from sanssouci.texts import Texts

SUMMARY: Final = "review a finished game: what each decision cost, what was luck, where it was decided"
EXAMPLES: Final = (
    "review games.jsonl",
    "review games.jsonl --record 3 --deeper --page review.html",
    "review games.jsonl --json",
    "review games.jsonl --quick --plain --language fr",
    "review games.jsonl --results reviews.jsonl --workers 8",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    parser.add_argument("--record", type=positive, metavar="K", help="which line of the file (default 1)")
    depth = parser.add_mutually_exclusive_group()
    depth.add_argument("--quick", action="store_true", help="in about two seconds, with large errors")
    depth.add_argument("--deeper", action="store_true", help="six times as long, with about half the errors")
    parser.add_argument("--seed", type=seed, default=0, metavar="SEED", help="the luck of the playouts (default 0)")
    parser.add_argument("--json", action="store_true", help="write the review as JSON")
    parser.add_argument(
        "--results", metavar="FILE", help="review all records, as one line of JSON each, and go on from those in FILE"
    )
    parser.add_argument("--page", default=None, metavar="FILE", help="write a page to print, with the graph, as HTML")
    add_place(parser)
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.json and options.page:
        raise UsageError("--json and --page cannot be combined; leave one of them out")
    if options.results is not None:
        return _review_all(options)
    if options.ray is not None or options.workers is not None:
        raise UsageError("--workers and --ray are for many records: add --results FILE")
    try:
        found = _review(options)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(document_of(found)))
        return 0
    terminal = Terminal(colour=not options.no_colour, plain=options.plain)
    if options.page:
        page = page_of(ReviewWords(found, Texts(language_for(options), found.game.box)))
        with output_file(options.page) as file:
            file.write(page.encode())
        return 0
    texts = Texts(language_for(options), found.game.box, ascii_only=terminal.is_ascii)
    _show(terminal, ReviewWords(found, texts))
    return 0


def _review_all(options: argparse.Namespace) -> int:
    """Review every record of a file, except those whose reviews are known."""
    if options.json or options.page or options.record is not None:
        raise UsageError("--results is for all records as JSON; leave --json, --page and --record out")
    records = [Recorded(number, line) for number, line in input_lines(options.file) if line.strip()]
    work = ManyReviews(_depth(options), options.seed)
    with kept(options.results, "review") as file:
        failed = 0
        for number, (record, line) in enumerate(zip(records, file.lines, strict=False), 1):
            failed += "error" in _known(f"{options.results}:{number}", work, record, line)
        if len(file.lines) > len(records):
            raise UsageError(f"{options.results} has more reviews than {options.file} has records; name another file")
        file.cut(len(file.lines))
        missing = records[len(file.lines) :]
        with crew(work, place_of(options)) as reviewers:
            for record, line in track(in_order(reviewers.run(missing), missing), "records", len(missing)):
                file.add(line)
                error = json.loads(line).get("error")
                if error is not None:
                    failed += 1
                    print(f"{options.file}:{record.number}: {error}", file=sys.stderr)
    print(f"{len(records) - failed} of {len(records)} records reviewed", file=sys.stderr)
    return 1 if failed else 0


def _known(place: str, work: ManyReviews, record: Recorded, line: bytes) -> dict[str, Any]:
    """What is known of a record; UsageError if it is about another one, or was made in another way."""
    known: dict[str, Any] = {}
    try:
        known = json.loads(line)
        is_same = work.heading(record).items() <= known.items()
    except (ValueError, AttributeError):
        is_same = False
    if not is_same:
        wrong = f"this is not the same kind of review of line {record.number} by this version of the engine"
        raise UsageError(f"{place}: {wrong}; name another file")
    return known


def _depth(options: argparse.Namespace) -> Depth:
    return "deeper" if options.deeper else "quick" if options.quick else "normal"


def _review(options: argparse.Namespace) -> Review:
    number, text = read_line_of(options.file, options.record or 1)
    depth = _depth(options)
    try:
        record = read_line(text.encode())
        if isinstance(record, dict) and record.get("format") == FORMAT:
            raise RecordError("these are arena results, not records; sanssouci arena --records FILE writes records")
        with bar("review") as progress:
            return review(record, depth=depth, seed=options.seed, progress=progress)
    except RecordError as error:
        raise SourceError(f"{options.file}:{number}: {error}") from None


def _show(terminal: Terminal, wording: ReviewWords) -> None:
    texts = wording.texts
    terminal.say(texts("review.decisions"), "")
    if terminal.plain:
        terminal.say(*wording.aloud())
    else:
        terminal.draw(decision_table(wording, terminal.width))
    for title, lines in (
        ("review.deciding", wording.deciding()),
        ("review.turning", wording.turning()),
        ("review.luckiest", wording.luckiest()),
    ):
        if lines:
            terminal.say("", texts(title), "", *lines)
    terminal.say("", texts("review.accounts"), "")
    if terminal.plain:
        terminal.say(*wording.accounts_aloud())
    else:
        terminal.draw(account_table(wording, terminal.width))
    made = texts("review.made", version=wording.review.version, seed=wording.review.seed)
    terminal.say("", texts("review.note"), made)
