"""Batches: the same games as `Game` and `simulate` play, many at once."""

import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from sanssouci import Game, IllegalMoveError, SanssouciError, simulate
from sanssouci.arena.simulation import seed_of_game
from sanssouci.kernel import layout
from sanssouci.vector import Autoreset, Batch, RewardKind, observe, rewards_of
from strategies import CONFIGURATIONS, Configuration

GAMES = 24


def batch_of(configuration: Configuration, games: int = GAMES, **options: Any) -> Batch:
    options = {"seed": 7} | options
    return Batch(
        games, configuration.box, players=configuration.players, expansions=configuration.expansions, **options
    )


def play_to_the_end(batch: Batch, games: int) -> dict[int, npt.NDArray[np.float32]]:
    """The rewards of the games with the lowest numbers, played at random."""
    rewards: dict[int, npt.NDArray[np.float32]] = {}
    while not set(range(games)) <= rewards.keys():
        numbers = batch.numbers
        batch.step(batch.sample())
        for index in np.flatnonzero(batch.terminated):
            rewards.setdefault(int(numbers[index]), batch.rewards[index].copy())
    return rewards


def test_random_games_are_those_of_simulate(configuration: Configuration) -> None:
    batch = batch_of(configuration, 8, rewards="points", observations=False)
    rewards = play_to_the_end(batch, 20)  # the first games of each place, and those that follow them
    played = simulate(20, configuration.box, players=configuration.players, expansions=configuration.expansions, seed=7)
    assert [rewards[number].tolist() for number in range(20)] == played.points.tolist()


@pytest.mark.parametrize("configuration", CONFIGURATIONS[::5], ids=lambda configuration: configuration.id)
def test_every_array_is_what_a_game_says(configuration: Configuration) -> None:
    batch = batch_of(configuration, 4)
    games = [
        Game(
            configuration.box,
            players=configuration.players,
            expansions=configuration.expansions,
            seed=seed_of_game(7, number),
        )
        for number in range(4)
    ]
    while not batch.terminated.any():
        for index, game in enumerate(games):
            assert game.seat is not None
            assert batch.seats[index] == game.seat
            assert (batch.states[index] == game.state).all()
            assert (batch.masks[index] == game.mask).all()
            assert (batch.observations[index] == observe(game.view(game.seat))).all()
            assert batch.scores[index].tolist() == [game.points_in_play(seat) for seat in range(game.players)]
        actions = batch.sample()
        batch.step(actions)
        for game, code in zip(games, actions, strict=True):
            game.push_code(code)
    assert batch.terminated.tolist() == [game.is_over for game in games]
    assert (batch.numbers == np.arange(4) + 4 * batch.terminated).all()


@pytest.mark.parametrize("kind", ["win", "points", "margin"])
def test_rewards_and_final_observations_are_those_of_the_end(kind: RewardKind) -> None:
    batch = Batch(6, "imperial", players=3, expansions="boar", seed=3, rewards=kind)
    games = [Game("imperial", players=3, expansions="boar", seed=seed_of_game(3, number)) for number in range(6)]
    waiting = dict(enumerate(games))
    while waiting:
        actions = batch.sample()
        batch.step(actions)
        for index, game in list(waiting.items()):
            game.push_code(actions[index])
            assert batch.terminated[index] == game.is_over
            if (outcome := game.outcome()) is None:
                assert not batch.rewards[index].any()
                continue
            assert batch.rewards[index].tolist() == pytest.approx(rewards_of(outcome, kind))
            for seat in range(3):
                assert (batch.final_observations[index, seat] == observe(game.view(seat))).all()
            del waiting[index]


@pytest.mark.parametrize("mode", ["next_step", "disabled"])
def test_finished_games_wait_as_the_mode_says(mode: Autoreset) -> None:
    batch = batch_of(CONFIGURATIONS[-1], 16, autoreset=mode)
    while not batch.terminated.any():
        batch.step(batch.sample())
    done = batch.terminated.copy()
    numbers = batch.numbers
    assert (batch.seats[done] == -1).all()
    assert not batch.masks[done].any()
    assert batch.rewards[done].sum(axis=1) == pytest.approx(1)
    actions = batch.sample()
    assert not actions[done].any()
    actions[done] = 999  # ignored
    batch.step(actions)
    assert not batch.rewards[done].any()
    if mode == "next_step":
        assert (batch.numbers == numbers + 16 * done).all()
        assert not batch.terminated[done].any()
    else:
        assert (batch.numbers == numbers).all()
        assert batch.terminated[done].all()
        batch.reset(chosen=done)
        assert (batch.numbers == numbers + 16 * done).all()
        assert not batch.terminated[done].any()
    assert batch.masks[done].any(axis=1).all()


