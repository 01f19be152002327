"""Limits: what one client may ask for, and that those who ask for much do not keep the others waiting."""

import asyncio
import json
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import text as sql
from websockets.exceptions import ConnectionClosed

from sanssouci.box.errors import SanssouciError
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.levels import LEVELS
from sanssouci.server.crowd import Crowd
from sanssouci.server.rates import Rate
from sanssouci.server.settings import Limits, read_limits, sqlite_url
from sanssouci.server.slots import FairSlots
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.store import Store
from sanssouci.study.puzzles import shipped
from server.inprocess import GENEROUS, PLENTY, in_process
from server.serving import COOKIE, Server, within
from strategies import ROOT

WAITING = {"seats": [{"kind": "here"}, {"kind": "invited"}]}


# ── Rate ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_burst_is_allowed_and_then_no_more() -> None:
    rate = Rate((0.001, 5))
    assert [rate.allows("a") for _ in range(7)] == [True] * 5 + [False] * 2


def test_what_costs_more_counts_as_several_and_is_never_impossible() -> None:
    rate = Rate((0.001, 10))
    assert [rate.allows("a", 4) for _ in range(3)] == [True, True, False]
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert [rate.allows("b", 50) for _ in range(2)] == [True, False]


def test_each_asker_has_a_bucket_of_its_own() -> None:
    rate = Rate((0.001, 2))
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert [rate.allows("b") for _ in range(3)] == [True, True, False]


def test_a_bucket_fills_again_at_its_rate_and_never_over_its_brim(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rate = Rate((2, 4))
    assert [rate.allows() for _ in range(5)] == [True] * 4 + [False]
    now += 1.0
    assert [rate.allows() for _ in range(3)] == [True, True, False]
    now += 0.4
    assert not rate.allows()
    now += 0.2  # what was refused has cost nothing
    assert rate.allows()
    now += 1_000.0
    assert [rate.allows() for _ in range(5)] == [True] * 4 + [False]


def test_being_refused_does_not_keep_the_bucket_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rate = Rate((1, 1))
    allowed = 0
    for tenth in range(101):
        now = tenth / 10
        allowed += rate.allows()
    assert 10 <= allowed <= 11


def test_an_endless_number_of_askers_is_not_remembered() -> None:
    rate = Rate((0.001, 1))
    for number in range(25_000):
        assert rate.allows(str(number))
    assert len(rate._buckets) <= 10_000
    assert not rate.allows("24999")


def test_who_may_ask_again_as_before_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rate = Rate((1, 20))
    for number in range(1_000):  # one a second: each bucket is full again after a second
        now = float(number)
        assert rate.allows(str(number))
        rate.used()
    assert len(rate._buckets) + len(rate._used) < 10
    assert [rate.allows("999") for _ in range(20)] == [True] * 19 + [False], "who has just asked is remembered"


# ── FairSlots ─────────────────────────────────────────────────────────────────────────────────────────


class Queue:
    """Askers at slots; notes in which order they get one. Nobody gives a slot back before the gate is open."""

    def __init__(self, count: int, *, is_open: bool = False) -> None:
        self.gate = asyncio.Event()
        if is_open:
            self.gate.set()
        self.slots = FairSlots(count)
        self.order: list[str] = []
        self.holding = 0
        self.most = 0
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *askers: str) -> list[asyncio.Task[None]]:
        """Let some ask, one after the other."""
        new = []
        for asker in askers:
            new.append(asyncio.create_task(self._hold(asker)))
            await asyncio.sleep(0)
        self.tasks += new
        return new

    async def _hold(self, asker: str) -> None:
        async with self.slots.slot(asker):
            self.order.append(asker)
            self.holding += 1
            self.most = max(self.most, self.holding)
            try:
                await self.gate.wait()
                for _ in range(3):
                    await asyncio.sleep(0)
            finally:
                self.holding -= 1

    async def finish(self) -> str:
        """Open the gate and wait until all have had a slot."""
        self.gate.set()
        async with asyncio.timeout(90):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        return "".join(self.order)


def test_askers_take_turns() -> None:
    async def run() -> str:
        queue = Queue(1)
        await queue.ask(*"aaaaabbbcd")
        return await queue.finish()

    assert within(60, run()) == "aabcdababa"


