"""What is in the box: its facts as data, checked when they are loaded."""

from sanssouci.box.box import Box
from sanssouci.box.errors import BoxError
from sanssouci.box.expansions import EXPANSIONS, Expansion, Expansions
from sanssouci.box.gardens import GardenBoard
from sanssouci.box.loader import load, named, published
from sanssouci.box.rewards import Mark, RewardBoard
from sanssouci.box.squares import parse_square, square_name
from sanssouci.box.words import Column, Row, Ruling

__all__ = [
    "EXPANSIONS",
    "Box",
    "BoxError",
    "Column",
    "Expansion",
    "Expansions",
    "GardenBoard",
    "Mark",
    "RewardBoard",
    "Row",
    "Ruling",
    "load",
    "named",
    "parse_square",
    "published",
    "square_name",
]
