"""The lobby: whom a table is open to, who waits there, and how it is told as it changes."""

import pytest

from server.conftest import Served
from server.databases import Database
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
