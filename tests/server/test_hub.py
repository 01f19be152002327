"""Tables in memory: what a turn and an idle connection cost the database, and who is told what, how often."""

import asyncio
import json
import re
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from sanssouci.server import app
from sanssouci.server.house import House
from sanssouci.server.storage import appending
from sanssouci.server.storage.database import prepare_sqlite
from sanssouci.server.storage.store import Store
from server.inprocess import GENEROUS, in_process
from server.playing import at, two_people, whole_move
from server.serving import Live, Person, Server, until, within

OF_A_TABLE = re.compile(r"FROM (seats|log|chat)\b|INTO (log|chat)|UPDATE tables SET (?!version)")


@contextmanager
def statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], list[str]]]:
    """All statements to the database from here on: those of logs, and all others."""
    logs: list[str] = []
    others: list[str] = []

    def traced(connection: Any, record: object) -> None:
        prepare_sqlite(connection, record)
        connection.set_trace_callback(logs.append)

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        others.append(statement)

    monkeypatch.setattr(appending, "prepare_sqlite", traced)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield logs, others
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def until_noted(database: Path, count: int) -> None:
    """Wait until it is stored which seats are online, and for what that brings about."""

    async def is_noted() -> bool:
        with closing(sqlite3.connect(database, timeout=60)) as connection:
            noted = connection.execute("SELECT count(*) FROM seats WHERE online_until > ?", (time.time(),)).fetchone()
            return bool(noted[0] == count)

    await until(is_noted)
    await asyncio.sleep(0.5)


async def play_turn(lives: list[Live], frame: dict[str, Any]) -> dict[str, Any]:
    """Play a turn of whoever has to move, step by step, and return the mover's next game frame."""
    draft = frame["drafts"][0]
    seat, ply = draft["seat"], draft["ply"]
    while draft["move"] is None:
        steps = [*draft["steps"], draft["choices"][0]["text"]]
        await lives[seat].send(type="steps", seat=seat, ply=ply, steps=steps, id=1)
        draft = (await lives[seat].until("draft", id=1))["draft"]
    await lives[seat].send(type="play", seat=seat, ply=ply, move=draft["move"], id=2)
    frames = [await live.until("game", ply=ply + 1) for live in lives]
    return next(frame for frame in frames if frame["drafts"])


def test_a_turn_is_one_transaction_of_at_most_four_statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: Server, logs: list[str], others: list[str]) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as here, guest.live(table) as there:
                frames = [await live.until("game") for live in (here, there)]
                frame = next(frame for frame in frames if frame["drafts"])
                for _ in range(3):
                    frame = await play_turn([here, there], frame)
                await until_noted(tmp_path / "tables.sqlite3", 2)
                logs.clear()
                others.clear()
                for _ in range(6):
                    frame = await play_turn([here, there], frame)
                assert [text for text in others if OF_A_TABLE.search(text)] == []
                assert sum(text.startswith("COMMIT") for text in logs) == 6
                assert len([text for text in logs if not text.startswith(("BEGIN", "COMMIT"))]) <= 6 * 4

    with statements(monkeypatch) as (logs, others), in_process(tmp_path / "tables.sqlite3") as server:
        within(30, play(server, logs, others))


def test_a_move_is_shown_once_to_all_who_see_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: Counter[tuple[int, str | None]] = Counter()
    show = House.show_game

    def counted(self: House, row: Any, table: Any, holder: str | None, start: int = 0) -> Any:
        shown[table.ply, holder] += 1
        return show(self, row, table, holder, start)

    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest, AsyncExitStack() as stack:
            table = await two_people(host, guest, first=0)
            strangers = [await stack.enter_async_context(Person(server)) for _ in range(4)]
            people = [host, host, guest, guest, *strangers]
            lives = [await stack.enter_async_context(person.live(table)) for person in people]
            frames = [await live.until("game") for live in lives]
            await whole_move(lives[0], frames[0])
            for live in lives:
                await live.until("game", ply=1)

    monkeypatch.setattr(House, "show_game", counted)
    with in_process(tmp_path / "tables.sqlite3") as server:
        within(20, play(server))
    assert [count for (ply, _), count in shown.items() if ply == 1] == [1, 1, 1]


