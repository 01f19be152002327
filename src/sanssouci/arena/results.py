"""The results file of a match: a header, then one line per game, in the order in which the games finished.

Lines are only ever appended. An interrupted match continues where it stopped, and a finished one can be extended.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import Played
from sanssouci.game.errors import SanssouciError

# What a difference in the header means to a person.
_NAMES: Final = {
    "version": "version of the file format",
    "sanssouci": "version of the program",
    "code": "code of the players or rules",
    "digest": "contents of the box",
    "files": "code of a player's file",
    "specs": "players",
    "players": "number of players",
    "limit": "time limit per move",
}


class Results:
    """The games of a match played so far, and the open file to which more are written."""

    def __init__(self, match: Match, played: dict[GameId, Played], file: BinaryIO | None = None) -> None:
        self._match = match
        self._file = file
        self.played = played

    def add(self, played: Played) -> None:
        """Add a game and write it at once."""
        if self._file is not None:
            _write(self._file, played.line(self._match.luck(played.id)))
        self.played[played.id] = played

    def kept(self) -> int:
        """The number of games in the file, also when an interruption fell between writing one and counting it."""
        if self._file is None:
            return 0
        self._file.flush()
        self._file.seek(0)
        return self._file.read().count(b"\n") - 1


@contextmanager
def open_results(match: Match, name: str | None) -> Iterator[Results]:
    """The results in a file, new or to be continued; without a name they are kept in memory only."""
    if name is None:
        yield Results(match, {})
        return
    try:
        file = Path(name).open("a+b")  # noqa: SIM115 (closed below; what is raised in between is not its fault)
    except OSError as error:
        raise SanssouciError(f"cannot use {name} for results: {error.strerror}") from None
    with file:
        lock(file, "match")
        if file.tell():
            played = _read(match, file)
        else:
            played = {}
            _write(file, match.header())
        yield Results(match, played, file)


def lock(file: BinaryIO, who: str) -> None:
    """Refuse a file that another process is writing to, where the system can tell."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SanssouciError(f"{file.name} is in use: another {who} is writing to it") from None


def _read(match: Match, file: BinaryIO) -> dict[GameId, Played]:
    """The games in a file, which must belong to the same match; a truncated last line is removed."""
    path = Path(file.name)
    file.seek(0)
    data = file.read()
    lines = data.split(b"\n")
    if len(lines) == 1:
        if not _line(match.header()).startswith(data):
            raise SanssouciError(f"{path}:1: this is not a results file of the arena")
        file.truncate(0)  # cut off within its first line
        _write(file, match.header())
        return {}
    _compare(path, _parse(path, 1, lines[0]), match.header())
    played: dict[GameId, Played] = {}
    wanted = len(match.lineups)
    for number, line in enumerate(lines[1:-1], 2):
        try:
            game = Played.from_line(_parse(path, number, line))
            seats = len(game.shares)
            good = 0 <= game.id.lineup < wanted and 0 <= game.id.rotation < seats == match.setting.players
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, SanssouciError):
                raise
            good = False
        if not good:
            raise SanssouciError(f"{path}:{number}: this line is not a game of the match")
        played.setdefault(game.id, game)
    file.truncate(len(data) - len(lines[-1]))
    return played


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise SanssouciError(f"{path}:{number}: this line is not a JSON object; is this a results file of the arena?")
    return value


def _compare(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse the results of another match."""
    if found.get("format") != wanted["format"]:
        raise SanssouciError(f"{path}:1: this is not a results file of the arena")
    for key, value in wanted.items():
        if found.get(key) != value:
            what = _NAMES.get(key, key)
            there = json.dumps(found.get(key), ensure_ascii=False)
            here = json.dumps(value, ensure_ascii=False)
            raise SanssouciError(
                f"{path} holds another match: its {what} is {there}, not {here}; name another file for this one"
            )


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _write(file: BinaryIO, value: dict[str, Any]) -> None:
    """Write a line and flush it."""
    try:
        file.write(_line(value))
        file.flush()
    except OSError as error:
        raise SanssouciError(f"cannot write to {file.name}: {error.strerror}") from None
