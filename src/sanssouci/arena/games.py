"""The games of a match as work for a crew: players are other people's code, and lose what they spoil."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sanssouci.arena.faults import describe
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import MAKING, Fault, Played, finished, play, replay
from sanssouci.arena.work import Work, told
from sanssouci.arena.workers import Slate
from sanssouci.game.errors import SanssouciError
from sanssouci.kernel import engine
from sanssouci.players.levels import is_level, make_player
from sanssouci.thinking import thinker

MAKING_LIMIT = 300.0  # seconds for making a player, which may have a lot to load or compile
_THOUGHTLESS: Final = frozenset({"random", "greedy", "page"})  # levels that use only the rules


def warm(specs: Iterable[str]) -> None:
    """Prepare the compiled code that players run on, so that no move waits for it."""
    engine.engine()
    if any(is_level(spec) and spec not in _THOUGHTLESS for spec in specs):
        thinker.thinker()


@dataclass(frozen=True)
class MatchGames(Work[GameId, Played]):
    """Each task is a game of the match."""

    match: Match

    def prepare(self) -> None:
        """Compile what the players run on."""
        warm(self.match.specs)

    def signature(self) -> str:
        """All that the games depend on: the code, the players' files and weights, the box."""
        return json.dumps(self.match.header())

    def check(self, slate: Slate) -> str | None:
        """Make every player once; return what is wrong with the first that cannot be made."""
        for index, spec in enumerate(self.match.specs):
            slate.start(index, MAKING)
            try:
                make_player(spec, 0)
            except BaseException as error:
                return describe(error)
            finally:
                slate.stop()
        return None

    def attend(self, task: GameId, slate: Slate) -> Played:
        """Play a game."""
        return play(self.match, task, slate)

    def is_late(self, slate: Slate) -> bool:
        """Whether a player thinks longer than it may."""
        thinking = slate.thinking
        return thinking is not None and thinking > (MAKING_LIMIT if slate.ply == MAKING else self.match.limit)

    def lost(self, task: GameId | None, slate: Slate, *, late: bool, status: int | None) -> Played:
        """The game under way, lost by the player that thought too long or brought its process down."""
        fault = self._fault(slate, late=late, status=status)
        if task is None:
            raise SanssouciError(f"player {self.match.specs[slate.seat]!r} cannot be made: {fault.message}")
        game = replay(self.match, task, slate.moves[: max(fault.ply, 0)])
        thoughts = [0] * game.players  # the times are lost along with the process
        return finished(task, game, fault, [0.0] * game.players, thoughts)

    def _fault(self, slate: Slate, *, late: bool, status: int | None) -> Fault:
        if late:
            making = slate.ply == MAKING
            what = f"not ready within {MAKING_LIMIT:g} s" if making else f"no move within {self.match.limit:g} s"
            return Fault(slate.seat, slate.ply, "time limit", what)
        if slate.thinking is None:
            raise SanssouciError(f"a worker process ended on its own, {told(status)}")
        return Fault(slate.seat, slate.ply, "process ended", f"the player ended its process, with exit code {status}")
