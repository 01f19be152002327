"""Playouts, lists of turns and single steps are three ways through the same rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, Player
from sanssouci.game.lexicon import Array
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance, seat_base
from sanssouci.kernel.luck import i64
from sanssouci.kernel.steps import score_in_play
from sanssouci.kernel.turns import SCRATCH_ROWS, TURN_WORDS
from strategies import SEEDS, codes_in, positions, running_games, set_ups

RULES = engine.compiled()
PARTS = (layout.CARD_CODE, layout.SLOT_CODE, layout.GARDENER_CODE, layout.PIECE_CODE, layout.WALK_CODE)


def part_of(code: int) -> int:
    """Which of the five parts of a turn a code belongs to."""
    return sum(code >= start for start in PARTS) - 1


def turns_step_by_step(table: Array, state: Array) -> list[list[int]]:
    """Every turn through `list_codes` and `apply` alone, in depth-first order, with the points it scores."""
    base = seat_base(int(state[layout.SEAT]))
    before = score_in_play(state, base)
    rows: list[list[int]] = []

    def go_on(state: Array, row: list[int]) -> None:
        if is_chance(int(state[layout.PHASE])) or state[layout.PHASE] == layout.OVER:
            rows.append([*row, int(score_in_play(state, base) - before)])
            return
        for code in codes_in(table, state):
            after = state.copy()
            RULES.apply(table, after, code)
            go_on(after, [code if part == part_of(code) else old for part, old in enumerate(row)])

    go_on(state, [-1] * len(PARTS))
    return rows


@given(running_games())
def test_list_turns_is_what_single_steps_give(game: Game) -> None:
    if game.is_setup:
        sides = codes_in(game._lexicon.table, game._state)
        assert [str(move) for move in game.legal_moves] == ["AB"[code] for code in sides]
        return
    rows = game.legal_moves.table().tolist()
    assert rows == turns_step_by_step(game._lexicon.table, game._state)
    assert len(rows) == len(game.legal_moves)
    assert rows[-1][4] == layout.STAND_CODE


@given(running_games(), st.integers(0, 60))
def test_list_turns_counts_on_when_there_is_no_more_room(game: Game, room: int) -> None:
    if game.is_setup:
        assert len(game.legal_moves.table()) == 0
        return
    state = game._state.copy()
    scratch = np.zeros((SCRATCH_ROWS, layout.STATE_WORDS), np.int64)
    out = np.full((room, TURN_WORDS), -7, np.int64)
    count = RULES.list_turns(game._lexicon.table, state, scratch, out)
    rows = game.legal_moves.table()
    assert count == len(rows)
    assert out[:count].tolist() == rows[:room].tolist()
    assert state.tobytes() == game._state.tobytes()


@given(running_games())
def test_the_points_listed_are_the_points_gained(game: Game) -> None:
    if game.is_setup:
        return
    seat = game.seat
    assert seat is not None
    before = sum(game.points(seat)[i] for i in (0, 4, 5))
    last = game.turns == game.rounds * game.players - 1
    for move, row in zip(game.legal_moves, game.legal_moves.table().tolist(), strict=True):
        game.push(move)
        if not last:  # after the last turn the boar's cost is in its points
            assert game.points(seat).total - before == row[-1]
        assert game.pop() == move


@given(running_games(), SEEDS)
def test_playouts_replay_step_by_step_to_the_same_end(game: Game, seed: int) -> None:
    table = game._lexicon.table
    end = game._state.copy()
    trace = np.full(layout.LONGEST_GAME, -7, np.int64)
    count = RULES.play_out(table, end, i64(seed >> 64), i64(seed), trace)
    assert 0 < count < layout.LONGEST_GAME
    assert end[layout.PHASE] == layout.OVER

    state = game._state.copy()
    for code in trace[:count].tolist():
        assert code in codes_in(table, state)
        RULES.apply(table, state, code)
    assert state.tobytes() == end.tobytes()

    state = game._state.copy()
    assert RULES.play(table, state, trace, count) == count
    assert state.tobytes() == end.tobytes()


@given(set_ups())
def test_playouts_meet_the_luck_of_the_game(table: tuple[Game, list[Player]]) -> None:
    game, _ = table
    end = game._state.copy()
    trace = np.full(layout.LONGEST_GAME, -7, np.int64)
    RULES.play_out(game._lexicon.table, end, *game._words, trace)
    for _ in positions(*table):
        pass
    tiles = [code for code in game._codes if code >= layout.TURNED_TILE_CODE]
    played_out = [code for code in trace.tolist() if code >= layout.TURNED_TILE_CODE]
    assert tiles[-len(played_out) :] == played_out


@given(running_games(), st.integers(-5, layout.CODES + 5))
def test_play_refuses_exactly_what_is_not_listed(game: Game, code: int) -> None:
    table, state = game._lexicon.table, game._state.copy()
    legal = code in codes_in(table, state)
    assert RULES.play(table, state, np.array([code], np.int64), 1) == int(legal)
    assert (state.tobytes() == game._state.tobytes()) == (not legal)
