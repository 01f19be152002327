"""The entry points of the rules, interpreted or compiled (compiling.py)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sanssouci.box.expansions
import sanssouci.kernel
from sanssouci.kernel import apply, choices, luck, observing, playout, redealing, scoring, setup, turns
from sanssouci.kernel.compiling import Family, wants_compiled

PLAIN: Final = frozenset({"compiling", "cuda", "engine", "reasons", "validity"})  # these modules never run compiled

RULES: Final = Family(
    name="rules",
    seconds=20,
    packages=(sanssouci.kernel,),
    constants=(sanssouci.box.expansions,),
    plain=PLAIN,
    entry_points={
        "new_game": (setup.new_game, "void(t, w, i, i, i)"),
        "list_codes": (choices.list_codes, "i(t, w, w)"),
        "apply": (apply.apply, "void(t, w, i)"),
        "play": (apply.play, "i(t, w, w, i)"),
        "settle": (apply.settle, "i(t, w, i, i, w)"),
        "observe": (observing.observe, "void(w, i, w)"),
        "redeal": (redealing.redeal, "void(t, w, i, i, i, w)"),
        "results": (scoring.results, "void(t, w, m)"),
        "list_turns": (turns.list_turns, "i(t, w, m, m)"),
        "play_out": (playout.play_out, "i(t, w, i, i, w)"),
        "simulate": (playout.simulate, "void(t, w, i, i, i, i, i, m, w, m)"),
        "draw": (luck.draw, "i(i, i, i, i, i)"),
    },
)


@dataclass(frozen=True, slots=True)
class Engine:
    """The entry points of the rules. Their documentation is that of the functions they are made from."""

    new_game: Callable[..., None]
    list_codes: Callable[..., int]
    apply: Callable[..., None]
    play: Callable[..., int]
    settle: Callable[..., int]
    observe: Callable[..., None]
    redeal: Callable[..., None]
    results: Callable[..., None]
    list_turns: Callable[..., int]
    play_out: Callable[..., int]
    simulate: Callable[..., None]
    draw: Callable[..., int]


@lru_cache(maxsize=1)
def engine() -> Engine:
    """The engine to play with: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    return compiled() if wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def interpreted() -> Engine:
    """The plain functions."""
    return Engine(**RULES.interpreted())


@lru_cache(maxsize=1)
def compiled() -> Engine:
    """The functions as machine code, from the cache or compiled now."""
    return Engine(**RULES.compiled())
