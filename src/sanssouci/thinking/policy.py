"""The one-move evaluation: the turn after which a seat's garden is worth the most.

Where a tile goes decides nearly everything, and many turns put it on the same square, so each placement is valued once,
with its best walk and the best place for a piece that moves, and only the columns that it changes are looked up again.
"""

from typing import Final

from sanssouci.kernel.apply import apply
from sanssouci.kernel.bits import lowest
from sanssouci.kernel.chance import lucky_card, lucky_tile
from sanssouci.kernel.choices import allowed_slots, shown_tile
from sanssouci.kernel.expansions import is_own_step, step_code, step_squares, take_step
from sanssouci.kernel.garden import gardener_squares
from sanssouci.kernel.layout import (
    BUILT,
    DISPLAY,
    DRAW_CARD,
    EMPTY_SLOT,
    FIRST_STRUCTURE_CARD,
    HAND,
    MISSIONS,
    PHASE,
    PLACE_GARDENER,
    REFILL,
    SEAT,
    SLOT_BITS,
    SLOTS,
    WILD_CARD,
    Words,
    home_of,
    seat_base,
)
from sanssouci.kernel.steps import (
    draw_card,
    end_decisions,
    place_gardener,
    play_card,
    refill,
    take_tile,
    walk_noble,
)
from sanssouci.thinking.desk import (
    EXHAUSTED,
    FRONTIER,
    KEPT_NOW,
    PILE,
    PLACED_FRONTIER,
    PLACED_PIECE,
    PLACED_VALUE,
    PLACED_WALK,
    PLACEMENT_WORDS,
    PLACEMENTS,
    SHOWN,
    SLOT_TURNS,
    TURN_CARD,
    TURN_GARDENER,
    TURN_PIECE,
    TURN_SIZE,
    TURN_SLOT,
    TURN_VALUE,
    TURN_WALK,
    TURNS_LEFT,
    look,
)
from sanssouci.thinking.places import STAGE_OF
from sanssouci.thinking.placing import value_placement
from sanssouci.thinking.terms import (
    joker_term,
    kept_term,
)

NOTHING: Final = -(1 << 60)
MOVE_WORDS: Final = 5  # the codes of a move; a row may be longer


def best_turn(table: Words, state: Words, weights: Words, desk: Words, noise: int, spread: int) -> int:
    """Find the turn with the greatest value, leave it at the front of the desk, and return its value.

    The desk also keeps the best turn with the tile of each slot, of value NOTHING where no card allows it. With a
    `spread`, every placement gets an error of up to that much, drawn from the noise: a player that misjudges.
    """
    base = seat_base(state[SEAT])
    look(table, state, weights, desk, base)
    for slot in range(SLOTS):
        desk[SLOT_TURNS + TURN_SIZE * slot + TURN_VALUE] = NOTHING
    built, display, cards = state[base + BUILT], state[DISPLAY], state[base + HAND]
    known = 0  # structures valued so far
    known_gardeners = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        slots = allowed_slots(table, display, card)
        while slots != 0:
            slot = lowest(slots) // SLOT_BITS
            slots &= slots - 1
            home = home_of(slot, shown_tile(display, slot))
            gardener = (built >> home) & 1
            squares = gardener_squares(table, built, home) if gardener else 1 << home
            fresh = squares & ~(known_gardeners if gardener else known)
            while fresh != 0:
                noise = value_placement(table, state, weights, desk, base, lowest(fresh), gardener, noise, spread)
                fresh &= fresh - 1
            if gardener:
                known_gardeners |= squares
            else:
                known |= squares
            _compare(table, state, weights, desk, base, card, slot, squares, gardener)
    return _choose(desk)


def _compare(
    table: Words,
    state: Words,
    weights: Words,
    desk: Words,
    base: int,
    card: int,
    slot: int,
    squares: int,
    gardener: int,
) -> None:
    """Compare the turns with a card and a tile to the best turn known with this tile."""
    built, missions = state[base + BUILT], state[base + MISSIONS]
    at = weights[STAGE_OF + desk[TURNS_LEFT]]
    left = state[DISPLAY] | EMPTY_SLOT << (SLOT_BITS * slot)
    turn = SLOT_TURNS + TURN_SIZE * slot
    jokers = weights[at + joker_term(left, desk[PILE], desk[EXHAUSTED])]
    while squares != 0:
        bit = lowest(squares)
        squares &= squares - 1
        place = PLACEMENTS + PLACEMENT_WORDS * (2 * bit + gardener)
        frontier = desk[place + PLACED_FRONTIER]
        value = desk[place + PLACED_VALUE] + jokers
        kept = state[base + HAND] & ~(1 << card)
        while kept != 0:
            other = lowest(kept)
            kept &= kept - 1
            if frontier == desk[FRONTIER] and (other < FIRST_STRUCTURE_CARD or other == WILD_CARD):
                value += desk[KEPT_NOW + other]  # which does not depend on the tile taken: its square is built
            else:
                term = kept_term(table, weights, left, desk[SHOWN], other, built | 1 << bit, frontier, missions)
                value += weights[at + term]
        if value > desk[turn + TURN_VALUE]:
            desk[turn + TURN_CARD] = card
            desk[turn + TURN_SLOT] = slot
            desk[turn + TURN_GARDENER] = bit if gardener else -1
            desk[turn + TURN_PIECE] = desk[place + PLACED_PIECE]
            desk[turn + TURN_WALK] = desk[place + PLACED_WALK]
            desk[turn + TURN_VALUE] = value


def _choose(desk: Words) -> int:
    """Put the best of all turns at the front."""
    best = SLOT_TURNS
    for slot in range(1, SLOTS):
        turn = SLOT_TURNS + TURN_SIZE * slot
        if desk[turn + TURN_VALUE] > desk[best + TURN_VALUE]:
            best = turn
    for word in range(TURN_SIZE):
        desk[word] = desk[best + word]
    return desk[TURN_VALUE]


def carry_out(table: Words, state: Words, turns: Words, at: int) -> None:
    """Play the turn stored at a place of a desk or list, up to where chance takes over."""
    play_card(state, turns[at + TURN_CARD])
    take_tile(table, state, turns[at + TURN_SLOT])
    if state[PHASE] == PLACE_GARDENER:
        place_gardener(table, state, turns[at + TURN_GARDENER])
    if is_own_step(state[PHASE]):
        piece = turns[at + TURN_PIECE]
        if piece < 0:  # a piece that the evaluation does not know
            piece = lowest(step_squares(table, state, seat_base(state[SEAT])))
        take_step(state, step_code(piece))
    if turns[at + TURN_WALK] >= 0:
        walk_noble(table, state, turns[at + TURN_WALK])
    else:
        end_decisions(table, state)


def make_move(table: Words, state: Words, codes: Words) -> None:
    """Carry out the codes of a move; -1 stands for a step that it does not have."""
    for index in range(MOVE_WORDS):
        if codes[index] >= 0:
            apply(table, state, codes[index])


def go_on(table: Words, state: Words, seed_0: int, seed_1: int) -> None:
    """Let luck refill and draw after a turn."""
    if state[PHASE] == REFILL:
        refill(table, state, lucky_tile(table, state, seed_0, seed_1))
    if state[PHASE] == DRAW_CARD:
        draw_card(state, lucky_card(table, state, seed_0, seed_1))
