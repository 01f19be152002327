"""A simulation in portions, as work for a crew; the same portions in every place, so that all sums are the same."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sanssouci.arena.games import warm
from sanssouci.arena.match import code_digest, file_digest
from sanssouci.arena.simulation import Setting, play_games, random_totals
from sanssouci.arena.work import Work
from sanssouci.game.game import Game
from sanssouci.game.record import write_line

_PORTION: Final = 100_000  # random games without records, which are played in one call


class Portion(NamedTuple):
    """Some games of a simulation."""

    start: int
    games: int


class Outcomes(NamedTuple):
    """How the games of a portion have ended."""

    rows: npt.NDArray[np.int64]  # one for each game: the totals by seat, then 1 for each winner
    records: bytes  # one line each, or nothing


@dataclass(frozen=True)
class Simulating(Work[Portion, Outcomes]):
    """Each task is a portion of the games."""

    setting: Setting
    specs: tuple[str, ...]
    seed: int
    records: bool
    legal: bool

    def portions(self, start: int, games: int) -> list[Portion]:
        """The games from `start` on, up to the number of all games, in portions."""
        size = _PORTION if self._is_fused else 1
        return [Portion(begin, min(size, games - begin)) for begin in range(start, games, size)]

    @property
    def _is_fused(self) -> bool:
        return not self.records and set(self.specs) == {"random"}

    def prepare(self) -> None:
        """Compile what the players run on."""
        warm(self.specs)

    def signature(self) -> str:
        """The code, and that of players of one's own."""
        return repr((code_digest(), self.setting.box.digest, self, [file_digest(spec) for spec in self.specs]))

    def do(self, task: Portion) -> Outcomes:
        """Play the games of a portion."""
        if self._is_fused:
            return Outcomes(random_totals(self.setting, games=task.games, seed=self.seed, start=task.start), b"")
        played = play_games(self.setting, games=task.games, seed=self.seed, player=self.specs, start=task.start)
        rows: list[list[int]] = []
        lines: list[bytes] = []
        for game in played:
            rows.append(row_of(game))
            lines += [self.line(game)] if self.records else []
        return Outcomes(np.array(rows), b"".join(lines))

    def line(self, game: Game) -> bytes:
        """The record of a game, as a line."""
        return write_line(game.record(legal=self.legal)).encode() + b"\n"


def row_of(game: Game) -> list[int]:
    """The totals by seat, then 1 for each winner."""
    outcome = game.outcome()
    assert outcome is not None
    wins = [int(seat in outcome.winners) for seat in range(game.players)]
    return [points.total for points in outcome.points] + wins
