"""Files of lines that grow in order while a command works, and from which it goes on after an interruption."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sanssouci.arena.results import lock
from sanssouci.cli.errors import UsageError
from sanssouci.game.errors import SanssouciError


class Kept:
    """A file to which lines are added, with those that it had."""

    def __init__(self, name: str, file: BinaryIO, lines: list[bytes]) -> None:
        self.name = name
        self._file = file
        self.lines = lines

    def cut(self, count: int) -> None:
        """Keep only the first `count` of the lines that were there."""
        self.lines = self.lines[:count]
        self._file.truncate(sum(map(len, self.lines)))

    def add(self, lines: bytes) -> None:
        """Write lines at once."""
        try:
            self._file.write(lines)
            self._file.flush()
        except OSError as error:
            raise UsageError(f"cannot write {self.name}: {error.strerror}") from None


@contextmanager
def kept(name: str, command: str) -> Iterator[Kept]:
    """A file of lines, new or to be continued; a last line that was cut off is removed, as soon as lines are added.

    After an interruption the person is told that the same command goes on from there.
    """
    path = Path(name)
    try:
        file = path.open("a+b")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None
    with file:
        try:
            lock(file, "command")
        except SanssouciError as error:
            raise UsageError(str(error)) from None
        file.seek(0)
        lines = file.read().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            _end(name, file, lines)
        found = Kept(name, file, lines)
        try:
            yield found
        except KeyboardInterrupt:
            print(
                f"sanssouci {command}: what is done is in {name}; the same command goes on from there", file=sys.stderr
            )
            raise


def _end(name: str, file: BinaryIO, lines: list[bytes]) -> None:
    """See to a last line without an end: an editor may have left it out, or an interruption cut off an object."""
    if lines[-1][:1] != b"{":
        raise UsageError(f"{name}:{len(lines)}: no command has written this line; name another file")
    try:
        json.loads(lines[-1])
    except (ValueError, RecursionError):
        lines.pop()
    else:
        lines[-1] += b"\n"
        file.write(b"\n")
        file.flush()
