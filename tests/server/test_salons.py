"""Salons: a link that stays valid for a group's next games, and tables that only its members find."""

import asyncio

import pytest

from sanssouci.server.holders import new_table_id
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.salons import SalonStore
from sanssouci.server.storage.store import Store
from server.conftest import Served
from server.databases import Database
from server.playing import at, play_on
from server.serving import Person, Server, within

SALON = "/api/salons"


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def ids(found: dict[str, list[dict[str, str]]]) -> set[str]:
    return {table["id"] for table in found["tables"]}


def test_ux39_one_link_leads_a_group_to_its_next_tables(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            salon = await ada.do(SALON, {"name": "Thursdays", "you": "Ada"}, status=201)
            path = f"{SALON}/{salon['id']}"
            assert salon["link"].endswith(f"/salon/{salon['id']}")
            before = await ben.see(path)
            assert (before["member"], [each["name"] for each in before["members"]]) == (False, ["Ada"])
            for _ in range(2):  # a double click counts once
                await ben.do(f"{path}/join", {"name": "Ben"})
            await eve.open("here", "computer")  # somebody else
            for _ in range(2):  # the same link, game after game
                wish = {"audience": "salon", "salon": salon["id"]}
                table = (await ada.open({"kind": "here", "name": "Ada"}, "invited", **wish))["table"]["id"]
                assert ids(await ben.see(path)) == {table}
                assert table in ids(await ben.see("/api/lobby"))
                assert (table in ids(await eve.see("/api/lobby")), (await eve.see(path))["tables"]) == (False, [])
                await eve.refused("bad_key", at(table, "/sit"), {"name": "Eve"})
                await ben.do(at(table, "/sit"), {"name": "Ben"})
                await play_on(database, table, {0: ada, 1: ben}, 1)
                await ada.do(at(table, "/seats/0/leave"))
                await ben.do(at(table, "/abandon"))
            assert (await ben.see(SALON))["salons"] == [{"id": salon["id"], "name": "Thursdays", "members": 2}]

    within(60, play())


def test_a_table_is_opened_in_a_salon_only_by_its_members(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as eve:
            salon = await ada.do(SALON, {"name": "Thursdays", "you": "Ada"}, status=201)
            seats = {"seats": [{"kind": "here"}, {"kind": "invited"}], "audience": "salon"}
            await eve.refused("no_salon", "/api/tables", {**seats, "salon": salon["id"]})
            await ada.refused("no_salon", "/api/tables", seats)

    within(30, play())


def test_a_salon_is_closed_by_its_founder_or_when_the_last_one_leaves(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            for name in ("closed", "left"):
                salon = await ada.do(SALON, {"name": name, "you": "Ada"}, status=201)
                path = f"{SALON}/{salon['id']}"
                await ben.do(f"{path}/join", {"name": "Ben"})
                await ben.refused("not_host", f"{path}/close", {})
                await ben.do(f"{path}/leave")
                assert len((await ada.see(path))["members"]) == 1
                await ada.do(f"{path}/{'close' if name == 'closed' else 'leave'}")
                await ben.refused("no_salon", f"{path}/join", {"name": "Ben"})
            assert (await ada.see(SALON))["salons"] == []

    within(30, play())


def test_ux39_the_lobby_knows_who_has_been_met_before(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            await eve.open("here", "computer")
            first = (await ada.open("here", "invited", audience="anyone"))["table"]["id"]
            await ben.do(at(first, "/sit"), {"name": "Ben"})
            await play_on(database, first, {0: ada, 1: ben}, 1)
            table = (await ada.open("here", "invited", audience="anyone"))["table"]["id"]
            for person, met in ((ben, True), (eve, False)):
                found = (await person.see("/api/lobby"))["tables"]
                line = next(each for each in found if each["id"] == table)
                assert [seat["met"] for seat in line["seats"]] == [met, False]

    within(60, play())


def test_an_account_takes_its_salons_along_and_is_forgotten_with_them(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as phone:
            salon = await ada.do(SALON, {"name": "Thursdays", "you": "Ada"}, status=201)
            link = (await ada.do("/api/you/link", {"label": "Laptop", "name": "Ada"}))["link"]
            await phone.do("/api/you/devices", {"key": link.split("#")[1], "label": "Phone"})
            assert (await phone.see(f"{SALON}/{salon['id']}"))["founder"]
            await phone.do("/api/you/delete")
            await ada.refused("no_salon", f"{SALON}/{salon['id']}/join", {"name": "Ada"})

    within(30, play())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_salon_has_no_more_members_than_it_may_have(request: pytest.FixtureRequest, kind: str) -> None:
    """However many come at the same time."""
    served: Served = request.getfixturevalue(f"on_{kind}")

    async def play() -> None:
        engine = open_database(served.database.url)
        try:
            store, salon = SalonStore(Store(engine)), new_table_id()
            await store.found(salon, "Thursdays", "ada", "Ada")
            came = await asyncio.gather(*(store.join(salon, f"h{n}", f"H{n}", most=3) for n in range(8)))
            assert sorted(came) == [False] * 6 + [True] * 2
            found = await store.salon(salon)
            assert found is not None
            assert len(found.members) == 3
            await store.close(salon)
        finally:
            await engine.dispose()

    within(60, play())
