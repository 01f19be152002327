"""Moves taken back, pushed again, and games copied."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, Player, SanssouciError
from strategies import finished_games, players_of, running_games, set_ups, step


def everything(game: Game) -> tuple[object, ...]:
    """All that makes a game what it is."""
    return game._state.tobytes(), tuple(game._codes), game.moves, game.text(), game.seed


@given(set_ups())
def test_undo_leads_back_through_every_position_to_the_start(table: tuple[Game, list[Player]]) -> None:
    game, players = table
    past = [everything(game)]
    while not game.is_over:
        step(game, players)
        past.append(everything(game))
    moves = game.moves
    for move in reversed(moves):
        assert everything(game) == past.pop()
        assert game.pop() == move
    assert everything(game) == past.pop()
    assert past == []
    assert game.moves == ()
    with pytest.raises(SanssouciError, match="no move to take back"):
        game.pop()


@given(finished_games(), st.data())
def test_moves_pushed_again_meet_the_same_luck(game: Game, data: st.DataObject) -> None:
    before = everything(game)
    back = data.draw(st.integers(1, len(game.moves)))
    moves = [game.pop() for _ in range(back)]
    for move in reversed(moves):
        game.push(str(move))
    assert everything(game) == before


@given(running_games(), st.integers(0, 2**32))
def test_a_copy_has_the_same_luck_and_leads_its_own_life(game: Game, seed: int) -> None:
    before = everything(game)
    copies = [game.copy(), game.copy()]
    for copy in copies:
        assert everything(copy) == before
        players = players_of(["random"], game.players, seed)
        while not copy.is_over:
            step(copy, players)
    assert everything(copies[0]) == everything(copies[1])
    assert copies[0].record() == copies[1].record()
    assert everything(game) == before
    while copies[0].moves:
        copies[0].pop()
    assert copies[1].is_over
    assert everything(game) == before
