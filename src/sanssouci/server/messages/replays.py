"""A game from its beginning."""

from typing import Any

from sanssouci.server.messages.offers import BoxInfo
from sanssouci.server.messages.views import GameView, TurnTold
from sanssouci.server.messages.words import PointOfView, Reply, Request


class SeatTold(Reply):
    """Who sat on a seat."""

    name: str
    level: str | None  # of the computer that played here


class Replay(Reply):
    """A whole game, or as much of it as was played, from one point of view."""

    box: BoxInfo
    expansions: list[str]
    eyes: int  # a seat; -1: what everybody saw; -2: everything open
    allowed: list[int]  # the points of view that may be asked for
    seats: list[SeatTold]
    first: int  # who started
    views: list[GameView]  # views[n] after n moves
    log: list[TurnTold]  # log[n] leads from views[n] to views[n + 1]
    over: bool


class RecordToReplay(Request):
    """A record to show; nothing of it is stored."""

    record: dict[str, Any]  # docs/record.md
    eyes: PointOfView = -1
