"""Learning the weights of the evaluation from self-play.

All seats play by the one-move evaluation, with a little error so that they see something new. At the end of a game each
seat goes back through the positions after its own turns and moves the weights of their terms towards the outcome: a
mixture of the value one turn later and, more and more faintly, of all that followed (TD(lambda), Sutton 1988).
A term that has been met rarely moves fast, one that has been met often slowly.
"""

from typing import Final

from sanssouci.kernel.layout import (
    CARDS,
    OVER,
    PHASE,
    PLAY_CARD,
    POINTS_TOTAL,
    SEAT,
    Rows,
    Words,
    seat_base,
)
from sanssouci.kernel.luck import STREAM_FIRST, draw, noise_start
from sanssouci.kernel.playout import game_seed, step_at_random
from sanssouci.kernel.scoring import results
from sanssouci.kernel.setup import new_game
from sanssouci.kernel.steps import score_in_play
from sanssouci.thinking.places import MOST_TERMS, UNIT
from sanssouci.thinking.policy import best_turn, carry_out, go_on
from sanssouci.thinking.terms import list_terms

TRAIL_WORDS: Final = MOST_TERMS + 2  # the index after the last term, points in play, the terms
TRAIL_ROWS: Final = CARDS  # for each seat: its turns


def learn(
    table: Words,
    state: Words,
    weights: Words,
    visits: Words,
    desk: Words,
    trail: Rows,
    rows: Rows,
    players: int,
    expansions: int,
    seed_0: int,
    seed_1: int,
    start: int,
    games: int,
    spread: int,
    faintness: int,
    slowest: int,
) -> int:
    """Play games, numbered from `start`, and learn from each; return the points of all seats together.

    `faintness` is lambda in sixteenths. `slowest` caps how often a term counts as met: the higher, the finer the steps.
    """
    total = 0
    for game in range(start, start + games):
        game_0, game_1 = game_seed(seed_0, seed_1, game)
        noise = noise_start(game_0, game_1)
        new_game(table, state, players, expansions, draw(game_0, game_1, STREAM_FIRST, 0, players))
        turns = 0
        while state[PHASE] != OVER:
            if state[PHASE] != PLAY_CARD:
                noise, _ = step_at_random(table, state, game_0, game_1, noise)
                continue
            seat = state[SEAT]
            best_turn(table, state, weights, desk, noise_start(game_0, game_1 ^ (turns + 1)), spread)
            carry_out(table, state, desk, 0)
            note = trail[TRAIL_ROWS * seat + turns // players]
            note[0] = list_terms(table, state, weights, seat, note, 2)
            note[1] = score_in_play(state, seat_base(seat))
            go_on(table, state, game_0, game_1)
            turns += 1
        results(table, state, rows)
        for seat in range(players):
            points = rows[seat][POINTS_TOTAL]
            total += points
            _look_back(weights, visits, trail, TRAIL_ROWS * seat, turns // players, UNIT * points, faintness, slowest)
    return total


def _look_back(
    weights: Words,
    visits: Words,
    trail: Rows,
    first: int,
    turns: int,
    target: int,
    faintness: int,
    slowest: int,
) -> None:
    """Move the weights of one seat's terms, from its last turn but one back to its first; the last is known."""
    for turn in range(turns - 2, -1, -1):
        note = trail[first + turn]
        end = note[0]
        value = UNIT * note[1]
        for index in range(2, end):
            value += weights[note[index]]
        error = target - value
        for index in range(2, end):
            place = note[index]
            met = min(visits[place] + 1, slowest)
            visits[place] = met
            share = (end - 2) * (16 + met)
            weights[place] += (error * 16 + share // 2) // share  # to the nearest: rounding down would add up
        target = (faintness * target + (16 - faintness) * value + 8) // 16
