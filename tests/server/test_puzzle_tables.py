"""Puzzles at real tables: two tries, a solution that nobody is told before, and a rating kept with the solver."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from sanssouci.study.puzzles import Puzzle, shipped
from server.conftest import Served
from server.playing import at
from server.serving import Person, Server, within


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def a_puzzle(number: int = 0) -> Puzzle:
    """One that is not about the last move of a game, so that it can be taken back."""
    return [puzzle for puzzle in shipped().values() if puzzle.theme != "last round"][number]


async def enter(solver: Person, puzzle: Puzzle) -> str:
    table: str = (await solver.do("/api/puzzles", {"puzzle": puzzle.id, "name": "Ada"}))["table"]
    return table


async def attempt(solver: Person, puzzle: Puzzle, table: str, move: str) -> dict[str, Any]:
    """Play a move, after taking back what stands; what is said of it."""
    frame = await solver.see(at(table, "/game"))
    seat, ply = puzzle.view.eyes, frame["ply"]
    if frame["log"]:
        await solver.do(at(table, "/undo"), {"seat": seat, "ply": ply})
        ply += 1
    await solver.do(at(table, "/play"), {"seat": seat, "ply": ply, "move": move})
    said: dict[str, Any] = await solver.see(at(table, "/puzzle"))
    return said


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_tries_and_only_then_the_solution(request: pytest.FixtureRequest, kind: str) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")
    puzzle = a_puzzle()
    wrong = puzzle.tempting[0]

    async def play() -> None:
        async with Person(kept.server) as solver:
            table = await enter(solver, puzzle)
            view = await solver.see(at(table, "/puzzle"))
            assert (view["state"], view["tries"], view["solution"], view["first"]) == ("open", 2, None, True)
            hints = f"/hints?seat={puzzle.view.eyes}"
            assert (await solver.see(at(table, hints), status=409))["code"] == "no_hints"
            view = await attempt(solver, puzzle, table, wrong)
            assert (view["state"], view["tries"], view["solution"]) == ("wrong", 1, None)
            assert await solver.see(at(table, "/puzzle")) == view, "one move is one try"
            assert await enter(solver, puzzle) == table, "tries are not renewed"
            assert len((await solver.see(at(table, "/game")))["log"]) == 1, "nobody answers"
            view = await attempt(solver, puzzle, table, wrong)
            assert (view["state"], view["tries"]) == ("missed", 0)
            assert (view["solution"]["move"], view["solution"]["tempting"]) == (puzzle.best, list(puzzle.tempting))
            assert view["change"] < 0
            assert view["solver"]["streak"] == 0
            again = await enter(solver, puzzle)
            assert again != table
            await solver.see(at(table), status=404)
            view = await attempt(solver, puzzle, again, puzzle.best)
            assert (view["state"], view["first"]) == ("solved", False)
            assert view["solver"] | {"rating": ""} == {"rating": "", "tried": 1, "solved": 0, "streak": 0, "best": 0}

    within(90, play())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_puzzles_entered_at_the_same_moment_leave_one_table(request: pytest.FixtureRequest, kind: str) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")

    async def play() -> None:
        async with Person(kept.server) as solver:
            await enter(solver, a_puzzle())  # and so has a cookie
            for number in (1, 2):
                await asyncio.gather(*(enter(solver, a_puzzle(number)) for _ in range(4)))
            (mine,) = await kept.database.ask(
                "SELECT host FROM tables WHERE id = :id", id=await enter(solver, a_puzzle(2))
            )
            left = await kept.database.ask("SELECT id FROM tables WHERE host = :host", host=mine.host)
            assert len(left) == 1

    within(60, play())


def test_what_is_solved_counts_once_and_makes_a_row(server: Server) -> None:
    first, second, third = a_puzzle(1), a_puzzle(2), a_puzzle(3)

    async def play() -> None:
        async with Person(server) as solver:
            nobody = {"rating": None, "tried": 0, "solved": 0, "streak": 0, "best": 0}
            assert (await solver.see("/api/puzzles"))["solver"] == nobody
            at_once = await attempt(solver, first, await enter(solver, first), first.best)
            assert (at_once["state"], at_once["solver"]["streak"]) == ("solved", 1)
            assert at_once["change"] > 0
            table = await enter(solver, second)
            await attempt(solver, second, table, second.tempting[0])
            later = await attempt(solver, second, table, second.best)
            assert (later["state"], later["solver"]["streak"]) == ("solved", 2)
            assert later["change"] < at_once["change"]
            given_up = await solver.do(at(await enter(solver, third), "/puzzle"), {})
            assert (given_up["state"], given_up["solution"]["move"]) == ("missed", third.best)
            listed = await solver.see("/api/puzzles")
            assert listed["solver"] | {"rating": ""} == {"rating": "", "tried": 3, "solved": 2, "streak": 0, "best": 2}
            assert sum(each["total"] for each in listed["counts"]) == len(shipped())
            assert sum(each["solved"] for each in listed["counts"]) == 2
            assert (await solver.see("/api/mine"))["tables"] == []
            kept = await solver.see("/api/mine/puzzles")
            assert [(each["puzzle"], each["score"]) for each in kept] == [
                (first.id, 1.0),
                (second.id, 0.5),
                (third.id, 0.0),
            ]
            await solver.do("/api/mine/puzzles/forget")
            assert (await solver.see("/api/puzzles"))["solver"] == nobody

    within(90, play())


def test_a_kind_of_puzzle_is_asked_for_until_none_is_left(server: Server) -> None:
    kinds = Counter((each.theme, each.difficulty) for each in shipped().values())
    theme, difficulty = min((kind for kind in kinds if kinds[kind] > 2), key=lambda kind: kinds[kind])
    wanted = {each.id for each in shipped().values() if (each.theme, each.difficulty) == (theme, difficulty)}

    async def play() -> None:
        async with Person(server) as solver:
            wish = {"theme": theme, "difficulty": difficulty}
            for _ in wanted:
                table = (await solver.do("/api/puzzles", wish))["table"]
                view = await solver.do(at(table, "/puzzle"), {})
                assert view["puzzle"] in wanted
            assert (await solver.do("/api/puzzles", wish))["table"] is None
            await solver.refused("not_found", "/api/puzzles", {"puzzle": "0-0-0"})
            await solver.refused("bad_request", "/api/puzzles", {"theme": "chess"})

    within(120, play())


def test_nobody_else_is_told_anything_at_a_solvers_table(server: Server) -> None:
    puzzle = a_puzzle(4)

    async def play() -> None:
        async with Person(server) as solver, Person(server) as stranger:
            table = await enter(solver, puzzle)
            await solver.do(at(table, "/puzzle"), {})
            assert (await stranger.see(at(table, "/puzzle"), status=403))["code"] == "not_your_seat"
            await stranger.refused("not_your_seat", at(table, "/puzzle"), {})
            assert puzzle.best not in json.dumps(
                [await stranger.see(at(table)), await stranger.see(at(table, "/game"))]
            )
            plain = (await stranger.open("here", "computer"))["table"]["id"]
            assert (await stranger.see(at(plain, "/puzzle"), status=404))["code"] == "not_found"

    within(60, play())


def test_results_move_with_a_device_and_are_deleted_with_the_account(server: Server) -> None:
    one, two = a_puzzle(5), a_puzzle(6)

    async def play() -> None:
        async with Person(server) as laptop, Person(server) as phone:
            await attempt(laptop, one, await enter(laptop, one), one.best)
            await attempt(phone, one, await enter(phone, one), one.best)
            await attempt(phone, two, await enter(phone, two), two.best)
            link = (await laptop.do("/api/you/link", {"label": "Laptop", "name": "Ada"}))["link"]
            await phone.do("/api/you/devices", {"label": "Phone", "key": link.partition("#")[2]})
            for device in (laptop, phone):
                solver = (await device.see("/api/puzzles"))["solver"]
                assert (solver["tried"], solver["solved"], solver["streak"]) == (2, 2, 2)
            await laptop.do("/api/you/delete")
            assert (await phone.see("/api/puzzles"))["solver"]["tried"] == 0

    within(90, play())
