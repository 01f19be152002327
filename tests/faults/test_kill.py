"""Power cuts, one at a time: what a killed server leaves behind keeps nobody waiting, and nothing is missing."""

import asyncio
import time
from pathlib import Path

import pytest

from sanssouci.server.computers import LEASE
from server.databases import Database
from server.playing import at
from server.serving import PROXY, Person, Server, start_server, within


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database("sqlite", f"sqlite:///{tmp_path / 'tables.sqlite3'}")


def test_a_draft_survives_a_power_cut(database: Database) -> None:
    async def choose(server: Server) -> tuple[str, str, object]:
        async with Person(server) as person:
            table = (await person.open("here", "here", box="imperial", first=0))["table"]["id"]
            side = (await person.see(at(table, "/game")))["drafts"][0]["choices"][0]["text"]
            draft = await person.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": [side]})
            while not (await database.ask("SELECT draft FROM seats WHERE draft IS NOT NULL")):
                await asyncio.sleep(0.05)  # drafts are stored a moment later
            assert person.token is not None
            return person.token, table, draft

    async def see(server: Server, token: str, table: str) -> object:
        async with Person(server) as person:
            person.token = token
            return (await person.see(at(table, "/game")))["drafts"]

    server = start_server(database.url, PROXY)
    try:
        token, table, draft = within(30, choose(server))
    finally:
        server.kill()
    server = start_server(database.url, PROXY)
    try:
        assert within(30, see(server, token, table)) == [draft]
    finally:
        server.stop()


def test_a_computer_that_was_thinking_in_a_power_cut_goes_on_soon_after_the_restart(database: Database) -> None:
    """The killed process has left its lease. A player should not have to wait a minute for the computer's move."""

    async def begin(server: Server) -> str:
        async with Person(server) as host:
            opened = await host.open("computer", "here", box="imperial", first=0, pace=10)
            table: str = opened["table"]["id"]
            return table

    async def leave_a_lease(table: str) -> None:
        await database.ask("DELETE FROM leases")
        lease = "INSERT INTO leases (table_id, owner, until) VALUES (:id, 'killed', :until)"
        await database.ask(lease, id=table, until=time.time() + LEASE)
        await database.ask("UPDATE tables SET changed = changed - 10")

    async def wait_for_a_move(table: str) -> None:
        while len(await database.log(table)) == 1:
            await asyncio.sleep(0.2)

    server = start_server(database.url)
    try:
        table = within(30, begin(server))
    finally:
        server.kill()
    within(30, leave_a_lease(table))
    server = start_server(database.url)
    try:
        within(25, wait_for_a_move(table))
    finally:
        server.stop()
