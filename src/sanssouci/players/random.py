"""A player that takes every decision at random, step by step: a card, a tile it allows, and so on."""

from sanssouci.game.legal import list_codes, turn_of
from sanssouci.game.move import SIDES, Move, Side
from sanssouci.game.view import View
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance
from sanssouci.players.player import check_turn, luck_of


class RandomPlayer:
    """Takes each step evenly among its legal choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = luck_of(seed)

    def choose(self, view: View) -> Move:
        """Choose at random."""
        check_turn(view)
        lexicon, state = view._lexicon, view._state.copy()
        if view.is_setup:
            return Side(SIDES[self._pick(list_codes(lexicon, state))])
        before, steps = view._under_way()
        codes = list(steps)
        while not is_chance(int(state[layout.PHASE])) and state[layout.PHASE] != layout.OVER:
            codes.append(self._pick(list_codes(lexicon, state)))
            engine.engine().apply(lexicon.table, state, codes[-1])
        return turn_of(lexicon, int(before[layout.DISPLAY]), codes)

    def _pick(self, codes: list[int]) -> int:
        return codes[int(self._random.random() * len(codes))]
