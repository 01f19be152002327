"""The Gymnasium environments pass Gymnasium's own checks, and say what they refuse."""

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from sanssouci import SanssouciError
from sanssouci.players.external import EngineError
from sanssouci.vector import Batch
from strategies import ROOT

SINGLE = "sanssouci.adapters.gym:Sanssouci-v0"
SELF_PLAY = "sanssouci.adapters.gym:SanssouciSelfPlay-v0"


def made(**options: Any) -> Any:
    return gymnasium.make(SINGLE, **options).unwrapped


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], list[str]]:
    """Play one game at random: the reward, the last info, and the positions on the way."""
    observation, _ = env.reset(seed=seed)
    luck, ended, texts, reward, info = np.random.default_rng(seed), False, [], 0.0, {}
    while not ended:
        assert not reward
        assert observation["action_mask"].any()
        texts.append(env.game.text())
        observation, reward, ended, _, info = env.step(luck.choice(np.flatnonzero(observation["action_mask"])))
    assert not observation["action_mask"].any()
    return reward, info, texts


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": ["random", "greedy"], "players": 3, "box": "imperial", "expansions": "boar", "rewards": "margin"},
    ],
    ids=["two players", "three players"],
)
def test_it_passes_the_environment_checker(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(**options))
    assert capsys.readouterr().out  # what 'human' shows


def test_games_end_with_the_reward_of_the_learners_seat() -> None:
    for kind in ("win", "points", "margin"):
        env = made(opponents="random", rewards=kind)
        reward, info, texts = play(env, 4)
        assert play(env, 4) == (reward, info, texts)
        scores, seat = info["points"], info["seat"]
        expected = {
            "win": (seat in info["winners"]) / len(info["winners"]),
            "points": scores[seat],
            "margin": scores[seat] - scores[1 - seat],
        }
        assert reward == expected[kind]
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_the_seat_is_drawn_or_given() -> None:
    env = made(opponents="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}
    env = made(opponents="random", seat=1)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(4)} == {1}


def test_an_illegal_action_ends_the_game_and_others_are_no_actions() -> None:
    env = made(opponents="random")
    env.reset(seed=1)
    for action in (-1, 193, 1.5, "A", None):
        with pytest.raises(InvalidAction):
            env.step(action)
    _, reward, terminated, truncated, info = env.step(192)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, 192)


def test_closing_ends_opponents_that_are_programs() -> None:
    env = made(opponents=f"engine:{sys.executable} -m sanssouci engine --player random", box="micro")
    env.reset(seed=1)
    (program,) = [player._process for player in env._opponents.values()]
    assert program.poll() is None
    env.close()
    assert program.poll() is not None


def test_after_an_opponent_has_failed_nobody_decides_in_its_place() -> None:
    engine = ROOT / "tests" / "players" / "engines_for_tests.py"
    for seed in range(4):  # it fails in one of the first steps, or even before
        env = made(opponents=f"engine:{sys.executable} {engine} dies", box="micro")
        with pytest.raises(EngineError, match="the program ended"):
            play(env, seed)
        before = env.game.text()
        with pytest.raises(ResetNeeded):
            env.step(env.game.legal_codes[0])
        assert env.game.text() == before
        env.close()


@pytest.mark.parametrize("seat", [2, -1, "0", 1.0])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises(SanssouciError, match="seats are 0 to 1, and None draws one, not"):
        made(seat=seat)


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "nobody"},
        {"opponents": ["random"] * 3},
        {"opponents": 3},
        {"opponents": [1]},
        {"players": 9},
        {"players": "2"},
        {"rewards": "fame"},
    ],
)
def test_wrong_options_are_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(SanssouciError):
        made(**options)


