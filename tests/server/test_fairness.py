"""Fairness between people: who may know which cards, end whose game, keep everybody waiting, and take which seat."""

import asyncio

import pytest

from server.conftest import Served
from server.databases import Database
from server.playing import at, play_on, seat_at, two_people
from server.serving import Person, Server, until, within


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────────


async def one_screen_and_a_guest(host: Person, guest: Person, **options: object) -> str:
    """A running game: the host plays seats 0 and 1 at one screen, the guest seat 2."""
    opened = await host.open("here", "here", "invited", **options)
    table: str = opened["table"]["id"]
    await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
    return table


def test_a_seat_whose_cards_another_player_has_seen_is_given_to_nobody(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as friend:
            table = await one_screen_and_a_guest(host, guest, listed=True)
            await host.refused("not_your_seat", seat_at(table, 1, "key"))  # held seats are never handed over
            info = await host.do(seat_at(table, 1, "leave"))
            assert info["seats"][1]["left"]
            assert "invite" not in info["seats"][1]["may"]
            await host.refused("saw_cards", seat_at(table, 1, "key"))
            assert "sit" not in (await friend.see(at(table)))["may"]
            await friend.refused("saw_cards", at(table, "/sit"), {"seat": 1})
            assert (await host.do(seat_at(table, 1, "return")))["seats"][1]["yours"]

    within(60, play())


def test_a_seat_is_free_again_once_everybody_who_has_seen_its_cards_has_left(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as friend:
            table = await one_screen_and_a_guest(host, guest)
            for seat in (0, 1):
                await host.do(seat_at(table, seat, "leave"))
            key = (await guest.do(seat_at(table, 1, "key")))["key"]  # the host is gone: a player invites
            assert (await friend.do(at(table, "/sit"), {"key": key, "name": "Friend"}))["seats"][1]["yours"]
            assert "return" not in (await host.see(at(table)))["seats"][0]["may"]
            await host.refused("saw_cards", seat_at(table, 0, "return"))
            await host.refused("not_your_seat", seat_at(table, 1, "return"))

    within(60, play())


def test_before_the_cards_are_dealt_a_seat_at_ones_screen_may_be_given_away(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as friend:
            table = (await host.open("here", "here", "invited"))["table"]["id"]
            await host.do(seat_at(table, 1, "leave"))
            key = (await host.do(seat_at(table, 1, "key")))["key"]
            assert (await friend.do(at(table, "/sit"), {"key": key}))["seats"][1]["yours"]

    within(60, play())


# ── the host ──────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_becomes_host_by_taking_the_hosts_seat(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as friend:
            opened = await host.open("here", "invited", "invited")
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
            await host.do(seat_at(table, 0, "leave"))
            key = (await host.do(seat_at(table, 0, "key")))["key"]
            info = await friend.do(at(table, "/sit"), {"key": key})
            assert (info["seats"][0]["yours"], info["host"]) == (True, False)
            await friend.refused("not_host", at(table, "/abandon"))
            await friend.refused("not_your_seat", seat_at(table, 2, "key"))

    within(60, play())


def test_a_host_removes_whom_they_do_not_want_before_the_game(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            table = (await host.open("here", "invited", "invited", listed=True))["table"]["id"]
            for person in (guest, third):
                await person.do(at(table, "/sit"), {"name": "Guest"})
                await person.refused("not_host", seat_at(table, 0, "remove"))
                await host.do(seat_at(table, 1, "remove"))
            assert [seat["taken"] for seat in (await host.see(at(table)))["seats"]] == [True, False, False]
            await host.refused("not_seated", seat_at(table, 0, "remove"))
            await host.refused("not_seated", seat_at(table, 1, "remove"))
            assert "sit" not in (await guest.see(at(table)))["may"]
            await guest.refused("bad_key", at(table, "/sit"), {})
            assert table not in [each["id"] for each in (await guest.see("/api/lobby"))["tables"]]
            async with guest.live("", path="/api/lobby/live") as lobby:
                assert table not in [each["id"] for each in (await lobby.next())["tables"]]
            async with guest.live(table) as live:
                assert "sit" not in (await live.until("table"))["table"]["may"]
            key = (await host.do(seat_at(table, 1, "key")))["key"]
            assert (await guest.do(at(table, "/sit"), {"key": key}))["seats"][1]["yours"], (
                "the host has asked them back"
            )

    within(60, play())


def test_whoever_is_removed_is_told_at_once(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited", "invited")
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
            async with guest.live(table) as live:
                while not (await live.until("table"))["table"]["seats"][1]["yours"]:
                    pass
                await host.do(seat_at(table, 1, "remove"))
                while (await live.until("table"))["table"]["seats"][1]["yours"]:
                    pass

    within(60, play())


def test_nobody_who_plays_can_be_removed_not_even_by_the_host(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            opened = await host.open("here", "invited", "invited")
            table, (first, second) = opened["table"]["id"], opened["invitations"]
            await guest.do(at(table, "/sit"), {"key": first["key"], "name": "Guest"})
            await third.do(at(table, "/sit"), {"key": second["key"]})
            for command in ("leave", "key", "return"):
                await host.refused("not_your_seat", seat_at(table, 1, command))
            await host.refused("not_away", seat_at(table, 1, "replace"))
            await host.refused("not_away", seat_at(table, 1, "remove"))
            await third.refused("bad_key", at(table, "/sit"), {"seat": 1})
            await third.refused("bad_key", at(table, "/sit"), {"key": first["key"]})
            await guest.do(seat_at(table, 1, "replace"))
            async with guest.live(table) as live:
                await live.until("table")
                await host.refused("not_away", seat_at(table, 1, "remove"))
                seat = (await guest.see(at(table)))["seats"][1]
            assert (seat["yours"], seat["name"], seat["replaced"]) == (True, "Guest", True)

    within(60, play())


def test_nobody_is_removed_for_thinking_too_long(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=1, away=30)
            async with guest.live(table) as live:
                await live.until("game")
                await database.pass_time(table, 31)
                await host.refused("not_away", seat_at(table, 1, "remove"))
                await host.do(seat_at(table, 1, "replace"))
                await host.refused("not_away", seat_at(table, 1, "remove"))
                assert (await guest.do(seat_at(table, 1, "return")))["seats"][1]["yours"]

    within(60, play())


def test_nobody_is_removed_from_a_rated_game_by_an_opponent(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            for person in (host, guest):
                await person.do("/api/you", {"label": "Browser", "rated": True})
            table = await two_people(host, guest, first=1, away=30)
            await database.pass_time(table, 3000)
            seat = (await host.see(at(table)))["seats"][1]
            assert ("replace" in seat["may"], "remove" in seat["may"]) == (True, False)
            await host.refused("not_away", seat_at(table, 1, "remove"))

    within(60, play())


def test_a_host_is_told_when_somebody_can_be_removed(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0, away=30)
            await guest.do(seat_at(table, 1, "replace"))
            earlier = "acted = acted - 27, online_until = acted - 27"
            await database.ask(f"UPDATE seats SET {earlier} WHERE table_id = :id AND seat = 1", id=table)
            async with host.live(table) as live:
                while "remove" not in (await live.until("table"))["table"]["seats"][1]["may"]:
                    pass  # nothing happens but that time passes

    within(60, play())


@pytest.mark.parametrize("is_replaced", [False, True])
def test_whoever_has_been_away_for_long_can_be_removed_as_if_they_had_left(
    server: Server, database: Database, is_replaced: bool
) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as friend:
            table = await two_people(host, guest, first=0, away=30)
            await database.pass_time(table, 3000)
            if is_replaced:
                await host.do(seat_at(table, 1, "replace"))
            await guest.refused("not_host", seat_at(table, 0, "remove"))
            seat = (await host.do(seat_at(table, 1, "remove")))["seats"][1]
            assert (seat["left"], seat["replaced"], "invite" in seat["may"]) == (True, is_replaced, True)
            assert "return" in (await guest.see(at(table)))["seats"][1]["may"]
            key = (await host.do(seat_at(table, 1, "key")))["key"]
            assert (await friend.do(at(table, "/sit"), {"key": key}))["seats"][1]["yours"]
            await guest.refused("not_your_seat", seat_at(table, 1, "return"))

    within(60, play())


def test_the_moves_of_a_stand_in_keep_nobody_at_the_table(server: Server, database: Database) -> None:
    async def has_moved(table: str) -> bool:
        return (await database.log(table))[-1].seat == 1

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=1, away=30)
            await database.pass_time(table, 31)
            await host.do(seat_at(table, 1, "replace"))
            await until(lambda: has_moved(table))
            assert (await host.do(seat_at(table, 1, "remove")))["seats"][1]["left"]

    within(60, play())


def test_a_host_passes_the_role_on_and_has_it_no_more(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            opened = await host.open("here", "invited", "invited")
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
            await guest.refused("not_host", seat_at(table, 0, "appoint"))
            await host.refused("not_seated", seat_at(table, 2, "appoint"))
            assert [seat["host"] for seat in (await host.do(seat_at(table, 1, "appoint")))["seats"]] == [
                *(False, True, False)
            ]
            await host.refused("not_your_seat", seat_at(table, 2, "key"))
            await host.refused("not_host", at(table, "/abandon"))
            await host.refused("not_host", seat_at(table, 1, "remove"))
            key = (await guest.do(seat_at(table, 2, "key")))["key"]
            await third.do(at(table, "/sit"), {"key": key})
            assert (await guest.do(seat_at(table, 2, "appoint")))["host"] is False, "during the game as well"
            assert (await third.see(at(table)))["host"] is True

    within(60, play())


def test_a_host_who_has_left_ends_nobodys_game_and_gives_no_seat_away(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            opened = await host.open("here", "invited", "invited")
            table = opened["table"]["id"]
            for person, invitation in zip((guest, third), opened["invitations"], strict=True):
                await person.do(at(table, "/sit"), {"key": invitation["key"]})
            await host.do(seat_at(table, 0, "leave"))
            info = await host.see(at(table))
            assert (info["may"], info["status"]) == (["record", "replay", "forget"], "running")
            await host.refused("not_seated", at(table, "/abandon"))
            await third.do(seat_at(table, 2, "leave"))
            await host.refused("not_your_seat", seat_at(table, 2, "key"))

    within(60, play())


def test_a_host_who_plays_cannot_end_the_game_while_others_are_there(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, away=30)
            await host.refused("not_away", at(table, "/abandon"))
            await guest.refused("not_away", at(table, "/abandon"))
            await guest.do(seat_at(table, 1, "leave"))
            assert (await host.do(at(table, "/abandon")))["status"] == "abandoned"

    within(60, play())


def test_nobody_chooses_how_weak_anothers_stand_in_is(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, away=30)
            await database.pass_time(table, 31)
            await host.refused("bad_setting", seat_at(table, 1, "replace"), {"level": "random"})
            assert (await host.do(seat_at(table, 1, "replace")))["seats"][1]["level"] != "random"

    within(60, play())


# ── keeping everybody waiting ─────────────────────────────────────────────────────────────────────────


def test_only_a_move_ends_a_turn(server: Server, database: Database) -> None:
    """Looking at one's choices, coming back and reconnecting do not prolong it."""

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, away=30, first=1)
            async with guest.live(table) as live:
                ply = (await live.until("game"))["ply"]
                before = (await host.see(at(table)))["seats"][1]["away_at"]
                for number in range(3):
                    await live.send(type="steps", seat=1, ply=ply, steps=[], id=number)
                    await live.until("draft", id=number)
                assert (await host.see(at(table)))["seats"][1]["away_at"] == before
                await database.ask("UPDATE tables SET to_move = 0 WHERE id = :id", id=table)  # nobody thinks for seat 1
                await guest.do(seat_at(table, 1, "replace"))
                await database.ask("UPDATE tables SET to_move = 1 WHERE id = :id", id=table)
                await guest.do(seat_at(table, 1, "return"))
                assert (await host.see(at(table)))["seats"][1]["away_at"] == before
            gone = (await host.see(at(table)))["seats"][1]["away_at"]
            assert before - 1 < gone <= before, "whether connected or not"  # who is gone sat down before the turn began
            game = await play_on(database, table, {0: host, 1: guest}, 2)
            assert game.seat == 1
            assert (await host.see(at(table)))["seats"][1]["away_at"] > before

    within(60, play())


@pytest.mark.parametrize("way", ["return", "sit", "key"])
def test_leaving_and_coming_back_by_any_door_gains_no_time(server: Server, way: str) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, away=30, first=1, audience="anyone")
            before = (await host.see(at(table)))["seats"][1]["away_at"]
            await guest.do(seat_at(table, 1, "leave"))
            await asyncio.sleep(1.1)
            if way == "return":
                info = await guest.do(seat_at(table, 1, "return"))
            else:
                key = (await host.do(seat_at(table, 1, "key")))["key"] if way == "key" else None
                info = await guest.do(at(table, "/sit"), {"key": key} if key else {})
            assert info["seats"][1]["yours"]
            assert info["seats"][1]["away_at"] == before

    within(60, play())


# ── coming back ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_replaced", [False, True])
def test_who_left_comes_back_until_somebody_else_has_the_seat(server: Server, is_replaced: bool) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as other:
            table = await two_people(host, guest, first=0)
            await guest.do(seat_at(table, 1, "leave"))
            if is_replaced:
                await host.do(seat_at(table, 1, "replace"))
            assert [one["id"] for one in (await guest.see("/api/mine"))["tables"]] == [table]
            assert (await guest.see(at(table)))["seats"][1]["may"] == ["return"]
            info = await guest.do(seat_at(table, 1, "return"))
            seat = info["seats"][1]
            assert (seat["yours"], seat["replaced"], seat["level"], seat["name"]) == (True, False, None, "Guest")
            assert not seat["left"]
            await guest.do(seat_at(table, 1, "leave"))
            key = (await host.do(seat_at(table, 1, "key")))["key"]
            await other.do(at(table, "/sit"), {"key": key})
            assert (await guest.see(at(table)))["seats"][1]["may"] == ["report"]
            await guest.refused("not_your_seat", seat_at(table, 1, "return"))
            assert (await guest.see("/api/mine"))["tables"] == []

    within(60, play())


# ── one seat for each ─────────────────────────────────────────────────────────────────────────────────


def test_a_second_invitation_is_for_somebody_else(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited", "invited")
            table = opened["table"]["id"]
            first, second = (invitation["key"] for invitation in opened["invitations"])
            await host.refused("seat_taken", at(table, "/sit"), {"key": first})
            await guest.do(at(table, "/sit"), {"key": first})
            await guest.refused("seat_taken", at(table, "/sit"), {"key": second})
            async with Person(server) as third:
                await third.do(at(table, "/sit"), {"key": second})  # the link still works

    within(60, play())
