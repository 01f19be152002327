"""Legal moves, and the way between moves and the kernel's codes."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

import numpy as np

from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.explain import explain, legal_texts, step_words
from sanssouci.game.lexicon import (
    SQUARE_INDEX,
    SQUARE_NAMES,
    Array,
    Lexicon,
    tile_slot,
    tile_text,
)
from sanssouci.game.move import SIDES, Move, Side, Turn
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import BOAR_CODE, CARD_CODE, GARDENER_CODE, SPACE_CODE, STAND_CODE, WALK_CODE
from sanssouci.kernel.turns import SCRATCH_ROWS, TURN_WORDS

if TYPE_CHECKING:
    from sanssouci.game.position import Position

_SIDE_CODES = {side: code for code, side in enumerate(SIDES)}
_ROOM = 2048  # turns; most positions have fewer


class LegalMoves:
    """The legal moves of a position, worked out when they are asked for, in the order of the action codes.

    In the middle of a turn they are the whole turns that begin with the steps taken so far.
    """

    __slots__ = ("_position",)

    def __init__(self, position: "Position") -> None:
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        position = self._position
        if position._may_move() and position.is_setup:
            yield from (Side(SIDES[code]) for code in list_codes(position._lexicon, position._state))
            return
        display = self._display()
        for row in self.table().tolist():
            yield turn_of(position._lexicon, display, row[:-1])

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        position = self._position
        if isinstance(index, slice) or position.is_setup:
            return tuple(self)[index]
        return turn_of(position._lexicon, self._display(), self.table()[index, :-1].tolist())

    def __len__(self) -> int:
        position = self._position
        if position._may_move() and position.is_setup:
            return len(list_codes(position._lexicon, position._state))
        return len(self.table())

    def __bool__(self) -> bool:
        return self._position._may_move()

    def __contains__(self, move: object) -> bool:
        position = self._position
        if not isinstance(move, Move | str) or not position._may_move():
            return False
        try:
            move = Move.parse(move) if isinstance(move, str) else move
            before, steps = position._under_way()
            codes = carry_out(position._lexicon, before.copy(), move)
        except (IllegalMoveError, InvalidMoveError):
            return False
        return tuple(codes[: len(steps)]) == steps

    def table(self) -> Array:
        """All legal turns as rows of codes: card, space, gardener or -1, boar or -1, walk; then the points gained."""
        position = self._position
        if not position._may_move() or position.is_setup:
            return np.empty((0, TURN_WORDS), np.int64)
        before, steps = position._under_way()
        rows = list_turns(position._lexicon, before)
        for code in steps:
            rows = rows[rows[:, _column(code)] == code]
        return rows

    def _display(self) -> int:
        """The display before the turn, by which its tile is named."""
        before, _ = self._position._under_way()
        return int(before[layout.DISPLAY])

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)}>"


def _column(code: int) -> int:
    """Where the code of a step stands in a row of `LegalMoves.table`."""
    return bisect_right((CARD_CODE, SPACE_CODE, GARDENER_CODE, BOAR_CODE, WALK_CODE), code) - 1


def list_codes(lexicon: Lexicon, state: Array) -> list[int]:
    """The legal codes of the step at hand."""
    out = np.empty(layout.SQUARES + 1, np.int64)
    count = engine.engine().list_codes(lexicon.table, state, out)
    codes: list[int] = out[:count].tolist()
    return codes


def list_turns(lexicon: Lexicon, state: Array) -> Array:
    """All legal turns of a state in which a card is to be played."""
    scratch = np.empty((SCRATCH_ROWS, layout.STATE_WORDS), np.int64)
    rows = np.empty((_ROOM, TURN_WORDS), np.int64)
    count = engine.engine().list_turns(lexicon.table, state, scratch, rows)
    if count > len(rows):
        rows = np.empty((count, TURN_WORDS), np.int64)
        engine.engine().list_turns(lexicon.table, state, scratch, rows)
    return rows[:count]


def turn_of(lexicon: Lexicon, display: int, codes: Sequence[int]) -> Turn:
    """The turn that a list of codes makes; -1 for steps left out."""
    card = tile = gardener = boar = walk = None
    for code in codes:
        if code < 0 or code == STAND_CODE:
            continue
        if code < SPACE_CODE:
            card = lexicon.cards[code - CARD_CODE]
        elif code < GARDENER_CODE:
            tile = tile_text(display, code - SPACE_CODE)
        elif code < BOAR_CODE:
            gardener = SQUARE_NAMES[code - GARDENER_CODE]
        elif code < WALK_CODE:
            boar = SQUARE_NAMES[code - BOAR_CODE]
        else:
            walk = SQUARE_NAMES[code - WALK_CODE]
    assert card is not None
    assert tile is not None
    return Turn(card, tile[:2], second=len(tile) > 2, gardener=gardener, boar=boar, walk=walk)


def codes_of(lexicon: Lexicon, state: Array, move: Move) -> list[int]:
    """The codes of a move, in order; IllegalMoveError if it names a card or tile that is not there."""
    try:
        if isinstance(move, Turn):
            return _codes_of_turn(lexicon, state, move)
        return [_SIDE_CODES[move.side]] if isinstance(move, Side) else []
    except (KeyError, TypeError) as error:
        raise InvalidMoveError(f"{move!r} names a side or a square that does not exist") from error


def codes_now(lexicon: Lexicon, state: Array, move: Move) -> list[int]:
    """The codes of a move, if a move of its kind may be made now."""
    if not isinstance(move, Side | Turn):
        raise InvalidMoveError(f"{move!r} is no move: it must be a Turn, a Side or a text")
    if isinstance(move, Side) != (state[layout.PHASE] < layout.PLAY_CARD) or state[layout.PHASE] == layout.OVER:
        raise explain(lexicon, state, move, layout.STAND_CODE)
    return codes_of(lexicon, state, move)


def _codes_of_turn(lexicon: Lexicon, state: Array, move: Turn) -> list[int]:
    card = lexicon.card_slots.get(move.card)
    if card is None:
        raise _missing(lexicon, state, move, "C6", f"card {move.card} in this box")
    slot = tile_slot(int(state[layout.DISPLAY]), SQUARE_INDEX[move.tile], second=move.second)
    if slot is None:
        raise _missing_tile(lexicon, state, move, CARD_CODE + card)
    codes = [CARD_CODE + card, SPACE_CODE + slot]
    if move.gardener is not None:
        codes.append(GARDENER_CODE + SQUARE_INDEX[move.gardener])
    if move.boar is not None:
        codes.append(BOAR_CODE + SQUARE_INDEX[move.boar])
    codes.append(STAND_CODE if move.walk is None else WALK_CODE + SQUARE_INDEX[move.walk])
    return codes


def _missing_tile(lexicon: Lexicon, state: Array, move: Turn, card_code: int) -> IllegalMoveError:
    """The error for a tile that is not face up: with the tiles that the card allows, if it is in hand at all."""
    state = state.copy()
    if not engine.engine().play(lexicon.table, state, np.array([card_code], np.int64), 1):
        return explain(lexicon, state, move, card_code)
    return _missing(lexicon, state, move, "T1", f"tile {move.tile}{chr(39) if move.second else ''} face up")


def _missing(lexicon: Lexicon, state: Array, move: Turn, rule: str, what: str) -> IllegalMoveError:
    """The error for a card or tile that does not exist; what is legal follows from the phase of the state."""
    key = "no such card" if rule == "C6" else "no such tile"
    legal = legal_texts(lexicon, state)
    message = f"{move}: {rule}: there is no {what}; {step_words(state)}: {', '.join(legal)}"
    return IllegalMoveError(message, rule=rule, key=key, legal=legal)


def carry_out(lexicon: Lexicon, state: Array, move: Move) -> list[int]:
    """Play a move on a state, checked step by step, and return its codes; chance is left to the caller.

    On IllegalMoveError the state is not to be used any more.
    """
    codes = codes_now(lexicon, state, move)
    done = engine.engine().play(lexicon.table, state, np.array(codes, np.int64), len(codes))
    if done < len(codes):
        raise explain(lexicon, state, move, codes[done])
    return codes
