"""The one-move evaluation: the turn after which a seat's garden is worth the most.

Where a tile goes decides nearly everything, and many turns put it on the same square, so each placement is valued once,
with its best walk and the best place for a piece that moves, and only the columns that it changes are looked up again.
"""

from typing import Final

from sanssouci.kernel.apply import apply
from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    FIRST_ROW,
    OUTSIDE,
    ROW_COUNT,
)
from sanssouci.kernel.chance import lucky_card, lucky_tile
from sanssouci.kernel.choices import allowed_slots, draw_pile, shown_tile
from sanssouci.kernel.expansions import is_own_step, step_code, step_squares, take_step
from sanssouci.kernel.garden import connected, gardener_squares, neighbours
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BUILT,
    DISPLAY,
    DRAW_CARD,
    EMPTY_SLOT,
    GARDENERS,
    HAND,
    MAX_COLUMNS,
    MAX_ROWS,
    MISSIONS,
    PHASE,
    PLACE_GARDENER,
    REFILL,
    SEAT,
    SLOT_BITS,
    SLOTS,
    STRIDE,
    Words,
    home_of,
    row_of_bit,
    seat_base,
)
from sanssouci.kernel.luck import noise_next, noise_pick
from sanssouci.kernel.rewards import mark_points
from sanssouci.kernel.steps import (
    draw_card,
    end_decisions,
    place_gardener,
    play_card,
    refill,
    score_in_play,
    take_tile,
    walk_noble,
)
from sanssouci.thinking.expansions import value_expansions
from sanssouci.thinking.places import REACH_TERMS, ROW_TERMS, STAGE_OF, UNIT, column_term
from sanssouci.thinking.terms import (
    access_term,
    exhausted,
    frontier_term,
    joker_term,
    kept_term,
    low_stop_term,
    offer_term,
    pattern,
    row_access,
    shown_squares,
    shown_term,
    stop_term,
    supply_of,
    supply_term,
    traits_of,
    turns_left_of,
    window_term,
)

# ── Working space. A turn first: card, slot, gardener or -1, piece or -1, walk or -1 (all as bits), value. ─
TURN_CARD: Final = 0
TURN_SLOT: Final = 1
TURN_GARDENER: Final = 2
TURN_PIECE: Final = 3
TURN_WALK: Final = 4
TURN_VALUE: Final = 5
TURN_SIZE: Final = 6
# … then the best turn with the tile of each slot, the garden before the turn, and what is known of each placement.
SLOT_TURNS: Final = TURN_SIZE  # + TURN_SIZE * slot
REACH: Final = SLOT_TURNS + TURN_SIZE * SLOTS
FRONTIER: Final = REACH + 1
TURNS_LEFT: Final = FRONTIER + 1  # after this turn
PATTERNS_NOW: Final = TURNS_LEFT + 1  # + column
NOBLES_NOW: Final = PATTERNS_NOW + MAX_COLUMNS  # + column: the row of its noble
TRAITS_NOW: Final = NOBLES_NOW + MAX_COLUMNS  # + column
SUPPLY_NOW: Final = TRAITS_NOW + MAX_COLUMNS  # + column: how full the bag is of its tiles
WORTH_NOW: Final = SUPPLY_NOW + MAX_COLUMNS  # + column: the weight of its pattern
STOCK_NOW: Final = WORTH_NOW + MAX_COLUMNS  # + column: the weight of what is shown and in the bag for it
COLUMNS_NOW: Final = STOCK_NOW + MAX_COLUMNS  # both of these, of all columns
PILE: Final = COLUMNS_NOW + 1  # the cards to come
SHOWN: Final = PILE + 1  # squares whose tile is on display; a turn that takes one of them builds there
EXHAUSTED: Final = SHOWN + 1
ACCESS: Final = EXHAUSTED + 1  # + row
PLACEMENTS: Final = ACCESS + MAX_ROWS  # + PLACEMENT_WORDS * (2 * bit + gardener)
PLACEMENT_WORDS: Final = 4
PLACED_VALUE: Final = 0
PLACED_WALK: Final = 1  # a bit, or -1
PLACED_PIECE: Final = 2  # a bit, or -1
PLACED_FRONTIER: Final = 3
DESK_WORDS: Final = PLACEMENTS + PLACEMENT_WORDS * 2 * 60
NOTHING: Final = -(1 << 60)
MOVE_WORDS: Final = 5  # the codes of a move; a row may be longer


