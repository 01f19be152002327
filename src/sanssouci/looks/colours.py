"""All colours, from `colours.json`. Change one there and it changes in pictures, terminal and web client."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from sanssouci.box.words import Row

_FILE: Final[Mapping[str, Any]] = json.loads(files(__package__).joinpath("colours.json").read_bytes())
_NAMED: Final = ("page", "marks", "players", "things", "first page", "drawings")  # sections that map names to colours

Shades = str | list[str]  # one colour, or one by day and one by night

NAMED: Final[Mapping[str, Shades]] = {name: shades for section in _NAMED for name, shades in _FILE[section].items()}
TERMINAL: Final[Mapping[str, str]] = _FILE["terminal"]


class Tint(NamedTuple):
    """The colours of a row: its ground, the pattern drawn on it, and its ground in a terminal, which has no pattern."""

    ground: str
    grain: str
    terminal: str


def by_day(shades: Shades) -> str:
    """A colour by day: the pictures have no night version."""
    return shades if isinstance(shades, str) else shades[0]


# By the row's id in the box.
ROWS: Final[Mapping[str, Tint]] = {
    row: Tint(by_day(of["ground"]), by_day(of["grain"]), of["terminal"]) for row, of in _FILE["rows"].items()
}
_OTHERS: Final[list[str]] = _FILE["other rows"]  # by value, for a box whose rows have other names


def colour(name: str) -> str:
    """A colour by name, by day."""
    return by_day(NAMED[name])


def tint(row: Row) -> Tint:
    """The colours of a row."""
    return ROWS.get(row.id) or ROWS[_OTHERS[(row.value - 1) % len(_OTHERS)]]
