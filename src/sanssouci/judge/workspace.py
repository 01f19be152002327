"""The arrays that the judge works in. Their callers keep them from one call to the next and never look inside."""

import numpy as np
import numpy.typing as npt

from sanssouci.judge.choosing import SPACE_ROWS, SPACE_WORDS
from sanssouci.judge.network import CLIPPED_ROWS, SUM_ROWS


class JudgeSpace:
    """Working space for one call at a time, for networks of one width."""

    __slots__ = ("clipped", "sums", "words")

    def __init__(self, width: int) -> None:
        self.words: npt.NDArray[np.int64] = np.zeros((SPACE_ROWS, SPACE_WORDS), np.int64)
        self.sums: npt.NDArray[np.int32] = np.zeros((SUM_ROWS, width), np.int32)
        self.clipped: npt.NDArray[np.int16] = np.zeros((CLIPPED_ROWS, width), np.int16)
