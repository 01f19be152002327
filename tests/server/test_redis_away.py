"""Redis is a convenience: while it is away nobody is cut off, and what was tried meanwhile is not deaf afterwards."""

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from sanssouci.server.announcing import RedisAnnouncer
from sanssouci.server.settings import Limits
from server.databases import Program, free_port, redis_program
from server.inprocess import PLENTY, in_process
from server.playing import two_people, whole_move
from server.serving import PROXY, Person, Server, serving, within

LOST = "Redis cannot be reached"
BACK = "Redis is back"


async def until(is_so: Any) -> None:
    async with asyncio.timeout(90):
        while not is_so():
            await asyncio.sleep(0.05)


def test_without_redis_everything_goes_on_and_with_it_again_at_once(tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path / 'tables.sqlite3'}", free_port()

    async def begin(one: Server, two: Server) -> tuple[Person, Person, str]:
        host, guest = Person(one), Person(two)
        table = await two_people(host, guest, first=0)
        async with host.live(table) as here, guest.live(table) as there:
            frame = await here.until("game")
            await there.until("game")
            await whole_move(here, frame)
            await there.until("game", ply=1)
        return host, guest, table

    async def meanwhile(one: Server, two: Server, host: Person, guest: Person, table: str) -> str:
        for server in (one, two):
            await until(lambda server=server: any(LOST in line for line in server.lines))
        new = await two_people(host, guest, first=0)
        for each, ply in ((table, 1), (new, 0)):
            async with host.live(each) as here, guest.live(each) as there:
                frames = [await live.until("game", ply=ply) for live in (here, there)]
                mover, other = (here, there) if frames[0]["drafts"] else (there, here)
                await whole_move(mover, next(frame for frame in frames if frame["drafts"]))
                await mover.until("game", ply=ply + 1)
                await other.until("game", ply=ply + 1)  # through the database
        return new

    async def afterwards(one: Server, two: Server, host: Person, guest: Person, new: str) -> None:
        async with host.live(new) as here, guest.live(new) as there:
            for server in (one, two):
                await until(lambda server=server: any(BACK in line for line in server.lines))
            frames = [await live.until("game") for live in (here, there)]
            mover, other = (here, there) if frames[0]["drafts"] else (there, here)
            await asyncio.sleep(2.5)  # the last question to the database that was asked without Redis
            await whole_move(mover, next(frame for frame in frames if frame["drafts"]))
            async with asyncio.timeout(9):  # the next one is asked after ten seconds
                await other.until("game", ply=2)
        await host.aclose()
        await guest.aclose()
        for server in (one, two):
            assert sum(LOST in line for line in server.lines) == 1, server.lines

    async def all_of_it(one: Server, two: Server, redis: Program) -> None:
        host, guest, table = await begin(one, two)
        redis.stop()
        new = await meanwhile(one, two, host, guest, table)
        redis.start()
        await afterwards(one, two, host, guest, new)

    options = (PROXY, "--channels", f"redis://127.0.0.1:{port}")
    with redis_program(port) as redis, serving(database, *options) as one, serving(database, *options) as two:
        within(60, all_of_it(one, two, redis))


