"""The beginning of a move: its first steps in notation, like '36', '36 f3=g3' or '* e4 ~e5'. See docs/notation.md."""

from collections.abc import Sequence
from typing import Final

from sanssouci.box.boards import SIDES
from sanssouci.game.errors import SanssouciError
from sanssouci.game.legal import list_codes
from sanssouci.game.lexicon import SQUARE_INDEX, Array, Lexicon, tile_slot
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import CARD_CODE, GARDENER_CODE, PIECE_CODE, SLOT_CODE, STAND_CODE, WALK_CODE, is_chance

_LONGEST: Final = 40


def write_beginning(lexicon: Lexicon, before: Array, codes: Sequence[int]) -> str:
    """The text of the first steps of a move, given the state before it."""
    display, text = int(before[layout.DISPLAY]), ""
    for code in codes:
        sign = "=" if GARDENER_CODE <= code < PIECE_CODE else " ~" if PIECE_CODE <= code < WALK_CODE else " "
        text += sign + lexicon.decision_text(code, display)
    return text.lstrip()


def read_beginning(lexicon: Lexicon, state: Array, text: str) -> list[int]:
    """The codes of the first steps of a move, each checked and carried out; SanssouciError if one is illegal."""
    seat, display = int(state[layout.SEAT]), int(state[layout.DISPLAY])
    is_side = state[layout.PHASE] < layout.PLAY_CARD
    codes: list[int] = []
    for word in text[: _LONGEST + 1].replace("=", " =").split():
        code = _code_of(lexicon, display, word.lower(), len(codes), is_side=is_side)
        complete = is_chance(int(state[layout.PHASE])) or state[layout.SEAT] != seat or (is_side and bool(codes))
        legal = [] if complete else list_codes(lexicon, state)
        if code is None or code not in legal:
            shown = ", ".join(lexicon.decision_text(other, display) for other in legal) or "nothing more"
            raise SanssouciError(f"{text!r}: {word} is not legal here; legal: {shown}")
        engine.engine().apply(lexicon.table, state, code)
        codes.append(code)
    return codes


def _code_of(lexicon: Lexicon, display: int, word: str, index: int, *, is_side: bool) -> int | None:
    """The code of one step of a move; None if the word is not a step."""
    if is_side:
        return SIDES.index(word.upper()) if word.upper() in SIDES else None
    if index == 0:
        slot = lexicon.card_slots.get(word)
        return None if slot is None else CARD_CODE + slot
    square = SQUARE_INDEX.get(word.strip("=~'"))
    if index == 1 and square is not None:
        slot = tile_slot(display, square, second=word.endswith("'"))
        return None if slot is None else SLOT_CODE + slot
    if word == "-":
        return STAND_CODE
    if square is None:
        return None
    return square + {"=": GARDENER_CODE, "~": PIECE_CODE}.get(word[0], WALK_CODE)
