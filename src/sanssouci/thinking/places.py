"""The array of weights: a place for each term of the evaluation, and the weights that need not be learnt.

What the terms mean is in terms.py.
"""

from typing import Final

from sanssouci.kernel.box_table import MARK_KINDS
from sanssouci.kernel.layout import CARDS, FIRST_STRUCTURE_CARD, MAX_ROWS, Words

VERSION: Final = 3  # of the places below; stored weights fit one version
UNIT: Final = 1 << 16
GARDENER: Final = UNIT // 64

# ── The array of weights: two small tables for reading, then a part for each stage, then the stops. ───
DIGITS: Final = 0  # + 5 bits of a column: the same bits as digits in base 5
STAGE_OF: Final = 32  # + turns left: where the part of that stage starts
TRITS: Final = STAGE_OF + CARDS  # + 9 bits of a window: the same bits as digits in base 3
HEADER: Final = TRITS + 512

STAGE_COUNT: Final = 11
PATTERNS: Final = 5**5
NOBLE_ROWS: Final = MAX_ROWS + 1
TRAITS: Final = 4  # of a column: 1 if it is a mission, and 2 if its card is to come
COLUMN_TERMS: Final = 0  # + TRAITS * (NOBLE_ROWS * pattern + noble's row) + traits
ROW_TERMS: Final = COLUMN_TERMS + TRAITS * NOBLE_ROWS * PATTERNS  # + 512 * (row - 2) + built squares
REACH_TERMS: Final = ROW_TERMS + 512 * (MAX_ROWS - 1)  # + 512 * (row - 2) + squares that can be walked to
KEPT_TERMS: Final = REACH_TERMS + 512 * (MAX_ROWS - 1)
KEPT_STRUCTURE: Final = KEPT_TERMS  # + 2 * (a base 3 digit a row: could fill its square, next to a walk) + mission
NONE_SHOWN: Final = 3**5  # instead of those digits: no tile of the structure is shown
KEPT_WILD: Final = KEPT_STRUCTURE + 2 * (NONE_SHOWN + 1)  # + how many slots offer a square next to a walk, up to 10
KEPT_PAIR: Final = KEPT_WILD + 11  # + 9 * card + 3 * such slots of the lower row + those of the upper row
MARK_TERMS: Final = KEPT_PAIR + 9 * FIRST_STRUCTURE_CARD  # + 17 * kind + free squares with it
BOAR_TERMS: Final = MARK_TERMS + 17 * MARK_KINDS  # + size of the boar's area
WINDOW_TERMS: Final = BOAR_TERMS + 55  # + 3^9 * (0 for rows 2-4, 1 for rows 4-6) + pattern of a window
FRONTIER_TERMS: Final = WINDOW_TERMS + 2 * 3**9  # + 64 * row 6 + 8 * row 5 + row 4: free squares next to a walk
OFFER_TERMS: Final = FRONTIER_TERMS + 512  # + in base 3, a digit a row: tiles on display that would extend a walk
SHOWN_TERMS: Final = OFFER_TERMS + 3**5  # + TRAITS * (a base 3 digit a row: free, on display, built) + traits
SUPPLY_TERMS: Final = SHOWN_TERMS + TRAITS * 3**5  # + TRAITS * (6 * fifths of its tiles in the bag + free) + traits
ACCESS_TERMS: Final = SUPPLY_TERMS + TRAITS * 6 * 6  # + 128 * (row - 2) + 16 * squares + pairs
JOKER_TERMS: Final = ACCESS_TERMS + 128 * (MAX_ROWS - 1)  # + cards to come that take any tile
STAGE_WORDS: Final = JOKER_TERMS + CARDS + 1
STOP_TERMS: Final = HEADER + STAGE_COUNT * STAGE_WORDS  # + 512 * turns left + 64 * row 6 + 8 * row 5 + row 4
LOW_STOP_TERMS: Final = STOP_TERMS + 512 * CARDS  # + 64 * turns left + 8 * row 3 + row 2
WEIGHT_WORDS: Final = LOW_STOP_TERMS + 64 * CARDS
MOST_TERMS: Final = 96  # more than can be active at once


def stage(turns_left: int) -> int:
    """The stage of the game: the last six turns one by one, earlier ones two or more together."""
    if turns_left < 6:
        return turns_left
    return min((turns_left - 6) // 2 + 6, STAGE_COUNT - 1)


def write_header(weights: Words) -> None:
    """Fill in the tables at the start of an array of weights."""
    for bits in range(32):
        digits, place = 0, 1
        for row in range(5):
            digits += place * ((bits >> row) & 1)
            place *= 5
        weights[DIGITS + bits] = digits
    for bits in range(512):
        digits, place = 0, 1
        for square in range(9):
            digits += place * ((bits >> square) & 1)
            place *= 3
        weights[TRITS + bits] = digits
    for turns_left in range(CARDS):
        weights[STAGE_OF + turns_left] = HEADER + STAGE_WORDS * stage(turns_left)


def write_last_stage(weights: Words) -> None:
    """Write the weights after a seat's last turn, where nothing is left to learn: the final count (E2-E4, B4).

    A gardener is worth a little more than nothing, since it decides a tie (E5).
    """
    at = weights[STAGE_OF]
    for code in range(PATTERNS):
        rest, free, gardeners = code, 0, 0
        for _ in range(5):
            free += 1 if rest % 5 in (0, 4) else 0
            gardeners += 1 if rest % 5 == 2 else 0
            rest //= 5
        for noble in range(NOBLE_ROWS):
            for traits in range(TRAITS):
                points = (5 if free == 0 else 0) + noble * (traits & 1)
                weights[at + column_term(code, noble, traits)] = UNIT * points + GARDENER * gardeners
    for row in range(2, MAX_ROWS + 1):
        weights[at + ROW_TERMS + 512 * (row - 2) + 511] = UNIT * (10 - row)
    for area in range(55):
        weights[at + BOAR_TERMS + area] = -UNIT * area


def column_term(code: int, noble: int, traits: int) -> int:
    """The place of a column's term within a stage."""
    return COLUMN_TERMS + TRAITS * (NOBLE_ROWS * code + noble) + traits
