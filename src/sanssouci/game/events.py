"""The events of a record: every code of the kernel as a short list, and back. See docs/record.md."""

from typing import Any, Final

from sanssouci.box.entry import shown
from sanssouci.box.squares import LETTERS
from sanssouci.game.errors import SanssouciError
from sanssouci.game.legal import codes_now, list_codes, turn_of
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.game.move import Move, Turn
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import lowest
from sanssouci.kernel.choices import empty_slots
from sanssouci.kernel.layout import row_of_slot

Event = list[Any]  # kind, seat, value, and a fourth item if there are legal choices or notes

KINDS: Final = {
    layout.DEAL_GARDENS: "garden",
    layout.GARDEN_SIDE: "side",
    layout.DEAL_MISSIONS: "mission",
    layout.DEAL_REWARDS: "reward",
    layout.REWARD_SIDE: "side",
    layout.DEAL_CARDS: "card",
    layout.DEAL_TILES: "tile",
    layout.PLAY_CARD: "turn",
    layout.REFILL: "tile",
    layout.DRAW_CARD: "card",
}
SECRET_KINDS: Final = ("card", "mission")
DECISION_KINDS: Final = ("side", "turn")
SHOWN: Final = "shown"  # missions that were unknown and are shown at the end
UNKNOWN: Final = "?"  # stands for the value of a secret event


def seat_of_event(state: Array) -> int | None:
    """The seat that the next event belongs to; the display of the set-up is nobody's."""
    return None if state[layout.PHASE] == layout.DEAL_TILES else int(state[layout.SEAT])


def chance_text(lexicon: Lexicon, state: Array, code: int) -> str:
    """The value of a chance event."""
    if code >= layout.TURNED_TILE_CODE:
        letter = LETTERS[code - layout.TURNED_TILE_CODE]
        return letter + _space_text(lexicon, state)
    if code >= layout.DRAWN_CARD_CODE:
        return lexicon.cards[code - layout.DRAWN_CARD_CODE] or "?"
    if code >= layout.DEALT_REWARD_CODE:
        return lexicon.box.rewards[code - layout.DEALT_REWARD_CODE].id
    if code >= layout.DEALT_MISSION_CODE:
        return LETTERS[code - layout.DEALT_MISSION_CODE]
    return lexicon.box.gardens[code - layout.DEALT_GARDEN_CODE].id


def chance_code(lexicon: Lexicon, state: Array, text: str) -> int:
    """The code of a chance event, by its value; SanssouciError if it cannot happen now."""
    codes = list_codes(lexicon, state)
    if codes and codes[0] >= layout.TURNED_TILE_CODE:  # all for the same space
        space = _space_text(lexicon, state)
        texts = [LETTERS[code - layout.TURNED_TILE_CODE] + space for code in codes]
    else:
        texts = [chance_text(lexicon, state, code) for code in codes]
    if text not in texts:
        raise SanssouciError(f"{shown(text)} cannot come now; possible: {', '.join(texts)}")
    return codes[texts.index(text)]


def slot_to_fill(lexicon: Lexicon, state: Array) -> int:
    """The space that gets a tile now, as the kernel counts them."""
    slot = int(state[layout.SLOT])
    return (
        slot if slot >= 0 else int(lowest(empty_slots(lexicon.table, int(state[layout.DISPLAY])))) // layout.SLOT_BITS
    )


def _space_text(lexicon: Lexicon, state: Array) -> str:
    """The space that gets a tile now: its row, with ' for the second space of the row."""
    slot = slot_to_fill(lexicon, state)
    return f"{row_of_slot(slot)}{chr(39) if slot % 2 else ''}"


def decision_codes(lexicon: Lexicon, state: Array, text: str) -> tuple[Move, list[int]]:
    """The move of a decision event and its codes, by its text, in its one canonical form."""
    move = Move.parse(text)
    if str(move) != text:
        raise SanssouciError(f"{text!r} must be written {str(move)!r}")
    codes = codes_now(lexicon, state, move)
    if isinstance(move, Turn) and lexicon.number_of_turn(int(state[layout.DISPLAY]), codes) != move.number:
        raise SanssouciError(f"{text!r} is not the canonical text of this turn")
    return move, codes


def decision_text(lexicon: Lexicon, state: Array, codes: list[int]) -> str:
    """The text of a decision event."""
    if codes[0] < layout.CARD_CODE:
        return lexicon.decision_text(codes[0], 0)
    return str(turn_of(lexicon, int(state[layout.DISPLAY]), codes))


def legal_texts(lexicon: Lexicon, state: Array, codes: list[int]) -> list[list[str]]:
    """What was legal at each step of a decision; the state is left as it was."""
    state = state.copy()
    steps = []
    for code in codes:
        display = int(state[layout.DISPLAY])
        steps.append([lexicon.decision_text(other, display) for other in list_codes(lexicon, state)])
        engine.engine().apply(lexicon.table, state, code)
    return steps
