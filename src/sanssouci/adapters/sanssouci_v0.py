"""Sanssouci for PettingZoo: the environment `sanssouci_v0`, one agent a seat, one decision a step.

    from sanssouci.adapters import sanssouci_v0

    env = sanssouci_v0.env(players=3, render_mode="ansi")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Agents are `player_0` to `player_3` in the order of seats. Actions are the codes of docs/actions.md, observations those
of docs/vector.md with the mask of the legal actions. Rewards come at the end: by default 1 for a victory, shared among
the winners. An illegal action ends the game with -1 for whoever took it, as in PettingZoo's classic games; `raw_env`
raises IllegalMoveError instead.
"""

from typing import Any, Final, get_args

import numpy as np

from sanssouci.adapters.spaces import (
    RENDER_MODES,
    Observation,
    check_render_mode,
    observation_of,
    observation_space,
    render,
)
from sanssouci.box import Box
from sanssouci.box.expansions import Names
from sanssouci.game.extras import MissingExtraError
from sanssouci.game.game import Game
from sanssouci.kernel.layout import ACTIONS
from sanssouci.vector import RewardKind, rewards_of
from sanssouci.vector.batch import check_one_of

try:
    from gymnasium.spaces import Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise MissingExtraError("pettingzoo", needed_for="the PettingZoo environment") from missing

__all__ = ["SanssouciAECEnv", "env", "raw_env"]

ILLEGAL_REWARD: Final = -1


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """The environment in the wrappers of PettingZoo's classic games; the options are those of `SanssouciAECEnv`."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(SanssouciAECEnv(**options), illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class SanssouciAECEnv(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # EzPickle has no types
    """The bare environment.

    Args:
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with.
        rewards: 'win', 'points' or 'margin', as in `sanssouci.vector.Batch`.
        render_mode: 'ansi', 'human' or 'rgb_array'.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo declares it so
        "name": "sanssouci_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        box: str | Box = "ravensburger",
        *,
        players: int = 2,
        expansions: Names = (),
        rewards: RewardKind = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, box, players=players, expansions=expansions, rewards=rewards, render_mode=render_mode)
        super().__init__()
        self._options: dict[str, Any] = {"box": box, "players": players, "expansions": expansions}
        check_one_of("rewards", rewards, get_args(RewardKind))
        self._reward_kind: RewardKind = rewards
        self._luck = np.random.default_rng()
        self.game = self._new_game()  # refuses wrong options
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.observation_spaces = {agent: observation_space(self.game.players) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: the codes of all decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game; the same seed gives the same games from here on."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.game = self._new_game()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _new_game(self) -> Game:
        return Game(**self._options, seed=int.from_bytes(self._luck.bytes(16)))

    def _select(self) -> None:
        """Let the agent act whose turn it is; after the end, PettingZoo asks all of them once more."""
        if self.game.seat is not None:
            self.agent_selection = self.possible_agents[self.game.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do if it is its turn."""
        return observation_of(self.game, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Take one decision for the agent at hand; IllegalMoveError if the rules forbid it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.push_code(action)  # type: ignore[arg-type]  # refuses anything that is not a code
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.game.outcome()
        if outcome is not None:
            self.rewards = dict(zip(self.agents, rewards_of(outcome, self._reward_kind), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> Any:
        """Draw the whole table, hidden information included, in the mode of this environment."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


raw_env = SanssouciAECEnv
