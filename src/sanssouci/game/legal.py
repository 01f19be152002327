"""Legal moves, and the translation between moves and the kernel's codes."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, SupportsIndex, overload

import numpy as np

from sanssouci.box.boards import SIDES
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.explain import explain, legal_texts, refuse, step_words
from sanssouci.game.lexicon import Array, Lexicon, tile_slot
from sanssouci.game.move import CARD_TEXTS, Move, Side, Turn, unpack
from sanssouci.game.numbers import whole
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import CARD_CODE, GARDENER_CODE, PIECE_CODE, SLOT_CODE, STAND_CODE, WALK_CODE
from sanssouci.kernel.turns import SCRATCH_ROWS, TURN_WORDS

if TYPE_CHECKING:
    from sanssouci.game.position import Position

_SIDE_CODES = {side: code for code, side in enumerate(SIDES)}
_ROOM = 2048  # turns; most positions have fewer


class LegalMoves:
    """The legal moves of one position, in the order of the action codes.

    `list(game.legal_moves)`, `len`, `in`, `[i]` and slices work as on a tuple of moves. The moves are computed once,
    when first needed, and remain those of the position that was asked: pushing a move does not change them, and
    `game.legal_moves` is a new object afterwards.

    In the middle of a turn, they are the whole turns that begin with the steps taken so far. In a view, there are none
    while it is another seat's turn.
    """

    __slots__ = ("_before", "_is_setup", "_lexicon", "_may_move", "_moves", "_rows", "_state", "_steps")

    def __init__(self, position: "Position") -> None:
        self._lexicon, self._state = position._lexicon, position._state
        self._before, self._steps = position._under_way()
        self._may_move = bool(position._may_move())
        self._is_setup = self._may_move and position.is_setup
        self._rows: Array | None = None
        self._moves: list[Move] | None = None

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Move | tuple[Move, ...]:
        return tuple(self._all()[index]) if isinstance(index, slice) else self.move(index)

    def __len__(self) -> int:
        return len(self._all()) if self._is_setup else len(self._turns())

    def __bool__(self) -> bool:
        return self._may_move

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move | str) or not self._may_move:
            return False
        try:
            move = Move.parse(move) if isinstance(move, str) else move
            codes = carry_out(self._lexicon, self._before.copy(), move)
        except (IllegalMoveError, InvalidMoveError):
            return False
        return tuple(codes[: len(self._steps)]) == self._steps

    def move(self, index: SupportsIndex) -> Move:
        """The move of row `index` of `table()` or, while sides are chosen, of that side.

        The other moves are not made, so a player that ranks rows pays for one move only.
        """
        if self._moves is not None or self._is_setup:
            return self._all()[index]
        return turn_of(self._lexicon, int(self._before[layout.DISPLAY]), self._turns()[index, :-1].tolist())

    def table(self) -> Array:
        """All legal turns as rows of codes: card, tile, gardener or -1, piece or -1, walk; then the points gained.

        The array is fresh, of shape (number of turns, 6). While sides of boards are being chosen, it has no rows.
        """
        return self._turns().copy()

    def is_of(self, position: "Position") -> bool:
        """Whether these are the moves of a position as it stands now."""
        return self._state is position._state

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)}>"

    def _all(self) -> list[Move]:
        if self._moves is None:
            if self._is_setup:
                self._moves = [Side(SIDES[code]) for code in list_codes(self._lexicon, self._state)]
            else:
                parts = self._lexicon.parts_of_turns(int(self._before[layout.DISPLAY]))
                numbers = parts[self._turns()[:, :-1]].sum(axis=1)
                self._moves = [*Turn.from_numbers(numbers.tolist())]
        return self._moves

    def _turns(self) -> Array:
        if self._rows is None:
            if not self._may_move or self._is_setup:
                self._rows = np.empty((0, TURN_WORDS), np.int64)
            else:
                rows = list_turns(self._lexicon, self._before)
                for code in self._steps:
                    rows = rows[rows[:, _column(code)] == code]
                self._rows = rows
        return self._rows


def _column(code: int) -> int:
    """The index of a step's code in a row of `LegalMoves.table`."""
    return bisect_right((CARD_CODE, SLOT_CODE, GARDENER_CODE, PIECE_CODE, WALK_CODE), code) - 1