def test_who_comes_late_waits_for_one_turn_of_each_and_not_for_all() -> None:
    async def run() -> str:
        queue = Queue(1)
        await queue.ask(*"a" * 50, "b")
        return await queue.finish()

    order = within(60, run())
    assert order.startswith("aab")
    assert Counter(order) == {"a": 50, "b": 1}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_never_more_than_the_slots_are_held(count: int) -> None:
    async def run() -> Queue:
        queue = Queue(count)
        await queue.ask(*"abcabcaabbcc")
        await queue.finish()
        return queue

    queue = within(60, run())
    assert queue.most == count
    assert queue.holding == 0
    assert len(queue.order) == 12


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("steps", range(8))
def test_a_cancelled_request_loses_no_slot(number: int, steps: int) -> None:
    """Whoever is cancelled, at whatever moment: the others get their slot, and it is free at the end."""

    async def run() -> tuple[str, Queue]:
        queue = Queue(1, is_open=True)
        await queue.ask(*"aabbcc")
        for _ in range(steps):
            await asyncio.sleep(0)
        queue.tasks[number].cancel()
        await queue.finish()
        await queue.ask("z", "z")
        return await queue.finish(), queue

    order, queue = within(60, run())
    assert order.endswith("zz")
    assert len(order) in (7, 8)
    assert queue.most == 1
    assert not queue.slots._waiting
    assert queue.slots._free == 1


def test_a_holder_that_fails_gives_its_slot_back() -> None:
    async def run() -> bool:
        slots = FairSlots(1)
        with pytest.raises(ValueError, match="broken"):
            async with slots.slot("a"):
                raise ValueError("broken")
        async with asyncio.timeout(60), slots.slot("b"):
            return True

    assert within(60, run())


def test_all_waiting_requests_can_be_cancelled() -> None:
    async def run() -> str:
        queue = Queue(1)
        tasks = await queue.ask(*"abcabc")
        for task in tasks[1:]:
            task.cancel()
        await queue.finish()
        await queue.ask("z")
        return await queue.finish()

    assert within(60, run()) == "az"


def test_a_cancelled_request_costs_its_asker_no_turn() -> None:
    async def run() -> str:
        queue = Queue(1)
        tasks = await queue.ask(*"xaab")
        tasks[1].cancel()  # the first of a
        return await queue.finish()

    assert within(60, run()) == "xab"


# ── a file with limits ────────────────────────────────────────────────────────────────────────────────


def limits_of(tmp_path: Path, text: str) -> Limits:
    path = tmp_path / "limits.toml"
    path.write_text(text, encoding="utf-8")
    return read_limits(path)


def test_a_file_changes_the_limits_that_it_names_and_no_others(tmp_path: Path) -> None:
    found = limits_of(tmp_path, "new_tables = [1, 100]\ntables = 7\npatience = 2.5\n")
    assert found == replace(Limits(), new_tables=(1.0, 100.0), tables=7, patience=2.5)
    assert limits_of(tmp_path, "") == Limits()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("newtables = [1, 100]", "there is no limit 'newtables'; limits are body_bytes, "),
        ("tables = 'many'", "Expected `int`, got `str` - at `$.tables`"),
        ("tables = 1.5", "at `$.tables`"),
        ("patience = true", "at `$.patience`"),
        ("new_tables = [1]", "at `$.new_tables`"),
        ("tables = 0", "tables must be greater than zero"),
        ("new_tables = [0.1, -1]", "new_tables must be greater than zero"),
        ("new_tables = [nan, 1]", "new_tables must be greater than zero"),
        ("tables", "not a TOML file"),
    ],
)
def test_a_faulty_file_of_limits_is_refused_with_its_fault(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SanssouciError) as refused:
        limits_of(tmp_path, text)
    assert says in str(refused.value)
    assert "limits.toml: " in str(refused.value)


def test_every_limit_is_explained_to_operators_with_its_default() -> None:
    def written(value: Any) -> str:
        return f"`[{value[0]:g}, {value[1]:g}]`" if isinstance(value, tuple) else f"{value:g}"

    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\S.*?) \| (.+) \|$", page.partition("## Limits")[2].partition("\n## ")[0], re.M)
    assert {name: default for name, default, _ in rows} == {
        each.name: written(getattr(Limits(), each.name)) for each in fields(Limits)
    }
    assert all(len(explained) > 10 for *_, explained in rows)


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────