def test_a_server_starts_and_plays_without_its_redis(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as here, guest.live(table) as there:
                await whole_move(here, await here.until("game"))
                await there.until("game", ply=1)

    with in_process(tmp_path / "tables.sqlite3", channels=f"redis://127.0.0.1:{free_port()}") as server:
        within(20, play(server))


def test_limits_do_not_multiply_by_process(tmp_path: Path, redis_url: str) -> None:
    limits = Limits(requests=PLENTY, new_tables=(0.001, 5.0))
    wish = {"seats": [{"kind": "here"}, {"kind": "invited"}]}
    database = tmp_path / "tables.sqlite3"
    with (
        in_process(database, limits=limits, channels=redis_url) as one,
        in_process(database, limits=limits, channels=redis_url) as two,
        httpx.Client(timeout=30) as client,
    ):
        answers = [client.post(f"{one.url}/api/tables", json=wish) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 5

        for _ in range(4):  # one more, and the second process might refuse by its own count
            time.sleep(2.5)  # until it has heard of them, unless the machine is busy
            if not (answer := client.post(f"{two.url}/api/tables", json=wish)).is_success:
                break
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")


@pytest.mark.parametrize("limit", ["connections_of_address", "connections_of_table"])
def test_connections_are_counted_in_all_processes(tmp_path: Path, redis_url: str, limit: str) -> None:
    scarce: dict[str, Any] = {limit: 4}
    limits = Limits(requests=PLENTY, **scarce)
    database = tmp_path / "tables.sqlite3"

    async def connect(one: Server, two: Server) -> None:
        async with Person(one) as host, Person(one) as here, Person(two) as there, AsyncExitStack() as stack:
            table = (await host.open("here", "here"))["table"]["id"]
            for _ in range(4):
                await (await stack.enter_async_context(here.live(table))).until("game")
            first = "table"
            while first == "table":  # until the second process has heard of them
                async with there.live(table) as live:
                    frame = await live.next()
                    first = frame["problem"]["code"] if frame["type"] == "error" else frame["type"]
            assert first == "too_many"

    with (
        in_process(database, limits=limits, channels=redis_url) as one,
        in_process(database, limits=limits, channels=redis_url) as two,
    ):
        within(40, connect(one, two))


@pytest.mark.parametrize("cookies", ["one", "none", "many"])
def test_messages_are_counted_on_all_connections_together(tmp_path: Path, cookies: str) -> None:
    """Whoever opens ten connections may not say ten times as much, nor whoever has a cookie for each of them."""
    few: tuple[float, float] = (0.01, 20.0)
    limits = Limits(requests=PLENTY, messages=few, pause=0.1)
    if cookies == "many":
        limits = Limits(requests=PLENTY, messages=PLENTY, messages_of_address=few, pause=0.1)

    async def talk(person: Person, table: str) -> int:
        accepted = 0
        async with person.live(table) as live:
            for number in range(6):
                await live.send(type="undo", seat=0, ply=0, id=number)
            for number in range(6):
                while (frame := await live.next()).get("id") != number:
                    pass
                accepted += frame["problem"]["code"] != "too_fast"
        return accepted

    async def flood(server: Server) -> int:
        async with AsyncExitStack() as stack:
            count = 8 if cookies == "many" else 1
            people = [await stack.enter_async_context(Person(server)) for _ in range(count)]
            tables = [(await person.open("here", "here"))["table"]["id"] for person in people]
            if cookies == "none":
                del people[0].headers["Cookie"]
            talking = (talk(people[number % count], tables[number % count]) for number in range(8))
            return sum(await asyncio.gather(*talking))

    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server:
        assert 20 <= within(30, flood(server)) <= 30


def test_whoever_has_lost_redis_says_so_once_and_looks_at_everything_when_it_is_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was announced in between has not been heard, and the next question to the database comes late."""
    port, happened = free_port(), Counter[str]()
    note_loss = RedisAnnouncer._note_loss

    def noted(announcer: RedisAnnouncer, error: Exception) -> None:
        happened["lost"] += 1
        note_loss(announcer, error)

    monkeypatch.setattr(RedisAnnouncer, "_note_loss", noted)

    async def lose(redis: Program) -> None:
        announcer = RedisAnnouncer(f"redis://127.0.0.1:{port}")
        announcer.connected = lambda: happened.update(["connected"])
        running = asyncio.create_task(announcer.run())
        await until(lambda: happened["connected"] == 1)
        await asyncio.to_thread(redis.stop)
        await until(lambda: happened["lost"] == 3)
        await asyncio.to_thread(redis.start)
        await until(lambda: happened["connected"] == 2)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with redis_program(port) as redis:
        within(30, lose(redis))
    assert [record.getMessage()[: len(LOST)] for record in caplog.records if "Redis" in record.getMessage()] == [
        LOST,
        BACK,
    ]
