"""Entering a game of the simulator, which stands for a real table, tap by tap."""

import random
from typing import Any

from sanssouci import Game
from strategies import Configuration

SECRET = ("card", "mission")


def played(configuration: Configuration, seed: int) -> Game:
    """A whole game at the "real table", by random moves."""
    game, chooser = configuration.game(seed), random.Random(seed)
    while not game.is_over:
        game.push(chooser.choice(game.legal_moves))
    return game


def visible(game: Game, eyes: int) -> list[list[Any]]:
    """The events that a person with these eyes can enter."""
    return [event for event in game.record()["events"] if event[0] not in SECRET or event[1] == eyes]


def next_tap(shown: dict[str, Any], events: list[list[Any]]) -> str:
    """What is tapped next, by what the server shows of the followed game; it must want what happens at the table."""
    entered = [entry for entry in shown["entries"] if entry["text"] != "?"]
    kind, seat, text = events[len(entered)]
    assert [[entry["kind"], entry["seat"], entry["text"]] for entry in entered] == events[: len(entered)]
    assert (shown["wanted"]["kind"], shown["wanted"]["seat"]) == (kind, seat)
    if kind != "turn":
        return str(text)
    steps: list[str] = text.replace("=", " ").replace("~", "").split()
    return steps[len(shown["draft"]["steps"])]
