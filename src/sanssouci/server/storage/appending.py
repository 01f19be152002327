"""Appending to a table's log: one transaction of at most four statements, straight on the database's driver.

This is the one write that happens all the time, so it does without the layers that everything else goes through. What
it changes and under which condition is the same on both databases: the version of the table must be the one that the
writer knew, so nothing that it has checked can have changed in the meantime.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.storage.database import CONNECTING, give_up_when_dead, prepare_sqlite

_AT_ONCE: Final = 200  # entries in one transaction of SQLite
_CONNECTIONS: Final = 8  # to PostgreSQL


class Change(NamedTuple):
    """An entry of a log, and what it makes of its table."""

    table_id: str
    version: int  # of the table before
    ply: int
    first: int | None
    to_move: int | None
    undone: bool
    status: str
    at: float
    kind: str
    seat: int | None
    body: str
    snapshot: str | None  # of everything up to this entry
    due: float | None  # when the time of whoever is to move runs out
    bank: float | None  # what is left to the seat; None: as before
    acted: float | None  # when the seat's player last did something, which a stand-in's move is not


class Appender(Protocol):
    """Appends changes to logs."""

    async def append(self, change: Change) -> bool:
        """Append a change and wait until it is on disk; False if the table has another version by now."""

    async def read(self, table_id: str, after: int) -> list[Any]:
        """The entries of a log after a ply, each with its time: quickly, for those who wait for one."""

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """The versions of some tables, which are asked for all the time."""

    async def close(self) -> None:
        """Give everything back."""


# ── SQLite ────────────────────────────────────────────────────────────────────────────────────────────

_UPDATE: Final = (
    "UPDATE tables SET ply = ?, first = ?, to_move = ?, undone = ?, status = ?, changed = ?, moved = ?, due = ?, "
    "version = version + 1 WHERE id = ? AND version = ? AND status IN ('waiting', 'running')"
)
_INSERT: Final = "INSERT INTO log (table_id, ply, kind, seat, body, at) VALUES (?, ?, ?, ?, ?, ?)"
_ACTED: Final = "UPDATE seats SET acted = ?, bank = COALESCE(?, bank) WHERE table_id = ? AND seat = ?"
_READ: Final = "SELECT ply, kind, seat, body, at FROM log WHERE table_id = ? AND ply > ? ORDER BY ply"
_VERSIONS: Final = "SELECT id, version FROM tables WHERE id IN (SELECT value FROM json_each(?))"
_SNAPSHOT: Final = "INSERT OR REPLACE INTO snapshots (table_id, ply, body) VALUES (?, ?, ?)"


class SqliteAppender:
    """Appends in a thread of its own. Changes that arrive while one transaction is synced share the next one.

    A sync takes milliseconds, however much is written, so under load it is shared by many tables. `turn` is held
    meanwhile: SQLite has one writer, and those who wait for each other here are served in order.
    """

    def __init__(self, path: str, turn: asyncio.Lock) -> None:
        self._path = path
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, change: Change) -> bool:
        """Append a change and wait until it is on disk."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())
        return await done

    async def read(self, table_id: str, after: int) -> list[Any]:
        """The entries of a log after a ply, each with its time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._read, table_id, after)

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """The versions of some tables."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._versions, ids)

    async def close(self) -> None:
        """Write what is waiting, then give the connection back."""
        if self._writing is not None:
            await asyncio.wait([self._writing])
        if self._connection is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown(wait=False)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            async with self._turn:
                batch, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
                try:
                    done: Iterable[Any] = await loop.run_in_executor(self._thread, self._append, batch)
                except Exception as error:
                    done = [error] * len(batch)
            for (_, waiting), result in zip(batch, done, strict=True):
                if waiting.done():
                    continue  # nobody waits for it any more
                if isinstance(result, Exception):
                    waiting.set_exception(result)
                else:
                    waiting.set_result(result)
        self._writing = None

    def _append(self, batch: list[tuple[Change, Any]]) -> list[bool | Exception]:
        """Append all changes in one transaction; if one of them fails, each in its own."""
        try:
            return list(self._transact([change for change, _ in batch]))
        except sqlite3.Error as error:
            if len(batch) == 1:
                return [False if isinstance(error, sqlite3.IntegrityError) else error]
        return [result for each in batch for result in self._append([each])]

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._path, timeout=20, isolation_level=None, check_same_thread=False)
            prepare_sqlite(connection, None)
            self._connection = connection
        return self._connection

    def _read(self, table_id: str, after: int) -> list[Any]:
        return self._open().execute(_READ, (table_id, after)).fetchall()

    def _versions(self, ids: list[str]) -> dict[str, int]:
        return dict(self._open().execute(_VERSIONS, (json.dumps(ids),)).fetchall())

    def _transact(self, changes: list[Change]) -> list[bool]:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            done = [self._change(connection.execute, each) for each in changes]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return done

    def _change(self, execute: Callable[..., sqlite3.Cursor], change: Change) -> bool:
        table_id, version, ply, first, to_move, undone, status, at, kind, seat, body, *rest = change
        snapshot, due, bank, acted = rest
        if execute(_UPDATE, (ply, first, to_move, undone, status, at, at, due, table_id, version)).rowcount != 1:
            return False
        execute(_INSERT, (table_id, ply, kind, seat, body, at))
        if seat is not None:
            execute(_ACTED, (acted, bank, table_id, seat))
        if snapshot is not None:
            execute(_SNAPSHOT, (table_id, ply, snapshot))
        return True


