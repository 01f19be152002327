"""A box as the one flat array that the compiled rules read.

Globals would be frozen at compilation, and a tuple of arrays is slow to pass, so every fact of the box that a
rule needs is in one int64 array, at the offsets below.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.box import Box
from sanssouci.box.expansions import ALL_NAMES
from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.layout import (
    BOARDS,
    CARDS,
    FIRST_STRUCTURE_CARD,
    MAX_COLUMNS,
    MAX_ROWS,
    SLOT_BITS,
    SQUARES,
    STRIDE,
    WILD_CARD,
)

COLUMN_COUNT: Final = 0
ROW_COUNT: Final = 1
ROUNDS: Final = 2
HAND_SIZE: Final = 3
MISSION_COUNT: Final = 4  # missions a player gets
BOARD: Final = 5  # bitboard of all squares
FIRST_ROW: Final = 6  # bitboard of row 1
SLOT_SET: Final = 7  # the slots that are spaces of the display, every fourth bit
DECK: Final = 8  # set of cards
GARDEN_COUNT: Final = 9
REWARD_COUNT: Final = 10
TILES_EACH: Final = 11  # + number of players (2 to 4): copies of each structure
ROW: Final = 16  # + row - 1: bitboard
COLUMN: Final = ROW + MAX_ROWS  # + column: bitboard
PAIR_SLOTS: Final = COLUMN + MAX_COLUMNS  # + card: the slots of a two-colour card
GARDEN_SIDES: Final = PAIR_SLOTS + FIRST_STRUCTURE_CARD  # + board: how many sides it has
REWARD_SIDES: Final = GARDEN_SIDES + BOARDS  # + board
PRINTED: Final = REWARD_SIDES + BOARDS  # + 2 * board + side: bitboard of the pre-printed squares
COVERED: Final = PRINTED + 2 * BOARDS  # + 2 * board + side: bitboard of the squares under a reward board
MARKS: Final = COVERED + 2 * BOARDS  # + MARKS_OF_SIDE * (2 * board + side) + 2 * bit + (1 for a gardener): points
MARKS_OF_SIDE: Final = 2 * STRIDE * MAX_ROWS
MARK_KINDS: Final = 6  # +1, +2, +3 for a structure, gardener +3, -2, -3
MARK_SETS: Final = MARKS + 2 * BOARDS * MARKS_OF_SIDE  # + MARK_KINDS * (2 * board + side) + kind: bitboard
OUTSIDE: Final = MARK_SETS + 2 * BOARDS * MARK_KINDS  # bitboard of the squares that a smaller board does not have
PIECE_START: Final = OUTSIDE + 1  # + place in ALL_NAMES: bitboard of the square where its piece starts, 0 without
TABLE_WORDS: Final = PIECE_START + len(ALL_NAMES)


def build_table(box: Box) -> npt.NDArray[np.int64]:
    """Write the facts of a box into a fresh, read-only table."""
    table = np.zeros(TABLE_WORDS, np.int64)
    columns, rows = len(box.columns), len(box.rows)
    table[COLUMN_COUNT] = columns
    table[ROW_COUNT] = rows
    table[ROUNDS] = box.rounds
    table[HAND_SIZE] = box.hand
    table[MISSION_COUNT] = box.missions
    for players, copies in box.tiles.items():
        table[TILES_EACH + players] = copies
    _write_board(table, columns, rows)
    slots = _slots_and_rows(box)
    table[SLOT_SET] = _slot_set(slots)
    _write_cards(table, box, slots)
    _write_boards(table, box)
    for name, square in box.pieces.items():
        table[PIECE_START + ALL_NAMES.index(name)] = 1 << bit_of(square)
    return np.frombuffer(table.tobytes(), np.int64)  # nobody can make it writeable: all games with this box share it


def _write_board(table: npt.NDArray[np.int64], columns: int, rows: int) -> None:
    for row in range(rows):
        table[ROW + row] = sum(1 << (STRIDE * row + column) for column in range(columns))
    for column in range(columns):
        table[COLUMN + column] = sum(1 << (STRIDE * row + column) for row in range(rows))
    table[BOARD] = sum(int(table[ROW + row]) for row in range(rows))
    table[FIRST_ROW] = table[ROW]
    largest = sum(1 << bit_of(square) for square in range(SQUARES))
    table[OUTSIDE] = largest & ~int(table[BOARD])


def _slots_and_rows(box: Box) -> list[tuple[int, int]]:
    """The slot and the row of each space: slots 0 and 1 for row 2, 2 and 3 for row 3, and so on."""
    slots: list[tuple[int, int]] = []
    for index, row in enumerate(box.display):
        second = index > 0 and box.display[index - 1] == row
        slots.append((2 * (row - 2) + int(second), row))
    return slots


def _slot_set(slots: list[tuple[int, int]]) -> int:
    return sum(1 << (SLOT_BITS * slot) for slot, _ in slots)


def _write_cards(table: npt.NDArray[np.int64], box: Box, slots: list[tuple[int, int]]) -> None:
    deck = 0
    for card, pair in enumerate(box.pairs):
        deck |= 1 << card
        table[PAIR_SLOTS + card] = _slot_set([slot for slot in slots if slot[1] in pair])
    for column in box.structure_cards:
        deck |= 1 << (FIRST_STRUCTURE_CARD + column)
    if box.wild:
        deck |= 1 << WILD_CARD
    assert deck < 1 << CARDS
    table[DECK] = deck


def _write_boards(table: npt.NDArray[np.int64], box: Box) -> None:
    table[GARDEN_COUNT] = len(box.gardens)
    for board, garden in enumerate(box.gardens):
        table[GARDEN_SIDES + board] = len(garden.sides)
        for side, printed in enumerate(garden.sides):
            table[PRINTED + 2 * board + side] = sum(1 << bit_of(square) for square in printed)
    table[REWARD_COUNT] = len(box.rewards)
    for board, reward in enumerate(box.rewards):
        table[REWARD_SIDES + board] = len(reward.sides)
        for side, marks in enumerate(reward.sides):
            index = 2 * board + side
            table[COVERED + index] = sum(1 << bit_of(square) for square in marks)
            for square, mark in marks.items():
                place = MARKS + MARKS_OF_SIDE * index + 2 * bit_of(square)
                table[place] = mark.structure
                table[place + 1] = mark.gardener
                if any(mark):
                    table[MARK_SETS + MARK_KINDS * index + mark_kind(*mark)] |= 1 << bit_of(square)


def mark_kind(structure: int, gardener: int) -> int:
    """The kind of a reward mark, one of six, by the points it gives a structure and a gardener."""
    if structure < 0:
        return 4 if structure > -3 else 5
    return 3 if gardener > 0 else min(structure, 3) - 1