def opened(client: httpx.Client, wish: dict[str, Any] = WAITING) -> httpx.Response:
    return client.post("/api/tables", json=wish)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which everything is scarce but requests."""
    limits = Limits(
        requests=PLENTY,
        messages=PLENTY,
        chat=(0.01, 2.0),
        new_tables=PLENTY,
        tables_of_holder=3,
        tables=9,
        connections_of_address=6,
        connections_of_table=4,
    )
    with in_process(tmp_path_factory.mktemp("limits") / "tables.sqlite3", limits=limits) as server:
        yield server


def test_a_holder_has_a_number_of_unfinished_tables_and_the_server_as_well(small: Server) -> None:
    with httpx.Client(base_url=small.url) as one, httpx.Client(base_url=small.url) as other:
        ids = [opened(one).json()["table"]["id"] for _ in range(3)]
        refused = opened(one)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert refused.json()["reason"] == "too_many.tables"
        assert opened(other).status_code == 201
        assert one.post(f"/api/tables/{ids[0]}/abandon").status_code == 200
        assert opened(one).status_code == 201
        for _ in range(5):
            with httpx.Client(base_url=small.url) as somebody:
                last = opened(somebody)
                assert last.status_code == 201
        with httpx.Client(base_url=small.url) as late:
            refused = opened(late)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
            assert refused.json()["reason"] == "too_many.server"
        for path in ids[1:]:
            one.post(f"/api/tables/{path}/abandon")


def test_a_return_game_counts_as_a_table(tmp_path: Path) -> None:
    limits = Limits(requests=PLENTY, new_tables=PLENTY, tables_of_holder=1)
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, httpx.Client(base_url=server.url) as client:
        first = opened(client).json()["table"]["id"]
        client.post(f"/api/tables/{first}/abandon")
        assert opened(client).status_code == 201
        refused = client.post(f"/api/tables/{first}/rematch")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")


def test_new_tables_come_at_a_rate(tmp_path: Path) -> None:
    limits = Limits(requests=PLENTY, new_tables=(0.001, 3.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server:
        answers = []
        for _ in range(4):
            with httpx.Client(base_url=server.url) as client:  # the rate is that of the address, not of the cookie
                answers.append(opened(client))
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["code"] == "too_fast"
    assert "set-cookie" not in answers[-1].headers


def test_a_long_list_counts_as_several_requests(tmp_path: Path) -> None:
    """They take longer to make, and everybody else waits meanwhile: forty a second would stop the server."""
    limits = replace(GENEROUS, requests=(0.001, 25.0))
    lists = [
        *("/api/lobby", "/api/openapi.json", "//api/tables/", "/api/puzzles", "/api/salons/x"),
        *("/api/mine/games", "/api/mine/progress"),
    ]

    def ask(number: int, path: str) -> tuple[list[int], int]:
        """The answers to somebody with an address of their own, who asks four times, and then for something short."""
        with httpx.Client(transport=httpx.HTTPTransport(local_address=f"127.0.0.{number}")) as client:
            answers = [client.get(f"{server.url}{path}").status_code for _ in range(4)]
            return answers, client.get(f"{server.url}/api/you").status_code

    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, ThreadPoolExecutor(len(lists)) as threads:
        found = dict(zip(lists, threads.map(ask, range(2, 20), lists), strict=True))
    for path, (answers, last) in found.items():
        assert ([status == 429 for status in answers], last) == ([False, False, False, True], 200), path


def test_taps_that_come_together_count_as_several_commands(tmp_path: Path) -> None:
    limits = replace(GENEROUS, messages=(0.001, 12.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, httpx.Client(base_url=server.url) as client:
        wish = {"box": "ravensburger", "players": 2, "purpose": "count"}
        path = f"/api/companion/tables/{client.post('/api/companion/tables', json=wish).json()['id']}/taps"
        puts = [
            {"number": number, "key": f"tap-{number:08}", "kind": "put", "part": "garden", "seat": 0, "text": "1A"}
            for number in range(1, 101)
        ]
        answers = [client.post(path, json={"taps": taps}).status_code for taps in (puts[:50], puts[50:], puts[50:55])]
    assert answers == [200, 429, 200]


def test_an_address_cannot_fill_the_server_in_days(tmp_path: Path) -> None:
    """Even one that takes its time, and a fresh cookie for each table."""
    limits = Limits(requests=PLENTY, new_tables=PLENTY, daily_tables=(0.0001, 3.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server:
        answers = [httpx.post(f"{server.url}/api/tables", json=WAITING) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["code"] == "too_many"
    rate, burst = Limits().daily_tables
    assert burst + 7 * 86_400 * rate < Limits().tables / 10


NEW = {
    "/api/tables": WAITING,
    "/api/puzzles": {},
    "/api/lessons/card": {},
    "/api/luck": {},
    f"/api/luck/{datetime.now(UTC).date().isoformat()}": {},
    "/api/companion/games": {"box": "ravensburger", "players": 2},
    "/api/boxes": {"extends": "imperial"},
    "/api/salons": {"name": "Thursdays", "you": "Ada"},
}


def test_nothing_that_is_kept_can_be_begun_without_end_from_one_address(tmp_path: Path) -> None:
    """Whatever it is, and with a fresh cookie each time."""
    limits = Limits(requests=PLENTY, new_tables=PLENTY, daily_tables=(0.0001, 3.0), daily_boxes=(0.0001, 3.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server:
        for number, (path, wish) in enumerate(NEW.items(), 2):
            transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
            with httpx.Client(base_url=server.url, transport=transport) as client:
                answers = []
                for _ in range(4):
                    client.cookies.clear()
                    answers.append(client.post(path, json=wish))
            assert [answer.is_success for answer in answers] == [True, True, True, False], path
            assert answers[-1].json()["reason"] == "too_many.new", path


def test_a_solver_goes_on_from_puzzle_to_puzzle_at_one_table(tmp_path: Path) -> None:
    limits = Limits(requests=PLENTY, new_tables=PLENTY, daily_tables=(0.0001, 1.0))
    database = tmp_path / "tables.sqlite3"
    with in_process(database, limits=limits) as server, httpx.Client(base_url=server.url) as client:
        for puzzle in list(shipped())[:5]:
            assert client.post("/api/puzzles", json={"puzzle": puzzle}).status_code == 200
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchall() == [(1,)]


def test_tables_that_nobody_plays_at_are_closed(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    computers = {"first": 0, "pace": 0, "seats": [{"kind": "computer", "level": "random"}, {"kind": "here"}]}
    people = {"first": 0, "seats": [{"kind": "here"}, {"kind": "here"}]}
    with in_process(database) as server, httpx.Client(base_url=server.url) as client:
        waiting, unplayed, begun, played = (
            opened(client, wish).json()["table"]["id"] for wish in (WAITING, computers, people, people)
        )
        move = {"seat": 0, "ply": 0, "move": "A"}
        assert client.post(f"/api/tables/{played}/play", json=move).status_code == 200
        while client.get(f"/api/tables/{unplayed}").json()["ply"] < 1:  # the computer has moved, nobody else
            time.sleep(0.05)

    async def closed(before: float, unplayed: float) -> set[str]:
        engine = open_database(sqlite_url(database))
        try:
            await Store(engine).lapse(before, unplayed=unplayed)
            async with engine.connect() as connection:
                query = sql("SELECT id FROM tables WHERE status = 'abandoned'")
                return set((await connection.execute(query)).scalars())
        finally:
            await engine.dispose()

    later = time.time() + 1
    assert within(60, closed(later - 3_600, later - 3_600)) == set()
    assert within(60, closed(later - 3_600, later)) == {unplayed, begun}
    assert within(60, closed(later, later)) == {unplayed, begun, waiting}


def test_talk_comes_at_a_rate(small: Server) -> None:
    with httpx.Client(base_url=small.url) as client:
        answer = opened(client)
        table = answer.json()["table"]["id"]
        said = [client.post(f"/api/tables/{table}/say", json={"type": "say", "text": str(n)}) for n in range(3)]
        assert [answer.status_code for answer in said] == [200, 200, 429]
        assert said[-1].json()["code"] == "too_fast"
        assert len(client.get(f"/api/tables/{table}/chat").json()["lines"]) == 2
        client.post(f"/api/tables/{table}/abandon")


# ── what is kept ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def thrifty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps little."""
    rare: tuple[float, float] = (0.0001, 3.0)
    limits = replace(GENEROUS, lines_of_table=3, reports=rare, daily_accounts=rare)
    with in_process(tmp_path_factory.mktemp("thrifty") / "tables.sqlite3", limits=limits) as server:
        yield server