def best_turn(table: Words, state: Words, weights: Words, desk: Words, noise: int, spread: int) -> int:
    """Find the turn with the greatest value, leave it at the front of the desk, and return its value.

    The desk also keeps the best turn with the tile of each slot, of value NOTHING where no card allows it. With a
    `spread`, every placement gets an error of up to that much, drawn from the noise: a player that misjudges.
    """
    base = seat_base(state[SEAT])
    _look(table, state, weights, desk, base)
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
                noise = _value_placement(table, state, weights, desk, base, lowest(fresh), gardener, noise, spread)
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
        value = desk[place + PLACED_VALUE] + jokers + weights[at + offer_term(left, frontier)]
        kept = state[base + HAND] & ~(1 << card)
        while kept != 0:
            term = kept_term(table, weights, left, desk[SHOWN], lowest(kept), built | 1 << bit, frontier, missions)
            value += weights[at + term]
            kept &= kept - 1
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


def _look(table: Words, state: Words, weights: Words, desk: Words, base: int) -> None:
    """Note what the garden is like before the turn."""
    built, gardeners, ahead = state[base + BUILT], state[base + GARDENERS], state[base + AHEAD]
    reach = connected(table[FIRST_ROW], built)
    frontier = neighbours(reach) & table[BOARD] & ~built
    cut_off = (built | table[OUTSIDE]) & ~reach & ~gardeners
    desk[REACH] = reach
    desk[FRONTIER] = frontier
    desk[TURNS_LEFT] = turns_left_of(table, state, base) - 1
    at = weights[STAGE_OF + desk[TURNS_LEFT]]
    pile, shown = draw_pile(table, state, base), shown_squares(state[DISPLAY])
    desk[PILE] = pile
    desk[SHOWN] = shown
    desk[EXHAUSTED] = exhausted(state[BAG], pile)
    for row in range(1, table[ROW_COUNT]):
        desk[ACCESS + row] = row_access(table, pile, row)
    built |= table[OUTSIDE]
    desk[COLUMNS_NOW] = 0
    for column in range(table[COLUMN_COUNT]):
        code = pattern(weights, reach & ~gardeners, gardeners, cut_off, frontier, column)
        noble = table[ROW_COUNT] - popcount(ahead & table[COLUMN + column])
        traits = traits_of(state[base + MISSIONS], pile, column)
        desk[PATTERNS_NOW + column] = code
        desk[NOBLES_NOW + column] = noble
        desk[TRAITS_NOW + column] = traits
        desk[SUPPLY_NOW + column] = supply_of(table, state, column)
        desk[WORTH_NOW + column] = weights[at + column_term(code, noble, traits)]
        desk[STOCK_NOW + column] = _stock(weights, desk, at, built, column)
        desk[COLUMNS_NOW] += desk[WORTH_NOW + column] + desk[STOCK_NOW + column]


def _stock(weights: Words, desk: Words, at: int, built: int, column: int) -> int:
    """The weight of what is shown and in the bag for the free squares of a column."""
    traits = desk[TRAITS_NOW + column]
    return (
        weights[at + shown_term(weights, built, desk[SHOWN], traits, column)]
        + weights[at + supply_term(desk[SUPPLY_NOW + column], built, traits, column)]
    )


