"""How the pieces of expansions look, from `pieces.json`: the web client reads the same file."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from sanssouci.looks.squares import Frame

_FILE: Final[Mapping[str, Any]] = json.loads(files(__package__).joinpath("pieces.json").read_bytes())


class Look(NamedTuple):
    """How a piece looks in pictures, on a terminal and in plain characters."""

    drawing: str  # a symbol of `symbols/figures.svg`
    place: Frame  # on a square, with room for a mark in its corner
    sign: str
    ascii: str
    plain: str


LOOKS: Final[Mapping[str, Look]] = {  # by the name of the expansion
    name: Look(**{**look, "place": Frame(**look["place"])}) for name, look in _FILE.items()
}
