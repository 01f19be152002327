"""How games end: played on from a state by the one-move evaluation, each result kept by itself.

A search adds results up; whoever needs the error of a difference, or of a sum of differences, needs them one by one.
Sample k has the same luck wherever it is played, so results of the same sample can be compared pair by pair.
"""

from typing import Final

from sanssouci.kernel.chance import lucky_code
from sanssouci.kernel.layout import MAX_SEATS, OVER, PHASE, PLAYERS, POINTS_TOTAL, STATE_WORDS, Rows, Words
from sanssouci.kernel.playout import game_seed
from sanssouci.kernel.redealing import redeal
from sanssouci.thinking.judging import forget_sights
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import go_on, make_move
from sanssouci.thinking.searching import play_on, share_of_win

ALL_SEEING: Final = -2  # eyes from which nothing is hidden
_DONE: Final = -1  # instead of a phase: this game is over, and noted
OUTCOME_WORDS: Final = 2 * MAX_SEATS  # the points of each seat, then its share of the win, in parts of WIN


def outcomes(
    table: Words,
    state: Words,
    eyes: int,
    weights: Words,
    net: Rows,
    worlds: Rows,
    desk: Words,
    rows: Rows,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    moves: Rows,
    earlier: Words,
    event: int,
    seed_0: int,
    seed_1: int,
    start: int,
    samples: int,
    out: Rows,
) -> int:
    """Play samples numbered from `start` to the end after each move; return the number of rows of `out`.

    `moves` has a row of codes for each move, -1 where there is none. What the seat `eyes` does not know is dealt anew
    for each sample; ALL_SEEING eyes leave the state as it is. Row `moves * sample + move` of `out` gets the outcome.

    `worlds` has a row for each of them, and one more: all games are played a round at a time, because games in the same
    round need the same weights, which are many.

    If the state came about by an `event`, a code, from an `earlier` state, samples whose luck chooses that event
    anyway are left out: there, games from the earlier state are the same. Without one, `event` is -1.
    """
    number = 0
    forget_sights(net, space, sums)
    for sample in range(start, start + samples):
        luck_0, luck_1 = game_seed(seed_0, seed_1, sample)
        known = event >= 0 and lucky_code(table, earlier, luck_0, luck_1) == event
        if eyes == ALL_SEEING:
            for word in range(STATE_WORDS):
                worlds[0][word] = state[word]
        else:
            redeal(table, state, eyes, luck_0, luck_1, worlds[0])
        for index in range(len(moves)):
            number += 1
            world = worlds[number]
            for word in range(STATE_WORDS):
                world[word] = worlds[0][word]
            make_move(table, world, moves[index])
            go_on(table, world, luck_0, luck_1)
            if known:
                world[PHASE] = _DONE
    going = number
    while going > 0:
        going = 0
        for index in range(number):
            world = worlds[index + 1]
            if world[PHASE] != _DONE:
                going += 1
                luck_0, luck_1 = game_seed(seed_0, seed_1, start + index // len(moves))
                round_of = world[PLAYERS]
                play_on(table, world, weights, net, desk, rows, space, sums, clipped, luck_0, luck_1, round_of, 0)
                if world[PHASE] == OVER:
                    world[PHASE] = _DONE
                    for seat in range(world[PLAYERS]):
                        out[index][seat] = rows[seat][POINTS_TOTAL] // UNIT
                        out[index][MAX_SEATS + seat] = share_of_win(rows, world[PLAYERS], seat)
    return number
