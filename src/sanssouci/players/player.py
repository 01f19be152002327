"""What a player is: something that looks at a View and returns a Move."""

import random
from typing import Protocol, SupportsIndex

from sanssouci.game.errors import SanssouciError
from sanssouci.game.move import Move
from sanssouci.game.numbers import whole
from sanssouci.game.view import View


def check_turn(view: View) -> None:
    """Refuse a view in which there is nothing to choose."""
    if not isinstance(view, View):
        raise TypeError("a player needs a view: game.view(game.seat)")
    if not view.is_my_turn:
        raise SanssouciError("this seat has nothing to choose: the game is over, or it is another seat's turn")


def luck_of(seed: SupportsIndex | None) -> random.Random:
    """The luck of a player with a seed; without one, it differs each time."""
    number = whole(seed)
    if number is None and seed is not None:
        raise SanssouciError(f"the seed of a player is a whole number, not {seed!r}")
    return random.Random(number)


class Player(Protocol):
    """Decides for one seat. It sees a View, never a Game."""

    def choose(self, view: View) -> Move:
        """Return a legal move for the view's own seat."""
        ...
