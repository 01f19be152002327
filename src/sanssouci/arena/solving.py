"""The exact value of very small games, with all cards open: expectimax over everything that can happen.

Nothing is estimated and nothing is hidden, so the value bounds what any pair of players can reach. It is meant for the
box `micro` and for positions close to the end of larger ones; the number of positions grows very quickly.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

import numpy as np

from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.lexicon import Array
from sanssouci.kernel import layout
from sanssouci.kernel.chance import cases_of
from sanssouci.kernel.engine import engine
from sanssouci.kernel.layout import is_chance

Goal = Literal["win", "margin"]
_WORDS: Final = {"win": layout.RESULT_WINS, "margin": layout.POINTS_TOTAL}


class Solution(NamedTuple):
    """The value of a position for seat 0 (for seat 1 it is the opposite), and how many positions were looked at."""

    value: float
    positions: int  # different ones at the beginning of a turn


def solve(game: Game, goal: Goal = "win", *, progress: Callable[[int], None] | None = None) -> Solution:
    """The value of a two-player game when both know everything and play perfectly.

    Args:
        game: where to begin; with `Game(box, first=0, luck="own")`, before anything is dealt.
        goal: 'win' counts a victory as 1, a defeat as -1 and a shared victory as 0; 'margin' counts points more.
        progress: told the number of positions now and then.
    """
    solver = Solver(game, goal, progress=progress)
    return Solution(solver.value(game.state.copy()), len(solver.known))


class Solver:
    """A depth-first search that remembers positions between two turns, for any states of one game."""

    def __init__(self, game: Game, goal: Goal = "win", *, progress: Callable[[int], None] | None = None) -> None:
        if game.players != 2:
            raise SanssouciError(f"only games of two players have one value, and this one has {game.players}")
        if goal not in _WORDS:
            raise SanssouciError(f"the goal is one of {', '.join(_WORDS)}, not {goal!r}")
        self.known: dict[bytes, float] = {}
        self._table = game.table
        self._word = _WORDS[goal]  # of the results that is compared
        self._rules = engine()
        self._codes = np.empty(layout.SQUARES + 1, np.int64)
        self._results = np.empty((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)
        self._progress = progress

    def value(self, state: Array) -> float:
        """The value of a state, given as its words."""
        phase = int(state[layout.PHASE])
        if phase == layout.OVER:
            self._rules.results(self._table, state, self._results)
            return float(self._results[0, self._word] - self._results[1, self._word])
        if phase != layout.PLAY_CARD:
            return self._look(state, phase)
        key = state[: layout.seat_base(2)].tobytes()
        if key not in self.known:
            self.known[key] = self._look(state, phase)
            if self._progress is not None and len(self.known) % 1000 == 0:
                self._progress(len(self.known))
        return self.known[key]

    def _look(self, state: Array, phase: int) -> float:
        """The value by those of all positions that can come next."""
        count = self._rules.list_codes(self._table, state, self._codes)
        codes = self._codes[:count].tolist()
        values = [self._after(state, code) for code in codes]
        if is_chance(phase):
            cases = [int(cases_of(state, code)) for code in codes]
            return sum(map(float.__mul__, values, map(float, cases))) / sum(cases)
        return max(values) if state[layout.SEAT] == 0 else min(values)

    def _after(self, state: Array, code: int) -> float:
        after = state.copy()
        self._rules.apply(self._table, after, code)
        return self.value(after)
