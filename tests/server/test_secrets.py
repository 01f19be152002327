"""What is sent to whom, in many games over real connections: nothing that a seat may not know (`scanning.py`)."""

from typing import Final

import pytest

from server.conftest import Served
from server.databases import Database
from server.scanning import Scan
from server.serving import Server, within
from strategies import CONFIGURATIONS

EVERY: Final = range(len(CONFIGURATIONS))
SOME: Final = EVERY[::3]  # with each box, each number of players and each expansion


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


@pytest.mark.parametrize(
    "games",
    [pytest.param(SOME, id="a third of them"), pytest.param(EVERY, id="all of them", marks=pytest.mark.long)],
)
def test_nobody_is_told_what_they_may_not_know(games: range, server: Server, database: Database) -> None:
    """Some configurations once, or all of them; `make scan` plays thousands of games."""
    scan = Scan(server, database)
    within(580, scan.play(games))
    assert scan.games == len(games)
    assert scan.shortest >= 18
    assert scan.frames > 50 * scan.games
