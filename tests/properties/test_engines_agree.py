"""The interpreted and the compiled rules do the same, word by word.

Warnings are errors in these tests: a number that left int64 in the interpreted rules would show as one.
"""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game
from sanssouci.game.lexicon import Array, lexicon
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance
from sanssouci.kernel.luck import i64
from sanssouci.kernel.turns import SCRATCH_ROWS, TURN_WORDS
from strategies import ANY_CONFIGURATION, CONFIGURATIONS, SEEDS, Configuration, codes_in, eyes_of, running_games

ENGINES = (engine.interpreted(), engine.compiled())
WORDS = st.integers(-(2**63), 2**63 - 1)


def table_of(configuration: Configuration) -> Array:
    return lexicon(configuration.box).table


def words(seed: int) -> tuple[int, int]:
    return i64(seed >> 64), i64(seed)


def fresh(configuration: Configuration, using: engine.Engine, first: int) -> Array:
    state = np.full(layout.STATE_WORDS, 99, np.int64)  # a new game leaves nothing of what was there
    using.new_game(table_of(configuration), state, configuration.players, configuration.expansions.flags, first)
    return state


def results(table: Array, state: Array, using: engine.Engine) -> list[list[int]]:
    out = np.full((layout.MAX_SEATS, layout.RESULT_WORDS), -7, np.int64)
    using.results(table, state, out)
    rows: list[list[int]] = out.tolist()
    return rows


def turns(table: Array, state: Array, using: engine.Engine) -> list[list[int]]:
    scratch = np.zeros((SCRATCH_ROWS, layout.STATE_WORDS), np.int64)
    out = np.full((4096, TURN_WORDS), -7, np.int64)
    count = using.list_turns(table, state, scratch, out)
    rows: list[list[int]] = out[:count].tolist()
    return rows


def same(one: Array, other: Array) -> bool:
    return one.dtype == other.dtype == np.int64 and one.tobytes() == other.tobytes()


@given(ANY_CONFIGURATION, SEEDS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_engines_agree_along_whole_games(
    configuration: Configuration, seed: int, first: int, luck: random.Random
) -> None:
    table = table_of(configuration)
    plain, quick = (fresh(configuration, using, first % configuration.players) for using in ENGINES)
    traces = [np.full(layout.LONGEST_GAME, -7, np.int64) for _ in ENGINES]
    steps = 0
    while plain[layout.PHASE] != layout.OVER:
        assert same(plain, quick)
        options = codes_in(table, plain, ENGINES[0])
        assert options == codes_in(table, quick, ENGINES[1]) == sorted(set(options))
        if is_chance(int(plain[layout.PHASE])) and steps % 2:
            counts = [
                using.settle(table, state, *words(seed), trace)
                for using, state, trace in zip(ENGINES, (plain, quick), traces, strict=True)
            ]
            assert counts[0] == counts[1] > 0
            assert same(*traces)
        else:
            code = options[int(luck.random() * len(options))]
            for using, state in zip(ENGINES, (plain, quick), strict=True):
                using.apply(table, state, code)
        assert results(table, plain, ENGINES[0]) == results(table, quick, ENGINES[1])
        steps += 1
    assert same(plain, quick)
    assert [codes_in(table, plain, using) for using in ENGINES] == [[], []]


@given(running_games())
def test_engines_agree_on_turns_views_and_results(game: Game) -> None:
    table, state = game._lexicon.table, game._state
    if not game.is_setup:
        assert turns(table, state, ENGINES[0]) == turns(table, state, ENGINES[1])
    assert results(table, state, ENGINES[0]) == results(table, state, ENGINES[1])
    for eyes in eyes_of(game):
        seen = [np.full(layout.STATE_WORDS, -7, np.int64) for _ in ENGINES]
        for using, out in zip(ENGINES, seen, strict=True):
            using.observe(state, eyes, out)
        assert same(*seen)


@given(running_games(), SEEDS, st.integers(0, 500))
def test_engines_agree_on_playouts_from_anywhere(game: Game, seed: int, room: int) -> None:
    table = game._lexicon.table
    for length in (layout.LONGEST_GAME, room, 0):
        states = [game._state.copy() for _ in ENGINES]
        traces = [np.full(length, -7, np.int64) for _ in ENGINES]
        counts = [
            using.play_out(table, state, *words(seed), trace)
            for using, state, trace in zip(ENGINES, states, traces, strict=True)
        ]
        assert counts[0] == counts[1]
        assert same(*states)
        assert same(*traces)


@given(running_games(), st.lists(st.integers(0, layout.CODES - 1), max_size=6), st.randoms(use_true_random=False))
def test_engines_agree_on_how_far_a_list_of_codes_goes(game: Game, codes: list[int], luck: random.Random) -> None:
    table = game._lexicon.table
    options = codes_in(table, game._state)
    for attempt in (codes, [options[int(luck.random() * len(options))], *codes]):
        states = [game._state.copy() for _ in ENGINES]
        array = np.array(attempt, np.int64)
        done = [using.play(table, state, array, len(array)) for using, state in zip(ENGINES, states, strict=True)]
        assert done[0] == done[1]
        assert same(*states)


@given(ANY_CONFIGURATION, SEEDS, st.integers(0, 2**40))
def test_engines_agree_on_simulations(configuration: Configuration, seed: int, start: int) -> None:
    table = table_of(configuration)
    rows = []
    for using in ENGINES:
        state = np.zeros(layout.STATE_WORDS, np.int64)
        space = np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)
        out = np.zeros((3, 2 * layout.MAX_SEATS), np.int64)
        players, expansions = configuration.players, configuration.expansions.flags
        using.simulate(table, state, players, expansions, *words(seed), start, space, np.zeros(0, np.int64), out)
        rows.append(out)
    assert same(*rows)
    assert all(1 <= wins <= configuration.players for wins in rows[0][:, layout.MAX_SEATS :].sum(axis=1))


@given(WORDS, WORDS, st.integers(0, 2**62), st.integers(0, 2**31), st.integers(1, 2**31))
def test_engines_agree_on_draws(seed_0: int, seed_1: int, stream: int, k: int, n: int) -> None:
    drawn = [using.draw(seed_0, seed_1, stream, k, n) for using in ENGINES]
    assert drawn[0] == drawn[1]
    assert 0 <= drawn[0] < n


def test_every_configuration_is_played_by_both_engines() -> None:
    for configuration in CONFIGURATIONS:
        table = table_of(configuration)
        for seed in range(3):
            states = [fresh(configuration, using, 0) for using in ENGINES]
            traces = [np.full(layout.LONGEST_GAME, -7, np.int64) for _ in ENGINES]
            for using, state, trace in zip(ENGINES, states, traces, strict=True):
                using.play_out(table, state, seed, -seed, trace)
            assert same(*states)
            assert same(*traces)
            assert results(table, states[0], ENGINES[0]) == results(table, states[1], ENGINES[1])
