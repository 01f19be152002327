"""Moves and positions written as text and read back."""

import pytest
from hypothesis import given

from sanssouci import Game, Move, Player, View
from strategies import BOX_FILES, eyes_of, positions, running_games, set_ups, step


@given(running_games())
def test_every_legal_move_is_read_back_from_its_text(game: Game) -> None:
    texts = [str(move) for move in game.legal_moves]
    assert len(texts) == len(set(texts)) == len(game.legal_moves) > 0
    for move, text in zip(game.legal_moves, texts, strict=True):
        again = Move.parse(text)
        assert again == move
        assert hash(again) == hash(move)
        assert str(again) == text
        assert again in game.legal_moves


@pytest.mark.slow
@given(set_ups())
def test_positions_are_read_back_from_their_text(table: tuple[Game, list[Player]]) -> None:
    for game in positions(*table):
        again = Game.from_text(game.text(), box=game.box, seed=game.seed)
        assert again._state.tobytes() == game._state.tobytes()
        assert again.text() == game.text()
        assert_read_back(game.view(eyes_of(game)[len(game.moves) % (game.players + 1)]))


def assert_read_back(view: View) -> None:
    read = View.from_text(view.text(), box=view.box)
    assert read == view
    assert hash(read) == hash(view)
    assert read.text() == view.text()
    assert repr(read) == repr(view)
    assert read.eyes == view.eyes


@given(running_games())
def test_views_are_read_back_from_their_text_and_drawn_alike(game: Game) -> None:
    for eyes in eyes_of(game):
        view = game.view(eyes)
        assert_read_back(view)
        assert str(View.from_text(view.text(), box=game.box)) == str(view)
    assert str(Game.from_text(game.text(), box=game.box)) == str(game)


@given(set_ups())
def test_a_game_read_from_its_text_goes_on_with_the_same_luck(table: tuple[Game, list[Player]]) -> None:
    game, players = table
    twins: list[Game] = []
    while not game.is_over:
        if len(game.moves) % 7 == 0:
            twins.append(Game.from_text(game.text(), box=game.box, seed=game.seed))
        move = step(game, players)
        for twin in twins:
            twin.push(move)
            assert twin._state.tobytes() == game._state.tobytes()
    assert [twin.outcome() for twin in twins] == [game.outcome()] * len(twins)


@given(running_games())
def test_published_boxes_are_found_by_name(game: Game) -> None:
    if game.box.id not in BOX_FILES:
        assert Game.from_text(game.text(), seed=game.seed).box is game.box
        assert View.from_text(game.view().text()) == game.view()
    else:
        assert Game.from_text(game.text(), box=game.box).box is game.box
