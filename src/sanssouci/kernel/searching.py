"""Trying moves out: many games to the end from one view, each candidate under the same luck.

A sample deals anew what the view does not show and fixes the luck to come. Every candidate is played in that same
world, then all seats go on by the one-move evaluation. So candidates differ by what they do, not by what they meet.
"""

from typing import Final

from sanssouci.kernel.apply import apply
from sanssouci.kernel.layout import (
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    POINTS_TOTAL,
    RESULT_WINS,
    SEAT,
    SPACES,
    STATE_WORDS,
    Rows,
    Words,
)
from sanssouci.kernel.luck import noise_start
from sanssouci.kernel.playout import game_seed, step_at_random
from sanssouci.kernel.policy import NOTHING, SPACE_TURNS, TURN_SIZE, TURN_VALUE, best_turn, carry_out, go_on
from sanssouci.kernel.redealing import redeal
from sanssouci.kernel.scoring import results
from sanssouci.kernel.terms import UNIT, value_of

# How far and how deeply a sample is played on.
DEPTH_TURNS: Final = 0  # turns of all seats by the one-move evaluation before the game is judged
DEPTH_PONDERED: Final = 1  # turns before them that are pondered: a small search each
DEPTH_IDEAS: Final = 2  # turns that pondering compares, at most 10
DEPTH_SAMPLES: Final = 3  # how often it plays each
DEPTH_IDEA_TURNS: Final = 4  # and how many turns far
DEPTH_WORDS: Final = 5
IDEA_SIZE: Final = TURN_SIZE + 1  # a turn, and the sum of its leads
WORLDS: Final = 5  # rows of working space: two states for the search, two and a list of ideas for pondering
WORLD_WORDS: Final = 80  # as long as the longest of them

MOVE_WORDS: Final = 5  # the codes of a move; a row may go on

# What is known of a candidate: sums over its samples.
TALLY_SAMPLES: Final = 0
TALLY_USE: Final = 1  # the objective, out of the curve
TALLY_USE_SQUARES: Final = 2
TALLY_WINS: Final = 3  # in shares of WIN
TALLY_WIN_SQUARES: Final = 4
TALLY_POINTS: Final = 5
TALLY_MARGIN: Final = 6
TALLY_WORDS: Final = 7

WIN: Final = 12 << 8  # a whole win; two to four winners share it evenly
CURVE_TOP: Final = 1 << 16  # what a sure win is worth
WIDEST: Final = 100  # points; leads beyond count as this
CURVE_WORDS: Final = 4 * WIDEST + 3  # what a lead is worth, by 2 * lead, and 1 more or less for a tie won or lost


def search(
    table: Words,
    view: Words,
    weights: Words,
    curve: Words,
    worlds: Rows,
    desk: Words,
    rows: Rows,
    moves: Rows,
    chosen: Words,
    seed_0: int,
    seed_1: int,
    start: int,
    samples: int,
    depth: Words,
    tallies: Rows,
) -> int:
    """Play samples numbered from `start` for the chosen candidates, add up what came of them, return how many playouts.

    `moves` has a row of codes for each candidate, -1 where there is none. `depth` says how far and how deeply games are
    played on (the DEPTH words). `worlds`, `desk` and `rows` are working space.
    """
    eyes = view[SEAT]
    dealt, world = worlds[0], worlds[1]
    playouts = 0
    for sample in range(start, start + samples):
        luck_0, luck_1 = game_seed(seed_0, seed_1, sample)
        redeal(table, view, eyes, luck_0, luck_1, dealt)
        for index in range(len(chosen)):
            for word in range(STATE_WORDS):
                world[word] = dealt[word]
            _make_move(table, world, moves[chosen[index]])
            go_on(table, world, luck_0, luck_1)
            for turn in range(depth[DEPTH_PONDERED]):
                if world[PHASE] == PLAY_CARD:
                    playouts += ponder(table, world, weights, worlds, desk, rows, luck_0, luck_1, turn, depth)
                    carry_out(table, world, desk, 0)
                    go_on(table, world, luck_0, luck_1)
            play_on(table, world, weights, desk, rows, luck_0, luck_1, depth[DEPTH_TURNS])
            _count(world, rows, eyes, curve, tallies[chosen[index]])
            playouts += 1
    return playouts


