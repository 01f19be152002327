"""States as arrays: a new one, and one as a seat may see it."""

import numpy as np

from sanssouci.box import Expansions
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.kernel import engine, layout


def new_state(words: Lexicon, players: int, expansions: Expansions, first: int) -> Array:
    """The state of a game before anything is dealt."""
    state = np.zeros(layout.STATE_WORDS, np.int64)
    engine.engine().new_game(words.table, state, players, expansions.flags, first)
    return state


def seen_state(state: Array, seat: int) -> Array:
    """A state as a seat may see it."""
    observation = np.empty(layout.STATE_WORDS, np.int64)
    engine.engine().observe(state, seat, observation)
    return observation
