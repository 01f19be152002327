"""The log of a table: written by one writer, many tables in one transaction, and read in bounded time."""

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from sanssouci import RandomPlayer
from sanssouci.server.announcing import Announcer
from sanssouci.server.boxes import Boxes
from sanssouci.server.errors import RefusalError
from sanssouci.server.health import Health
from sanssouci.server.house import House
from sanssouci.server.kernel import Kernel
from sanssouci.server.messages import NewTable, SeatRequest
from sanssouci.server.seating import Seating
from sanssouci.server.settings import Settings, sqlite_url
from sanssouci.server.slots import Threads
from sanssouci.server.storage.appending import PostgresqlAppender, SqliteAppender
from sanssouci.server.storage.boxes import BoxStore
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.store import SNAPSHOT_EVERY, Store
from sanssouci.server.storage.upgrade import prepare
from sanssouci.server.table import MOST_ENTRIES, LogEntry, Table
from server.databases import Cluster
from server.serving import within

WISH = NewTable(seats=[SeatRequest("here"), SeatRequest("computer")], pace=10)


async def open_house(database: Path | str) -> House:
    """A house without doors: nobody is connected, and no computer moves."""
    settings = Settings(database=database if isinstance(database, str) else sqlite_url(database))
    engine = open_database(settings.database)
    await prepare(engine)
    house = House(settings, Store(engine), Kernel(), Announcer())
    await house.kernel.warm_up()
    return house


def seating(house: House) -> Seating:
    return Seating(
        house, Health(house.store.engine, house.kernel), Boxes(house, BoxStore(house.store), Threads(1, "reading"))
    )


def test_tables_that_move_at_the_same_time_share_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    transact = SqliteAppender._transact

    def noted(self: SqliteAppender, changes: Any) -> Any:
        sizes.append(len(changes))
        return transact(self, changes)

    async def play() -> None:
        house = await open_house(tmp_path / "tables.sqlite3")
        seats = seating(house)
        rows = [(await seats.open_table(WISH, f"holder {n}", f"address {n}"))[0] for n in range(30)]
        tables = [await house.load(row) for row in rows]
        monkeypatch.setattr(SqliteAppender, "_transact", noted)
        steps = [table.start() if table.game is None else first_move(table) for table in tables]
        done = await asyncio.gather(
            *(house.store.append(row, *step) for row, step in zip(rows, steps, strict=True)),
            house.store.append(replace(rows[0], version=99), *steps[0]),
        )
        assert [row.version for row in done[:-1] if row is not None] == [row.version + 1 for row in rows]
        assert done[-1] is None, "another version of the table was checked"
        for row, step in zip(rows, steps, strict=True):
            assert (await house.store.entries(row.id, row.ply)) == [step[0]]
        await house.store.close()

    within(60, play())
    assert sum(sizes) == 31
    assert len(sizes) <= 3


