"""Clocks: time for the game and for each turn, kept by the server; whose time has run out is played for."""

import pytest

from server.databases import Database
from server.playing import at, play_on, seat_at, two_people
from server.serving import Person, Server, start_server, within

BLITZ = {"base": 600, "turn": 15}
DAYS = {"base": 0, "turn": 259_200}


async def wait(database: Database, table: str, seconds: float) -> None:
    """Let whoever is to move have thought for some seconds more."""
    await database.ask(
        "UPDATE tables SET moved = moved - :s, due = due - :s, version = version + 1 WHERE id = :id",
        id=table,
        s=seconds,
    )


def test_a_move_costs_the_time_it_took_less_that_of_the_turn(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, first=0, clock=BLITZ)
            info = await ada.see(at(table))
            assert info["clock"] == BLITZ
            assert [seat["bank"] for seat in info["seats"]] == [600, 600]
            began = info["due"] - 615
            assert began == pytest.approx(info["changed"], abs=5)
            await wait(database, table, 100)
            assert (await ben.see(at(table)))["due"] == pytest.approx(began + 515, abs=1)
            await play_on(database, table, {0: ada, 1: ben}, 1)
            info = await ada.see(at(table))
            assert info["seats"][0]["bank"] == pytest.approx(515, abs=5), "600 + 15 - 100"
            assert info["seats"][1]["bank"] == 600
            await play_on(database, table, {0: ada, 1: ben}, 1)
            info = await ada.see(at(table))
            assert info["seats"][1]["bank"] == pytest.approx(615, abs=5), "a quick move keeps the time of its turn"

    within(60, play())


def test_a_computer_plays_for_whose_time_has_run_out_and_they_come_back_with_a_turns_time(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, first=0, clock=BLITZ)
            async with ben.live(table) as live:
                await live.until("game")
                await wait(database, table, 616)
                while not (frame := await live.until("table"))["table"]["seats"][0]["replaced"]:
                    pass
                assert frame["table"]["seats"][0]["bank"] == 0
                await live.until("game")  # the computer has moved for Ada
            await ada.do(seat_at(table, 0, "return"))
            await play_on(database, table, {0: ada, 1: ben}, 1)
            info = await ada.see(at(table))
            assert (info["to_move"], info["seats"][0]["replaced"], info["seats"][0]["bank"]) == (0, False, 0)
            assert info["due"] == pytest.approx(info["changed"] + 15, abs=2)

    within(60, play())


def test_neither_reloading_nor_handing_over_and_back_gains_time(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, first=0, clock=BLITZ)
            before = (await ada.see(at(table)))["due"]
            await database.ask("UPDATE tables SET to_move = 1 WHERE id = :id", id=table)  # no computer moves meanwhile
            await ada.do(seat_at(table, 0, "replace"))
            await ada.do(seat_at(table, 0, "return"))
            await database.ask("UPDATE tables SET to_move = 0, version = version + 1 WHERE id = :id", id=table)
            for _ in range(2):
                async with ada.live(table) as live:
                    frame = await live.until("table")
            assert frame["table"]["due"] == before
            assert frame["table"]["seats"][0]["bank"] == 600
            # A stand-in's quick moves save nothing for the player.
            await ada.do(seat_at(table, 0, "replace"), {"level": "random"})
            while (await ada.see(at(table)))["to_move"] != 1:
                pass
            assert (await ada.see(at(table)))["seats"][0]["bank"] == 600
            # Who is away loses nothing but time.
            assert (await ben.see(at(table)))["seats"][1]["away_at"] == (await ben.see(at(table)))["due"]

    within(60, play())


def test_who_has_days_for_a_move_may_take_them(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, first=0, clock=DAYS)
            await database.pass_time(table, 200_000)
            info = await ben.see(at(table))
            assert (info["status"], info["seats"][0]["replaced"]) == ("running", False)
            assert "replace" not in info["seats"][0]["may"]
            await play_on(database, table, {0: ada, 1: ben}, 2)
            info = await ada.see(at(table))
            assert [seat["bank"] for seat in info["seats"]] == [0, 0], "a quick move does not make the next turn longer"
            assert info["due"] == pytest.approx(info["changed"] + 259_200, abs=2)
            await ada.refused("bad_request", "/api/tables", {"seats": [{"kind": "here"}] * 2, "clock": {"base": -1}})

    within(60, play())


def test_a_clock_survives_a_restart(tmp_path: object) -> None:
    file = f"sqlite:///{tmp_path}/tables.sqlite3"
    database = Database("sqlite", file)

    async def begin(server: Server) -> tuple[str, str]:
        async with Person(server) as ada, Person(server) as ben:
            table = await two_people(ada, ben, first=0, clock=BLITZ)
            await wait(database, table, 616)
            return table, str(ada.token)

    async def go_on(server: Server, table: str, token: str) -> None:
        async with Person(server) as ada:
            ada.token = token
            async with ada.live(table) as live:
                while not (await live.until("table"))["table"]["seats"][0]["replaced"]:
                    pass

    server = start_server(file)
    try:
        table, token = within(60, begin(server))
    finally:
        server.kill()
    server = start_server(file)
    try:
        within(60, go_on(server, table, token))
    finally:
        server.stop()
