"""What is in the box: its facts as data, checked when they are loaded."""

from sanssouci.box.box import Box
from sanssouci.box.errors import BoxError
from sanssouci.box.gardens import GardenBoard
from sanssouci.box.loader import load, published
from sanssouci.box.rewards import Mark, RewardBoard
from sanssouci.box.squares import parse_square, square_name
from sanssouci.box.words import Column, Row, Ruling

__all__ = [
    "Box",
    "BoxError",
    "Column",
    "GardenBoard",
    "Mark",
    "RewardBoard",
    "Row",
    "Ruling",
    "load",
    "parse_square",
    "published",
    "square_name",
]