def list_codes(lexicon: Lexicon, state: Array) -> list[int]:
    """The legal codes of the step at hand."""
    out = np.empty(layout.SQUARES + 1, np.int64)
    count = engine.engine().list_codes(lexicon.table, state, out)
    codes: list[int] = out[:count].tolist()
    return codes


def list_turns(lexicon: Lexicon, state: Array) -> Array:
    """All legal turns of a state in which a card must be played."""
    scratch = np.empty((SCRATCH_ROWS, layout.STATE_WORDS), np.int64)
    rows = np.empty((_ROOM, TURN_WORDS), np.int64)
    count = engine.engine().list_turns(lexicon.table, state, scratch, rows)
    if count > len(rows):
        rows = np.empty((count, TURN_WORDS), np.int64)
        engine.engine().list_turns(lexicon.table, state, scratch, rows)
    return rows[:count].copy()  # without the unused room


def turn_of(lexicon: Lexicon, display: int, codes: Sequence[int]) -> Turn:
    """The turn that a list of codes makes; -1 for steps left out."""
    (turn,) = Turn.from_numbers([lexicon.number_of_turn(display, codes)])
    return turn


def ends_move(code: int) -> bool:
    """Whether a decision is the last of its move: a side is one code, a turn ends with its walk."""
    return code < CARD_CODE or code >= WALK_CODE


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
        raise InvalidMoveError(f"{move!r} is not a move: it must be a Turn, a Side or a text")
    phase = state.item(layout.PHASE)
    if isinstance(move, Side) != (phase < layout.PLAY_CARD) or phase == layout.OVER:
        raise explain(lexicon, state, move, layout.STAND_CODE)
    return codes_of(lexicon, state, move)


def _codes_of_turn(lexicon: Lexicon, state: Array, move: Turn) -> list[int]:
    card, tile, second, gardener, piece, walk = unpack(move.number)
    card_slot = lexicon.card_slots.get(CARD_TEXTS[card])
    if card_slot is None:
        raise _missing(lexicon, state, move, "C6", f"card {move.card} in this box")
    slot = tile_slot(state.item(layout.DISPLAY), tile - 1, second=second == 1)
    if slot is None:
        raise _missing_tile(lexicon, state, move, CARD_CODE + card_slot)
    codes = [CARD_CODE + card_slot, SLOT_CODE + slot]
    if gardener:
        codes.append(GARDENER_CODE + gardener - 1)
    if piece:
        codes.append(PIECE_CODE + piece - 1)
    codes.append(WALK_CODE + walk - 1 if walk else STAND_CODE)
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


def take_step(lexicon: Lexicon, state: Array, code: SupportsIndex) -> int:
    """Carry out one step of a move on a state and return its code; IllegalMoveError leaves the state unchanged."""
    number = whole(code)
    if number is None or not 0 <= number < layout.ACTIONS:
        raise InvalidMoveError(f"{code!r} is not the code of a decision; those are 0 to {layout.ACTIONS - 1}")
    if not engine.engine().play(lexicon.table, state, np.array([number], np.int64), 1):
        raise refuse(lexicon, state, f"code {number}", number)
    return number


def other_beginning(move: Move, begun: str) -> IllegalMoveError:
    """The error for a move that does not begin with the steps already taken."""
    message = f"{move}: T1: the turn under way begins differently: {begun}"
    return IllegalMoveError(message, rule="T1", key="no such choice", legal=())


def carry_out(lexicon: Lexicon, state: Array, move: Move, codes: list[int] | None = None) -> list[int]:
    """Play a move on a state, checking each step, and return its codes; chance is left to the caller.

    Whoever has asked `codes_now` already passes its codes. After IllegalMoveError the state must not be used any more.
    """
    codes = codes_now(lexicon, state, move) if codes is None else codes
    done = engine.engine().play(lexicon.table, state, np.array(codes, np.int64), len(codes))
    if done < len(codes):
        raise explain(lexicon, state, move, codes[done])
    return codes
