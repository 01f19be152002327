"""Learning from games: fair steps, the same everywhere, and the stored weights are what the command gives."""

from pathlib import Path

import numpy as np
import pytest

from sanssouci import SanssouciError, load_box
from sanssouci.arena.tuning import COURTIERS_SCHOOL, Course, School, Schooling, learn
from sanssouci.box import Expansions
from sanssouci.game.lexicon import Array, lexicon
from sanssouci.judge import court
from sanssouci.kernel import layout
from sanssouci.players.weights import FOLDER, file_of, fresh_weights, read_weights, save_weights
from sanssouci.thinking import learning, places


def learnt(using: court.Court) -> tuple[int, Array]:
    weights, visits = fresh_weights(), np.zeros(places.WEIGHT_WORDS, np.int64)
    table, lesson = lexicon(load_box("imperial")).table, Course(2, 0.5, 1_000, "")
    points = learn(using, table, weights, visits, 3, layout.REWARDS | layout.BOAR, lesson, 0, lesson.games)
    return points, weights


def test_compiled_and_interpreted_learning_are_the_same() -> None:
    points, weights = learnt(court.compiled())
    same_points, same_weights = learnt(court.interpreted())
    assert points == same_points > 0
    assert np.array_equal(weights, same_weights)
    assert not np.array_equal(weights, fresh_weights())


def test_errors_up_and_down_cancel_out() -> None:
    """Rounded down, each step up and the same step down would leave the weight lower than before."""
    weights, visits = np.zeros(4, np.int64), np.full(4, 50_000, np.int64)
    trail = np.zeros((2, learning.TRAIL_WORDS), np.int64)
    trail[0, :4] = (4, 0, 1, 2)  # the first of two turns: two terms, no points in play
    for number in range(1000):
        error = places.UNIT if number % 2 else -places.UNIT
        learning._look_back(weights, visits, trail, 0, 2, error, 11, 50_000)
    assert abs(weights[1]) <= 10
    assert weights[1] == weights[2]


@pytest.mark.slow
def test_the_stored_weights_are_what_the_command_gives(tmp_path: Path) -> None:
    learnt = School().do(Schooling(COURTIERS_SCHOOL, 2, Expansions()))
    fresh, stored = (file_of("courtier", 2, Expansions(), folder) for folder in (tmp_path, FOLDER))
    save_weights(fresh, learnt.kept["courtier"])
    assert np.array_equal(read_weights(fresh), read_weights(stored))


def test_weights_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_of("king", 2, Expansions(), tmp_path)
    monkeypatch.setattr(places, "VERSION", 1)
    save_weights(path, fresh_weights())
    monkeypatch.undo()
    with pytest.raises(SanssouciError, match=r"king-2\.npz holds weights of version 1, .* of version \d+; .*tuning"):
        read_weights(path)
