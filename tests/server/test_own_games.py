"""One's own games: listed with results, exported, deleted, taken along and gone on with elsewhere."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanssouci import Game
from sanssouci.game.filling import read_seen
from sanssouci.server.house import setup_of
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.store import SNAPSHOT_EVERY, Store
from sanssouci.server.table import Table
from server.conftest import Served
from server.databases import Database
from server.inprocess import in_process
from server.playing import at, play_on, seat_at, two_people
from server.serving import Person, Server, within
from terminal.keyboard import Keyboard

MACHINE = {"kind": "computer", "level": "random"}


async def games(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.see("/api/mine/games"))["games"]
    return found


async def exported(person: Person) -> list[dict[str, Any]]:
    answer = await person.get("/api/mine/records")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/jsonl")
    return [json.loads(line) for line in answer.text.splitlines()]


async def against_a_computer(person: Person, database: Database, moves: int = 2, **options: Any) -> str:
    """A table where one's own turn has come after some moves."""
    opened = await person.open({"kind": "here", "name": "Ada"}, MACHINE, first=0, **options)
    table = str(opened["table"]["id"])
    for _ in range(moves):
        await play_on(database, table, {0: person}, 1)
        while (await person.see(at(table)))["to_move"] != 0:
            await asyncio.sleep(0.02)
    return table


