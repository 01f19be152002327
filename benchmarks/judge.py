"""The judge on its own: one move ahead by the evaluation as its network corrects it, without search (docs/judge.md).

    sanssouci arena benchmarks.judge:Judge benchmarks.flat:KingsEvaluation --games 400
    JUDGE=folder sanssouci arena …                          # another network, as judge_school has written it
    python -m benchmarks.judge                              # how many evaluations a second on one core

Sides are chosen as `KingsEvaluation` chooses them, so that the two differ in nothing but the judge.
"""

import os
import time
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from benchmarks.flat import OnKingsEvaluation

from sanssouci import Game, Move, View
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.judge.court import court
from sanssouci.judge.workspace import JudgeSpace
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind
from sanssouci.players.networks import Network, digest, network_file, read_network

Array = npt.NDArray[np.int64]
NETWORKS: Final = Path(os.environ.get("JUDGE", Path(__file__).parent / "networks"))
HASH: Final = "edbbce2d4498b3a5"  # of the network for two players that lies there
CANDIDATES: Final = 32  # of the evaluation alone, which are judged


def network_for(players: int) -> Network:
    """The network for a number of players, without expansions."""
    return read_network(network_file(players, BASIC_GAME, NETWORKS))


class Judge:
    """The move of greatest corrected value; sides by rollouts."""

    def __init__(self, seed: int | None = None) -> None:
        self._flat = OnKingsEvaluation(seed)
        self._mind = Mind(KINGS_EXPERIENCE)
        self._space: JudgeSpace | None = None

    def choose(self, view: View) -> Move:
        """The candidate that the judge prefers."""
        if view.is_setup:
            return self._flat.choose(view)
        moves, _ = self._mind.candidates(view, CANDIDATES)
        return view.move_of(moves[int(self.values(view, moves).argmax()), :5].tolist())

    def values(self, view: View, moves: Array) -> Array:
        """The corrected values of whole moves, in units."""
        net = read_network(network_file(view.players, view.expansions, NETWORKS))
        if self._space is None or self._space.sums.shape[1] != net.shape[1]:
            self._space = JudgeSpace(net.shape[1])
        values = np.zeros(len(moves), np.int64)
        court().judge_turns(
            view.table,
            view.start.state.copy(),
            self._mind.weights(view),
            net,
            np.ascontiguousarray(moves),
            self._mind.workspace.terms,
            self._space.words,
            self._space.sums,
            self._space.clipped,
            values,
        )
        return values


def main() -> None:
    """Measure evaluations a second: what the judge sees, the changed sums of the first layer, the others."""
    net = network_for(2)
    game, states, seats = Game(seed=1), [], []
    mind = Mind(KINGS_EXPERIENCE)
    while game.seat is not None:
        view = game.view(game.seat)
        moves, _ = mind.candidates(view, 10)
        for move in moves if not view.is_setup else ():
            after = view
            for code in move[:5].tolist():
                after = after.after(code) if code >= 0 else after
            states.append(after.state.copy())
            seats.append(view.eyes)
        game.push(view.move_of(moves[0, :5].tolist()))
    rows, space = np.array(states), JudgeSpace(net.shape[1])
    out, rounds = np.zeros(len(rows), np.int64), 20
    arguments = (game.table, rows, np.array(seats), net, space.words, space.sums, space.clipped, out)
    court().judge_states(*arguments)
    best = min(_seconds(arguments, rounds) for _ in range(100))  # short ones: other work comes in between
    print(f"network {digest(net)}: {len(rows) * rounds / best:,.0f} evaluations a second on one core")


def _seconds(arguments: tuple[object, ...], rounds: int) -> float:
    start = time.perf_counter()
    for _ in range(rounds):
        court().judge_states(*arguments)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
