"""A player that takes the most points it can get at once."""

from typing import SupportsIndex

import numpy as np

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.player import check_turn, luck_of


class GreedyPlayer:
    """Plays a turn that scores the most points now, choosing at random among equal ones."""

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self._random = luck_of(seed)

    def choose(self, view: View) -> Move:
        """Choose one of the turns with the most points."""
        check_turn(view)
        if view.is_setup:
            return view.legal_moves.move(int(self._random.random() * len(view.legal_moves)))
        turns = view.legal_moves.table()
        best = np.flatnonzero(turns[:, -1] == turns[:, -1].max())
        return view.legal_moves.move(int(best[int(self._random.random() * len(best))]))
