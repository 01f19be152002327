"""The lobby: whom a table is open to, who waits there, and how it is told as it changes."""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import websockets
from sqlalchemy import Engine, event

from sanssouci.server.lobby import Lobby
from sanssouci.server.messages import LobbyFrame
from sanssouci.server.storage.schema import tables
from server.conftest import Served
from server.databases import Database
from server.inprocess import GENEROUS, in_process
from server.playing import at, play_on, two_people
from server.serving import Live, Person, Server, within


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


async def found(person: Person, table: str) -> dict[str, object] | None:
    tables = (await person.see("/api/lobby"))["tables"]
    return next((each for each in tables if each["id"] == table), None)


def test_ux39_a_table_is_open_to_anyone_to_friends_or_by_link_only(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as friend, Person(server) as stranger:
            await stranger.open("here", "computer")
            met = await two_people(host, friend)
            await play_on(database, met, {0: host, 1: friend}, 1)
            tables = {}
            for audience in ("anyone", "friends", "link"):
                opened = await host.open({"kind": "here", "name": "<b>Ada</b>"}, "invited", audience=audience)
                tables[audience] = opened["table"]["id"]
            for person, seen in ((friend, ("anyone", "friends")), (stranger, ("anyone",))):
                for audience, table in tables.items():
                    line = await found(person, table)
                    assert (line is not None) == (audience in seen)
                    assert ("sit" in (await person.see(at(table)))["may"]) == (audience in seen)
                    if line is not None:
                        assert (line["sit"], line["yours"], line["host"]) == (True, False, "<b>Ada</b>")
                    else:
                        await person.refused("bad_key", at(table, "/sit"), {})
            assert (await found(host, tables["friends"]))["yours"]  # type: ignore[index]
            await friend.do(at(tables["friends"], "/sit"), {"name": "Ben"})
            assert (await stranger.see("/api/tables")) is not None

    within(60, play())


def test_ux39_the_lobby_shows_how_a_table_is_meant_and_who_waits(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            await host.do("/api/you", {"label": "Laptop", "name": "Ada", "rated": True})
            await database.ask("UPDATE people SET games = 3, rating = 1612, deviation = 60 WHERE name = 'Ada'")
            clock = {"base": 600, "turn": 15}
            wish = {"audience": "anyone", "welcome": "beginners", "language": "fr", "clock": clock, "box": "imperial"}
            opened = await host.open({"kind": "here", "name": "Ada"}, "invited", expansions=["boar"], **wish)
            line = await found(guest, opened["table"]["id"])
            assert line is not None
            shown = {key: line[key] for key in ("box", "expansions", "welcome", "language", "clock", "status")}
            assert shown == {
                "box": "imperial",
                "expansions": ["boar"],
                "welcome": "beginners",
                "language": "fr",
                "clock": clock,
                "status": "waiting",
            }
            assert [(seat["name"], seat["rating"], seat["taken"]) for seat in line["seats"]] == [  # type: ignore[attr-defined]
                ("Ada", "1612", True),
                ("", None, False),
            ]
            await host.do("/api/you", {"label": "Laptop", "rated": False})
            line = await found(guest, opened["table"]["id"])
            assert line is not None
            assert line["seats"][0]["rating"] is None, "only who wants it is shown with a rating"  # type: ignore[index]

    within(60, play())


def test_ux39_the_lobby_is_told_as_it_changes(server: Server) -> None:
    async def tables(live: Live) -> set[str]:
        return {each["id"] for each in (await live.until("lobby"))["tables"]}

    async def play() -> None:
        async with (
            Person(server) as host,
            Person(server) as guest,
            guest.live("lobby", path="/api/lobby/live") as live,
        ):
            before = await tables(live)
            table = (await host.open("here", "invited", audience="anyone"))["table"]["id"]
            assert table not in before
            while table not in await tables(live):
                pass
            await host.do(at(table, "/abandon"))
            while table in await tables(live):
                pass
            await live.socket.send("nonsense")
            await live.socket.wait_closed()
            assert live.socket.close_code == 4400

    within(30, play())


def test_the_lobby_is_shown_anew_when_it_has_changed_and_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str | None] = []
    shown = Lobby.shown

    def counted(lobby: Lobby, holder: str | None, met: frozenset[str]) -> LobbyFrame:
        made.append(holder)
        return shown(lobby, holder, met)

    monkeypatch.setattr(Lobby, "shown", counted)

    async def look(server: Server) -> None:
        async with AsyncExitStack() as stack, Person(server) as host:
            table = (await host.open("here", "invited", audience="anyone"))["table"]["id"]
            guests = [await stack.enter_async_context(Person(server)) for _ in range(6)]
            lives = [
                await stack.enter_async_context(person.live("lobby", path="/api/lobby/live"))
                for person in (*guests, host)
            ]
            frames = [await live.until("lobby") for live in lives]
            assert [frame["tables"][0]["yours"] for frame in frames] == [False] * 6 + [True]
            assert len(made) == 2, "one for strangers, one for the host"
            await asyncio.sleep(2.5)
            assert len(made) == 2, "nothing has changed"
            await host.do(at(table, "/abandon"))
            assert [(await live.until("lobby"))["tables"] for live in lives] == [[]] * 7
            assert len(made) == 3, "and now it is the same for all"

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(60, look(server))


def test_games_that_go_on_neither_hide_who_waits_nor_are_told_again(tmp_path: Path) -> None:
    """However many games are played, tables with a free seat are shown; a move changes nothing in the lobby."""
    database = Database("sqlite", f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    own = ("id", "created", "changed")
    others = ", ".join(column.name for column in tables.columns if column.name not in own)

    async def look(server: Server) -> None:
        async with Person(server) as host, Person(server) as guest:
            waiting = (await host.open("here", "invited", audience="anyone"))["table"]["id"]
            played = [(await host.open("here", "here", audience="anyone"))["table"]["id"] for _ in range(2)]
            async with guest.live("lobby", path="/api/lobby/live") as live:
                assert [each["id"] for each in (await live.until("lobby"))["tables"]] == [waiting, *reversed(played)]
                await play_on(database, played[0], {0: host, 1: host}, 2)
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(live.next(), 2.5)
                await database.ask(
                    "WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < 150) "
                    f"INSERT INTO tables (id, created, changed, {others}) "
                    "SELECT substr(id, 1, 18) || printf('%04d', n), created + 10, changed + 10, "
                    f"{others} FROM tables, some WHERE id = :id",
                    id=played[0],
                )
                shown = [each["id"] for each in (await live.until("lobby"))["tables"]]
                assert (len(shown), shown[0]) == (20, waiting), "nobody's tables fill the lobby"
                of_many, for_friends = (
                    "SET host = id WHERE id NOT IN (:a, :b)",
                    "SET audience = 'friends', listed = FALSE",
                )
                await database.ask(f"UPDATE tables {of_many}", a=waiting, b=played[1])
                await database.ask(f"UPDATE tables {for_friends} WHERE id = :id", id=played[1])
                shown = [each["id"] for each in (await live.until("lobby"))["tables"]]
                assert (len(shown), shown[0]) == (100, waiting)
                assert played[1] in [each["id"] for each in (await host.see("/api/lobby"))["tables"]]

    with in_process(tmp_path / "tables.sqlite3") as server:
        within(60, look(server))


def test_a_look_at_the_lobby_asks_the_database_as_often_for_many_hosts_as_for_one(tmp_path: Path) -> None:
    """Whom a table for friends is open to is asked for all of them together."""
    asked: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if "JOIN seats" in statement or "FROM members" in statement:
            asked.append(statement)

    async def look(server: Server) -> None:
        async with Person(server) as guest, AsyncExitStack() as stack:
            counts = []
            for _ in range(4):
                host = await stack.enter_async_context(Person(server))
                await host.open("here", "invited", audience="friends")
                salon = (await host.do("/api/salons", {"name": "Tuesday", "you": "Ada"}, status=201))["id"]
                await host.open("here", "invited", audience="salon", salon=salon)
                asked.clear()
                await guest.see("/api/lobby")
                counts.append(len(asked))
            assert counts[0] > 0
            assert len({*counts}) == 1, counts

    event.listen(Engine, "before_cursor_execute", note)
    try:
        with in_process(tmp_path / "tables.sqlite3") as server:
            within(30, look(server))
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_an_address_that_comes_many_times_at_the_same_moment_has_no_more_places(tmp_path: Path) -> None:
    async def come(server: Server) -> None:
        url = f"{server.url.replace('http', 'ws', 1)}/api/lobby/live"
        sockets = await asyncio.gather(*(websockets.connect(url) for _ in range(20)))
        first = [json.loads(await socket.recv())["type"] for socket in sockets]
        assert sorted(first) == ["error"] * 15 + ["lobby"] * 5
        for socket in sockets:
            await socket.close()

    with in_process(tmp_path / "tables.sqlite3", limits=replace(GENEROUS, connections_of_address=5)) as server:
        within(60, come(server))
