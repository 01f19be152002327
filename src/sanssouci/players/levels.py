"""The players that can be asked for by name."""

from collections.abc import Callable
from typing import Final

from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.player import Player
from sanssouci.players.random import RandomPlayer

LEVELS: Final[dict[str, Callable[[int | None], Player]]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
DEFAULT_LEVEL: Final = "greedy"
