"""Where on a square things are drawn, from `squares.json`."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

_FILE: Final[Mapping[str, Any]] = json.loads(files(__package__).joinpath("squares.json").read_bytes())

SIDE: Final[int] = _FILE["side"]


class Frame(NamedTuple):
    """Where a drawing lies, measured from the upper left corner of its square."""

    x: float
    y: float
    width: float
    height: float


class Reward(NamedTuple):
    """The drawing of a reward, and how far down its number is placed, as a fraction of its height."""

    drawing: str
    middle: float


PLACES: Final[Mapping[str, Frame]] = {name: Frame(**place) for name, place in _FILE["places"].items()}
REWARDS: Final[Mapping[str, Reward]] = {sign: Reward(**reward) for sign, reward in _FILE["rewards"].items()}
