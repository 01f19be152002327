"""Yardsticks: flat Monte Carlo over the best moves of a one-move evaluation, and such an evaluation on its own.

    sanssouci arena greedy benchmarks.flat:FlatMonteCarlo --games 20

The 24 best candidates are each played out 200 times, all with the same 200 seeds, every seat following the evaluation.
The move with the greatest mean lead over the best opponent is played; `ByWins` goes by the share of wins instead. The
rollouts are its own, so that the yardstick stays fixed while the levels' search changes. The one-move evaluation is the
courtier's, a level that consists of nothing else; `OnKings…` are the same with what the king has learnt.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from sanssouci import Game, Move, View
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import (
    CARD_CODE,
    GARDENER_CODE,
    MAX_COLUMNS,
    OVER,
    PHASE,
    PIECE_CODE,
    PLAY_CARD,
    PLAYERS,
    POINTS_TOTAL,
    RESULT_WINS,
    SEAT,
    SLOT_CODE,
    STAND_CODE,
    STRIDE,
    WALK_CODE,
)
from sanssouci.players.courtier import EXPERIENCE
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind
from sanssouci.thinking import desk as desk_at
from sanssouci.thinking import thinker
from sanssouci.thinking.desk import TURN_CARD, TURN_GARDENER, TURN_PIECE, TURN_SLOT, TURN_WALK

CANDIDATES: Final = 24
ROLLOUTS: Final = 200
SIDE_STREAM: Final = 64  # of luck for sides of boards, + seat; beyond the game's own streams
LEAD, WINS = range(2)  # the columns of a candidate's results
WHOLE: Final = 12  # a whole win, which two to four winners share evenly


@lru_cache(maxsize=1)
def compiled() -> Callable[..., None]:
    """The rollouts as machine code, built on the kernel's own entry points."""
    rules, mind = engine.engine(), thinker.thinker()
    apply, settle, results, draw = rules.apply, rules.settle, rules.results, rules.draw
    redeal, best_turn = rules.redeal, mind.best_turn
    square: Any = numba.njit(_square)
    count: Any = numba.njit(_count)

    def take_turn(table: Any, state: Any, weights: Any, desk: Any) -> None:
        best_turn(table, state, weights, desk, 0, 0)
        apply(table, state, CARD_CODE + desk[TURN_CARD])
        apply(table, state, SLOT_CODE + desk[TURN_SLOT])
        if desk[TURN_GARDENER] >= 0:
            apply(table, state, GARDENER_CODE + square(desk[TURN_GARDENER]))
        if desk[TURN_PIECE] >= 0:
            apply(table, state, PIECE_CODE + square(desk[TURN_PIECE]))
        apply(table, state, WALK_CODE + square(desk[TURN_WALK]) if desk[TURN_WALK] >= 0 else STAND_CODE)

    turn = numba.njit(nogil=True)(take_turn)

    def roll_out(table: Any, view: Any, weights: Any, moves: Any, lucks: Any, space: Any, out: Any) -> None:
        dealt, state, desk, rows, trace = space
        for number in range(len(lucks)):
            luck_0, luck_1 = lucks[number, 0], lucks[number, 1]
            redeal(table, view, view[SEAT], luck_0, luck_1, dealt)
            for index in range(len(moves)):
                state[:] = dealt
                for code in moves[index, :5]:
                    if code >= 0:
                        apply(table, state, code)
                settle(table, state, luck_0, luck_1, trace)
                while state[PHASE] != OVER:
                    if state[PHASE] == PLAY_CARD:
                        turn(table, state, weights, desk)
                    else:
                        apply(table, state, draw(luck_0, luck_1, SIDE_STREAM + state[SEAT], state[PHASE], 2))
                    settle(table, state, luck_0, luck_1, trace)
                results(table, state, rows)
                count(rows, state[PLAYERS], view[SEAT], out[index])

    machine_code: Callable[..., None] = numba.njit(nogil=True)(roll_out)
    view = Game(seed=0).view(0)  # compile now, not during the first move
    none = np.zeros((0, 5), np.int64), np.zeros((0, 2), np.int64)
    machine_code(view.table, view.state.copy(), Mind(EXPERIENCE).weights(view), *none, new_space(), none[1])
    return machine_code


def _square(bit: int) -> int:
    """The square of a bit, as action codes count them."""
    return bit // STRIDE * MAX_COLUMNS + bit % STRIDE


def _count(rows: Any, players: int, eyes: int, out: Any) -> None:
    """Add a seat's lead over the best of the others, and its share of the win."""
    winners, best = 0, -1
    for seat in range(players):
        winners += rows[seat, RESULT_WINS]
        if seat != eyes:
            best = max(best, rows[seat, POINTS_TOTAL])
    out[LEAD] += rows[eyes, POINTS_TOTAL] - best
    out[WINS] += rows[eyes, RESULT_WINS] * WHOLE // winners


def new_space() -> tuple[npt.NDArray[np.int64], ...]:
    """Working space: a state as dealt, one to play on, a desk for turns, results, codes of chance."""
    return (
        np.zeros(layout.STATE_WORDS, np.int64),
        np.zeros(layout.STATE_WORDS, np.int64),
        np.zeros(desk_at.DESK_WORDS, np.int64),
        np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64),
        np.zeros(layout.LONGEST_GAME, np.int64),
    )


class FlatMonteCarlo:
    """Gives every candidate the same number of rollouts, and nothing else."""

    column = LEAD
    rollouts = ROLLOUTS
    experience = EXPERIENCE

    def __init__(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)
        self._mind = Mind(self.experience)
        self._roll_out = compiled()
        self._space = new_space()

    def choose(self, view: View) -> Move:
        """The candidate with the best mean."""
        moves, _ = self._mind.candidates(view, CANDIDATES)
        moves = np.ascontiguousarray(moves[:, :5])
        out = np.zeros((len(moves), 2), np.int64)
        lucks = self._random.integers(0, 1 << 62, size=(self.rollouts, 2))
        weights = self._mind.weights(view)
        self._roll_out(view.table, view.state.copy(), weights, moves, lucks, self._space, out)
        return view.move_of(moves[int(out[:, self.column].argmax())].tolist())


class ByWins(FlatMonteCarlo):
    """The same, by the share of wins."""

    column = WINS


class OnKingsEvaluation(FlatMonteCarlo):
    """The same with the king's evaluation."""

    experience = KINGS_EXPERIENCE


class KingsEvaluation:
    """The king's evaluation on its own: the move that leaves the garden worth most; sides by rollouts."""

    def __init__(self, seed: int | None = None) -> None:
        self._flat = OnKingsEvaluation(seed)
        self._mind = Mind(KINGS_EXPERIENCE)

    def choose(self, view: View) -> Move:
        """The first candidate."""
        if view.is_setup:
            return self._flat.choose(view)
        moves, _ = self._mind.candidates(view, 1)
        return view.move_of(moves[0, :5].tolist())
