"""Backups: everything in a database, as of one moment, in one SQLite file.

The same file is made from SQLite and from PostgreSQL, and either can be restored from it; a server can also be started
on it as it is. SQLite copies its pages itself. PostgreSQL is copied row by row within one snapshot, through whatever
tables its revision has: no program of PostgreSQL's is needed, and its version does not matter.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import MetaData, Table, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sanssouci.box.errors import SanssouciError
from sanssouci.server.storage.database import open_read_only, read_only
from sanssouci.server.storage.upgrade import revision_of, upgrade, upgrade_in

Progress = Callable[[int, int], None]  # how much is done, of how much

_PAGES: Final = 2_000  # copied at a time
_ROWS: Final = 1_000
_VERSION: Final = "alembic_version"


async def backup(source: AsyncEngine, file: Path, progress: Progress) -> None:
    """Write a database into a new file, while servers go on using it."""
    async with _new_file(file) as part:
        if source.dialect.name == "sqlite":
            await asyncio.to_thread(_copy_pages, Path(source.url.database or ""), part, progress)
        else:
            await _copy_out(source, part, progress)


async def restore(file: Path, target: AsyncEngine, progress: Progress) -> str:
    """Fill a new database from a backup; returns its revision, which may be older than this program's."""
    revision = await asyncio.to_thread(_revision_of_file, file)
    if target.dialect.name == "sqlite":
        async with _new_file(Path(target.url.database or "")) as part:
            await asyncio.to_thread(_copy_pages, file, part, progress)
    else:
        await _copy_in(file, target, revision, progress)
    return revision


@asynccontextmanager
async def _new_file(file: Path) -> AsyncIterator[Path]:
    """A place to write to, which gets its name only when it is complete and safely on the disk."""
    _refuse_existing(file)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)  # whoever can read it sees hands and luck, and can sign tokens
        yield part
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        _refuse_existing(file)
        part.rename(file)
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)


def _refuse_existing(file: Path) -> None:
    if file.exists():
        raise SanssouciError(f"{file} exists already, and is not overwritten")
    if not file.parent.is_dir():
        raise SanssouciError(f"there is no folder {str(file.parent)!r}")


def _revision_of_file(file: Path) -> str:
    """The revision of a backup, which must be a whole and healthy file."""
    if not file.is_file():
        raise SanssouciError(f"there is no file {str(file)!r}")
    try:
        with closing(sqlite3.connect(read_only(file), uri=True)) as connection:
            ((found,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if found != "ok":
                raise SanssouciError(f"{file} is damaged: {found}")
            ((revision,),) = connection.execute(f"SELECT version_num FROM {_VERSION}").fetchall()
            return str(revision)
    except (sqlite3.Error, ValueError) as error:
        raise SanssouciError(f"{file} is not a backup of Sanssouci's: {error}") from None


# ── SQLite to SQLite ──────────────────────────────────────────────────────────────────────────────────


def _copy_pages(file: Path, part: Path, progress: Progress) -> None:
    with (
        closing(sqlite3.connect(read_only(file), uri=True, isolation_level=None)) as read,
        closing(sqlite3.connect(part)) as written,
    ):
        read.execute("BEGIN")  # from here on we see the file as it is now, and need not start over when it changes
        read.execute("SELECT count(*) FROM sqlite_master")
        read.backup(written, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0)
        written.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file


# ── row by row ────────────────────────────────────────────────────────────────────────────────────────


async def _copy_out(source: AsyncEngine, part: Path, progress: Progress) -> None:
    written_to = create_async_engine(f"sqlite+aiosqlite:///{part}", hide_parameters=True)
    try:
        async with source.connect() as read:
            await read.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            revision = await read.run_sync(revision_of)
            if revision is None:
                raise SanssouciError("the database is empty")
            await upgrade(written_to, revision)
            async with written_to.begin() as written:
                await _copy_rows(read, written, progress)
    finally:
        await written_to.dispose()


async def _copy_in(file: Path, target: AsyncEngine, revision: str, progress: Progress) -> None:
    reader = open_read_only(file)
    try:
        async with target.begin() as written, reader.connect() as read:
            if await written.run_sync(lambda connection: inspect(connection).get_table_names()):
                raise SanssouciError("the database is not empty; restore into a new one")
            await upgrade_in(written, revision)
            await _copy_rows(read, written, progress)
    finally:
        await reader.dispose()


async def _copy_rows(read: AsyncConnection, written: AsyncConnection, progress: Progress) -> None:
    """Copy all rows between two databases of the same revision, in place of those that its migrations have made."""
    sources, targets = MetaData(), MetaData()
    await read.run_sync(sources.reflect)
    await written.run_sync(targets.reflect)
    tables = [table for table in targets.sorted_tables if table.name != _VERSION]
    for table in reversed(tables):
        await written.execute(table.delete())
    total = sum([await _count(read, sources.tables[table.name]) for table in tables])
    done = 0
    for table in tables:
        async with read.stream(select(sources.tables[table.name])) as rows:
            async for batch in rows.mappings().partitions(_ROWS):
                await written.execute(table.insert(), [dict(row) for row in batch])
                done += len(batch)
                progress(done, total)
        if written.dialect.name == "postgresql":
            await _go_on_counting(written, table)


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _go_on_counting(connection: AsyncConnection, table: Table) -> None:
    """Let PostgreSQL number new rows after the copied ones."""
    for column in table.columns:
        if "nextval" in str(getattr(column.server_default, "arg", "")):
            sequence = {"name": table.name, "column": column.name}
            last: Any = (await connection.execute(select(func.max(column)))).scalar()
            await connection.execute(
                text("SELECT setval(pg_get_serial_sequence(:name, :column), :last, :used)"),
                sequence | {"last": last or 1, "used": last is not None},
            )
