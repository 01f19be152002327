"""The arrays that the entry points work in. Their callers keep them from one call to the next and never look inside."""

import numpy as np
import numpy.typing as npt

from sanssouci.kernel.layout import MAX_SEATS, RESULT_WORDS, STATE_WORDS
from sanssouci.thinking.learning import TRAIL_ROWS, TRAIL_WORDS
from sanssouci.thinking.places import MOST_TERMS
from sanssouci.thinking.policy import DESK_WORDS
from sanssouci.thinking.searching import WORLDS


class Workspace:
    """Working space for one call at a time."""

    __slots__ = ("desk", "rows", "terms", "worlds")

    def __init__(self) -> None:
        self.desk: npt.NDArray[np.int64] = np.zeros(DESK_WORDS, np.int64)
        self.worlds: npt.NDArray[np.int64] = np.zeros((WORLDS, STATE_WORDS), np.int64)
        self.rows: npt.NDArray[np.int64] = np.zeros((MAX_SEATS, RESULT_WORDS), np.int64)
        self.terms: npt.NDArray[np.int64] = np.zeros(MOST_TERMS, np.int64)


def new_trail() -> npt.NDArray[np.int64]:
    """Where `learn` notes the turns of a game."""
    return np.zeros((TRAIL_ROWS * MAX_SEATS, TRAIL_WORDS), np.int64)
