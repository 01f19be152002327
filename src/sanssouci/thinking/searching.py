"""Trying moves out: many games from one view, each candidate under the same luck.

A sample deals anew what the view does not show and fixes the luck to come. Every candidate is played in that same
world, then all seats go on: for some turns by what the judge prefers, then by the one-move evaluation, whose turns
take a fifth of the time. So candidates differ in what they do, not in what they meet.
"""

from typing import Final

from sanssouci.kernel.choices import shown_tile
from sanssouci.kernel.layout import (
    DISPLAY,
    MAX_COLUMNS,
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    POINTS_TOTAL,
    RESULT_WINS,
    SEAT,
    SLOTS,
    STATE_WORDS,
    TURN,
    Rows,
    Words,
)
from sanssouci.kernel.luck import noise_start
from sanssouci.kernel.playout import game_seed, step_at_random
from sanssouci.kernel.redealing import redeal
from sanssouci.kernel.scoring import results
from sanssouci.thinking.desk import TURN_VALUE
from sanssouci.thinking.judging import correct_garden, corrects, judged_turn, keep_sights, recall_sights
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import NOTHING, best_turn, carry_out, go_on, make_move

WORLDS: Final = 2  # rows of working space, a state each

# What is known of a candidate: sums over its samples.
TALLY_SAMPLES: Final = 0
TALLY_WINS: Final = 1  # the objective: chances to win, in shares of WIN
TALLY_WIN_SQUARES: Final = 2
TALLY_POINTS: Final = 3
TALLY_MARGIN: Final = 4
TALLY_WORDS: Final = 5

WIN: Final = 12 << 12  # a whole win; two to four winners share it evenly
EVEN_ODDS: Final = 1 << 16
LONGEST_ODDS: Final = 1 << 40
WIDEST: Final = 100  # points; greater leads count as this one
ODDS_WORDS: Final = 4 * WIDEST + 1  # + 2 * lead: the odds that it holds, EVEN_ODDS for none


def search(
    table: Words,
    view: Words,
    weights: Words,
    net: Rows,
    odds: Words,
    worlds: Rows,
    desk: Words,
    rows: Rows,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    moves: Rows,
    chosen: Words,
    seed_0: int,
    seed_1: int,
    start: int,
    samples: int,
    horizon: int,
    judged: int,
    tallies: Rows,
) -> int:
    """Play samples numbered from `start` for the chosen candidates, add up the outcomes and return the playouts.

    `moves` has a row of codes for each candidate, -1 where there is none. After `horizon` more turns, the first
    `judged` of them by the judge, a game is not played on but judged by the corrected evaluation and by the odds of
    leads. From `worlds` to `clipped` it is working space.
    """
    eyes = view[SEAT]
    dealt, world = worlds[0], worlds[1]
    if corrects(net):
        keep_sights(table, view, net, space, sums)
    for sample in range(start, start + samples):
        luck_0, luck_1 = game_seed(seed_0, seed_1, sample)
        redeal(table, view, eyes, luck_0, luck_1, dealt)
        for index in range(len(chosen)):
            for word in range(STATE_WORDS):
                world[word] = dealt[word]
            make_move(table, world, moves[chosen[index]])
            go_on(table, world, luck_0, luck_1)
            if corrects(net):
                recall_sights(world[PLAYERS], space, sums)
            play_on(table, world, weights, net, desk, rows, space, sums, clipped, luck_0, luck_1, horizon, judged)
            if world[PHASE] == OVER:
                won = share_of_win(rows, world[PLAYERS], eyes)
            else:
                won = chance_to_win(rows, world[PLAYERS], eyes, odds)
            count_result(rows, world[PLAYERS], eyes, won, tallies[chosen[index]])
    return samples * len(chosen)


