"""What the judge sees right after a seat's own turn: bits, in words of up to 60, made from what that seat may know.

    built      squares with a structure, a gardener or a visible print       stops     where a noble could walk to now
    gardeners  squares with a gardener                                       frontier  free, next to a walk
    ahead      in each column, the squares below its noble                   shown     where the tiles on display belong
    reach      built squares connected to row 1                              fitting   those of them that are free
    promised   the squares ahead of the nobles of the seat's missions        taken     those that a card in hand takes
    supply     for each column five bits: its tiles in the bag, in fifths, as that many bits from the lowest
    cards      18 bits the draw pile, 18 the hand, 9 the missions, 9 the structures on display
    clock      a bit for the number of turns that the seat has left
    pieces     where a piece of an expansion stands           area      the free squares around it that it costs points
    marks      six words, one for each kind of reward: free squares that have it

A square has the same bit in every word (layout.py). The input with number 60 * word + bit is on if its bit is set.
"""

from typing import Final

from sanssouci.kernel.bits import lowest
from sanssouci.kernel.box_table import BOARD, COLUMN, COLUMN_COUNT, FIRST_ROW, MARK_KINDS
from sanssouci.kernel.choices import allowed_slots, draw_pile, shown_tile
from sanssouci.kernel.garden import connected, neighbours
from sanssouci.kernel.layout import (
    AHEAD,
    BUILT,
    CARDS,
    DISPLAY,
    EMPTY_SLOT,
    GARDENERS,
    HAND,
    MAX_COLUMNS,
    MISSIONS,
    SLOT_BITS,
    SLOTS,
    Words,
    home_of,
    seat_base,
)
from sanssouci.thinking.expansions import look_at_expansions
from sanssouci.thinking.terms import supply_of, turns_left_of

VERSION: Final = 3  # of the words below and of a network's numbers; a stored network fits one version
SEEN_BUILT: Final = 0
SEEN_GARDENERS: Final = 1
SEEN_AHEAD: Final = 2
SEEN_REACH: Final = 3
SEEN_STOPS: Final = 4
SEEN_FRONTIER: Final = 5
SEEN_SHOWN: Final = 6
SEEN_FITTING: Final = 7
SEEN_TAKEN: Final = 8
SEEN_PROMISED: Final = 9
SEEN_SUPPLY: Final = 10  # bit 5 * column + 0 to 4
SEEN_CARDS: Final = 11
SEEN_CLOCK: Final = 12
SEEN_PIECES: Final = 13  # the next words are written by expansions.py
SEEN_AREA: Final = 14
SEEN_MARKS: Final = 15  # + kind
SEEN_WORDS: Final = SEEN_MARKS + MARK_KINDS
WORD_BITS: Final = 60
INPUTS: Final = WORD_BITS * SEEN_WORDS

HAND_AT: Final = CARDS  # within the word of cards
MISSIONS_AT: Final = HAND_AT + CARDS
STRUCTURES_AT: Final = MISSIONS_AT + MAX_COLUMNS


def look(table: Words, state: Words, seat: int, out: Words) -> None:
    """Write what the judge sees of a seat's garden and of the table, SEEN_WORDS words.

    The state may be a view: nothing is read that the seat may not know.
    """
    base = seat_base(seat)
    built, gardeners, ahead = state[base + BUILT], state[base + GARDENERS], state[base + AHEAD]
    reach = connected(table[FIRST_ROW], built)
    out[SEEN_BUILT] = built
    out[SEEN_GARDENERS] = gardeners
    out[SEEN_AHEAD] = ahead
    out[SEEN_REACH] = reach
    out[SEEN_STOPS] = reach & ahead & ~gardeners
    out[SEEN_FRONTIER] = neighbours(reach) & table[BOARD] & ~built
    out[SEEN_CLOCK] = 1 << turns_left_of(table, state, base)
    _look_at_display(table, state, base, built, out)
    look_at_expansions(table, state, base, out, SEEN_PIECES)
    promised = 0
    supply = 0
    missions = state[base + MISSIONS]
    for column in range(table[COLUMN_COUNT]):
        promised |= ahead & table[COLUMN + column] if (missions >> column) & 1 else 0
        supply |= ((1 << supply_of(table, state, column)) - 1) << (5 * column)
    out[SEEN_PROMISED] = promised
    out[SEEN_SUPPLY] = supply
    out[SEEN_CARDS] |= draw_pile(table, state, base) | state[base + HAND] << HAND_AT | missions << MISSIONS_AT


def _look_at_display(table: Words, state: Words, base: int, built: int, out: Words) -> None:
    """Write where the tiles on display belong, and note their structures in the word of cards."""
    display = state[DISPLAY]
    shown = 0
    structures = 0
    for slot in range(SLOTS):
        structure = shown_tile(display, slot)
        if structure != EMPTY_SLOT:
            shown |= 1 << home_of(slot, structure)
            structures |= 1 << structure
    taken = 0
    hand = state[base + HAND]
    while hand != 0:
        slots = allowed_slots(table, display, lowest(hand))
        hand &= hand - 1
        while slots != 0:
            slot = lowest(slots) // SLOT_BITS
            slots &= slots - 1
            structure = shown_tile(display, slot)
            if structure != EMPTY_SLOT:
                taken |= 1 << home_of(slot, structure)
    out[SEEN_SHOWN] = shown
    out[SEEN_FITTING] = shown & ~built
    out[SEEN_TAKEN] = taken & ~built
    out[SEEN_CARDS] = structures << STRUCTURES_AT
