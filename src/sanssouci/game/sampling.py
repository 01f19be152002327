"""Whole games that could be the one behind a view."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from sanssouci.game.chances import Luck
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.legal import ends_move
from sanssouci.game.lexicon import Array
from sanssouci.game.options import check_luck, choose_luck, seed_words
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import seat_base

if TYPE_CHECKING:
    from sanssouci.game.view import View


def sample(view: "View", seed: SupportsIndex | None, luck: Luck) -> Game:
    """The game for `View.sample`."""
    if view.is_chance and view.is_setup:
        raise SanssouciError("the set-up is still being dealt; a view can be sampled when a player must decide")
    number, is_own = choose_luck(seed), check_luck(luck) == "own"
    dealt = np.empty(layout.STATE_WORDS, np.int64)
    engine.engine().redeal(view.table, view._state, view.eyes, *seed_words(number), dealt)
    game = Game._from_state(view._lexicon, dealt, None if is_own else number)
    game._seed_holds = False  # this seed might have dealt other hands and missions
    before, steps = view._under_way()
    if steps:
        game._before = game._start = _before_steps(before, dealt, steps)
        game._steps = list(steps)
        if ends_move(steps[-1]):
            game._finish(view.move_of(steps), game._steps)
    if game.is_chance:
        game._settle()
    return game


def _before_steps(before: Array, dealt: Array, steps: Sequence[int]) -> Array:
    """A view before the first steps of a move, with the hands and missions that were dealt for the view after them."""
    state, mover = before.copy(), int(before[layout.SEAT])
    for seat in range(int(before[layout.PLAYERS])):
        base = seat_base(seat)
        for word in (layout.HAND, layout.MISSIONS):
            state[base + word] = dealt[base + word]
    if steps[0] >= layout.CARD_CODE:
        state[seat_base(mover) + layout.HAND] |= 1 << (steps[0] - layout.CARD_CODE)
    return state
