"""Tables from opening to the rematch: who may sit, go, come back, watch and close them."""

import asyncio
from typing import Any

import pytest

from sanssouci import Game, Side
from sanssouci.players.levels import DEFAULT_LEVEL
from server.databases import Database
from server.playing import at, play_alone, play_on, seat_at, two_people
from server.serving import Person, Server, within
from strategies import BOX_FILES, CONFIGURATIONS, Configuration


def key_in(opened: dict[str, Any], number: int = 0) -> str:
    key: str = opened["invitations"][number]["key"]
    return key


# ── sitting down ──────────────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_when_every_seat_is_taken(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as first, Person(server) as second:
            opened = await host.open({"kind": "here", "name": "Ann"}, "invited", "invited", "computer")
            table = opened["table"]["id"]
            assert opened["table"]["status"] == "waiting"
            assert opened["table"]["ply"] is None
            assert [seat["taken"] for seat in opened["table"]["seats"]] == [True, False, False, True]
            assert [seat["yours"] for seat in opened["table"]["seats"]] == [True, False, False, False]
            assert [seat["seat"] for seat in opened["invitations"]] == [1, 2]
            answer = await host.get(at(table, "/game"))
            assert (answer.status_code, answer.json()["code"]) == (409, "not_running")
            await first.do(at(table, "/sit"), {"key": key_in(opened, 1), "name": "Cleo"})
            assert (await host.see(at(table)))["status"] == "waiting"
            info = await second.do(at(table, "/sit"), {"key": key_in(opened, 0), "name": "Ben"})
            assert info["status"] == "running"
            assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ben", "Cleo", ""]
            assert [seat["yours"] for seat in info["seats"]] == [False, True, False, False]
            assert info["host"] is False
            assert (await host.see(at(table)))["host"] is True
            assert [entry.kind for entry in (await database.log(table))[:1]] == ["start"]

    within(60, play())


