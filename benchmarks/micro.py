"""Computes what the box `micro` is worth to the seat that starts: with all cards open, and with hidden hands.

    python -m benchmarks.micro             # two minutes; writes build/bench/DATE-micro.json

With all cards open it is expectimax over the whole game (`sanssouci.arena.solving`). With hidden hands, OpenSpiel's
CFR+ plays the first round, in which alone hands are hidden: a deck has three cards, so that after one turn each
everybody knows what the other holds, and the rest is worth its expectimax. OpenSpiel gets the tree of the first round
as a file in Gambit's format, made of the states and information states of `python_sanssouci`.
"""

import argparse
import json
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

import pyspiel

import sanssouci.adapters.openspiel  # noqa: F401  # registers the game
from sanssouci import Game, __version__
from sanssouci.arena.solving import Solver
from sanssouci.kernel import layout

TURNS = 2  # in which hands are hidden


class Tree:
    """The first round as lines of a Gambit file: nodes in the order of a walk, depth first."""

    def __init__(self, solver: Solver) -> None:
        self.lines = ['EFG 2 R "micro" { "0" "1" }', '""']
        self.sets: tuple[dict[str, int], dict[str, int]] = ({}, {})  # of each player
        self._solver = solver
        self._ends = 0

    def add(self, state: Any) -> None:
        number = len(self.lines)
        if state.is_terminal() or state.words[layout.TURN] == TURNS:
            self._ends += 1
            value = self._solver.value(state.words)
            self.lines.append(f't "{number}" {self._ends} "" {{ {value!r} {-value!r} }}')
            return
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
            chances = " ".join(f'"c{action}" {chance!r}' for action, chance in state.chance_outcomes())
            self.lines.append(f'c "{number}" {number} "" {{ {chances} }} 0')
        else:
            actions, player = state.legal_actions(), state.current_player()
            sets = self.sets[player]
            known = sets.setdefault(state.information_state_string(player), len(sets) + 1)
            choices = " ".join(f'"a{action}"' for action in actions)
            self.lines.append(f'p "{number}" {player + 1} {known} "{known}" {{ {choices} }} 0')
        for action in actions:
            self.add(state.child(action))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=300, help="of CFR+ (default 300)")
    options = parser.parse_args()
    start = time.perf_counter()
    solver = Solver(Game("micro", first=0, luck="own"), "win")
    open_value = solver.value(Game("micro", first=0, luck="own").state.copy())
    print(f"with all cards open: {open_value:+.6f} ({time.perf_counter() - start:.0f} s)", flush=True)
    tree = Tree(solver)
    tree.add(pyspiel.load_game("python_sanssouci(box=micro)").new_initial_state())
    sets = sum(map(len, tree.sets))
    print(f"first round: {len(tree.lines) - 2} nodes, {sets} information sets", flush=True)
    game = pyspiel.load_efg_game("\n".join(tree.lines) + "\n")
    cfr = pyspiel.CFRPlusSolver(game)
    for _ in range(options.iterations):
        cfr.evaluate_and_update_policy()
    policy = cfr.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    gap = pyspiel.exploitability(game, policy)
    print(f"with hidden hands: {value:+.6f}, exploitability {gap:.1e} ({time.perf_counter() - start:.0f} s)")
    result = {
        "date": date.today().isoformat(),
        "sanssouci": __version__,
        "command": " ".join(["python -m benchmarks.micro", *sys.argv[1:]]),
        "box": Game("micro").box.digest[:16],
        "open": open_value,
        "positions": len(solver.known),
        "hidden": value,
        "exploitability": gap,
        "iterations": options.iterations,
        "nodes": len(tree.lines) - 2,
        "information sets": sets,
    }
    path = Path("build/bench") / f"{date.today().isoformat()}-micro.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
