"""Lessons at real tables: the same server path as any game, and progress kept with the learner."""

import asyncio

import pytest

from sanssouci import Game
from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.study.seeing import REMARKS
from server.conftest import Served
from server.databases import Database
from server.playing import at
from server.serving import Person, Server, within

ALL = [*LESSONS, "game"]


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


async def enter(learner: Person, lesson: str, *, again: bool = False) -> str:
    table: str = (await learner.do(f"/api/lessons/{lesson}", {"name": "Ada", "again": again}))["table"]
    return table


async def teach(learner: Person, lesson: str) -> str:
    """Go through a whole lesson as its solutions say."""
    table, parts = await enter(learner, lesson), lesson_of(lesson).parts
    for index, part in enumerate(parts):
        view = await learner.see(at(table, "/lesson"))
        if part.do is not None:
            continue  # the whole turn is played at once
        assert (view["part"], view["wrong"]) == (index, None) or part.goal is not None
        if part.solution is not None:
            ply = (await learner.see(at(table, "/game")))["ply"]
            await learner.do(at(table, "/play"), {"seat": 0, "ply": ply, "move": part.solution})
        elif index < len(parts) - 1:
            await learner.do(at(table, "/lesson"), {"part": index})
    return table


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_lesson_is_a_table_like_any_other_and_is_kept_as_learnt(
    request: pytest.FixtureRequest, kind: str
) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")

    async def play() -> None:
        async with Person(kept.server) as learner:
            for number, name in enumerate(LESSONS):
                table = await teach(learner, name)
                view = await learner.see(at(table, "/lesson"))
                assert (view["done"], view["next"]) == (True, ALL[number + 1])
                frame = await learner.see(at(table, "/game"))
                assert [told["seat"] for told in frame["log"]] == [0, 1, 0, 1], "the lesson answers for the other seat"
                info = await learner.see(at(table))
                assert (info["lesson"], info["chosen_seed"]) == (name, True)
            listed = (await learner.see("/api/lessons"))["lessons"]
            assert [(each["id"], each["done"], each["table"]) for each in listed] == [
                *((name, True, None) for name in LESSONS),
                ("game", False, None),
            ]
            assert (await learner.do("/api/lessons/next"))["lesson"] == "game"
            assert [each["lesson"] for each in (await learner.see("/api/mine"))["tables"]] == ["game"]

    within(120, play())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_lesson_entered_twice_at_the_same_moment_has_one_table(request: pytest.FixtureRequest, kind: str) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")

    async def play() -> None:
        async with Person(kept.server) as learner:
            await learner.do("/api/lessons/place", {"name": "Ada"})  # and so has a cookie
            for again in (False, True):
                wish = {"name": "Ada", "again": again}
                answers = await asyncio.gather(*(learner.do("/api/lessons/card", wish) for _ in range(4)))
                tables = {answer["table"] for answer in answers}
                running = "SELECT id FROM tables WHERE status = 'running' AND options LIKE '%\"lesson\":\"card\"%'"
                left = {row.id for row in await kept.database.ask(running.replace(":", "\\:"))} & tables
                assert len(left) == 1
                assert await enter(learner, "card") in left
                if not again:
                    assert tables == left, "everybody is led to the same table"

    within(60, play())


