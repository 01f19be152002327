"""Files that a command reads and writes."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sanssouci.cli.errors import UsageError


def input_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, or of standard input for `-`, each with its number."""
    if name == "-":
        yield from enumerate(sys.stdin.buffer, 1)
        return
    try:
        with Path(name).open("rb") as file:
            yield from enumerate(file, 1)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from None


@contextmanager
def output_file(name: str) -> Iterator[BinaryIO]:
    """A file to write to; it appears under its name only when it is complete.

    Links are followed. Anything that is not a plain file, such as a pipe or a device, is written to directly. A folder,
    or a place that cannot be written to, is refused before any work is done.
    """
    path = Path(name).resolve()
    if path.is_dir():
        raise UsageError(f"cannot write {name}: it is a folder")
    is_plain = path.is_file() or not path.exists()
    part = path.with_name(f".{path.name}.{os.getpid()}.part") if is_plain else path
    try:
        file = part.open("xb" if is_plain else "wb")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None
    try:
        with file:
            yield file
        if is_plain:
            if path.exists():
                shutil.copymode(path, part)
            part.replace(path)
    except BaseException as error:
        if is_plain:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise UsageError(f"cannot write {name}: {error.strerror}") from None
        raise
