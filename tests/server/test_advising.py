"""Hints: who gets them, that they are true and made from one seat's view alone, and what they cost the others."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from sanssouci import Move, View, load_box
from sanssouci.players.advice import REASONS, Reason, advise, sentence
from sanssouci.server import advising
from sanssouci.server.messages import Hints, HintView
from sanssouci.texts import LANGUAGES, Texts
from server.conftest import Served
from server.databases import Database
from server.inprocess import GENEROUS, in_process
from server.playing import at, play_alone, play_on, seat_at, two_people
from server.serving import Person, Server, within

ALONE: Final = {"first": 0, "pace": 0, "seats": [{"kind": "here"}, {"kind": "computer", "level": "page"}]}


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


async def ask(person: Person, table: str, seat: int, code: str | None = None) -> Any:
    """The answer to the question for hints, which may have to be a refusal."""
    answer = await person.get(at(table, f"/hints?seat={seat}"))
    assert answer.status_code == 200 if code is None else answer.json()["code"] == code, answer.text
    return answer.json()


# ── what they say ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("box", "options"), [("ravensburger", {}), ("imperial", {"expansions": ["rewards", "boar"]})])
def test_hints_are_moves_of_the_position_the_best_first_with_reasons_that_can_be_said(
    server: Server, database: Database, box: str, options: dict[str, bool]
) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "computer", box=box, seed=f"{7:032x}", **options))["table"]["id"]
            for moves in (0, 2, 6):
                async with host.live(table) as live:
                    frame = await play_alone(live, database, table, moves)
                game = await database.game(table)
                seat = game.seat
                assert seat is not None
                found = await ask(host, table, seat)
                assert found.keys() == set(Hints.__struct_fields__)
                assert (found["seat"], found["ply"]) == (seat, frame["ply"])
                hints = found["hints"]
                assert 1 <= len(hints) <= 5
                assert len({hint["move"] for hint in hints}) == len(hints)
                assert hints[0]["rough"] is False
                best = advise(game.view(seat), samples=5000, seed=1)
                # Two good moves can differ in these, and a busy machine thinks less in the same time.
                assert hints[0]["win"] == pytest.approx(best[0].win, abs=0.3)
                assert hints[0]["points"] == pytest.approx(best[0].points, abs=20)
                for hint in hints:
                    assert hint.keys() == set(HintView.__struct_fields__)
                    assert Move.parse(hint["move"]) in game.legal_moves
                    assert 0 <= hint["win"] <= 1
                    assert 0 <= hint["error"] <= 1
                    body = {"seat": seat, "ply": found["ply"], "steps": hint["steps"]}
                    assert (await host.do(at(table, "/steps"), body))["move"] == hint["move"]
                    check_reasons(hint, box)

    within(120, play())


def check_reasons(hint: dict[str, Any], box: str) -> None:
    assert hint["reasons"]
    for reason in hint["reasons"]:
        assert set(reason["values"]) == set(REASONS[reason["key"]])
        for language in LANGUAGES:
            assert sentence(Texts(language, load_box(box)), Reason(reason["key"], reason["values"]))


def test_the_same_question_has_the_same_answer_and_the_next_ply_another(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", {"kind": "computer", "level": "page"}))["table"]["id"]
            async with host.live(table) as live:
                await play_alone(live, database, table, 3)
                seat = (await host.see(at(table)))["to_move"]
                first, second = await asyncio.gather(ask(host, table, seat), ask(host, table, seat))
                assert first == second == await ask(host, table, seat)
                game = await database.game(table)
                move = str(next(iter(game.legal_moves)))
                await host.do(at(table, "/play"), {"seat": seat, "ply": first["ply"], "move": move})
                while not (await live.until("game"))["drafts"]:
                    pass
                later = await ask(host, table, seat)
                assert later["ply"] == first["ply"] + 2
                assert later != first

    within(60, play())


# ── who gets them ─────────────────────────────────────────────────────────────────────────────────────


def test_among_people_there_are_no_hints_unless_the_table_allows_them(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as watcher:
            strict = await two_people(host, guest, first=0)
            for person, seat in ((host, 0), (guest, 1)):
                await ask(person, strict, seat, "no_hints")
            kind = await two_people(host, guest, first=0, hints=True)
            await ask(host, kind, 1, "not_your_seat")
            await ask(guest, kind, 0, "not_your_seat")
            await ask(watcher, kind, 0, "not_your_seat")
            await ask(host, kind, 2, "no_seat")
            await ask(guest, kind, 1, "not_your_turn")
            assert (await ask(host, kind, 0))["hints"]
            await play_on(database, kind, {0: host, 1: guest}, 1)
            await ask(host, kind, 0, "not_your_turn")
            assert (await ask(guest, kind, 1))["seat"] == 1

    within(60, play())


def test_several_at_one_screen_are_people(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", "computer", first=0))["table"]["id"]
            await ask(host, table, 0, "no_hints")
            table = (await host.open("here", "here", first=1, hints=True))["table"]["id"]
            assert (await ask(host, table, 1))["hints"]
            await ask(host, table, 0, "not_your_turn")

    within(60, play())


def test_only_in_a_running_game_and_for_who_moves_oneself(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host:
            waiting = (await host.open("here", "invited", hints=True))["table"]["id"]
            await ask(host, waiting, 0, "not_running")
            slow = {"pace": 10, "first": 0}
            table = (await host.open("here", {"kind": "computer", "level": "page"}, **slow))["table"]["id"]
            await host.do(seat_at(table, 0, "replace"), {"level": "page"})
            await ask(host, table, 0, "not_your_turn")
            await host.do(seat_at(table, 0, "return"))
            assert (await ask(host, table, 0))["hints"]
            await host.do(at(table, "/abandon"))
            await ask(host, table, 0, "not_running")
            assert (await host.get(at("x" * 22, "/hints?seat=0"))).json()["code"] == "no_table"
            assert (await host.get(at(table, "/hints"))).json()["code"] == "bad_request"

    within(60, play())


# ── what they are made from, and what they cost ───────────────────────────────────────────────────────


def opened(client: httpx.Client) -> str:
    table: str = client.post("/api/tables", json=ALONE).json()["table"]["id"]
    return table


def test_only_the_view_of_the_seat_is_thought_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought_about: list[View] = []

    def noted(view: View, **options: Any) -> Any:
        thought_about.append(view)
        return advise(view, **options)

    monkeypatch.setattr(advising, "advise", noted)
    with (
        in_process(tmp_path / "tables.sqlite3", hint_seconds=0.05) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        table = opened(client)
        seen = client.get(f"/api/tables/{table}/game").json()
        client.get(f"/api/tables/{table}/hints?seat=0").raise_for_status()
    (view,) = thought_about
    assert type(view) is View
    assert view.eyes == seen["views"][0]["eyes"] == 0
    assert View.from_text(view.text()) == view  # its text has '?' for all that is hidden


def test_hints_are_limited_for_an_address_but_known_ones_are_not(tmp_path: Path) -> None:
    limits = replace(GENEROUS, hints=(0.001, 2.0))
    with (
        in_process(tmp_path / "tables.sqlite3", limits=limits, hint_seconds=0.05) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        tables = [opened(client) for _ in range(3)]
        answers = [client.get(f"/api/tables/{table}/hints?seat=0") for table in (*tables, *tables[:2])]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 200]
    assert answers[2].json()["code"] == "too_fast"
    assert answers[3].json() == answers[0].json()


def test_a_hint_that_failed_is_thought_about_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = [MemoryError("no memory")]

    def failing(view: View, **options: Any) -> Any:
        if faults:
            raise faults.pop()
        return advise(view, **options)

    monkeypatch.setattr(advising, "advise", failing)
    came: list[int] = []

    def ask_twice() -> None:
        with (
            in_process(tmp_path / "tables.sqlite3", hint_seconds=0.05) as server,
            httpx.Client(base_url=server.url) as client,
        ):
            table = opened(client)
            came.extend(client.get(f"/api/tables/{table}/hints?seat=0").status_code for _ in range(2))

    with pytest.raises(AssertionError, match="no memory"):  # the server's log tells of it
        ask_twice()
    assert came == [500, 200]


def test_hints_take_turns_with_each_other_and_hold_nobody_else_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end, thinking, most = threading.Event(), threading.Event(), 0, 0

    def held(view: View, **options: Any) -> Any:
        nonlocal thinking, most
        thinking += 1
        most = max(most, thinking)
        begun.set()
        assert may_end.wait(90)
        try:
            return advise(view, **options)
        finally:
            thinking -= 1

    async def many(server: Server) -> None:
        async with Person(server) as host:
            tables = [(await host.open("here", "computer", first=0))["table"]["id"] for _ in range(3)]
            asked = [asyncio.create_task(ask(host, table, 0)) for table in tables]
            await asyncio.to_thread(begun.wait, 90)
            for _ in range(10):
                await host.see("/api/server")
            assert not any(task.done() for task in asked)
            may_end.set()
            await asyncio.gather(*asked)

    monkeypatch.setattr(advising, "advise", held)
    with in_process(tmp_path / "tables.sqlite3", thinkers=1, hint_seconds=0.1) as server:
        within(60, many(server))
    assert most == 1, "more hints were thought about at once than there are thinkers"
