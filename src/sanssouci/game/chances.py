"""Chance under the caller's control: what may happen, how likely each outcome is, and its code."""

from typing import Literal, NamedTuple, SupportsIndex

from sanssouci.game.errors import SanssouciError
from sanssouci.game.events import chance_code, chance_text
from sanssouci.game.legal import list_codes
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.game.numbers import whole
from sanssouci.kernel import layout
from sanssouci.kernel.chance import cases_of
from sanssouci.kernel.layout import is_chance

Luck = Literal["seed", "own"]  # who decides chance: the seed, at once, or whoever plays the game, by pushing outcomes


class Chance(NamedTuple):
    """One outcome of a chance event: its code (docs/actions.md), its text as in a record, and how likely it is."""

    code: int
    text: str
    probability: float


def list_chances(lexicon: Lexicon, state: Array) -> tuple[Chance, ...]:
    """The outcomes that a state allows next, in the order of their codes; empty if a player must decide."""
    if not is_chance(int(state[layout.PHASE])):
        return ()
    codes = list_codes(lexicon, state)
    cases = [int(cases_of(state, code)) for code in codes]
    total = sum(cases)
    return tuple(
        Chance(code, chance_text(lexicon, state, code), count / total) for code, count in zip(codes, cases, strict=True)
    )


def code_of_outcome(lexicon: Lexicon, state: Array, outcome: Chance | SupportsIndex | str) -> int:
    """The code of an outcome that may happen now; SanssouciError if it cannot."""
    if not is_chance(int(state[layout.PHASE])):
        raise SanssouciError("a player must decide now, not chance")
    if isinstance(outcome, str):
        return chance_code(lexicon, state, outcome)
    code = whole(outcome.code if isinstance(outcome, Chance) else outcome)
    possible = list_codes(lexicon, state)
    if code is None or code not in possible:
        raise SanssouciError(f"{outcome!r} cannot come now; possible codes: {', '.join(map(str, possible))}")
    return code
