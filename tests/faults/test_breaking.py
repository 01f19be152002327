"""A little of everything that can break while people play; `make faults` does it a thousand times."""

import pytest

from faults.breaking import Plan, endure
from faults.houses import HOUSES

# A machine that is busy with other tests may keep players waiting; `make faults` holds the servers to ten seconds.
PLAN = Plan(kills=2, faults=1, tables=3, apart=(3, 12), holds=(0.3, 1.0), longest=60.0, seed=2026)


@pytest.mark.parametrize("kind", HOUSES)
def test_games_go_on_whatever_breaks(kind: str) -> None:
    with HOUSES[kind]() as house:
        names = {"kill -9", *(fault.name for fault in house.faults)}
        outcome = endure(house, PLAN, seconds=500)
    assert outcome.broken.keys() == names
    assert outcome.counts["games"] >= PLAN.tables
    others = ("games of a salon", "boxes kept", "games of the lobby", "taps")
    assert min(outcome.counts[what] for what in others) > 0
