"""Errors and games that travel: pickled, copied, sent to another process."""

import copy
import pickle
from typing import Any

import pytest

from drawn import Seat, draw
from sanssouci import (
    BoxError,
    Draft,
    Game,
    GreedyPlayer,
    IllegalMoveError,
    Player,
    Position,
    RandomPlayer,
    RecordError,
    SanssouciError,
    load_box,
    make_player,
)


def refusal(game: Game, text: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        game.push(text)
    return caught.value


def test_errors_keep_all_they_know_when_pickled() -> None:
    error = refusal(Game(seed=1), "36 f3 -")
    with pytest.raises(RecordError) as caught:
        Game.from_record({**finished().record(), "events": [["garden", 9, "1"]]})
    for original in (error, caught.value):
        for again in (pickle.loads(pickle.dumps(original)), copy.deepcopy(original)):
            assert type(again) is type(original)
            assert (str(again), vars(again)) == (str(original), vars(original))


def test_every_error_is_of_one_family() -> None:
    with pytest.raises(SanssouciError):
        load_box("nobox")
    assert issubclass(BoxError, SanssouciError)


def finished() -> Game:
    game, player = Game("imperial", seed=2), RandomPlayer(2)
    while game.seat is not None:
        game.push(player.choose(game.view(game.seat)))
    return game


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Game.copy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_and_its_original_go_their_own_ways(copied: object) -> None:
    game = Game("imperial", seed=3)
    player = GreedyPlayer(1)
    assert game.seat is not None
    game.push(player.choose(game.view(game.seat)))
    before = (game.text(), game.moves, list(game._codes))
    assert callable(copied)
    other = copied(game)
    other.push(player.choose(other.view(other.seat)))
    assert (game.text(), game.moves, list(game._codes)) == before
    other.pop()
    assert (other.text(), other.moves, other._codes) == before
    assert pickle.loads(pickle.dumps(game.view(0))) == game.view(0)


def test_a_missing_tile_is_answered_with_the_tiles_that_the_card_allows() -> None:
    game = draw(Seat(hand="36 c"), display="ab cd ef gh ia")
    error = refusal(game, "36 a2' -")
    assert (error.rule, error.key, error.legal) == ("T1", "no such tile", ("c3", "d3", "i6", "a6"))
    assert str(error) == "36 a2' -: T1: there is no tile a2' face up; legal tiles: c3, d3, i6, a6"
    assert refusal(game, "* b6 -").key == "not in hand"
    error = refusal(game, "23 a2 -")
    assert (error.rule, error.key, error.legal) == ("C6", "no such card", ("36", "c"))


def test_texts_are_legal_moves_too() -> None:
    game = Game(seed=1)
    assert "A" in game.legal_moves
    assert "36 f3 -" not in game.legal_moves
    assert "nonsense" not in game.legal_moves


@pytest.mark.parametrize("player", [RandomPlayer(1), GreedyPlayer(1)])
def test_a_player_refuses_a_view_in_which_it_has_nothing_to_choose(player: Player) -> None:
    game = Game(seed=1, first=0)
    for view in (game.view(1), game.view(), finished().view(0)):
        with pytest.raises(SanssouciError, match="nothing to choose"):
            player.choose(view)


@pytest.mark.parametrize(
    "options", [{"players": 2.0}, {"players": True}, {"first": 1.0}, {"first": True}, {"seed": 1.5}]
)
def test_numbers_are_whole_numbers(options: dict[str, object]) -> None:
    with pytest.raises(SanssouciError):
        Game(**options)  # type: ignore[arg-type]  # wrong on purpose


def test_a_game_in_place_of_a_view_is_told_what_is_needed() -> None:
    game: Any = Game(seed=1)
    for player in (RandomPlayer(seed=1), GreedyPlayer(seed=1), make_player("page"), make_player("courtier")):
        with pytest.raises(TypeError, match=r"^a player needs a view: game\.view\(game\.seat\)$"):
            player.choose(game)
    with pytest.raises(TypeError, match=r"^a draft needs a view: game\.view\(game\.seat\)$"):
        Draft(game)


def test_messages_say_what_was_given() -> None:
    seat: Any = "0"
    with pytest.raises(IndexError, match=r"^there is no seat '0'; seats are 0 to 1$"):
        Game(seed=1).view(seat)
    with pytest.raises(SanssouciError, match=r"^there must be 2 names, one for each seat, not 1$"):
        Game(seed=1).names = ["Ada"]
    with pytest.raises(SanssouciError, match=r"^the box 'small' is for 2 players, not 0 \(S1\)$"):
        Position.build("small", [], display=[])
