"""Learning from games: fair steps, the same everywhere, and the stored weights are what the command gives."""

from pathlib import Path

import numpy as np
import pytest

from sanssouci import load_box
from sanssouci.game.lexicon import Array, lexicon
from sanssouci.kernel import engine, layout, learning, policy, terms
from sanssouci.players.tuning import COURTIERS_SCHOOL, SEED, School
from sanssouci.players.weights import FOLDER, file_of, fresh_weights, read_weights


def learnt(*, compiled: bool) -> tuple[int, Array]:
    weights, visits = fresh_weights(), np.zeros(terms.WEIGHT_WORDS, np.int64)
    learn = engine.thinker().learn if compiled else learning.learn
    points = learn(
        lexicon(load_box("imperial")).table,
        np.zeros(layout.STATE_WORDS, np.int64),
        weights,
        visits,
        np.zeros(policy.DESK_WORDS, np.int64),
        np.zeros((learning.TRAIL_ROWS * layout.MAX_SEATS, learning.TRAIL_WORDS), np.int64),
        np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64),
        3,
        layout.REWARDS | layout.BOAR,
        *SEED,
        0,
        2,
        terms.UNIT // 2,
        11,
        1_000,
    )
    return points, weights


def test_compiled_and_interpreted_learning_are_the_same() -> None:
    (points, weights), (same_points, same_weights) = learnt(compiled=True), learnt(compiled=False)
    assert points == same_points > 0
    assert np.array_equal(weights, same_weights)
    assert not np.array_equal(weights, fresh_weights())


def test_errors_up_and_down_cancel_out() -> None:
    """A step is a small fraction of a unit here: rounded down, every second one would be lost."""
    weights, visits = np.zeros(4, np.int64), np.full(4, 50_000, np.int64)
    trail = np.zeros((2, learning.TRAIL_WORDS), np.int64)
    trail[0, :4] = (4, 0, 1, 2)  # the first of two turns: two terms, no points in play
    for number in range(1000):
        error = terms.UNIT if number % 2 else -terms.UNIT
        learning._look_back(weights, visits, trail, 0, 2, error, 11, 50_000)
    assert abs(weights[1]) <= 10
    assert weights[1] == weights[2]


@pytest.mark.slow
def test_the_stored_weights_are_what_the_command_gives(tmp_path: Path) -> None:
    weights, visits = fresh_weights(), np.zeros(terms.WEIGHT_WORDS, np.int64)
    School(tmp_path).teach(COURTIERS_SCHOOL, weights, visits, 2, rewards=False)
    fresh, stored = (file_of("courtier", 2, rewards=False, folder=folder) for folder in (tmp_path, FOLDER))
    assert np.array_equal(read_weights(fresh), read_weights(stored))
