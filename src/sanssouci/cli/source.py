"""The input of a command: a line from a file of records or positions, or a position's text itself."""

from pathlib import Path
from typing import Final

from sanssouci.arena.match import FORMAT
from sanssouci.box import Box, BoxError, load, named
from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines
from sanssouci.game.errors import PositionError, RecordError
from sanssouci.game.filling import read_seen
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line
from sanssouci.game.view import View

SOURCE_HELP: Final = "a position's text, or a file of records or positions, or - for standard input"
BOX_HELP: Final = "the box file (.toml) of a position's box"


class SourceError(Exception):
    """A record or a position cannot be read; the text says where it is and what is wrong."""


def read_source(source: str, *, record: int, move: int | None, box: str | None) -> Game | View:
    """The game of a record after some of its moves, or a position; raises SourceError if it cannot be read."""
    found, eyes = _read(source, record=record, move=move, box=box)
    return found.view(eyes) if isinstance(found, Game) and eyes is not None else found


def read_story(source: str, *, record: int, box: str | None) -> tuple[Game, int | None]:
    """The game of a record, or one that begins with a position, and the seat whose knowledge it is, if it is a seat's.

    Then the game is one that could be behind what the seat knows, and must be shown from its eyes only.
    """
    found, eyes = _read(source, record=record, move=None, box=box)
    return (found.sample(0) if isinstance(found, View) else found), eyes


def _read(source: str, *, record: int, move: int | None, box: str | None) -> tuple[Game | View, int | None]:
    place, text = "", source
    if not _is_position(source):
        number, text = read_line_of(source, record)
        place = f"{source}:{number}: "
    try:
        if text.startswith("{"):
            game, eyes = recorded(text.encode())
            return _gone_back(game, move), eyes
        if move is not None:
            raise UsageError("--move only applies to records; a position has no moves")
        found = _placed(text, _box(box))
        return found, found.eyes if isinstance(found, View) else None
    except (RecordError, PositionError) as error:
        raise SourceError(f"{place}{error}") from None


def _is_position(source: str) -> bool:
    """Whether a source is a position itself: several words that do not name a file."""
    try:
        return len(source.split()) > 1 and not Path(source).exists()
    except OSError:  # too long for a file name
        return True


def read_line_of(name: str, wanted: int) -> tuple[int, str]:
    """A line of a file and its number; empty lines are not counted."""
    found = 0
    for number, line in input_lines(name):
        found += bool(line.strip())
        if line.strip() and found == wanted:
            return number, line.decode("utf-8", "replace").strip()
    if not found:
        raise SourceError(f"{name}: no records")
    raise UsageError(f"--record {wanted}: there {'is 1 line' if found == 1 else f'are {found} lines'} in {name}")


def recorded(line: bytes) -> tuple[Game, int | None]:
    """The game of a line of a file of records, and the seat whose knowledge it is; RecordError says what is wrong."""
    record = read_line(line)
    if not isinstance(record, dict):
        return Game.from_record(record), None  # which says what it should be
    if record.get("format") == FORMAT:
        raise RecordError("these are arena results, not records; sanssouci arena --records FILE writes records")
    return read_seen(record) if "seat" in record else (Game.from_record(record, running=True), None)


def _placed(text: str, box: Box | None) -> Game | View:
    """A complete position, or one as a seat sees it."""
    if "@" not in text.split()[0] and text.split()[0] not in named():
        raise PositionError("this line is neither a record (a JSON object) nor a position")
    try:
        return View.from_text(text, box=box)
    except PositionError:
        return Game.from_text(text, box=box)


def _box(name: str | None) -> Box | None:
    try:
        return None if name is None else load(name)
    except BoxError as error:
        raise UsageError(str(error)) from None


def _gone_back(game: Game, move: int | None) -> Game:
    """Take moves back until that many are left."""
    last = len(game.moves)
    if move is not None and move > last:
        choice = f"choose one with --move, 0 to {last - game.is_over}"
        raise UsageError(f"--move {move}: the record has {last} moves; {choice}")
    for _ in range(0 if move is None else last - move):
        game.pop()
    return game
