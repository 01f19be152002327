"""The entry points of the judge, interpreted or compiled like those of the rules.

They are a separate family: the levels play without them, and what those think with compiles as quickly as before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sanssouci.judge
import sanssouci.kernel
import sanssouci.thinking
from sanssouci.judge import choosing, inputs, network, practice
from sanssouci.kernel.compiling import Family, wants_compiled
from sanssouci.thinking.policy import best_turn, carry_out
from sanssouci.thinking.terms import list_terms
from sanssouci.thinking.thinker import PLAYERS

JUDGE: Final = Family(
    name="judge",
    seconds=40,
    packages=(sanssouci.kernel, sanssouci.thinking, sanssouci.judge),
    constants=PLAYERS.constants,
    plain=PLAYERS.plain | {"court", "threads"},
    called=frozenset({best_turn, carry_out, list_terms, inputs.look, network.correction, network.change_sums}),
    entry_points={
        "look": (inputs.look, "void(t, w, i, w)"),
        "judge_turns": (choosing.judge_turns, "void(t, w, w, h, m, w, m, s, h, w)"),
        "judge_states": (choosing.judge_states, "void(t, m, w, h, m, s, h, w)"),
        "practise": (practice.practise, "i(t, w, w, h, w, m, s, h, m, i, i, i, i, i, i, i, i, m, m)"),
    },
)


@dataclass(frozen=True, slots=True)
class Court:
    """The entry points of the judge."""

    look: Callable[..., None]
    judge_turns: Callable[..., None]
    judge_states: Callable[..., None]
    practise: Callable[..., int]


@lru_cache(maxsize=1)
def court() -> Court:
    """The judge: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    return compiled() if wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def interpreted() -> Court:
    """The plain functions."""
    return Court(**JUDGE.interpreted())


@lru_cache(maxsize=1)
def compiled() -> Court:
    """The functions as machine code, from the cache or compiled now."""
    return Court(**JUDGE.compiled())
