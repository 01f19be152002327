"""The PettingZoo environment passes PettingZoo's own tests, and says what it refuses."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from sanssouci import Game, IllegalMoveError, SanssouciError
from sanssouci.adapters import sanssouci_v0
from sanssouci.vector import RewardKind

BOTH: dict[str, Any] = {"box": "imperial", "players": 4, "expansions": "rewards,boar"}

# What PettingZoo's own list of classic games is spared from: a mask beside the observation, empty after the end.
like_classic_games = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
    "ignore:.*AEC environments, rather than",
)


@like_classic_games
@pytest.mark.parametrize("options", [{}, BOTH], ids=["two players", "four players, both expansions"])
def test_it_passes_the_api_test(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(sanssouci_v0.env(**options), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_it_passes_the_seed_test() -> None:
    seed_test(sanssouci_v0.env, num_cycles=60)


def test_it_passes_the_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(sanssouci_v0.env, {"ansi": lambda text: "player" in text or len(text) > 200})
    assert capsys.readouterr().out  # what 'human' shows


def play(env: Any, seed: int) -> dict[str, float]:
    """Play at random; the sum of the rewards of each agent."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        totals[agent] += reward
        env.step(None if termination else int(luck.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


@pytest.mark.parametrize("kind", ["win", "points", "margin"])
def test_every_agent_gets_the_reward_of_its_seat(kind: RewardKind) -> None:
    env = sanssouci_v0.raw_env(**BOTH, rewards=kind)
    totals = play(env, 5)
    outcome = env.game.outcome()
    assert outcome is not None
    if kind == "win":
        assert sum(totals.values()) == pytest.approx(1)
        assert [totals[f"player_{seat}"] > 0 for seat in range(4)] == [seat in outcome.winners for seat in range(4)]
    elif kind == "points":
        assert list(totals.values()) == list(env.game.scores)
    else:
        assert max(totals.values()) >= 0 > min(totals.values())


def test_the_same_seed_gives_the_same_games_from_there_on() -> None:
    env = sanssouci_v0.env()
    games: list[list[Any]] = []
    for _ in range(2):
        env.reset(seed=3)
        first = env.unwrapped.game.text()
        env.reset()
        games.append([first, env.unwrapped.game.text()])
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_an_illegal_action_ends_the_game_for_whoever_took_it() -> None:
    env = sanssouci_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(192)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize("action", [192, 500, -1, 1.5, None, "A"])
def test_the_bare_environment_refuses_it_and_stays_as_it_is(action: Any) -> None:
    env = sanssouci_v0.raw_env()
    env.reset(seed=1)
    before = env.game.text()
    with pytest.raises((IllegalMoveError, SanssouciError)):
        env.step(action)
    assert env.game.text() == before


def test_wrong_options_are_refused_at_once() -> None:
    with pytest.raises(SanssouciError, match="players"):
        sanssouci_v0.env(players=7)
    with pytest.raises(SanssouciError, match="win, points, margin"):
        sanssouci_v0.env(rewards="fame")
    with pytest.raises(ValueError, match="ansi, human, rgb_array"):
        sanssouci_v0.env(render_mode="smell")


def test_it_can_be_pickled_and_draws_the_game() -> None:
    env = pickle.loads(pickle.dumps(sanssouci_v0.raw_env(players=3, render_mode="ansi")))
    env.reset(seed=2)
    assert isinstance(env.game, Game)
    assert env.render() == str(env.game)