def test_those_who_read_at_the_same_time_share_a_question_and_get_their_own_entries(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    fetch = PostgresqlAppender._fetch

    async def noted(self: PostgresqlAppender, tables: list[str], plies: list[int]) -> list[Any]:
        asked.append(tables)
        return await fetch(self, tables, plies)

    async def read() -> None:
        house = await open_house(cluster.upgraded().url)
        seats, rows = seating(house), []
        for number in range(8):
            row, _ = await seats.open_table(WISH, f"holder {number}", f"address {number}")
            table = await house.load(row)
            for _ in range(2):  # side after side
                entry, table = table.start() if table.game is None else first_move(table)
                after = await house.store.append(row, entry, table)
                assert after is not None
                row = after
            rows.append(row)
        monkeypatch.setattr(PostgresqlAppender, "_fetch", noted)
        plies = [(row, ply) for row in rows for ply in (row.ply - 2, row.ply - 1, row.ply)]
        found = await asyncio.gather(*(house.store.next_entries(row.id, ply) for row, ply in plies))
        monkeypatch.undo()
        for (row, ply), entries in zip(plies, found, strict=True):
            assert [entry for entry, _ in entries] == await house.store.entries(row.id, ply)
            assert len(entries) == row.ply - ply
        with pytest.raises(asyncpg.DataError):  # an answer that fails is everybody's, and the next one is not
            await house.store.next_entries(rows[0].id, 2**40)
        assert await house.store.next_entries(rows[0].id, rows[0].ply) == []
        await house.store.close()

    within(60, read())
    assert len(asked) == 1
    assert len(asked[0]) == 8


def first_move(table: Table) -> tuple[LogEntry, Table]:
    assert table.game is not None
    assert table.to_move is not None
    return table.play(table.to_move, table.ply, str(next(iter(table.game.legal_moves))))


def long_log(table: Table, count: int) -> tuple[list[LogEntry], Table]:
    """A log in which somebody plays and takes back, again and again."""
    entries: list[LogEntry] = []
    player, is_forward = RandomPlayer(3), True
    while table.ply < count:
        is_forward = len(table.log) < 6 or (is_forward and len(table.log) < 20)
        seat = table.to_move if is_forward else table.log[-1].seat
        assert table.game is not None
        assert seat is not None
        move = str(player.choose(table.game.view(seat))) if is_forward else ""
        entry, table = table.play(seat, table.ply, move) if is_forward else table.undo(seat, table.ply)
        entries.append(entry)
    return entries, table


def test_a_log_read_at_once_is_the_same_as_entry_by_entry(tmp_path: Path) -> None:
    async def read() -> None:
        house = await open_house(tmp_path / "tables.sqlite3")
        row, _ = await seating(house).open_table(WISH, "holder", "address")
        begun = await house.load(row)
        entries, table = long_log(begun, 150)
        for again in (begun.read(entries), begun.from_snapshot(table.snapshot())):
            assert (again.ply, again.undone, again.groups, again.log) == (
                table.ply,
                table.undone,
                table.groups,
                table.log,
            )
            assert again.game is not None
            assert table.game is not None
            assert again.game.state.tolist() == table.game.state.tolist()
            assert again.game.moves == table.game.moves
        await house.store.close()

    within(60, read())


def test_a_long_log_is_read_once_and_then_from_its_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who plays and takes back for ever does not make the table slower and slower to open."""
    read: list[int] = []
    entries_of = Store.entries

    async def noted(self: Store, table_id: str, after: int) -> list[LogEntry]:
        found = await entries_of(self, table_id, after)
        read.append(len(found))
        return found

    async def grow() -> tuple[str, int]:
        house = await open_house(tmp_path / "tables.sqlite3")
        row, _ = await seating(house).open_table(WISH, "holder", "address")
        begun = await house.load(row)
        assert begun.game is not None
        assert begun.to_move is not None
        play, _ = first_move(begun)
        undo = LogEntry(2, "undo", begun.to_move, json.dumps({"moves": 0}))
        count = 6_000
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
            for number in range(count):
                entry = (play, undo)[number % 2]
                values = (row.id, number + 1, entry.kind, entry.seat, entry.body, 0.0)
                connection.execute("INSERT INTO log (table_id, ply, kind, seat, body, at) VALUES (?,?,?,?,?,?)", values)
            connection.execute("UPDATE tables SET ply = ?, version = version + 1 WHERE id = ?", (count, row.id))
            connection.commit()
        await house.store.close()
        return row.id, count

    async def look(table_id: str) -> Table:
        house = await open_house(tmp_path / "tables.sqlite3")
        table = await house.load(await house.row(table_id))
        await house.store.close()
        return table

    async def play_on(table_id: str) -> None:
        house = await open_house(tmp_path / "tables.sqlite3")
        row = await house.row(table_id)
        for _ in range(SNAPSHOT_EVERY + 20):
            table = await house.load(row)
            step = first_move(table) if len(table.log) < 5 else table.undo(table.log[0].seat, table.ply)
            written = await house.store.append(row, *step)
            assert written is not None
            row = written
            house._remember(row.id, step[1])
        await house.store.close()

    table_id, count = within(120, grow())
    monkeypatch.setattr(Store, "entries", noted)
    first, second = within(60, look(table_id)), within(60, look(table_id))
    assert read == [count + 1, 0]
    assert first.log == second.log == ()
    assert (first.ply, second.ply, second.undone) == (count, count, True)
    within(60, play_on(table_id))
    read.clear()
    third = within(60, look(table_id))
    assert third.ply == count + SNAPSHOT_EVERY + 20
    assert sum(read) <= SNAPSHOT_EVERY


def test_nothing_is_taken_back_in_a_log_that_has_grown_too_long(tmp_path: Path) -> None:
    async def undo() -> None:
        house = await open_house(tmp_path / "tables.sqlite3")
        row, _ = await seating(house).open_table(WISH, "holder", "address")
        begun = await house.load(row)
        _, table = first_move(begun)
        seat = table.log[0].seat
        assert table.moves_before_undo(seat) == 0
        table = replace(table, ply=MOST_ENTRIES)
        assert table.moves_before_undo(seat) is None
        with pytest.raises(RefusalError, match="no move to take back"):
            table.undo(seat, table.ply)
        await house.store.close()

    within(60, undo())
