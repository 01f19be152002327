"""Servers for tests: one a module, on SQLite and on PostgreSQL. Every test that asks for one runs on both."""

from collections.abc import Iterator

import pytest

from server.databases import Cluster, Database, postgresql, redis
from server.serving import PROXY, Server, serving


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with postgresql() as running:
        yield running


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A database of its own for a module."""
    if request.param == "sqlite":
        return Database("sqlite", f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite3'}")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.upgraded()


@pytest.fixture(scope="module")
def server(database: Database) -> Iterator[Server]:
    with serving(database.url, PROXY) as running:
        yield running
