"""What one thread of a GPU does: its game of a practice (lockstep.py).

These functions run on a GPU only, or where Numba simulates one. `settings` are the words of practice from
SETTING_PLAYERS on.
"""

from typing import Any, Final

from sanssouci.judge.lockstep import begin_practice, proceed, propose
from sanssouci.judge.practice import OUTCOME_WINS
from sanssouci.kernel.layout import MAX_SEATS, POINTS_TOTAL, RESULT_WINS, RESULT_WORDS, SLOTS, STATE_WORDS
from sanssouci.kernel.scoring import results
from sanssouci.thinking.desk import DESK_WORDS

cuda: Any = None  # in the compiled twins: numba.cuda
int64: Any = None  # … and numba.int64

SETTING_PLAYERS: Final = 0
SETTING_EXPANSIONS: Final = 1
SETTING_SEED_0: Final = 2
SETTING_SEED_1: Final = 3
SETTING_START: Final = 4  # the number of the first game
SETTING_SPREAD: Final = 5


def begin_games(table: Any, settings: Any, states: Any) -> None:
    """Begin all games."""
    index = cuda.grid(1)
    if index < len(states):
        begin_practice(
            table,
            states[index],
            settings[SETTING_PLAYERS],
            settings[SETTING_EXPANSIONS],
            settings[SETTING_SEED_0],
            settings[SETTING_SEED_1],
            settings[SETTING_START] + index,
        )


def propose_all(table: Any, settings: Any, weights: Any, states: Any, turn: int, proposals: Any, seen: Any) -> None:
    """Write the proposals of all games; `seen` has SLOTS rows for each."""
    index = cuda.grid(1)
    if index < len(states):
        desk = cuda.local.array(DESK_WORDS, int64)
        world = cuda.local.array(STATE_WORDS, int64)
        propose(
            table,
            states[index],
            weights,
            desk,
            world,
            settings[SETTING_SEED_0],
            settings[SETTING_SEED_1],
            settings[SETTING_START] + index,
            turn,
            settings[SETTING_SPREAD],
            proposals[index],
            seen[SLOTS * index : SLOTS * (index + 1)],
        )


def proceed_all(table: Any, settings: Any, states: Any, proposals: Any, chosen: Any) -> None:
    """Go on with the chosen slot in all games."""
    index = cuda.grid(1)
    if index < len(states):
        seed_0, seed_1 = settings[SETTING_SEED_0], settings[SETTING_SEED_1]
        game = settings[SETTING_START] + index
        proceed(table, states[index], seed_0, seed_1, game, proposals[index], chosen[index])


def count_all(table: Any, settings: Any, states: Any, outcomes: Any) -> None:
    """Write the outcomes of all games."""
    index = cuda.grid(1)
    if index < len(states):
        rows = cuda.local.array((MAX_SEATS, RESULT_WORDS), int64)
        results(table, states[index], rows)
        for seat in range(settings[SETTING_PLAYERS]):
            outcomes[index][seat] = rows[seat][POINTS_TOTAL]
            outcomes[index][OUTCOME_WINS + seat] = rows[seat][RESULT_WINS]
