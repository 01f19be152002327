"""Whether a database is whole: its pages, its references, and every game, replayed from its log."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.following import Following
from sanssouci.server.house import setup_of
from sanssouci.server.laying import Laying
from sanssouci.server.storage.companion import CompanionStore
from sanssouci.server.storage.copying import Progress
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.schema import followed, tables
from sanssouci.server.storage.store import Store
from sanssouci.server.storage.upgrade import check, reason_of
from sanssouci.server.table import LogEntry, Table
from sanssouci.server.tapping import FOLLOW, purpose_of

_MOST_FAULTS: Final = 20  # of the file itself; a damaged one has thousands


@dataclass
class Seen:
    """How much has been looked at."""

    tables: int = 0
    entries: int = 0
    followed: int = 0


async def faults_of(engine: AsyncEngine, seen: Seen, progress: Progress) -> AsyncIterator[str]:
    """Everything that is wrong with a database, a line each; `seen` counts along."""
    await check(engine)
    if engine.dialect.name == "sqlite":
        async for fault in _faults_of_file(engine):
            yield fault
    store = Store(engine)
    async with engine.connect() as connection:
        ids = list((await connection.execute(select(tables.c.id).order_by(tables.c.created))).scalars())
    for number, table_id in enumerate(ids, start=1):
        try:
            row = await store.table(table_id)
            if row is None:
                continue  # deleted since
            entries = await store.entries(table_id, -1)
            async for fault in _faults_of_table(store, row, entries):
                yield f"table {table_id}: {fault}"
            seen.tables += 1
            seen.entries += len(entries)
        except SQLAlchemyError as error:
            yield f"table {table_id}: cannot be read: {reason_of(error)}"
        progress(number, len(ids))

    async for fault in _faults_of_followed(CompanionStore(store), seen):
        yield fault


async def _faults_of_followed(store: CompanionStore, seen: Seen) -> AsyncIterator[str]:
    """What is wrong with games at real tables, followed or laid out by hand: each is carried out again, tap by tap."""
    async with store.engine.connect() as connection:
        ids = list((await connection.execute(select(followed.c.id).order_by(followed.c.created))).scalars())
    for game_id in ids:
        row = await store.row(game_id)
        if row is None:
            continue  # deleted since
        taps = [tap for tap in await store.taps(game_id) if tap.number <= row.number]
        seen.followed += 1
        if [tap.number for tap in taps] != list(range(1, row.number + 1)):
            yield f"followed game {game_id}: taps are missing"
            continue
        try:
            tapped = Following(row) if purpose_of(row) == FOLLOW else Laying(row)
            tapped.read(taps)
        except Exception as error:  # whatever a damaged tap leads to
            yield f"followed game {game_id}: cannot be carried out: {type(error).__name__}: {error}"
            continue
        if isinstance(tapped, Following) and (tapped.turns, tapped.is_over) != (row.turns, row.over):
            yield f"followed game {game_id}: its taps lead to another turn than is stored"


async def _faults_of_file(engine: AsyncEngine) -> AsyncIterator[str]:
    """What SQLite finds wrong with its pages and references; PostgreSQL has tools for that, such as pg_amcheck."""
    async with engine.connect() as connection:
        try:
            found = (await connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_FAULTS})")).scalars().all()
        except SQLAlchemyError as error:
            found = [reason_of(error)]
        if found != ["ok"]:
            for fault in found:
                yield f"the file is damaged: {fault}"
            return
        for lost in (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all():
            yield f"row {lost.rowid} of {lost.table!r} belongs to a row of {lost.parent!r} that does not exist"


async def _faults_of_table(store: Store, row: TableRow, entries: list[LogEntry]) -> AsyncIterator[str]:
    try:
        if [entry.ply for entry in entries] != list(range(len(entries))):
            yield "entries of its log are missing"
            return
        table = replayed(row, entries)
    except Exception as error:  # whatever a damaged log leads to
        yield f"its game cannot be replayed: {type(error).__name__}: {error}"
        return
    if table.ply != row.ply:
        # Somebody may have moved between our two queries; only a table that stays like this is at fault.
        again = await store.table(row.id)
        if again is not None and again.ply == row.ply:
            yield f"its log ends at entry {table.ply}, not {row.ply}"
        return
    is_over = row.status == "over"
    if is_over != table.is_over and row.status != "abandoned":
        yield f"it is {row.status}, but its game is {'over' if table.is_over else 'not over'}"
    if table.to_move != row.to_move:
        yield f"seat {row.to_move} is to move, but in its game seat {table.to_move}"
    if table.undone != row.undone:
        yield "whether turns were taken back is not what its log says"


def replayed(row: TableRow, entries: list[LogEntry]) -> Table:
    """The game of a table, from its log."""
    table = Table(setup_of(row))
    for entry in entries:
        table = table.after(entry)
    return table