def ponder(
    table: Words,
    state: Words,
    weights: Words,
    worlds: Rows,
    desk: Words,
    rows: Rows,
    seed_0: int,
    seed_1: int,
    number: int,
    depth: Words,
) -> int:
    """Leave a well-considered turn on the desk: a small search of its own, from the eyes of the seat at hand.

    Its candidates are the best turns with different tiles. How many playouts it took is returned.
    """
    seat = state[SEAT]
    dealt, world, ideas = worlds[2], worlds[3], worlds[4]
    best_turn(table, state, weights, desk, 0, 0)
    count = _note_ideas(desk, ideas, depth[DEPTH_IDEAS])
    playouts = 0
    if count > 1:
        for sample in range(depth[DEPTH_SAMPLES]):
            luck_0, luck_1 = game_seed(seed_0, seed_1, (number + 1) * 1000 + sample)
            redeal(table, state, seat, luck_0, luck_1, dealt)
            for idea in range(count):
                for word in range(STATE_WORDS):
                    world[word] = dealt[word]
                carry_out(table, world, ideas, IDEA_SIZE * idea)
                go_on(table, world, luck_0, luck_1)
                play_on(table, world, weights, desk, rows, luck_0, luck_1, depth[DEPTH_IDEA_TURNS])
                ideas[IDEA_SIZE * idea + TURN_SIZE] += lead_of(rows, state[PLAYERS], seat)
                playouts += 1
    best = 0
    for idea in range(1, count):
        if ideas[IDEA_SIZE * idea + TURN_SIZE] > ideas[IDEA_SIZE * best + TURN_SIZE]:
            best = idea
    for word in range(TURN_SIZE):
        desk[word] = ideas[IDEA_SIZE * best + word]
    return playouts


def _note_ideas(desk: Words, ideas: Words, most: int) -> int:
    """Copy the best turns with different tiles, the best first; their number is returned."""
    count = 0
    while count < most:
        best = SPACE_TURNS
        for space in range(1, SPACES):
            turn = SPACE_TURNS + TURN_SIZE * space
            if desk[turn + TURN_VALUE] > desk[best + TURN_VALUE]:
                best = turn
        if desk[best + TURN_VALUE] == NOTHING:
            break
        for word in range(TURN_SIZE):
            ideas[IDEA_SIZE * count + word] = desk[best + word]
        ideas[IDEA_SIZE * count + TURN_SIZE] = 0
        desk[best + TURN_VALUE] = NOTHING
        count += 1
    return count


def _make_move(table: Words, state: Words, codes: Words) -> None:
    for index in range(MOVE_WORDS):
        if codes[index] >= 0:
            apply(table, state, codes[index])


def play_on(
    table: Words, state: Words, weights: Words, desk: Words, rows: Rows, luck_0: int, luck_1: int, horizon: int
) -> None:
    """Play so many turns, or to the end, and leave each seat's points in `rows`: counted, or as it last expected them.

    Points are in units here.
    """
    noise = noise_start(luck_0, luck_1)
    turns = 0
    while state[PHASE] != OVER and turns < horizon:
        if state[PHASE] == PLAY_CARD:
            seat = state[SEAT]
            rows[seat][POINTS_TOTAL] = best_turn(table, state, weights, desk, 0, 0)
            carry_out(table, state, desk, 0)
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


def _count(state: Words, rows: Rows, eyes: int, curve: Words, tally: Words) -> None:
    """Add one result to a candidate's tally; a game that was not played to its end is won by the curve."""
    lead = lead_of(rows, state[PLAYERS], eyes)
    step = max(min((2 * lead + UNIT // 2) // UNIT, 2 * WIDEST), -2 * WIDEST)
    if state[PHASE] == OVER:
        winners = 0
        for seat in range(state[PLAYERS]):
            winners += rows[seat][RESULT_WINS]
        won = rows[eyes][RESULT_WINS]
        if lead == 0 and winners == 1:
            step = 1 if won else -1  # E5
        use = curve[step + 2 * WIDEST + 1]
        share = won * WIN // winners
    else:
        use = curve[step + 2 * WIDEST + 1]
        share = (use * WIN + CURVE_TOP // 2) // CURVE_TOP
    tally[TALLY_SAMPLES] += 1
    tally[TALLY_USE] += use
    tally[TALLY_USE_SQUARES] += use * use
    tally[TALLY_WINS] += share
    tally[TALLY_WIN_SQUARES] += share * share
    tally[TALLY_POINTS] += rows[eyes][POINTS_TOTAL]
    tally[TALLY_MARGIN] += lead


def rank_turns(
    table: Words, state: Words, weights: Words, turns: Rows, world: Words, terms: Words, values: Words
) -> None:
    """Value each whole turn, a row of codes, by the evaluation of the garden that it leaves."""
    seat = state[SEAT]
    for index in range(len(turns)):
        for word in range(STATE_WORDS):
            world[word] = state[word]
        _make_move(table, world, turns[index])
        values[index] = value_of(table, world, weights, seat, terms)
