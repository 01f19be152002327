"""Counts: what a careful player could have counted, and nothing else."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sanssouci import Game
from sanssouci.players.outlook import absent
from sanssouci.server.messages import Counts
from server.conftest import Served
from server.databases import Database
from server.inprocess import GENEROUS, in_process
from server.playing import at, play_on, two_people
from server.serving import Person, Server, within
from server.test_advising import opened


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


async def ask(person: Person, table: str, seat: int, code: str | None = None) -> Any:
    answer = await person.get(at(table, f"/counts?seat={seat}"))
    assert answer.status_code == 200 if code is None else answer.json()["code"] == code, answer.text
    return answer.json()


def check(found: dict[str, Any], game: Game, seat: int, ply: int) -> None:
    """Counts are those of the game; the same for hand and pile, and for every eye but the chances."""
    assert found.keys() == set(Counts.__struct_fields__)
    assert (found["seat"], found["ply"]) == (seat, ply)
    assert found["tiles"] == game.bag
    for other, cards in enumerate(found["cards"]):
        assert set(cards) | set(game.discards(other)) == {card for card in game._lexicon.cards if card}
        assert not set(cards) & set(game.discards(other))
        assert set(cards.values()) <= {1}
        assert set(game.hand(other)) <= set(cards)
    assert found["absent"] == pytest.approx(absent(game.view(seat), samples=20_000, seed=1), abs=0.1)


def test_every_seat_counts_rightly_through_a_whole_game(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", expansions=["rewards", "boar"], hints=True)
            people = {0: host, 1: guest}
            ply, empty = 0, []
            while True:
                game = await database.game(table)
                if game.is_over:
                    break
                for seat, person in people.items():
                    found = await ask(person, table, seat)
                    check(found, game, seat, ply)
                    if not found["absent"]:
                        empty.append((seat, game.rounds * 2 - game.turns))
                await play_on(database, table, people, 3 if game.rounds * 2 - game.turns > 5 else 1)
                ply = (await database.log(table))[-1].ply
            assert empty == [(game.first, 2), (0, 1), (1, 1)], "who has a turn to come knows nothing of it"
            await ask(host, table, 0, "not_running")

    within(120, play())


def test_counts_are_for_those_who_may_have_hints(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as watcher:
            strict = await two_people(host, guest)
            await ask(host, strict, 0, "no_hints")
            kind = await two_people(host, guest, hints=True)
            for person, seat in ((watcher, 0), (host, 1), (guest, 0)):
                await ask(person, kind, seat, "not_your_seat")
            await ask(host, kind, 3, "no_seat")
            alone = (await host.open("here", "computer", "computer"))["table"]["id"]
            assert len((await ask(host, alone, 0))["cards"]) == 3
            await ask(host, alone, 1, "not_your_seat")
            waiting = (await host.open("here", "invited", hints=True))["table"]["id"]
            await ask(host, waiting, 0, "not_running")

    within(60, play())


def test_the_same_question_has_the_same_answer(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "computer", first=0))["table"]["id"]
            first, second = await asyncio.gather(ask(host, table, 0), ask(host, table, 0))
            assert first == second == await ask(host, table, 0)

    within(60, play())


def test_counts_are_limited_for_an_address(tmp_path: Path) -> None:
    limits = replace(GENEROUS, counts=(0.001, 2.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, httpx.Client(base_url=server.url) as client:
        tables = [opened(client) for _ in range(3)]
        answers = [client.get(f"/api/tables/{table}/counts?seat=0") for table in (*tables, tables[0])]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