def test_the_guide_is_asked_by_two_devices_at_the_same_moment(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as learner:
            table = await enter(learner, "game")
            said = await asyncio.gather(*(learner.see(at(table, "/guide")) for _ in range(4)))
            assert all(each == said[0] for each in said)

    within(60, play())


def test_a_learner_leaves_and_comes_back_to_the_same_part(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as learner:
            table = await enter(learner, "next")
            assert (await learner.see(at(table, "/lesson")))["text"] == "welcome"
            view = await learner.do(at(table, "/lesson"), {"part": 0})
            assert (view["text"], view["shows"]["cards"]) == ("play", ["36"])
            await learner.do(at(table, "/lesson"), {"part": 0})  # a repeated click turns no page
            await learner.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": ["36"]})
            assert await enter(learner, "next") == await enter(learner, "card") == table
            assert (await learner.see(at(table, "/lesson")))["text"] == "take"
            afresh = await enter(learner, "card", again=True)
            assert afresh != table
            info = await learner.see(at(table))
            assert (info["status"], "rematch" in info["may"]) == ("abandoned", False)
            await learner.refused("no_rematch", at(table, "/rematch"))
            assert (await learner.see(at(afresh, "/lesson")))["text"] == "welcome"

    within(60, play())


def test_a_turn_that_was_not_asked_for_is_taken_back(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as learner:
            table = await enter(learner, "keep")
            await learner.do(at(table, "/lesson"), {"part": 0})
            await learner.do(at(table, "/play"), {"seat": 0, "ply": 0, "move": "* c4 c4"})
            view = await learner.see(at(table, "/lesson"))
            assert (view["text"], view["wrong"], view["again"]) == ("both", "keeps", True)
            assert len((await learner.see(at(table, "/game")))["log"]) == 1, "nobody has answered it"
            await learner.do(at(table, "/undo"), {"seat": 0, "ply": 1})
            view = await learner.see(at(table, "/lesson"))
            assert (view["wrong"], view["again"]) == (None, False)
            refusal = await learner.refused(
                "illegal_move", at(table, "/steps"), {"seat": 0, "ply": 2, "steps": ["34", "c5"]}
            )
            assert refusal["reason"] == "reason.other colour"
            await learner.do(at(table, "/play"), {"seat": 0, "ply": 2, "move": "34 c4 -"})
            assert (await learner.see(at(table, "/lesson")))["text"] == "why"
            record = await learner.see(at(table, "/record?seat=0"))
            assert (record["version"], [event[2] for event in record["events"] if event[0] == "turn"]) == (
                2,
                ["34 c4 -", "26 a2 -"],
            )

    within(60, play())


def test_the_finished_game_of_the_lesson_about_the_end_is_a_valid_record(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as learner:
            table = await teach(learner, "end")
            game = Game.from_record(await learner.see(at(table, "/record")))
            assert game.is_over
            assert game.text() != lesson_of("end").start

    within(60, play())


def test_nobody_else_is_taught_at_a_learners_table(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as learner, Person(server) as stranger, Person(server) as host:
            table = await enter(learner, "card")
            for path in ("/lesson", "/guide"):
                assert (await stranger.see(at(table, path), status=403))["code"] == "not_your_seat"
            await stranger.refused("not_your_seat", at(table, "/lesson"), {"part": 0})
            assert (await learner.see(at(table, "/guide"), status=404))["code"] == "not_found"
            plain = (await host.open("here", "computer"))["table"]["id"]
            assert (await host.see(at(plain, "/lesson"), status=404))["code"] == "not_found"
            assert "there are: card, place" in (await learner.refused("not_found", "/api/lessons/chess"))["message"]
            await learner.refused("bad_request", "/api/lessons/card", {"name": "Ada", "start": "x"})
            await host.refused("bad_request", "/api/tables", {"seats": [{"kind": "here"}] * 2, "start": "x"})

    within(60, play())


def test_progress_moves_with_a_device_and_is_deleted_with_the_account(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone:
            await teach(laptop, "place")
            await teach(phone, "card")
            link = (await laptop.do("/api/you/link", {"label": "Laptop", "name": "Ada"}))["link"]
            await phone.do("/api/you/devices", {"label": "Phone", "key": link.partition("#")[2]})
            for device in (laptop, phone):
                done = [each["id"] for each in (await device.see("/api/lessons"))["lessons"] if each["done"]]
                assert done == ["card", "place"]
            await laptop.do("/api/you/delete")
            assert not any(each["done"] for each in (await phone.see("/api/lessons"))["lessons"])

    within(90, play())


def test_the_guide_of_a_first_game_speaks_once_for_each_turn(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as learner, Person(server) as other:
            table = await enter(learner, "game")
            info = await learner.see(at(table))
            assert (info["lesson"], info["seats"][1]["level"]) == ("game", "page")
            assert [each["id"] for each in (await learner.see("/api/mine"))["tables"]] == [table]
            async with learner.live(table) as live:
                frame = await live.until("game")
                while not (frame["drafts"] and frame["drafts"][0]["step"] == "play card"):
                    if frame["drafts"]:
                        await live.send(type="play", seat=0, ply=frame["ply"], move="A", id=1)
                    frame = await live.until("game")
            said = await learner.see(at(table, "/guide"))
            assert (said["ply"], said["missed"]) == (frame["ply"], None)
            assert await learner.see(at(table, "/guide")) == said
            assert said["remark"]["key"] in REMARKS
            turn, shows = said["turn"], said["shows"]
            assert (shows["cards"], shows["tiles"]) == ([turn["card"]], [turn["tile"]])
            assert turn["square"] in shows["squares"]
            await other.see(at(table, "/guide"), status=403)
            assert (await learner.see(at(table, "/lesson"), status=404))["code"] == "not_found"
            await learner.do(at(table, "/abandon"))
            again = await learner.do(at(table, "/rematch"), status=201)
            assert again["table"]["lesson"] is None, "a rematch is played without a guide"

    within(120, play())


@pytest.mark.long
def test_the_guided_game_counts_as_learnt_at_its_end(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as learner:
            table = await enter(learner, "game")
            await learner.do(at(table, "/seats/0/replace"), {"level": "random"})
            async with learner.live(table) as live:
                while (await live.until("game"))["views"][0]["ending"] is None:
                    pass
            for _ in range(2):
                listed = (await learner.see("/api/lessons"))["lessons"]
                assert listed[-1] == {"id": "game", "expansion": None, "table": None, "done": True}
                # As if the process had died at that moment: it is noted when somebody asks.
                await database.ask("UPDATE learning SET done = NULL WHERE table_id = :table", table=table)

    within(300, play())
