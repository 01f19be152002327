"""What a garden is worth: the terms of the evaluation. Where their weights are stored is in places.py.

The evaluation estimates a seat's final points right after its own move. It is a sum: the points in play, and one weight
for each *term* that is active. Terms look up a small part of the garden in a table of patterns, so nothing here says
what is good; the weights are learnt from self-play (learning.py). They are whole numbers, UNIT to a point.

    columns   for each column: what lies in rows 2 to 6, where its noble stands, and its traits
    shown     for each column: its free squares, which of them have a tile on display, and its traits
    supply    for each column: the tiles in the bag against its free squares, and its traits
    rows      for each row from 2 on: which squares are built, and which of them can be walked to
    windows   all squares of three columns by three rows: free, built, can be walked to
    stops     how many stops nobles still have in each row, against the turns that are left
    frontier  free squares next to a walk, and the tiles on display that belong there
    access    for each row: free squares next to a walk, and the pairs to come that take a tile of its colour
    jokers    the cards to come that take any tile
    kept      the cards kept in hand, and what they could take from the display, next to a walk or for a mission
    marks     free squares with each kind of reward mark
    boar      the free area around the boar

A square of a column is one of five things, the digits of the column's pattern:

    0 free, out of reach      1 a stop: built, can be walked to, no gardener      2 gardener
    3 built, but cut off      4 free, next to what can be walked to

Its traits are whether it is a mission and whether its card is to come, that is, still in the seat's draw pile.

Squares that a smaller board lacks count as built and cut off, so that what is complete looks complete.
"""

from typing import Final

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    DECK,
    FIRST_ROW,
    OUTSIDE,
    PAIR_SLOTS,
    ROW,
    ROW_COUNT,
    SLOT_SET,
    TILES_EACH,
)
from sanssouci.kernel.choices import draw_pile, shown_tile, slots_showing, structures_in_bag
from sanssouci.kernel.garden import connected, neighbours
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BAG_BITS,
    BAG_MASK,
    BUILT,
    CARDS,
    DISCARDS,
    DISPLAY,
    EMPTY_SLOT,
    FIRST_STRUCTURE_CARD,
    GARDENERS,
    HAND,
    MAX_COLUMNS,
    MAX_ROWS,
    MISSIONS,
    PLAYERS,
    SLOT_BITS,
    SLOTS,
    STRIDE,
    WILD_CARD,
    Words,
    home_of,
    seat_base,
)
from sanssouci.kernel.steps import score_in_play
from sanssouci.thinking.expansions import list_expansions
from sanssouci.thinking.places import (
    ACCESS_TERMS,
    DIGITS,
    FRONTIER_TERMS,
    JOKER_TERMS,
    KEPT_PAIR,
    KEPT_STRUCTURE,
    KEPT_WILD,
    LOW_STOP_TERMS,
    NONE_SHOWN,
    OFFER_TERMS,
    REACH_TERMS,
    ROW_TERMS,
    SHOWN_TERMS,
    STAGE_OF,
    STOP_TERMS,
    SUPPLY_TERMS,
    TRAITS,
    TRITS,
    UNIT,
    WINDOW_TERMS,
    column_term,
)

