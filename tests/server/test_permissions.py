"""Everything that the server offers it accepts, and everything else it refuses, in every state of a table."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, get_args

import httpx
import pytest

from sanssouci.server.messages import SeatAction, TableAction
from sanssouci.server.settings import sqlite_url
from server.databases import Database
from server.inprocess import in_process
from server.playing import at, play_on, seat_at, two_people
from server.serving import Person, Server, within

TABLE_ACTIONS: Final = get_args(TableAction)
SEAT_ACTIONS: Final = (*get_args(SeatAction), "undo")
CHANGING: Final = (
    "sit",
    "abandon",
    "leave",
    "replace",
    "return",
    "undo",
    "forget",
    "remove",
    "appoint",
)  # a table is another one after these
SLOW: Final = {"kind": "computer", "level": "random"}


class Room(NamedTuple):
    """A server, its database, and those who come to its tables."""

    database: Database
    host: Person
    guest: Person
    stranger: Person

    @property
    def people(self) -> tuple[Person, ...]:
        return self.host, self.guest, self.stranger


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    return Database("sqlite", sqlite_url(tmp_path_factory.mktemp("permissions") / "tables.sqlite3"))


@pytest.fixture(scope="module")
def server(database: Database) -> Iterator[Server]:
    with in_process(Path(database.url.partition(":///")[2]), hint_seconds=0.05) as running:
        yield running


# ── states of a table: each makes a table of its own ──────────────────────────────────────────────────


async def waiting(room: Room) -> str:
    return str((await room.host.open("here", "invited"))["table"]["id"])


async def waiting_in_the_lobby(room: Room) -> str:
    opened = await room.host.open("here", "invited", "invited", listed=True)
    table = str(opened["table"]["id"])
    await room.guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
    return table


async def running(room: Room) -> str:
    return await two_people(room.host, room.guest, first=0)


async def running_with_hints(room: Room) -> str:
    return await two_people(room.host, room.guest, first=0, hints=True)


async def everybody_away(room: Room) -> str:
    table = await two_people(room.host, room.guest, first=0, away=30)
    await room.database.pass_time(table, 3000)
    return table


async def guest_left(room: Room) -> str:
    table = await two_people(room.host, room.guest, first=0, listed=True)
    await room.guest.do(seat_at(table, 1, "leave"))
    return table


async def guest_replaced(room: Room) -> str:
    table = await everybody_away(room)
    await room.host.do(seat_at(table, 1, "replace"))
    return table


async def guest_left_and_replaced(room: Room) -> str:
    table = await guest_left(room)
    await room.host.do(seat_at(table, 1, "replace"))
    return table


async def host_replaced(room: Room) -> str:
    table = await two_people(room.host, room.guest, first=1)
    await room.host.do(seat_at(table, 0, "replace"))
    return table


async def one_screen(room: Room) -> str:
    return str((await room.host.open("here", "here", first=0))["table"]["id"])


async def against_a_computer(room: Room) -> str:
    return str((await room.host.open("here", SLOW, box="imperial", first=0))["table"]["id"])


async def against_a_computer_later(room: Room) -> str:
    table = await against_a_computer(room)
    await play_on(room.database, table, {0: room.host}, 1)
    while (await room.host.see(at(table)))["to_move"] != 0:
        await asyncio.sleep(0.02)
    return table


async def over(room: Room) -> str:
    table = await two_people(room.host, room.guest, box="imperial")
    await play_on(room.database, table, {0: room.host, 1: room.guest})
    return table


async def abandoned(room: Room) -> str:
    table = await running_with_hints(room)
    await room.guest.do(seat_at(table, 1, "replace"))
    await room.host.do(at(table, "/abandon"))
    return table


async def abandoned_before_the_game(room: Room) -> str:
    table = await waiting_in_the_lobby(room)
    await room.host.do(at(table, "/abandon"))
    return table


STATES: Final[tuple[Callable[[Room], Awaitable[str]], ...]] = (
    *(waiting, waiting_in_the_lobby, running, running_with_hints, everybody_away, guest_left, guest_replaced),
    *(guest_left_and_replaced, host_replaced, one_screen, against_a_computer, against_a_computer_later, over),
    *(abandoned, abandoned_before_the_game),
)


# ── what is offered, and what is done ─────────────────────────────────────────────────────────────────


async def offers(person: Person, table: str) -> set[tuple[str, int | None]]:
    """What somebody is told that they may do: actions, with the seats that they are about."""
    info = await person.see(at(table))
    offered = {(action, None) for action in info["may"]}
    offered |= {(action, seat["seat"]) for seat in info["seats"] for action in seat["may"]}
    game = (await person.get(at(table, "/game"))).json()
    return offered | {("undo", seat) for seat in game.get("undo", ())}


async def attempt(person: Person, table: str, action: str, seat: int | None) -> httpx.Response:
    ply = ((await person.see(at(table)))["ply"] or 0) if action in ("play", "undo") else 0
    match action:
        case "say":
            return await person.post(at(table, "/say"), json={"text": "hello"})
        case "record" | "replay":
            return await person.get(at(table, f"/{action}"))
        case "sit" | "abandon" | "rematch" | "review" | "take" | "forget":
            return await person.post(at(table, f"/{action}"), json={})
        case "play":
            return await person.post(at(table, "/steps"), json={"seat": seat, "ply": ply, "steps": []})
        case "undo":
            return await person.post(at(table, "/undo"), json={"seat": seat, "ply": ply})
        case "hint" | "count":
            return await person.get(at(table, f"/{action}s?seat={seat}"))
        case "report":
            return await person.post(at(table, "/report"), json={"seat": seat, "reason": "other"})
        case "invite":
            return await person.post(at(table, f"/seats/{seat}/key"))
        case _:
            return await person.post(at(table, f"/seats/{seat}/{action}"), json={})


async def walk(room: Room, state: Callable[[Room], Awaitable[str]], refusals: Iterator[bool]) -> set[tuple[str, bool]]:
    """Try everything that is offered in a state, and of what is not offered what `refusals` wants to be tried.

    Returns which actions were accepted and which refused.
    """
    seen: set[tuple[str, bool]] = set()
    table = await state(room)
    info = await room.host.see(at(table))
    seats = range(len(info["seats"]))
    tries = [(action, None) for action in TABLE_ACTIONS] + [(action, seat) for action in SEAT_ACTIONS for seat in seats]
    for number, person in enumerate(room.people):
        offered: set[tuple[str, int | None]] | None = None
        for action, seat in tries:
            offered = offered or await offers(person, table)  # what is refused changes nothing
            expected = (action, seat) in offered
            if not expected and not next(refusals):
                continue
            answer = await attempt(person, table, action, seat)
            where = f"{state.__name__}: {action} of seat {seat} by {('host', 'guest', 'stranger')[number]}"
            if action == "play" and expected and info["to_move"] != seat:
                assert answer.json()["code"] == "not_your_turn", f"{where}: {answer.text}"
                continue
            assert answer.is_success == expected, f"{where}: offered {expected}, {answer.status_code} {answer.text}"
            assert answer.is_success or answer.status_code in (403, 409), f"{where}: {answer.text}"
            seen.add((action, expected))
            offered = None if expected else offered
            if expected and action in CHANGING:
                table = await state(room)
    return seen


@pytest.mark.parametrize("each", [7, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_offered_is_accepted_and_nothing_else(each: int, server: Server, database: Database) -> None:
    """In the short test only each seventh of what is not offered is tried."""

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            await stranger.open("here", "computer")  # known to the server, as everybody is who has played before
            room = Room(database, host, guest, stranger)
            seen: set[tuple[str, bool]] = set()
            refusals = (number % each == 0 for number in itertools.count())
            for state in STATES:
                seen |= await walk(room, state, refusals)
            both = {(action, answer) for action in (*TABLE_ACTIONS, *SEAT_ACTIONS) for answer in (True, False)}
            assert seen == both, "each action is accepted in some state and refused in another"

    within(120, play())


def test_who_is_away_long_enough_may_be_replaced_without_anybody_asking(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0, away=30)
            async with host.live(table) as live:
                frame = await live.until("table")
                assert "replace" not in frame["table"]["seats"][1]["may"]
                await database.ask(
                    "UPDATE seats SET acted = acted - 100, online_until = 0 WHERE table_id = :id AND seat = 1", id=table
                )
                await database.ask("UPDATE tables SET version = version + 1 WHERE id = :id", id=table)
                while "replace" not in frame["table"]["seats"][1]["may"]:
                    frame = await live.until("table")  # the server looks again every few seconds

    within(30, play())


def test_a_computer_in_ones_place_ends_what_was_offered_at_once(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = await against_a_computer_later(Room(database, host, host, host))
            async with host.live(table) as live:
                frame = await live.until("game")
                assert frame["undo"] == [0]
                await database.ask("UPDATE tables SET to_move = 1 WHERE id = :id", id=table)  # nobody thinks for seat 1
                await host.do(seat_at(table, 0, "replace"), {"level": "random"})
                assert (await live.until("game"))["undo"] == []

    within(30, play())
