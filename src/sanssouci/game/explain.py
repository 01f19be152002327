"""Why a move is illegal, in English: the rule's number, the reason, and what would be legal."""

from typing import Final

import numpy as np

from sanssouci.box.squares import SQUARE_NAMES
from sanssouci.game.errors import IllegalMoveError
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.game.move import Move, Side
from sanssouci.kernel import layout
from sanssouci.kernel.bits import square_of
from sanssouci.kernel.choices import list_codes
from sanssouci.kernel.expansions import STEP_PHASES, STEP_SENTENCES
from sanssouci.kernel.reasons import Objection, why_illegal

SENTENCES: Final = {
    "over": "the game is over",
    "side first": "a side of the board must be chosen now",
    "no side": "there is no side to choose now; a turn must be played",
    "no such side": "the board has no such side",
    "no decision": "this is not a decision of a player",
    "card first": "a card must be played now",
    "not in hand": "this card is not in hand",
    "tile first": "a tile must be taken now",
    "no such space": "the display has no such space",
    "other colour": "the tile does not lie on a space of one of the card's two colours",
    "structure compulsory": "a tile of the card's structure is face up, so one of those must be taken",
    "gardener needs square": "{home} is taken, so the tile is turned over and the gardener needs a square (=SQUARE)",
    "square taken": "the gardener needs a free square",
    "other row and column": "the gardener goes on a free square of the row or the column of {home}",
    "not turned by choice": "{home} was free, so the tile goes there, structure side up; it is not turned by choice",
    **STEP_SENTENCES,
    "walk next": "a noble may walk now, or none",
    "no such square": "the garden has no such square",
    "not further down": "a noble ends its walk at least one row below where it stood",
    "ends on gardener": "a noble never ends its walk on a gardener",
    "empty square": "a noble never walks over an empty square",
    "no way there": "no path of built squares leads there",
}

# What the list of legal choices is a list of.
STEPS: Final = {
    layout.GARDEN_SIDE: "legal sides",
    layout.REWARD_SIDE: "legal sides",
    layout.PLAY_CARD: "legal cards",
    layout.TAKE_TILE: "legal tiles",
    layout.PLACE_GARDENER: "legal squares for the gardener",
    **{phase: f"legal squares for the {name}" for name, phase in STEP_PHASES.items()},
    layout.WALK_NOBLE: "legal walks",
}


def explain(lexicon: Lexicon, state: Array, move: Move, code: int) -> IllegalMoveError:
    """The error for a move whose step `code` is illegal in the state that its earlier steps have led to."""
    if isinstance(move, Side) and layout.PLAY_CARD <= state[layout.PHASE] < layout.OVER:
        return _error(lexicon, state, str(move), Objection("S1", "no side"))
    return refuse(lexicon, state, str(move), code)


def refuse(lexicon: Lexicon, state: Array, text: str, code: int) -> IllegalMoveError:
    """The error for a text whose step `code` is illegal in a state."""
    reason = why_illegal(lexicon.table, state, code)
    assert reason is not None, "the step is legal"
    return _error(lexicon, state, text, reason)


def _error(lexicon: Lexicon, state: Array, text: str, reason: Objection) -> IllegalMoveError:
    legal = legal_texts(lexicon, state)
    home = int(state[layout.HOME])
    sentence = SENTENCES[reason.key].format(home=SQUARE_NAMES[square_of(home)] if home >= 0 else "?")
    instead = f"; {step_words(state)}: {', '.join(legal)}" if legal else ""
    return IllegalMoveError(
        f"{text}: {reason.rule}: {sentence}{instead}", rule=reason.rule, key=reason.key, legal=legal
    )


def step_words(state: Array) -> str:
    """What the legal choices of a state are choices of."""
    return STEPS[int(state[layout.PHASE])]


def legal_texts(lexicon: Lexicon, state: Array) -> tuple[str, ...]:
    """What would be legal in a state, as texts."""
    out = np.empty(layout.SQUARES + 1, np.int64)
    count = list_codes(lexicon.table, state, out)
    display = int(state[layout.DISPLAY])
    return tuple(lexicon.decision_text(int(code), display) for code in out[:count])
