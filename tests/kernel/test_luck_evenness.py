"""Luck is even: no number, card, tile or board is favoured. All seeds are fixed, so these tests always do the same."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from sanssouci.game.lexicon import lexicon
from sanssouci.kernel import engine, layout
from sanssouci.kernel.luck import STREAM_CARDS, STREAM_TILES
from strategies import BY_ID

RULES = engine.compiled()
DRAWS = 40_000
SIGMAS = 4.0  # one test in 30,000 would fail by chance, and not one of these does


def too_far(counts: Mapping[Any, int], cells: int) -> bool:
    """Pearson's chi-square for equally likely cells, by Wilson and Hilferty's approximation; both tails."""
    expected = sum(counts.values()) / cells
    assert expected >= 5
    chi = sum((count - expected) ** 2 for count in counts.values()) / expected
    chi += (cells - len(counts)) * expected
    freedom = cells - 1
    z = ((chi / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))
    return bool(abs(z) > SIGMAS)


def is_even(values: Iterable[Hashable], cells: int) -> bool:
    counts = Counter(values)
    assert len(counts) <= cells
    return not too_far(counts, cells)


def test_the_measure_tells_loaded_dice_from_fair_ones() -> None:
    fair = {face: 1000 + (-1) ** face * 15 for face in range(6)}
    assert not too_far(fair, 6)
    assert too_far(fair | {5: 1200}, 6)
    assert too_far(fair | {5: 800}, 6)
    assert too_far(dict.fromkeys(range(1000), 10), 1000)  # too good to be true
    assert too_far(dict.fromkeys(range(5), 1000), 6)  # a face that never comes


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 9, 10, 17, 18, 45, 63, 81])
@pytest.mark.parametrize("seed", [(0, 0), (1, 0), (0, 1), (-1, -1)])
def test_draws_are_even(n: int, seed: tuple[int, int]) -> None:
    assert is_even((RULES.draw(*seed, STREAM_TILES, k, n) for k in range(DRAWS)), n)


@pytest.mark.parametrize("n", [2, 9, 18, 81])
def test_draws_are_even_over_seeds(n: int) -> None:
    assert is_even((RULES.draw(seed, 0, STREAM_TILES, 3, n) for seed in range(DRAWS)), n)
    assert is_even((RULES.draw(7, seed, STREAM_CARDS, 0, n) for seed in range(DRAWS)), n)


@pytest.mark.parametrize("n", [2, 9])
def test_a_draw_says_nothing_about_its_neighbours(n: int) -> None:
    def pairs(one: tuple[int, int, int, int], other: tuple[int, int, int, int], steps: int) -> bool:
        drawn = (
            (RULES.draw(*one[:3], one[3] + steps * k, n), RULES.draw(*other[:3], other[3] + steps * k, n))
            for k in range(DRAWS)
        )
        return is_even(drawn, n * n)

    assert pairs((5, 6, STREAM_TILES, 0), (5, 6, STREAM_TILES, 1), 2)  # the next of the same stream
    for stream in range(1, 12):
        assert pairs((5, 6, 0, 0), (5, 6, stream, 0), 1)  # the same of another stream
    assert pairs((5, 6, STREAM_CARDS, 0), (5, 7, STREAM_CARDS, 0), 1)  # the same of the next seed
    assert pairs((5, 6, STREAM_CARDS, 0), (4, 6, STREAM_CARDS, 0), 1)


# ── whole set-ups ─────────────────────────────────────────────────────────────────────────────────────

GAMES = 30_000


@cache
def dealt(identifier: str) -> tuple[list[int], ...]:
    """What chance deals in that many set-ups, as lists of codes. Where boards have two sides, A is chosen."""
    configuration = BY_ID[identifier]
    table = lexicon(configuration.box).table
    state, trace = np.zeros(layout.STATE_WORDS, np.int64), np.zeros(layout.LONGEST_GAME, np.int64)
    games = []
    for seed in range(GAMES):
        RULES.new_game(table, state, configuration.players, configuration.expansions.flags, 0)
        codes: list[int] = []
        while state[layout.PHASE] != layout.PLAY_CARD:
            codes += trace[: RULES.settle(table, state, seed, 11, trace)].tolist()
            if state[layout.PHASE] != layout.PLAY_CARD:
                RULES.apply(table, state, layout.SIDE_CODE)
        games.append(codes)
    return tuple(games)


def column_of(codes: tuple[list[int], ...], start: int, count: int, index: int) -> list[int]:
    """In each game the index-th code of a kind, whose codes begin at `start`."""
    return [[code - start for code in game if start <= code < start + count][index] for game in codes]


KINDS = {
    "garden": (layout.DEALT_GARDEN_CODE, layout.BOARDS, 4),
    "mission": (layout.DEALT_MISSION_CODE, layout.MAX_COLUMNS, 9),
    "reward": (layout.DEALT_REWARD_CODE, layout.BOARDS, 4),
    "card": (layout.DRAWN_CARD_CODE, layout.CARDS, 18),
    "tile": (layout.TURNED_TILE_CODE, layout.MAX_COLUMNS, 9),
}


@pytest.mark.parametrize(
    ("kind", "dealt_in_all"), [("garden", 4), ("mission", 8), ("reward", 4), ("card", 8), ("tile", 10)]
)
def test_every_place_of_the_set_up_gets_each_thing_equally_often(kind: str, dealt_in_all: int) -> None:
    start, count, cells = KINDS[kind]
    for index in range(dealt_in_all):
        assert is_even(column_of(dealt("ravensburger-4-rewards"), start, count, index), cells)


def test_hands_of_two_cards_are_even_and_hands_of_two_seats_independent() -> None:
    games = dealt("ravensburger-4-rewards")
    first, second, other = (column_of(games, layout.DRAWN_CARD_CODE, layout.CARDS, index) for index in (0, 1, 2))
    assert all(one != two for one, two in zip(first, second, strict=True))
    assert is_even(zip(first, second, strict=True), 18 * 17)
    assert is_even(zip(first, other, strict=True), 18 * 18)


def test_missions_of_all_seats_are_even_pairs() -> None:
    games = dealt("imperial-4")
    columns = [column_of(games, layout.DEALT_MISSION_CODE, 9, index) for index in range(8)]
    for one, other in product(columns, columns):
        if one is not other:
            assert is_even(zip(one, other, strict=True), 9 * 8)


def test_the_order_of_four_garden_boards_is_even() -> None:
    games = dealt("imperial-4")
    orders = zip(*(column_of(games, layout.DEALT_GARDEN_CODE, 4, index) for index in range(4)), strict=True)
    assert is_even(orders, 24)


def test_who_starts_is_even() -> None:
    configuration = BY_ID["imperial-3"]
    assert is_even((configuration.game(seed).first for seed in range(6000)), 3)


def test_the_kth_card_of_a_seat_does_not_depend_on_the_other_seats() -> None:
    for seed in range(200):
        hands = []
        for identifier in ("ravensburger-2", "ravensburger-3-rewards", "imperial-4-boar"):
            game = BY_ID[identifier].game(seed, first=0)
            while game.is_setup:
                game.push("A" if seed % 2 else "B")
            hands.append((game.hand(0), game.hand(1)))
        assert hands[0] == hands[1] == hands[2]


def test_a_seats_cards_come_in_the_same_order_however_long_the_others_take() -> None:
    for seed in range(50):
        orders = []
        for first, players in product((0, 1), (2, 4)):
            configuration = BY_ID[f"imperial-{players}"]
            game = configuration.game(seed, first=first)
            while not game.is_over:
                game.push(next(iter(game.legal_moves)))
            events = game.record()["events"]
            orders.append([value for kind, seat, value in events if kind == "card" and seat == 1])
        assert len(orders[0]) == 18
        assert all(order == orders[0] for order in orders)
