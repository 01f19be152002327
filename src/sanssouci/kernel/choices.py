"""What may happen next: the legal decisions of a player, and the possible outcomes of chance.

The choices of each phase are a set whose bits stand for cards, slots (every fourth bit), squares, sides, boards or
columns. `list_codes` turns the set into codes, always in ascending order.
"""

from sanssouci.kernel.bits import lowest, square_of
from sanssouci.kernel.box_table import (
    COLUMN_COUNT,
    DECK,
    GARDEN_COUNT,
    GARDEN_SIDES,
    PAIR_SLOTS,
    REWARD_COUNT,
    REWARD_SIDES,
    SLOT_SET,
)
from sanssouci.kernel.expansions import is_own_step, step_code, step_squares
from sanssouci.kernel.garden import gardener_squares, walk_squares
from sanssouci.kernel.layout import (
    BAG,
    BAG_BITS,
    BAG_MASK,
    BUILT,
    CARD,
    CARD_CODE,
    DEAL_CARDS,
    DEAL_GARDENS,
    DEAL_MISSIONS,
    DEAL_REWARDS,
    DEALT_GARDEN_CODE,
    DEALT_MISSION_CODE,
    DEALT_REWARD_CODE,
    DISCARDS,
    DISPLAY,
    DRAW_CARD,
    DRAWN_CARD_CODE,
    EMPTY_SLOT,
    EVERY_SLOT,
    FIRST_STRUCTURE_CARD,
    GARDEN,
    GARDEN_SIDE,
    GARDENER_CODE,
    HAND,
    HOME,
    MAX_COLUMNS,
    MISSIONS,
    OVER,
    PHASE,
    PLACE_GARDENER,
    PLAY_CARD,
    PLAYERS,
    REWARD,
    REWARD_SIDE,
    SEAT,
    SIDE_CODE,
    SLOT_BITS,
    SLOT_CODE,
    STAND_CODE,
    TAKE_TILE,
    TURNED_TILE_CODE,
    WALK_CODE,
    WALK_NOBLE,
    WILD_CARD,
    Words,
    seat_base,
)


def slots_showing(display: int, structure: int) -> int:
    """The slots whose tile shows a structure."""
    differs = display ^ (structure * EVERY_SLOT)
    return ~(differs | differs >> 1 | differs >> 2 | differs >> 3) & EVERY_SLOT


def empty_slots(table: Words, display: int) -> int:
    """The slots of the box's display without a tile."""
    return slots_showing(display, EMPTY_SLOT) & table[SLOT_SET]


def allowed_slots(table: Words, display: int, card: int) -> int:
    """The slots from which a card may take a tile (T2-T5)."""
    if card < FIRST_STRUCTURE_CARD:
        return table[PAIR_SLOTS + card]
    if card != WILD_CARD:
        shown = slots_showing(display, card - FIRST_STRUCTURE_CARD)
        if shown != 0:
            return shown
    return table[SLOT_SET]


def draw_pile(table: Words, state: Words, base: int) -> int:
    """The cards of a seat that are neither in hand nor discarded."""
    return table[DECK] & ~(state[base + HAND] | state[base + DISCARDS])


def undealt_boards(state: Words, word: int, count: int) -> int:
    """The garden or reward boards that no seat has yet; `word` says which kind."""
    boards = (1 << count) - 1
    for seat in range(state[PLAYERS]):
        dealt = state[seat_base(seat) + word]
        if dealt >= 0:
            boards &= ~(1 << (dealt >> 1))
    return boards


def undealt_missions(table: Words, state: Words) -> int:
    """The missions that no seat has yet."""
    missions = (1 << table[COLUMN_COUNT]) - 1
    for seat in range(state[PLAYERS]):
        missions &= ~state[seat_base(seat) + MISSIONS]
    return missions


def structures_in_bag(bag: int) -> int:
    """The structures of which the bag still has a tile."""
    structures = 0
    for structure in range(MAX_COLUMNS):
        if (bag >> (BAG_BITS * structure)) & BAG_MASK:
            structures |= 1 << structure
    return structures


def choices(table: Words, state: Words) -> int:
    """The set of choices of the phase at hand; in WALK_NOBLE without 'stand', which is always legal (N1)."""
    phase = state[PHASE]
    base = seat_base(state[SEAT])
    if phase == PLAY_CARD:
        return state[base + HAND]
    if phase == TAKE_TILE:
        return allowed_slots(table, state[DISPLAY], state[CARD])
    if phase == PLACE_GARDENER:
        return gardener_squares(table, state[base + BUILT], state[HOME])
    if is_own_step(phase):
        return step_squares(table, state, base)
    if phase == WALK_NOBLE:
        return walk_squares(table, state, base)
    return _setup_or_chance(table, state, phase, base)


def _setup_or_chance(table: Words, state: Words, phase: int, base: int) -> int:
    if phase == DEAL_GARDENS:
        return undealt_boards(state, GARDEN, table[GARDEN_COUNT])
    if phase == GARDEN_SIDE:
        return (1 << table[GARDEN_SIDES + (state[base + GARDEN] >> 1)]) - 1
    if phase == DEAL_MISSIONS:
        return undealt_missions(table, state)
    if phase == DEAL_REWARDS:
        return undealt_boards(state, REWARD, table[REWARD_COUNT])
    if phase == REWARD_SIDE:
        return (1 << table[REWARD_SIDES + (state[base + REWARD] >> 1)]) - 1
    if phase in (DEAL_CARDS, DRAW_CARD):
        return draw_pile(table, state, base)
    if phase == OVER:
        return 0
    return structures_in_bag(state[BAG])


def code_of(phase: int, bit: int) -> int:
    """The code of one choice, given as its bit in the phase's set."""
    if phase == PLAY_CARD:
        return CARD_CODE + bit
    if phase == TAKE_TILE:
        return SLOT_CODE + bit // SLOT_BITS
    if phase == PLACE_GARDENER:
        return GARDENER_CODE + square_of(bit)
    if is_own_step(phase):
        return step_code(bit)
    if phase == WALK_NOBLE:
        return WALK_CODE + square_of(bit)
    if phase in (GARDEN_SIDE, REWARD_SIDE):
        return SIDE_CODE + bit
    if phase == DEAL_GARDENS:
        return DEALT_GARDEN_CODE + bit
    if phase == DEAL_MISSIONS:
        return DEALT_MISSION_CODE + bit
    if phase == DEAL_REWARDS:
        return DEALT_REWARD_CODE + bit
    if phase in (DEAL_CARDS, DRAW_CARD):
        return DRAWN_CARD_CODE + bit
    return TURNED_TILE_CODE + bit


def list_codes(table: Words, state: Words, out: Words) -> int:
    """Write all legal codes of the phase at hand into `out`, in ascending order, and return their number."""
    phase = state[PHASE]
    rest = choices(table, state)
    count = 0
    while rest != 0:
        out[count] = code_of(phase, lowest(rest))
        rest &= rest - 1
        count += 1
    if phase == WALK_NOBLE:
        out[count] = STAND_CODE
        count += 1
    return count


def is_legal(table: Words, state: Words, code: int) -> bool:
    """Whether a code is among the choices of the phase at hand."""
    phase = state[PHASE]
    if phase == WALK_NOBLE and code == STAND_CODE:
        return True
    rest = choices(table, state)
    while rest != 0:
        if code_of(phase, lowest(rest)) == code:
            return True
        rest &= rest - 1
    return False


def shown_tile(display: int, slot: int) -> int:
    """The structure of the tile in a slot, EMPTY_SLOT if there is none."""
    return (display >> (SLOT_BITS * slot)) & EMPTY_SLOT
