"""Plays for a long time at half the load that a server can bear, and watches its memory and its log.

    make soak                                   # half an hour, into tests/results
    make soak OPTIONS="--minutes 2 --no-file"   # shorter

Tables come and go: wherever a game ends, another is begun, by people who have come before. They reload, watch, talk,
ask for the list of tables and for records, and play against each other or against a computer. Afterwards the database
is checked, every game in it.
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import linear_regression, mean, median, quantiles

from benchmarks.load import Pair, Socket, Visitor, connect

from dated import keep

START = "import sys; from sanssouci.cli import main; sys.exit(main())"
LIMITS = Path(__file__).with_name("soak.toml")
PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1_000_000
BLOCK = 60  # seconds: means of this length are independent enough to tell the error of a slope
RELOADS, WATCHERS, ALONE = 0.02, 0.2, 0.1  # how often: before a turn, at a table, against a computer


class Process:
    """The server, started as its users start it."""

    def __init__(self, database: Path, log: Path) -> None:
        options = ("--port", "0", "--no-browser", "--limits", str(LIMITS), "--database", str(database))
        self._log = log
        with log.open("w") as out:
            command = [sys.executable, "-c", START, "serve", *options]
            self._popen = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)

    def wait_until_ready(self) -> str:
        """Wait until computers can think, too; returns the address."""
        while not (found := re.search(r"ready: (http://\S+?)/?$", self._log.read_text(), re.MULTILINE)):
            assert self._popen.poll() is None, self._log.read_text()
            time.sleep(0.1)
        while Visitor(found[1]).get("/api/server")["kernel"] != "ready":
            time.sleep(0.1)
        return found[1]

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self._popen.pid}/statm").read_text().split()[1]) * PAGE

    @property
    def files(self) -> int:
        """Open files and connections."""
        return len(os.listdir(f"/proc/{self._popen.pid}/fd"))

    def stop(self) -> list[str]:
        """End it; returns what it has logged beyond its greeting."""
        self._popen.terminate()
        assert self._popen.wait(60) == 0
        said = self._log.read_text().splitlines()
        return [line for line in said if "rror" in line or ("sanssouci: " in line and "compiling" not in line)]


@contextmanager
def _running(folder: Path) -> Iterator[tuple[Process, str]]:
    process = Process(folder / "tables.sqlite3", folder / "log.txt")
    try:
        yield process, process.wait_until_ready()
    finally:
        if process._popen.poll() is None:
            process._popen.kill()


class Crowd:
    """Everybody who plays, at a number of tables."""

    def __init__(self, url: str, tables: int, seed: int) -> None:
        self._url = url
        self._tables = tables
        self._luck = random.Random(seed)
        self._seeds = count(seed)
        self._opening: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._watchers: dict[str, Socket] = {}
        self._people = [Visitor(url) for _ in range(4 * tables)]
        self.pairs: deque[Pair] = deque()
        self.games = 0
        self.turns = 0
        self.latencies: list[float] = []
        self.worst = 0.0

    async def fill(self) -> None:
        """Have a game begun at every table."""
        while len(self.pairs) + len(self._opening) < self._tables:
            task = asyncio.create_task(self._open())
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
            if len(self._opening) >= 8:
                await asyncio.wait(self._opening, return_when=asyncio.FIRST_COMPLETED)

    async def ready(self) -> None:
        """Wait until every table has begun."""
        await self.fill()
        await asyncio.gather(*self._opening)

    async def _open(self) -> None:
        people = self._gather(1 if self._luck.random() < ALONE else 2)
        pair = await asyncio.to_thread(open_table, people, next(self._seeds))
        await pair.connect()
        if self._luck.random() < WATCHERS:
            self._watchers[pair.table] = await connect(self._url, pair.path, None, lambda _: None)
        self.pairs.append(pair)

    def _gather(self, number: int) -> tuple[Visitor, ...]:
        """People who do not play at the moment; the same ones come again and again."""
        self._luck.shuffle(self._people)
        while len(self._people) < number:
            self._people.append(Visitor(self._url))
        return tuple(self._people.pop() for _ in range(number))

    async def begin(self) -> bool:
        """Begin a turn somewhere; False if nobody is ready for one."""
        for _ in range(len(self.pairs)):
            pair = self.pairs.popleft()
            if pair.is_over:
                self._end(pair)
                continue
            self.pairs.append(pair)
            if pair.is_ready:
                if self._luck.random() < RELOADS:
                    await pair.reconnect(self._luck.randrange(len(pair.people)))
                pair.begin()
                return True
        return False

    def _end(self, pair: Pair) -> None:
        self.games += 1
        self.turns += pair.turns
        self.latencies += [took for took, _ in pair.latencies]
        pair.close()
        if (watcher := self._watchers.pop(pair.table, None)) is not None:
            watcher.close()
        task = asyncio.create_task(self._go_home(pair))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _go_home(self, pair: Pair) -> None:
        await asyncio.to_thread(_talk_about, pair)
        self._people += pair.people

    async def play(self, seconds: float, rate: float) -> None:
        """Play at a rate, in turns begun per second."""
        start, begun = time.monotonic(), 0
        while (now := time.monotonic() - start) < seconds:
            while begun < now * rate:
                begun += 1
                if not await self.begin():
                    begun = int(now * rate)
                    break
            await self.fill()
            await asyncio.sleep(0.005)

    async def saturate(self, seconds: float) -> float:
        """Play as fast as possible: turns in a second."""
        before, start = self.played, time.monotonic()
        await self.play(seconds, 1e6)
        return (self.played - before) / (time.monotonic() - start)

    @property
    def played(self) -> int:
        return self.turns + sum(pair.turns for pair in self.pairs)

    async def go(self) -> None:
        for pair in self.pairs:
            pair.close()
        await asyncio.gather(*self._opening, *self._closing)


def open_table(people: tuple[Visitor, ...], seed: int) -> Pair:
    """A table with two people, or with one and a computer; its game has begun."""
    host, *guests = people
    other = {"kind": "invited"} if guests else {"kind": "computer", "level": "page"}
    opened = host.post("/api/tables", {"seats": [{"kind": "here"}, other], "pace": 0})
    table = opened["table"]["id"]
    for guest, invitation in zip(guests, opened["invitations"], strict=True):
        guest.post(f"/api/tables/{table}/sit", {"key": invitation["key"], "name": "Guest"})
    for person in people:
        person.close()
    return Pair(table, people, random.Random(seed))


def _talk_about(pair: Pair) -> None:
    """What people do when a game is over."""
    person = pair.people[0]
    try:
        person.post(f"/api/tables/{pair.table}/say", {"text": "Well played!"})
        for path in ("/api/tables", "/api/mine", f"/api/tables/{pair.table}/record", f"/api/tables/{pair.table}/game"):
            person.get(path)
    finally:
        person.close()


def slope(samples: list[tuple[float, int]]) -> tuple[float, float]:
    """By how many bytes memory grows in a second, with its standard error, from means over a minute each."""
    blocks: dict[int, list[int]] = {}
    for at, memory in samples:
        blocks.setdefault(int(at // BLOCK), []).append(memory)
    times, means = [number * BLOCK for number in blocks], [mean(block) for block in blocks.values()]
    if len(times) < 3:
        return 0.0, float("inf")
    line = linear_regression(times, means)
    rest = sum((y - line.intercept - line.slope * x) ** 2 for x, y in zip(times, means, strict=True))
    spread = sum((x - mean(times)) ** 2 for x in times)
    return line.slope, (rest / (len(times) - 2) / spread) ** 0.5


async def _soak(process: Process, url: str, options: argparse.Namespace) -> dict[str, object]:
    crowd = Crowd(url, options.tables, options.seed)
    await crowd.ready()
    most = await crowd.saturate(10.0)
    rate = options.rate or most / 2
    print(f"{most:.0f} turns/s at most; playing {rate:.0f} turns/s for {options.minutes} minutes", flush=True)
    seconds, samples = options.minutes * 60, []
    start, before = time.monotonic(), crowd.played
    crowd.latencies.clear()
    playing = asyncio.create_task(crowd.play(seconds, rate))
    told = 0.0
    while not playing.done():
        at = time.monotonic() - start
        samples.append((at, process.memory))
        if at - told >= BLOCK:
            told = at
            speed = (crowd.played - before) / at
            print(
                f"{at / 60:4.0f} min  {speed:4.0f} turns/s  {crowd.games} games  {samples[-1][1] / MEGABYTE:.1f} MB  "
                f"{process.files} files",
                flush=True,
            )
        await asyncio.wait([playing], timeout=1.0)
    await playing
    took = time.monotonic() - start
    turns = crowd.played - before
    files = process.files
    await crowd.go()
    warm = [(at, memory) for at, memory in samples if at >= seconds * options.warm]
    growth, error = slope(warm)
    return {
        "minutes": round(took / 60, 1),
        "turns": turns,
        "turns_per_second": round(turns / took, 1),
        "saturation_turns_per_second": round(most, 1),
        "games": crowd.games,
        "latency_median_ms": round(1_000 * median(crowd.latencies), 1),
        "latency_p99_ms": round(1_000 * quantiles(crowd.latencies, n=100)[98], 1),
        "files": files,
        "memory_mb": {
            "at the beginning": round(samples[0][1] / MEGABYTE, 1),
            "after warming up": round(warm[0][1] / MEGABYTE, 1),
            "at the end": round(warm[-1][1] / MEGABYTE, 1),
            "most": round(max(memory for _, memory in samples) / MEGABYTE, 1),
        },
        "growth_mb_per_hour": round(growth * 3_600 / MEGABYTE, 2),
        "growth_standard_error": round(error * 3_600 / MEGABYTE, 2),
        "warming_up": f"the first {options.warm:.0%} of the time",
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rate", type=float, help="turns per second; half of what the server can bear, by default")
    parser.add_argument("--tables", type=int, default=60, help="at which people play at the same time")
    parser.add_argument("--warm", type=float, default=0.5, help="share of the time before memory should be flat")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--no-file", action="store_true", help="do not write a results file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with _running(folder) as (process, url):
            result = asyncio.run(_soak(process, url, options))
            lines = process.stop()
        print("checking the database", flush=True)
        check = [sys.executable, "-c", START, "db", "check", "--database", str(folder / "tables.sqlite3")]
        checked = subprocess.run(check, capture_output=True, text=True, check=False)
    result |= {"logged": lines, "database": (checked.stdout + checked.stderr).strip().splitlines()[-1:]}
    command = f"make soak OPTIONS='{' '.join(sys.argv[1:])}'"
    for key, value in result.items():
        print(f"{key}: {value}")
    if not options.no_file:
        keep("soak", {"command": command, **result})
    return int(bool(lines) or checked.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
