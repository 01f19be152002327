"""The garden of the day and twin games: one luck, one attempt each, and nothing given away before."""

import asyncio
import hashlib
import hmac
import json
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.conftest import Served
from server.databases import Database
from server.playing import at, play_on, two_people
from server.serving import Person, Server, within


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def today() -> str:
    return datetime.now(UTC).date().isoformat()


async def enter(player: Person, luck: str, name: str) -> str:
    table: str = (await player.do(f"/api/luck/{luck}", {"name": name}))["table"]
    return table


async def play(player: Person, table: str, *, turns: int = 100) -> list[str]:
    """Play the first legal choice of each step; all moves of the game."""
    async with player.live(table) as live:
        frame = await live.until("game")
        for _ in range(turns):
            while not frame["drafts"] and frame["views"][0]["ending"] is None:
                frame = await live.until("game")
            if frame["views"][0]["ending"] is not None:
                break
            draft, steps = frame["drafts"][0], []
            while draft["step"] is not None:
                steps = [*draft["steps"], draft["choices"][0]["text"]]
                draft = await player.do(at(table, "/steps"), {"seat": 0, "ply": frame["ply"], "steps": steps})
            await live.send(type="play", seat=0, ply=frame["ply"], move=draft["move"], id=1)
            frame = await live.until("game")
            while frame["views"][0]["ending"] is None and not frame["drafts"]:
                frame = await live.until("game")
    record = await player.see(at(table, "/record"))
    return [event[2] for event in record["events"] if event[0] in ("side", "turn")]