def test_ux40_finished_games_have_points_and_winners_and_running_ones_say_whose_turn(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            over = await two_people(ada, ben, box="imperial", expansions=["rewards"])
            game = await play_on(database, over, {0: ada, 1: ben})
            running = await two_people(ada, ben, first=0)
            await ada.do(at((await ada.open("here", "invited"))["table"]["id"], "/abandon"))  # never begun: not listed
            outcome = game.outcome()
            assert outcome is not None
            for person, own in ((ada, 0), (ben, 1)):
                lines = await games(person)
                assert [line["id"] for line in lines] == [running, over]
                assert [line["your_turn"] for line in lines] == [own == 0, False]
                assert (lines[1]["box"], lines[1]["expansions"], lines[1]["people"]) == ("imperial", ["rewards"], True)
                seats = lines[1]["seats"]
                assert [seat["points"] for seat in seats] == [points.total for points in outcome.points]
                assert [seat["won"] for seat in seats] == [seat in outcome.winners for seat in range(2)]
                assert [seat["yours"] for seat in seats] == [own == 0, own == 1]
                assert [seat["points"] for seat in lines[0]["seats"]] == [None, None]

    within(60, play())


def test_ux40_who_deletes_a_game_deletes_their_own_entry_and_the_last_one_the_game(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            table = await two_people(ada, ben, box="imperial")
            await ada.refused("not_over", at(table, "/forget"))
            await play_on(database, table, {0: ada, 1: ben})
            await eve.refused("not_seated", at(table, "/forget"))
            await ada.do(at(table, "/forget"))
            await ada.do(at(table, "/forget"))  # twice is once
            assert await games(ada) == []
            assert (await ada.see("/api/mine"))["tables"] == []
            assert [line["id"] for line in await games(ben)] == [table]
            assert len(await exported(ben)) == 1
            assert await exported(ada) == []
            await ben.do(at(table, "/forget"))
            for each in ("tables", "log", "seats", "hidden"):
                column = "id" if each == "tables" else "table_id"
                assert not await database.ask(f"SELECT 1 FROM {each} WHERE {column} = :id", id=table)
            await ben.see(at(table), status=404)

    within(60, play())


def test_ux40_who_has_left_a_running_game_may_delete_it_and_the_others_play_on(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben)
            await ben.do(seat_at(table, 1, "leave"))
            await ben.do(at(table, "/forget"))
            assert await games(ben) == []
            assert (await ada.see(at(table)))["status"] == "running"

    within(60, play())


def test_ux40_all_games_are_exported_and_running_ones_tell_no_secret_of_others(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            over = await two_people(ada, ben, box="imperial")
            finished = await play_on(database, over, {0: ada, 1: ben})
            running = await two_people(ada, ben, first=0)
            game = await play_on(database, running, {0: ada, 1: ben}, 6)
            (left,) = await database.ask("SELECT seed FROM tables WHERE id = :id", id=running)
            for person, own in ((ada, 0), (ben, 1)):
                view, whole = await exported(person)
                assert Game.from_record(whole).text() == finished.text()
                assert "seed" in whole
                assert (view["seat"], view["result"]) == (own, None)
                seen, eyes = read_seen(view)
                assert eyes == own
                assert seen.view(own).text() == game.view(own).text()
                assert "seed" not in view
                assert left.seed not in json.dumps(view)
                hidden = [event for event in view["events"] if event[0] in ("card", "mission") and event[1] != own]
                assert hidden
                assert {event[2] for event in hidden} == {"?"}
            assert await exported(eve) == []

    within(60, play())


def test_ux40_a_game_without_other_people_is_taken_along_and_gone_on_with(
    server: Server, database: Database, tmp_path: Path
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as elsewhere:
            table = await against_a_computer(ada, database, 4, box="imperial", expansions=["boar"])
            game = await database.game(table)
            await elsewhere.refused("not_seated", at(table, "/take"))
            assert not (await ada.see(at(table)))["taken"]
            file = await ada.do(at(table, "/take"))
            assert "secrets" in file["x-secrets"]
            assert (await ada.see(at(table)))["taken"], "the table is marked"
            opened = await elsewhere.do("/api/mine/go-on", {"record": file, "name": "Ada B."}, status=201)
            copy = opened["table"]
            assert (copy["taken"], copy["chosen_seed"], copy["listed"]) == (True, True, False)
            assert [(seat["name"], seat["level"], seat["yours"]) for seat in copy["seats"]] == [
                ("Ada B.", None, True),
                ("", "random", False),
            ]
            assert (await database.game(copy["id"])).text() == game.text(), "position and luck are the same"
            await play_on(database, copy["id"], {0: elsewhere}, 1)
            (tmp_path / "taken.json").write_text(json.dumps(file), encoding="utf-8")

    within(60, play())
    file = tmp_path / "taken.json"
    before = Game.from_record(json.loads(file.read_text(encoding="utf-8")), running=True)
    keyboard = Keyboard("play", "--text", "--resume", str(file), data=tmp_path)
    keyboard.expect("play.ask")
    keyboard.type("q")
    keyboard.expect("play.saved")
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["seats"] == ["human", "random"]
    assert Game.from_record(saved["record"], running=True).text() == before.text()
    assert saved["record"]["seed"] == f"{before.seed:032x}"


def test_ux40_a_game_with_other_people_is_not_taken_along(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben)
            await ada.refused("not_alone", at(table, "/take"))
            hot_seat = (await ada.open("here", "here"))["table"]["id"]
            await ada.refused("not_alone", at(hot_seat, "/take"))

    within(60, play())


def test_what_cannot_be_gone_on_with_is_refused_and_opens_nothing(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await against_a_computer(ada, database)
            file = await ada.do(at(table, "/take"))
            over = await two_people(ada, ben, box="imperial")
            finished = await play_on(database, over, {0: ada, 1: ben})
            view = await ada.see(at(table, "/record?seat=0"))
            strange = {**file, "box": {**file["box"], "id": "mine", "missions": 1}}
            other_luck = {**file, "seed": "0" * 32}
            before = len(await games(ada))
            for wrong, record in {
                "bad_record": [{}, view, finished.record(), other_luck, {**file, "events": file["events"][:-1]}],
                "bad_setting": [strange],
            }.items():
                for each in record:
                    if wrong == "bad_setting":
                        answer = await ada.post("/api/mine/go-on", json={"record": each})
                        assert answer.json()["code"] in ("bad_setting", "bad_record")
                    else:
                        await ada.refused(wrong, "/api/mine/go-on", {"record": each})
            assert len(await games(ada)) == before
            bold = {**file, "names": ["<b>Ada</b>", "\u202eben"], "x-seats": ["nonsense", 7]}
            seats = (await ada.do("/api/mine/go-on", {"record": bold}, status=201))["table"]["seats"]
            assert [seat["name"] for seat in seats] == ["<b>Ada</b>", ""]
            assert [seat["kind"] for seat in seats] == ["here", "computer"]

    within(60, play())


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def test_a_game_with_many_turns_taken_back_is_exported_from_its_snapshot(tmp_path: Path) -> None:
    """Its log may be a thousand times as long as its game, and is not read."""
    with in_process(tmp_path / "tables.sqlite3") as server:
        database = Database("sqlite", f"sqlite:///{tmp_path / 'tables.sqlite3'}")

        async def play() -> None:
            async with Person(server) as ada, Person(server) as ben:
                table = await two_people(ada, ben)
                await play_on(database, table, {0: ada, 1: ben}, 8)
                (before,) = [each for each in await exported(ada) if "events" in each]
                store = Store(open_database(database.url))
                row, entries = await store.table(table), await store.entries(table, -1)
                await store.close()
                assert row is not None
                last = Table(setup_of(row)).read(entries)
                far = replace(last, ply=SNAPSHOT_EVERY)
                await database.ask(
                    "INSERT INTO snapshots (table_id, ply, body) VALUES (:id, :ply, :body)",
                    id=table,
                    ply=far.ply,
                    body=far.snapshot(),
                )
                await database.ask("DELETE FROM log WHERE table_id = :id", id=table)
                await database.ask("UPDATE tables SET ply = :ply WHERE id = :id", id=table, ply=far.ply)
                assert await exported(ada) == [before]

        within(60, play())
