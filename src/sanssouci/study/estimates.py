"""Figures with their errors: a mean over samples, and how far it may be from the truth."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sanssouci.arena.statistics import REACH

Floats = npt.NDArray[np.float64]

DIGITS: Final = 6  # to which figures are rounded


class Figure(NamedTuple):
    """A figure and its error: with 95 % confidence the truth lies within `error` of `value`."""

    value: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether the figure is further from zero than its error."""
        return abs(self.value) > self.error

    def __neg__(self) -> "Figure":
        return Figure(-self.value, self.error)

    def plus(self, other: "Figure") -> "Figure":
        """The sum of two independent figures."""
        return Figure(round(self.value + other.value, DIGITS), round(math.hypot(self.error, other.error), DIGITS))


class Worth(NamedTuple):
    """What something is worth to a seat: final points, and a share of the win from 0 to 1."""

    points: Figure
    win: Figure

    def __neg__(self) -> "Worth":
        return Worth(-self.points, -self.win)

    def plus(self, other: "Worth") -> "Worth":
        """The sum of two independent worths."""
        return Worth(self.points.plus(other.points), self.win.plus(other.win))


NOTHING: Final = Worth(Figure(0.0, 0.0), Figure(0.0, 0.0))


def mean_of(samples: Floats) -> Figure:
    """The mean of independent samples."""
    spread = float(samples.std(ddof=1)) if len(samples) > 1 else 0.0
    error = REACH * spread / math.sqrt(len(samples))
    return Figure(round(float(samples.mean()), DIGITS), round(error, DIGITS))


def worth_of(samples: Floats) -> Worth:
    """The mean of rows of samples: points, share of the win."""
    return Worth(mean_of(samples[:, 0]), mean_of(samples[:, 1]))


def total_of(worths: list[Worth]) -> Worth:
    """The sum of independent worths."""
    total = NOTHING
    for worth in worths:
        total = total.plus(worth)
    return total


def adding_up(parts: Sequence[float], total: float) -> list[float]:
    """Parts of a sum, rounded to tenths in such a way that they add up to the total, rounded likewise."""
    floors = [math.floor(part * 10) for part in parts]
    missing = round(total * 10) - sum(floors)
    nearest = sorted(range(len(parts)), key=lambda index: floors[index] - parts[index] * 10)
    raised = set(nearest[: max(0, missing)])
    return [(floor + (index in raised)) / 10 for index, floor in enumerate(floors)]