# ── PostgreSQL ────────────────────────────────────────────────────────────────────────────────────────

# One statement is one round trip, and a transaction of its own. Tables are locked before seats, as everywhere else.
_STATEMENT: Final = """
WITH moved AS (
    UPDATE tables SET ply = $3, first = $4, to_move = $5, undone = $6, status = $7, changed = $8, moved = $8,
        due = $13, version = version + 1
    WHERE id = $1 AND version = $2 AND status IN ('waiting', 'running') RETURNING id
), written AS (
    INSERT INTO log (table_id, ply, kind, seat, body, at)
    SELECT id, $3::integer, $9::text, $10::integer, $11::text, $8::double precision FROM moved RETURNING ply
), acted AS (
    UPDATE seats SET acted = $15, bank = COALESCE($14, bank) FROM moved WHERE table_id = moved.id AND seat = $10
), kept AS (
    INSERT INTO snapshots (table_id, ply, body) SELECT id, $3::integer, $12::text FROM moved WHERE $12 IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE SET ply = EXCLUDED.ply, body = EXCLUDED.body
)
SELECT count(*) FROM written
"""
_ENTRIES: Final = """
SELECT ply, kind, seat, body, at, table_id FROM unnest($1::text[], $2::integer[]) AS asked (id, after)
JOIN log ON table_id = id AND ply > after ORDER BY ply
"""


class PostgresqlAppender:
    """Appends over connections of its own, with one prepared statement.

    Moves of other processes are announced one by one, and under load many at a time: those who ask for entries while
    an answer is on its way share the next question.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        _, options = engine.dialect.create_connect_args(engine.url)
        self._options = {name: options[name] for name in options if name not in _NOT_THE_DRIVERS}
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._reader: Any = None  # a connection of its own for reading: taking one from the pool costs more than asking
        self._asking: list[tuple[str, int, asyncio.Future[list[Any]]]] = []
        self._reading: asyncio.Task[None] | None = None

    async def append(self, change: Change) -> bool:
        """Append a change and wait until it is on disk."""
        import asyncpg

        pool = await self._open()
        try:
            return bool(await pool.fetchval(_STATEMENT, *change) == 1)
        except asyncpg.UniqueViolationError:
            return False

    async def read(self, table_id: str, after: int) -> list[Any]:
        """The entries of a log after a ply, each with its time."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[Any]] = loop.create_future()
        self._asking.append((table_id, after, found))
        if self._reading is None:
            self._reading = loop.create_task(self._read())
        return await found

    async def _read(self) -> None:
        while self._asking:
            asked, self._asking = self._asking, []
            after: dict[str, int] = {}
            for table_id, ply, _ in asked:
                after[table_id] = min(ply, after.get(table_id, ply))
            try:
                rows = await self._fetch([*after], [*after.values()])
            except Exception as error:
                for _, _, waiting in asked:
                    if not waiting.done():
                        waiting.set_exception(error)
                continue
            for table_id, ply, waiting in asked:
                if not waiting.done():
                    waiting.set_result([row[:5] for row in rows if row[5] == table_id and row[0] > ply])
        self._reading = None

    async def _fetch(self, tables: list[str], plies: list[int]) -> list[Any]:
        """The entries of some logs after a ply of each."""
        import asyncpg

        if self._reader is None or self._reader.is_closed():
            self._reader = await asyncpg.connect(**self._options, timeout=CONNECTING)
            await _prepare(self._reader)
        try:
            found: list[Any] = await self._reader.fetch(_ENTRIES, tables, plies)
        except BaseException:
            self._reader.terminate()
            raise
        return found

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """The versions of some tables."""
        pool = await self._open()
        return dict(await pool.fetch("SELECT id, version FROM tables WHERE id = ANY($1)", ids))

    async def _open(self) -> Any:
        import asyncpg

        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    # No minimum number of connections: none has to be restored while the database is away.
                    self._pool = await asyncpg.create_pool(
                        **self._options,
                        min_size=0,
                        max_size=_CONNECTIONS,
                        timeout=CONNECTING,
                        init=_prepare,
                        reset=_keep_as_it_is,
                    )
        return self._pool

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            self._pool.terminate()
        if self._reader is not None:
            self._reader.terminate()


async def _prepare(connection: Any) -> None:
    """Prepare a new connection."""
    give_up_when_dead(connection)


async def _keep_as_it_is(_: Any) -> None:
    """Reset nothing: our statements leave nothing behind on a connection, and a reset would be another round trip."""


# Options of SQLAlchemy's dialect, which the driver does not know.
_NOT_THE_DRIVERS: Final = frozenset(
    {"async_creator_fn", "async_fallback", "prepared_statement_cache_size", "prepared_statement_name_func"}
)


def open_appender(engine: AsyncEngine, turn: asyncio.Lock) -> Appender:
    """The appender for a database."""
    if engine.dialect.name == "sqlite":
        return SqliteAppender(str(engine.url.database), turn)
    return PostgresqlAppender(engine)