def test_an_invitation_seats_exactly_once(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as late:
            opened = await host.open("here", "invited", "invited")
            table, key = opened["table"]["id"], key_in(opened)
            await guest.do(at(table, "/sit"), {"key": key, "name": "Guest"})
            await late.refused("bad_key", at(table, "/sit"), {"key": key, "name": "Late"})
            await guest.refused("bad_key", at(table, "/sit"), {"key": key, "name": "Again"})
            info = await late.see(at(table))
            assert [seat["name"] for seat in info["seats"]] == ["", "Guest", ""]

    within(60, play())


def test_a_key_is_worth_nothing_at_another_table(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            one, other = await host.open("here", "invited"), await host.open("here", "invited")
            await guest.refused("bad_key", at(other["table"]["id"], "/sit"), {"key": key_in(one)})
            await guest.do(at(one["table"]["id"], "/sit"), {"key": key_in(one)})

    within(60, play())


def test_many_with_the_same_key_seat_one(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            opened = await host.open("here", "invited")
            table = opened["table"]["id"]
            people = [Person(server) for _ in range(10)]
            body = {"key": key_in(opened)}
            answers = await asyncio.gather(*(person.post(at(table, "/sit"), json=body) for person in people))
            assert sorted(answer.status_code for answer in answers) == [200] + 9 * [403]
            assert {answer.json()["code"] for answer in answers if answer.status_code == 403} == {"bad_key"}
            winner = next(person for person, answer in zip(people, answers, strict=True) if answer.status_code == 200)
            assert (await winner.see(at(table)))["seats"][1]["yours"]
            assert len(await database.log(table)) == 1
            for person in people:
                await person.aclose()

    within(60, play())


def test_a_fresh_key_kills_the_old_one(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited")
            table = opened["table"]["id"]
            fresh = await host.do(seat_at(table, 1, "key"))
            assert fresh["seat"] == 1
            await guest.refused("bad_key", at(table, "/sit"), {"key": key_in(opened)})
            info = await guest.do(at(table, "/sit"), {"key": fresh["key"]})
            assert info["seats"][1]["yours"]

    within(60, play())


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_key_opens_no_seat_of_a_table_that_is_closed(server: Server, has_begun: bool) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as late:
            opened = await host.open("here", "invited")
            table, key = opened["table"]["id"], key_in(opened)
            if has_begun:
                await guest.do(at(table, "/sit"), {"key": key})
                await guest.do(seat_at(table, 1, "leave"))
                key = (await host.do(seat_at(table, 1, "key")))["key"]
            await host.do(at(table, "/abandon"))
            await late.refused("bad_key", at(table, "/sit"), {"key": key, "name": "Late"})
            assert not (await host.see(at(table)))["seats"][1]["taken"]
            assert (await late.see("/api/mine/games"))["games"] == []

    within(60, play())


def test_keys_are_given_only_by_who_holds_a_seat_or_the_host_of_an_empty_one(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            opened = await host.open("here", "invited", "invited", "computer")
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": key_in(opened)})
            await host.refused("not_your_seat", seat_at(table, 1, "key"))
            await host.refused("not_your_seat", seat_at(table, 3, "key"))
            await guest.refused("not_your_seat", seat_at(table, 0, "key"))
            await guest.refused("not_your_seat", seat_at(table, 2, "key"))
            for seat in range(4):
                await stranger.refused("not_your_seat", seat_at(table, seat, "key"))
            await host.do(seat_at(table, 2, "key"))
            await guest.refused("not_your_seat", seat_at(table, 1, "key"))
            two = (await host.open("here", "invited"))["table"]["id"]
            await host.refused("no_seat", seat_at(two, 2, "key"))
            await host.refused("no_table", seat_at("A" * 22, 0, "key"))

    within(60, play())


def test_listed_tables_are_in_the_lobby_and_private_ones_are_not(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            listed = (await host.open("here", "invited", listed=True))["table"]["id"]
            private = (await host.open("here", "invited"))["table"]["id"]
            tables = (await guest.see("/api/tables"))["tables"]
            ids = [table["id"] for table in tables]
            assert listed in ids
            assert private not in ids
            shown = tables[ids.index(listed)]
            assert shown["listed"]
            assert not shown["host"]
            assert shown["status"] == "waiting"
            await guest.refused("bad_key", at(private, "/sit"), {"name": "Guest"})
            info = await guest.do(at(listed, "/sit"), {"name": "Guest"})
            assert info["status"] == "running"
            assert info["seats"][1]["yours"]
            states = [table["status"] for table in (await host.see("/api/tables"))["tables"]]
            assert states == sorted(states, key=["waiting", "running"].index), "tables with open seats come first"
            await guest.do(seat_at(listed, 1, "leave"))
            await host.do(at(listed, "/abandon"))
            assert listed not in [table["id"] for table in (await guest.see("/api/tables"))["tables"]]

    within(60, play())


def test_a_seat_of_a_listed_table_can_be_chosen(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            opened = await host.open("here", "invited", "invited", listed=True)
            table = opened["table"]["id"]
            await guest.refused("seat_taken", at(table, "/sit"), {"seat": 0})
            await guest.refused("no_seat", at(table, "/sit"), {"seat": 3})
            info = await guest.do(at(table, "/sit"), {"seat": 2})
            assert [seat["yours"] for seat in info["seats"]] == [False, False, True]
            await guest.refused("seat_taken", at(table, "/sit"), {})
            await third.refused("bad_key", at(table, "/sit"), {"key": key_in(opened, 1)})
            await third.do(at(table, "/sit"), {})
            await host.refused("seat_taken", at(table, "/sit"), {})
            async with Person(server) as late:
                await late.refused("seat_taken", at(table, "/sit"), {})

    within(60, play())


def test_two_race_for_the_last_seat_and_one_gets_it(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            for _ in range(3):
                table = (await host.open("here", "invited", listed=True))["table"]["id"]
                people = [Person(server) for _ in range(8)]
                bodies = [{"name": f"Guest {number}"} for number in range(8)]
                sitting = (p.post(at(table, "/sit"), json=body) for p, body in zip(people, bodies, strict=True))
                answers = await asyncio.gather(*sitting)
                assert sorted(answer.status_code for answer in answers) == [200] + 7 * [409]
                assert {a.json()["code"] for a in answers if a.status_code == 409} == {"seat_taken"}
                held = [(await person.see(at(table)))["seats"][1]["yours"] for person in people]
                assert held == [answer.status_code == 200 for answer in answers]
                assert [entry.kind for entry in await database.log(table)] == ["start"]
                for person in people:
                    await person.aclose()

    within(60, play())


def test_two_who_take_the_last_two_seats_at_once_both_sit(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as one, Person(server) as two:
            for _ in range(6):
                opened = await host.open("here", "invited", "invited")
                table = opened["table"]["id"]
                answers = await asyncio.gather(
                    one.post(at(table, "/sit"), json={"key": key_in(opened, 0)}),
                    two.post(at(table, "/sit"), json={"key": key_in(opened, 1)}),
                )
                assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
                assert [entry.kind for entry in await database.log(table)] == ["start"]

    within(60, play())


def test_one_holder_takes_one_open_seat_however_many_requests_come_at_once(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as greedy:
            await greedy.open("here", "computer")
            for _ in range(5):
                table = (await host.open("here", "invited", "invited", "invited", listed=True))["table"]["id"]
                tries = (greedy.post(at(table, "/sit"), json={"seat": seat}) for seat in (1, 2, 3))
                answers = await asyncio.gather(*tries)
                assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
                assert sum(seat["yours"] for seat in (await greedy.see(at(table)))["seats"]) == 1

    within(60, play())


# ── getting up ────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_leaves_before_the_game_makes_room(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as third:
            opened = await host.open("here", "invited", "invited", listed=True)
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": key_in(opened), "name": "Guest"})
            await host.refused("not_your_seat", seat_at(table, 1, "leave"))
            info = await guest.do(seat_at(table, 1, "leave"))
            assert (info["seats"][1]["taken"], info["seats"][1]["name"]) == (False, "")
            assert info["status"] == "waiting"
            info = await third.do(at(table, "/sit"), {"seat": 1, "name": "Third"})
            assert info["seats"][1]["name"] == "Third"
            info = await host.do(seat_at(table, 0, "leave"))
            assert info["status"] == "waiting"
            assert (info["host"], info["seats"][0]["kind"]) == (True, "invited")
            fresh = await host.do(seat_at(table, 0, "key"))
            await guest.do(at(table, "/sit"), {"key": fresh["key"], "name": "Back"})

    within(60, play())


def test_whoever_leaves_during_the_game_can_be_replaced_at_once(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            await play_on(database, table, {0: host, 1: guest}, 5)
            info = await guest.do(seat_at(table, 1, "leave"))
            assert info["status"] == "running"
            assert (info["seats"][1]["taken"], info["seats"][1]["name"]) == (False, "Guest")
            game = await guest.see(at(table, "/game"))
            assert [view["eyes"] for view in game["views"]] == [-1], "who has left sees what everybody sees"
            await guest.refused("not_seated", seat_at(table, 1, "replace"))
            info = await host.do(seat_at(table, 1, "replace"))
            assert (info["seats"][1]["replaced"], info["seats"][1]["level"]) == (True, DEFAULT_LEVEL)
            async with host.live(table) as live:
                last = await play_alone(live, database, table)
            assert last["views"][0]["phase"] == "over"

    within(60, play())


def test_a_seat_that_was_left_in_a_listed_game_can_be_taken_by_anybody(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as other:
            table = await two_people(host, guest, listed=True)
            await guest.do(seat_at(table, 1, "leave"))
            info = await other.do(at(table, "/sit"), {"name": "Other"})
            assert info["seats"][1]["yours"]
            assert (await other.see(at(table, "/game")))["views"][0]["eyes"] == 1
            game = await play_on(database, table, {0: host, 1: other})
            assert game.is_over

    within(60, play())


@pytest.mark.parametrize("is_running", [False, True])
def test_a_table_that_everybody_has_left_is_abandoned(server: Server, is_running: bool) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited", *(() if is_running else ("invited",)))
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": key_in(opened)})
            assert (await host.do(seat_at(table, 0, "leave")))["status"] == ("running" if is_running else "waiting")
            assert (await guest.do(seat_at(table, 1, "leave")))["status"] == "abandoned"
            info = await host.see(at(table))
            assert (info["status"], info["to_move"], info["seed"]) == ("abandoned", None, None)
            await host.refused("not_running", at(table, "/abandon"))

    within(60, play())


# ── one's own games, and other devices ────────────────────────────────────────────────────────────────


def test_everybody_finds_their_own_games(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            assert (await stranger.see("/api/mine"))["tables"] == []
            table = await two_people(host, guest)
            alone = (await host.open("here", "computer"))["table"]["id"]
            seatless = (await host.open("invited", "computer"))["table"]["id"]
            assert {one["id"] for one in (await host.see("/api/mine"))["tables"]} == {table, alone, seatless}
            mine = (await guest.see("/api/mine"))["tables"]
            assert [one["id"] for one in mine] == [table]
            assert [seat["yours"] for seat in mine[0]["seats"]] == [False, True]
            assert (await stranger.see("/api/mine"))["tables"] == []
            await guest.do(seat_at(table, 1, "leave"))
            assert [one["id"] for one in (await guest.see("/api/mine"))["tables"]] == [table], "there is a way back"

    within(60, play())


def test_watching_is_open_to_whoever_knows_the_table(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as watcher:
            table = await two_people(host, guest)
            async with host.live(table) as live, watcher.live(table) as watching:
                seen = await watching.until("game")
                assert [view["eyes"] for view in seen["views"]] == [-1]
                assert all(seat["hand"] is None and seat["missions"] is None for seat in seen["views"][0]["seats"])
                assert (await live.until("table", type="table"))["table"]["watching"] in (0, 1)
                while (await host.see(at(table)))["watching"] != 1:
                    await asyncio.sleep(0.05)
                await play_on(database, table, {0: host, 1: guest}, 1)
                told = await watching.until("game", ply=1)
                assert [turn["seat"] for turn in told["log"]] == [seen["views"][0]["to_move"]]
                await watcher.refused("not_your_seat", at(table, "/play"), {"seat": 0, "ply": 1, "move": "A"})
                await watcher.refused("not_seated", at(table, "/say"), {"text": "hello"})
            while (await host.see(at(table)))["watching"] != 0:
                await asyncio.sleep(0.05)

    within(60, play())


def test_who_is_online_is_seen_by_all(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            assert [seat["online"] for seat in (await host.see(at(table)))["seats"]] == [False, False]
            async with host.live(table) as live:
                while [s["online"] for s in (await live.until("table"))["table"]["seats"]] != [True, False]:
                    pass
                async with guest.live(table), guest.live(table):
                    while [s["online"] for s in (await live.until("table"))["table"]["seats"]] != [True, True]:
                        pass
                while [s["online"] for s in (await live.until("table"))["table"]["seats"]] != [True, False]:
                    pass

    within(60, play())


# ── the rematch, and closing a table ──────────────────────────────────────────────────────────────


def test_the_return_game_has_the_same_people_and_the_next_one_starts(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            opened = await host.open(
                "here", "invited", "computer", first=1, expansions=["rewards"], hints=True, away=77
            )
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": key_in(opened), "name": "Guest"})
            await guest.refused("not_over", at(table, "/rematch"))
            await guest.do(seat_at(table, 1, "replace"))  # whoever lets a computer play lets others end the game
            await host.do(at(table, "/abandon"))
            await stranger.refused("not_seated", at(table, "/rematch"))
            async with host.live(table) as live:
                await live.until("table")
                asked, again = await asyncio.gather(
                    guest.do(at(table, "/rematch"), status=201), host.do(at(table, "/rematch"), status=201)
                )
                new = asked["table"]["id"]
                assert again["table"]["id"] == new != table
                assert asked["invitations"] == again["invitations"] == []
                while (await live.until("table"))["table"]["rematch"] != new:
                    pass  # frames about who is there may come before
            assert (await guest.see(at(table)))["rematch"] == new
            info = await guest.see(at(new))
            assert info["status"] == "running"
            assert info["first"] == 2
            assert (info["expansions"], info["hints"], info["away"], info["box"]) == (
                ["rewards"],
                True,
                77,
                "ravensburger",
            )
            assert [seat["kind"] for seat in info["seats"]] == ["here", "invited", "computer"]
            assert [seat["yours"] for seat in info["seats"]] == [False, True, False]
            assert (await host.see(at(new)))["seats"][0]["yours"]
            seeds = await database.ask("SELECT seed FROM tables WHERE id IN (:one, :two)", one=table, two=new)
            assert len({row.seed for row in seeds}) == 2
            third = await host.do(at(table, "/rematch"), status=201)
            assert third["table"]["id"] == new

    within(60, play())


def test_the_return_game_of_a_game_played_to_its_end(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=1)
            await play_on(database, table, {0: host, 1: guest})
            new = (await guest.do(at(table, "/rematch"), status=201))["table"]
            assert (new["first"], new["host"], new["status"]) == (0, True, "running")
            await play_on(database, new["id"], {0: host, 1: guest}, 3)

    within(60, play())


def test_a_return_game_waits_for_who_has_left(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as other:
            table = await two_people(host, guest)
            await guest.do(seat_at(table, 1, "leave"))
            await host.do(at(table, "/abandon"))
            asked = await host.do(at(table, "/rematch"), status=201)
            assert asked["table"]["status"] == "waiting"
            assert [invitation["seat"] for invitation in asked["invitations"]] == [1]
            info = await other.do(at(asked["table"]["id"], "/sit"), {"key": key_in(asked), "name": "Other"})
            assert info["status"] == "running"

    within(60, play())


def test_only_the_last_player_who_is_there_may_abandon(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest, away=30)
            await guest.refused("not_away", at(table, "/abandon"))
            await stranger.refused("not_seated", at(table, "/abandon"))
            await database.pass_time(table, 31)
            await stranger.refused("not_seated", at(table, "/abandon"))
            assert (await guest.do(at(table, "/abandon")))["status"] == "abandoned"
            await host.refused("not_running", at(table, "/abandon"))
            await host.refused("not_running", at(table, "/play"), {"seat": 0, "ply": 0, "move": "A"})
            waiting = (await host.open("here", "invited"))["table"]["id"]
            await guest.refused("not_host", at(waiting, "/abandon"))
            assert (await host.do(at(waiting, "/abandon")))["status"] == "abandoned"

    within(60, play())


# ── being away ────────────────────────────────────────────────────────────────────────────────────────


def test_a_player_who_is_away_is_replaced_and_comes_back(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest, away=30, first=0)
            game = await play_on(database, table, {0: host, 1: guest}, 4)
            info = await host.see(at(table))
            assert info["seats"][1]["away_at"] > info["changed"]
            await host.refused("not_away", seat_at(table, 1, "replace"))
            await database.pass_time(table, 25)
            await host.refused("not_away", seat_at(table, 1, "replace"))
            await database.pass_time(table, 6)
            await stranger.refused("not_seated", seat_at(table, 1, "replace"))
            await host.refused("bad_setting", seat_at(table, 1, "replace"), {"level": "genius"})
            info = await host.do(seat_at(table, 1, "replace"))
            assert (info["seats"][1]["replaced"], info["seats"][1]["level"]) == (True, DEFAULT_LEVEL)
            assert (info["seats"][1]["name"], info["seats"][1]["kind"]) == ("Guest", "invited")
            await host.refused("seat_taken", seat_at(table, 1, "replace"))
            game = await database.game(table)
            assert game.seat == 0
            async with host.live(table) as live:
                await play_alone(live, database, table, 1)  # and the computer answers
            assert len(await database.log(table)) == 7
            seen = await guest.see(at(table, "/game"))
            assert seen["views"][0]["eyes"] == 1, "the seat is still theirs"
            ply = seen["ply"]
            refusal = await guest.refused("not_your_turn", at(table, "/play"), {"seat": 1, "ply": ply, "move": "*"})
            assert "computer" in refusal["message"]
            await host.refused("not_your_seat", seat_at(table, 1, "return"))
            info = await guest.do(seat_at(table, 1, "return"))
            assert (info["seats"][1]["replaced"], info["seats"][1]["level"]) == (False, None)
            await guest.refused("not_replaced", seat_at(table, 1, "return"))
            await host.refused("not_away", seat_at(table, 1, "replace"))
            game = await play_on(database, table, {0: host, 1: guest})
            assert game.is_over
            await host.refused("not_running", seat_at(table, 1, "replace"))

    within(60, play())


def test_a_player_who_is_here_is_away_only_when_everybody_waits_for_them(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, away=30, first=1)
            async with host.live(table) as live, guest.live(table) as other:
                await live.until("game")
                await other.until("game")
                ago = "UPDATE seats SET acted = acted - 100 WHERE table_id = :id"
                await database.ask(ago, id=table)
                await host.refused("not_away", seat_at(table, 1, "replace"))
                await guest.refused("not_away", seat_at(table, 0, "replace"))
                await database.ask("UPDATE tables SET moved = moved - 100 WHERE id = :id", id=table)
                info = await host.see(at(table))
                assert info["seats"][0]["away_at"] is None, "nobody waits for the host"
                await guest.refused("not_away", seat_at(table, 0, "replace"))
                assert (await host.do(seat_at(table, 1, "replace")))["seats"][1]["replaced"]

    within(60, play())


def test_one_may_let_a_computer_play_for_oneself(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "computer"))["table"]["id"]
            async with host.live(table) as live:
                await host.do(seat_at(table, 0, "replace"), {"level": "random"})
                while (await live.until("game"))["views"][0]["phase"] != "over":
                    pass
            assert (await database.game(table)).is_over

    within(60, play())


# ── the game that is set up ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("first", [0, 1, 2])
def test_S5_the_host_may_say_who_starts(server: Server, first: int) -> None:
    async def play() -> None:
        async with Person(server) as host:
            opened = await host.open("here", "here", "here", first=first)
            assert (opened["table"]["first"], opened["table"]["to_move"]) == (first, first)

    within(60, play())


def test_S5_otherwise_chance_says_who_starts(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            starters = set()
            for _ in range(25):
                table = (await host.open("here", "here"))["table"]
                ((seed,),) = await database.ask("SELECT seed FROM tables WHERE id = :id", id=table["id"])
                assert table["first"] == table["to_move"] == Game(seed=int(seed, 16)).first
                starters.add(table["first"])
            assert starters == {0, 1}

    within(60, play())


def test_S1_W1_sides_are_chosen_with_a_preview_of_the_garden(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", expansions=["rewards"], first=1))["table"]["id"]
            game = await database.game(table)
            chosen = []
            phases = 2 * ["choose garden side"] + 2 * ["choose reward side"]
            for ply, (phase, side) in enumerate(zip(phases, "ABBA", strict=True)):
                seen = await host.see(at(table, "/game"))
                (draft,) = seen["drafts"]
                assert (draft["step"], draft["seat"], draft["ply"]) == (phase, game.seat, ply)
                assert {view["phase"] for view in seen["views"]} == {phase}
                assert [choice["text"] for choice in draft["choices"]] == ["A", "B"]
                assert game.seat is not None
                for choice in draft["choices"]:
                    after = game.copy()
                    after.push(Side(choice["text"]))
                    expected, shown = after.garden(game.seat), choice["garden"]
                    assert shown["board"] == expected.board
                    if phase == "choose reward side":
                        assert shown["reward"] == expected.reward
                        assert shown["marks"] == expected.marks != {}
                assert draft["choices"][0]["garden"] != draft["choices"][1]["garden"]
                chosen.append(draft["choices"]["AB".index(side)]["garden"])
                body = {"seat": game.seat, "ply": ply, "move": side}
                await host.do(at(table, "/play"), body)
                game.push(side)
            seen = await host.see(at(table, "/game"))
            assert [told["side"][-1] for told in seen["log"]] == list("ABBA")
            gardens = [seat["garden"] for seat in seen["views"][0]["seats"]]
            assert [(garden["board"], garden["reward"]) for garden in (gardens[1], gardens[0])] == [
                (garden["board"], garden["reward"]) for garden in chosen[2:]
            ]
            assert seen["views"][0]["phase"] == "play card"
            assert all(choice["garden"] is None for choice in seen["drafts"][0]["choices"])

    within(60, play())


def test_W2_the_preview_of_a_reward_side_hides_the_printed_squares_that_it_covers(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", expansions=["rewards"], first=1, box="imperial"))["table"]["id"]
            chosen = {}
            for ply in range(2):
                (draft,) = (await host.see(at(table, "/game")))["drafts"]
                assert draft["step"] == "choose reward side"
                chosen[draft["seat"]] = draft["choices"][0]["garden"]
                await host.do(at(table, "/play"), {"seat": draft["seat"], "ply": ply, "move": "A"})
            view = (await host.see(at(table, "/game")))["views"][0]
            assert view["phase"] == "play card"
            for seat, garden in chosen.items():
                assert garden["printed"] == view["seats"][seat]["garden"]["printed"]

    within(60, play())


def test_a_chosen_seed_gives_the_same_game_again(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            seed = "0123456789abcdef0123456789abcdef"
            games = []
            for _ in range(2):
                opened = await host.open("here", "computer", seed=seed, first=0)
                table = opened["table"]
                assert (table["chosen_seed"], table["seed"]) == (True, None)
                async with host.live(table["id"]) as live:
                    frame = await live.until("game")
                    await host.do(at(table["id"], "/play"), {"seat": 0, "ply": 0, "move": "B"})
                    while frame["views"][0]["phase"] != "play card" or not frame["drafts"]:
                        frame = await live.until("game")
                expected = Game(first=0, seed=int(seed, 16))
                for told in frame["log"] if frame["log_from"] == 0 else [{"move": "B"}, *frame["log"]]:
                    expected.push(told["move"])
                view = frame["views"][0]
                assert view["seats"][0]["hand"] == list(expected.hand(0))
                assert view["seats"][0]["missions"] == list(expected.missions(0))
                games.append((view["seats"][0]["hand"], view["display"]))
            assert games[0] == games[1]
            other = await host.open("here", "computer")
            assert other["table"]["chosen_seed"] is False

    within(60, play())


@pytest.mark.parametrize("kinds", [("here", "here"), ("here", "invited"), ("here", "invited", "computer")])
def test_a_seed_cannot_be_chosen_where_two_people_play(server: Server, kinds: tuple[str, ...]) -> None:
    async def play() -> None:
        async with Person(server) as host:
            body = {"seats": [{"kind": kind} for kind in kinds], "seed": 32 * "0"}
            await host.refused("bad_setting", "/api/tables", body)
            assert (await host.see("/api/mine"))["tables"] == []

    within(60, play())


def test_the_seed_is_told_when_the_game_is_over_and_not_before(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest)
            ((seed,),) = await database.ask("SELECT seed FROM tables WHERE id = :id", id=table)
            for _ in range(4):
                await play_on(database, table, {0: host, 1: guest}, 8)
                for person in (host, guest, stranger):
                    for path in ("", "/game", "/record", "/chat"):
                        answer = await person.get(at(table, path))
                        assert answer.status_code == 200
                        assert seed not in answer.text
            await play_on(database, table, {0: host, 1: guest})
            for person in (host, guest, stranger):
                assert (await person.see(at(table)))["seed"] == seed
                assert (await person.see(at(table, "/record")))["seed"] == seed
            abandoned = await two_people(host, guest)
            await guest.do(seat_at(abandoned, 1, "leave"))
            await host.do(at(abandoned, "/abandon"))
            assert (await host.see(at(abandoned)))["seed"] is None
            assert "seed" not in await host.see(at(abandoned, "/record"))

    within(60, play())


@pytest.mark.parametrize(
    "configuration", [one for one in CONFIGURATIONS if one.box_name not in BOX_FILES], ids=lambda one: str(one.id)
)
def test_every_box_and_expansion_can_be_set_up(
    server: Server, database: Database, configuration: Configuration
) -> None:
    async def play() -> None:
        async with Person(server) as host:
            kinds = configuration.players * ("here",)
            opened = await host.open(*kinds, box=configuration.box_name, expansions=configuration.expansions)
            table = opened["table"]["id"]
            shown = opened["table"]
            assert (shown["box"], shown["expansions"], len(shown["seats"])) == (
                configuration.box_name,
                list(configuration.expansions),
                configuration.players,
            )
            game = await play_on(database, table, dict.fromkeys(range(4), host), 10)
            assert (game.box.id, game.players) == (configuration.box_name, configuration.players)
            assert game.expansions == configuration.expansions
            view = (await host.see(at(table, "/game")))["views"][0]
            expected = game.view(0)
            assert view["bag"] == expected.bag
            assert view["rounds"] == configuration.box.rounds
            assert [seat["garden"]["board"] for seat in view["seats"]] == [
                game.garden(seat).board for seat in range(game.players)
            ]
            has_rewards = [seat["garden"]["reward"] is not None for seat in view["seats"]]
            assert has_rewards == game.players * ["rewards" in game.expansions]

    within(60, play())


def test_what_a_box_does_not_have_is_refused(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host:
            here = {"kind": "here"}
            for wrong in (
                {"box": "ravensburger", "expansions": ["boar"]},
                {"box": "nowhere"},
                {"first": 2},
                {"seats": [here, {"kind": "computer", "level": "genius"}]},
                {"seats": [{"kind": "here", "level": "greedy"}, here]},
                {"seats": [here, {"kind": "invited", "name": "Somebody"}]},
            ):
                await host.refused("bad_setting", "/api/tables", {"seats": [here, here]} | wrong)
            for malformed in (
                {"seats": [here]},
                {"seats": 5 * [here]},
                {"pace": -1},
                {"away": 29},
                {"seed": "0" * 31},
                {"seats": [{"kind": "here", "name": "a\nb"}, here]},
                {"seats": [here, {"kind": "robot"}]},
                {"unknown": 1},
            ):
                await host.refused("bad_request", "/api/tables", {"seats": [here, here]} | malformed)
            assert (await host.see("/api/mine"))["tables"] == []

    within(60, play())
