"""Games from which the judge learns: seats play by it, with a little error, and what they saw is noted.

A note is what a seat saw right after a turn, what the evaluation expected, alone and as corrected, the points that the
seat had in the end, and the target: a mixture of the corrected value one turn later and, more and more faintly, of all
that followed, up to the final points (TD(lambda), as in thinking/learning.py). It is nearly as true as the final points
and contains much less luck. Nothing is noted of a seat's last turn, after which the points are known. Seats that are
not judged play by the evaluation alone and note nothing: that is how the judge is compared with it.
"""

from typing import Final

from sanssouci.kernel.layout import (
    MAX_SEATS,
    OVER,
    PHASE,
    PLAY_CARD,
    POINTS_TOTAL,
    RESULT_WINS,
    SEAT,
    Rows,
    Words,
    seat_base,
)
from sanssouci.kernel.luck import STREAM_FIRST, draw, noise_start
from sanssouci.kernel.playout import game_seed, step_at_random
from sanssouci.kernel.scoring import results
from sanssouci.kernel.setup import new_game
from sanssouci.thinking.desk import TURN_VALUE
from sanssouci.thinking.inputs import SEEN_WORDS, look
from sanssouci.thinking.judging import corrects, forget_sights, judged_turn
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import carry_out, go_on
from sanssouci.thinking.terms import turns_left_of

NOTE_EXPECTED: Final = SEEN_WORDS  # by the evaluation alone, in units
NOTE_JUDGED: Final = SEEN_WORDS + 1  # as corrected, in units
NOTE_TARGET: Final = SEEN_WORDS + 2  # in units
NOTE_POINTS: Final = SEEN_WORDS + 3  # final points; while the game is on, the seat
NOTE_WORDS: Final = SEEN_WORDS + 4

# The outcome of a game: the points of each seat, then whether it has won.
OUTCOME_WINS: Final = MAX_SEATS
OUTCOME_WORDS: Final = 2 * MAX_SEATS

_TARGET: Final = RESULT_WINS  # where a seat's target lies in its row once the outcome is written


def practise(
    table: Words,
    state: Words,
    weights: Words,
    net: Rows,
    desk: Words,
    space: Rows,
    sums: Rows,
    clipped: Rows,
    rows: Rows,
    players: int,
    expansions: int,
    seed_0: int,
    seed_1: int,
    start: int,
    judged: int,
    spread: int,
    faintness: int,
    notes: Rows,
    outcomes: Rows,
) -> int:
    """Play a game for each row of `outcomes`, numbered from `start`; write the notes and return how many there are.

    `judged` is the set of the seats that play by the judge, `faintness` is lambda in sixteenths. A network without a
    second layer corrects nothing: its games are those of the evaluation alone, in a third of the time.
    """
    is_corrected = corrects(net)
    count = 0
    forget_sights(net, space, sums)
    for game in range(len(outcomes)):
        game_0, game_1 = game_seed(seed_0, seed_1, start + game)
        noise = noise_start(game_0, game_1)
        new_game(table, state, players, expansions, draw(game_0, game_1, STREAM_FIRST, 0, players))
        first, turns = count, 0
        while state[PHASE] != OVER:
            if state[PHASE] != PLAY_CARD:
                noise, _ = step_at_random(table, state, game_0, game_1, noise)
                continue
            turns += 1
            seat = state[SEAT]
            is_judged = (judged >> seat) & 1
            error = noise_start(game_0, game_1 ^ turns)
            value = judged_turn(
                table, state, weights, net, desk, space, sums, clipped, is_judged & is_corrected, error, spread
            )
            carry_out(table, state, desk, 0)
            if is_judged and turns_left_of(table, state, seat_base(seat)) > 0:
                look(table, state, seat, notes[count])
                notes[count][NOTE_EXPECTED] = value
                notes[count][NOTE_JUDGED] = desk[TURN_VALUE]
                notes[count][NOTE_POINTS] = seat
                count += 1
            go_on(table, state, game_0, game_1)
        results(table, state, rows)
        for seat in range(players):
            outcomes[game][seat] = rows[seat][POINTS_TOTAL]
            outcomes[game][OUTCOME_WINS + seat] = rows[seat][RESULT_WINS]
        _look_back(notes, first, count, rows, players, faintness)
    return count


def _look_back(notes: Rows, first: int, count: int, rows: Rows, players: int, faintness: int) -> None:
    """Write points and targets into the notes of a game that is over, from the last one back."""
    for seat in range(players):
        rows[seat][_TARGET] = UNIT * rows[seat][POINTS_TOTAL]
    for index in range(count - 1, first - 1, -1):
        note = notes[index]
        row = rows[note[NOTE_POINTS]]
        note[NOTE_POINTS] = row[POINTS_TOTAL]
        note[NOTE_TARGET] = row[_TARGET]
        row[_TARGET] = mixed(row[_TARGET], note[NOTE_JUDGED], faintness)


def mixed(target: int, value: int, faintness: int) -> int:
    """The target one turn earlier."""
    return (faintness * target + (16 - faintness) * value + 8) // 16
