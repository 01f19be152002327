"""A yardstick: plain information-set UCT with random rollouts (Cowling, Powley and Whitehouse 2012).

    sanssouci arena greedy benchmarks.uct:Uct --games 20

Every iteration re-deals what the view does not show, with luck of its own, and descends a single tree. A node is a list
of codes, whatever was dealt; UCB1 counts how often a child was available. The first new node ends the descent, and
random play to the end gives each seat its share of the win. It uses only this game's rules, not its players.
"""

import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from sanssouci import Game, Move, View
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import OVER, PHASE, PLAYERS, RESULT_WINS, SEAT

Array = npt.NDArray[np.int64]

EXPLORATION: Final = 0.7  # as in the paper
PORTION: Final = 2000  # iterations between two looks at the clock
FIRST_STREAM: Final = 64  # of luck for choosing what to try next, + depth; beyond the game's own streams

# The columns of the tree, which has one row per node, the root first.
CODE, PARENT, CHILD, SIBLING, ACTOR, VISITS, AVAILABLE, WINS = range(8)
WHOLE: Final = 12  # a whole win, which two to four winners share evenly


@lru_cache(maxsize=1)
def compiled() -> Callable[..., int]:
    """The search as machine code, built on the kernel's own entry points."""
    rules, redeal = engine.engine(), engine.engine().redeal
    list_legal, apply, settle = rules.list_codes, rules.apply, rules.settle
    play_out, results, draw = rules.play_out, rules.results, rules.draw
    select, add = numba.njit(nogil=True)(_select), numba.njit(nogil=True)(_add)
    give_out = numba.njit(nogil=True)(_give_out)

    def iterate(table: Any, view: Any, lucks: Any, tree: Any, size: int, desk: Any) -> int:
        state, rows, legal, found, trace = desk
        for number in range(len(lucks)):
            luck_0, luck_1 = lucks[number, 0], lucks[number, 1]
            redeal(table, view, view[SEAT], luck_0, luck_1, state)
            node, depth, is_new = 0, 0, False
            while state[PHASE] != OVER and not is_new:
                count = list_legal(table, state, legal)
                best, untried = select(tree, node, legal, count, found)
                if untried > 0:
                    code = legal[draw(luck_0, luck_1, FIRST_STREAM + depth, 0, untried)]
                    add(tree, node, size, code, state[SEAT])
                    best, is_new = size, True
                    size += 1
                node = best
                depth += 1
                apply(table, state, tree[node, CODE])
                settle(table, state, luck_0, luck_1, trace)
            play_out(table, state, luck_0, luck_1, trace[:0])
            results(table, state, rows)
            give_out(tree, node, rows, state[PLAYERS])
        return size

    machine_code: Callable[..., int] = numba.njit(nogil=True)(iterate)
    game = Game(seed=0)  # compile now, not during the first move
    nothing = np.zeros((0, 2), np.int64)
    machine_code(game.table, game.state.copy(), nothing, np.zeros((1, 8), np.int64), 1, new_desk())
    return machine_code


def _select(tree: Any, node: int, legal: Any, count: int, found: Any) -> tuple[int, int]:
    """The child that UCB1 chooses, and how many legal codes have no child yet; `legal` then begins with these."""
    child = tree[node, CHILD]
    while child > 0:
        found[tree[child, CODE]] = child
        child = tree[child, SIBLING]
    untried, best, best_bound = 0, -1, -1.0
    for index in range(count):
        child = found[legal[index]]
        if child == 0:
            legal[untried] = legal[index]
            untried += 1
            continue
        tree[child, AVAILABLE] += 1
        visits = tree[child, VISITS]
        mean = tree[child, WINS] / (WHOLE * visits)
        bound = mean + EXPLORATION * math.sqrt(math.log(tree[child, AVAILABLE]) / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    child = tree[node, CHILD]
    while child > 0:
        found[tree[child, CODE]] = 0
        child = tree[child, SIBLING]
    return best, untried


def _add(tree: Any, node: int, new: int, code: int, actor: int) -> None:
    """Add a child to a node, available once so far."""
    tree[new, :] = 0
    tree[new, CODE] = code
    tree[new, PARENT] = node
    tree[new, SIBLING] = tree[node, CHILD]
    tree[new, ACTOR] = actor
    tree[new, AVAILABLE] = 1
    tree[node, CHILD] = new


def _give_out(tree: Any, node: int, rows: Any, players: int) -> None:
    """Credit every node on the way up with the win share of the seat that chose it."""
    winners = 0
    for seat in range(players):
        winners += rows[seat, RESULT_WINS]
    while node > 0:
        tree[node, VISITS] += 1
        tree[node, WINS] += rows[tree[node, ACTOR], RESULT_WINS] * WHOLE // winners
        node = tree[node, PARENT]


def new_desk() -> tuple[Array, ...]:
    """Working space: a state, its results, legal codes, the child of each code, codes of chance."""
    return (
        np.zeros(layout.STATE_WORDS, np.int64),
        np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64),
        np.zeros(layout.SQUARES + 1, np.int64),
        np.zeros(layout.CODES, np.int64),
        np.zeros(layout.LONGEST_GAME, np.int64),
    )


class Uct:
    """Searches for a number of iterations per move, or for a number of seconds."""

    iterations: int | None = None
    seconds = 1.0

    def __init__(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)
        self._search = compiled()
        self._desk = new_desk()
        self.done = 0  # iterations of the last move

    def choose(self, view: View) -> Move:
        """The codes that were visited most, from the root down."""
        tree = self._grow(view)
        codes: list[int] = []
        node = 0
        while view.is_my_turn:
            legal = view.legal_codes
            children = [child for child in self._children(tree, node) if int(tree[child, CODE]) in legal]
            node = max(children, key=lambda child: int(tree[child, VISITS]), default=-1)
            codes.append(legal[-1] if node < 0 else int(tree[node, CODE]))
            view = view.after(codes[-1])
        return view.move_of(codes)

    def _grow(self, view: View) -> Array:
        """The tree after all iterations."""
        tree = np.zeros((1 << 16, 8), np.int64)
        size, self.done, end = 1, 0, time.perf_counter() + self.seconds
        while self.done < self.iterations if self.iterations is not None else time.perf_counter() < end:
            portion = PORTION if self.iterations is None else min(PORTION, self.iterations - self.done)
            if size + portion > len(tree):
                tree = np.concatenate((tree, np.zeros_like(tree)))
            lucks = self._random.integers(0, 1 << 62, size=(portion, 2))
            size = self._search(view.table, view.state.copy(), lucks, tree, size, self._desk)
            self.done += portion
        return tree

    @staticmethod
    def _children(tree: Array, node: int) -> list[int]:
        children = []
        child = int(tree[node, CHILD]) if node >= 0 else 0
        while child:
            children.append(child)
            child = int(tree[child, SIBLING])
        return children


class TenSixteenths(Uct):
    """Ten sixteenths of a second's iterations, at 353,000 per second: ten times the time of a king with 1/16 s."""

    iterations = 220_000


class Tried(Uct):
    """As many iterations as a calibration tries (strength.py)."""

    iterations = 50_000


class Tiny(Uct):
    """Hardly any iterations, to see whether it runs."""

    iterations = 200
