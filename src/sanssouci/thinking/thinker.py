"""The entry points that players think with, interpreted or compiled like those of the rules.

They are a separate family: whoever only plays never compiles them, and a change to the evaluation leaves the
compiled rules alone. Rules are inlined into them, so a change to the rules compiles both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sanssouci.kernel
import sanssouci.thinking
from sanssouci.kernel.compiling import Family, wants_compiled
from sanssouci.kernel.engine import PLAIN, RULES
from sanssouci.kernel.playout import step_at_random
from sanssouci.thinking import ending, inputs, judging, network, outcomes, policy, searching, terms

PLAYERS: Final = Family(
    name="players",
    seconds=40,
    packages=(sanssouci.kernel, sanssouci.thinking),
    constants=RULES.constants,
    plain=PLAIN | {"effects", "thinker", "workspace"},
    called=frozenset(
        {
            policy.best_turn,
            policy.make_move,
            terms.list_terms,
            inputs.look,
            network.change_sums,
            network.correction,
            judging.judged_turn,
            searching.play_on,
            step_at_random,
        }
    ),
    entry_points={
        "best_turn": (policy.best_turn, "i(t, w, w, w, i, i)"),
        "rank_turns": (judging.rank_turns, "void(t, w, w, h, m, w, m, h, h, w)"),
        "search": (searching.search, "i(t, w, w, h, w, m, w, m, m, h, h, m, w, i, i, i, i, i, i, m)"),
        "finish": (ending.finish, "i(t, w, w, m, w, m, m, m)"),
        "outlook": (searching.outlook, "i(t, w, i, w, w, w, i, i, i, w)"),
        "outcomes": (outcomes.outcomes, "i(t, w, i, w, h, m, w, m, m, h, h, m, w, i, i, i, i, i, m)"),
    },
)


@dataclass(frozen=True, slots=True)
class Thinker:
    """The entry points that players think with."""

    best_turn: Callable[..., int]
    rank_turns: Callable[..., None]
    search: Callable[..., int]
    finish: Callable[..., int]
    outlook: Callable[..., int]
    outcomes: Callable[..., int]


@lru_cache(maxsize=1)
def thinker() -> Thinker:
    """What players think with: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    return compiled() if wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def interpreted() -> Thinker:
    """The plain functions."""
    return Thinker(**PLAYERS.interpreted())


@lru_cache(maxsize=1)
def compiled() -> Thinker:
    """The functions as machine code, from the cache or compiled now."""
    return Thinker(**PLAYERS.compiled())
