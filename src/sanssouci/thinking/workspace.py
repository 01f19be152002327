"""The arrays that the entry points work in. Their callers keep them from one call to the next and never look inside."""

import numpy as np
import numpy.typing as npt

from sanssouci.kernel.layout import MAX_SEATS, RESULT_WORDS, STATE_WORDS
from sanssouci.thinking.desk import DESK_WORDS
from sanssouci.thinking.judging import SPACE_ROWS, SPACE_WORDS
from sanssouci.thinking.learning import TRAIL_ROWS, TRAIL_WORDS
from sanssouci.thinking.network import CLIPPED_ROWS, SUM_ROWS
from sanssouci.thinking.places import MOST_TERMS
from sanssouci.thinking.searching import WORLDS


class Workspace:
    """Working space for one call at a time."""

    __slots__ = ("desk", "rows", "terms", "worlds")

    def __init__(self) -> None:
        self.desk: npt.NDArray[np.int64] = np.zeros(DESK_WORDS, np.int64)
        self.worlds: npt.NDArray[np.int64] = np.zeros((WORLDS, STATE_WORDS), np.int64)
        self.rows: npt.NDArray[np.int64] = np.zeros((MAX_SEATS, RESULT_WORDS), np.int64)
        self.terms: npt.NDArray[np.int64] = np.zeros(MOST_TERMS, np.int64)


class JudgeSpace:
    """Working space for one call at a time, for networks of one width."""

    __slots__ = ("clipped", "sums", "words")

    def __init__(self, width: int) -> None:
        self.words: npt.NDArray[np.int64] = np.zeros((SPACE_ROWS, SPACE_WORDS), np.int64)
        self.sums: npt.NDArray[np.int16] = np.zeros((SUM_ROWS, width), np.int16)
        self.clipped: npt.NDArray[np.int16] = np.zeros((CLIPPED_ROWS, width), np.int16)

    @property
    def arrays(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """All of it, in the order in which entry points take it."""
        return self.words, self.sums, self.clipped


def new_trail() -> npt.NDArray[np.int64]:
    """Where `learn` notes the turns of a game."""
    return np.zeros((TRAIL_ROWS * MAX_SEATS, TRAIL_WORDS), np.int64)
