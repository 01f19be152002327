"""A player of your own: one class with one method. It meets the others in the arena, and you at the table.

    sanssouci arena examples/your_player.py:YourPlayer greedy --games 200
    sanssouci play --text --seats human,examples/your_player.py:YourPlayer

This one weighs the points of a walk against how much of a tile's row and column is already built.
"""

import random
from collections import Counter

from sanssouci import Move, Turn, View


class YourPlayer:
    """Receives a View, which is what its seat may know, and returns a Move."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # the arena passes a seed, so that a match can be repeated

    def choose(self, view: View) -> Move:
        """Choose a move; called whenever it is this seat's turn (`view.eyes`)."""
        lines = Counter(sign for square in view.garden(view.eyes).built for sign in square)  # built squares per line
        return max(view.legal_moves, key=lambda move: (worth(move, lines), self.random.random()))


def worth(move: Move, lines: Counter[str]) -> float:
    """Estimate what a move is worth, in points."""
    if not isinstance(move, Turn):
        return 0.0  # choosing a side before the game
    square = move.gardener or move.tile
    return (int(move.walk[1]) if move.walk else 0) + lines[square[1]] / 9 + lines[square[0]] / 6
