"""One's own progress: counted from one's games and their reviews, and gone with them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from sanssouci.box import load
from sanssouci.server.messages import ReviewView
from sanssouci.server.progress import judged_by
from sanssouci.server.settings import sqlite_url
from sanssouci.study.mistakes import KINDS, kind_of
from server.databases import Database
from server.inprocess import in_process
from server.playing import at, play_on, two_people
from server.serving import Person, within

PAGE = {"kind": "computer", "level": "page"}
BOXES = {name: load(name) for name in ("ravensburger", "micro")}


async def progress(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = await person.see("/api/mine/progress")
    return found


async def alone(person: Person, database: Database, **options: Any) -> str:
    """A game against a computer, played to its end."""
    table = str((await person.open("here", PAGE, **options))["table"]["id"])
    while (info := await person.see(at(table)))["status"] != "over":
        if info["to_move"] == 0:
            await play_on(database, table, {0: person}, 1)
        await asyncio.sleep(0.01)
    return table


async def reviewed(person: Person, table: str) -> ReviewView:
    while True:
        answer = await person.post(at(table, "/review"), json={})
        assert answer.status_code == 200, answer.text
        if answer.json()["review"] is not None:
            return msgspec.convert(answer.json()["review"], ReviewView)
        await asyncio.sleep(0.1)


def test_progress_is_counted_from_ones_games_and_goes_with_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    database = Database("sqlite", sqlite_url(file))

    def rows() -> int:
        with closing(sqlite3.connect(file)) as connection:
            return int(connection.execute("SELECT count(*) FROM studied").fetchone()[0])

    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            assert await progress(ada) == {"boxes": [], "uncounted": 0}
            first = await alone(ada, database, box="micro")
            shared = await two_people(ada, ben, box="micro")
            await play_on(database, shared, {0: ada, 1: ben})
            chosen = await alone(ada, database, box="ravensburger", seed=f"{7:032x}")  # does not count
            running = await two_people(ada, ben, box="micro")

            found = await progress(ada)
            assert [box["box"] for box in found["boxes"]] == ["micro"]
            assert found["uncounted"] == 1
            (box,) = found["boxes"]
            assert [game["id"] for game in box["games"]] == [first, shared]
            assert [(wins["against"], wins["games"]) for wins in box["wins"]] == [("page", 1), ("people", 1)]
            for game in box["games"]:
                record = (await ada.get(at(game["id"], "/record"))).json()["result"]
                points = record["points"][0]
                assert game["points"] == points["total"] == sum(game["sources"].values())
                assert game["won"] == (0 in record["winners"])
                assert game["judged"] is None
            assert (box["reviewed"], box["points"], box["mistakes"]) == (0, None, [])

            review = await reviewed(ada, shared)
            (box,) = (await progress(ada))["boxes"]
            judged = judged_by(review, 0)
            own = [decision for decision in review.decisions if decision.seat == 0]
            assert box["games"][1]["judged"]["points"] == review.accounts[0].cost.points.value
            assert (box["reviewed"], box["decisions"]) == (1, len(own))
            assert box["points"] == round(judged.points / len(own), 6)
            missed = [each for each in own if each.verdict in ("inaccuracy", "mistake", "blunder")]
            assert sum(kind["count"] for kind in box["mistakes"]) == len(missed) > 0
            assert {kind["kind"] for kind in box["mistakes"]} <= set(KINDS)
            (other,) = (await progress(ben))["boxes"]
            assert other["games"][0]["judged"]["points"] == review.accounts[1].cost.points.value, "to each their own"
            refused = await ada.post(at(running, "/review"), json={})
            assert (refused.status_code, refused.json()["code"]) == (409, "not_over")

            luck = "UPDATE tables SET options = json_set(options, '$.luck', '2026-01-05') WHERE id = :id"
            await database.ask(luck, id=chosen)  # the garden of a day: its luck is fixed, but nobody chose it
            assert {box["box"]: len(box["games"]) for box in (await progress(ada))["boxes"]} == {
                "micro": 2,
                "ravensburger": 1,
            }
            await ada.do(at(chosen, "/forget"))

            before = rows()
            await ada.do(at(shared, "/forget"))
            (box,) = (await progress(ada))["boxes"]
            assert ([game["id"] for game in box["games"]], box["reviewed"]) == ([first], 0)
            assert rows() == before - 1, "what was known of the seat is gone, too"
            assert (await progress(ben))["boxes"][0]["reviewed"] == 1
            await ada.do(at(first, "/forget"))
            assert (await progress(ada))["boxes"] == []
            assert rows() == 1
            await ben.do("/api/you/link", {"label": "Laptop", "name": "Ben"})
            await ben.do("/api/you/delete")
            assert rows() == 0, "and with the account"

    with in_process(file, thinkers=1, boxes=BOXES) as server:
        within(120, play())


def test_a_mistake_is_named_after_what_is_worth_most_at_once() -> None:
    assert kind_of(["builds", "keeps card", "serves mission"]) == "mission"
    assert kind_of(["walks", "completes row"]) == "line"
    assert kind_of(["opens walk", "plants"]) == "route"
    assert kind_of(["turns side"]) == "side"
    assert kind_of(["builds"]) == kind_of([]) == "other"
