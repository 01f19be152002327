'''Loading boxes: those that come with the game by name, others from a file.

`load("ravensburger")` returns a published box, `load("small")` one for experiments, `load("my-box.toml")` the box in a
file. A box file is TOML; the published ones in `data/` show every table. A short one builds on another box:

```toml
format = 1
extends = "ravensburger"        # the name of a box, or the path of a file, relative to this file
id = "my-copy"
name = "Sanssouci with the gardens of my copy"

[gardens]                       # this table replaces that of the other box as a whole
printed = 15                    # printed squares on every side
[[gardens.board]]
id = "1"
A = """
#########
#........
.....#...
...#...#.
.#.......
......#..
"""
```

Every file gives its own `format`, `id` and `name`; any other table or value that it leaves out comes from the box it
extends. A table that settles what the published game leaves open says so with `assumed = true` and a `reason`;
players see these rulings. Whatever is wrong with a file, BoxError names the file, the key (items of a list count
from 1) and the fault.
'''

import os
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from sanssouci.box.box import Box
from sanssouci.box.document import read_document
from sanssouci.box.entry import shown
from sanssouci.box.errors import BoxError

PUBLISHED: Final = ("ravensburger", "imperial")
EXPERIMENTS: Final = ("small", "micro")  # boxes of our own, for research; people are not offered them
NAMED: Final = PUBLISHED + EXPERIMENTS
DATA: Final = Path(__file__).parent / "data"
MAX_BYTES: Final = 30_000  # several times the size of a published box
OWN: Final = ("format", "id", "name")  # never taken from the box that a file extends
# A dotted key of more parts than any here has. One of thousands would keep the parser busy for seconds.
_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY: Final = re.compile(rf"(?:^|[\[{{,])[ \t]*{_PART}(?:[ \t]*\.[ \t]*{_PART}){{8}}", re.MULTILINE)


def published() -> tuple[str, ...]:
    """Return the names of the published boxes."""
    return PUBLISHED


def named() -> tuple[str, ...]:
    """Return the names of all boxes that come with the game: the published ones, and those for experiments."""
    return NAMED


def load(name_or_path: str | os.PathLike[str]) -> Box:
    """Return a box that comes with the game by its name, or the box in a TOML file by its path; raises BoxError."""
    if isinstance(name_or_path, str) and not _is_path(name_or_path):
        return _load_named(_known(name_or_path, source="box", key="name"))
    try:
        path = Path(name_or_path)
    except TypeError:
        raise BoxError("box", "name", f"is {shown(name_or_path)}; must be a name or a path") from None
    return read_document(complete(path), str(path))


@cache
def _load_named(name: str) -> Box:
    path = DATA / f"{name}.toml"
    return read_document(complete(path), path.name)


def complete(path: Path) -> dict[str, object]:
    """Return what is in a file and in those that it extends, so far unchecked; raises BoxError."""
    return _document(path, ())


def _is_path(text: str) -> bool:
    return "/" in text or os.sep in text or text.endswith(".toml")


def _known(name: str, *, source: str, key: str) -> str:
    if name not in NAMED:
        fault = f"is {shown(name)}; must be one of {', '.join(NAMED)}, or the path of a TOML file"
        raise BoxError(source, key, fault)
    return name


def _document(path: Path, extended_by: tuple[Path, ...]) -> dict[str, object]:
    """Return the contents of a file, completed from the box that it extends."""
    document = parse(_content(path), str(path))
    if "extends" not in document:
        return document
    place = path.resolve()
    if place in extended_by:
        raise BoxError(str(path), "extends", "goes round in a circle; must lead to a complete box")
    base = _base(path, document.pop("extends"))
    inherited = _document(base, (*extended_by, place))
    read_document(inherited, str(base))  # so that a fault in the other file is reported under its name
    return {key: value for key, value in inherited.items() if key not in OWN} | document


def _base(path: Path, extends: object) -> Path:
    """Return the file of the box that the file at `path` extends."""
    if not isinstance(extends, str):
        raise BoxError(str(path), "extends", f"is {shown(extends)}; must be a name or a path")
    if _is_path(extends):
        return path.parent / extends
    return DATA / f"{_known(extends, source=str(path), key='extends')}.toml"


def parse(content: bytes, source: str) -> dict[str, object]:
    """Return the bare TOML of a file's content; raises BoxError."""
    if len(content) > MAX_BYTES:
        raise BoxError(source, "file", f"is larger than {MAX_BYTES} bytes; must be a box file")
    try:
        text = content.decode("utf-8-sig")
        if _LONG_KEY.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BoxError(source, "file", f"is not valid UTF-8, at byte {error.start}") from None
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        raise BoxError(source, "file", f"is not valid TOML: {error}") from None
    except RecursionError:
        raise BoxError(source, "file", "is nested too deeply; must be a box file") from None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BoxError(str(path), "file", f"cannot be read: {error.strerror}") from None
    except ValueError as error:  # a null byte in the path
        raise BoxError(str(path), "file", f"cannot be read: {error}") from None
