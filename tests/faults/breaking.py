"""Games that are played while what they stand on breaks again and again, and what must be true of them in the end."""

import asyncio
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import warm
from faults.houses import Fault, House
from faults.meetings import Lobby, Salon
from faults.others import Follower, Layer, until_done
from faults.players import Book, Person, Player

LONGEST: Final = 10.0  # seconds that a client may be stuck once everything works again
KINDS: Final = (  # of seats
    ("here", "invited"),
    ("here", "here"),
    ("here", "computer"),
    ("invited", "here", "computer"),
)


@dataclass
class Plan:
    """How much is to be broken, and how often."""

    kills: int
    faults: int = 0  # of each other kind
    tables: int = 8  # at which people play at the same time
    apart: tuple[int, int] = (5, 40)  # the fewest and the most moves between two faults
    holds: tuple[float, float] = (0.5, 3.0)  # seconds for which something stays broken, if that can be chosen
    longest: float = LONGEST  # seconds
    seed: int = 0


@dataclass
class Outcome:
    """What happened."""

    broken: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    seconds: float = 0.0


class Trouble:
    """One run: people play, and somebody breaks things."""

    def __init__(self, house: House, plan: Plan) -> None:
        self._house, self._plan = house, plan
        self._luck = random.Random(plan.seed)
        self._book = Book()
        self._book.moved = self._count_down
        self._left = 0
        self._due = asyncio.Event()
        self._addresses = count(2)
        self._tables: dict[str, list[Player]] = {}
        self._tappers = [
            kind(self._book, self._person(self._luck), random.Random(plan.seed)) for kind in (Follower, Layer)
        ]
        self._salon = Salon(self._book, self._person(self._luck), self._person(self._luck))
        self._lobby = Lobby(self._book, house.urls, lambda: self._person(self._luck), random.Random(plan.seed))
        self._broken: Counter[str] = Counter()
        self._is_quiet = False

    async def run(self) -> Outcome:
        """Play and break; everything is checked in the end."""
        start = time.monotonic()
        playing = [asyncio.create_task(self._play_on(number)) for number in range(self._plan.tables)]
        playing += [asyncio.create_task(tapper.go_on(lambda: self._is_quiet)) for tapper in self._tappers]
        others = [asyncio.create_task(each) for each in (self._watch(), self._lobby.watch(), self._break())]
        try:
            await _all_of(playing, others)
        finally:
            for task in (*playing, *others):
                task.cancel()
            await asyncio.gather(*playing, *others, return_exceptions=True)
        await self._check()
        return Outcome(self._broken, self._book.counts, self._book.longest, time.monotonic() - start)

    # ── breaking ───────────────────────────────────────────────────────────────────────────────────

    async def _break(self) -> None:
        plan, luck = self._plan, self._luck
        others = [fault for fault in self._house.faults for _ in range(plan.faults)]
        todo: list[Fault | None] = [*([None] * plan.kills), *others]
        luck.shuffle(todo)
        for fault in todo:
            self._left = luck.randint(*plan.apart)
            self._due.clear()
            await self._due.wait()
            await asyncio.sleep(luck.random() / 20)
            if fault is None:
                await self._kill()
            else:
                await self._suffer(fault)
        self._is_quiet = True

    def _count_down(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._due.set()

    async def _kill(self) -> None:
        """Kill one server, or all of them at once."""
        house, luck = self._house, self._luck
        numbers = list(range(len(house.servers)))
        if luck.random() < 0.5:
            numbers = [luck.choice(numbers)]
        self._book.calm.broken()
        for number in numbers:
            await asyncio.to_thread(house.kill, number)
            self._broken["kill -9"] += 1
        await asyncio.gather(*(asyncio.to_thread(house.start_again, number) for number in numbers))
        self._book.calm.mended()

    async def _suffer(self, fault: Fault) -> None:
        self._book.calm.broken()
        await asyncio.to_thread(fault.break_it)
        await asyncio.sleep(self._luck.uniform(*self._plan.holds))
        await asyncio.to_thread(fault.mend)
        self._book.calm.mended()
        self._broken[fault.name] += 1

    async def _watch(self) -> None:
        """See that nobody is stuck."""
        while True:
            await asyncio.sleep(0.5)
            assert self._lobby.waiting < 3 * self._plan.longest, "who looks at the lobby is stuck"
            for tapper in self._tappers:
                assert tapper.waiting < 3 * self._plan.longest, f"who enters something is stuck: {tapper}"
            for table, players in self._tables.items():
                for player in players:
                    assert player.waiting < 3 * self._plan.longest, f"somebody is stuck at table {table}: {player}"

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    async def _play_on(self, number: int) -> None:
        """Play one game after the other while things break; then play the last one to its end."""
        luck = random.Random(self._plan.seed * 1_000 + number)
        while True:
            if number == 0:
                table, people = await self._salon.next_game()
            elif number == 1:
                table, people = await self._lobby.next_game()
            else:
                table, people = await until_done(lambda: self._seat(luck, KINDS[luck.randrange(len(KINDS))]))
            players = [
                Player(self._book, self._house.urls, table, each.token, each.address, random.Random(luck.random()))
                for each in people
            ]
            self._tables[table] = players
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())
            self._book.counts["games"] += 1
            if self._is_quiet:
                return

    def _person(self, luck: random.Random) -> Person:
        """Somebody from an address of their own."""
        number = next(self._addresses)
        address = f"127.{1 + number // 65_536 % 250}.{number // 256 % 256}.{number % 256}"
        return Person(self._house.urls, address, luck)

    async def _seat(self, luck: random.Random, kinds: tuple[str, ...]) -> tuple[str, list[Person]]:
        """Open a table and seat everybody."""
        seats = [{"kind": kind} | ({"level": "page"} if kind == "computer" else {}) for kind in kinds]
        people = [self._person(luck)]
        opened = await people[0].ask("/api/tables", {"seats": seats, "pace": 0})
        table: str = opened["table"]["id"]
        for invitation in opened["invitations"]:
            people.append(self._person(luck))
            await people[-1].ask(f"/api/tables/{table}/sit", {"key": invitation["key"], "name": "Guest"})
        return table, people

    # ── checking ───────────────────────────────────────────────────────────────────────────────────

    async def _check(self) -> None:
        """Every acknowledged move and tap is kept, once and in its place, and every game is over."""
        database = self._house.database
        for table in self._tables:
            game, log = await database.game(table), await database.log(table)
            assert game.is_over, f"the game at table {table} is not over"
            assert len(log) == len(game.moves) + 1
            for ply, move in self._book.acknowledged.get(table, {}).items():
                entry = log[ply]
                assert (entry.kind, entry.seat, entry.body["events"][0][2]) == ("move", move.seat, move.text)
            chat = await database.ask("SELECT text FROM chat WHERE table_id = :id", id=table)
            said = Counter(row.text for row in chat)
            assert set(said.values()) <= {1}, f"something was said twice: {said}"
            assert self._book.lines.get(table, set()) <= said.keys()
        for other in (*self._tappers, self._salon, self._lobby):
            await other.check(database)
        assert self._book.longest < self._plan.longest, f"somebody was stuck for {self._book.longest:.1f} s"


async def _all_of(works: "list[asyncio.Task[None]]", others: "list[asyncio.Task[None]]") -> None:
    """Wait until all works are done, or until anything fails."""
    waiting = {*works, *others}
    while any(not work.done() for work in works):
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()


def endure(house: House, plan: Plan, *, seconds: float) -> Outcome:
    """Play and break within a time; in the end the house is stopped, and all that it keeps is checked."""

    async def limited() -> Outcome:
        async with asyncio.timeout(seconds):
            return await Trouble(house, plan).run()

    with ThreadPoolExecutor(1) as thread:  # a thread has no event loop yet; this one may have a browser's
        outcome = thread.submit(asyncio.run, limited()).result()
    house.stop()
    checked = warm.in_text("db", "check", "--database", house.database.url)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert not house.complaints, "".join(house.complaints)
    return outcome
