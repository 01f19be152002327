"""Many games from one seed."""

from typing import Any

import numpy as np
import pytest

from sanssouci import Game, SanssouciError, load_box, simulate
from sanssouci.arena.simulation import Setting, play_games, random_totals, seed_of_game
from sanssouci.box import Expansions
from sanssouci.kernel import engine, layout

FULL = Setting(load_box("imperial"), players=4, expansions=Expansions("rewards,boar"))
BASE = Setting(load_box("ravensburger"))


@pytest.mark.parametrize("setting", [BASE, FULL], ids=["base", "full"])
def test_rows_do_not_depend_on_threads_or_portions(setting: Setting) -> None:
    rows = random_totals(setting, games=1000, seed=5)
    assert np.array_equal(rows, random_totals(setting, games=1000, seed=5, threads=2))
    assert np.array_equal(rows, random_totals(setting, games=1000, seed=5, threads=3))
    parts = [random_totals(setting, games=500, seed=5, start=start) for start in (0, 500)]
    assert np.array_equal(rows, np.concatenate(parts))
    assert not np.array_equal(rows, random_totals(setting, games=1000, seed=6))


@pytest.mark.parametrize("setting", [BASE, FULL], ids=["base", "full"])
def test_a_row_is_the_result_of_the_game_with_that_seed(setting: Setting) -> None:
    """The fused playout, replayed through `Game` from the codes that it recorded."""
    rows = random_totals(setting, games=20, seed=9)
    for index in range(20):
        seed = seed_of_game(9, index)
        game = setting.game(seed)
        state, trace = game._state.copy(), np.zeros(layout.LONGEST_GAME, np.int64)
        engine.engine().new_game(game._lexicon.table, state, setting.players, setting.expansions.flags, game.first)
        count = engine.engine().play_out(game._lexicon.table, state, *game._words, trace)
        assert trace[: len(game._codes)].tolist() == game._codes  # the same luck up to the first decision
        game._state = state
        outcome = game.outcome()
        assert outcome is not None
        assert count > setting.players * 18 * 4
        assert rows[index, : setting.players].tolist() == [points.total for points in outcome.points]
        assert np.flatnonzero(rows[index, setting.players :]).tolist() == list(outcome.winners)


def test_games_have_different_seeds_and_anyone_may_start() -> None:
    seeds = [seed_of_game(1, index) for index in range(200)]
    assert len(set(seeds)) == 200
    assert all(0 <= seed < 1 << 128 for seed in seeds)
    assert {Game(players=4, seed=seed).first for seed in seeds} == {0, 1, 2, 3}


def test_greedy_scores_about_twice_as_much_as_random() -> None:
    greedy = [total for game in play_games(BASE, games=60, seed=3, player="greedy") for total in game.scores]
    chance = random_totals(BASE, games=2000, seed=3)[:, :2]
    assert np.mean(greedy) > 1.9 * chance.mean()


def test_a_setting_is_checked() -> None:
    with pytest.raises(SanssouciError, match="has no expansion 'boar'"):
        Setting(load_box("ravensburger"), expansions=Expansions("boar"))
    with pytest.raises(SanssouciError, match="2, 3, 4 players, not 7"):
        Setting(load_box("ravensburger"), players=7)


def test_simulate_gives_points_and_winners_by_game_and_seat() -> None:
    rows = random_totals(FULL, games=300, seed=5)
    done = simulate(300, "imperial", players=4, expansions="rewards,boar", seed=5, threads=2)
    assert np.array_equal(done.points, rows[:, :4])
    assert np.array_equal(done.winners, rows[:, 4:] == 1)
    assert done.winners.dtype == np.bool_
    assert done.winners.any(axis=1).all()
    assert simulate(5, load_box("ravensburger")).points.shape == (5, 2)
    assert not np.array_equal(simulate(300).points, simulate(300).points), "a fresh seed each time"
    with pytest.raises(SanssouciError, match="players"):
        simulate(5, players=5)
    assert simulate(0).points.shape == (0, 2)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"games": 3.0}, "games must be a whole number from 0 up, not 3.0"),
        ({"games": True}, "games must be a whole number from 0 up, not True"),
        ({"games": -1}, "games must be a whole number from 0 up, not -1"),
        ({"games": 1, "threads": 0}, "threads must be a whole number from 1 up, not 0"),
        ({"games": 1, "players": 2.0}, "2, 3, 4 players, not 2.0"),
        ({"games": 1, "players": True}, "2, 3, 4 players, not True"),
    ],
)
def test_simulate_says_which_number_is_wrong(options: dict[str, Any], says: str) -> None:
    with pytest.raises(SanssouciError, match=says):
        simulate(**options)
