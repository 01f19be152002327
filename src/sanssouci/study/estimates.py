"""Figures with their errors: a mean over samples, and how far it may be from the truth."""

import math
from collections.abc import Sequence
from itertools import pairwise
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


class Worth(NamedTuple):
    """What something is worth to a seat: final points, and a share of the win from 0 to 1."""

    points: Figure
    win: Figure

    def __neg__(self) -> "Worth":
        return Worth(-self.points, -self.win)


NOTHING: Final = Worth(Figure(0.0, 0.0), Figure(0.0, 0.0))


def mean_of(samples: Floats) -> Figure:
    """The mean of independent samples."""
    spread = float(samples.std(ddof=1)) if len(samples) > 1 else 0.0
    error = REACH * spread / math.sqrt(len(samples))
    return Figure(round(float(samples.mean()), DIGITS), round(error, DIGITS))


def worth_of(samples: Floats) -> Worth:
    """The mean of rows of samples: points, share of the win."""
    return Worth(mean_of(samples[:, 0]), mean_of(samples[:, 1]))


def sum_of(plus: Sequence[Floats], minus: Sequence[Floats] = ()) -> Worth:
    """The sum of the means of several sets of samples, less those of others: each samples x (points, share of the win).

    Sample k has the same luck in all of them, so they depend on each other; some may have more samples than others.
    """
    parts = [(1, samples) for samples in plus] + [(-1, samples) for samples in minus]
    if not parts:
        return NOTHING
    values = np.sum([sign * samples.mean(axis=0) for sign, samples in parts], axis=0)
    lengths = sorted({len(samples) for _, samples in parts})
    gives = np.zeros((lengths[-1], 2))  # what each sample gives to the sum
    for sign, samples in parts:
        gives[: len(samples)] += sign * samples / len(samples)
    variances = np.zeros(2)
    for start, end in pairwise([0, *lengths]):  # samples from which the same sets are made
        if end - start > 1:
            variances += (end - start) * gives[start:end].var(axis=0, ddof=1)
    errors = REACH * np.sqrt(variances)
    return Worth(*(Figure(round(float(values[k]), DIGITS), round(float(errors[k]), DIGITS)) for k in range(2)))


def adding_up(parts: Sequence[float], total: float) -> list[float]:
    """Parts of a sum, rounded to tenths in such a way that they add up to the total, rounded likewise."""
    floors = [math.floor(part * 10) for part in parts]
    missing = round(total * 10) - sum(floors)
    nearest = sorted(range(len(parts)), key=lambda index: floors[index] - parts[index] * 10)
    raised = set(nearest[: max(0, missing)])
    return [(floor + (index in raised)) / 10 for index, floor in enumerate(floors)]
