"""All colours of the pictures. Change one here and it changes everywhere.

`CLASSES` says what a class of the drawings in `symbols/*.svg` means; `ROWS` has the colours of the garden's rows. The
pattern of a row is drawn in `symbols/patterns.svg`: every row has its own, so that colour is never the only signal.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from sanssouci.box.words import Row

INK: Final = "#2f2b27"  # lines and letters
FAINT: Final = "#75695a"  # letters that matter less
PAPER: Final = "#f8f5ec"  # the page
PANEL: Final = "#fffdf7"  # a player's part of the page
RULE: Final = "#cfc3a6"  # thin lines between parts
PLATE: Final = "#fffcf2"  # a tile, a card
SAND: Final = "#efe6d0"  # gravel: terrace, empty spaces
GOLD: Final = "#b98a2c"
GREEN: Final = "#2f5d46"  # the back of tiles and cards
WINE: Final = "#842440"  # nobles, missions
LEGAL: Final = "#1668b8"  # what may be chosen
LAST: Final = "#b4480c"  # what the last move did


class Tint(NamedTuple):
    """The colours of a row: its ground, and the pattern drawn on it."""

    ground: str
    grain: str


# By the row's id in the box.
ROWS: Final[Mapping[str, Tint]] = {
    "beige": Tint("#eadfc3", "#cdbb8f"),
    "plain": Tint("#e9e3d4", "#c9bfa6"),
    "white": Tint("#fbfaf5", "#c3bfb0"),
    "grey": Tint("#c3c7ca", "#969da3"),
    "orange": Tint("#f2b878", "#d18a3c"),
    "violet": Tint("#c9b6e4", "#9b80c6"),
    "turquoise": Tint("#93d3cb", "#55a79d"),
    "red": Tint("#eaa79b", "#cc7567"),
    "yellow": Tint("#f4e191", "#cfb045"),
    "blue": Tint("#a8c6ec", "#6b97cf"),
    "purple": Tint("#c9abdd", "#9d74ba"),
}
# By value, for a box whose rows have other names.
_OTHER: Final = ("plain", "red", "yellow", "blue", "purple", "grey")


def tint(row: Row) -> Tint:
    """The colours of a row."""
    return ROWS.get(row.id) or ROWS[_OTHER[(row.value - 1) % len(_OTHER)]]


_ROUND: Final = {"stroke-linecap": "round", "stroke-linejoin": "round"}

# What the classes in the drawings stand for, as attributes of SVG.
CLASSES: Final[Mapping[str, Mapping[str, str]]] = {
    # lines
    "ink": {"fill": INK},
    "edge": {"stroke": INK, "stroke-width": "1.3", "stroke-linejoin": "round"},
    "line": {"fill": "none", "stroke": INK, "stroke-width": "1.3", **_ROUND},
    "halo": {"fill": PLATE, "stroke": PLATE, "stroke-width": "3.6", "stroke-linejoin": "round"},
    "glyph": {"fill": "none", "stroke": "currentColor", "stroke-width": "2.3", **_ROUND},
    "current": {"fill": "currentColor"},
    # stone and buildings
    "marble": {"fill": "#fbf8f0"},
    "stone": {"fill": "#cdc4b2"},
    "shade": {"fill": "#a79d8b"},
    "clay": {"fill": "#c67b4e"},
    "copper": {"fill": "#6f9d93"},
    "facade": {"fill": "#f3d98f"},
    "glass": {"fill": "#5d7480"},
    "gold": {"fill": "#d9ad4a"},
    "gilt": {"fill": "none", "stroke": GOLD, "stroke-width": "1", **_ROUND},
    "rim": {"fill": "none", "stroke": INK, **_ROUND},
    "wall": {"fill": "none", "stroke": "#ddd5c4", **_ROUND},
    # what grows and flows
    "hedge": {"fill": "none", "stroke": "#41703a", "stroke-width": "4.4", "stroke-linecap": "butt"},
    "leaf": {"fill": "#6d9f55"},
    "light": {"fill": "none", "stroke": "#cfe3bd", "stroke-width": "1.6", **_ROUND},
    "wood": {"fill": "#7d5a3a"},
    "rose": {"fill": "#d9587c"},
    "grape": {"fill": "#7d55a0"},
    "jet": {"fill": "none", "stroke": "#3d84b8", "stroke-width": "2.6", **_ROUND},
    # people and animals
    "pale": {"fill": "#fdf8e8"},
    "skin": {"fill": "#f0cfae"},
    "straw": {"fill": "#f0d27a"},
    "apron": {"fill": GREEN},
    "coat": {"fill": WINE},
    "lace": {"fill": "#f3d7de"},
    "bristle": {"fill": "#4d3a2e", "stroke": "#4d3a2e", "stroke-width": "1", **_ROUND},
    "hide": {"fill": "#7a6050"},
    "ivory": {"fill": "#fffdf0"},
    # tiles and cards
    "plate": {"fill": PLATE},
    "back": {"fill": GREEN},
    "wine": {"fill": WINE},
    "wine-line": {"fill": "none", "stroke": WINE, "stroke-width": "1.2", **_ROUND},
    "lace-line": {"fill": "none", "stroke": "#e9b8c4", "stroke-width": "1.1", **_ROUND},
    "trellis": {"fill": "none", "stroke": "#86ab8f", "stroke-width": "1", **_ROUND},
}
