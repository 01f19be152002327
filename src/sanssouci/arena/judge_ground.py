"""Where the judge practises: some settings, on a processor or on a GPU, with the same games on both."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanssouci.arena.judge_network import corrector, in_parts
from sanssouci.box import Expansions, load
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import require_cuda
from sanssouci.game.game import Game
from sanssouci.game.lexicon import Array
from sanssouci.judge.court import court
from sanssouci.judge.cuda import practise_together
from sanssouci.judge.practice import NOTE_WORDS, OUTCOME_WINS, OUTCOME_WORDS
from sanssouci.kernel.cuda import array_module
from sanssouci.players.networks import EXPERIENCE, Network
from sanssouci.players.weights import load_weights
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.workspace import JudgeSpace, Workspace

CONTEST_SEED: Final = (1747, 1719)  # games that nobody learns from


@dataclass(frozen=True)
class Practice:
    """What is played. Written as `imperial` or `imperial:boar`, after the number of players."""

    box: str = "ravensburger"
    players: int = 2
    expansions: Expansions = BASIC_GAME

    @classmethod
    def read(cls, text: str, players: int) -> "Practice":
        """The setting in its written form."""
        box, _, expansions = text.partition(":")
        return cls(box, players, Expansions(expansions))

    def __str__(self) -> str:
        return f"{self.box}:{self.expansions}".rstrip(":")


class Ground:
    """Where games are played: on a processor, each to its end. Settings take turns, each with its part of the games.

    They have the same number of players, rounds and weights of the evaluation.
    """

    def __init__(self, *settings: Practice) -> None:
        self.settings = settings
        self.players = settings[0].players
        self.arrays: Any = np
        games = [Game(load(setting.box), first=0, luck="own") for setting in settings]
        self.tables, self.rounds = [game.table for game in games], games[0].rounds
        self.weights = load_weights(EXPERIENCE, self.players, settings[0].expansions)
        for setting, game in zip(settings, games, strict=True):
            alike = np.array_equal(load_weights(EXPERIENCE, setting.players, setting.expansions), self.weights)
            if not alike or (setting.players, game.rounds) != (self.players, self.rounds):
                raise SanssouciError(f"{setting} cannot be learnt together with {settings[0]}")
        self.notes_of_game = self.players * (self.rounds - 1)
        self._workspace = Workspace()

    def shares(self, start: int, games: int) -> list[tuple[int, int, int]]:
        """For each setting its number, its first game and how many it has."""
        parts = len(self.settings)
        ends = [start + games * part // parts for part in range(parts + 1)]
        return [(part, ends[part], ends[part + 1] - ends[part]) for part in range(parts)]

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
        played = [
            self.play_in(*share, net, seed, judged & (1 << self.players) - 1, spread, faintness)
            for share in self.shares(start, games)
        ]
        notes, outcomes = zip(*played, strict=True)
        return self.arrays.concatenate(notes), np.concatenate(outcomes)

    def play_in(
        self,
        part: int,
        start: int,
        games: int,
        net: Network,
        seed: tuple[int, int],
        judged: int,
        spread: float,
        faintness: int,
    ) -> tuple[Any, Array]:
        """Play games in one of the settings."""
        space, judge = self._workspace, JudgeSpace(net.shape[1])
        notes = np.zeros((games * self.notes_of_game, NOTE_WORDS), np.int64)
        outcomes = np.zeros((games, OUTCOME_WORDS), np.int64)
        count = court().practise(
            self.tables[part],
            space.worlds[0],
            self.weights,
            net,
            space.desk,
            *judge.arrays,
            space.rows,
            self.players,
            self.settings[part].expansions.flags,
            *seed,
            start,
            judged,
            int(spread * UNIT),
            faintness,
            notes,
            outcomes,
        )
        return notes[:count], outcomes

    def compare(self, net: Network, games: int, part: int = 0) -> tuple[float, float, float]:
        """One judge among evaluations, each luck from every seat: its share of wins, its points, the others'."""
        players, wins, own, others = self.players, 0.0, 0.0, 0.0
        lucks = max(games // players, 1)
        for seat in range(players):
            _, outcomes = self.play_in(part, 0, lucks, net, CONTEST_SEED, 1 << seat, 0.0, 16)
            points, won = outcomes[:, :players], outcomes[:, OUTCOME_WINS : OUTCOME_WINS + players]
            wins += float((won[:, seat] / won.sum(axis=1)).sum())
            own += float(points[:, seat].sum())
            others += float(np.delete(points, seat, axis=1).mean(axis=1).sum())
        total = lucks * players
        return wins / total, own / total, others / total


class GpuGround(Ground):
    """The same games on an NVIDIA GPU, all of a setting together; notes stay there."""

    def __init__(self, *settings: Practice) -> None:
        require_cuda()
        super().__init__(*settings)
        self.arrays = array_module()
        self._weights_there = self.arrays.array(self.weights)
        self._tables_there = [self.arrays.array(table) for table in self.tables]

    def play_in(
        self,
        part: int,
        start: int,
        games: int,
        net: Network,
        seed: tuple[int, int],
        judged: int,
        spread: float,
        faintness: int,
    ) -> tuple[Any, Array]:
        """Play games in one of the settings."""
        corrections = corrector(self.arrays, net)

        def correct(seen: Any) -> Any:
            return in_parts(self.arrays, corrections, seen)

        settings = [self.players, self.settings[part].expansions.flags, *seed, start, int(spread * UNIT)]
        there = self._tables_there[part], self._weights_there
        notes, outcomes = practise_together(*there, correct, settings, games, self.rounds, judged, faintness)
        return notes, outcomes.get() if hasattr(outcomes, "get") else outcomes
