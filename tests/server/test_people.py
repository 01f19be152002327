"""Accounts without passwords: one person on several devices, and everything as before for who has none."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sanssouci.server.settings import sqlite_url
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.people import PeopleStore
from sanssouci.server.storage.schema import metadata
from sanssouci.server.storage.store import Store
from sanssouci.server.storage.upgrade import prepare
from server.conftest import Served
from server.databases import Database
from server.playing import at, end_of, play_on, seat_at, two_people
from server.serving import Person, Server, within

LAPTOP, PHONE = {"label": "Firefox · Linux"}, {"label": "Safari · iPhone"}


# Where somebody's id may stand; what others have seen of a seat (`known_to`) and reported is not theirs to delete.
PERSONAL = {
    "people": ("id",),
    "devices": ("person",),
    "passkeys": ("person",),
    "tickets": ("person",),
    "results": ("person",),
    "visits": ("holder",),
    "learning": ("holder",),
    "followed": ("holder",),
    "boxes": ("owner",),
    "attempts": ("holder",),
    "solvers": ("holder",),
    "shares": ("holder",),
    "members": ("holder",),
    "salons": ("founder",),
    "pushes": ("holder",),
    "seats": ("holder", "left_by"),
    "tables": ("host",),
    "hidden": ("holder",),
}


def test_every_place_where_an_id_may_stand_is_known_here() -> None:
    names = {"holder", "owner", "person", "host", "founder", "left_by"}
    found = {(table.name, column.name) for table in metadata.tables.values() for column in table.c}
    known = {(table, column) for table, columns in PERSONAL.items() for column in columns}
    assert {each for each in found if each[1] in names} - {("leases", "owner")} == known - {("people", "id")}


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def key_of(link: str) -> str:
    return link.partition("#")[2]


async def link(owner: Person, name: str = "Ada") -> str:
    """A key that makes another device the owner's."""
    return key_of((await owner.do("/api/you/link", {**LAPTOP, "name": name}))["link"])


async def join(device: Person, key: str) -> dict[str, object]:
    found: dict[str, object] = await device.do("/api/you/devices", {**PHONE, "key": key})
    return found


