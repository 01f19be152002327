"""Measures what a turn costs a server, beside a bare echo and bare commits in the same run.

    make bench-server                                    # everything, into build/bench/
    make bench-server OPTIONS="--only sqlite --seconds 3"   # shorter
    make bench-server OPTIONS=--publish                  # into benchmarks/results/

The server is `sanssouci serve` in a process of its own, with its limits raised. A turn is what a person's browser does:
a `steps` message for each choice, then `play`; it counts once it is stored and both players have been sent the new
position. Processor time is that of the server process alone, so that figures survive a busy machine; turns per
second and latencies do not, and are the best of the rounds.
"""

import argparse
import asyncio
import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles

from benchmarks.load import Pair, Socket, Visitor, connect, open_alone, open_pair
from benchmarks.speed import _cpu_lines, add_places, report
from rich.console import Console

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START = "import sys; from sanssouci.cli import main; sys.exit(main())"
ROUNDS = 3
AT_ONCE = 24  # tables that play at the same time, when as much as possible is asked for
MOVES = 37  # of a game: fewer than any has
PACE = 100  # turns per second at which latency is measured

ECHO = """
import sys, uvicorn
from litestar import Litestar, WebSocket, websocket
@websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())
uvicorn.run(Litestar([echo], logging_config=None), port=int(sys.argv[1]), ws="websockets-sansio", log_level="error",
            ws_per_message_deflate=False)
"""


class Process:
    """A process whose use of the machine is measured."""

    def __init__(self, command: list[str]) -> None:
        self._popen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)

    def until(self, pattern: str) -> str:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            if found := re.search(pattern, line):
                return found[1]
        raise RuntimeError("the server ended before it was ready")

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._popen.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self._popen.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        self._popen.terminate()
        self._popen.wait(30)


@contextmanager
def serving(count: int, *options: str) -> Iterator[list[tuple[str, Process]]]:
    """Some server processes, ready to play, with limits that nobody meets."""
    limits = Path(__file__).parent.parent / "tests" / "server" / "generous.toml"
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--no-browser", "--limits", str(limits), *options]
    processes = [Process(command) for _ in range(count)]
    try:
        urls = [process.until(r"ready: (http://\S+?)/?$") for process in processes]
        for url in urls:
            while Visitor(url).get("/api/server")["kernel"] != "ready":
                time.sleep(0.1)
        yield list(zip(urls, processes, strict=True))
    finally:
        for process in processes:
            process.stop()


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────────


class Load:
    """Pairs who play, some of them at a time."""

    def __init__(self, servers: list[tuple[str, Process]]) -> None:
        self._urls = [servers[0][0], servers[-1][0]]
        self._processes = [process for _, process in servers]
        self._opened = 0
        self.pairs: list[Pair] = []

    async def prepare(self, turns: int) -> None:
        """Have enough tables, all of them connected, for a number of turns."""
        self.pairs = [pair for pair in self.pairs if not pair.is_over]
        while sum(MOVES - pair.turns for pair in self.pairs) < turns or len(self.pairs) < AT_ONCE:
            self._opened += 1
            pair = await asyncio.to_thread(open_pair, self._urls, self._opened)
            await pair.connect()
            self.pairs.append(pair)
        await until(lambda: all(pair.is_ready for pair in self.pairs))
        await asyncio.sleep(1.5)  # until everybody knows who has come

    @property
    def cpu(self) -> float:
        return sum(process.cpu for process in self._processes)

    async def saturate(self, turns: int) -> tuple[float, float, float]:
        """Play turns as fast as possible: turns per second, processor seconds per turn, messages per turn."""
        await self.prepare(turns)
        waiting, done, over = list(self.pairs), 0, asyncio.Event()

        def go_on(pair: Pair) -> Callable[[], None]:
            def confirmed() -> None:
                nonlocal done
                done += 1
                if done >= turns:
                    over.set()
                elif pair.is_ready:
                    pair.begin()
                elif pair.is_over and waiting:
                    waiting.pop().begin()

            return confirmed

        for pair in self.pairs:
            pair.confirmed = go_on(pair)
        before, start = self.cpu, time.perf_counter()
        messages = sum(pair.messages for pair in self.pairs)
        for _ in range(AT_ONCE):
            waiting.pop().begin()
        await over.wait()
        spent, took = self.cpu - before, time.perf_counter() - start
        messages = sum(pair.messages for pair in self.pairs) - messages
        for pair in self.pairs:
            pair.confirmed = lambda: None
        await asyncio.sleep(0.5)  # the turns under way come to their end
        return done / took, spent / done, messages / done

    async def pace(self, turns: int) -> list[tuple[float, float]]:
        """Play turns at a fixed rate; how long each took until it was confirmed, and until the other had seen it."""
        await self.prepare(turns)
        for pair in self.pairs:
            pair.latencies.clear()
        start = time.perf_counter()
        for number in range(turns):
            await asyncio.sleep(max(0.0, start + number / PACE - time.perf_counter()))
            ready = next((pair for pair in self.pairs if pair.is_ready), None)
            if ready is not None:
                self.pairs.remove(ready)
                self.pairs.append(ready)  # take turns
                ready.begin()
        await asyncio.sleep(1.0)
        return [latency for pair in self.pairs for latency in pair.latencies]

    def close(self) -> None:
        for pair in self.pairs:
            pair.close()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.02)