def test_the_last_lines_of_a_chat_are_kept(thrifty: Server) -> None:
    with httpx.Client(base_url=thrifty.url) as client:
        tables = [opened(client).json()["table"]["id"] for _ in range(2)]
        for number in range(5):
            for table in tables:
                said = client.post(f"/api/tables/{table}/say", json={"type": "say", "text": str(number)})
                assert said.status_code == 200
        for table in tables:
            lines = client.get(f"/api/tables/{table}/chat").json()["lines"]
            assert [line["text"] for line in lines] == ["2", "3", "4"]


def test_an_address_reports_a_number_of_people_however_many_cookies_it_has(thrifty: Server) -> None:
    def report() -> int:
        with httpx.Client(base_url=thrifty.url) as host, httpx.Client(base_url=thrifty.url) as guest:
            answer = opened(host).json()
            table = f"/api/tables/{answer['table']['id']}"
            guest.post(f"{table}/sit", json={"key": answer["invitations"][0]["key"], "name": "Guest"})
            return host.post(f"{table}/report", json={"seat": 1, "reason": "abuse"}).status_code

    assert [report() for _ in range(4)] == [200, 200, 200, 429]


def test_an_address_has_a_number_of_new_accounts_and_devices(thrifty: Server) -> None:
    name = {"label": "Laptop", "name": "Ada"}
    with httpx.Client(base_url=thrifty.url) as ada, httpx.Client(base_url=thrifty.url) as phone:
        link = ada.post("/api/you/link", json=name).json()["link"]
        joined = phone.post("/api/you/devices", json={"key": link.partition("#")[2], "label": "Phone"})
        assert joined.status_code == 200
        assert httpx.post(f"{thrifty.url}/api/you", json=name).status_code == 200
        refused = httpx.post(f"{thrifty.url}/api/you", json=name)
        assert (refused.status_code, refused.json()["reason"]) == (429, "too_many.new")
        assert ada.post("/api/you", json={"label": "Laptop", "name": "Eva"}).status_code == 200


