"""The texts of codes: what cards, tiles, squares and boards are called, for one box."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.box import Box
from sanssouci.box.boards import SIDES
from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.move import (
    CARD_NUMBERS,
    CARD_SHIFT,
    GARDENER_SHIFT,
    PIECE_SHIFT,
    SECOND_SHIFT,
    SQUARE_NUMBERS,
    TILE_SHIFT,
    WALK_SHIFT,
)
from sanssouci.kernel.box_table import SLOT_SET, build_table
from sanssouci.kernel.choices import shown_tile
from sanssouci.kernel.layout import (
    ACTIONS,
    CARD_CODE,
    CARDS,
    EMPTY_SLOT,
    FIRST_STRUCTURE_CARD,
    GARDENER_CODE,
    MAX_COLUMNS,
    PIECE_CODE,
    SLOT_BITS,
    SLOT_CODE,
    SLOTS,
    SQUARES,
    STAND_CODE,
    STRIDE,
    WALK_CODE,
    WILD_CARD,
    row_of_slot,
)

Array = npt.NDArray[np.int64]

_MOST_SETS: Final = 20_000
SQUARE_INDEX: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}
_ROW_MASK: Final = (1 << MAX_COLUMNS) - 1
_NAMES_IN_ROW: Final = [  # by row and set of columns
    [
        tuple(name for column, name in enumerate(SQUARE_NAMES[first : first + MAX_COLUMNS]) if columns >> column & 1)
        for columns in range(_ROW_MASK + 1)
    ]
    for first in range(0, SQUARES, MAX_COLUMNS)
]
_TILE_PARTS: Final = [  # by slot of the display and structure; 0 where there is no tile
    [SQUARE_NUMBERS[f"{letter}{row_of_slot(slot)}"] << TILE_SHIFT for letter in LETTERS] + [0] * 7
    for slot in range(SLOTS)
]


class Lexicon:
    """A box ready for play: the kernel's table, and texts in both directions.

    Spaces are counted as in `Box.display`, here and wherever people see them. The kernel has ten slots for them, two to
    a row, and a box need not fill them all.
    """

    __slots__ = ("_part_list", "_parts", "_sets", "box", "card_slots", "cards", "slots", "table", "words")

    def __init__(self, box: Box) -> None:
        self.box: Box = box
        self.table: Array = build_table(box)
        self.words: list[int] = self.table.tolist()  # the same, for functions of the kernel that run interpreted
        self.cards: list[str | None] = [None] * CARDS  # by slot
        for slot, (low, high) in enumerate(box.pairs):
            self.cards[slot] = f"{low}{high}"
        for column in box.structure_cards:
            self.cards[FIRST_STRUCTURE_CARD + column] = LETTERS[column]
        if box.wild:
            self.cards[WILD_CARD] = "*"
        self.card_slots: dict[str, int] = {text: slot for slot, text in enumerate(self.cards) if text is not None}
        filled = int(self.table[SLOT_SET])
        self.slots: tuple[int, ...] = tuple(  # by space
            slot for slot in range(SLOTS) if filled >> SLOT_BITS * slot & 1
        )

        self._parts: Array = self._parts_of_turns()
        self._part_list: list[int] = self._parts.tolist()
        self._sets: dict[int, tuple[str, ...]] = {}  # sets of cards that were asked for

    def space_of(self, code: int) -> int:
        """The space from which a decision takes a tile."""
        return self.slots.index(code - SLOT_CODE)

    def card_set(self, cards: int) -> tuple[str, ...]:
        """The texts of a set of cards, by slot."""
        found = self._sets.get(cards)
        if found is None:
            found = tuple(text for slot, text in enumerate(self.cards) if text is not None and cards >> slot & 1)
            if len(self._sets) < _MOST_SETS:
                self._sets[cards] = found
        return found

    def parts_of_turns(self, display: int) -> Array:
        """For each code, its part of the number of a `Turn` (move.py); a tile's depends on the display before the turn.

        The last entry is 0, so that -1, which stands for a step that a turn does not have, finds it.
        """
        parts = self._parts.copy()
        parts[SLOT_CODE:GARDENER_CODE] = [_part_of_tile(display, slot) for slot in range(SLOTS)]
        return parts

    def number_of_turn(self, display: int, codes: Iterable[int]) -> int:
        """The number of the `Turn` that some codes make: the sum of their parts."""
        number = 0
        for code in codes:
            is_tile = SLOT_CODE <= code < GARDENER_CODE
            number += _part_of_tile(display, code - SLOT_CODE) if is_tile else self._part_list[code]
        return number

    def _parts_of_turns(self) -> Array:
        parts = np.zeros(ACTIONS + 1, np.int64)
        for text, slot in self.card_slots.items():
            parts[CARD_CODE + slot] = CARD_NUMBERS[text] << CARD_SHIFT
        squares = np.arange(1, SQUARES + 1)
        parts[GARDENER_CODE:PIECE_CODE] = squares << GARDENER_SHIFT
        parts[PIECE_CODE:WALK_CODE] = squares << PIECE_SHIFT
        parts[WALK_CODE:STAND_CODE] = squares << WALK_SHIFT
        return parts

    def decision_text(self, code: int, display: int) -> str:
        """The text of one decision; a tile's depends on the display before it is taken."""
        if code < CARD_CODE:
            return SIDES[code]
        if code < SLOT_CODE:
            return self.cards[code - CARD_CODE] or "?"
        if code < GARDENER_CODE:
            return tile_text(display, code - SLOT_CODE)
        if code < PIECE_CODE:
            return SQUARE_NAMES[code - GARDENER_CODE]
        if code < WALK_CODE:
            return SQUARE_NAMES[code - PIECE_CODE]
        if code < STAND_CODE:
            return SQUARE_NAMES[code - WALK_CODE]
        assert code == STAND_CODE < ACTIONS
        return "-"