# ── the vector environment ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_the_vector_environment_is_a_batch(mode: Any) -> None:
    envs: Any = gymnasium.make_vec(SELF_PLAY, num_envs=8, players=3, rewards="points", autoreset=mode)
    assert envs.metadata["autoreset_mode"] is AutoresetMode[mode.upper()]
    observations, info = envs.reset(seed=3)
    batch = Batch(8, players=3, seed=0, rewards="points", autoreset=mode)
    batch.restore(envs.batch.save())
    for _ in range(200):
        assert observations in envs.observation_space
        assert (observations["observation"] == batch.observations).all()
        assert (observations["action_mask"] == batch.masks).all()
        movers, actions = np.maximum(batch.seats, 0), batch.sample()
        batch.step(actions)
        observations, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any()
        assert (terminated == batch.terminated).all()
        assert (rewards == batch.rewards[np.arange(8), movers]).all()
        assert (info["rewards"] == batch.rewards).all()
        assert (info["seat"] == batch.seats).all()
        if mode == "same_step" and terminated.any():
            place = int(np.flatnonzero(terminated)[0])
            assert info["_final_obs"].tolist() == info["_final_info"].tolist() == terminated.tolist()
            assert [final is not None for final in info["final_obs"]] == terminated.tolist()
            final = info["final_obs"][place]
            assert final in envs.single_observation_space
            assert (final["observation"] == batch.final_observations[place, movers[place]]).all()
            assert not final["action_mask"].any()
            assert info["final_info"]["seat"][place] == movers[place]
            assert (info["final_info"]["rewards"][place] == batch.rewards[place]).all()
    if mode == "disabled":
        assert terminated.all()
        observations, _ = envs.reset(options={"reset_mask": np.arange(8) < 4})
        assert observations["action_mask"].any(axis=1).tolist() == [True] * 4 + [False] * 4
    envs.close()


def test_the_end_of_a_game_looks_as_in_gymnasiums_own_vector_environments() -> None:
    theirs: Any = gymnasium.make_vec(
        SINGLE,
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        opponents="random",
        box="micro",
    )
    ours: Any = gymnasium.make_vec(SELF_PLAY, num_envs=3, box="micro")
    found = []
    for envs in (theirs, ours):
        listed = DictInfoToList(envs)
        observations, _ = listed.reset(seed=1)
        ended = np.zeros(3, np.bool_)
        while not ended.any():
            observations, _, ended, _, infos = listed.step(observations["action_mask"].argmax(axis=1))
        place = int(np.flatnonzero(ended)[0])
        assert infos[place]["final_obs"] in envs.single_observation_space
        found.append(infos[place].keys() & {"final_obs", "final_info"})
    assert found[0] == found[1] == {"final_obs", "final_info"}


def test_every_information_has_its_mask_and_episodes_are_counted() -> None:
    envs: Any = gymnasium.make_vec(SELF_PLAY, num_envs=3, box="micro")
    counted = RecordEpisodeStatistics(envs)
    _, info = counted.reset(seed=1)
    ended, steps = np.zeros(3, np.bool_), 0
    while not ended.any():
        assert {f"_{key}" for key in info if not key.startswith("_")} <= info.keys()
        _, _, ended, _, info = counted.step(envs.batch.sample())
        steps += 1
    assert info["_final_info"].tolist() == ended.tolist()
    assert info["episode"]["l"][np.flatnonzero(ended)[0]] == steps


def test_gymnasiums_own_names_of_the_modes_are_taken() -> None:
    for mode in AutoresetMode:
        envs: Any = gymnasium.make_vec(SELF_PLAY, num_envs=2, box="micro", autoreset=mode)
        assert envs.metadata["autoreset_mode"] is mode
        assert envs.batch.autoreset == mode.name.lower()


def test_an_illegal_action_in_one_game_changes_none() -> None:
    envs: Any = gymnasium.make_vec(SELF_PLAY, num_envs=4)
    envs.reset(seed=1)
    before = envs.batch.save()
    for actions in (np.array([0, 0, 192, 0]), np.zeros(3, np.int64), np.zeros(4)):
        with pytest.raises(InvalidAction):
            envs.step(actions)
    for options in ({"reset_mask": np.array([True])}, {"reset_mask": [1, 0, 0, 0]}):
        with pytest.raises(SanssouciError, match=r"booleans of shape \(4,\)"):
            envs.reset(options=options)
    with pytest.raises(SanssouciError, match="either a seed or the chosen"):
        envs.reset(seed=2, options={"reset_mask": np.ones(4, np.bool_)})
    assert (envs.batch.save().states == before.states).all()
