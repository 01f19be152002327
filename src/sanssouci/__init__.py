"""Sanssouci, Michael Kiesling's board game, as a library.

The names below are the public API; each is loaded when it is first used, so that importing costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sanssouci.arena.simulation import Simulation, simulate
    from sanssouci.box import Box, BoxError, Expansions
    from sanssouci.box import load as load_box
    from sanssouci.box import published as published_boxes
    from sanssouci.game.building import SeatSetup
    from sanssouci.game.chances import Chance
    from sanssouci.game.draft import Choice, Draft
    from sanssouci.game.entered import Entered, Wanted
    from sanssouci.game.errors import (
        IllegalMoveError,
        InvalidMoveError,
        PositionError,
        RecordError,
        SanssouciError,
    )
    from sanssouci.game.following import FollowedGame
    from sanssouci.game.game import Game
    from sanssouci.game.legal import LegalMoves
    from sanssouci.game.move import Move, Side, Turn
    from sanssouci.game.points import Outcome, Points
    from sanssouci.game.position import Garden, Position
    from sanssouci.game.projection import Line, Projection
    from sanssouci.game.svg import LastMove
    from sanssouci.game.view import SPECTATOR, View
    from sanssouci.players.advice import Advice, advise
    from sanssouci.players.greedy import GreedyPlayer
    from sanssouci.players.levels import make_player
    from sanssouci.players.player import Player
    from sanssouci.players.random import RandomPlayer
    from sanssouci.study.review import Review, review

_HOMES = {
    "Advice": ("sanssouci.players.advice", "Advice"),
    "Box": ("sanssouci.box", "Box"),
    "BoxError": ("sanssouci.box", "BoxError"),
    "Chance": ("sanssouci.game.chances", "Chance"),
    "Choice": ("sanssouci.game.draft", "Choice"),
    "Draft": ("sanssouci.game.draft", "Draft"),
    "Entered": ("sanssouci.game.entered", "Entered"),
    "Expansions": ("sanssouci.box", "Expansions"),
    "FollowedGame": ("sanssouci.game.following", "FollowedGame"),
    "Game": ("sanssouci.game.game", "Game"),
    "Garden": ("sanssouci.game.position", "Garden"),
    "GreedyPlayer": ("sanssouci.players.greedy", "GreedyPlayer"),
    "IllegalMoveError": ("sanssouci.game.errors", "IllegalMoveError"),
    "InvalidMoveError": ("sanssouci.game.errors", "InvalidMoveError"),
    "LastMove": ("sanssouci.game.svg", "LastMove"),
    "LegalMoves": ("sanssouci.game.legal", "LegalMoves"),
    "Line": ("sanssouci.game.projection", "Line"),
    "Move": ("sanssouci.game.move", "Move"),
    "Outcome": ("sanssouci.game.points", "Outcome"),
    "Player": ("sanssouci.players.player", "Player"),
    "Points": ("sanssouci.game.points", "Points"),
    "Position": ("sanssouci.game.position", "Position"),
    "PositionError": ("sanssouci.game.errors", "PositionError"),
    "Projection": ("sanssouci.game.projection", "Projection"),
    "RandomPlayer": ("sanssouci.players.random", "RandomPlayer"),
    "RecordError": ("sanssouci.game.errors", "RecordError"),
    "Review": ("sanssouci.study.review", "Review"),
    "SPECTATOR": ("sanssouci.game.view", "SPECTATOR"),
    "SanssouciError": ("sanssouci.game.errors", "SanssouciError"),
    "SeatSetup": ("sanssouci.game.building", "SeatSetup"),
    "Side": ("sanssouci.game.move", "Side"),
    "Simulation": ("sanssouci.arena.simulation", "Simulation"),
    "Turn": ("sanssouci.game.move", "Turn"),
    "View": ("sanssouci.game.view", "View"),
    "Wanted": ("sanssouci.game.entered", "Wanted"),
    "advise": ("sanssouci.players.advice", "advise"),
    "load_box": ("sanssouci.box", "load"),
    "make_player": ("sanssouci.players.levels", "make_player"),
    "published_boxes": ("sanssouci.box", "published"),
    "review": ("sanssouci.study.review", "review"),
    "simulate": ("sanssouci.arena.simulation", "simulate"),
}

__all__ = [
    "SPECTATOR",
    "Advice",
    "Box",
    "BoxError",
    "Chance",
    "Choice",
    "Draft",
    "Entered",
    "Expansions",
    "FollowedGame",
    "Game",
    "Garden",
    "GreedyPlayer",
    "IllegalMoveError",
    "InvalidMoveError",
    "LastMove",
    "LegalMoves",
    "Line",
    "Move",
    "Outcome",
    "Player",
    "Points",
    "Position",
    "PositionError",
    "Projection",
    "RandomPlayer",
    "RecordError",
    "Review",
    "SanssouciError",
    "SeatSetup",
    "Side",
    "Simulation",
    "Turn",
    "View",
    "Wanted",
    "advise",
    "load_box",
    "make_player",
    "published_boxes",
    "review",
    "simulate",
]


if not TYPE_CHECKING:  # a type checker knows the names from above, and reports those that do not exist

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'sanssouci' has no attribute {name!r}")
        module, attribute = _HOMES[name]
        value = getattr(import_module(module), attribute)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