@lru_cache(maxsize=64)
def _lexicon(digest: str, box: Box) -> Lexicon:
    return Lexicon(box)


def lexicon(box: Box) -> Lexicon:
    """The lexicon of a box; equal boxes share one."""
    return _lexicon(box.digest, box)


def _part_of_tile(display: int, slot: int) -> int:
    structure = shown_tile(display, slot)
    part = _TILE_PARTS[slot][structure]
    is_second = slot % 2 == 1 and structure == shown_tile(display, slot - 1)
    return part | 1 << SECOND_SHIFT if is_second else part


@lru_cache(maxsize=4096)
def face_up(display: int, slots: tuple[int, ...]) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
    """The tiles in some slots of the display: as the squares where they belong, and in notation."""
    squares = tuple(tile_square(display, slot) for slot in slots)
    return squares, tuple(tile_text(display, slot) if tile_square(display, slot) else None for slot in slots)


def tile_square(display: int, slot: int) -> str | None:
    """The square where the tile in a slot of the display belongs; None if the slot is empty."""
    structure = shown_tile(display, slot)
    if structure == EMPTY_SLOT:
        return None
    return f"{LETTERS[structure]}{row_of_slot(slot)}"


def tile_text(display: int, slot: int) -> str:
    """The text of a face-up tile: with ' for the second of two equal ones of a row."""
    twin = slot % 2 == 1 and shown_tile(display, slot - 1) == shown_tile(display, slot)
    return f"{tile_square(display, slot) or '?'}{chr(39) if twin else ''}"


def tile_slot(display: int, square: int, *, second: bool) -> int | None:
    """The slot whose tile belongs on a square; None if there is none. `second` asks for the second of two."""
    row, structure = divmod(square, MAX_COLUMNS)
    slot = 2 * (row - 1)
    if slot < 0:
        return None
    first_shows = shown_tile(display, slot) == structure
    second_shows = shown_tile(display, slot + 1) == structure
    if second:
        return slot + 1 if first_shows and second_shows else None
    return slot if first_shows else slot + 1 if second_shows else None


@lru_cache(maxsize=16_384)
def squares_in(bits: int) -> tuple[str, ...]:
    """The names of the squares of a bitboard, by row and then column."""
    rows = (names[bits >> STRIDE * row & _ROW_MASK] for row, names in enumerate(_NAMES_IN_ROW))
    return tuple(name for names in rows for name in names)


def column_letters(columns: int) -> str:
    """The letters of a set of columns."""
    return "".join(letter for column, letter in enumerate(LETTERS) if columns >> column & 1)