def test_idle_connections_ask_the_database_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few questions now and then for all of them together, not some for each."""
    monkeypatch.setattr(app, "HEARTBEAT", 0.5)

    async def rest(server: Server, others: list[str]) -> list[str]:
        async with Person(server) as host, Person(server) as watcher, AsyncExitStack() as stack:
            tables = [(await host.open("here", "here"))["table"]["id"] for _ in range(10)]
            for table in tables:
                for person in (host, host, watcher):
                    await (await stack.enter_async_context(person.live(table))).until("game")
            await until_noted(tmp_path / "tables.sqlite3", 20)
            await asyncio.sleep(1.5)  # comings of watchers are told together, a moment later
            others.clear()
            await asyncio.sleep(2.5)
            return [*others]

    with statements(monkeypatch) as (_, others), in_process(tmp_path / "tables.sqlite3") as server:
        asked = within(30, rest(server, others))
    assert [text for text in asked if OF_A_TABLE.search(text)] == []
    assert len(asked) < 30


def test_whoever_comes_while_the_last_one_leaves_hears_what_happens_next(tmp_path: Path) -> None:
    """A reload: the new connection is about to enter when the old one, the only one at the table, ends."""

    def dawdle(*_: Any) -> None:
        time.sleep(0.05)

    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as old:
                await old.until("game")
                event.listen(Engine, "before_cursor_execute", dawdle)
                coming = host.live(table)
                new = await coming.__aenter__()
            try:
                frame = await new.until("game")
                event.remove(Engine, "before_cursor_execute", dawdle)
                move = frame["drafts"][0]["choices"][0]["text"]
                await host.do(at(table, "/play"), {"seat": 0, "ply": 0, "move": move})
                async with asyncio.timeout(30):
                    await new.until("game", ply=1)
            finally:
                await coming.__aexit__(None, None, None)

    with in_process(tmp_path / "tables.sqlite3") as server:
        try:
            within(30, play(server))
        finally:
            if event.contains(Engine, "before_cursor_execute", dawdle):
                event.remove(Engine, "before_cursor_execute", dawdle)


def test_a_change_by_another_process_is_noticed_without_redis(tmp_path: Path) -> None:
    async def play(one: Server, two: Server) -> None:
        async with Person(one) as host, Person(two) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as here, guest.live(table) as there:
                frame = await here.until("game")
                await there.until("game")
                for number in range(2):
                    move = await whole_move(here if number == 0 else there, frame)
                    reached = await (there if number == 0 else here).until("game", ply=frame["ply"] + 1)
                    assert [told["move"] for told in reached["log"]] == [move]
                    frame = reached
                await here.send(type="say", text="Here I am", id=9)
                while not (lines := (await there.until("chat"))["lines"]):
                    pass
                assert lines[-1]["text"] == "Here I am"

    database = tmp_path / "tables.sqlite3"
    with in_process(database) as one, in_process(database) as two:
        within(15, play(one, two))


def test_a_draft_survives_a_reload_through_another_process(tmp_path: Path) -> None:
    async def draft(one: Server, two: Server) -> None:
        async with Person(one) as host, Person(two) as again:
            table = (await host.open("here", "here", first=0))["table"]["id"]
            assert host.token is not None
            again.token = host.token
            async with host.live(table) as live:
                choice = (await live.until("game"))["drafts"][0]["choices"][0]["text"]
                await live.send(type="steps", seat=0, ply=0, steps=[choice], id=1)
                kept = (await live.until("draft", id=1))["draft"]
            while (await again.see(at(table, "/game")))["drafts"] != [kept]:
                await asyncio.sleep(0.05)  # it is stored a moment later
            async with again.live(table) as live:
                assert (await live.until("game"))["drafts"] == [kept]

    database = tmp_path / "tables.sqlite3"
    with in_process(database) as one, in_process(database) as two:
        within(15, draft(one, two))


def test_a_draft_of_the_last_turn_has_nobody_read_a_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, redis_url: str
) -> None:
    """It is stored, and announced, while the turn is confirmed; then another has to move, through another process."""
    keep, stored = Store.keep_drafts, threading.Event()

    async def slowly(self: Store, drafts: Any) -> None:
        await asyncio.sleep(0.5)
        await keep(self, drafts)
        stored.set()

    async def play(one: Server, two: Server, others: list[str]) -> None:
        async with Person(one) as host, Person(two) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as here, guest.live(table) as there:
                frame = await here.until("game")
                await there.until("game")
                await until_noted(tmp_path / "tables.sqlite3", 2)
                await asyncio.sleep(0.5)
                monkeypatch.setattr(Store, "keep_drafts", slowly)
                steps = [frame["drafts"][0]["choices"][0]["text"]]
                await here.send(type="steps", seat=0, ply=frame["ply"], steps=steps, id=1)
                await here.until("draft", id=1)
                await asyncio.sleep(0.3)  # it is being stored
                others.clear()
                await whole_move(here, frame)
                await there.until("game", ply=frame["ply"] + 1)
                assert await asyncio.to_thread(stored.wait, 60)
                await asyncio.sleep(0.3)
                assert [text for text in others if OF_A_TABLE.search(text)] == []

    database = tmp_path / "tables.sqlite3"
    with (
        statements(monkeypatch) as (_, others),
        in_process(database, channels=redis_url) as one,
        in_process(database, channels=redis_url) as two,
    ):
        within(15, play(one, two, others))


# ── watchers ──────────────────────────────────────────────────────────────────────────────────────────


def test_watchers_do_not_lock_a_tables_own_players_out(tmp_path: Path) -> None:
    async def watch(server: Server) -> None:
        async with Person(server) as host, Person(server) as stranger, AsyncExitStack() as stack:
            table = (await host.open("here", "here"))["table"]["id"]
            for _ in range(4):
                await (await stack.enter_async_context(stranger.live(table))).until("table")
            async with stranger.live(table) as late:
                assert (await late.until("error"))["problem"]["code"] == "too_many"
            for _ in range(3):
                await (await stack.enter_async_context(host.live(table))).until("game")

    with in_process(tmp_path / "tables.sqlite3", limits=replace(GENEROUS, connections_of_table=4)) as server:
        within(15, watch(server))


def test_many_who_come_at_once_are_announced_together(tmp_path: Path) -> None:
    async def watch(server: Server) -> None:
        async with Person(server) as host, Person(server) as stranger, AsyncExitStack() as stack:
            table = (await host.open("here", "here"))["table"]["id"]
            live = await stack.enter_async_context(host.live(table))
            await live.until("game")
            start = time.monotonic()
            for _ in range(40):
                await stack.enter_async_context(stranger.live(table))
            while (await live.until("table"))["table"]["watching"] < 40:
                pass
            seconds = time.monotonic() - start
            told = [json.loads(text)["table"]["watching"] for text in live.frames if text.startswith('{"type":"table"')]
            assert len(told) <= 5 + seconds, f"more than one a second: {told}"

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(15, watch(server))