def play_on(
    table: Words,
    state: Words,
    weights: Words,
    net: Rows,
    desk: Words,
    rows: Rows,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    luck_0: int,
    luck_1: int,
    horizon: int,
    judged: int,
) -> None:
    """Play `horizon` turns, or to the end, and leave each seat's points in `rows`: counted, or as last expected.

    The first `judged` turns are played by the judge. Points are in units here.
    """
    is_corrected = corrects(net)
    judged *= is_corrected
    noise = noise_start(luck_0, luck_1)
    turns = 0
    while state[PHASE] != OVER and turns < horizon:
        if state[PHASE] == PLAY_CARD:
            seat = state[SEAT]
            if turns < judged:
                judged_turn(table, state, weights, net, desk, space, sums, clipped, 1, 0, 0)
            else:
                best_turn(table, state, weights, desk, 0, 0)
            points = desk[TURN_VALUE]
            carry_out(table, state, desk, 0)
            if is_corrected and turns >= judged and turns + state[PLAYERS] >= horizon:
                points += correct_garden(table, state, seat, net, space, sums, clipped)
            rows[seat][POINTS_TOTAL] = points
            go_on(table, state, luck_0, luck_1)
            turns += 1
        else:
            noise, _ = step_at_random(table, state, luck_0, luck_1, noise)
    if state[PHASE] == OVER:
        results(table, state, rows)
        for seat in range(state[PLAYERS]):
            rows[seat][POINTS_TOTAL] *= UNIT


def lead_of(rows: Rows, players: int, seat: int) -> int:
    """By how much a seat is ahead of the best of the others, in units."""
    best_other = NOTHING
    for other in range(players):
        if other != seat:
            best_other = max(best_other, rows[other][POINTS_TOTAL])
    return rows[seat][POINTS_TOTAL] - best_other


def share_of_win(rows: Rows, players: int, seat: int) -> int:
    """A seat's share of the victory in a game that is over."""
    winners = 0
    for other in range(players):
        winners += rows[other][RESULT_WINS]
    return rows[seat][RESULT_WINS] * WIN // winners


def chance_to_win(rows: Rows, players: int, seat: int, odds: Words) -> int:
    """A seat's chance in a game that is judged: in proportion to the odds of its points against the others'.

    With two seats that is a logistic curve of the lead; equal seats have equal chances, however many they are.
    """
    against = EVEN_ODDS
    for other in range(players):
        if other != seat:
            lead = rows[other][POINTS_TOTAL] - rows[seat][POINTS_TOTAL]
            against += odds[max(min((2 * lead + UNIT // 2) // UNIT, 2 * WIDEST), -2 * WIDEST) + 2 * WIDEST]
    return (WIN * EVEN_ODDS + against // 2) // against


def count_result(rows: Rows, players: int, seat: int, won: int, tally: Words) -> None:
    """Add one result to a candidate's tally."""
    tally[TALLY_SAMPLES] += 1
    tally[TALLY_WINS] += won
    tally[TALLY_WIN_SQUARES] += won * won
    tally[TALLY_POINTS] += rows[seat][POINTS_TOTAL]
    tally[TALLY_MARGIN] += lead_of(rows, players, seat)


def outlook(
    table: Words,
    view: Words,
    eyes: int,
    weights: Words,
    world: Words,
    desk: Words,
    seed_0: int,
    seed_1: int,
    samples: int,
    absences: Words,
) -> int:
    """Play samples on to the next turn of the seat `eyes` and return how many get there, 0 if the game ends before.

    `absences` counts, for each structure, the samples in which none of its tiles lies on the display then. `world` and
    `desk` are working space.
    """
    reached = 0
    for sample in range(samples):
        luck_0, luck_1 = game_seed(seed_0, seed_1, sample)
        redeal(table, view, eyes, luck_0, luck_1, world)
        _play_to_next_turn(table, world, eyes, weights, desk, luck_0, luck_1)
        if world[PHASE] != OVER:
            reached += 1
            shown = _structures_on(world[DISPLAY])
            for structure in range(MAX_COLUMNS):
                absences[structure] += 1 - ((shown >> structure) & 1)
    return reached


def _play_to_next_turn(
    table: Words, state: Words, eyes: int, weights: Words, desk: Words, luck_0: int, luck_1: int
) -> None:
    """Play until a seat begins a turn after the one at hand, or the game is over."""
    at_hand = state[TURN] if state[PHASE] >= PLAY_CARD else -1
    noise = noise_start(luck_0, luck_1)
    while state[PHASE] != OVER:
        if state[PHASE] != PLAY_CARD:
            noise, _ = step_at_random(table, state, luck_0, luck_1, noise)
        elif state[SEAT] == eyes and state[TURN] > at_hand:
            return
        else:
            best_turn(table, state, weights, desk, 0, 0)
            carry_out(table, state, desk, 0)
            go_on(table, state, luck_0, luck_1)


def _structures_on(display: int) -> int:
    """The structures of the tiles that lie face up, as a set of columns."""
    shown = 0
    for slot in range(SLOTS):
        shown |= 1 << shown_tile(display, slot)
    return shown
