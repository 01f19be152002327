"""The two players that search: the architect a little, the king for as long as it is allowed."""

import operator
from typing import Final, SupportsIndex

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.mind import Budget, Candidate, Mind, Stage
from sanssouci.players.player import luck_of

KINGS_EXPERIENCE: Final = "king"
ARCHITECTS_EXPERIENCE: Final = "architect"
KING_SECONDS: Final = 1.0
KING_PLAN: Final = (Stage(32, rounds=3, until=0.25), Stage(6, rounds=8))
ARCHITECT_SAMPLES: Final = 64
ARCHITECT_PLAN: Final = (Stage(4, rounds=2),)


class KingPlayer:
    """Tries out its best moves until its time is up, or for a number of playouts, which is the same everywhere."""

    def __init__(
        self, seed: SupportsIndex | None = None, *, time: float = KING_SECONDS, samples: SupportsIndex | None = None
    ) -> None:
        self._random = luck_of(seed)
        self._mind = Mind(KINGS_EXPERIENCE)
        self._budget = Budget(time, None if samples is None else operator.index(samples))

    def choose(self, view: View) -> Move:
        """Choose the move that wins most often."""
        return self.consider(view)[0].move

    def consider(self, view: View) -> list[Candidate]:
        """The candidates with their outcomes, best first."""
        seed = self._random.getrandbits(126)
        return self._mind.try_out(view, KING_PLAN, self._budget, seed, exact=True)


class ArchitectPlayer:
    """Tries out a few good moves, a few times each."""

    def __init__(self, seed: SupportsIndex | None = None, *, samples: SupportsIndex = ARCHITECT_SAMPLES) -> None:
        self._random = luck_of(seed)
        self._mind = Mind(ARCHITECTS_EXPERIENCE)
        self._budget = Budget(samples=operator.index(samples))

    def choose(self, view: View) -> Move:
        """Choose the move that does best."""
        seed = self._random.getrandbits(126)
        return self._mind.try_out(view, ARCHITECT_PLAN, self._budget, seed)[0].move