def test_a_seat_does_not_pass_through_any_number_of_hands(thrifty: Server) -> None:
    """Each of them has seen its cards, which is remembered for as long as the game goes on."""
    seated = []
    with httpx.Client(base_url=thrifty.url) as host:
        answer = opened(host, {**WAITING, "audience": "anyone"}).json()["table"]
        table = f"/api/tables/{answer['id']}"
        for _ in range(25):
            with httpx.Client(base_url=thrifty.url) as guest:
                sat = guest.post(f"{table}/sit", json={"name": "Guest"})
                if not sat.is_success:
                    break
                seated.append(guest.cookies[COOKIE])
                assert guest.post(f"{table}/seats/1/leave").status_code == 200
        assert (len(seated), sat.json()["code"]) == (20, "seat_taken")
        assert "sit" not in httpx.get(f"{thrifty.url}{table}").json()["may"]
        assert host.post(f"{table}/seats/1/key").json()["code"] == "seat_taken"
        back = httpx.post(f"{thrifty.url}{table}/seats/1/return", cookies={COOKIE: seated[-1]})
        assert back.status_code == 200
        assert host.post(f"{table}/say", json={"type": "say", "text": "welcome back"}).status_code == 200


# ── Crowd ─────────────────────────────────────────────────────────────────────────────────────────────


def test_an_address_has_room_for_as_many_connections_as_all_processes_leave_it() -> None:
    crowd = Crowd(10)
    for _ in range(4):
        crowd.arrive("a")
    assert crowd.told == {"a": 4}
    crowd.hear("another", {"a": 5})
    assert crowd.has_room("a")
    crowd.arrive("a")
    assert not crowd.has_room("a")
    assert crowd.has_room("b")
    crowd.leave("a")
    assert crowd.has_room("a")


def test_what_is_not_worth_telling_about_connections_is_not_told() -> None:
    crowd = Crowd(100)
    crowd.arrive("a")
    assert crowd.told == {}


def test_the_connections_of_a_process_that_has_died_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    crowd = Crowd(10)
    crowd.hear("another", {"a": 10})
    crowd.hear("third", {"b": 10})
    assert not crowd.has_room("a")
    now += 4.0
    crowd.hear("third", {"b": 10})
    now += 2.0
    assert crowd.has_room("a")
    assert not crowd.has_room("b")


