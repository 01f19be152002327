"""Many at once: no turn is ever played twice, by whichever connection or process it comes."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from sanssouci import Game, RandomPlayer
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.pushes import PushRow, PushStore
from sanssouci.server.storage.store import Store
from server.databases import Cluster, Database
from server.playing import at, play_alone, seat_at, two_people
from server.serving import PROXY, Live, Person, Server, serving, start_server, within

CLIENTS = 50


async def answer_to(live: Live, number: int) -> tuple[str, int | None]:
    """The code of the answer to a command, 'done' if it was carried out, with the ply then."""
    while True:
        frame = await live.next()
        if frame.get("id") == number and frame["type"] in ("done", "error"):
            return ("done", frame["ply"]) if frame["type"] == "done" else (frame["problem"]["code"], None)


@pytest.mark.parametrize("turns", [6, pytest.param(30, marks=pytest.mark.long)])
def test_fifty_who_hold_one_seat_race_through_a_game_and_each_turn_is_played_once(
    turns: int, server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as host, AsyncExitStack() as stack:
            table = (await host.open("here", "here", box="imperial"))["table"]["id"]
            lives = [await stack.enter_async_context(host.live(table)) for _ in range(CLIENTS)]
            game, player, ply = await database.game(table), RandomPlayer(11), 0
            codes: Counter[str] = Counter()
            while game.seat is not None and ply < turns:
                legal = [str(move) for move in game.legal_moves]
                wishes = [str(player.choose(game.view(game.seat))) for _ in lives]
                for live, wish in zip(lives, wishes, strict=True):
                    await live.send(type="play", seat=game.seat, ply=ply, move=wish, id=ply)
                answers = await asyncio.gather(*(answer_to(live, ply) for live in lives))
                winners = [number for number, (code, _) in enumerate(answers) if code == "done"]
                assert len(winners) == 1, answers
                codes.update(code for code, _ in answers)
                assert answers[winners[0]] == ("done", ply + 1)
                assert wishes[winners[0]] in legal
                game.push(wishes[winners[0]])
                ply += 1
                (last,) = (await database.log(table))[ply:]
                assert last.body["events"][0][2] == wishes[winners[0]]
            assert set(codes) == {"done", "stale"}
            assert codes["stale"] == (CLIENTS - 1) * codes["done"]
            assert (await database.game(table)).moves == game.moves

    within(120, play())


def test_two_seats_that_race_play_in_turn(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, AsyncExitStack() as stack:
            table = await two_people(host, guest, box="imperial")
            lives = [
                (seat, await stack.enter_async_context(person.live(table)))
                for seat, person in enumerate((host, guest))
                for _ in range(5)
            ]
            game, ply = await database.game(table), 0
            while game.seat is not None and ply < 12:
                move = str(next(iter(game.legal_moves)))
                for seat, live in lives:
                    await live.send(type="play", seat=seat, ply=ply, move=move, id=ply)
                answers = await asyncio.gather(*(answer_to(live, ply) for _, live in lives))
                for (seat, _), (code, _) in zip(lives, answers, strict=True):
                    assert code in (("done", "stale") if seat == game.seat else ("not_your_turn", "stale"))
                assert Counter(code for code, _ in answers)["done"] == 1
                game.push(move)
                ply += 1
            assert (await database.game(table)).moves == game.moves

    within(90, play())


def test_seats_that_change_hands_while_moves_are_played_never_fail(server: Server, database: Database) -> None:
    """Moves and changes of seats touch the same rows; in the wrong order they would wait for each other for ever."""

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", first=0)
            problems: list[dict[str, Any]] = []
            over = asyncio.Event()

            async def change_seats() -> None:
                while not over.is_set():
                    for command in ("replace", "return"):
                        answer = await guest.post(
                            seat_at(table, 1, command), json={"level": "random"} if command == "replace" else {}
                        )
                        if answer.status_code >= 500:
                            problems.append(answer.json())

            async def move() -> None:
                player = RandomPlayer(1)
                while True:
                    info = await host.see(at(table))
                    if info["status"] != "running":
                        return
                    if info["to_move"] == 0:
                        game = await database.game(table)
                        if game.seat == 0:
                            body = {"seat": 0, "ply": info["ply"], "move": str(player.choose(game.view(0)))}
                            answer = await host.post(at(table, "/play"), json=body)
                            if answer.status_code >= 500:
                                problems.append(answer.json())
                    await asyncio.sleep(0.01)  # or the server calls it too fast

            changing = [asyncio.create_task(change_seats()) for _ in range(3)]
            await move()
            over.set()
            await asyncio.gather(*changing)
            assert problems == []
            assert (await database.game(table)).is_over

    within(120, play())


def test_what_comes_many_times_at_once_never_fails(server: Server, database: Database) -> None:
    """A double click, or a page that is open twice: whoever is second finds it done."""

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            await guest.do(seat_at(table, 1, "replace"))
            await host.do(at(table, "/abandon"))
            host.headers["X-Forwarded-For"] = f"2001:db8:{secrets.randbits(16):x}::1"  # where nobody has been
            seats = [{"kind": "here"}, {"kind": "computer"}]
            answers = await asyncio.gather(*(host.post("/api/tables", json={"seats": seats}) for _ in range(8)))
            assert {answer.status_code for answer in answers} == {201}
            both = [person for person in (host, guest) for _ in range(8)]
            answers = await asyncio.gather(*(person.post(at(table, "/forget")) for person in both))
            # Who is late finds nothing, or a table from which the seats have just gone.
            assert {answer.status_code for answer in answers} <= {200, 403, 404}, [each.text for each in answers]
            assert await database.ask("SELECT id FROM tables WHERE id = :id", id=table) == []

    within(60, play())


def test_a_browser_that_is_to_be_reminded_may_say_so_twice_at_once(cluster: Cluster) -> None:
    async def keep(url: str) -> int:
        engine = open_database(url)
        try:
            store = PushStore(Store(engine))
            row = PushRow("https://push.example.org/1", "key", "auth", "en")
            await asyncio.gather(*(store.keep("a" * 64, row) for _ in range(8)))
            return await store.count("a" * 64)
        finally:
            await engine.dispose()

    assert within(30, keep(cluster.upgraded().url)) == 1


# ── two processes ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def others() -> Iterator[dict[str, Server]]:
    """Second processes, by the database that they share with a first."""
    running: dict[str, Server] = {}
    yield running
    for server in running.values():
        server.stop()
    assert not [line for server in running.values() for line in server.lines if "Traceback" in line]


@pytest.fixture
def other(database: Database, others: dict[str, Server]) -> Server:
    """A second process that serves the same tables."""
    if database.kind not in others:
        others[database.kind] = start_server(database.url, PROXY)
    return others[database.kind]


def test_two_processes_serve_one_table(server: Server, other: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as here, Person(other) as there:
            table = (await here.open("here", "computer", "computer", box="imperial"))["table"]["id"]
            assert here.token is not None
            there.token = here.token
            player = RandomPlayer(5)
            ply, people = -1, [here, there]
            while (info := await people[ply % 2].see(at(table)))["status"] == "running":
                if info["to_move"] != 0:
                    await asyncio.sleep(0.02)
                    continue
                ply = info["ply"]
                game = await database.game(table)
                move = str(player.choose(game.view(0)))
                body = {"seat": 0, "ply": ply, "move": move}
                answers = await asyncio.gather(*(person.post(at(table, "/play"), json=body) for person in people))
                assert sorted(answer.status_code for answer in answers) == [200, 409]
                late = {answer.json().get("code") for answer in answers} - {None}
                assert late in ({"stale"}, {"not_running"}), "the last move of all may be noticed before it is checked"
            game = await database.game(table)
            assert game.is_over
            records = [await person.see(at(table, "/record")) for person in people]
            assert records[0] == records[1]
            assert Game.from_record(records[0]).moves == game.moves

    within(120, play())


def test_computers_of_two_processes_never_move_twice(server: Server, other: Server, database: Database) -> None:
    """Ten games of computers alone, watched from both sides: each log has each of its numbers once."""

    async def play() -> None:
        async with Person(server) as here, Person(other) as there:
            tables = []
            for number in range(6):
                host = (here, there)[number % 2]
                opened = await host.open("computer", "computer", "invited", box="imperial", pace=0)
                table = opened["table"]["id"]
                guest = (there, here)[number % 2]
                await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
                await guest.do(seat_at(table, 2, "replace"), {"level": "random"})
                tables.append(table)
            for table in tables:
                while (await there.see(at(table)))["status"] != "over":
                    await asyncio.sleep(0.1)
                game = await database.game(table)
                assert game.is_over
                assert len(await database.log(table)) == len(game.moves) + 1
            left = {row.table_id for row in await database.ask("SELECT table_id FROM leases")}
            assert not left & set(tables)

    within(120, play())


def test_with_redis_a_move_reaches_the_connections_of_the_other_process(database: Database, redis_url: str) -> None:
    async def play(one: Server, two: Server) -> None:
        async with Person(one) as host, Person(two) as guest, Person(two) as watcher:
            table = await two_people(host, guest, box="imperial", first=0)
            async with host.live(table) as here, guest.live(table) as there, watcher.live(table) as watching:
                for live in (here, there, watching):
                    await live.until("game")
                game = await database.game(table)
                for ply in range(6):
                    assert game.seat is not None
                    move = str(next(iter(game.legal_moves)))
                    live = (here, there)[game.seat]
                    await live.send(type="play", seat=game.seat, ply=ply, move=move, id=ply)
                    for listener in (here, there, watching):
                        frame = await listener.until("game", ply=ply + 1)
                        assert [told["move"] for told in frame["log"]] == [move]
                    game.push(move)
                await here.send(type="say", text="Do you hear me?", id=99)
                while not (said := (await there.until("chat"))["lines"]):
                    pass
                assert said[0]["text"] == "Do you hear me?"
                table = (await host.open("here", "computer", box="imperial"))["table"]["id"]
            async with host.live(table) as live:
                await play_alone(live, database, table, 4)

    options = (PROXY, "--channels", redis_url)
    with serving(database.url, *options) as one, serving(database.url, *options) as two:
        within(60, play(one, two))


# ── chat ──────────────────────────────────────────────────────────────────────────────────────────────

SLOW_LINES = (
    "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NEW.text = 'slow' THEN PERFORM pg_sleep(1); END IF; RETURN NEW; END $$",
    "CREATE TRIGGER dawdle BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION dawdle()",
)


def test_a_line_of_chat_that_takes_longer_to_keep_is_not_missed(cluster: Cluster) -> None:
    """Numbers are given before a line is kept: if a later one were seen first, the earlier would be passed over."""

    async def talk(server: Server, database: Database) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            for statement in SLOW_LINES:
                await database.ask(statement)
            async with host.live(table) as live:
                await live.until("chat")
                slow = asyncio.create_task(guest.do(at(table, "/say"), {"text": "slow"}))
                await asyncio.sleep(0.3)
                await host.do(at(table, "/say"), {"text": "quick"})
                await slow
                heard: list[str] = []
                while len(heard) < 2:
                    heard += [line["text"] for line in (await live.until("chat"))["lines"]]
        assert heard == ["slow", "quick"]

    database = cluster.upgraded()
    with serving(database.url, PROXY) as server:
        within(30, talk(server, database))
