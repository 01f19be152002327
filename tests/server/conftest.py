"""Servers for tests: one of each kind for a whole test process. A test that asks for `server` runs on each of them.

Everybody who comes has an address of their own (`Person`), and every test opens tables of its own, so tests can share a
server: starting one takes two seconds of a processor.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from server.databases import Cluster, Database, postgresql, redis
from server.serving import PROXY, Server, serving
from strategies import BOX_FILES

LIMITS = Path(__file__).with_name("shared.toml")


class Served(NamedTuple):
    """A server and the database that it keeps its tables in."""

    database: Database
    server: Server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with postgresql() as running:
        yield running


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


def open_shared(database: Database) -> Iterator[Served]:
    boxes = [word for file in BOX_FILES.values() for word in ("--box", str(file))]
    with serving(database.url, PROXY, "--limits", str(LIMITS), *boxes) as running:
        yield Served(database, running)


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    yield from open_shared(Database("sqlite", f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite3'}"))


@pytest.fixture(scope="session")
def on_postgresql(cluster: Cluster) -> Iterator[Served]:
    yield from open_shared(cluster.upgraded())


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest) -> Served:
    """The shared server on each kind of database; modules for which one kind is enough have a `served` of their own."""
    found: Served = request.getfixturevalue(f"on_{request.param}")
    return found


@pytest.fixture
def database(served: Served) -> Database:
    return served.database


@pytest.fixture
def server(served: Served) -> Iterator[Server]:
    """The shared server. What it complains about is a fault of the test during which it did."""
    before = len(served.server.lines)
    yield served.server
    assert not [line for line in served.server.lines[before:] if "Traceback" in line], "".join(served.server.lines)
