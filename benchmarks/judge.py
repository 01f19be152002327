"""The judge on its own: one move ahead by the evaluation as its network corrects it, without search (docs/judge.md).

    sanssouci arena benchmarks.judge:Judge benchmarks.flat:KingsEvaluation --games 400
    JUDGE=folder sanssouci arena …                          # another network, as judge_school has written it
    python -m benchmarks.judge                              # how many evaluations a second on one core
    python -m benchmarks.judge --layers 1024 16 32          # … of a network of that shape, with weights of chance

    sanssouci arena benchmarks.judge:Search king:samples=5000 --games 300    # in the search, an eighth of a second each

Sides of `Judge` are chosen as `KingsEvaluation` chooses them, so that the two differ in nothing but the judge.
"""

import argparse
import os
import time
from pathlib import Path
from typing import Final

import numpy as np
from benchmarks.flat import OnKingsEvaluation

from sanssouci import Game, Move, View
from sanssouci.judge.court import court
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Budget, Mind, Stage
from sanssouci.players.networks import Network, check_sums, digest, empty_network, network_for
from sanssouci.players.player import luck_of
from sanssouci.thinking import inputs, network
from sanssouci.thinking.workspace import JudgeSpace

NETWORKS: Final = Path(os.environ.get("JUDGE", Path(__file__).parent / "networks"))
HASHES: Final = {"judge-2": "daf6b0156cdeb269", "large/judge-2": "568ce6f27e106989"}  # of the networks that lie there
PLAN: Final = (Stage(24, rounds=2, until=0.25, judged=2), Stage(6, rounds=8, judged=8))
EIGHTH: Final = 2100  # playouts in the time in which the king has 5,000


def kept(view: View) -> Network:
    """The network for a view, in the folder of this benchmark."""
    return network_for(view, NETWORKS)


class Judge:
    """The move of greatest corrected value; sides by rollouts."""

    def __init__(self, seed: int | None = None) -> None:
        self._flat = OnKingsEvaluation(seed)
        self._mind = Mind(KINGS_EXPERIENCE, kept)

    def choose(self, view: View) -> Move:
        """The turn that the judge prefers, of all there are."""
        if view.is_setup:
            return self._flat.choose(view)
        moves, _ = self._mind.candidates(view, 1)
        return view.move_of(moves[0, :5].tolist())


class Search:
    """The king's search with the judge in every turn that it plays on, for `samples` playouts."""

    samples = EIGHTH
    plan = PLAN

    def __init__(self, seed: int | None = None) -> None:
        self._random = luck_of(seed)
        self._mind = Mind(KINGS_EXPERIENCE, kept)

    def choose(self, view: View) -> Move:
        """The move that wins most often."""
        budget = Budget(samples=self.samples)
        return self._mind.try_out(view, self.plan, budget, self._random.getrandbits(126), exact=True)[0].move


class SearchFirst(Search):
    """The judge in the first round only, and where a playout stops: three times as many playouts in the same time."""

    plan = (Stage(24, rounds=2, until=0.25, judged=1), Stage(6, rounds=8, judged=1))


class SearchLeaves(Search):
    """The judge only for candidates and where a playout stops."""

    plan = (Stage(32, rounds=3, until=0.25), Stage(6, rounds=8))


def chance_network(first: int, second: int, third: int) -> Network:
    """A network of a shape, whose weights are about as large as those of one that has learnt."""
    luck, net = np.random.default_rng(1), empty_network(first, second, third)
    net[: inputs.INPUTS] = luck.integers(-20, 20, (inputs.INPUTS, first))
    net[network.SECOND :] = luck.integers(-150, 150, (second + third, first))
    check_sums(net)
    return net


def main() -> None:
    """Measure evaluations a second: what the judge sees, the changed sums of the first layer, the others."""
    parser = argparse.ArgumentParser(description=(main.__doc__ or "").split(":")[0])
    parser.add_argument("--layers", type=int, nargs=3, help="the shape of a network of chance, instead of a stored one")
    layers = parser.parse_args().layers
    game, states, seats = Game(seed=1), [], []
    net = chance_network(*layers) if layers else kept(game.view(0))
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
    arguments = (game.table, rows, np.array(seats), net, *space.arrays, out)
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
