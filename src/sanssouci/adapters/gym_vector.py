"""A batch of games behind Gymnasium's interface for vector environments, for self-play."""

from typing import Any

import numpy as np
import numpy.typing as npt

from sanssouci.adapters.spaces import Observation, observation_space
from sanssouci.box import Box
from sanssouci.box.expansions import Names
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import MissingExtraError
from sanssouci.kernel.layout import ACTIONS
from sanssouci.vector import Autoreset, Batch, RewardKind

try:
    from gymnasium.error import InvalidAction
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise MissingExtraError("gymnasium", needed_for="the Gymnasium environment") from missing

Step = tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class SanssouciVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games in which the caller decides for every seat.

    Each step takes one decision in every game; the observation is that of the seat that has to decide next. The reward
    is that of the seat that has just decided. `info` has the `seat` that decides next and, by seat, all `rewards`. With
    'same_step', `info["final_obs"]` has for each game that has ended what the seat that moved last knew at the end, and
    `info["final_info"]` that seat and the rewards. An illegal action raises Gymnasium's InvalidAction, and no game
    changes.

    Args:
        num_envs: how many games.
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with.
        rewards: 'win', 'points' or 'margin', as in `sanssouci.vector.Batch`.
        autoreset: 'same_step', 'next_step' or 'disabled', or Gymnasium's `AutoresetMode`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        box: str | Box = "ravensburger",
        *,
        players: int = 2,
        expansions: Names = (),
        rewards: RewardKind = "win",
        autoreset: Autoreset | AutoresetMode = "same_step",
    ) -> None:
        mode: Any = autoreset.name.lower() if isinstance(autoreset, AutoresetMode) else autoreset
        self.batch = Batch(num_envs, box, players=players, expansions=expansions, rewards=rewards, autoreset=mode)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode[mode.upper()], "render_modes": []}
        self.render_mode = None
        self.single_observation_space = observation_space(players)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or with `options={"reset_mask": …}` some of them; a seed is one number for all games."""
        chosen = (options or {}).get("reset_mask")
        if seed is None:
            self.batch.reset(chosen=chosen)
        else:
            super().reset(seed=seed)
            self.batch.reset(seed=int.from_bytes(self.np_random.bytes(16)), chosen=chosen)
        return self._observations(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        """Take one decision in every game."""
        batch, movers = self.batch, np.maximum(self.batch.seats, 0)
        try:
            batch.step(actions)
        except SanssouciError as error:
            raise InvalidAction(str(error)) from error
        info = self._info()
        if batch.autoreset == "same_step" and batch.terminated.any():
            info |= self._ends(movers)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        return self._observations(), rewards, batch.terminated.copy(), np.zeros(self.num_envs, np.bool_), info

    def _ends(self, movers: npt.NDArray[np.int64]) -> dict[str, Any]:
        """How the games of this step have ended, as Gymnasium's own vector environments tell it."""
        ended, finals = self.batch.terminated.copy(), np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended):
            finals[index] = {
                "observation": self.batch.final_observations[index, movers[index]].copy(),
                "action_mask": np.zeros(ACTIONS, np.int8),
            }
        last = {"seat": movers, "_seat": ended, "rewards": self.batch.rewards.copy(), "_rewards": ended}
        return {"final_obs": finals, "_final_obs": ended, "final_info": last, "_final_info": ended}

    def _observations(self) -> Observation:
        """Copies: callers keep observations."""
        return {
            "observation": self.batch.observations.copy(),
            "action_mask": self.batch.masks.astype(np.int8),
        }

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "seat": self.batch.seats.copy(),
            "_seat": every,
            "rewards": self.batch.rewards.copy(),
            "_rewards": every,
        }
