"""What is sent to whom, in many games over real connections: nothing that a seat may not know (`scanning.py`)."""

from typing import Final

import pytest

from server.conftest import Served
from server.databases import Database
from server.scanning import Scan
from server.serving import Server, within
from strategies import CONFIGURATIONS

SHARES: Final = 2  # so that two workers can play them


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


@pytest.mark.parametrize("share", range(SHARES))
def test_nobody_is_told_what_they_may_not_know(share: int, server: Server, database: Database) -> None:
    """Every configuration once; `make scan` plays thousands of games."""
    scan = Scan(server, database)
    within(580, scan.play(range(share, len(CONFIGURATIONS), SHARES)))
    assert scan.games == len(CONFIGURATIONS) // SHARES
    assert scan.shortest >= 18
    assert scan.frames > 50 * scan.games
