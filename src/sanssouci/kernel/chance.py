"""Chance: how likely each outcome is, and which one luck chooses."""

from sanssouci.kernel.bits import nth, popcount
from sanssouci.kernel.box_table import (
    COLUMN_COUNT,
    DECK,
    GARDEN_COUNT,
    REWARD_COUNT,
    TILES_EACH,
)
from sanssouci.kernel.choices import choices, code_of, draw_pile
from sanssouci.kernel.layout import (
    BAG,
    BAG_BITS,
    BAG_MASK,
    DEAL_CARDS,
    DEAL_GARDENS,
    DEAL_MISSIONS,
    DEAL_REWARDS,
    DRAW_CARD,
    MAX_COLUMNS,
    PHASE,
    PLAYERS,
    SEAT,
    TURNED_TILE_CODE,
    Words,
    seat_base,
)
from sanssouci.kernel.luck import (
    STREAM_CARDS,
    STREAM_GARDENS,
    STREAM_MISSIONS,
    STREAM_REWARDS,
    STREAM_TILES,
    draw,
)


def tiles_in_bag(bag: int) -> int:
    """How many tiles the bag holds."""
    tiles = 0
    for structure in range(MAX_COLUMNS):
        tiles += (bag >> (BAG_BITS * structure)) & BAG_MASK
    return tiles


def nth_tile(bag: int, n: int) -> int:
    """The structure of the n-th tile of the bag, counted from 0 with equal structures together."""
    structure = 0
    passed = 0
    for other in range(MAX_COLUMNS - 1):
        passed += (bag >> (BAG_BITS * other)) & BAG_MASK
        if passed <= n:
            structure += 1
    return structure


def cases_of(state: Words, code: int) -> int:
    """How many of the equally likely draws of a phase of chance give an outcome; each tile in the bag is one draw."""
    if code >= TURNED_TILE_CODE:
        return (state[BAG] >> (BAG_BITS * (code - TURNED_TILE_CODE))) & BAG_MASK
    return 1


def lucky_tile(table: Words, state: Words, seed_0: int, seed_1: int) -> int:
    """The structure that luck turns up next; the k-th tile of a game uses the k-th draw of its stream."""
    left = tiles_in_bag(state[BAG])
    k = table[TILES_EACH + state[PLAYERS]] * table[COLUMN_COUNT] - left
    return nth_tile(state[BAG], draw(seed_0, seed_1, STREAM_TILES, k, left))


def lucky_card(table: Words, state: Words, seed_0: int, seed_1: int) -> int:
    """The card that luck draws next from the pile of the seat at hand."""
    seat = state[SEAT]
    pile = draw_pile(table, state, seat_base(seat))
    left = popcount(pile)
    k = popcount(table[DECK]) - left
    return nth(pile, draw(seed_0, seed_1, STREAM_CARDS + seat, k, left))


def lucky_code(table: Words, state: Words, seed_0: int, seed_1: int) -> int:
    """The outcome that luck chooses in a phase of chance, as a code."""
    phase = state[PHASE]
    if phase in (DEAL_CARDS, DRAW_CARD):
        return code_of(phase, lucky_card(table, state, seed_0, seed_1))
    if phase in (DEAL_GARDENS, DEAL_MISSIONS, DEAL_REWARDS):
        rest = choices(table, state)
        left = popcount(rest)
        if phase == DEAL_GARDENS:
            stream, all_of_them = STREAM_GARDENS, table[GARDEN_COUNT]
        elif phase == DEAL_MISSIONS:
            stream, all_of_them = STREAM_MISSIONS, table[COLUMN_COUNT]
        else:
            stream, all_of_them = STREAM_REWARDS, table[REWARD_COUNT]
        return code_of(phase, nth(rest, draw(seed_0, seed_1, stream, all_of_them - left, left)))
    return TURNED_TILE_CODE + lucky_tile(table, state, seed_0, seed_1)
