"""Reviews of finished games: in the background, kept, the same for everybody, and never of a running game."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sanssouci import Game
from sanssouci.server import reviewing
from sanssouci.server.messages import ReviewView
from sanssouci.server.reviewing import id_of
from sanssouci.server.slots import FairSlots
from sanssouci.server.storage.reviews import ReviewStore
from server.inprocess import GENEROUS, in_process
from strategies import BY_ID, finished

LIMITS = replace(GENEROUS, reviews=(0.001, 1.0))  # one, and no more


@pytest.fixture(scope="module")
def game() -> Game:
    return finished(BY_ID["small-2"], 1)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        in_process(tmp_path_factory.mktemp("reviews") / "tables.sqlite3", limits=LIMITS, thinkers=1) as served,
        httpx.Client(base_url=served.url, timeout=60) as client,
    ):
        yield client


def ask(client: httpx.Client, record: Any, **wish: str) -> httpx.Response:
    return client.post("/api/review", json={"record": record, **wish})


@pytest.fixture(scope="module")
def found(client: httpx.Client, game: Game) -> dict[str, Any]:
    """The finished review, asked for again and again as the page does."""
    answer = ask(client, game.record()).json()
    assert (answer["done"], answer["total"], answer["review"]) == (0, 0, None)
    steps: list[int] = []
    while answer["review"] is None:
        time.sleep(0.2)
        answer = client.get(f"/api/reviews/{answer['id']}").json()
        steps.append(answer["done"])
    assert steps == sorted(steps)
    return dict(answer)


def test_it_adds_up_and_judges_every_decision(found: dict[str, Any], game: Game) -> None:
    review = msgspec.convert(found["review"], ReviewView)
    outcome = game.outcome()
    assert outcome is not None
    assert [decision.played.move for decision in review.decisions] == [
        str(move).replace("'", "") for move in game.moves
    ]
    assert found["done"] == found["total"] > len(review.decisions)
    for account, points in zip(review.accounts, outcome.points, strict=True):
        parts = [account.expected, account.skill, account.others, *account.luck.values()]
        assert account.result.points == points.total == pytest.approx(sum(part.points.value for part in parts))
        assert account.result.win == pytest.approx(sum(part.win.value for part in parts), abs=1e-5)


def test_it_is_kept_and_not_computed_again(found: dict[str, Any], client: httpx.Client, game: Game) -> None:
    assert ask(client, game.record()).json() == found, "although no more may be begun from this address"
    other = finished(BY_ID["small-2"], 2).record()
    refused = ask(client, other)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert ask(client, game.record(), depth="deeper").status_code == 429, "that is another review"


def test_names_and_seeds_make_no_other_review(game: Game) -> None:
    same = Game.from_record({**game.record(), "names": ["A", "B"]})
    assert id_of(same, "normal") == id_of(game, "normal") != id_of(game, "deeper")


def test_what_cannot_be_reviewed_is_refused(client: httpx.Client, game: Game) -> None:
    running, record = BY_ID["small-2"].game(3), game.record()
    faults = {
        "running": running.record(complete=True),
        "view": running.record(seat=0),
        "format": {**record, "version": 9},
        "box": {**record, "box": {"id": "nobody's"}},
        "content": {**record, "events": record["events"][:-1]},
    }
    for fault, wrong in {**faults, "format ": {}}.items():
        refused = ask(client, wrong)
        expected = (409, "not_over") if fault == "running" else (422, "bad_record")
        assert (refused.status_code, refused.json()["code"]) == expected
        assert refused.json()["reason"] == f"review.refused.{fault.strip()}"
    assert client.get("/api/reviews/nothing").status_code == 404


def test_a_running_game_is_not_reviewed_for_anybody(client: httpx.Client) -> None:
    table = client.post("/api/tables", json={"seats": [{"kind": "here"}] * 2}).json()["table"]["id"]
    with httpx.Client(base_url=client.base_url) as stranger:
        for asker in (client, stranger):
            refused = asker.post(f"/api/tables/{table}/review", json={})
            assert (refused.status_code, refused.json()["code"]) == (409, "not_over")


def test_who_holds_a_slot_for_long_lets_others_go_first() -> None:
    async def pass_on() -> list[str]:
        slots, seen = FairSlots(1), list[str]()

        async def think(name: str) -> None:
            async with slots.slot(name):
                seen.append(name)

        async with slots.slot("review"):
            await slots.pass_on("review")  # nobody waits
            others = [asyncio.create_task(think(name)) for name in ("first", "second")]
            await asyncio.sleep(0)
            await slots.pass_on("review")
            seen.append("review")
        await asyncio.gather(*others)
        return seen

    with ThreadPoolExecutor(1) as thread:  # this one may have the event loop of a browser
        assert thread.submit(asyncio.run, pass_on()).result() == ["first", "second", "review"]


@pytest.mark.long
def test_a_review_outlasts_a_database_that_is_away(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the log says no more than that it is away: no error of ours."""
    failing = {"note": 2, "keep": 2}

    def fails_at_first(name: str) -> None:
        stored = getattr(ReviewStore, name)

        async def store(*arguments: Any) -> None:
            if failing[name]:
                failing[name] -= 1
                raise sqlite3.OperationalError("disk I/O error")
            await stored(*arguments)

        monkeypatch.setattr(ReviewStore, name, store)

    for name in failing:
        fails_at_first(name)
    monkeypatch.setattr(reviewing, "_NOTES", 0.05)
    with (
        in_process(tmp_path / "tables.sqlite3", limits=LIMITS, thinkers=1) as served,
        httpx.Client(base_url=served.url, timeout=60) as client,
    ):
        answer = ask(client, game.record()).json()
        while answer["review"] is None:
            time.sleep(0.2)
            answer = client.get(f"/api/reviews/{answer['id']}").json()
    assert failing == {"note": 0, "keep": 0}
