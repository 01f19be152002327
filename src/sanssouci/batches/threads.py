"""What one thread of a GPU does: its part of a loop (loops.py). An empty `trace` stands for one that nobody asks for.

These functions run on a GPU only, or where Numba simulates one.
"""

from typing import Any

from sanssouci.batches.arrays import BATCH_SEED_0, BATCH_SEED_1, EXPANSIONS, PLAYERS
from sanssouci.batches.encoding import encode
from sanssouci.batches.loops import is_taken, look_at, step_at, weigh_at
from sanssouci.batches.stepping import begin_game, random_code, redeal_game
from sanssouci.kernel.layout import MAX_SEATS, RESULT_WORDS, STATE_WORDS
from sanssouci.kernel.observing import observe
from sanssouci.kernel.playout import simulate_game

cuda: Any = None  # in the compiled twins: numba.cuda
int64: Any = None  # … and numba.int64


def begin_games(table: Any, settings: Any, states: Any, lucks: Any, chosen: Any, trace: Any) -> None:
    """Begin the chosen games."""
    index = cuda.grid(1)
    if index < len(states) and chosen[index]:
        begin_game(table, settings, states[index], lucks[index], trace)


def find_illegal(table: Any, settings: Any, states: Any, codes: Any, found: Any) -> None:
    """Write the index of the first game in which its code is illegal; `found` holds the number of games before."""
    index = cuda.grid(1)
    if index < len(states) and not is_taken(table, settings, states[index], codes[index]):
        cuda.atomic.min(found, 0, index)


def step_games(
    table: Any,
    settings: Any,
    states: Any,
    lucks: Any,
    codes: Any,
    trace: Any,
    rewards: Any,
    ended: Any,
    masks: Any,
    seats: Any,
    observations: Any,
    finals: Any,
) -> None:
    """Take one step in each game, and write the outcome."""
    index = cuda.grid(1)
    if index < len(states):
        view = cuda.local.array(STATE_WORDS, int64)
        rows = cuda.local.array((MAX_SEATS, RESULT_WORDS), int64)
        step_at(index, table, settings, states, lucks, codes, view, trace, rows, rewards, ended, finals)
        look_at(index, table, states, view, masks, seats, observations)


def look_at_games(table: Any, states: Any, masks: Any, seats: Any, observations: Any) -> None:
    """Write what is legal in each game, who has to decide, and what that seat knows."""
    index = cuda.grid(1)
    if index < len(states):
        view = cuda.local.array(STATE_WORDS, int64)
        look_at(index, table, states, view, masks, seats, observations)


def observe_games(table: Any, states: Any, eyes: Any, out: Any) -> None:
    """Write what one seat of each game knows."""
    index = cuda.grid(1)
    if index < len(states):
        view = cuda.local.array(STATE_WORDS, int64)
        observe(states[index], eyes[index], view)
        encode(table, view, eyes[index], out[index])


def redeal_games(table: Any, states: Any, lucks: Any, eyes: Any, seed_0: int, seed_1: int) -> None:
    """Deal anew in each game what one seat does not know."""
    index = cuda.grid(1)
    if index < len(states):
        view = cuda.local.array(STATE_WORDS, int64)
        redeal_game(table, states[index], lucks[index], eyes[index], seed_0, seed_1, index, view)


def choose_codes(table: Any, states: Any, lucks: Any, out: Any) -> None:
    """Write a random legal code for each game."""
    index = cuda.grid(1)
    if index < len(states):
        out[index] = random_code(table, states[index], lucks[index])


def weigh_chances(table: Any, states: Any, out: Any) -> None:
    """Write how many draws give each outcome of chance."""
    index = cuda.grid(1)
    if index < len(states):
        weigh_at(table, states[index], out[index])


def simulate(table: Any, settings: Any, start: int, trace: Any, out: Any) -> None:
    """Play random games, numbered from `start`."""
    index = cuda.grid(1)
    if index < len(out):
        state = cuda.local.array(STATE_WORDS, int64)
        rows = cuda.local.array((MAX_SEATS, RESULT_WORDS), int64)
        players, expansions = settings[PLAYERS], settings[EXPANSIONS]
        seed_0, seed_1 = settings[BATCH_SEED_0], settings[BATCH_SEED_1]
        simulate_game(table, state, players, expansions, seed_0, seed_1, start + index, rows, trace, out[index])