def test_going_back_leads_to_the_same_games() -> None:
    batch = Batch(GAMES, seed=5, rewards="points")
    for _ in range(40):
        batch.step(batch.sample())
    saved = pickle.loads(pickle.dumps(batch.save()))
    before = batch.masks.copy(), batch.observations.copy()
    first = play_to_the_end(batch, GAMES)
    other = Batch(GAMES, seed=99, rewards="points")
    other.restore(saved)
    assert (other.masks == before[0]).all()
    assert (other.observations == before[1]).all()
    other.reset(seed=5)
    assert (other.numbers == np.arange(GAMES)).all()
    batch.restore(saved)
    assert {k: v.tolist() for k, v in play_to_the_end(batch, GAMES).items() if k < GAMES} == {
        k: v.tolist() for k, v in first.items() if k < GAMES
    }


def test_what_is_kept_includes_the_games_that_begin_later() -> None:
    batch, other = Batch(8, "micro", seed=5, rewards="points"), Batch(8, "micro", seed=6, rewards="points")
    saved = batch.save()
    other.restore(saved)
    batch.reset(seed=9)
    batch.restore(saved)
    expected = simulate(24, "micro", seed=5).points.tolist()
    for one in (batch, other):
        rewards = play_to_the_end(one, 24)
        assert [rewards[number].tolist() for number in range(24)] == expected


def test_a_position_with_luck_of_the_seed_can_be_explored_with_luck_of_ones_own() -> None:
    batch, own = Batch(4, "small", seed=5), Batch(4, "small", luck="own", first=0)
    for _ in range(12):
        batch.step(batch.sample())
    own.restore(batch.save())
    assert (own.masks[:, : layout.ACTIONS] == batch.masks).all()
    assert (own.observations == batch.observations).all()


def test_resetting_begins_the_next_games_or_those_of_another_seed() -> None:
    batch, other = Batch(8, seed=1), Batch(8, seed=2)
    start = batch.states.copy()
    batch.reset()
    assert (batch.numbers == np.arange(8, 16)).all()
    batch.reset(seed=2)
    assert (batch.states == other.states).all()
    batch.reset(seed=1)
    assert (batch.states == start).all()


def test_redealing_changes_nothing_that_the_seat_knows(configuration: Configuration) -> None:
    batch = batch_of(configuration)
    hands = [layout.seat_base(seat) + layout.HAND for seat in range(configuration.players)]
    has_changed = False
    for steps in (0, 3, 20, 40):
        for _ in range(steps):
            batch.step(batch.sample())
        for seats in (None, 0, configuration.players - 1, -1):
            saved, known = batch.save(), batch.observe(seats)
            batch.redeal(seats, seed=11)
            assert (batch.observe(seats) == known).all()
            again = batch.save()
            batch.restore(saved)
            batch.redeal(seats, seed=11)
            assert (batch.states == again.states).all()
            has_changed |= bool((batch.states[:, hands] != saved.states[:, hands]).any())
    assert has_changed
    for _ in range(30):  # the games go on
        batch.step(batch.sample())


def test_with_luck_of_your_own_chance_is_a_step_like_any_other() -> None:
    batch = Batch(3, players=2, luck="own", first=1, rewards="points")
    game = Game(luck="own", first=1)
    assert batch.masks.shape == (3, layout.CODES)
    while not game.is_over:
        weights = batch.chances()
        if game.is_chance:
            assert batch.seats[0] == -1
            likely = {int(code) + layout.ACTIONS: weights[0, code] for code in np.flatnonzero(weights[0])}
            total = sum(likely.values())
            expected = {chance.code: pytest.approx(chance.probability) for chance in game.chances}
            assert {code: cases / total for code, cases in likely.items()} == expected
            assert np.flatnonzero(batch.masks[0]).tolist() == sorted(likely)
            code = max(likely)
            game.push_chance(code)
        else:
            assert not weights.any()
            code = game.legal_codes[-1]
            game.push_code(code)
        batch.step([code] * 3)
    assert batch.terminated.all()
    assert batch.rewards[2].tolist() == list(game.scores)
    drawn = Batch(4, luck="own", first=0)
    while not drawn.terminated.any():  # chance can be drawn, too
        drawn.step(drawn.sample())


def test_with_luck_of_your_own_what_is_still_being_dealt_cannot_be_dealt_anew() -> None:
    batch = Batch(4, "imperial", players=4, expansions="rewards,boar", luck="own", first=0, autoreset="disabled")
    game = Game("imperial", players=4, expansions="rewards,boar", luck="own", first=0)
    refused = waited = 0
    while not game.is_over:
        saved, known = batch.save(), batch.observe(1)
        if game.is_chance and game.is_setup:
            refused += 1
            with pytest.raises(SanssouciError, match="game 0: the set-up is still being dealt"):
                batch.redeal(1, seed=3)
            assert (batch.states == saved.states).all()
        else:
            waited += game.is_chance
            batch.redeal(1, seed=3)
            assert (batch.observe(1) == known).all()
        batch.restore(saved)
        code = int(batch.sample()[0])
        batch.step([code] * 4)
        game.push_chance(code) if game.is_chance else game.push_code(code)
    assert min(refused, waited) > 20


