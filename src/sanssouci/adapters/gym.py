"""Sanssouci for Gymnasium: one seat against named players, and a batch of games as a vector environment.

    import gymnasium

    env = gymnasium.make("sanssouci.adapters.gym:Sanssouci-v0", opponents="greedy")
    envs = gymnasium.make_vec("sanssouci.adapters.gym:SanssouciSelfPlay-v0", num_envs=1024)

Actions are the codes of docs/actions.md, observations those of docs/vector.md with the mask of the legal actions.
"""

from collections.abc import Sequence
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
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import MissingExtraError
from sanssouci.game.game import Game
from sanssouci.game.numbers import whole
from sanssouci.kernel.layout import ACTIONS
from sanssouci.players.levels import by_seat, make_player
from sanssouci.players.player import Player
from sanssouci.vector import RewardKind, rewards_of
from sanssouci.vector.batch import check_one_of

try:
    import gymnasium
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Discrete
except ModuleNotFoundError as missing:
    raise MissingExtraError("gymnasium", needed_for="the Gymnasium environment") from missing

ILLEGAL_REWARD: Final = -1.0


class SanssouciEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game against computer players.

    Rewards come at the end; `info` then has the `points` of all seats and the `winners`. An illegal action ends the
    game with a reward of -1 and `info["illegal"]`; what is not an action at all raises Gymnasium's InvalidAction.

    Args:
        opponents: the description of a player for all other seats ('greedy', 'king:time=0.1', 'my_bot.py:Bot'), or one
            for each of them.
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with.
        seat: the learner's; None draws one for each game.
        rewards: 'win', 'points' or 'margin', as in `sanssouci.vector.Batch`.
        render_mode: 'ansi', 'human' or 'rgb_array'.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        opponents: str | Sequence[str] = "greedy",
        box: str | Box = "ravensburger",
        *,
        players: int = 2,
        expansions: Names = (),
        seat: int | None = None,
        rewards: RewardKind = "win",
        render_mode: str | None = None,
    ) -> None:
        self._options: dict[str, Any] = {"box": box, "players": players, "expansions": expansions}
        check_one_of("rewards", rewards, get_args(RewardKind))
        self._rewards: RewardKind = rewards
        self._opponents: dict[int, Player] = {}
        self.seat = 0
        self.game = Game(**self._options, seed=0)  # refuses wrong options
        self._fixed_seat = None if seat is None else whole(seat)
        if seat is not None and self._fixed_seat not in range(self.game.players):
            raise SanssouciError(f"seats are 0 to {self.game.players - 1}, and None draws one, not {seat!r}")
        if not isinstance(opponents, Sequence) or not all(isinstance(spec, str) for spec in opponents):
            raise SanssouciError(f"opponents are the name of a player, or a list of names, not {opponents!r}")
        self._specs = by_seat([opponents] if isinstance(opponents, str) else opponents, players - 1)
        for spec in self._specs:
            make_player(spec)  # refuses what is not a player
        self.render_mode = check_render_mode(render_mode)
        self.observation_space: Any = observation_space(players)
        self.action_space = Discrete(ACTIONS)
        self._is_done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin another game, up to the learner's first decision."""
        super().reset(seed=seed)
        self.game = Game(**self._options, seed=self._random())
        drawn = int(self.np_random.integers(self.game.players))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        self._opponents = {
            seat: make_player(spec, self._random()) for seat, spec in zip(others, self._specs, strict=True)
        }
        self._let_others_move()
        return self._observation(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take one decision of the learner, and let the others move until it has to decide again."""
        if self._is_done:
            raise ResetNeeded("the game is over: call reset first")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a code from 0 to {ACTIONS - 1} (docs/actions.md), not {action!r}")
        if int(action) not in self.game.legal_codes:
            self._is_done = True
            return self._observation(), ILLEGAL_REWARD, True, False, {"seat": self.seat, "illegal": int(action)}
        self.game.push_code(int(action))
        self._let_others_move()
        outcome, reward = self.game.outcome(), 0.0
        info: dict[str, Any] = {"seat": self.seat}
        if outcome is not None:
            reward = rewards_of(outcome, self._rewards)[self.seat]
            info |= {"points": self.game.scores, "winners": outcome.winners}
        return self._observation(), reward, self._is_done, False, info

    def render(self) -> Any:
        """Draw the whole table, hidden information included, in the mode of this environment."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """End the game, and opponents that are programs of their own."""
        self._opponents.clear()
        self._is_done = True
        super().close()

    def _let_others_move(self) -> None:
        self._is_done = True  # if one of them fails, the game cannot go on
        while (seat := self.game.seat) is not None and seat != self.seat:
            self.game.push(self._opponents[seat].choose(self.game.view(seat)))
        self._is_done = self.game.is_over
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Observation:
        return observation_of(self.game, self.seat)

    def _random(self) -> int:
        return int.from_bytes(self.np_random.bytes(16))


gymnasium.register("Sanssouci-v0", entry_point="sanssouci.adapters.gym:SanssouciEnv")
gymnasium.register("SanssouciSelfPlay-v0", vector_entry_point="sanssouci.adapters.gym_vector:SanssouciVectorEnv")
