"""Many games, half at random and half greedy, held against the independent reading of the rules."""

import random

import pytest

from reference import Disagreement, check
from strategies import CONFIGURATIONS, Configuration, finished

FEW_OR_MANY = pytest.mark.parametrize("games", [520, pytest.param(2000, marks=pytest.mark.long)])
MIXES = (("random",), ("greedy",), ("random", "greedy"), ("greedy", "random", "last"), ("first", "last"), ("random",))


def games_of(configuration: Configuration, games: int) -> range:
    """The numbers of a configuration's games: all configurations take turns."""
    return range(CONFIGURATIONS.index(configuration), games, len(CONFIGURATIONS))


@FEW_OR_MANY
def test_the_games_are_spread_evenly(games: int) -> None:
    shares = [games_of(configuration, games) for configuration in CONFIGURATIONS]
    assert sorted(number for share in shares for number in share) == list(range(games))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


@pytest.mark.slow
@FEW_OR_MANY
def test_the_reference_agrees(configuration: Configuration, games: int) -> None:
    for number in games_of(configuration, games):
        mix = MIXES[number // len(CONFIGURATIONS) % len(MIXES)]
        game = finished(configuration, number, mix)
        try:
            result = check(game.record(legal=True))
        except Disagreement as error:
            pytest.fail(f"{configuration.id}, seed {number}, {mix}: {error}")
        assert result.lists == len(game.moves) > 0
        outcome = game.outcome()
        assert outcome is not None
        assert result.winners == list(outcome.winners)


def test_the_reference_would_notice_a_change(configuration: Configuration) -> None:
    record = finished(configuration, 7).record(legal=True)
    turns = [event for event in record["events"] if event[0] == "turn"]
    luck = random.Random(7)
    for event in luck.sample(turns, 6):
        lists = event[3]
        dropped = lists[-1].pop(0)
        with pytest.raises(Disagreement):
            check(record)
        lists[-1].insert(0, dropped)
    assert check(record).lists > 0
