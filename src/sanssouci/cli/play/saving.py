"""Saved games: a complete running record, who sits where, and the language."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_dir

from sanssouci.box import Box, BoxError, load
from sanssouci.cli.errors import UsageError
from sanssouci.cli.play.seats import HUMAN, KINDS, NAMES, Seats, fault_of, is_own
from sanssouci.cli.terminal import printable
from sanssouci.game.errors import RecordError
from sanssouci.game.game import Game
from sanssouci.game.record import FORMAT as RECORD
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from sanssouci.game.taken import seats_taken
from sanssouci.players.levels import DEFAULT_LEVEL
from sanssouci.texts import LANGUAGES, language_of

FORMAT: Final = "sanssouci-save"
VERSION: Final = 1
_MOST_BYTES: Final = 4_000_000


class SaveError(Exception):
    """A saved game is damaged; the text says how, in one line."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What is in a save file."""

    game: Game
    seats: Seats
    language: str
    box: Box  # with the words used in play
    box_name: str  # its name, or the path of its file


def data_folder() -> Path:
    """Where games are kept; SANSSOUCI_DATA_DIR overrides it."""
    return Path(os.environ.get("SANSSOUCI_DATA_DIR") or user_data_dir("sanssouci", appauthor=False))


def fresh_file() -> Path:
    """A file for a new game, under a name not yet taken."""
    folder = data_folder() / "saved"
    number = 1
    while (folder / f"game-{number}.json").exists():
        number += 1
    return folder / f"game-{number}.json"


def newest_file() -> Path:
    """The game that was saved last."""
    folder = data_folder() / "saved"
    files = sorted(folder.glob("game-*.json"), key=lambda file: file.stat().st_mtime_ns)
    if not files:
        raise UsageError(f"there is no saved game in {folder}; name a file: --resume FILE")
    return files[-1]


def write_save(file: Path, game: Game, seats: Seats, language: str, box: str) -> None:
    """Save a game; the file is replaced as a whole."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "language": language,
        "seats": list(seats.kinds),
        "box": box,
        "record": game.record(complete=True),
    }
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(part, file)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def read_save(file: Path) -> Saved:
    """The contents of a save file, with every event checked; SaveError if anything in it is wrong."""
    try:
        with file.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    try:
        return _read(content)
    except RecordError as error:
        raise SaveError(f"{file} is not a saved game: {printable(str(error), 300)}") from None


def _read(content: bytes) -> Saved:
    data: Any = read_line(content)
    if isinstance(data, dict) and data.get("format") == RECORD:
        return _read_taken(data)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"its format is neither {FORMAT!r} nor {RECORD!r}")
    if data.get("version") != VERSION:
        raise RecordError(f"its version is {data.get('version')!r}; this program reads version {VERSION}")
    game = Game.from_record(data.get("record"), running=True)
    kinds = data.get("seats")
    if not isinstance(kinds, list) or len(kinds) != game.players or not all(map(_is_kind, kinds)):
        raise RecordError(f"seats must be {game.players} of {', '.join(KINDS)}, or custom players")
    language = data.get("language")
    if language not in LANGUAGES:
        raise RecordError(f"language must be one of {', '.join(LANGUAGES)}")
    names = tuple(printable(name) or "?" for name in game.names or NAMES[: game.players])
    box_name = data.get("box")
    if not isinstance(box_name, str):
        raise RecordError("box must be a string")
    return Saved(game, Seats(tuple(kinds), names), language, words_of(game.box, box_name), box_name)


def _read_taken(record: dict[str, Any]) -> Saved:
    """A running game that was taken along from a server: its person is at this keyboard now."""
    game = Game.from_record(record, running=True)
    if game.is_over:
        raise RecordError("the game is over; sanssouci replay shows it")
    own = game.seat or 0
    kinds = seats_taken(record) or [HUMAN if seat == own else DEFAULT_LEVEL for seat in range(game.players)]
    if not all(kind in KINDS for kind in kinds):
        raise RecordError(f"x-seats must be {game.players} of {', '.join(KINDS)}")
    names = tuple(printable(name) or "?" for name in game.names or NAMES[: game.players])
    box = words_of(game.box, game.box.id)
    return Saved(game, Seats(tuple(kinds), names), language_of(os.environ), box, game.box.id)


def _is_kind(kind: object) -> bool:
    """Whether this can be a kind of seat; custom classes are not loaded, since a file may come from a stranger."""
    return isinstance(kind, str) and (":" in kind if is_own(kind) else fault_of(kind) is None)


def words_of(box: Box, name: str) -> Box:
    """The box with its words, if its file is still there and still the same."""
    try:
        found = load(name)
    except BoxError:
        return box
    return found if found.digest == box.digest else box


def append_record(file: Path, game: Game) -> None:
    """Add the record of a finished game to a file of records."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(write_line(game.record()) + "\n")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
