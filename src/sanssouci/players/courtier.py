"""The solid player: the move after which its garden is worth the most, judged with modest experience of the game."""

from typing import Final, SupportsIndex

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.mind import TO_THE_END, Budget, Mind, Stage
from sanssouci.players.player import luck_of

SIDE_BUDGET: Final = Budget(samples=400)  # for the choice of a side, of which there are two
SIDE_PLAN: Final = (Stage(2, rounds=TO_THE_END),)
EXPERIENCE: Final = "courtier"


class CourtierPlayer:
    """Looks one move ahead. It chooses sides of boards by playing a few games in its head."""

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self._random = luck_of(seed)
        self._mind = Mind(EXPERIENCE)

    def choose(self, view: View) -> Move:
        """Choose the move with the greatest value."""
        seed = self._random.getrandbits(126)
        if view.is_setup:
            return self._mind.try_out(view, SIDE_PLAN, SIDE_BUDGET, seed)[0].move
        moves, _ = self._mind.candidates(view, 1)
        return view.move_of(moves[0, :-1].tolist())