async def measure_turns(servers: list[tuple[str, Process]], seconds: float, name: str) -> dict[str, float]:
    """What turns cost, how many there can be, and how long they take."""
    load = Load(servers)
    rate, _, _ = await load.saturate(200)  # warm
    rounds = [await load.saturate(max(200, int(rate * seconds))) for _ in range(ROUNDS)]
    paced = await load.pace(int(PACE * seconds * 2))
    load.close()
    confirmed, seen = ([1_000 * each[index] for each in paced] for index in (0, 1))
    return {
        f"{name}_turns": max(each[0] for each in rounds),
        f"{name}_cpu_ms": min(each[1] for each in rounds) * 1_000,
        f"{name}_messages": rounds[0][2],
        f"{name}_median_ms": median(confirmed),
        f"{name}_p99_ms": quantiles(confirmed, n=100)[98],
        f"{name}_seen_p99_ms": quantiles(seen, n=100)[98],
        f"{name}_paced": len(paced) / (seconds * 2),
    }


# ── idle connections ──────────────────────────────────────────────────────────────────────────────────


async def measure_idle(servers: list[tuple[str, Process]], count: int, seconds: float) -> dict[str, float]:
    """What connections cost at which nothing happens: two for each table."""
    ((url, process),) = servers
    pairs = [await asyncio.to_thread(open_alone, url) for _ in range(count // 2)]
    before = process.memory
    for pair in pairs:
        await pair.connect()
    await until(lambda: all(min(pair.seen) >= 0 for pair in pairs))
    await asyncio.sleep(5)  # until arrivals have been announced
    start, cpu = time.perf_counter(), process.cpu
    await asyncio.sleep(seconds)
    spent = (process.cpu - cpu) / (time.perf_counter() - start)
    memory = (process.memory - before) / count
    for pair in pairs:
        pair.close()
    return {"idle_sockets": count, "idle_cpu_percent": 100 * spent, "idle_socket_kb": memory / 1_000}


# ── bare peers ────────────────────────────────────────────────────────────────────────────────────────


async def measure_echo(seconds: float) -> dict[str, float]:
    """Round trips of a bare Litestar WebSocket, with texts as long as a `steps` message."""
    port = 18_765
    process = Process([sys.executable, "-c", ECHO, str(port)])
    message = b'{"type":"steps","id":1,"seat":0,"ply":12,"steps":["36","f3"]}'
    count = 0
    try:
        sockets: list[Socket] = []
        for number in range(AT_ONCE):

            def again(_: bytes, number: int = number) -> None:
                nonlocal count
                count += 1
                sockets[number].write(message)

            while len(sockets) <= number:
                try:
                    sockets.append(await connect(f"http://127.0.0.1:{port}", "/echo", None, again))
                except OSError:
                    await asyncio.sleep(0.1)
        for socket in sockets:
            socket.write(message)
        await asyncio.sleep(0.5)
        before, start, cpu = count, time.perf_counter(), process.cpu
        await asyncio.sleep(seconds)
        trips, took, spent = count - before, time.perf_counter() - start, process.cpu - cpu
        for socket in sockets:
            socket.close()
    finally:
        process.stop()
    return {"echo_trips": trips / took, "echo_cpu_ms": 1_000 * spent / trips}


def sqlite_commits(folder: Path, seconds: float) -> float:
    """Synced commits of one row each, one after the other."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE log (n INTEGER, body TEXT)"):
        connection.execute(statement)
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        connection.execute("INSERT INTO log VALUES (?, ?)", (count, "x" * 120))
        count += 1
    connection.close()
    return count / (time.perf_counter() - start)


async def postgresql_commits(url: str, seconds: float) -> float:
    """The same on PostgreSQL, from as many connections as there are processors."""
    import asyncpg

    connections = [await asyncpg.connect(url) for _ in range(2)]
    await connections[0].execute("CREATE TABLE bare (n INTEGER, body TEXT)")
    count, start = 0, time.perf_counter()

    async def commit(connection: asyncpg.Connection) -> None:
        nonlocal count
        while time.perf_counter() - start < seconds:
            await connection.execute("INSERT INTO bare VALUES ($1, $2)", count, "x" * 120)
            count += 1

    await asyncio.gather(*(commit(connection) for connection in connections))
    for connection in connections:
        await connection.close()
    return count / (time.perf_counter() - start)


# ── everything ────────────────────────────────────────────────────────────────────────────────────────


def measure(options: argparse.Namespace, note: Callable[[str], None]) -> dict[str, float]:
    figures: dict[str, float] = {}
    seconds = options.seconds
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if "bare" in options.only:
            note("a bare echo, and bare commits to SQLite")
            figures |= asyncio.run(measure_echo(seconds))
            figures["sqlite_commits"] = sqlite_commits(folder, seconds)
        if "sqlite" in options.only:
            note("turns on SQLite, one process")
            with serving(1, "--database", str(folder / "tables.sqlite3")) as servers:
                figures |= asyncio.run(measure_turns(servers, seconds, "sqlite"))
        if "idle" in options.only:
            note(f"{options.sockets:,} idle connections")
            with serving(1, "--database", str(folder / "idle.sqlite3")) as servers:
                figures |= asyncio.run(measure_idle(servers, options.sockets, max(45.0, 3 * seconds)))
        if {"postgresql", "two"} & set(options.only):
            from server.databases import postgresql, redis

            cluster = stack.enter_context(postgresql(durable=True))
        if "postgresql" in options.only:
            note("turns on PostgreSQL, one process, and bare commits there")
            figures["postgresql_commits"] = asyncio.run(postgresql_commits(cluster.empty().url, seconds))
            with serving(1, "--database", cluster.upgraded().url) as servers:
                figures |= asyncio.run(measure_turns(servers, seconds, "postgresql"))
        if "two" in options.only:
            note("turns on PostgreSQL and Redis, the players of a table on different processes")
            channels = stack.enter_context(redis())
            with serving(2, "--database", cluster.upgraded().url, "--channels", channels) as servers:
                figures |= asyncio.run(measure_turns(servers, seconds, "two"))
    return figures


def rows(figures: dict[str, float]) -> Iterator[tuple[str, str, str]]:
    """What was measured, in words, beside the bar that it has to clear."""
    lines: list[tuple[str, str, str, str]] = [
        ("echo_trips", "bare Litestar WebSocket echo", "{:,.0f} round trips/s", "-"),
        ("echo_cpu_ms", "… processor time of a round trip", "{:.3f} ms", "-"),
        ("sqlite_commits", "bare synced commits, SQLite", "{:,.0f}/s", "-"),
        ("postgresql_commits", "bare synced commits, PostgreSQL", "{:,.0f}/s", "-"),
    ]
    bars = {"sqlite": "400 (goal 1,000)", "postgresql": "250", "two": "-"}
    costs = {"sqlite": "2 (goal 1)", "postgresql": "2 (goal 1)", "two": "1.5 times one process"}
    names = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "two": "two processes"}
    for name, title in names.items():
        lines += [
            (f"{name}_turns", f"{title}: confirmed turns", "{:,.0f}/s", bars[name]),
            (f"{name}_cpu_ms", "… processor time of a whole turn", "{:.2f} ms", costs[name]),
            (f"{name}_messages", "… messages from the players for a turn", "{:.1f}", "-"),
            (f"{name}_median_ms", f"… confirmed at {PACE} turns/s, median", "{:.1f} ms", "-"),
            (f"{name}_p99_ms", "… 99th percentile", "{:.1f} ms", "under 50"),
            (f"{name}_seen_p99_ms", "… seen by both players, 99th percentile", "{:.1f} ms", "-"),
        ]
    lines += [
        ("idle_sockets", "idle connections", "{:,.0f}", "5,000"),
        ("idle_cpu_percent", "… processor time, pings included", "{:.1f} %", "under 3"),
        ("idle_socket_kb", "… memory of one", "{:.0f} kB", "under 60"),
    ]
    for key, title, form, bar in lines:
        if key in figures:
            yield title, form.format(figures[key]), bar


def environment() -> dict[str, str]:
    model = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), "unknown")
    names = ("litestar", "uvicorn", "websockets", "sqlalchemy", "asyncpg", "redis", "msgspec")
    return {
        "processor": f"{model}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        **{name: version(name) for name in names},
    }


PARTS = ("bare", "sqlite", "postgresql", "two", "idle")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each round")
    parser.add_argument("--sockets", type=int, default=5_000, help="how many idle connections")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="only some of the measurements")
    add_places(parser)
    options = parser.parse_args()
    console = Console()
    figures = measure(options, lambda what: console.print(f"… {what}", style="dim"))
    content = {"command": "make bench-server", **environment(), "figures": figures}
    report(console, options, rows(figures), "server", content)


if __name__ == "__main__":
    main()
