"""Practice on an NVIDIA GPU: a thread a game (threads.py), and all candidates of all games judged together."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from sanssouci.judge import threads
from sanssouci.judge.court import JUDGE
from sanssouci.judge.lockstep import PROPOSAL_ERROR, PROPOSAL_WORDS, PROPOSALS_WORDS
from sanssouci.judge.practice import (
    NOTE_EXPECTED,
    NOTE_JUDGED,
    NOTE_POINTS,
    NOTE_TARGET,
    NOTE_WORDS,
    OUTCOME_WORDS,
    mixed,
)
from sanssouci.kernel.cuda import array_module, device_kernels, launch
from sanssouci.kernel.layout import SEAT, SLOTS, STATE_WORDS
from sanssouci.thinking.desk import TURN_VALUE
from sanssouci.thinking.inputs import SEEN_WORDS
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.policy import NOTHING

# The kernels and the kinds of their arguments, as in the signatures of a `Family`.
KINDS: Final = {
    "begin_games": "twm",
    "propose_all": "twwmimm",
    "proceed_all": "twmmw",
    "count_all": "twmm",
}


@lru_cache(maxsize=1)
def kernels() -> dict[str, Any]:
    """All kernels; each is compiled when it is first run."""
    return device_kernels(JUDGE, threads)


def practise_together(
    table: Any,
    weights: Any,
    correct: Callable[[Any], Any],
    settings: list[int],
    games: int,
    rounds: int,
    judged: int,
    faintness: int,
) -> tuple[Any, Any]:
    """The notes and outcomes of `practise`, in arrays on the GPU; seats that are not judged note something, too.

    `correct` gives the corrections for rows of what the judge sees, in units; `settings` are those of threads.py.
    """
    arrays, run = array_module(), kernels()
    players = settings[threads.SETTING_PLAYERS]
    turns, noted = players * rounds, players * (rounds - 1)
    told = arrays.asarray(settings, dtype=arrays.int64)
    states = arrays.zeros((games, STATE_WORDS), arrays.int64)
    proposals = arrays.zeros((games, PROPOSALS_WORDS), arrays.int64)
    seen = arrays.zeros((SLOTS * games, SEEN_WORDS), arrays.int64)
    notes = arrays.zeros((games, noted, NOTE_WORDS), arrays.int64)
    every = arrays.arange(games)
    launch(run["begin_games"], games, table, told, states)
    for turn in range(turns):
        launch(run["propose_all"], games, table, told, weights, states, turn, proposals, seen)
        each = proposals.reshape(games, SLOTS, PROPOSAL_WORDS)
        values = each[:, :, TURN_VALUE].copy()
        seats = states[:, SEAT].copy()
        if turn < noted:
            corrected = ((values != NOTHING) & ((judged >> seats) & 1).astype(bool)[:, None]).ravel().nonzero()[0]
            values.ravel()[corrected] += correct(seen[corrected])
        chosen = (values + each[:, :, PROPOSAL_ERROR]).argmax(axis=1)
        if turn < noted:
            notes[:, turn, :SEEN_WORDS] = seen.reshape(games, SLOTS, SEEN_WORDS)[every, chosen]
            notes[:, turn, NOTE_EXPECTED] = each[every, chosen, TURN_VALUE]
            notes[:, turn, NOTE_JUDGED] = values[every, chosen]
            notes[:, turn, NOTE_POINTS] = seats
        launch(run["proceed_all"], games, table, told, states, proposals, chosen)
    outcomes = arrays.zeros((games, OUTCOME_WORDS), arrays.int64)
    launch(run["count_all"], games, table, told, states, outcomes)
    notes[:, :, NOTE_POINTS] = arrays.take_along_axis(outcomes, notes[:, :, NOTE_POINTS], axis=1)
    for turn in range(noted - 1, -1, -1):  # a seat's next turn is as many turns later as there are players
        later = turn + players
        if later < noted:
            notes[:, turn, NOTE_TARGET] = mixed(notes[:, later, NOTE_TARGET], notes[:, later, NOTE_JUDGED], faintness)
        else:
            notes[:, turn, NOTE_TARGET] = UNIT * notes[:, turn, NOTE_POINTS]
    return notes.reshape(games * noted, NOTE_WORDS), outcomes
