"""The beginner: takes points when it sees them, and overlooks a good part of what it could do."""

from typing import Final, SupportsIndex

import numpy as np

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.player import check_turn, luck_of

_SEEN: Final = 0.35  # the share of its turns that it thinks of
_WHIM: Final = 2.0  # points by which its preferences vary


class PagePlayer:
    """Thinks of only some of its turns, and plays one that scores well now or that it happens to like.

    It never wastes a walk that it has seen, and would rather lay a structure than a gardener, as children do.
    """

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self._random = luck_of(seed)

    def choose(self, view: View) -> Move:
        """Choose among the turns that come to mind."""
        check_turn(view)
        if view.is_setup:
            return view.legal_moves.move(int(self._random.random() * len(view.legal_moves)))
        turns = view.legal_moves.table()
        noise = np.random.default_rng(self._random.getrandbits(64))
        actions = len(view.mask)  # the last of them leaves all nobles where they are (docs/actions.md)
        noticed = noise.random(actions) < _SEEN  # tiles and walks that come to its mind
        seen = noticed[turns[:, 1]] & (noticed[turns[:, 4]] | (turns[:, 4] == actions - 1))
        if not seen.any():
            seen[:] = True
        liking = turns[:, -1] + _WHIM * noise.random(actions)[turns[:, 1]] - (turns[:, 2] >= 0)
        best = int(np.argmax(np.where(seen, liking, -np.inf)))
        return view.legal_moves.move(best)
