"""Seats, seeds and numbers of players are whole numbers of any type; a bool is not a number."""

from typing import Any

import numpy as np
import pytest

from sanssouci import Game, GreedyPlayer, RandomPlayer, SanssouciError, View
from sanssouci.arena.simulation import Setting, random_totals
from sanssouci.game.record import write_line
from sanssouci.players.levels import make_player

TYPES = (np.int64, np.uint8, np.int32)


@pytest.mark.parametrize("number", TYPES)
def test_a_game_takes_the_integers_of_numpy(number: Any) -> None:
    game = Game(players=number(3), first=number(2), seed=number(7))
    same = Game(players=3, first=2, seed=7)
    assert game.text() == same.text()
    assert (game.seed, type(game.seed)) == (7, int)
    assert Game(players=number(3), seed=number(7)).text() == Game(players=3, seed=7).text()
    assert Game.from_text(game.text(), seed=number(7)).seed == 7


@pytest.mark.parametrize("number", TYPES)
def test_seats_may_be_integers_of_numpy(number: Any) -> None:
    game = Game("imperial", seed=1)
    seat = number(1)
    assert game.view(seat) == game.view(1)
    assert type(game.view(seat).eyes) is int
    assert (game.hand(seat), game.missions(seat)) == (game.hand(1), game.missions(1))
    assert (game.garden(seat), game.points(seat)) == (game.garden(1), game.points(1))
    assert game.svg(seat) == game.svg(1)
    assert write_line(game.record(seat=seat)) == write_line(game.record(seat=1))
    view: View = game.view(1)
    assert (view.hand(seat), view.hand_count(seat)) == (game.hand(1), 2)
    spectator: Any = np.int64(-1)
    assert game.view(spectator) == game.view()


@pytest.mark.parametrize("number", TYPES)
def test_players_and_simulations_take_the_integers_of_numpy(number: Any) -> None:
    game = Game("imperial", seed=1)
    for kind in (RandomPlayer, GreedyPlayer):
        assert kind(number(5)).choose(game.view(game.seat or 0)) == kind(5).choose(game.view(game.seat or 0))
    assert make_player("random", number(5))
    given = random_totals(Setting(game.box, players=number(2)), games=3, seed=number(9))
    assert given.tolist() == random_totals(Setting(game.box, players=2), games=3, seed=9).tolist()


@pytest.mark.parametrize("value", [True, np.True_, 1.0, np.float64(1), "1", [1]])
def test_what_is_not_a_whole_number_is_refused(value: Any) -> None:
    game = Game("imperial", seed=1)
    for options in ({"players": value}, {"first": value}, {"seed": value}):
        with pytest.raises(SanssouciError):
            Game(**options)
    with pytest.raises(IndexError, match="there is no seat"):
        game.view(value)
    with pytest.raises(IndexError, match="there is no seat"):
        game.hand(value)
    with pytest.raises(SanssouciError, match="the seed of a player is a whole number"):
        RandomPlayer(value)
