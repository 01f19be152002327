"""What each step does to the state. Nothing here asks whether a step is legal (choices.py) or draws luck (chance.py).

A turn goes PLAY_CARD, TAKE_TILE, [PLACE_GARDENER], [a step of an expansion], WALK_NOBLE, then chance: [REFILL],
[DRAW_CARD]. Laying the tile on its own square (P1) is not a decision, so TAKE_TILE skips to the next phase that is.
"""

from sanssouci.kernel.box_table import COLUMN, ROUNDS
from sanssouci.kernel.choices import draw_pile, shown_tile
from sanssouci.kernel.expansions import lay_tile, points_won
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BAG_BITS,
    BUILT,
    CARD,
    DISCARDS,
    DISPLAY,
    DRAW_CARD,
    EMPTY_SLOT,
    GARDENERS,
    HAND,
    HOME,
    NOBLE_POINTS,
    OVER,
    PHASE,
    PLACE_GARDENER,
    PLAY_CARD,
    PLAYERS,
    REFILL,
    SEAT,
    SLOT,
    SLOT_BITS,
    STRIDE,
    TAKE_TILE,
    TURN,
    WALK_NOBLE,
    Words,
    home_of,
    row_of_bit,
    seat_base,
)


def score_in_play(state: Words, base: int) -> int:
    """What the score marker of a seat shows before the final count."""
    return state[base + NOBLE_POINTS] + points_won(state, base)


def play_card(state: Words, card: int) -> None:
    """Lay a card from the hand onto the discard pile (T1, T6)."""
    base = seat_base(state[SEAT])
    state[base + HAND] &= ~(1 << card)
    state[base + DISCARDS] |= 1 << card
    state[CARD] = card
    state[PHASE] = TAKE_TILE


def take_tile(table: Words, state: Words, slot: int) -> None:
    """Take the tile from a slot, and lay it on its own square if that is free (P1)."""
    structure = shown_tile(state[DISPLAY], slot)
    state[DISPLAY] |= EMPTY_SLOT << (SLOT_BITS * slot)
    state[SLOT] = slot
    home = home_of(slot, structure)
    state[HOME] = home
    base = seat_base(state[SEAT])
    if (state[base + BUILT] >> home) & 1:
        state[PHASE] = PLACE_GARDENER
    else:
        _lay(table, state, base, home, 0)


def place_gardener(table: Words, state: Words, bit: int) -> None:
    """Lay the tile with its gardener side up (P2, P3)."""
    base = seat_base(state[SEAT])
    state[base + GARDENERS] |= 1 << bit
    _lay(table, state, base, bit, 1)


def _lay(table: Words, state: Words, base: int, bit: int, gardener: int) -> None:
    """Build on a square, and let the expansions react."""
    state[base + BUILT] |= 1 << bit
    state[PHASE] = WALK_NOBLE
    lay_tile(table, state, base, bit, gardener, score_in_play(state, base))


def walk_noble(table: Words, state: Words, bit: int) -> None:
    """Let the noble of the square's column end its walk there, and score the row (N5)."""
    base = seat_base(state[SEAT])
    passed = table[COLUMN + bit % STRIDE] & ((2 << bit) - 1)  # the square and all above it in its column
    state[base + AHEAD] &= ~passed
    state[base + NOBLE_POINTS] += row_of_bit(bit)
    end_decisions(table, state)


def end_decisions(table: Words, state: Words) -> None:
    """End the player's part of a turn; chance follows, except after the very last turn (F2, E1)."""
    state[CARD] = -1
    state[HOME] = -1
    state[TURN] += 1
    if state[TURN] == table[ROUNDS] * state[PLAYERS]:
        state[SLOT] = -1
        state[PHASE] = OVER
    else:
        state[PHASE] = REFILL


def refill(table: Words, state: Words, structure: int) -> None:
    """Turn a tile up in the emptied slot (F1); then a card is drawn while the pile lasts (D1)."""
    put_tile(state, state[SLOT], structure)
    state[SLOT] = -1
    if draw_pile(table, state, seat_base(state[SEAT])) != 0:
        state[PHASE] = DRAW_CARD
    else:
        next_turn(state)


def draw_card(state: Words, card: int) -> None:
    """Take a card from the draw pile into the hand, and end the turn (D1)."""
    state[seat_base(state[SEAT]) + HAND] |= 1 << card
    next_turn(state)


def put_tile(state: Words, slot: int, structure: int) -> None:
    """Move a tile from the bag to an empty slot."""
    state[BAG] -= 1 << (BAG_BITS * structure)
    state[DISPLAY] ^= (EMPTY_SLOT ^ structure) << (SLOT_BITS * slot)


def next_turn(state: Words) -> None:
    """Pass the turn on, clockwise (S5)."""
    seat = state[SEAT] + 1
    state[SEAT] = seat if seat < state[PLAYERS] else 0
    state[PHASE] = PLAY_CARD
