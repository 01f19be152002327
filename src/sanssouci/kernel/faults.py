"""What can be wrong with a position: one sentence for developers, and a key for those who lay a table out by hand."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

# What somebody who enters a position can get wrong: the text `fault.KEY`. Other faults need no words of their own.
FaultKey = Literal[
    "same garden",
    "same reward",
    "tiles laid",
    "cards discarded",
    "card in hand and discarded",
    "cards in hand",
    "missions",
    "same mission",
    "noble on gardener",
    "noble on free square",
    "noble cut off",
    "nobles walked",
    "score",
    "boar not on free square",
    "boar has not moved yet",
    "display",
    "too many tiles",
    "garden missing",
    "reward missing",
    "score missing",
    "printed square",
]


class PositionFault(NamedTuple):
    """One thing that cannot be right, and where."""

    sentence: str
    key: FaultKey | None = None
    values: Mapping[str, int | str] = {}  # for the text of the key: numbers, `column` and `square`
    open: bool = False  # it may yet become right, by what is still to be entered
    seat: int | None = None

    def __str__(self) -> str:
        return self.sentence if self.seat is None else f"seat {self.seat}: {self.sentence}"
