"""OpenSpiel's information-set MCTS as a player for our arena.

    PYTHONPATH=. sanssouci arena king:time=0.0625 benchmarks.ismcts:Ismcts --games 40 --results FILE

It gets a view like every player, makes a state from it that could be true, and lets OpenSpiel's `ISMCTSBot` search from
there, which deals the hidden cards anew for every simulation. A decision has a quarter of the time, since a turn has
three to five of them. Its playouts are random games by the compiled rules, a hundred times as fast as OpenSpiel's own.
"""

import os
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

import sanssouci.adapters.openspiel  # noqa: F401  # registers the game
from sanssouci import Move, View
from sanssouci.kernel import layout
from sanssouci.kernel.engine import engine
from sanssouci.vector.single import share_out

SECONDS = float(os.environ.get("ISMCTS_SECONDS", "0.625"))  # a move; ten times the 1/16 s of the king it meets
DECISIONS = 4  # of a turn: every one gets its part of the time
EXPLORATION = 2.0


class Playouts:
    """An evaluator for OpenSpiel's searches: one random game to the end, in one call of the kernel."""

    def __init__(self, luck: np.random.Generator) -> None:
        self._luck = luck

    def evaluate(self, state: Any) -> list[float]:
        game, words = state.get_game(), state.words.copy()
        no_trace = np.empty(0, np.int64)
        engine().play_out(game.table, words, *self._luck.integers(2**62, size=2).tolist(), no_trace)
        out = np.empty((game.num_players(), layout.RESULT_WORDS), np.int64)
        engine().results(game.table, words, out)
        winners = np.flatnonzero(out[:, layout.RESULT_WINS]).tolist()
        shares = share_out(out[:, layout.POINTS_TOTAL].tolist(), winners, "win")
        return [game.num_players() * share - 1 for share in shares]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedBot(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, until its time is up instead of for a number of simulations."""

    def __init__(self, game: Any, seed: int, seconds: float) -> None:
        luck = np.random.RandomState(seed % 2**32)
        super().__init__(game, Playouts(np.random.default_rng(seed)), EXPLORATION, 1, random_state=luck)
        self._use_observation_string = True  # a view has no past
        self._seconds = seconds
        self.simulations = 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        self.reset()
        actions = state.legal_actions()
        if len(actions) == 1:
            return [(actions[0], 1.0)]
        end = time.perf_counter() + self._seconds
        self._root_node = self.create_new_node(state)
        while time.perf_counter() < end or self._root_node.total_visits < 1:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


class Ismcts:
    """A player for the arena."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = 0 if seed is None else seed
        self.bot: TimedBot | None = None

    def choose(self, view: View) -> Move:
        """Search decision by decision."""
        game = pyspiel.load_game(
            "python_sanssouci",
            {
                "box": view.box.id if view.box.source.startswith(view.box.id) else view.box.source,
                "players": view.players,
                "expansions": "+".join(view.expansions),
                "first": view.first,
            },
        )
        self.bot = TimedBot(game, self._seed, SECONDS / DECISIONS)
        codes = list(view.steps)
        while view.is_my_turn:
            codes.append(int(self.bot.step(game.state_of(view, self._seed + len(codes)))))
            view = view.after(codes[-1])
        return view.move_of(codes)