def test_one_attempt_each_with_the_same_luck_and_nothing_told_before(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            begun = await ada.do("/api/luck", {"name": "Ada"})
            luck, one = begun["id"], begun["table"]
            two = await enter(ben, luck, "Ben")
            assert await enter(ada, luck, "Ada") == one != two
            await eve.refused("seat_taken", f"/api/luck/{luck}", {"name": "Eve"})
            await eve.refused("not_found", "/api/luck/2001-01-01", {"name": "Eve"})
            seen = [(await player.see(at(table, "/game")))["views"] for player, table in ((ada, one), (ben, two))]
            assert seen[0] == seen[1]
            for path in ("/game", "/record", "/replay", "/chat"):
                refused = await eve.see(at(one, path), status=409)
                assert (refused["code"], refused["reason"]) == ("not_over", "closed.twin")
            async with eve.live(one) as live:
                assert (await live.next())["problem"]["code"] == "not_over"
            await ada.refused("no_leave", at(one, "/seats/0/replace"), {})
            await ada.refused("not_alone", at(one, "/take"))
            await database.ask("UPDATE shares SET points = 50, rival = 40 WHERE table_id = :table", table=one)
            for player, told in ((ada, [50]), (ben, []), (eve, [])):
                view = await player.see(f"/api/luck/{luck}")
                assert (view["closed"], [each["points"] for each in view["standings"]]) == (True, told)
            await database.ask("UPDATE shares SET points = 60, rival = 40 WHERE table_id = :table", table=two)
            view = await ada.see(f"/api/luck/{luck}")
            assert [(each["name"], each["yours"]) for each in view["standings"]] == [("Ben", False), ("Ada", True)]

    within(60, work())


def test_the_luck_of_a_day_is_made_with_a_key_that_only_the_database_has(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as ada:
            view = await ada.see(f"/api/luck/{today()}")
            assert (view["state"], view["closed"], view["standings"], view["king"]) == ("new", True, [], None)
            assert await ada.see("/api/luck/today") == view, "whatever the clock of a device says"
            assert not view["over"]
        ((key,),) = await database.ask("SELECT value FROM facts WHERE name = 'luck_key'")
        ((seed,),) = await database.ask("SELECT seed FROM lucks WHERE id = :day", day=today())
        assert len(key) == 64
        assert seed == hmac.new(bytes.fromhex(key), today().encode(), hashlib.sha256).hexdigest()[:32]

    within(60, work())


async def finished(ada: Person, ben: Person, database: Database, luck: str) -> str:
    """A game that is over, as if it had been played with a luck; the one in seat 0 has tried it."""
    table = await two_people(ada, ben)
    await play_on(database, table, {0: ada, 1: ben})
    await give(database, table, luck)
    ((holder,),) = await database.ask("SELECT holder FROM seats WHERE table_id = :id AND seat = 0", id=table)
    share = "INSERT INTO shares (luck, holder, table_id, name, at) VALUES (:luck, :holder, :id, 'Ada', 1)"
    await database.ask(share, luck=luck, holder=holder, id=table)
    return table


@pytest.mark.parametrize("first", ["laptop", "phone"])
def test_of_two_attempts_of_one_person_the_first_stands(server: Server, first: str) -> None:
    async def work() -> None:
        async with Person(server) as laptop, Person(server) as phone:
            key = (await laptop.do("/api/you/link", {"label": "Laptop", "name": "Ada"}))["link"].partition("#")[2]
            devices = [laptop, phone] if first == "laptop" else [phone, laptop]
            tables = [await enter(device, today(), "Ada") for device in devices]
            assert tables[0] != tables[1], "the server cannot know that they are one person"
            await phone.do("/api/you/devices", {"label": "Phone", "key": key})
            assert [await enter(device, today(), "Ada") for device in (laptop, phone)] == [tables[0]] * 2
            days = (await phone.see(f"/api/luck?month={today()[:7]}"))["days"]
            assert [day["day"] for day in days].count(today()) == 1

    within(60, work())


async def give(database: Database, table: str, luck: str) -> None:
    ((options,),) = await database.ask("SELECT options FROM tables WHERE id = :id", id=table)
    options = json.dumps({**json.loads(options), "luck": luck})
    await database.ask("UPDATE tables SET options = :options WHERE id = :id", options=options, id=table)


def days_ago(days: int) -> datetime:
    """The beginning of a day."""
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days)


async def name_day(database: Database, days: int) -> str:
    """Have a day on which there was a garden that the king has played."""
    day = days_ago(days).date().isoformat()
    known = "INSERT INTO lucks (id, seed, box, expansions, king, king_points, created) "
    known += "VALUES (:day, :seed, 'ravensburger', '', '{}', 40, 1)"
    await database.ask(known, day=day, seed=f"{days:032x}")
    return day


async def told(player: Person, table: str) -> list[tuple[int | None, bool]]:
    """The points of each seat that somebody is told at a table, and who has won."""
    return [(seat["points"], seat["won"]) for seat in (await player.see(at(table)))["seats"]]


def test_every_door_to_a_game_is_closed_to_others_and_its_seed_is_told_to_nobody(
    server: Server, database: Database
) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            table = await finished(ada, ben, database, today())
            paths = (await eve.see("/api/openapi.json"))["paths"]
            doors = [path for path in paths if "{table_id}/" in path and "get" in paths[path]]
            assert len(doors) > 8
            for door in doors:
                path = door.replace("{table_id}", table).replace("{language}", "en")
                answer = await eve.get(f"{path}?seat=0&eyes=-1&language=en")
                assert answer.status_code >= 400, f"{path} is open: {answer.text[:300]}"
            assert await told(eve, table) == [(None, False)] * 2
            assert {won for _, won in await told(ada, table)} == {True, False}
            assert "seed" not in await ada.see(at(table, "/record"))
            export = (await ada.get("/api/mine/records")).text.splitlines()
            assert [("seed" in json.loads(line)) for line in export] == [False]
            await give(database, table, days_ago(1).date().isoformat())  # the day is over
            assert "seed" in await eve.see(at(table, "/record"))
            assert await told(eve, table) == await told(ada, table)

    within(60, work())


def test_a_game_that_ends_after_its_day_does_not_count_since_others_could_be_looked_at(
    server: Server, database: Database
) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben:
            day = await name_day(database, 3)
            table = await finished(ada, ben, database, day)
            view = await ada.see(f"/api/luck/{day}")
            assert (view["state"], view["over"], view["closed"], view["standings"]) == ("late", True, False, [])
            await ben.refused("not_running", f"/api/luck/{day}", {"name": "Ben"})
            moved = days_ago(2).timestamp() - 1
            await database.ask("UPDATE tables SET moved = :moved WHERE id = :id", moved=moved, id=table)
            view = await ada.see(f"/api/luck/{day}")
            assert (view["state"], len(view["standings"])) == ("over", 1)

    within(60, work())


def test_who_waits_for_a_twin_that_has_given_up_is_told(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben:
            begun = await ada.do("/api/luck", {"name": "Ada"})
            assert (await ada.see(f"/api/luck/{begun['id']}"))["twin_state"] is None
            two = await enter(ben, begun["id"], "Ben")
            assert (await ada.see(f"/api/luck/{begun['id']}"))["twin_state"] == "running"
            await ben.do(at(two, "/abandon"))
            view = await ada.see(f"/api/luck/{begun['id']}")
            assert (view["twin_state"], view["state"], view["closed"]) == ("abandoned", "running", True)

    within(60, work())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_many_who_follow_a_link_at_the_same_moment_one_becomes_the_twin(
    request: pytest.FixtureRequest, kind: str
) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")

    async def work() -> None:
        async with AsyncExitStack() as everybody:
            ada, *others = [await everybody.enter_async_context(Person(kept.server)) for _ in range(7)]
            luck = (await ada.do("/api/luck", {"name": "Ada"}))["id"]
            answers = await asyncio.gather(*(each.post(f"/api/luck/{luck}", json={"name": "Ben"}) for each in others))
            assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
            assert len((await ada.see(f"/api/luck/{luck}"))["players"]) == 2
            left = await kept.database.ask("SELECT table_id FROM shares WHERE luck = :luck", luck=luck)
            assert len(left) == 2

    within(60, work())


def test_twin_games_that_are_refused_leave_nothing_behind(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as eve:
            answers = [await eve.post("/api/luck", json={"name": "Eve"}) for _ in range(40)]
            begun = [answer for answer in answers if answer.status_code == 200]
            assert 0 < len(begun) < 40, "the number of tables that an address opens is limited"
            lucks = [answer.json()["id"] for answer in begun]
            kept = await database.ask("SELECT id FROM lucks WHERE king IS NULL AND length(id) > 10")
            played = await database.ask("SELECT luck FROM shares")
            assert {row.id for row in kept} <= {row.luck for row in played}
            assert set(lucks) <= {row.luck for row in played}

    within(60, work())


def test_a_game_that_was_deleted_is_not_offered_for_comparison(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben:
            path = f"/api/luck/{today()}"
            await ada.see(path)
            table = await finished(ada, ben, database, today())
            await database.ask("UPDATE shares SET points = 80, rival = 70 WHERE table_id = :table", table=table)
            assert not (await ada.see(path))["comparable"], "the king is yet to play"
            king = "UPDATE lucks SET king = '{}', king_points = 90 WHERE id = :day"
            await database.ask(king, day=today())
            assert (await ada.see(path))["comparable"]
            for player in (ada, ben):
                await player.do(at(table, "/forget"))
            view = await ada.see(path)
            assert (view["comparable"], view["state"]) == (False, "over")
            assert [(each["points"], each["yours"]) for each in view["standings"]] == [(80, True)]
            refused = await ada.see(f"{path}/games", status=404)
            assert "deleted" in refused["message"]

    within(60, work())


def test_of_a_day_that_hundreds_have_played_the_best_are_told(server: Server, database: Database) -> None:
    async def work() -> None:
        day = "2026-01-05"
        await database.ask(
            "INSERT INTO lucks (id, seed, box, expansions, king, king_points, created) "
            "VALUES (:day, :seed, 'ravensburger', '', '{}', 70, 0)",
            day=day,
            seed="0" * 32,
        )
        await database.ask(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
            "INSERT INTO shares (luck, holder, table_id, name, points, rival, at) "
            "SELECT :day, 'somebody ' || i, 'none', 'Ada', i, 0, i FROM n",
            day=day,
        )
        async with Person(server) as eve:
            view = await eve.see(f"/api/luck/{day}")
            assert [each["points"] for each in view["standings"]] == list(range(300, 200, -1))

    within(60, work())


@pytest.mark.long
def test_everybody_has_the_same_garden_of_the_day_once(server: Server, database: Database) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            view = await ada.see(f"/api/luck/{today()}")
            assert (view["state"], view["closed"], view["standings"], view["king"]) == ("new", True, [], None)
            one, two = await enter(ada, today(), "Ada"), await enter(ben, today(), "Ben")
            assert await enter(ada, today(), "Ada") == one != two
            for path in ("/game", "/record", "/replay", "/chat"):
                assert (await eve.see(at(one, path), status=409))["code"] == "not_over"
            await ada.refused("no_leave", at(one, "/seats/0/replace"), {})
            await ada.refused("not_alone", at(one, "/take"))
            moves = await play(ada, one)
            assert (await ada.see(at(one)))["seed"] is None
            assert "seed" not in await ada.see(at(one, "/record"))
            view = await ben.see(f"/api/luck/{today()}")
            assert (view["closed"], view["standings"]) == (True, []), "nobody is told before playing"
            assert (await ben.see(f"/api/luck/{today()}/games", status=409))["code"] == "not_over"
            await eve.refused("not_over", at(one, "/review"), {})
            assert (await play(ben, two))[: len(moves)] == moves, (
                "the same play meets the same luck and the same computer"
            )
            view = await ben.see(f"/api/luck/{today()}")
            assert [(each["name"], each["yours"]) for each in view["standings"]] == [("Ada", False), ("Ben", True)]
            assert view["standings"][0]["points"] == view["standings"][1]["points"]
            games = await settled(ben)
            assert games["name"] is None
            assert games["other"]["views"][-1]["ending"] is not None
            assert (await ben.see(f"/api/luck/{today()}"))["king"] is not None
            calendar = await ben.see(f"/api/luck?month={today()[:7]}")
            points = {each["day"]: each["points"] for each in calendar["days"]}
            assert points[today()] == view["standings"][1]["points"]
            await eve.refused("not_found", "/api/luck/2001-01-01", {"name": "Eve"})

    within(300, work())


async def settled(player: Person) -> dict[str, Any]:
    """One's own game and the king's, once it has played."""
    for _ in range(600):
        answer = await player.get(f"/api/luck/{today()}/games")
        if answer.is_success:
            found: dict[str, Any] = answer.json()
            return found
        await asyncio.sleep(0.2)
    raise AssertionError("the king does not finish")


@pytest.mark.long
def test_a_twin_game_is_compared_when_both_have_played(server: Server) -> None:
    async def work() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as eve:
            begun = await ada.do("/api/luck", {"name": "Ada"})
            luck, one = begun["id"], begun["table"]
            two = await enter(ben, luck, "Ben")
            await eve.refused("seat_taken", f"/api/luck/{luck}", {"name": "Eve"})
            await play(ada, one)
            view = await ada.see(f"/api/luck/{luck}")
            assert (view["twin"], view["closed"], view["players"]) == (True, True, ["Ada", "Ben"])
            assert [each["name"] for each in view["standings"]] == ["Ada"]
            assert (await ada.see(f"/api/luck/{luck}/games", status=409))["code"] == "not_over"
            assert (await ben.see(f"/api/luck/{luck}"))["standings"] == []
            await play(ben, two)
            games = await ada.see(f"/api/luck/{luck}/games")
            assert (games["name"], len(games["own"]["log"])) == ("Ben", len(games["other"]["log"]))
            assert (await eve.see(f"/api/luck/{luck}/games", status=409))["code"] == "not_over"
            assert (await eve.see(at(one, "/record"), status=409))["code"] == "not_over"

    within(300, work())
