"""The entry points of teaching, interpreted or compiled like those of the rules.

They are a separate family, which nobody compiles who only plays.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sanssouci.judge
import sanssouci.kernel
import sanssouci.thinking
from sanssouci.judge import practice
from sanssouci.kernel.compiling import Family, wants_compiled
from sanssouci.thinking import inputs, judging, learning
from sanssouci.thinking.policy import carry_out
from sanssouci.thinking.thinker import PLAYERS

JUDGE: Final = Family(
    name="judge",
    seconds=40,
    packages=(sanssouci.kernel, sanssouci.thinking, sanssouci.judge),
    constants=PLAYERS.constants,
    plain=PLAYERS.plain | {"court", "threads"},
    called=PLAYERS.called | {carry_out},
    entry_points={
        "look": (inputs.look, "void(t, w, i, w)"),
        "judge_states": (judging.judge_states, "void(t, m, w, h, m, h, h, w)"),
        "practise": (practice.practise, "i(t, w, w, h, w, m, h, h, m, i, i, i, i, i, i, i, i, m, m)"),
        "learn": (learning.learn, "i(t, w, w, w, w, m, m, i, i, i, i, i, i, i, i, i)"),
    },
)


@dataclass(frozen=True, slots=True)
class Court:
    """The entry points of teaching."""

    look: Callable[..., None]
    judge_states: Callable[..., None]
    practise: Callable[..., int]
    learn: Callable[..., int]


@lru_cache(maxsize=1)
def court() -> Court:
    """What teaching needs: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    return compiled() if wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def interpreted() -> Court:
    """The plain functions."""
    return Court(**JUDGE.interpreted())


@lru_cache(maxsize=1)
def compiled() -> Court:
    """The functions as machine code, from the cache or compiled now."""
    return Court(**JUDGE.compiled())
