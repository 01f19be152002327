"""The only way to change a state: carry out a code, a decision or an outcome of chance."""

from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.chance import lucky_code
from sanssouci.kernel.choices import is_legal
from sanssouci.kernel.expansions import take_step
from sanssouci.kernel.layout import (
    CARD_CODE,
    DEAL_CARDS,
    DEAL_TILES,
    DEALT_GARDEN_CODE,
    DEALT_MISSION_CODE,
    DEALT_REWARD_CODE,
    DRAWN_CARD_CODE,
    GARDENER_CODE,
    PHASE,
    SLOT_CODE,
    SQUARES,
    STAND_CODE,
    TURNED_TILE_CODE,
    WALK_CODE,
    Words,
    is_chance,
)
from sanssouci.kernel.setup import choose_side, deal_card, deal_garden, deal_mission, deal_reward, deal_tile
from sanssouci.kernel.steps import (
    draw_card,
    end_decisions,
    place_gardener,
    play_card,
    refill,
    take_tile,
    walk_noble,
)


def apply(table: Words, state: Words, code: int) -> None:
    """Carry out a code, which must be legal in the state's phase."""
    if code >= DEALT_GARDEN_CODE:
        _apply_chance(table, state, code)
    elif code < CARD_CODE:
        choose_side(table, state, code)
    elif code < SLOT_CODE:
        play_card(state, code - CARD_CODE)
    elif code < GARDENER_CODE:
        take_tile(table, state, code - SLOT_CODE)
    elif code < GARDENER_CODE + SQUARES:
        place_gardener(table, state, bit_of(code - GARDENER_CODE))
    elif code < WALK_CODE:
        take_step(state, code)
    elif code < STAND_CODE:
        walk_noble(table, state, bit_of(code - WALK_CODE))
    else:
        end_decisions(table, state)


def _apply_chance(table: Words, state: Words, code: int) -> None:
    if code >= TURNED_TILE_CODE:
        if state[PHASE] == DEAL_TILES:
            deal_tile(table, state, code - TURNED_TILE_CODE)
        else:
            refill(table, state, code - TURNED_TILE_CODE)
    elif code >= DRAWN_CARD_CODE:
        if state[PHASE] == DEAL_CARDS:
            deal_card(table, state, code - DRAWN_CARD_CODE)
        else:
            draw_card(state, code - DRAWN_CARD_CODE)
    elif code >= DEALT_REWARD_CODE:
        deal_reward(table, state, code - DEALT_REWARD_CODE)
    elif code >= DEALT_MISSION_CODE:
        deal_mission(table, state, code - DEALT_MISSION_CODE)
    else:
        deal_garden(table, state, code - DEALT_GARDEN_CODE)


def play(table: Words, state: Words, codes: Words, count: int) -> int:
    """Carry out codes one by one, checking each first, and return how many were legal before the first illegal one."""
    for index in range(count):
        if not is_legal(table, state, codes[index]):
            return index
        apply(table, state, codes[index])
    return count


def settle(table: Words, state: Words, seed_0: int, seed_1: int, trace: Words) -> int:
    """Let luck decide until a player must, or the game is over, and return the number of codes.

    The codes are written to `trace` as far as it has room; with an empty trace, nothing is written.
    """
    room = len(trace)
    count = 0
    while is_chance(state[PHASE]):
        code = lucky_code(table, state, seed_0, seed_1)
        apply(table, state, code)
        if count < room:
            trace[count] = code
        count += 1
    return count