# ── connections ───────────────────────────────────────────────────────────────────────────────────────


async def hold(server: Server, table: str, count: int) -> list[str]:
    """What comes first on each of a number of connections that are held at the same time."""
    url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    first: list[str] = []
    connections = []
    async with asyncio.timeout(90):
        try:
            for _ in range(count):
                connection = await websockets.connect(url)
                connections.append(connection)
                frame = json.loads(await connection.recv())
                first.append(frame["problem"]["code"] if frame["type"] == "error" else frame["type"])
                if frame["type"] == "error":
                    with pytest.raises(ConnectionClosed) as closed:
                        await connection.recv()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 4429
        finally:
            for connection in connections:
                await connection.close()
    return first


def test_a_table_and_an_address_have_a_number_of_connections(small: Server) -> None:
    with httpx.Client(base_url=small.url) as client:
        tables = [opened(client).json()["table"]["id"] for _ in range(2)]

        async def run() -> tuple[list[str], list[str]]:
            async with asyncio.timeout(90):
                blocked = asyncio.create_task(hold(small, tables[0], 6))
                of_table = await blocked
                await _until_watching(client, tables[0], 0)  # they have made room
                url = f"{small.url.replace('http', 'ws', 1)}/api/tables/{tables[0]}/live"
                async with websockets.connect(url), websockets.connect(url), websockets.connect(url):
                    await _until_watching(client, tables[0], 3)
                    return of_table, await hold(small, tables[1], 5)

        of_table, of_address = within(60, run())
        assert of_table == ["table"] * 4 + ["too_many"] * 2
        assert of_address == ["table"] * 3 + ["too_many"] * 2
        within(60, _until_watching(client, tables[0], 0))
        assert within(60, hold(small, tables[0], 4)) == ["table"] * 4  # those who left have made room
        for table in tables:
            client.post(f"/api/tables/{table}/abandon")


async def _until_watching(client: httpx.Client, table: str, count: int) -> None:
    async with asyncio.timeout(90):
        while client.get(f"/api/tables/{table}").json()["watching"] != count:
            await asyncio.sleep(0.02)


# ── computers ─────────────────────────────────────────────────────────────────────────────────────────


class SlowPlayer:
    """A player that thinks for a while."""

    name = "slow"

    def __init__(self, seed: int | None = None) -> None:
        self._player = GreedyPlayer(seed)

    def choose(self, view: View) -> Move:
        time.sleep(0.1)
        return self._player.choose(view)


@pytest.fixture
def slow_level() -> Iterator[str]:
    LEVELS["slow"] = SlowPlayer
    yield "slow"
    del LEVELS["slow"]


def test_computers_of_one_host_do_not_keep_those_of_another_waiting(tmp_path: Path, slow_level: str) -> None:
    """One host has twenty tables with computers, another one: the other gets every second thought."""
    game = {"pace": 0, "seats": [{"kind": "computer", "level": slow_level}] * 2}
    with in_process(tmp_path / "tables.sqlite3", limits=GENEROUS, thinkers=1) as server:
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with (
            httpx.Client(base_url=server.url, timeout=30) as busy,
            httpx.Client(base_url=server.url, transport=elsewhere) as quiet,
        ):
            many = []
            for _ in range(20):
                many.append(opened(busy, game).json()["table"]["id"])
                busy.cookies.delete(COOKIE)  # a fresh cookie does not make it another asker
            opened(busy, WAITING)
            start = time.monotonic()
            one = opened(quiet, game).json()["table"]["id"]
            assert busy.cookies[COOKIE] != quiet.cookies[COOKIE]
            while (ply := quiet.get(f"/api/tables/{one}").json()["ply"]) < 10:
                time.sleep(0.05)
            plies = [busy.get(f"/api/tables/{table}").json()["ply"] for table in many]
            took = time.monotonic() - start
            for client, table in ((quiet, one), *((busy, table) for table in many)):
                client.post(f"/api/tables/{table}/abandon")
        print(f"in {took:.1f} s: {ply} moves of the one, {sum(plies)} of the twenty, at most {max(plies)} at a table")
    assert ply > max(plies)
    assert max(plies) - min(plies) <= 4  # those that were opened first are ahead
