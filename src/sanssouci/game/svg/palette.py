"""The colours of the pictures, by what they are used for; `looks/colours.json` says which they are.

The pattern of a row is drawn in `looks/symbols/patterns.svg`: every row has its own, so that colour is never the only
signal.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from sanssouci.looks.colours import NAMED, Tint, colour

INK: Final = colour("line")  # lines and letters
FAINT: Final = colour("faint")  # letters that matter less
PAPER: Final = colour("paper")  # the page
PANEL: Final = colour("panel")  # a player's part of the page
RULE: Final = colour("rule")  # thin lines between parts
PLATE: Final = colour("plate")  # a tile, a card
SAND: Final = colour("sand")  # gravel: terrace, empty spaces
GOLD: Final = colour("draw-gilt")
GREEN: Final = colour("green")  # the back of tiles and cards
LEGAL: Final = colour("legal")  # what may be chosen
LAST: Final = colour("last")  # what the last move did

Classes = Mapping[str, Mapping[str, str]]  # what classes in the drawings stand for, as attributes of SVG

_FILE: Final[Mapping[str, Mapping[str, str | float]]] = json.loads(
    files("sanssouci.looks").joinpath("classes.json").read_bytes()
)


def _painted(colours: Mapping[str, str]) -> Classes:
    """The classes with colours instead of their names."""
    return {
        word: {key: colours.get(str(value), str(value)) for key, value in attributes.items()}
        for word, attributes in _FILE.items()
    }


CLASSES: Final = _painted({name: colour(name) for name in NAMED})


def row_classes(row: Tint) -> Classes:
    """The classes of a row's pattern: the only ones that differ from box to box."""
    painted = _painted({"grain": row.grain})
    return {word: painted[word] for word, attributes in _FILE.items() if "grain" in attributes.values()}