_LEFT_SLOTS: Final = sum(1 << (2 * SLOT_BITS * row) for row in range(SLOTS // 2))
_COLUMN_A: Final = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50
_GATHER: Final = 1 << 50 | 1 << 41 | 1 << 32 | 1 << 23 | 1 << 14 | 1 << 5


def lower_rows(squares: int, column: int) -> int:
    """The squares of rows 2 to 6 of a column as five bits.

    One multiplication brings the six bits of a column together, at bit 50; all other products fall elsewhere.
    """
    return (int((squares >> column) & _COLUMN_A) * _GATHER >> 51) & 31


def pattern(weights: Words, stops: int, gardeners: int, cut_off: int, frontier: int, column: int) -> int:
    """The pattern of a column: five digits in base 5."""
    return (
        weights[DIGITS + lower_rows(stops, column)]
        + 2 * weights[DIGITS + lower_rows(gardeners, column)]
        + 3 * weights[DIGITS + lower_rows(cut_off, column)]
        + 4 * weights[DIGITS + lower_rows(frontier, column)]
    )


def traits_of(missions: int, pile: int, column: int) -> int:
    """The traits of a column: 1 if it is a mission, and 2 if its card is to come."""
    return ((missions >> column) & 1) + 2 * ((pile >> (FIRST_STRUCTURE_CARD + column)) & 1)


def shown_squares(display: int) -> int:
    """The squares on which the tiles on display belong (P1)."""
    squares = 0
    for slot in range(SLOTS):
        structure = shown_tile(display, slot)
        if structure != EMPTY_SLOT:
            squares |= 1 << home_of(slot, structure)
    return squares


def shown_term(weights: Words, built: int, shown: int, traits: int, column: int) -> int:
    """The place of the term of a column's free squares, some of which have a tile on display."""
    full = lower_rows(built, column)
    code = 2 * weights[TRITS + full] + weights[TRITS + (lower_rows(shown, column) & ~full)]
    return SHOWN_TERMS + TRAITS * code + traits


def supply_of(table: Words, state: Words, column: int) -> int:
    """How many of a column's tiles are in the bag, in fifths of all there are, rounded up: 0 only if there are none.

    With two players a structure has five tiles, so what is learnt there holds for more players, too.
    """
    copies, tiles = table[TILES_EACH + state[PLAYERS]], (state[BAG] >> (BAG_BITS * column)) & BAG_MASK
    fifths = 0
    for filled in range(5):
        fifths += 1 if 5 * tiles > filled * copies else 0  # quicker than a division
    return fifths


def supply_term(supply: int, built: int, traits: int, column: int) -> int:
    """The place of the term of the tiles in the bag for a column's free squares."""
    return SUPPLY_TERMS + TRAITS * (6 * supply + 5 - popcount(lower_rows(built, column))) + traits


def exhausted(bag: int, pile: int) -> int:
    """The structures of which the bag has no tile, but whose card is to come, as a set of columns."""
    return (pile >> FIRST_STRUCTURE_CARD) & ((1 << MAX_COLUMNS) - 1) & ~structures_in_bag(bag)


def joker_term(display: int, pile: int, columns: int) -> int:
    """The place of the term of the cards to come that take any tile: the wild one, and those without a tile (T4).

    `columns` are the exhausted ones.
    """
    count = (pile >> WILD_CARD) & 1
    while columns != 0:
        count += 1 if slots_showing(display, lowest(columns)) == 0 else 0
        columns &= columns - 1
    return JOKER_TERMS + count


def pairs_to_come(table: Words, pile: int) -> int:
    """How many pairs to come take a tile of each row of the display, eight bits a row from the lowest one on."""
    counts = 0
    pairs = pile & ((1 << FIRST_STRUCTURE_CARD) - 1)
    while pairs != 0:
        slots = table[PAIR_SLOTS + lowest(pairs)]
        counts += (slots | slots >> SLOT_BITS) & _LEFT_SLOTS
        pairs &= pairs - 1
    return counts


def row_access(pairs: int, row: int) -> int:
    """How many of the pairs to come take a tile of the row with index `row`."""
    return (pairs >> (2 * SLOT_BITS * (row - 1))) & 255


def access_term(table: Words, frontier: int, access: int, row: int) -> int:
    """The place of the term of a row's free squares next to a walk, and of the pairs to come that take from the row."""
    return ACCESS_TERMS + 128 * (row - 1) + 16 * min(popcount(frontier & table[ROW + row]), 7) + access


def row_counts(table: Words, squares: int) -> int:
    """How many of the squares lie in each row from 2 on, four bits a row."""
    counts = 0
    for row in range(1, MAX_ROWS):
        counts |= popcount(squares & table[ROW + row]) << (4 * row - 4)
    return counts


def one_in_row(square: int) -> int:
    """What a square, as a bit, adds to the counts of rows; nothing in row 1."""
    return (1 << (4 * (square // STRIDE))) >> 4


def upper_rows(counts: int) -> int:
    """The counts of rows 4 to 6, at most 7 of each, as digits in base 8."""
    n4, n5, n6 = (counts >> 8) & 15, (counts >> 12) & 15, (counts >> 16) & 15
    return 64 * min(n6, 7) + 8 * min(n5, 7) + min(n4, 7)


def stop_term(counts: int, turns_left: int) -> int:
    """The place of the term of the stops that nobles have ahead, counted by row."""
    return STOP_TERMS + 512 * turns_left + upper_rows(counts)


def low_stop_term(counts: int, turns_left: int) -> int:
    """The place of the term of the stops that nobles have ahead in rows 2 and 3, counted by row."""
    return LOW_STOP_TERMS + 64 * turns_left + 8 * min((counts >> 4) & 15, 7) + min(counts & 15, 7)


def offer_term(display: int, squares: int) -> int:
    """The place of the term of the tiles on display that belong on the given squares, by row."""
    code = 0
    for slot in range(SLOTS - 1, -1, -1):
        if slot & 1:
            code *= 3
        structure = shown_tile(display, slot)
        code += (squares >> home_of(slot, structure)) & 1 if structure != EMPTY_SLOT else 0
    return OFFER_TERMS + code


def window_term(weights: Words, built: int, reach: int, upper: int, column: int) -> int:
    """The place of the term of three columns by three rows, from row `upper` + 1 on: free, built, can be walked to."""
    by = STRIDE * upper + column
    b = built >> by
    r = reach >> by
    b9 = (b & 7) | ((b >> 7) & 56) | ((b >> 14) & 448)
    r9 = (r & 7) | ((r >> 7) & 56) | ((r >> 14) & 448)
    return WINDOW_TERMS + (3**9 if upper == 3 else 0) + weights[TRITS + b9] + weights[TRITS + r9]


def frontier_term(counts: int) -> int:
    """The place of the term of the free squares next to what can be walked to, counted by row."""
    return FRONTIER_TERMS + upper_rows(counts)


def offers(display: int, slots: int, squares: int) -> int:
    """How many of the given slots hold a tile that belongs on one of the given squares."""
    count = 0
    while slots != 0:
        slot = lowest(slots) // SLOT_BITS
        slots &= slots - 1
        structure = shown_tile(display, slot)
        if structure != EMPTY_SLOT:
            count += (squares >> home_of(slot, structure)) & 1
    return count


def slots_of_row(index: int) -> int:
    """The two slots of a row of the display, counted from 0."""
    return 0x11 << (2 * SLOT_BITS * index)


def kept_term(
    table: Words, weights: Words, display: int, shown: int, card: int, built: int, frontier: int, missions: int
) -> int:
    """The place of the term of a card that stays in hand; an empty slot offers nothing.

    `shown` is the set of squares of the tiles on display; built ones may still be among them.
    """
    if card == WILD_CARD:
        return KEPT_WILD + offers(display, table[SLOT_SET], frontier)
    if card >= FIRST_STRUCTURE_CARD:
        column = card - FIRST_STRUCTURE_CARD
        mission = (missions >> column) & 1
        if slots_showing(display, column) == 0:
            return KEPT_STRUCTURE + 2 * NONE_SHOWN + mission
        rows = lower_rows(shown, column) & ~lower_rows(built, column)
        code = weights[TRITS + rows] + weights[TRITS + (rows & lower_rows(frontier, column))]
        return KEPT_STRUCTURE + 2 * code + mission
    slots = table[PAIR_SLOTS + card]
    low_row = slots & slots_of_row(lowest(slots) // (2 * SLOT_BITS))
    low = offers(display, low_row, frontier)
    return KEPT_PAIR + 9 * card + 3 * low + offers(display, slots & ~low_row, frontier)


def turns_left_of(table: Words, state: Words, base: int) -> int:
    """How many turns a seat still has, given what it has discarded."""
    return popcount(table[DECK] & ~state[base + DISCARDS])


def list_terms(table: Words, state: Words, weights: Words, seat: int, out: Words, count: int) -> int:
    """Write the places of a seat's active terms into `out`, from index `count` on, and return the index after them."""
    base = seat_base(seat)
    built, gardeners, ahead = state[base + BUILT], state[base + GARDENERS], state[base + AHEAD]
    reach = connected(table[FIRST_ROW], built)
    frontier = neighbours(reach) & table[BOARD] & ~built
    built |= table[OUTSIDE]
    stops, cut_off = reach & ~gardeners, built & ~reach & ~gardeners
    turns_left = min(turns_left_of(table, state, base), CARDS - 1)
    at = weights[STAGE_OF + turns_left]
    pile, shown = draw_pile(table, state, base), shown_squares(state[DISPLAY])
    for column in range(table[COLUMN_COUNT]):
        code = pattern(weights, stops, gardeners, cut_off, frontier, column)
        noble = table[ROW_COUNT] - popcount(ahead & table[COLUMN + column])
        traits = traits_of(state[base + MISSIONS], pile, column)
        out[count] = at + column_term(code, noble, traits)
        out[count + 1] = at + shown_term(weights, built, shown, traits, column)
        out[count + 2] = at + supply_term(supply_of(table, state, column), built, traits, column)
        count += 3
    pairs = pairs_to_come(table, pile)
    for row in range(1, table[ROW_COUNT]):
        out[count] = at + access_term(table, frontier, row_access(pairs, row), row)
        count += 1
    out[count] = at + joker_term(state[DISPLAY], pile, exhausted(state[BAG], pile))
    count += 1
    for row in range(1, table[ROW_COUNT]):
        out[count] = at + ROW_TERMS + 512 * (row - 1) + ((built >> (STRIDE * row)) & 511)
        out[count + 1] = at + REACH_TERMS + 512 * (row - 1) + ((reach >> (STRIDE * row)) & 511)
        count += 2
    for column in range(7):
        out[count] = at + window_term(weights, built, reach, 1, column)
        out[count + 1] = at + window_term(weights, built, reach, 3, column)
        count += 2
    out[count] = at + frontier_term(row_counts(table, frontier & ahead))
    out[count + 1] = low_stop_term(row_counts(table, stops & ahead), turns_left)
    out[count + 2] = at + offer_term(state[DISPLAY], frontier)
    count += 3
    out[count] = stop_term(row_counts(table, stops & ahead), turns_left)
    count += 1
    hand = state[base + HAND]
    while hand != 0:
        out[count] = at + kept_term(
            table, weights, state[DISPLAY], shown, lowest(hand), built, frontier, state[base + MISSIONS]
        )
        hand &= hand - 1
        count += 1
    return list_expansions(table, state, base, at, out, count)


def value_of(table: Words, state: Words, weights: Words, seat: int, terms: Words) -> int:
    """What a seat is expected to have at the end, in units; `terms` is working space."""
    value = UNIT * score_in_play(state, seat_base(seat))
    for index in range(list_terms(table, state, weights, seat, terms, 0)):
        value += weights[terms[index]]
    return value