def test_a_person_plays_on_two_devices_with_the_same_seats_rights_and_history(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as guest, Person(server) as phone:
            table = await two_people(laptop, guest, first=0)
            waiting = (await laptop.open("here", "invited"))["table"]["id"]
            assert not (await laptop.see("/api/you"))["account"]
            async with phone.live(table) as live:
                assert (await live.until("game"))["views"][0]["eyes"] == -1
                you = await join(phone, await link(laptop))
            assert (you["account"], you["name"]) == (True, "Ada")
            assert [(each["label"], each["this"]) for each in you["devices"]] == [  # type: ignore[attr-defined]
                (LAPTOP["label"], False),
                (PHONE["label"], True),
            ]
            game = await play_on(database, table, {0: phone, 1: guest}, 2)
            for device in (laptop, phone):
                assert {one["id"] for one in (await device.see("/api/mine"))["tables"]} == {table, waiting}
                view = (await device.see(at(table, "/game")))["views"][0]
                assert (view["eyes"], view["seats"][0]["hand"]) == (0, list(game.hand(0)))
                assert (await device.see(at(waiting)))["host"], "the host's role goes with the person"
            async with laptop.live(table) as one, phone.live(table) as other:
                await one.until("game")
                await other.until("game")
                await play_on(database, table, {0: laptop, 1: guest}, 1)
                assert (await other.until("game"))["views"][0]["eyes"] == 0
            assert (await phone.do(at(waiting, "/abandon")))["status"] == "abandoned"

    within(60, play())


def test_whoever_deletes_their_account_is_forgotten_and_the_others_play_on(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as guest, Person(server) as phone:
            await laptop.refused("no_account", "/api/you/delete")
            running = await two_people(laptop, guest, first=0)
            over = await two_people(guest, laptop)
            await play_on(database, over, {0: guest, 1: laptop})
            waiting = (await laptop.open("here", "invited"))["table"]["id"]
            await laptop.do(at(running, "/say"), {"text": "my address is …"})
            await guest.do(at(running, "/say"), {"text": "hello"})
            await join(phone, await link(laptop))
            await laptop.do("/api/you", {**LAPTOP, "name": "Ada"})
            ((person,),) = await database.ask("SELECT id FROM people WHERE name = 'Ada' ORDER BY created DESC LIMIT 1")
            async with phone.live(running) as live, guest.live(running) as other:
                await live.until("game")
                await other.until("game")
                await laptop.do("/api/you/delete")
                assert await end_of(live) == 4403
                while "replace" not in (await other.until("table"))["table"]["seats"][0]["may"]:
                    pass
            for device in (laptop, phone):
                assert not (await device.see("/api/you"))["account"]
                assert (await device.see("/api/mine"))["tables"] == []
            assert (await guest.see(at(waiting)))["status"] == "abandoned"
            assert [line["text"] for line in (await guest.see(at(running, "/chat")))["lines"]] == ["hello"]
            assert {seat["name"] for seat in (await guest.see(at(over)))["seats"]} == {""}
            await guest.do(seat_at(running, 0, "replace"), {})
            for table, columns in PERSONAL.items():
                for column in columns:
                    assert not await database.ask(f"SELECT 1 FROM {table} WHERE {column} = :person", person=person)

    within(60, play())


def test_what_a_device_had_comes_along_even_a_seat_it_had_left(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone, Person(server) as friend:
            table = await two_people(phone, friend)
            left = await two_people(friend, phone)
            await phone.do(seat_at(left, 1, "leave"))
            await join(phone, await link(laptop))
            assert {one["id"] for one in (await laptop.see("/api/mine"))["tables"]} == {table, left}
            assert (await laptop.see(at(table)))["seats"][0]["yours"]
            assert (await laptop.see(at(left)))["seats"][1]["may"] == ["return"]
            await laptop.do(seat_at(left, 1, "return"))

    within(60, play())


def test_a_link_works_once_and_not_for_long(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone, Person(server) as thief:
            key = await link(laptop)
            await join(phone, key)
            await thief.refused("bad_key", "/api/you/devices", {**PHONE, "key": key})
            late = await link(laptop)
            await database.ask("UPDATE tickets SET until = until - 601")
            await thief.refused("bad_key", "/api/you/devices", {**PHONE, "key": late})
            await thief.refused("bad_key", "/api/you/devices", {**PHONE, "key": "k" * 43})
            assert not (await thief.see("/api/you"))["account"]
            kept = [*await database.ask("SELECT hash FROM tickets"), *await database.ask("SELECT hash FROM devices")]
            assert all(secret not in str(kept) for secret in (key, late, str(laptop.token), str(phone.token)))

    within(60, play())


def test_two_players_of_one_table_do_not_become_one_person(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben)
            await ben.refused("both_seated", "/api/you/devices", {**PHONE, "key": await link(ada)})
            assert [seat["yours"] for seat in (await ben.see(at(table)))["seats"]] == [False, True]

    within(60, play())


async def looked_at(device: Person, key: str) -> dict[str, object]:
    found: dict[str, object] = await device.do("/api/you/link/look", {"key": key})
    return found


def test_two_accounts_become_one_with_everything_that_both_had(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone, Person(server) as tablet, Person(server) as guest:
            here, there = await two_people(laptop, guest, first=0), await two_people(phone, guest, first=0)
            key = await link(laptop)
            await join(tablet, await link(phone, "Countess"))
            (theirs,) = await holders_at(database, there, 0)
            await database.ask(f"UPDATE people SET rating = 1700, games = 5, rated = true WHERE id = '{theirs}'")
            async with tablet.live(there) as live:
                await live.until("game")
                told = await looked_at(phone, key)
                assert told == {"name": "Ada", "yours": False, "merges": True, "why": None}
                you = await join(phone, key)
                with pytest.raises(ConnectionClosed) as ended:  # the client comes back, as the same person
                    await live.until("done")
                assert ended.value.rcvd is not None
                assert ended.value.rcvd.code == 4403
            assert (you["name"], you["rating"], you["games"], you["rated"]) == ("Ada", "1700?", 5, True)
            for device in (laptop, phone, tablet):
                assert len((await device.see("/api/you"))["devices"]) == 3
                mine = {table["id"] for table in (await device.see("/api/mine"))["tables"]}
                assert mine == {here, there}
                assert (await device.see(at(there)))["host"]
            await play_on(database, there, {0: laptop, 1: guest}, 2)
            assert not [where for where in await places_of(database, theirs) if where]

    within(60, play())


def test_lessons_and_followed_games_come_along_whatever_both_had_of_the_same(
    server: Server, database: Database
) -> None:
    begun = {"box": "ravensburger", "players": 2, "key": "sent-again-by-a-phone"}

    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone:
            for device in (laptop, phone):
                await device.do("/api/companion/games", begun, status=201)
                await device.do("/api/lessons/card", {"name": "Ada"})
            (mine,) = (await phone.see("/api/lessons"))["lessons"][:1]
            await database.ask("UPDATE learning SET done = 1 WHERE table_id = :table", table=mine["table"])
            await link(phone)
            await join(phone, await link(laptop))
            assert len((await laptop.see("/api/companion/games"))["games"]) == 2
            (lesson,) = (await laptop.see("/api/lessons"))["lessons"][:1]
            assert lesson["done"], "what was learnt on either is learnt"

    within(60, play())


def test_what_somebody_said_before_leaving_is_deleted_with_their_account(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            await guest.do(at(table, "/say"), {"text": "my address is …"})
            await guest.do(seat_at(table, 1, "leave"))
            await link(guest)
            await guest.do("/api/you/delete")
            assert (await host.see(at(table, "/chat")))["lines"] == []

    within(60, play())


async def holders_at(database: Database, table: str, seat: int) -> list[str]:
    query = f"SELECT holder FROM seats WHERE table_id = '{table}' AND seat = {seat}"
    return [str(row[0]) for row in await database.ask(query)]


async def places_of(database: Database, holder: str) -> list[str]:
    """Where an id still stands."""
    return [
        f"{table}.{column}"
        for table, columns in PERSONAL.items()
        for column in columns
        if await database.ask(f"SELECT 1 FROM {table} WHERE {column} = '{holder}'")
    ]


def test_of_two_ratings_the_one_with_more_games_stands(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            key = await link(ada)
            await ben.do("/api/you", {**PHONE, "name": "Ben"})
            await database.ask("UPDATE people SET rating = 1400, games = 9 WHERE name = 'Ada'")
            await database.ask("UPDATE people SET rating = 1900, games = 2 WHERE name = 'Ben'")
            you = await join(ben, key)
            assert (you["rating"], you["games"]) == ("1400?", 11)

    within(60, play())


def test_whoever_has_left_a_game_does_not_become_one_with_a_player_of_it(server: Server) -> None:
    """Nobody may know the cards of two players."""

    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as cleo:
            opened = await ada.open("here", "invited", "invited")
            table = opened["table"]["id"]
            for guest, invitation in zip((ben, cleo), opened["invitations"], strict=True):
                await guest.do(at(table, "/sit"), {"key": invitation["key"]})
            await ben.do(seat_at(table, 1, "leave"))
            await ben.refused("both_seated", "/api/you/devices", {**PHONE, "key": await link(ada)})
            await ben.do("/api/you", {**PHONE, "name": "Ben"})
            await ben.refused("both_seated", "/api/you/devices", {**PHONE, "key": await link(ada)})
            assert (await ben.see("/api/you"))["name"] == "Ben"

    within(60, play())


def test_nobody_sheds_a_mute_or_a_report_by_making_an_account(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben)
            (browser,) = await holders_at(database, table, 1)
            await ada.do(at(table, "/report"), {"seat": 1, "reason": "abuse"})
            await database.ask(
                f"INSERT INTO sanctions (kind, subject, until, reason, at) VALUES ('mute', '{browser}', 2e10, '', 0)"
            )
            await ben.do("/api/you", {**PHONE, "name": "Ben"})
            (person,) = await holders_at(database, table, 1)
            assert person != browser
            for place in ("sanctions WHERE subject", "reports WHERE subject", "visits WHERE holder"):
                assert await database.ask(f"SELECT 1 FROM {place} = '{person}'"), place
            await database.ask("DELETE FROM sanctions")

    within(60, play())


def test_a_device_that_was_removed_or_signed_out_is_a_strangers(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone, Person(server) as guest:
            table = await two_people(laptop, guest)
            await join(phone, await link(laptop))
            devices = (await laptop.see("/api/you"))["devices"]
            gone = next(each["id"] for each in devices if not each["this"])
            await guest.refused("no_account", f"/api/you/devices/{gone}/remove")
            await laptop.refused("not_found", "/api/you/devices/abc/remove")
            you = await laptop.do(f"/api/you/devices/{gone}/remove")
            assert [each["this"] for each in you["devices"]] == [True]
            assert not any(seat["yours"] for seat in (await phone.see(at(table)))["seats"])
            assert (await phone.see(at(table, "/game")))["views"][0]["eyes"] == -1
            assert (await laptop.see(at(table)))["seats"][0]["yours"]
            await laptop.do("/api/you/sign-out")
            assert not any(seat["yours"] for seat in (await laptop.see(at(table)))["seats"])

    within(60, play())


def test_the_open_connections_of_a_removed_device_are_closed(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone, Person(server) as guest:
            table = await two_people(laptop, guest)
            await join(phone, await link(laptop))
            async with phone.live(table) as live, laptop.live(table) as own:
                assert (await live.until("game"))["views"][0]["eyes"] == 0
                await own.until("game")
                (gone,) = [each["id"] for each in (await laptop.see("/api/you"))["devices"] if not each["this"]]
                await laptop.do(f"/api/you/devices/{gone}/remove")
                assert await end_of(live) == 4403
                await own.send(type="say", text="still here", id=1)
                await own.until("done", id=1)

    within(30, play())


def test_the_qr_code_is_a_picture_of_the_link(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as laptop:
            answer = await laptop.do("/api/you/link", LAPTOP)
            assert answer["qr"].startswith("data:image/svg+xml")
            assert key_of(answer["link"]) not in answer["qr"], "the picture is drawn, not written"

    within(60, play())


def test_a_passkey_belongs_to_one_person(tmp_path: Path) -> None:
    async def add() -> list[bool]:
        engine = open_database(sqlite_url(tmp_path / "tables.sqlite3"))
        try:
            await prepare(engine)
            store = PeopleStore(Store(engine))
            for person in ("a" * 64, "b" * 64):
                await store.create(person, "Ada")
            made = {"id": "key", "public_key": "", "signatures": 0, "label": "Laptop"}
            return [await store.add_passkey(person=person, **made) for person in ("a" * 64, "a" * 64, "b" * 64)]
        finally:
            await engine.dispose()

    assert within(60, add()) == [True, False, False]


def forged(data: str) -> dict[str, Any]:
    """A credential with some client data."""
    return {"id": "a\0c", "response": {"clientDataJSON": data}}


def test_a_passkey_that_was_not_asked_for_proves_nothing(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada:
            port = server.url.rpartition(":")[2]
            ada.headers["Host"] = f"127.0.0.1:{port}"
            await ada.refused("no_passkeys", "/api/you/sign-in/options")  # reached by an address, not by a name
            ada.headers["Host"] = f"localhost:{port}"
            asked = await ada.do("/api/you/sign-in/options")
            assert asked["rpId"] == "localhost"
            data = json.dumps({"type": "webauthn.get", "challenge": asked["challenge"], "origin": "https://localhost"})
            proof = {**PHONE, "credential": forged(base64.urlsafe_b64encode(data.encode()).decode())}
            unknown = await ada.refused("bad_passkey", "/api/you/sign-in", proof)
            assert "not known" in unknown["message"]
            again = await ada.refused("bad_passkey", "/api/you/sign-in", proof)
            assert "nobody asked for this" in again["message"]
            deep = base64.urlsafe_b64encode(b"[" * 8_000).decode()
            for nonsense in ({}, {"response": {"clientDataJSON": "?"}}, {"response": None}, forged(deep)):
                await ada.refused("bad_passkey", "/api/you/sign-in", {**PHONE, "credential": nonsense})

    within(60, play())
