"""Games and views that speak codes: step by step the same games as by whole moves."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, IllegalMoveError, InvalidMoveError, Player, RecordError, SanssouciError, Turn, View
from sanssouci.kernel import layout
from sanssouci.kernel.engine import engine
from strategies import BY_ID, examples, eyes_of, finished, running, running_games, set_ups, step


def everything(game: Game) -> tuple[object, ...]:
    return game.state.tobytes(), game.moves, game.steps, game.legal_codes, tuple(game._codes)


def in_mid_turn() -> Game:
    game = running(BY_ID["ravensburger-2"], 5, ["greedy"], 12)
    game.push_code(game.legal_codes[0])
    game.push_code(game.legal_codes[0])
    return game


@given(set_ups())
@examples(50)
def test_a_game_by_codes_is_the_game_by_moves(table: tuple[Game, list[Player]]) -> None:
    game, players = table
    by_codes = game.copy()
    while not game.is_over:
        codes = game.codes_of(step(game.copy(), players))
        assert game.move_of(codes) in game.legal_moves
        game.push(game.move_of(codes))
        for code in codes:
            assert code in by_codes.legal_codes
            by_codes.push_code(code)
        assert everything(by_codes) == everything(game)
    assert by_codes.record() == game.record()


@given(running_games(), st.randoms(use_true_random=False))
@examples(50)
def test_the_mask_is_the_legal_codes(game: Game, luck: random.Random) -> None:
    for _ in range(8):
        if game.is_over:
            break
        codes = game.legal_codes
        assert list(codes) == sorted(set(codes))
        assert game.mask.shape == (layout.ACTIONS,)
        assert game.mask.dtype == np.bool_
        assert tuple(np.flatnonzero(game.mask)) == codes
        for eyes in eyes_of(game):
            view = game.view(eyes)
            assert view.legal_codes == (codes if eyes == game.seat else ())
            assert tuple(np.flatnonzero(view.mask)) == view.legal_codes
        before = everything(game)
        for code in set(range(layout.ACTIONS)) - set(codes):
            with pytest.raises(IllegalMoveError):
                game.push_code(code)
        assert everything(game) == before
        game.push_code(luck.choice(codes))


def test_rows_and_moves_have_the_same_numbers() -> None:
    for name in ("ravensburger-2", "imperial-3-rewards-boar", "imperial-2-boar"):
        game = running(BY_ID[name], 3, ["greedy"], 24)
        legal, rows = game.legal_moves, game.legal_moves.table()
        moves = list(legal)
        assert len(rows) == len(moves) == len(set(moves)) > 5
        for index, (move, row) in enumerate(zip(moves, rows.tolist(), strict=True)):
            assert move == legal.move(index) == game.move_of(row[:-1])
            assert game.codes_of(move) == tuple(code for code in row[:-1] if code >= 0)
            assert game.codes_of(str(move)) == game.codes_of(move)
            other = game.copy()
            assert game.seat is not None
            before = game.points_in_play(game.seat)
            for code in game.codes_of(move):
                other.push_code(code)
            assert other.points_in_play(game.seat) - before == row[-1]
            assert other.moves[-1] == move


def test_a_single_move_is_made_without_the_others() -> None:
    game = running(BY_ID["imperial-2-boar"], 3, ["greedy"], 24)
    legal = game.legal_moves
    last = legal.move(len(legal) - 1)
    assert legal._moves is None
    assert last == list(legal)[-1] == legal.move(-1)


# ── cached legal moves ────────────────────────────────────────────────────────────────────────────────


def test_legal_moves_are_worked_out_once_and_never_stale() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 12)
    legal = game.legal_moves
    moves = list(legal)
    assert game.legal_moves is legal
    assert all(one is other for one, other in zip(moves, legal, strict=True))
    game.push(moves[0])
    assert game.legal_moves is not legal
    assert list(game.legal_moves) == list(Game.from_text(game.text()).legal_moves) != moves
    assert list(legal) == moves  # those of the position that was asked
    assert moves[1] in legal
    game.pop()
    assert list(game.legal_moves) == moves
    game.push_code(game.legal_codes[0])
    assert len(game.legal_moves) < len(moves)
    game.pop_code()
    assert list(game.legal_moves) == moves
    assert len(game.copy().legal_moves) == len(moves)


def test_the_table_may_be_changed_and_the_state_may_not() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 12)
    rows = game.legal_moves.table()
    rows[:] = 0
    assert game.legal_moves.table().any()
    for position in (game, game.view(0)):
        state = position.state
        assert state.shape == (layout.STATE_WORDS,)
        assert state.dtype == np.int64
        with pytest.raises(ValueError, match="read-only"):
            state[layout.TURN] = 0
        with pytest.raises(ValueError, match="read-only"):
            position.table[0] = 0
    assert not np.array_equal(game.state, game.view(0).state)


def test_states_and_tables_cannot_be_made_writeable() -> None:
    """A table is shared by all games with its box, and a changed state would be a game that never was."""
    game = Game(seed=1)
    for array in (game.state, game.table, game.view(0).state, game.view(0).table):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_table_and_a_copy_of_the_state_go_into_every_entry_point() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 12)
    state = game.state.copy()
    codes = np.zeros(layout.SQUARES + 1, np.int64)
    count = engine().list_codes(game.table, state, codes)
    assert tuple(codes[:count]) == game.legal_codes


# ── in the middle of a turn ───────────────────────────────────────────────────────────────────────────


@given(running_games(), st.randoms(use_true_random=False))
@examples(50)
def test_every_step_taken_back_leads_to_the_position_before_it(game: Game, luck: random.Random) -> None:
    past: list[tuple[object, int]] = []
    while not game.is_over and len(past) < 25:
        past.append((everything(game), code := luck.choice(game.legal_codes)))
        game.push_code(code)
    while past:
        before, code = past.pop()
        assert game.pop_code() == code
        assert everything(game) == before


def test_all_steps_of_a_game_can_be_taken_back() -> None:
    game = finished(BY_ID["imperial-3-rewards-boar"], 4)
    fresh, moves = BY_ID["imperial-3-rewards-boar"].game(4), game.moves
    codes = [game.pop_code() for _ in [code for code in game._codes if code < layout.ACTIONS]]
    with pytest.raises(SanssouciError, match="no step to take back"):
        game.pop_code()
    assert everything(game) == everything(fresh)
    for code in reversed(codes):
        game.push_code(code)
    assert game.moves == moves


def test_a_turn_under_way_is_no_move_yet() -> None:
    game = in_mid_turn()
    moves, text = game.moves, game.text()
    assert len(game.steps) == 2
    assert text.endswith(f" + {game.begun}")
    assert all(str(move).startswith(f"{game.begun}") for move in game.legal_moves)
    assert Game.from_text(text).text() == text
    assert list(Game.from_text(text).legal_moves) == list(game.legal_moves)
    with pytest.raises(SanssouciError, match="pop_code"):
        game.pop()
    with pytest.raises(RecordError, match="between two moves"):
        game.record(complete=True)
    copy = game.copy()
    copy.push(copy.legal_moves[-1])
    assert (len(copy.moves), len(copy.steps), game.moves) == (len(moves) + 1, 0, moves)
    assert copy.pop() not in moves[-1:]
    assert copy.steps == ()  # a whole move is taken back, and with it the steps that began it


def test_a_move_must_begin_with_the_steps_taken() -> None:
    game = in_mid_turn()
    start = game.copy()
    while start.steps:
        start.pop_code()
    other = next(move for move in start.legal_moves if move not in game.legal_moves)
    before = everything(game)
    with pytest.raises(IllegalMoveError, match="begins differently"):
        game.push(other)
    assert everything(game) == before
    assert other not in game.legal_moves


def test_everybody_sees_a_turn_under_way_and_nobody_what_is_hidden() -> None:
    game = in_mid_turn()
    for eyes in eyes_of(game):
        view = game.view(eyes)
        assert (view.steps, view.begun, view.phase) == (game.steps, game.begun, game.phase)
        assert View.from_text(view.text()) == view
        assert view.start.steps == ()


def test_a_view_goes_forward_step_by_step_and_stays_itself() -> None:
    game = running(BY_ID["imperial-2-boar"], 3, ["greedy"], 12)
    assert game.seat is not None
    view = start = game.view(game.seat)
    codes = game.codes_of(game.legal_moves[-1])
    for code in codes:
        assert code in view.legal_codes
        view = view.after(code)
    assert (start.steps, view.steps) == ((), codes)
    assert view.move_of(view.steps) == start.move_of(codes) == game.legal_moves[-1]
    with pytest.raises(SanssouciError, match="whose turn it is"):
        view.after(codes[-1])
    with pytest.raises(IllegalMoveError):
        start.after(codes[-1])
    with pytest.raises(SanssouciError, match="whose turn it is"):
        game.view(1 - game.seat).after(codes[0])


@pytest.mark.parametrize("code", [-1, layout.ACTIONS, layout.TURNED_TILE_CODE, 1.0, "2", None, True, 10**30])
def test_what_is_no_code_of_a_decision_is_invalid(code: object) -> None:
    game = Game(seed=1)
    before = everything(game)
    with pytest.raises(InvalidMoveError, match="0 to 192"):
        game.push_code(code)  # type: ignore[arg-type]
    assert everything(game) == before


def test_codes_of_numpy_are_codes() -> None:
    game = Game(seed=1)
    game.push_code(np.flatnonzero(game.mask)[0])
    assert len(game.moves) == 1


# ── turns as values ───────────────────────────────────────────────────────────────────────────────────


def test_a_turn_is_made_of_its_parts() -> None:
    turn = Turn("26", "b2", second=True, gardener="b6", piece="f4")
    match turn:
        case Turn(card, tile, second, gardener, boar, walk):
            assert (card, tile, second, gardener, boar, walk) == ("26", "b2", True, "b6", "f4", None)
    assert eval(repr(turn), {"Turn": Turn}) == turn
    assert turn != "26 b2'=b6 ~f4 -"
