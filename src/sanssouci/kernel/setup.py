"""Setting up: an empty table, boards and their sides, missions, hands and the display.

The order is fixed: garden boards, their sides (S1), missions (S3), reward boards and their sides (W1), hands (S2), the
display (S4). Seats go in the order of play, from the first player on.
"""

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN_COUNT,
    GARDEN_SIDES,
    HAND_SIZE,
    MISSION_COUNT,
    PRINTED,
    REWARD_SIDES,
    TILES_EACH,
)
from sanssouci.kernel.choices import empty_slots
from sanssouci.kernel.expansions import phase_after_missions, set_up_seat
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BAG_BITS,
    BUILT,
    CARD,
    DEAL_CARDS,
    DEAL_GARDENS,
    DEAL_MISSIONS,
    DEAL_TILES,
    DISPLAY,
    EMPTY_SLOT,
    EVERY_SLOT,
    EXPANSIONS,
    FIRST,
    GARDEN,
    GARDEN_SIDE,
    HAND,
    HOME,
    MAX_SEATS,
    MISSIONS,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    REWARD,
    REWARD_SIDE,
    SEAT,
    SLOT,
    SLOT_BITS,
    STATE_WORDS,
    Words,
    seat_base,
)
from sanssouci.kernel.rewards import lay_reward_boards
from sanssouci.kernel.steps import put_tile


def new_game(table: Words, state: Words, players: int, expansions: int, first: int) -> None:
    """Write the state before anything is dealt: tiles in the bag (C5), nobles on the terrace (C1), no points (S6)."""
    for word in range(STATE_WORDS):
        state[word] = 0
    state[PLAYERS] = players
    state[EXPANSIONS] = expansions
    state[FIRST] = first
    state[SEAT] = first
    state[PHASE] = DEAL_GARDENS
    state[CARD] = -1
    state[SLOT] = -1
    state[HOME] = -1
    state[DISPLAY] = EMPTY_SLOT * EVERY_SLOT
    for structure in range(table[COLUMN_COUNT]):
        state[BAG] += table[TILES_EACH + players] << (BAG_BITS * structure)
    for seat in range(MAX_SEATS):
        base = seat_base(seat)
        state[base + GARDEN] = -1
        state[base + REWARD] = -1
    for seat in range(players):
        base = seat_base(seat)
        state[base + AHEAD] = table[BOARD]
        set_up_seat(table, state, base)


def deal_garden(table: Words, state: Words, board: int) -> None:
    """Give a garden board to the seat at hand (S1)."""
    base = seat_base(state[SEAT])
    state[base + GARDEN] = 2 * board
    state[base + BUILT] = table[PRINTED + 2 * board]
    if _next_seat(state):
        _seek_side(table, state, GARDEN_SIDE)


def deal_reward(table: Words, state: Words, board: int) -> None:
    """Give a reward board to the seat at hand (W1)."""
    base = seat_base(state[SEAT])
    state[base + REWARD] = 2 * board
    if _next_seat(state):
        _seek_side(table, state, REWARD_SIDE)


def choose_side(table: Words, state: Words, side: int) -> None:
    """Turn up the chosen side of the seat's garden board (S1) or reward board (W1)."""
    phase = state[PHASE]
    base = seat_base(state[SEAT])
    if phase == GARDEN_SIDE:
        state[base + GARDEN] += side
        state[base + BUILT] = table[PRINTED + state[base + GARDEN]]
    else:
        state[base + REWARD] += side
    if _next_seat(state):
        _after_sides(table, state, phase)
    else:
        _seek_side(table, state, phase)


def has_chosen_side(table: Words, state: Words, seat: int, phase: int) -> bool:
    """Whether the side of a seat's garden board (GARDEN_SIDE) or reward board (REWARD_SIDE) is settled."""
    if state[PHASE] != phase:
        return state[PHASE] > phase
    players, first = state[PLAYERS], state[FIRST]
    return (seat - first) % players < (state[SEAT] - first) % players or side_count(table, state, seat, phase) == 1


def side_count(table: Words, state: Words, seat: int, phase: int) -> int:
    """How many sides the board of a seat has."""
    base = seat_base(seat)
    if phase == GARDEN_SIDE:
        return table[GARDEN_SIDES + (state[base + GARDEN] >> 1)]
    return table[REWARD_SIDES + (state[base + REWARD] >> 1)]


def _seek_side(table: Words, state: Words, phase: int) -> None:
    """Stop at the next seat whose board has two sides, or move on if there is none."""
    while True:
        if side_count(table, state, state[SEAT], phase) > 1:
            state[PHASE] = phase
            return
        if _next_seat(state):
            _after_sides(table, state, phase)
            return


def _after_sides(table: Words, state: Words, phase: int) -> None:
    """Move on to the missions, or lay the reward boards onto the gardens (W2) and deal the hands."""
    if phase == GARDEN_SIDE:
        if table[MISSION_COUNT] > 0:
            state[PHASE] = DEAL_MISSIONS
        else:
            _after_missions(state)
        return
    lay_reward_boards(table, state)
    state[PHASE] = DEAL_CARDS


def deal_mission(table: Words, state: Words, column: int) -> None:
    """Give a mission to the seat at hand (S3)."""
    base = seat_base(state[SEAT])
    state[base + MISSIONS] |= 1 << column
    if popcount(state[base + MISSIONS]) == table[MISSION_COUNT] and _next_seat(state):
        _after_missions(state)


def _after_missions(state: Words) -> None:
    state[PHASE] = phase_after_missions(state)


def deal_card(table: Words, state: Words, card: int) -> None:
    """Give a card of its own deck to the seat at hand (S2)."""
    base = seat_base(state[SEAT])
    state[base + HAND] |= 1 << card
    if popcount(state[base + HAND]) == table[HAND_SIZE] and _next_seat(state):
        state[PHASE] = DEAL_TILES


def deal_tile(table: Words, state: Words, structure: int) -> None:
    """Turn a tile up in the next slot of the display (S4)."""
    empty = empty_slots(table, state[DISPLAY])
    put_tile(state, lowest(empty) // SLOT_BITS, structure)
    if empty & (empty - 1) == 0:
        state[PHASE] = PLAY_CARD


def _next_seat(state: Words) -> bool:
    """Pass on to the next seat of a round of set-up; True when the round is complete."""
    seat = state[SEAT] + 1
    if seat >= state[PLAYERS]:
        seat = 0
    state[SEAT] = seat
    return seat == state[FIRST]
