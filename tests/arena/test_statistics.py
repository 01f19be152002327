"""Intervals that cover the truth, a test that errs as rarely as it claims, ratings that find the strengths."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from sanssouci import SanssouciError
from sanssouci.arena.match import GameId
from sanssouci.arena.playing import Fault, Played
from sanssouci.arena.ratings import comparisons, ratings
from sanssouci.arena.statistics import Sequential, rate, student
from sanssouci.game.points import Points


def independent(chance: random.Random, p: float) -> float:
    """A block of two independent games."""
    return ((chance.random() < p) + (chance.random() < p)) / 2


def paired(chance: random.Random, p: float) -> float:
    """A block in which luck decides a lot: often one win each. The mean is p."""
    return 0.5 if chance.random() < 0.5 else independent(chance, 2 * p - 0.5)


def alike(chance: random.Random, p: float) -> float:
    """A block in which both games always end alike."""
    return float(chance.random() < p)


@pytest.mark.parametrize("block", [independent, paired, alike])
@pytest.mark.parametrize(("p", "count"), [(0.5, 10), (0.6, 50), (0.7, 200), (0.74, 20)])
def test_the_interval_covers_the_truth_in_95_of_100_cases(
    block: Callable[[random.Random, float], float], p: float, count: int
) -> None:
    chance = random.Random(f"{block.__name__} {p}")
    covered, trials = 0, 1500
    for _ in range(trials):
        found = rate([block(chance, p) for _ in range(count)])
        assert found is not None
        covered += found.low <= p <= found.high
    assert 0.93 <= covered / trials <= 0.995


def test_the_interval_at_the_ends() -> None:
    assert rate([]) is None
    for count in (1, 2, 10, 100):
        won, lost = rate([1.0] * count), rate([0.0] * count)
        assert won is not None
        assert lost is not None
        assert won.value == won.high == 1
        assert won.low < 1
        assert abs(won.low - (1 - lost.high)) < 1e-9
    half = rate([0.5] * 100)
    assert half is not None
    assert 0.45 < half.low < 0.5 < half.high < 0.55
    wide, narrow = rate([0.0, 1.0] * 50), rate([0.25, 0.75] * 50)
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.8 * (narrow.high - narrow.low)


def test_students_quantiles() -> None:
    tables = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984}
    for freedom, value in tables.items():
        assert abs(student(freedom) / value - 1) < 0.01


# ── the sequential test ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("block", [independent, paired])
def test_the_sequential_test_errs_as_rarely_as_it_says(block: Callable[[random.Random, float], float]) -> None:
    test = Sequential(0.5, 0.65, 0.1)
    for truth, wrong in ((0.5, "high"), (0.65, "low")):
        chance = random.Random(f"{truth}")
        verdicts, lengths = [], []
        for _ in range(200):
            scores: list[float] = []
            while not (end := test.stop(scores, len(scores) - 1)):
                scores.append(block(chance, truth))
            verdicts.append(test.verdict(scores))
            lengths.append(end)
        assert verdicts.count(wrong) / len(verdicts) <= 0.15
        assert sum(lengths) / len(lengths) < 100


def test_the_sequential_ratio_is_that_of_coins_for_single_games() -> None:
    """For blocks that are either won or lost the likelihood is known, up to the half block at either end."""
    test = Sequential(0.4, 0.6)
    expected = 30.5 * np.log(0.6 / 0.4) + 20.5 * np.log(0.4 / 0.6)
    assert abs(test.ratio([1.0] * 30 + [0.0] * 20) - expected) < 1e-6
    assert abs(test.ratio([0.5] * 20)) < 1e-6
    assert test.verdict([1.0] * 3) is None
    assert test.verdict([1.0] * 30) == "high"
    assert test.verdict([0.0] * 30) == "low"


@pytest.mark.parametrize(("low", "high", "error"), [(0.6, 0.5, 0.05), (0, 0.5, 0.05), (0.5, 1, 0.05), (0.4, 0.6, 0.5)])
def test_senseless_tests_are_refused(low: float, high: float, error: float) -> None:
    with pytest.raises(SanssouciError, match="sequential test"):
        Sequential(low, high, error)


# ── ratings ───────────────────────────────────────────────────────────────────────────────────────────


def test_ratings_find_the_strengths_that_made_the_games() -> None:
    truth = np.array([200.0, 50.0, -30.0, -220.0])
    odds = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    chance = np.random.default_rng(1)
    inside = 0
    for _ in range(50):
        blocks = np.zeros((100, 4, 4))
        for one in range(4):
            for other in range(one):
                wins = chance.binomial(2, odds[one, other], size=100)
                blocks[:, one, other], blocks[:, other, one] = wins, 2 - wins
        found = ratings(blocks)
        assert abs(sum(each.value for each in found)) < 1e-6
        inside += sum(each.low <= value <= each.high for each, value in zip(found, truth, strict=True))
        assert all(abs(each.value - value) < 120 for each, value in zip(found, truth, strict=True))
    assert 0.9 <= inside / 200 <= 1


def test_who_won_everything_has_a_rating_with_a_wide_interval() -> None:
    blocks = np.zeros((20, 3, 3))
    blocks[:, 0, 1] = blocks[:, 0, 2] = 2
    blocks[:, 1, 2] = blocks[:, 2, 1] = 1
    best, second, third = ratings(blocks, anchor=1)
    assert second.value == second.low == second.high == 0
    assert abs(third.value) < 1e-6
    assert 300 < best.value < 1500
    assert best.high - best.low > 200


def points(total: int) -> Points:
    return Points(total, 0, 0, 0, 0, 0, total)


def test_comparisons_go_by_points_then_gardeners_and_a_fault_is_last() -> None:
    ended = tuple(points(total) for total in (50, 70, 50, 50))
    played = Played(GameId(0, 0, 0), (), (0, 1, 0, 0), ended, (3, 0, 4, 3), (0,) * 4, (0,) * 4, None)
    table = comparisons(played, (0, 1, 2, 3), 4)
    assert table.tolist() == [[0, 0, 0, 0.5], [1, 0, 1, 1], [1, 0, 0, 1], [0.5, 0, 0, 0]]
    assert comparisons(played, (0, 1, 1, 1), 2).tolist() == [[0, 0.5], [2.5, 0]]
    lost = Played(GameId(0, 0, 0), (), (0.5, 0, 0.5), None, None, (0,) * 3, (0,) * 3, Fault(1, 4, "error", ""))
    assert comparisons(lost, (0, 1, 2), 3).tolist() == [[0, 1, 0.5], [0, 0, 0], [0.5, 1, 0]]
