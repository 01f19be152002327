"""Several processes on one database: one is killed or replaced, and the people at its tables play on."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from server.databases import Cluster, Database
from server.playing import at, end_of
from server.serving import PROXY, Person, Server, start_server, within

pytestmark = pytest.mark.slow


@pytest.fixture
def shared(cluster: Cluster) -> Database:
    return cluster.upgraded()


@contextmanager
def two_servers(database: Database, *options: str) -> Iterator[tuple[Server, Server]]:
    first = start_server(database.url, PROXY, *options)
    second = start_server(database.url, PROXY, *options)
    try:
        yield first, second
    finally:
        for server in (first, second):
            server.stop()
    assert not [line for line in second.lines if "Traceback" in line], "".join(second.lines)


async def until_it_is_my_turn(person: Person, tables: list[str], seconds: float) -> None:
    """Wait until the computers at all tables have moved."""
    async with asyncio.timeout(seconds):
        for table in tables:
            while (await person.see(at(table)))["to_move"] != 0:
                await asyncio.sleep(0.1)


def test_what_a_killed_process_was_thinking_about_is_taken_over_within_seconds(shared: Database) -> None:
    async def run(first: Server, second: Server) -> None:
        async with Person(first) as here, Person(second) as there:
            king = {"kind": "computer", "level": "king"}
            opened = [await here.open("here", king, king, first=0, pace=1) for _ in range(2)]
            tables = [one["table"]["id"] for one in opened]
            assert here.token is not None
            there.token = here.token
            for table in tables:
                await here.do(at(table, "/play"), {"seat": 0, "ply": 0, "move": "A"})
            while True:  # until one of them is being thought about, and cannot be decided any more
                first.process.send_signal(signal.SIGSTOP)
                if await shared.ask("SELECT 1 FROM leases"):
                    break
                first.process.send_signal(signal.SIGCONT)
                await asyncio.sleep(0.05)
            first.kill()
            assert await shared.ask("SELECT 1 FROM leases"), "the killed process has left its lease"
            await until_it_is_my_turn(there, tables, 60)
            for table in tables:
                log = await shared.log(table)  # which has every entry once
                assert [entry.seat for entry in log[1:4]] == [0, 1, 2]

    with two_servers(shared) as servers:
        within(60, run(*servers))


def test_a_process_that_ends_hands_everything_over(shared: Database) -> None:
    async def run(first: Server, second: Server) -> None:
        async with Person(first) as here, Person(second) as there:
            slow = {"kind": "computer", "level": "greedy"}
            table = (await here.open("here", slow, first=0, pace=9))["table"]["id"]
            assert here.token is not None
            there.token = here.token
            async with here.live(table) as live:
                await live.until("game")
                await live.send(type="play", seat=0, ply=0, move="A", id=1)
                await live.until("done", id=1)
                first.process.send_signal(signal.SIGTERM)
                while httpx.get(f"{first.url}/health/ready").status_code == 200:
                    await asyncio.sleep(0.02)
                assert httpx.get(f"{first.url}/health/ready").json()["faults"] == ["draining"]
                problem = await here.refused("restarting", "/api/tables", {"seats": [{"kind": "here"}] * 2})
                assert problem["message"]
                assert (await here.see(at(table)))["status"] == "running"  # all else is served to the end
                assert await end_of(live) == 1012
            async with there.live(table) as live:
                assert (await live.until("game"))["ply"] >= 1
                await until_it_is_my_turn(there, [table], 60)
            await asyncio.to_thread(first.process.wait, 60)
            assert first.process.returncode == 0
            assert not await shared.ask("SELECT 1 FROM leases")

    with two_servers(shared, "--drain", "5") as servers:
        within(60, run(*servers))
        assert not [line for line in servers[0].lines if "rror" in line], "".join(servers[0].lines)


def test_a_process_alone_ends_at_once_and_says_that_it_comes_back(tmp_path: Path) -> None:
    server = start_server(tmp_path / "tables.sqlite3")

    async def run() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here"))["table"]["id"]
            async with host.live(table) as live:
                await live.until("game")
                server.process.send_signal(signal.SIGTERM)
                assert await end_of(live) == 1012
            assert await asyncio.to_thread(server.process.wait, 60) == 0

    try:
        within(30, run())
    finally:
        server.stop()
