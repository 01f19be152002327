"""Which games are rated, who beat whom in them, and what that does to ratings."""

import asyncio
import time
from typing import Any

import pytest

from sanssouci.cli import main
from sanssouci.server.glicko import Strength, after
from server.databases import Database
from server.playing import at, play_on, seat_at, two_people
from server.serving import Person, Server, until, within

ON_SQLITE = pytest.mark.parametrize("served", ["sqlite"], indirect=True)


async def wish(*people: Person, rated: bool = True) -> None:
    """Let people have accounts, and be rated or not from now on."""
    for person in people:
        await person.do("/api/you", {"label": "Browser", "rated": rated})


async def counted(person: Person, table: str) -> list[dict[str, Any]]:
    """The seats of a table whose game has been counted."""
    async with asyncio.timeout(90):
        while True:
            seats: list[dict[str, Any]] = (await person.see(at(table)))["seats"]
            if any(seat["rating_change"] is not None for seat in seats):
                return seats
            await asyncio.sleep(0.05)


def test_a_game_between_two_who_want_it_is_rated_once(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            await wish(ada, ben)
            table = await two_people(ada, ben, box="imperial")
            info = await ada.see(at(table))
            assert info["rated"]
            assert [seat["rating"] for seat in info["seats"]] == ["1500?", "1500?"]
            await wish(ben, rated=False)  # too late for this game
            game = await play_on(database, table, {0: ada, 1: ben})
            seats = await counted(ada, table)
            outcome = game.outcome()
            assert outcome is not None
            for seat, person in enumerate((ada, ben)):
                score = (seat in outcome.winners) / len(outcome.winners)
                expected = after(Strength(), [(Strength(), score)])
                assert seats[seat]["rating"] == str(expected)
                assert seats[seat]["rating_change"] == round(expected.rating) - 1500
                you = await person.see("/api/you")
                assert (you["rating"], you["games"]) == (str(expected), 1)
            (row,) = await database.ask("SELECT rated FROM tables WHERE id = :id", id=table)
            assert row.rated == "counted"
            again = (await ada.do(at(table, "/rematch"), status=201))["table"]
            assert (again["rated"], [seat["rating"] for seat in again["seats"]]) == (False, [None, None])

    within(90, play())


@ON_SQLITE
def test_other_games_are_not_rated(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            await wish(ada)
            assert not (await ada.see(at(await two_people(ada, ben))))["rated"], "one has no account"
            await wish(ben, rated=False)
            assert not (await ada.see(at(await two_people(ada, ben))))["rated"], "one does not want to be"
            await wish(ben)
            assert (await ada.see(at(await two_people(ada, ben))))["rated"]
            assert not (await ada.see(at(await two_people(ada, ben, hints=True))))["rated"], "with hints"
            assert not (await ada.open("here", "computer"))["table"]["rated"]
            assert not (await ada.open("here", "here"))["table"]["rated"], "one person alone"
            opened = await ada.open("here", "invited", "computer")
            await ben.do(at(opened["table"]["id"], "/sit"), {"key": opened["invitations"][0]["key"]})
            assert not (await ada.see(at(opened["table"]["id"])))["rated"], "with a computer"

    within(60, play())


@ON_SQLITE
def test_whoever_leaves_loses_against_all_who_stay(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            await wish(ada, ben)
            table = await two_people(ada, ben)
            await ben.do(seat_at(table, 1, "leave"))
            await ada.do(at(table, "/abandon"))
            seats = await counted(ada, table)
            assert seats[0]["rating_change"] > 0 > seats[1]["rating_change"]

    within(60, play())


@ON_SQLITE
def test_who_never_comes_to_a_rematch_that_another_has_asked_for_has_not_lost_it(
    server: Server, database: Database
) -> None:
    async def rematch(table: str, asker: Person) -> str:
        new = (await asker.do(at(table, "/rematch"), status=201))["table"]
        assert (new["status"], new["rated"]) == ("running", True)
        return str(new["id"])

    async def can_abandon(person: Person, table: str) -> bool:
        return "abandon" in (await person.see(at(table)))["may"]

    async def is_counted(table: str) -> bool:
        (row,) = await database.ask("SELECT rated FROM tables WHERE id = :id", id=table)
        return bool(row.rated == "counted")

    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            first = await two_people(ada, ben, away=30, first=0)
            await ben.do(seat_at(first, 1, "replace"))
            await ada.do(at(first, "/abandon"))
            await wish(ada, ben)
            unseen = await rematch(first, ada)
            async with ada.live(unseen) as here:
                await here.until("game")
                await ada.do(seat_at(unseen, 1, "appoint"))  # whoever does not know of it cannot refuse
                await database.pass_time(unseen, 31)
                await ada.do(at(unseen, "/abandon"))
            await until(lambda: is_counted(unseen))
            for person in (ada, ben):
                assert (await person.see("/api/you"))["games"] == 0
            seen = await rematch(unseen, ada)
            async with ada.live(seen) as here:
                await here.until("game")
                async with ben.live(seen) as there:
                    await there.until("game")
                noted = "SELECT seat FROM seats WHERE table_id = :id AND seat = 1 AND online_until BETWEEN 1 AND :now"
                await until(lambda: database.ask(noted, id=seen, now=time.time()))
                await play_on(database, seen, {0: ada}, 1)
                await database.pass_time(seen, 31)
                await until(lambda: can_abandon(ada, seen))
                await ada.do(at(seen, "/abandon"))
            seats = await counted(ada, seen)
            assert seats[0]["rating_change"] > 0 > seats[1]["rating_change"]

    within(60, play())


@ON_SQLITE
def test_the_moves_of_a_stand_in_are_no_sign_of_whoever_never_comes_to_a_rematch(
    server: Server, database: Database
) -> None:
    async def has_moved(table: str) -> bool:
        return (await database.log(table))[-1].seat == 1

    async def is_counted(table: str) -> bool:
        (row,) = await database.ask("SELECT rated FROM tables WHERE id = :id", id=table)
        return bool(row.rated == "counted")

    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            first = await two_people(ada, ben, away=30, first=0)
            await ben.do(seat_at(first, 1, "replace"))
            await ada.do(at(first, "/abandon"))
            await wish(ada, ben)
            again: str = (await ada.do(at(first, "/rematch"), status=201))["table"]["id"]
            async with ada.live(again) as here:
                await here.until("game")
                await database.pass_time(again, 31)
                await ada.do(seat_at(again, 1, "replace"))
                await until(lambda: has_moved(again))
                await ada.do(at(again, "/abandon"))
            await until(lambda: is_counted(again))
            for person in (ada, ben):
                assert (await person.see("/api/you"))["games"] == 0

    within(60, play())


@ON_SQLITE
def test_who_lets_a_computer_finish_has_lost_whatever_the_computer_does(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben, Person(server) as cleo:
            await wish(ada, ben, cleo)
            opened = await ada.open("here", "invited", "invited", box="imperial")
            table = opened["table"]["id"]
            for person, invitation in zip((ben, cleo), opened["invitations"], strict=True):
                await person.do(at(table, "/sit"), {"key": invitation["key"]})
            game = await play_on(database, table, {0: ada, 1: ben, 2: cleo}, 3 * game_turns(await database.game(table)))
            assert game.seat is not None
            last = game.seat
            person = (ada, ben, cleo)[last]
            await person.do(seat_at(table, last, "replace"), {"level": "random"})
            people = {0: ada, 1: ben, 2: cleo}
            while (info := await ada.see(at(table)))["status"] == "running":
                if info["to_move"] not in (None, last):
                    await play_on(database, table, people, 1)
                await asyncio.sleep(0.02)
            seats = await counted(ada, table)
            outcome = (await database.game(table)).outcome()
            assert outcome is not None
            assert seats[last]["rating_change"] < 0
            standing = {seat: (outcome.points[seat].total, outcome.gardeners[seat]) for seat in people}
            others = sorted(set(people) - {last}, key=standing.__getitem__)
            assert seats[others[0]]["rating_change"] <= seats[others[1]]["rating_change"]
            assert seats[others[1]]["rating_change"] > 0, "ahead of one, and the other has gone"

    within(90, play())


def game_turns(game: Any) -> int:
    """So many whole rounds that few are left."""
    return int(game.rounds) - 2


@ON_SQLITE
def test_a_game_that_the_operator_closes_does_not_count(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            await wish(ada, ben)
            table = await two_people(ada, ben)
            arguments = ["admin", "close", table, "--reason", "spam", "--database", database.url]
            assert await asyncio.to_thread(main, arguments) == 0
            assert not (await ada.see(at(table)))["rated"]
            for person in (ada, ben):
                assert (await person.see("/api/you"))["games"] == 0

    within(60, play())