def _value_placement(
    table: Words, state: Words, weights: Words, desk: Words, base: int, bit: int, gardener: int, noise: int, spread: int
) -> int:
    """Value a tile on a square, with the best walk and the best move of a piece; return the next noise."""
    at = weights[STAGE_OF + desk[TURNS_LEFT]]
    built = state[base + BUILT] | 1 << bit
    old_gardeners = state[base + GARDENERS]
    gardeners = old_gardeners | gardener << bit
    old_reach = desk[REACH]
    reach = old_reach
    if neighbours(1 << bit) & int(old_reach):
        reach = connected(old_reach | 1 << bit, built)
    frontier = neighbours(reach) & table[BOARD] & ~built
    built |= table[OUTSIDE]
    place = PLACEMENTS + PLACEMENT_WORDS * (2 * bit + gardener)
    score = score_in_play(state, base)
    value = UNIT * (score + mark_points(table, state, base, bit, gardener, score))
    for row in range(1, table[ROW_COUNT]):
        value += weights[at + ROW_TERMS + 512 * (row - 1) + ((built >> (STRIDE * row)) & 511)]
        value += weights[at + REACH_TERMS + 512 * (row - 1) + ((reach >> (STRIDE * row)) & 511)]
        value += weights[at + access_term(table, frontier, desk[ACCESS + row], row)]
    for column in range(7):
        value += weights[at + window_term(weights, built, reach, 1, column)]
        value += weights[at + window_term(weights, built, reach, 3, column)]
    changed = (1 << bit) | (reach ^ old_reach) | (frontier ^ desk[FRONTIER])
    value += _value_columns(table, state, weights, desk, base, at, reach, gardeners, built, frontier, changed, place)
    value += value_expansions(table, state, weights, base, at, bit, built, desk, place + PLACED_PIECE)
    if spread > 0:
        noise = noise_next(noise)
        value += noise_pick(noise, 2 * spread + 1) - spread
    desk[place + PLACED_VALUE] = value
    desk[place + PLACED_FRONTIER] = frontier
    return noise


def _value_columns(
    table: Words,
    state: Words,
    weights: Words,
    desk: Words,
    base: int,
    at: int,
    reach: int,
    gardeners: int,
    built: int,
    frontier: int,
    changed: int,
    place: int,
) -> int:
    """The value of the columns and the stops with the best walk, which is noted."""
    ahead, turns_left = state[base + AHEAD], desk[TURNS_LEFT]
    stops, cut_off = reach & ~gardeners, built & ~reach & ~gardeners
    open_stops = stops & ahead
    standing = (
        weights[stop_term(table, open_stops, turns_left)]
        + weights[at + frontier_term(table, frontier & ahead)]
        + weights[low_stop_term(table, open_stops, turns_left)]
    )
    own = lowest(built & table[BOARD] & ~state[base + BUILT]) % STRIDE  # the column of the new tile
    total = standing + desk[COLUMNS_NOW] + _stock(weights, desk, at, built, own) - desk[STOCK_NOW + own]
    best = 0
    walk = -1
    for column in range(table[COLUMN_COUNT]):
        mask = table[COLUMN + column]
        traits = desk[TRAITS_NOW + column]
        if changed & mask:
            code = pattern(weights, stops, gardeners, cut_off, frontier, column)
            worth = weights[at + column_term(code, desk[NOBLES_NOW + column], traits)]
            total += worth - desk[WORTH_NOW + column]
        else:
            code = desk[PATTERNS_NOW + column]
            worth = desk[WORTH_NOW + column]
        targets = open_stops & mask
        while targets != 0:
            target = lowest(targets)
            targets &= targets - 1
            row = row_of_bit(target)
            gain = (
                UNIT * row
                + weights[at + column_term(code, row, traits)]
                - worth
                + weights[stop_term(table, open_stops & ~(mask & ((2 << target) - 1)), turns_left)]
                + weights[low_stop_term(table, open_stops & ~(mask & ((2 << target) - 1)), turns_left)]
                + weights[at + frontier_term(table, frontier & ahead & ~(mask & ((2 << target) - 1)))]
                - standing
            )
            if gain > best:
                best = gain
                walk = target
    desk[place + PLACED_WALK] = walk
    return total + best


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
