"""Measures how uncertain a lead is, by the number of turns left; the objective of the search relies on it.

    python benchmarks/widths.py --games 2000

The king's evaluation plays against itself. After each round every seat expects some points, and in the end somebody
wins. If a seat's chance is proportional to the exponential of its points over a width, which width predicts the winner
best? The script prints the one with the least logarithmic loss beside the one that the search uses, and the loss of
both and of equal chances.
"""

import argparse
from collections import defaultdict

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sanssouci import Game
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind, turns_left, width_of
from sanssouci.thinking import policy

Floats = npt.NDArray[np.float64]


def expectations(mind: Mind, players: int, seed: int) -> tuple[dict[int, list[float]], Floats]:
    """One game: what each seat expected after each of its turns, by the turns it had left, and who won."""
    game = Game(players=players, seed=seed)
    expected: dict[int, list[float]] = defaultdict(lambda: [0.0] * players)
    while game.seat is not None:
        seat, view = game.seat, game.view(game.seat)
        moves, values = mind.candidates(view, 1)
        if not view.is_setup:
            expected[turns_left(view) - 1][seat] = float(values[0])
        game.push(view.move_of(moves[0, : policy.MOVE_WORDS].tolist()))
    outcome = game.outcome()
    assert outcome is not None
    won = np.zeros(players)
    won[list(outcome.winners)] = 1 / len(outcome.winners)
    return expected, won


def loss(points: Floats, won: Floats, width: float) -> float:
    """The mean logarithmic loss of the chances computed from points."""
    scaled = points / width
    scaled -= scaled.max(axis=1, keepdims=True)
    logs = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
    return float(-(won * logs).sum(axis=1).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="for each number of players (default %(default)s)")
    options = parser.parse_args()
    console, mind = Console(), Mind(KINGS_EXPERIENCE)
    table = Table("players", "turns left", "best width", "in use", "loss", "in use", "equal", box=None, pad_edge=False)
    for players in (2, 3, 4):
        games = track(range(options.games), f"{players} players", console=console, transient=True)
        played = [expectations(mind, players, seed) for seed in games]
        won = np.array([each for _, each in played])
        for left in (1, 2, 3, 5, 8, 11, 14, 17):
            points = np.array([expected[left] for expected, _ in played])
            losses = {width: loss(points, won, width) for width in np.arange(0.4, 8.0, 0.1).round(1)}
            best, used = min(losses, key=losses.__getitem__), width_of(left)
            row = (losses[best], loss(points, won, used), np.log(players))
            table.add_row(str(players), str(left), f"{best:.1f}", f"{used:.1f}", *(f"{each:.3f}" for each in row))
    console.print(table)


if __name__ == "__main__":
    main()
