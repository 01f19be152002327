"""The entry points for batches, interpreted or compiled like those of the rules: each goes through all games.

They are a separate family, so that the rules alone compile as quickly as without them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sanssouci.batches
import sanssouci.kernel
from sanssouci.batches import encoding, loops, stepping
from sanssouci.kernel.compiling import Family, wants_compiled
from sanssouci.kernel.engine import PLAIN, RULES

BATCHES: Final = Family(
    name="batches",
    seconds=20,
    packages=(sanssouci.kernel, sanssouci.batches),
    constants=RULES.constants,
    plain=PLAIN | {"batcher", "threads"},
    called=frozenset({stepping.begin_game, encoding.encode}),
    entry_points={
        "begin_games": (loops.begin_games, "void(t, w, m, m, b, w)"),
        "find_illegal": (loops.find_illegal, "i(t, w, m, w)"),
        "step_games": (loops.step_games, "void(t, w, m, m, w, w, w, m, f, b, c, w, c, c)"),
        "look_at_games": (loops.look_at_games, "void(t, m, w, c, w, c)"),
        "observe_games": (loops.observe_games, "void(t, m, w, w, c)"),
        "redeal_games": (loops.redeal_games, "void(t, m, m, w, i, i, w)"),
        "choose_codes": (loops.choose_codes, "void(t, m, m, w)"),
        "weigh_chances": (loops.weigh_chances, "void(t, m, m)"),
    },
)


@dataclass(frozen=True, slots=True)
class Batcher:
    """The entry points for batches."""

    begin_games: Callable[..., None]
    find_illegal: Callable[..., int]
    step_games: Callable[..., None]
    look_at_games: Callable[..., None]
    observe_games: Callable[..., None]
    redeal_games: Callable[..., None]
    choose_codes: Callable[..., None]
    weigh_chances: Callable[..., None]


@lru_cache(maxsize=1)
def batcher() -> Batcher:
    """The entry points to use: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    return compiled() if wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def interpreted() -> Batcher:
    """The plain functions."""
    return Batcher(**BATCHES.interpreted())


@lru_cache(maxsize=1)
def compiled() -> Batcher:
    """The functions as machine code, from the cache or compiled now."""
    return Batcher(**BATCHES.compiled())
