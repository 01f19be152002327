"""What the server tells of an ended game: the count line by line, its picture, the points kept, and the best so far."""

import asyncio
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from sanssouci import GreedyPlayer, RandomPlayer
from server.conftest import Served
from server.databases import Database
from server.playing import at, play_on, two_people
from server.serving import Person, Server, within


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


async def noted(person: Person, table: str) -> list[dict[str, Any]]:
    """The seats of a table once their points are kept."""
    async with asyncio.timeout(90):
        while True:
            seats: list[dict[str, Any]] = (await person.see(at(table)))["seats"]
            if seats[0]["points"] is not None:
                return seats
            await asyncio.sleep(0.05)


def test_the_count_names_every_row_column_and_mission_and_the_points_are_kept(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, box="imperial", expansions=["rewards", "boar"])
            await refuses_early(ada, table)
            assert [seat["points"] for seat in (await ada.see(at(table)))["seats"]] == [None, None]
            game = await play_on(database, table, {0: ada, 1: ben}, player=GreedyPlayer(3))
            outcome = game.outcome()
            assert outcome is not None
            count = (await ben.see(at(table, "/game")))["views"][0]["ending"]["count"]
            for seat, lines in enumerate(count):
                points, garden = outcome.points[seat], game.garden(seat)
                assert sum(line["points"] for line in lines) == points.total
                for source in ("rows", "columns", "missions"):
                    assert sum(each["points"] for each in lines if each["source"] == source) == getattr(points, source)
                rows = [int(line["what"]) for line in lines if line["source"] == "rows"]
                full = [row for row in range(2, 7) if all(f"{letter}{row}" in garden.built for letter in "abcdefghi")]
                assert rows == full
                missions = {line["what"]: line["points"] for line in lines if line["source"] == "missions"}
                assert missions == {letter: garden.nobles[letter] for letter in game.missions(seat) or ()}
                assert [line["what"] for line in lines if line["source"] == "boar"] in ([], [garden.pieces.get("boar")])
            seats = await noted(ada, table)
            assert [seat["points"] for seat in seats] == [points.total for points in outcome.points]
            assert [seat["seat"] for seat in seats if seat["won"]] == list(outcome.winners)

    within(60, play())


async def refuses_early(person: Person, table: str) -> None:
    for path in ("/picture", "/best?seat=0"):
        assert (await person.see(at(table, path), status=409))["code"] == "not_over"


def test_a_picture_of_the_end_shows_gardens_names_and_points(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as watcher:
            opened = await ada.open({"kind": "here", "name": "Ada & <Co>"}, {"kind": "here", "name": "Ben"})
            table = opened["table"]["id"]
            game = await play_on(database, table, {0: ada, 1: ada})
            answer = await watcher.get(at(table, "/picture?language=de"))
            assert answer.headers["content-type"].partition(";")[0] == "image/svg+xml"
            picture = ET.fromstring(answer.text)
            said = " ".join(text for text in picture.itertext())
            assert all(text in said for text in ("Ada & <Co>", "Ben", "Reihen"))
            assert len(picture.findall(".//*[@class='garden']")) == 2
            for seat, points in enumerate(game.scores):
                (line,) = picture.findall(f".//*[@data-result='{seat}']")
                assert f": {points}" in " ".join(line.itertext())
            assert (await watcher.see(at(table, "/picture?language=xx"), status=400))["code"] == "bad_request"

    within(60, play())


def test_the_best_so_far_is_of_games_like_this_one(server: Server, database: Database) -> None:
    async def finish(person: Person, number: int, **options: Any) -> tuple[str, int]:
        table = (await person.open("here", {"kind": "computer", "level": "random"}, **options))["table"]["id"]
        ply = -1
        while True:
            frame = await person.see(at(table, "/game"))
            if frame["views"][0]["ending"]:
                await noted(person, table)
                return table, frame["views"][0]["seats"][0]["points"]["total"]
            if not frame["drafts"] or frame["ply"] == ply:
                await asyncio.sleep(0.01)
                continue
            ply, game = frame["ply"], await database.game(table)
            assert game.seat == 0
            move = str(RandomPlayer(number).choose(game.view(0)))
            await person.do(at(table, "/play"), {"seat": 0, "ply": ply, "move": move})

    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            first, points = await finish(ada, 1)
            best = await ada.see(at(first, "/best?seat=0"))
            assert best == {"counts": True, "points": None, "table": None, "games": 0}
            second, more = await finish(ada, 2)
            best = await ada.see(at(second, "/best?seat=0"))
            assert best == {"counts": True, "points": points, "table": first, "games": 1}
            assert (await ada.see(at(first, "/best?seat=0")))["points"] == more
            with_rewards, _ = await finish(ada, 3, expansions=["rewards"])
            assert (await ada.see(at(with_rewards, "/best?seat=0")))["games"] == 0
            chosen, _ = await finish(ada, 4, seed="0" * 32)
            assert (await ada.see(at(chosen, "/best?seat=0")))["counts"] is False
            assert (await ada.see(at(second, "/best?seat=0")))["games"] == 1
            assert (await ben.see(at(first, "/best?seat=0"), status=403))["code"] == "not_your_seat"

    within(90, play())
