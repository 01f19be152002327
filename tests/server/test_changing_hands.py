"""Seats that change hands at the worst moment, and databases that are opened at the same time or cut off."""

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

import warm
from sanssouci.server.storage.store import Store
from server.conftest import Served
from server.inprocess import in_process
from server.playing import two_people
from server.serving import Person, Server, within
from server.thoughts import Thoughts, held_thoughts

UPGRADE = ("db", "upgrade", "--database")


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def test_no_key_for_an_open_seat_outlives_its_being_taken(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = (await host.open("here", "invited", listed=True))["table"]["id"]
            path = f"/api/tables/{table}"
            keys: list[str] = []

            async def ask() -> None:
                answer = await host.post(f"{path}/seats/1/key", json={})
                if answer.status_code == 200:
                    keys.append(answer.json()["key"])

            await asyncio.gather(
                *(ask() for _ in range(8)), guest.do(f"{path}/sit", {"name": "Guest"}), *(ask() for _ in range(16))
            )
            for key in keys:
                await host.refused("bad_key", f"{path}/sit", {"key": key})
            assert (await guest.see(path))["seats"][1]["yours"]

    for _ in range(5):
        within(60, play())


def test_a_computer_does_not_move_for_a_seat_that_was_taken_back(tmp_path: Path) -> None:
    async def play(server: Server, thoughts: Thoughts) -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", first=0))["table"]["id"]
            path = f"/api/tables/{table}"
            await host.do(f"{path}/seats/0/replace", {"level": thoughts.level})
            await asyncio.to_thread(thoughts.wait_for_one)
            await host.do(f"{path}/seats/0/return")
            await asyncio.to_thread(thoughts.finish)
            await asyncio.sleep(0.3)  # in which a move could come
            frame = await host.see(f"{path}/game")
            assert frame["ply"] == 0
            assert frame["log"] == []

    with held_thoughts() as thoughts, in_process(tmp_path / "tables.sqlite3") as server:
        within(60, play(server, thoughts))


def test_whoever_comes_and_goes_leaves_no_trace_in_the_count(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited")
            table = opened["table"]["id"]
            path = f"/api/tables/{table}"
            for _ in range(15):
                async with guest.live(table) as live:
                    await live.until("table")
                    key = (await host.do(f"{path}/seats/1/key"))["key"] if guest.token is None else None
                    if key:
                        await guest.do(f"{path}/sit", {"key": key})
            async with asyncio.timeout(90):
                while (info := await host.see(path))["watching"] != 0 or info["seats"][1]["online"]:
                    await asyncio.sleep(0.1)

    within(60, play())


def test_an_invitation_dies_when_the_player_takes_the_seat_back(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as other:
            opened = await host.open("here", "invited")
            path = f"/api/tables/{opened['table']['id']}"
            first = {"key": opened["invitations"][0]["key"]}
            asked = await other.do(f"{path}/invitation", first)
            assert (asked["seat"], asked["why"], asked["qr"][:14]) == (1, None, "data:image/svg")
            asked = await host.do(f"{path}/invitation", first)
            assert (asked["seat"], asked["why"]) == (1, "seat_taken"), "one seat for each player"
            await guest.do(f"{path}/sit", first)
            used = {"seat": None, "why": "bad_key", "qr": ""}
            assert await other.do(f"{path}/invitation", first) == used
            await guest.do(f"{path}/seats/1/leave")
            key = (await host.do(f"{path}/seats/1/key"))["key"]
            await guest.do(f"{path}/seats/1/return")
            await other.refused("bad_key", f"{path}/sit", {"key": key})
            assert await other.do(f"{path}/invitation", {"key": key}) == used

    within(60, play())


# ── what has changed between a check and its change ───────────────────────────────────────────────────


class Interrupted:
    """Before the server first calls a method of its store, it waits for something else to happen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
        self.come, self.go = threading.Event(), threading.Event()
        real = getattr(Store, method)

        async def waits(store: Store, *arguments: Any, **values: Any) -> Any:
            if not self.come.is_set():
                self.come.set()
                await asyncio.to_thread(self.go.wait, 60)
            return await real(store, *arguments, **values)

        monkeypatch.setattr(Store, method, waits)

    async def by(self, command: Coroutine[Any, Any, httpx.Response], other: Callable[[], Awaitable[Any]]) -> Any:
        """Give a command, let something else happen at its last moment, and return what was answered."""
        answer = asyncio.create_task(command)
        try:
            await asyncio.to_thread(self.come.wait, 60)
            await other()
        finally:
            self.go.set()
        return (await answer).json()


def test_whoever_gets_up_as_the_game_begins_has_left_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited")
            path, key = f"/api/tables/{opened['table']['id']}", opened["invitations"][0]["key"]
            last_moment = Interrupted(monkeypatch, "change_seat")
            await last_moment.by(
                host.post(f"{path}/seats/0/leave", json={}), lambda: guest.do(f"{path}/sit", {"key": key})
            )
            info = await host.see(path)
            assert (info["status"], info["seats"][0]["left"]) == ("running", True)
            assert "return" in info["seats"][0]["may"]

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(60, play(server))


def test_a_stand_in_is_not_for_whoever_has_just_taken_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as other:
            table = await two_people(host, guest)
            path = f"/api/tables/{table}"
            await guest.do(f"{path}/seats/1/leave")
            key = (await host.do(f"{path}/seats/1/key"))["key"]
            last_moment = Interrupted(monkeypatch, "change_seat")
            problem = await last_moment.by(
                host.post(f"{path}/seats/1/replace", json={}), lambda: other.do(f"{path}/sit", {"key": key})
            )
            assert problem.get("code") == "not_away"
            seat = (await other.see(path))["seats"][1]
            assert (seat["yours"], seat["replaced"]) == (True, False)

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(60, play(server))


def test_nobody_ends_the_game_of_whoever_comes_back_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            path = f"/api/tables/{table}"
            await guest.do(f"{path}/seats/1/leave")
            last_moment = Interrupted(monkeypatch, "abandon")
            problem = await last_moment.by(
                host.post(f"{path}/abandon", json={}), lambda: guest.do(f"{path}/seats/1/return")
            )
            assert problem.get("code") == "not_away"
            assert (await guest.see(path))["status"] == "running"

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(60, play(server))


def test_four_upgrades_of_one_file_at_once_all_succeed(tmp_path: Path) -> None:
    running = [warm.start(*UPGRADE, str(tmp_path / "tables.sqlite3")) for _ in range(4)]
    told = [process.communicate() for process in running]
    assert [process.wait(60) for process in running] == [0] * 4, told


def test_an_upgrade_that_was_cut_off_can_be_made_again(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(6):
        file = tmp_path / f"{number}.sqlite3"
        process = warm.start(*UPGRADE, str(file))
        deadline = time.monotonic() + 30
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.3)
        process.kill()
        process.communicate()
        done = warm.in_text(*UPGRADE, str(file))
        assert done.returncode == 0, done.stderr
