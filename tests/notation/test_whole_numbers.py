"""Seats, seeds and numbers of players are whole numbers of any type; a bool is not a number."""

import random
from typing import Any

import numpy as np
import pytest

from sanssouci import Game, GreedyPlayer, RandomPlayer, SanssouciError, View, advise, make_player, simulate
from sanssouci.arena.simulation import Setting, random_totals
from sanssouci.game.record import write_line


class SeededPlayer:
    """Uses its seed as anybody would; `random` takes no integers of NumPy."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)

    def choose(self, _: View) -> None:
        """Has no idea."""


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
    assert make_player(f"{__file__}:SeededPlayer", number(5)).choose(game.view(0)) is None
    given = random_totals(Setting(game.box, players=number(2)), games=3, seed=number(9))
    assert given.tolist() == random_totals(Setting(game.box, players=2), games=3, seed=9).tolist()


def test_a_strict_type_checker_lets_the_integers_of_numpy_pass() -> None:
    """Nothing here is `Any`, so mypy checks the annotations of the public surface."""
    one, two, seed = np.int64(1), np.uint8(2), np.int32(9)
    game = Game(players=two, first=one, seed=seed)
    assert game.copy(seed=seed).seed == Game.from_text(game.text(), seed=seed).seed == 9
    game.push_code(np.int64(game.legal_codes[0]))
    game.push_code(np.int64(game.legal_codes[0]))
    view = game.view(one)
    assert view.sample(seed).view(one) == view
    assert game.legal_moves[one] == game.legal_moves.move(one) == game.legal_moves[1]
    assert game.move_of(game.legal_moves.table()[one, :-1].tolist()) == game.legal_moves[1]
    codes = [np.int64(code) for code in game.codes_of(game.legal_moves[1])]
    assert game.move_of(codes) == game.legal_moves[1]
    assert game.view(one).after(np.int64(view.legal_codes[0])) == view.after(view.legal_codes[0])
    assert (game.points(one), game.discards(one), game.pile_count(one)) == (game.points(1), game.discards(1), 16)
    record = {key: value for key, value in game.record(complete=True).items() if key != "seed"}
    assert Game.from_record(record, running=True, seed=seed).seed == 9
    assert make_player("random", seed).choose(view) == RandomPlayer(9).choose(view)
    (best,) = advise(view, best=one, samples=np.int64(200), seed=seed)
    assert best.move in game.legal_moves
    some = simulate(np.int64(3), players=two, seed=seed, threads=one)
    assert some.points.tolist() == simulate(3, seed=9).points.tolist()
    own = Game(luck="own", first=one)
    own.push_chance(np.int64(own.chances[0].code))
    assert own.seat is None


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
