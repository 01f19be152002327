"""The way that a noble is shown to take, against a plain breadth-first search over squares."""

from collections import deque
from itertools import pairwise

import pytest

from sanssouci import Game, RandomPlayer
from sanssouci.game.move import Turn
from sanssouci.game.position import Garden
from sanssouci.game.telling import tell
from strategies import Configuration

COLUMNS = "abcdefghi"


def neighbours(square: str) -> list[str]:
    column, row = COLUMNS.index(square[0]), int(square[1])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{COLUMNS[c]}{r}" for c, r in around if 0 <= c < 9 and 1 <= r <= 6]


def shortest(built: frozenset[str], start: str, goal: str) -> int:
    """The number of steps between two built squares."""
    steps, queue = {start: 0}, deque([start])
    while goal not in steps:
        here = queue.popleft()
        for square in neighbours(here):
            if square in built and square not in steps:
                steps[square] = steps[here] + 1
                queue.append(square)
    return steps[goal]


def check_path(before: Garden, after: Garden, walk: str, path: tuple[str, ...]) -> None:
    row = before.nobles[walk[0]]
    start = f"{walk[0]}{row}" if row else f"{walk[0]}1"
    way = (start, *path) if row else path
    assert way[0] == start
    assert way[-1] == walk
    assert all(b in neighbours(a) for a, b in pairwise(way))
    assert set(way) <= after.built
    assert len(way) - 1 == shortest(after.built, start, walk)


def test_N2_paths_are_shortest_ways_over_built_squares(configuration: Configuration) -> None:
    checked = 0
    for seed in range(4):
        game = configuration.game(seed)
        player = RandomPlayer(seed)
        while game.seat is not None:
            seat, before = game.seat, game.garden(game.seat)
            game.push(player.choose(game.view(seat)))
            told = tell(game, len(game.moves) - 1)
            assert told.seat == seat
            if isinstance(told.move, Turn) and told.move.walk:
                check_path(before, game.garden(seat), told.move.walk, told.path)
                assert told.nobles == int(told.move.walk[1])
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("index", [0, 3])
def test_a_told_move_holds_what_everybody_saw(index: int) -> None:
    game = Game("imperial", players=2, boar=True, rewards=True, seed=3)
    player = RandomPlayer(1)
    while game.seat is not None:
        game.push(player.choose(game.view(game.seat)))
    told = tell(game, index)
    assert told.move == game.moves[index]
    assert (told.board is None) == (index > 1)
