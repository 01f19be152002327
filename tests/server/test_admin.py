"""Keeping order: reports from players, and `sanssouci admin` beside a running server."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from sanssouci.cli import main
from sanssouci.server.holders import new_table_id
from server.databases import Database
from server.playing import at, seat_at, two_people
from server.serving import Person, Server, within

Admin = Callable[..., str]
NOTICED = 90  # seconds; on an idle machine a decision holds after one


@pytest.fixture
def admin(database: Database, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs the command, which must end with a status, and returns what it says.

    It has a thread of its own: a browser's event loop may be running in this one.
    """

    def run(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        where = () if "--database" in arguments else ("--database", database.url)
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(main, ["admin", *arguments, *where]).result() == status
        told = capsys.readouterr()
        return told.out if status == 0 else told.err

    return run


def test_an_operator_without_a_name_is_known_by_number(
    admin: Admin, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that runs as whoever has started it."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    admin("ban", "192.0.2.77", "--reason", "a test")
    assert "user 4000000" in admin("log")
    admin("unban", "192.0.2.77")


async def told(admin: Admin, *arguments: str, status: int = 0) -> str:
    """Run the command while people are connected; it has an event loop of its own."""
    return await asyncio.to_thread(lambda: admin(*arguments, status=status))


async def until_refused(person: Person, code: str, path: str, body: dict[str, object]) -> None:
    """Try a command until the server has noticed what the operator decided."""
    async with asyncio.timeout(NOTICED):
        while (await person.post(path, json=body)).json().get("code") != code:
            await asyncio.sleep(0.2)


async def id_of(database: Database, table: str, seat: int) -> str:
    ((holder,),) = await database.ask("SELECT holder FROM seats WHERE table_id = :t AND seat = :s", t=table, s=seat)
    return str(holder)


def test_what_players_report_is_read_and_settled(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as guest, Person(server) as stranger:
            table = await two_people(ada, guest)
            assert "report" in (await ada.see(at(table)))["seats"][1]["may"]
            await guest.do(at(table, "/say"), {"text": "something rude"})
            await ada.do(at(table, "/report"), {"seat": 1, "reason": "abuse", "text": "please look"})
            await ada.refused("no_report", at(table, "/report"), {"seat": 0, "reason": "abuse"})
            await stranger.refused("not_seated", at(table, "/report"), {"seat": 1, "reason": "abuse"})
            await ada.do(seat_at(table, 0, "leave"))
            await ada.do(at(table, "/report"), {"seat": 1, "reason": "stalling"})
            said = await told(admin, "reports")
            guest_id = await id_of(database, table, 1)
            for part in (table, "abuse", "stalling", "please look", "| Guest: something rude", guest_id[:12]):
                assert part in said
            number = next(line.split()[0][1:] for line in said.splitlines() if "abuse" in line)
            await told(admin, "settle", number, "--reason", "talked to them")
            assert "please look" not in await told(admin, "reports")
            assert "please look" in await told(admin, "reports", "--all")
            assert "no unsettled report" in await told(admin, "settle", number, status=2)
            assert "talked to them" in await told(admin, "log")

    within(60, play())


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_who_is_banned_only_watches_until_the_ban_is_lifted(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as guest:
            table = await two_people(ada, guest, first=1)
            guest_id = await id_of(database, table, 1)
            listed = (await guest.open("here", "invited", audience="anyone"))["table"]["id"]
            assert listed in [each["id"] for each in (await ada.see("/api/lobby"))["tables"]]
            async with guest.live(table) as live:
                await live.until("game")
                assert "is banned until" in await told(admin, "ban", guest_id[:12], "--reason", "insults")
                await until_refused(guest, "banned", "/api/tables", {"seats": [{"kind": "here"}, {"kind": "computer"}]})
                await guest.refused("banned", at(table, "/play"), {"seat": 1, "ply": 0, "move": "A"})
                await live.send(type="say", text="hello", id=1)
                assert (await live.until("error", id=1))["problem"]["code"] == "banned"
            assert (await guest.see(at(table, "/game")))["ply"] == 0, "looking on is open to all"
            assert listed not in [each["id"] for each in (await ada.see("/api/lobby"))["tables"]]
            sanctions = await told(admin, "sanctions")
            assert guest_id[:12] in sanctions
            assert "insults" in sanctions
            assert "no longer banned" in await told(admin, "unban", guest_id[:12])
            assert "is not banned" in await told(admin, "unban", guest_id[:12], status=2)
            async with asyncio.timeout(NOTICED):
                while not (await guest.post(at(table, "/say"), json={"text": "back"})).is_success:
                    await asyncio.sleep(0.2)
            await database.ask("DELETE FROM sanctions")

    within(60, play())


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_a_ban_holds_for_everybody_from_an_address_and_ends_by_itself(
    server: Server, database: Database, admin: Admin
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server, address="2001:db8:7::1") as troll:
            table = await two_people(ada, troll)
            assert "2001:db8:7::/64" in await told(admin, "addresses")
            await told(admin, "ban", "2001:db8:7::99", "--days", "1", "--reason", "spam")
            async with Person(server, address="2001:db8:7::2") as again:
                await until_refused(again, "banned", "/api/tables", {"seats": [{"kind": "here"}, {"kind": "computer"}]})
                await troll.refused("banned", at(table, "/say"), {"text": "hello"})
                await ada.do(at(table, "/say"), {"text": "hello"})
                await database.ask("UPDATE sanctions SET until = until - 86400")
                async with asyncio.timeout(NOTICED):
                    while not (await troll.post(at(table, "/say"), json={"text": "back"})).is_success:
                        await asyncio.sleep(0.2)
            await database.ask("DELETE FROM sanctions")

    within(60, play())


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_who_is_muted_plays_but_does_not_talk(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as guest:
            table = await two_people(ada, guest, first=1)
            await told(admin, "mute", (await id_of(database, table, 1))[:12], "--for-good", "--reason", "shouting")
            await until_refused(guest, "muted", at(table, "/say"), {"text": "hello"})
            await guest.do(at(table, "/steps"), {"seat": 1, "ply": 0, "steps": []})
            await database.ask("DELETE FROM sanctions")

    within(60, play())


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_a_mute_holds_for_everybody_from_an_address(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server, address="2001:db8:9::1") as troll:
            table = await two_people(ada, troll)
            await told(admin, "mute", "2001:db8:9::1", "--reason", "shouting")
            await until_refused(troll, "muted", at(table, "/say"), {"text": "hello"})
            async with troll.live(table) as live:
                await live.until("game")
                await live.send(type="say", text="hello", id=1)
                assert (await live.until("error", id=1))["problem"]["code"] == "muted"
            await ada.do(at(table, "/say"), {"text": "hello"})
            await database.ask("DELETE FROM sanctions")

    within(60, play())


def test_no_table_has_a_name_that_a_command_takes_for_an_option() -> None:
    assert not [name for name in (new_table_id() for _ in range(2_000)) if name.startswith("-")]


def test_a_table_is_closed_and_its_players_are_told(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as guest:
            table = await two_people(ada, guest)
            assert table in await told(admin, "tables", "--status", "running")
            assert "Guest" in await told(admin, "table", table)
            async with ada.live(table) as live:
                await live.until("game")
                assert "is closed" in await told(admin, "close", table[:14], "--reason", "spam")
                while (await live.until("table"))["table"]["status"] != "abandoned":
                    pass
            assert "already over" in await told(admin, "close", table, "--reason", "spam", status=2)
            log = await told(admin, "log")
            assert all(word in log for word in ("close", table, "spam"))

    within(90, play())


def test_people_are_found_by_name_address_and_table(server: Server, database: Database, admin: Admin) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server, address="198.51.100.77") as guest:
            opened = await ada.open({"kind": "here", "name": "Ada"}, "invited")
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"], "name": "Bartholomew"})
            guest_id = (await id_of(database, table, 1))[:12]
            for arguments in (("--name", "barth"), ("--address", "198.51.100.77")):
                found = await told(admin, "people", *arguments)
                assert guest_id in found
                assert "Ada" not in found
            assert table in await told(admin, "tables", "--person", guest_id)
            assert "198.51.100.77" in await told(admin, "addresses", "--person", guest_id)

    within(60, play())


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("at least 6 characters", ("ban", "abc", "--reason", "x")),
        ("no person has an id", ("mute", "ffffffffffff0", "--reason", "x")),
        ("no table has an id", ("close", "ffffffffffff0", "--reason", "x")),
        ("is not an address", ("people", "--address", "nowhere")),
        ("--days must be", ("ban", "192.0.2.1", "--days", "0", "--reason", "x")),
        ("300 characters", ("ban", "192.0.2.1", "--reason", "x" * 301)),
        ("no database", ("log", "--database", "no-such-file.sqlite3")),
    ],
)
@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_faulty_requests_say_what_was_wrong(
    server: Server, database: Database, admin: Admin, said: str, arguments: tuple[str, ...]
) -> None:
    assert said in within(60, told(admin, *arguments, status=2))
