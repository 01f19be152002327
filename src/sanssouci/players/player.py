"""What a player is: something that looks at a View and returns a Move."""

from typing import Protocol

from sanssouci.game.move import Move
from sanssouci.game.view import View


class Player(Protocol):
    """Decides for one seat. It sees a View, never a Game."""

    def choose(self, view: View) -> Move:
        """Return a legal move for the seat whose eyes these are."""
        ...
