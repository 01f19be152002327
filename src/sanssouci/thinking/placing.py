"""The value of a garden with a tile on a square: the weights before the turn, corrected where the tile changes them."""

from sanssouci.kernel.bits import lowest
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    OUTSIDE,
    ROW_COUNT,
)
from sanssouci.kernel.garden import connected, neighbours
from sanssouci.kernel.layout import (
    AHEAD,
    BUILT,
    DISPLAY,
    GARDENERS,
    STRIDE,
    Words,
)
from sanssouci.kernel.luck import noise_next, noise_pick
from sanssouci.kernel.rewards import mark_points
from sanssouci.kernel.steps import (
    score_in_play,
)
from sanssouci.thinking.desk import (
    ACCESS,
    AREA,
    COLUMNS_NOW,
    EDGES_NOW,
    FRONTIER,
    FRONTIER_AHEAD,
    FRONTIER_COUNTS,
    GAINS_NOW,
    MARKS_NOW,
    NOBLES_NOW,
    OFFERS_NOW,
    PATTERNS_NOW,
    PLACED_FRONTIER,
    PLACED_PIECE,
    PLACED_VALUE,
    PLACED_WALK,
    PLACEMENT_WORDS,
    PLACEMENTS,
    REACH,
    ROWS_NOW,
    SQUARES_NOW,
    STANDING_NOW,
    STOCK_NOW,
    STOP_COUNTS,
    STOPS_AHEAD,
    TRAITS_NOW,
    TURNS_LEFT,
    WALKS_NOW,
    WINDOWS,
    WINDOWS_NOW,
    WORTH_NOW,
    best_walk,
    row_weight,
    standing_weight,
    stock_weight,
)
from sanssouci.thinking.expansions import value_expansions
from sanssouci.thinking.places import STAGE_OF, UNIT, column_term
from sanssouci.thinking.terms import (
    access_term,
    offer_term,
    pattern,
    row_counts,
    window_term,
)


def value_placement(
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
    value += desk[SQUARES_NOW] + _change_of_squares(
        table, weights, desk, at, built, reach, frontier, (1 << bit) | (reach ^ old_reach)
    )
    if reach == old_reach:
        value += desk[OFFERS_NOW]
        value += _value_column(table, weights, desk, at, reach, gardeners, built, bit, place)
    else:
        value += weights[at + offer_term(state[DISPLAY], frontier)]  # the tile taken belongs on a built square
        changed = (1 << bit) | (reach ^ old_reach) | (frontier ^ desk[FRONTIER])
        value += _value_columns(
            table, state, weights, desk, base, at, reach, gardeners, built, frontier, changed, bit, place
        )
    value += value_expansions(
        table, state, weights, base, at, bit, built, desk[MARKS_NOW], desk[AREA], desk, place + PLACED_PIECE
    )
    if spread > 0:
        noise = noise_next(noise)
        value += noise_pick(noise, 2 * spread + 1) - spread
    desk[place + PLACED_VALUE] = value
    desk[place + PLACED_FRONTIER] = frontier
    return noise


def _change_of_squares(
    table: Words, weights: Words, desk: Words, at: int, built: int, reach: int, frontier: int, changed: int
) -> int:
    """By how much the weights of rows and windows change; `changed` squares are built or can be walked to now."""
    change = 0
    edges = frontier ^ desk[FRONTIER]
    for row in range(1, table[ROW_COUNT]):
        if (changed >> (STRIDE * row)) & 511:
            change += row_weight(weights, at, built, reach, row) - desk[ROWS_NOW + row]
        if (edges >> (STRIDE * row)) & 511:
            change += weights[at + access_term(table, frontier, desk[ACCESS + row], row)] - desk[EDGES_NOW + row]
    low = windows_of(changed >> STRIDE)
    while low != 0:
        column = lowest(low)
        low &= low - 1
        change += weights[at + window_term(weights, built, reach, 1, column)] - desk[WINDOWS_NOW + column]
    high = windows_of(changed >> (3 * STRIDE))
    while high != 0:
        column = lowest(high)
        high &= high - 1
        change += weights[at + window_term(weights, built, reach, 3, column)] - desk[WINDOWS_NOW + WINDOWS + column]
    return change


def windows_of(squares: int) -> int:
    """The windows, by their first column, in which some of the squares lie; `squares` begin with their lowest row."""
    columns = (squares | squares >> STRIDE | squares >> (2 * STRIDE)) & 511
    return (columns | columns >> 1 | columns >> 2) & ((1 << WINDOWS) - 1)


def _value_column(
    table: Words,
    weights: Words,
    desk: Words,
    at: int,
    reach: int,
    gardeners: int,
    built: int,
    bit: int,
    place: int,
) -> int:
    """The value of the columns and the stops with the best walk, if nobody can walk anywhere else than before."""
    own, frontier, standing = bit % STRIDE, desk[FRONTIER], desk[STANDING_NOW]
    stops, cut_off = reach & ~gardeners, built & ~reach & ~gardeners
    code = pattern(weights, stops, gardeners, cut_off, frontier, own)
    worth = weights[at + column_term(code, desk[NOBLES_NOW + own], desk[TRAITS_NOW + own])]
    total = standing + desk[COLUMNS_NOW] + worth - desk[WORTH_NOW + own]
    total += stock_weight(weights, desk, at, built, own) - desk[STOCK_NOW + own]
    best = 0
    walk = -1
    for column in range(table[COLUMN_COUNT]):
        gain, target = desk[GAINS_NOW + column], desk[WALKS_NOW + column]
        if column == own:
            gain, target = best_walk(
                table,
                weights,
                desk,
                at,
                column,
                code,
                worth,
                desk[STOPS_AHEAD],
                desk[FRONTIER_AHEAD],
                standing,
                desk[STOP_COUNTS],
                desk[FRONTIER_COUNTS],
            )
        if gain > best:
            best = gain
            walk = target
    desk[place + PLACED_WALK] = walk
    return total + best


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
    bit: int,
    place: int,
) -> int:
    """The value of the columns and the stops with the best walk, which is noted."""
    stops, cut_off = reach & ~gardeners, built & ~reach & ~gardeners
    ahead = state[base + AHEAD]
    stop_counts, frontier_counts = row_counts(table, stops & ahead), row_counts(table, frontier & ahead)
    standing = standing_weight(weights, at, desk[TURNS_LEFT], stop_counts, frontier_counts)
    own = bit % STRIDE
    total = standing + desk[COLUMNS_NOW] + stock_weight(weights, desk, at, built, own) - desk[STOCK_NOW + own]
    best = 0
    walk = -1
    for column in range(table[COLUMN_COUNT]):
        code, worth = desk[PATTERNS_NOW + column], desk[WORTH_NOW + column]
        if changed & table[COLUMN + column]:
            code = pattern(weights, stops, gardeners, cut_off, frontier, column)
            worth = weights[at + column_term(code, desk[NOBLES_NOW + column], desk[TRAITS_NOW + column])]
            total += worth - desk[WORTH_NOW + column]
        gain, target = best_walk(
            table,
            weights,
            desk,
            at,
            column,
            code,
            worth,
            stops & ahead,
            frontier & ahead,
            standing,
            stop_counts,
            frontier_counts,
        )
        if gain > best:
            best = gain
            walk = target
    desk[place + PLACED_WALK] = walk
    return total + best
