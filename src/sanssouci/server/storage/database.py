"""Opening a database: the choice of driver, and the settings of SQLite."""

from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sanssouci.box.errors import SanssouciError
from sanssouci.game.extras import require

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def open_database(address: str) -> AsyncEngine:
    """An engine for an address: the path of a SQLite file, sqlite:///PATH or postgresql://USER@HOST/NAME."""
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        require("postgres", needed_for="a PostgreSQL database")
        return create_async_engine(url, pool_pre_ping=True, pool_size=10, hide_parameters=True)
    folder = Path(url.database or ".").parent
    if not folder.is_dir():
        raise SanssouciError(f"there is no folder {str(folder)!r} for the database")
    engine = create_async_engine(url, connect_args={"timeout": 20}, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    return engine


def open_light(engine: AsyncEngine) -> AsyncEngine:
    """An engine for what need not survive a power cut: SQLite then does not wait for the disk."""
    if engine.dialect.name != "sqlite":
        return engine
    light = create_async_engine(engine.url, connect_args={"timeout": 20}, hide_parameters=True)
    event.listen(light.sync_engine, "connect", _prepare_light)
    return light


def read_url(address: str) -> URL:
    """The URL with its asynchronous driver."""
    if "://" not in address:
        address = f"sqlite+aiosqlite:///{address}"
    try:
        url = make_url(address)
        if url.drivername in _DRIVERS:
            url = url.set(drivername=_DRIVERS[url.drivername])
        if url.drivername not in _DRIVERS.values():
            raise SanssouciError(
                f"databases are sqlite:///PATH or postgresql://USER@HOST/NAME, not {url.drivername}://…"
            )
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        if isinstance(error, SanssouciError):
            raise
        raise SanssouciError("not the URL of a database: sqlite:///PATH or postgresql://USER@HOST/NAME") from None
    return url


def _prepare_light(connection: Any, record: object) -> None:
    prepare_sqlite(connection, record)
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def prepare_sqlite(connection: Any, _: object) -> None:
    """Let readers never wait for a writer (WAL), and let commits survive even a power cut (FULL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