# ── what is refused ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "number of games"),
        ({"players": 5}, "players"),
        ({"expansions": "peas"}, "expansion"),
        ({"seed": -1}, "seed"),
        ({"luck": "own"}, "say who starts"),
        ({"rewards": "fame"}, "rewards are one of win, points, margin, not 'fame'"),
        ({"rewards": []}, "rewards are one of win, points, margin"),
        ({"autoreset": "never"}, "same_step, next_step, disabled"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SanssouciError, match=message):
        Batch(**({"games": 2} | options))


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0], r"whole numbers of shape \(3,\), not int64 of shape \(2,\)"),
        ([[0], [0], [0]], r"not int64 of shape \(3, 1\)"),
        ([0.0, 0.0, 0.0], "not float64"),
        ([True, True, True], "not bool"),
        (np.zeros(3, "m8[s]"), "not timedelta64"),
        ([[0], [0, 1], 0], r"actions must be an array of shape \(3,\), not rows of several lengths"),
        ("abc", "whole numbers"),
        (None, "whole numbers"),
    ],
)
def test_actions_of_another_shape_or_kind_are_refused(actions: Any, message: str) -> None:
    batch = Batch(3, seed=1)
    before = batch.states.copy()
    with pytest.raises(SanssouciError, match=message):
        batch.step(actions)
    assert (batch.states == before).all()


@pytest.mark.parametrize("code", [-1, 2, 192, 193, 10**9, -(2**63)])
def test_one_illegal_code_stops_all_games(code: int) -> None:
    batch = Batch(3, seed=1)
    actions = batch.sample()
    before = batch.save()
    actions[1] = code
    with pytest.raises(IllegalMoveError, match=f"game 1: code {code} is illegal; legal are 0, 1"):
        batch.step(actions)
    assert (batch.states == before.states).all()


def test_seats_places_and_saved_games_are_checked() -> None:
    batch = Batch(3, seed=1)
    before = batch.states.copy()
    with pytest.raises(SanssouciError, match="seats are 0 to 1"):
        batch.observe([0, 1, 2])
    with pytest.raises(SanssouciError, match=r"out must be .* int8 of shape \(3, 567\)"):
        batch.observe(0, out=np.zeros((3, 567), np.int8)[:, ::-1])
    fixed = np.zeros((3, 567), np.int8)
    fixed.flags.writeable = False
    wrong: list[Any] = [fixed, fixed.tolist(), np.zeros((3, 567)), np.zeros((3, 566), np.int8)]
    for out in wrong:
        with pytest.raises(SanssouciError, match="out must be a contiguous array of int8"):
            batch.observe(0, out=out)
    with pytest.raises(SanssouciError, match="seats are 0 to 1"):
        batch.observe(np.full(3, 2**64 - 1, np.uint64))  # not -1
    with pytest.raises(SanssouciError, match="seats must be an array"):
        batch.observe([[0], [0, 1], 1])  # type: ignore[arg-type]
    known = batch.save()
    unsaved: list[Any] = [None, (1, 2, 3), known[:2], tuple(known), known._replace(seed="5")]  # type: ignore[arg-type]
    for saved in unsaved:
        with pytest.raises(SanssouciError, match="restore takes what save has returned"):
            batch.restore(saved)
    with pytest.raises(SanssouciError, match="booleans"):
        batch.reset(chosen=[0, 1, 0])
    with pytest.raises(SanssouciError, match="either a seed or the chosen"):
        batch.reset(seed=1, chosen=[True, False, True])
    with pytest.raises(SanssouciError, match=r"saved states must be an array of int64 of shape \(3, 60\)"):
        batch.restore(Batch(4, seed=1).save())
    with pytest.raises(SanssouciError, match="other players or expansions"):
        batch.restore(Batch(3, players=3, seed=1).save())
    for box in ("imperial", "small"):
        with pytest.raises(SanssouciError, match="another box"):
            batch.restore(Batch(3, box, seed=1).save())
    with pytest.raises(SanssouciError, match="game 0: chance comes next, and here the seed decides that"):
        batch.restore(Batch(3, luck="own", first=0).save())
    for word, value in (
        (layout.PHASE, 99),
        (layout.SEAT, -1),
        (layout.HOME, 2**62),
        (layout.seat_base(1) + layout.GARDEN, 8),
        (layout.seat_base(0) + layout.HAND, -1),
    ):
        states = known.states.copy()
        states[2, word] = value
        with pytest.raises(SanssouciError, match="game 2: these words are not a state that save has returned"):
            batch.restore(known._replace(states=states))
    for seed in (-1, 2**128):
        with pytest.raises(SanssouciError, match="restore takes what save has returned"):
            batch.restore(known._replace(seed=seed))
    assert (batch.states == before).all()
    with pytest.raises(ValueError, match="read-only"):
        batch.states[0, 0] = 1
