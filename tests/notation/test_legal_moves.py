"""The legal moves of a position as a sequence."""

import random

import pytest

from sanssouci import Game
from strategies import BY_ID, running


@pytest.mark.parametrize(("name", "moves"), [("ravensburger-2", 12), ("imperial-3-rewards-boar", 0)])
def test_legal_moves_can_be_taken_by_number(name: str, moves: int) -> None:
    game = running(BY_ID[name], 3, ["greedy"], moves)
    assert game.is_setup == (moves == 0)
    legal = game.legal_moves
    every = list(legal)
    assert [legal[index] for index in range(len(legal))] == every
    assert (legal[-1], legal[:2], legal[::-1]) == (every[-1], tuple(every[:2]), tuple(every[::-1]))
    with pytest.raises(IndexError):
        legal[len(every)]


def test_a_legal_move_can_be_drawn_by_lot() -> None:
    game, luck = Game(players=2, seed=4), random.Random(1)
    while game.seat is not None:
        game.push(luck.choice(game.legal_moves))
    assert game.outcome() is not None
    with pytest.raises(IndexError):
        game.legal_moves[0]


def test_who_is_not_to_move_has_no_legal_moves() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 12)
    assert game.seat is not None
    waiting = game.view(1 - game.seat).legal_moves
    assert (len(waiting), list(waiting), bool(waiting)) == (0, [], False)
    with pytest.raises(IndexError):
        waiting[0]
