"""The way that a noble is shown to take, against a plain breadth-first search over squares."""

import pytest

from sanssouci import Game, RandomPlayer
from sanssouci.game.move import Turn
from sanssouci.game.telling import tell
from strategies import Configuration
from ways import check_way


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
                walk = told.move.walk
                check_way(before.nobles[walk[0]], game.garden(seat).built, walk, told.path)
                assert told.nobles == int(told.move.walk[1])
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("index", [0, 3])
def test_a_told_move_holds_what_everybody_saw(index: int) -> None:
    game = Game("imperial", players=2, expansions="rewards,boar", seed=3)
    player = RandomPlayer(1)
    while game.seat is not None:
        game.push(player.choose(game.view(game.seat)))
    told = tell(game, index)
    assert told.move == game.moves[index]
    assert (told.board is None) == (index > 1)
