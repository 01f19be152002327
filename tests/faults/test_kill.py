"""Power cuts: the server is killed again and again while games are played. What it has confirmed stays."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from sanssouci import Game, RandomPlayer
from sanssouci.server.computers import LEASE
from server.databases import Cluster, Database, free_port
from server.playing import at
from server.serving import PROXY, Person, Server, start_server, within

KINDS = (
    ("here", "here"),
    ("here", "computer"),
    ("computer", "here", "computer"),
    ("here", "computer", "here", "computer"),
)


class Cuts:
    """A server that is killed after a number of confirmed moves, and started again at the same address."""

    def __init__(self, database: Database, seed: int, apart: tuple[int, int]) -> None:
        self.database = database
        self.luck = random.Random(seed)
        self.apart = apart  # the fewest and the most moves between two cuts
        self.options = (PROXY, "--port", str(free_port()))
        self.server: Server = start_server(database.url, *self.options)
        self.confirmed: dict[str, dict[int, tuple[int, str]]] = {}  # by table and ply: seat and move
        self.kills = 0
        self._left = self.luck.randint(*apart)
        self._due = asyncio.Event()

    def confirm(self, table: str, ply: int, seat: int, move: str) -> None:
        self.confirmed.setdefault(table, {})[ply] = (seat, move)
        self._left -= 1
        if self._left <= 0:
            self._due.set()

    async def run(self) -> None:
        """Kill and start again, for ever."""
        while True:
            await self._due.wait()
            await asyncio.sleep(self.luck.random() / 20)
            self.server.kill()
            self.kills += 1
            await self.check()
            # A computer that was thinking has left its lease; another process waits until it has run out.
            await self.database.ask("UPDATE leases SET until = until - 60")
            self.server = await asyncio.to_thread(start_server, self.database.url, *self.options)
            self._left = self.luck.randint(*self.apart)
            self._due.clear()

    async def check(self) -> None:
        """Everything that was confirmed is in the logs, and every log has each number once."""
        for table, moves in self.confirmed.items():
            log = await self.database.log(table)
            for ply, (seat, move) in moves.items():
                assert (log[ply].kind, log[ply].seat, log[ply].body["events"][0][2]) == ("move", seat, move)


async def play_through(cuts: Cuts, person: Person, table: str, luck: random.Random) -> None:
    """Play all seats of a person until the game is over, whatever happens to the server."""
    player = RandomPlayer(luck.getrandbits(32))
    while True:
        try:
            info = await person.see(at(table))
            if info["status"] == "over":
                return
            if info["to_move"] is None or not info["seats"][info["to_move"]]["yours"]:
                await asyncio.sleep(0.1)
                continue
            game = await cuts.database.game(table)
            seat, ply = info["to_move"], info["ply"]
            if game.seat != seat or len(game.moves) != ply:
                continue
            move = str(player.choose(game.view(seat)))
            answer = await person.post(at(table, "/play"), json={"seat": seat, "ply": ply, "move": move})
            if answer.status_code == 503:  # the rules are being loaded
                await asyncio.sleep(0.2)
                continue
            assert (answer.status_code, answer.json()) == (200, {"ply": ply + 1}), answer.text
            cuts.confirm(table, ply + 1, seat, move)
        except httpx.TransportError:
            await asyncio.sleep(0.2)


async def games_with_cuts(
    database: Database, count: int, *, least_kills: int, apart: tuple[int, int], seed: int
) -> None:
    cuts = await asyncio.to_thread(Cuts, database, seed, apart)
    luck = random.Random(seed)
    people: list[Person] = []
    tables: list[str] = []
    try:
        for number in range(count):
            person = Person(cuts.server)
            options = {
                "box": ("imperial", "ravensburger")[number % 2],
                "expansions": ["rewards"] if number % 3 == 0 else [],
            }
            opened = await person.open(*KINDS[number % len(KINDS)], **options)
            people.append(person)
            tables.append(opened["table"]["id"])
        drafting = Person(cuts.server)
        people.append(drafting)
        waiting = (await drafting.open("here", "here", box="imperial", first=0))["table"]["id"]
        card = (await database.game(waiting)).hand(0)[0]
        kept = await drafting.do(at(waiting, "/steps"), {"seat": 0, "ply": 0, "steps": [card]})

        killing = asyncio.create_task(cuts.run())
        playing = [
            asyncio.create_task(play_through(cuts, person, table, random.Random(luck.random())))
            for person, table in zip(people, tables, strict=False)
        ]
        finished: asyncio.Future[Any] = asyncio.gather(*playing)
        await asyncio.wait((killing, finished), return_when=asyncio.FIRST_COMPLETED)
        if killing.done():
            killing.result()
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        await finished
        assert cuts.kills >= least_kills
        await cuts.check()
        if cuts.server.process.poll() is not None:
            cuts.server = await asyncio.to_thread(start_server, database.url, *cuts.options)
        assert (await drafting.see(at(waiting, "/game")))["drafts"] == [kept]
        for person, table in zip(people, tables, strict=False):
            game = await database.game(table)
            assert game.is_over
            assert len(await database.log(table)) == len(game.moves) + 1
            record = await person.see(at(table, "/record"))
            assert Game.from_record(record).moves == game.moves
            assert record["seed"] == f"{game.seed:032x}"
    finally:
        for person in people:
            await person.aclose()
        await asyncio.to_thread(cuts.server.stop)
    assert not [line for line in cuts.server.lines if "Traceback" in line], "".join(cuts.server.lines)


def database_of(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if kind == "sqlite":
        return Database(kind, f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.upgraded()


@pytest.mark.parametrize(("kind", "games"), [("sqlite", 4), ("postgresql", 2)])
def test_power_cuts_lose_nothing_and_repeat_nothing(
    kind: str, games: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database = database_of(kind, request, tmp_path)
    within(120, games_with_cuts(database, games, least_kills=2, apart=(18, 26), seed=2026))


@pytest.mark.long
@pytest.mark.parametrize(("kind", "games", "kills"), [("sqlite", 14, 4), ("postgresql", 6, 2)])
def test_many_power_cuts_lose_nothing_and_repeat_nothing(
    kind: str, games: int, kills: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database = database_of(kind, request, tmp_path)
    within(280, games_with_cuts(database, games, least_kills=kills, apart=(20, 60), seed=2024))


def test_a_computer_that_was_thinking_in_a_power_cut_goes_on_soon_after_the_restart(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The killed process has left its lease. A player should not have to wait a minute for the computer's move."""
    database = Database("sqlite", f"sqlite:///{tmp_path_factory.mktemp('lease') / 'tables.sqlite3'}")

    async def begin(server: Server) -> str:
        async with Person(server) as host:
            opened = await host.open("computer", "here", box="imperial", first=0, pace=10)
            table: str = opened["table"]["id"]
            return table

    async def leave_a_lease(table: str) -> None:
        await database.ask("DELETE FROM leases")
        lease = "INSERT INTO leases (table_id, owner, until) VALUES (:id, 'killed', :until)"
        await database.ask(lease, id=table, until=time.time() + LEASE)
        await database.ask("UPDATE tables SET changed = changed - 10")

    async def wait_for_a_move(table: str) -> None:
        while len(await database.log(table)) == 1:
            await asyncio.sleep(0.2)

    server = start_server(database.url)
    try:
        table = within(30, begin(server))
    finally:
        server.kill()
    within(30, leave_a_lease(table))
    server = start_server(database.url)
    try:
        within(25, wait_for_a_move(table))
    finally:
        server.stop()
