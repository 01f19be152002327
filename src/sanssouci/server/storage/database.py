"""Opening a database: the choice of driver, and the settings of SQLite."""

import socket
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sanssouci.box.errors import SanssouciError
from sanssouci.game.extras import require

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

CONNECTING: Final = 4.0  # seconds for a new connection to PostgreSQL; then it is tried again
_LIFE: Final = {  # how a dead connection to PostgreSQL is noticed: by default that takes 15 minutes, or for ever
    "TCP_USER_TIMEOUT": 6_000,  # milliseconds for which what was sent may remain unconfirmed
    "TCP_KEEPIDLE": 3,  # seconds of silence, after which it is asked …
    "TCP_KEEPINTVL": 1,  # … every second …
    "TCP_KEEPCNT": 3,  # … three times whether the other end is there
}
_STANDSTILL: Final = "10000"  # milliseconds for which one of our transactions may hold its locks and do nothing


def open_database(address: str, *, serves: bool = False, only_reads: bool = False) -> AsyncEngine:
    """An engine for an address: the path of a SQLite file, sqlite:///PATH or postgresql://USER@HOST/NAME.

    With one that `serves`, PostgreSQL ends a transaction that stands still, as when this machine has lost its power.
    One that `only_reads` leaves a SQLite file as it is, for example a backup.
    """
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        require("postgres", needed_for="a PostgreSQL database")
        settings = {"idle_in_transaction_session_timeout": _STANDSTILL} if serves else {}
        options = {"timeout": CONNECTING, "server_settings": settings}
        engine = create_async_engine(url, pool_pre_ping=True, pool_size=10, hide_parameters=True, connect_args=options)
        event.listen(engine.sync_engine, "connect", lambda made, _: give_up_when_dead(made.driver_connection))
        return engine
    folder = Path(url.database or ".").parent
    if not folder.is_dir():
        raise SanssouciError(f"there is no folder {str(folder)!r} for the database")
    if only_reads:
        return open_read_only(Path(url.database or ""))
    engine = create_async_engine(url, connect_args={"timeout": 20}, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    return engine


def open_read_only(file: Path) -> AsyncEngine:
    """An engine for a SQLite file that shall not be changed."""
    url = URL.create(_DRIVERS["sqlite"], database=read_only(file), query={"uri": "true"})
    return create_async_engine(url, connect_args={"timeout": 20}, hide_parameters=True)


def read_only(file: Path) -> str:
    """The address of a SQLite file that must not be changed."""
    return f"file:{quote(str(file.absolute()))}?mode=ro"


def give_up_when_dead(connection: Any) -> None:
    """Have the system close a connection of asyncpg's whose other end has vanished without a word."""
    line = connection._transport.get_extra_info("socket")  # the driver has no option for that
    if line.family == socket.AF_UNIX:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _LIFE.items():
        if (option := getattr(socket, name, None)) is not None:  # not every system has all of them
            line.setsockopt(socket.IPPROTO_TCP, option, value)


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
