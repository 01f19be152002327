"""The working space of the one-move evaluation, and the look at a garden before a turn, from which it starts.

Most of what a garden is worth is the same after every turn. So the weights of its parts are noted once, and the value
of a placement is what they add up to, corrected where the tile changes something (placing.py).
"""

from typing import Final

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    FIRST_ROW,
    OUTSIDE,
    ROW_COUNT,
)
from sanssouci.kernel.choices import draw_pile
from sanssouci.kernel.garden import connected, neighbours
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BUILT,
    CARDS,
    DISPLAY,
    FIRST_STRUCTURE_CARD,
    GARDENERS,
    HAND,
    MAX_COLUMNS,
    MAX_ROWS,
    MISSIONS,
    SLOTS,
    STRIDE,
    WILD_CARD,
    Words,
    row_of_bit,
)
from sanssouci.thinking.expansions import free_area, value_marks
from sanssouci.thinking.places import REACH_TERMS, ROW_TERMS, STAGE_OF, UNIT, column_term
from sanssouci.thinking.terms import (
    access_term,
    exhausted,
    frontier_term,
    kept_term,
    low_stop_term,
    offer_term,
    one_in_row,
    pairs_to_come,
    pattern,
    row_access,
    row_counts,
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
WINDOWS: Final = 7  # of three columns, side by side
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
OFFERS_NOW: Final = ACCESS + MAX_ROWS  # the weight of the tiles on display that belong on the frontier
MARKS_NOW: Final = OFFERS_NOW + 1  # the weight of the reward marks
KEPT_NOW: Final = MARKS_NOW + 1  # + card: the weight of a card in hand that could take tiles for the frontier
AREA: Final = KEPT_NOW + CARDS  # the free squares around a piece that wants to get out
ROWS_NOW: Final = AREA + 1  # + row: the weight of what is built and can be walked to
EDGES_NOW: Final = ROWS_NOW + MAX_ROWS  # + row: the weight of its squares next to a walk
WINDOWS_NOW: Final = EDGES_NOW + MAX_ROWS  # + WINDOWS * (upper row > 1) + column: the weight of a window
SQUARES_NOW: Final = WINDOWS_NOW + 2 * WINDOWS  # all of these
STANDING_NOW: Final = SQUARES_NOW + 1  # the weight of stops and frontier where nobody walks
STOPS_AHEAD: Final = STANDING_NOW + 1  # squares to which nobles can walk
FRONTIER_AHEAD: Final = STOPS_AHEAD + 1  # and those next to a walk that lie ahead of nobles
STOP_COUNTS: Final = FRONTIER_AHEAD + 1  # of both, how many lie in each row
FRONTIER_COUNTS: Final = STOP_COUNTS + 1
GAINS_NOW: Final = FRONTIER_COUNTS + 1  # + column: by how much its best walk is better
WALKS_NOW: Final = GAINS_NOW + MAX_COLUMNS  # + column: where that ends, a bit, or -1
PLACEMENTS: Final = WALKS_NOW + MAX_COLUMNS  # + PLACEMENT_WORDS * (2 * bit + gardener)
PLACEMENT_WORDS: Final = 4
PLACED_VALUE: Final = 0
PLACED_WALK: Final = 1  # a bit, or -1
PLACED_PIECE: Final = 2  # a bit, or -1
PLACED_FRONTIER: Final = 3
DESK_WORDS: Final = PLACEMENTS + PLACEMENT_WORDS * 2 * 60


def look(table: Words, state: Words, weights: Words, desk: Words, base: int) -> None:
    """Note on the desk what the garden is like before the turn."""
    built, gardeners, ahead = state[base + BUILT], state[base + GARDENERS], state[base + AHEAD]
    reach = connected(table[FIRST_ROW], built)
    frontier = neighbours(reach) & table[BOARD] & ~built
    cut_off = (built | table[OUTSIDE]) & ~reach & ~gardeners
    desk[REACH] = reach
    desk[FRONTIER] = frontier
    desk[AREA] = free_area(table, state, base)
    desk[TURNS_LEFT] = turns_left_of(table, state, base) - 1
    at = weights[STAGE_OF + desk[TURNS_LEFT]]
    pile, shown = draw_pile(table, state, base), shown_squares(state[DISPLAY])
    desk[PILE] = pile
    desk[SHOWN] = shown
    desk[EXHAUSTED] = exhausted(state[BAG], pile)
    pairs = pairs_to_come(table, pile)
    for row in range(1, table[ROW_COUNT]):
        desk[ACCESS + row] = row_access(pairs, row)
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
        desk[STOCK_NOW + column] = stock_weight(weights, desk, at, built, column)
        desk[COLUMNS_NOW] += desk[WORTH_NOW + column] + desk[STOCK_NOW + column]
    desk[MARKS_NOW] = value_marks(table, state, weights, base, at, built)
    hand = state[base + HAND]
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        if card < FIRST_STRUCTURE_CARD or card == WILD_CARD:
            term = kept_term(table, weights, state[DISPLAY], shown, card, built, frontier, 0)
            desk[KEPT_NOW + card] = weights[at + term]
    desk[OFFERS_NOW] = weights[at + offer_term(state[DISPLAY], frontier)]
    _look_at_squares(table, weights, desk, at, built, reach, frontier)
    _look_at_walks(table, weights, desk, at, reach & ~gardeners & ahead, frontier & ahead)


def _look_at_squares(table: Words, weights: Words, desk: Words, at: int, built: int, reach: int, frontier: int) -> None:
    """Note the weights of rows and windows before the turn."""
    total = 0
    for row in range(1, table[ROW_COUNT]):
        desk[ROWS_NOW + row] = row_weight(weights, at, built, reach, row)
        desk[EDGES_NOW + row] = weights[at + access_term(table, frontier, desk[ACCESS + row], row)]
        total += desk[ROWS_NOW + row] + desk[EDGES_NOW + row]
    for column in range(WINDOWS):
        low = weights[at + window_term(weights, built, reach, 1, column)]
        high = weights[at + window_term(weights, built, reach, 3, column)]
        desk[WINDOWS_NOW + column] = low
        desk[WINDOWS_NOW + WINDOWS + column] = high
        total += low + high
    desk[SQUARES_NOW] = total


def _look_at_walks(table: Words, weights: Words, desk: Words, at: int, stops: int, frontier: int) -> None:
    """Note the best walk of each noble before the turn; stops and frontier are those ahead of nobles."""
    stop_counts, frontier_counts = row_counts(table, stops), row_counts(table, frontier)
    standing = standing_weight(weights, at, desk[TURNS_LEFT], stop_counts, frontier_counts)
    desk[STANDING_NOW] = standing
    desk[STOPS_AHEAD] = stops
    desk[FRONTIER_AHEAD] = frontier
    desk[STOP_COUNTS] = stop_counts
    desk[FRONTIER_COUNTS] = frontier_counts
    for column in range(table[COLUMN_COUNT]):
        code, worth = desk[PATTERNS_NOW + column], desk[WORTH_NOW + column]
        gain, target = best_walk(
            table, weights, desk, at, column, code, worth, stops, frontier, standing, stop_counts, frontier_counts
        )
        desk[GAINS_NOW + column] = gain
        desk[WALKS_NOW + column] = target


def stock_weight(weights: Words, desk: Words, at: int, built: int, column: int) -> int:
    """The weight of what is shown and in the bag for the free squares of a column."""
    traits = desk[TRAITS_NOW + column]
    return (
        weights[at + shown_term(weights, built, desk[SHOWN], traits, column)]
        + weights[at + supply_term(desk[SUPPLY_NOW + column], built, traits, column)]
    )


def row_weight(weights: Words, at: int, built: int, reach: int, row: int) -> int:
    """The weight of what is built in a row, and of what can be walked to."""
    return (
        weights[at + ROW_TERMS + 512 * (row - 1) + ((built >> (STRIDE * row)) & 511)]
        + weights[at + REACH_TERMS + 512 * (row - 1) + ((reach >> (STRIDE * row)) & 511)]
    )


def standing_weight(weights: Words, at: int, turns_left: int, stops: int, frontier: int) -> int:
    """The weight of the stops and of the frontier that nobles have ahead, both counted by row."""
    return (
        weights[stop_term(stops, turns_left)]
        + weights[low_stop_term(stops, turns_left)]
        + weights[at + frontier_term(frontier)]
    )


def best_walk(
    table: Words,
    weights: Words,
    desk: Words,
    at: int,
    column: int,
    code: int,
    worth: int,
    stops: int,
    frontier: int,
    standing: int,
    stop_counts: int,
    frontier_counts: int,
) -> tuple[int, int]:
    """The best walk of a column's noble: by how much it is better than standing, and where it ends; 0 and -1 if none.

    `standing` is the weight of stops and frontier if nobody walks, for stops and frontier with these counts.
    """
    traits, turns_left = desk[TRAITS_NOW + column], desk[TURNS_LEFT]
    best = 0
    walk = -1
    targets, passed = stops & table[COLUMN + column], frontier & table[COLUMN + column]
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        stop_counts -= one_in_row(target)
        while passed & ((1 << target) - 1):
            frontier_counts -= one_in_row(lowest(passed))
            passed &= passed - 1
        row = row_of_bit(target)
        gain = UNIT * row + weights[at + column_term(code, row, traits)] - worth
        gain += standing_weight(weights, at, turns_left, stop_counts, frontier_counts) - standing
        if gain > best:
            best = gain
            walk = target
    return best, walk
