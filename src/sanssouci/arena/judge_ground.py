"""Where the judge practises: one setting, on a processor or on a GPU, with the same games on both."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanssouci.arena.judge_network import whole_corrections
from sanssouci.box import Expansions, load
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.game.extras import require_cuda
from sanssouci.game.game import Game
from sanssouci.game.lexicon import Array
from sanssouci.judge.court import court
from sanssouci.judge.cuda import practise_together
from sanssouci.judge.practice import NOTE_WORDS, OUTCOME_WINS, OUTCOME_WORDS
from sanssouci.kernel.cuda import array_module
from sanssouci.players.networks import Network
from sanssouci.players.weights import load_weights
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.workspace import JudgeSpace, Workspace

EXPERIENCE: Final = "king"  # the evaluation that is corrected
CONTEST_SEED: Final = (1747, 1719)  # games that nobody learns from
_TOGETHER: Final = 1 << 18  # candidates judged at once on a GPU


@dataclass(frozen=True)
class Practice:
    """What is played."""

    box: str = "ravensburger"
    players: int = 2
    expansions: Expansions = BASIC_GAME


class Ground:
    """Where games are played: on a processor, each to its end."""

    def __init__(self, setting: Practice) -> None:
        self.setting = setting
        self.arrays: Any = np
        game = Game(load(setting.box), first=0, luck="own")
        self.table, self.rounds = game.table, game.rounds
        self.weights = load_weights(EXPERIENCE, setting.players, setting.expansions)
        self.notes_of_game = setting.players * (self.rounds - 1)
        self._workspace = Workspace()

    def play(
        self,
        net: Network,
        seed: tuple[int, int],
        start: int,
        games: int,
        *,
        judged: int = -1,
        spread: float = 0.0,
        faintness: int = 16,
    ) -> tuple[Any, Array]:
        """Play games by a network and return the notes and the outcomes; `judged` is a set of seats, -1 for all."""
        space, judge = self._workspace, JudgeSpace(net.shape[1])
        notes = np.zeros((games * self.notes_of_game, NOTE_WORDS), np.int64)
        outcomes = np.zeros((games, OUTCOME_WORDS), np.int64)
        count = court().practise(
            self.table,
            space.worlds[0],
            self.weights,
            net,
            space.desk,
            judge.words,
            judge.sums,
            judge.clipped,
            space.rows,
            self.setting.players,
            self.setting.expansions.flags,
            *seed,
            start,
            judged & (1 << self.setting.players) - 1,
            int(spread * UNIT),
            faintness,
            notes,
            outcomes,
        )
        return notes[:count], outcomes

    def compare(self, net: Network, games: int) -> tuple[float, float, float]:
        """One judge among evaluations, each luck from every seat: its share of wins, its points, the others'."""
        players, wins, own, others = self.setting.players, 0.0, 0.0, 0.0
        lucks = max(games // players, 1)
        for seat in range(players):
            _, outcomes = self.play(net, CONTEST_SEED, 0, lucks, judged=1 << seat)
            points, won = outcomes[:, :players], outcomes[:, OUTCOME_WINS : OUTCOME_WINS + players]
            wins += float((won[:, seat] / won.sum(axis=1)).sum())
            own += float(points[:, seat].sum())
            others += float(np.delete(points, seat, axis=1).mean(axis=1).sum())
        total = lucks * players
        return wins / total, own / total, others / total


class GpuGround(Ground):
    """The same games on an NVIDIA GPU, all together; notes stay there."""

    def __init__(self, setting: Practice) -> None:
        require_cuda()
        super().__init__(setting)
        self.arrays = array_module()
        self._there = self.arrays.array(self.table), self.arrays.array(self.weights)

    def play(
        self,
        net: Network,
        seed: tuple[int, int],
        start: int,
        games: int,
        *,
        judged: int = -1,
        spread: float = 0.0,
        faintness: int = 16,
    ) -> tuple[Any, Array]:
        """Play games by a network and return the notes and the outcomes; `judged` is a set of seats, -1 for all."""

        def correct(seen: Any) -> Any:
            parts = range(0, len(seen), _TOGETHER)
            return self.arrays.concatenate(
                [whole_corrections(self.arrays, net, seen[at : at + _TOGETHER]) for at in parts]
            )

        setting = self.setting
        settings = [setting.players, setting.expansions.flags, *seed, start, int(spread * UNIT)]
        notes, outcomes = practise_together(*self._there, correct, settings, games, self.rounds, judged, faintness)
        return notes, outcomes.get() if hasattr(outcomes, "get") else outcomes
