"""A player that takes every decision at random, step by step: a card, a tile it allows, and so on."""

from typing import SupportsIndex

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.player import check_turn, luck_of


class RandomPlayer:
    """Takes each step uniformly at random among its legal choices."""

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self._random = luck_of(seed)

    def choose(self, view: View) -> Move:
        """Choose at random."""
        check_turn(view)
        codes = list(view.steps)
        while view.is_my_turn:
            codes.append(self._pick(view.legal_codes))
            view = view.after(codes[-1])
        return view.move_of(codes)

    def _pick(self, codes: tuple[int, ...]) -> int:
        return codes[int(self._random.random() * len(codes))]
