"""Measures what a turn costs a server, beside a bare echo and bare commits in the same run.

    make bench-server                                    # everything, into build/bench/
    make bench-server OPTIONS="--only sqlite --seconds 3"   # shorter
    make bench-server OPTIONS=--publish                  # into benchmarks/results/; with --only, added to today's

The server is `sanssouci serve` in a process of its own, with its limits raised. A turn is what a person's browser does:
a `steps` message for each choice, then `play`; it counts once it is stored and both players have been sent the new
position. Processor time is that of the server process alone, so that figures survive a busy machine; turns per
second and latencies do not, and are the best of the rounds.
"""

import argparse
import asyncio
import json
import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles

from benchmarks.bare import measure_echo, postgresql_commits, sqlite_commits
from benchmarks.flood import FLOODS, measure_flood
from benchmarks.load import Pair, connect, open_alone, open_pair
from benchmarks.processes import NO_LIMITS, Process, serving
from benchmarks.speed import RESULTS, _cpu_lines, add_places, report
from rich.console import Console

ROUNDS = 3
AT_ONCE = 24  # tables that play at the same time, when as much as possible is asked for
MOVES = 37  # of a game: fewer than any has
PACE = 100  # turns per second at which latency is measured
AT_A_TABLE = 10  # idle connections

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
    """What connections cost at which nothing happens: at each table two of its player's, and eight of others'."""
    ((url, process),) = servers
    tables = [await asyncio.to_thread(open_alone, url) for _ in range(count // AT_A_TABLE)]
    before, sockets, came = process.memory, [], 0

    def take(frame: bytes) -> None:
        nonlocal came
        came += frame.startswith(b'{"type":"game"')

    for number in range(count):
        table, host = tables[number // AT_A_TABLE]
        token = host.token if number % AT_A_TABLE < 2 else None
        address = f"127.2.{number // 100}.1"
        sockets.append(await connect(url, f"/api/tables/{table}/live", token, take, address=address))
    await until(lambda: came >= count)
    await asyncio.sleep(5)  # until arrivals have been announced
    start, cpu = time.perf_counter(), process.cpu
    await asyncio.sleep(seconds)
    spent = (process.cpu - cpu) / (time.perf_counter() - start)
    memory = (process.memory - before) / count
    for socket in sockets:
        socket.close()
    return {"idle_sockets": count, "idle_cpu_percent": 100 * spent, "idle_socket_kb": memory / 1_000}


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
            with serving(1, "--database", str(folder / "tables.sqlite3"), *NO_LIMITS) as servers:
                figures |= asyncio.run(measure_turns(servers, seconds, "sqlite"))
        if "idle" in options.only:
            note(f"{options.sockets:,} idle connections")
            with serving(1, "--database", str(folder / "idle.sqlite3"), *NO_LIMITS) as servers:
                figures |= asyncio.run(measure_idle(servers, options.sockets, max(45.0, 3 * seconds)))
        if "flood" in options.only:
            note("a flood from one address, others from other addresses")
            with serving(1, "--database", str(folder / "flood.sqlite3")) as servers:
                figures |= asyncio.run(measure_flood(servers[0][0], 2 * seconds))
        if {"postgresql", "two"} & set(options.only):
            from server.databases import postgresql, redis

            cluster = stack.enter_context(postgresql(durable=True))
        if "postgresql" in options.only:
            note("turns on PostgreSQL, one process, and bare commits there")
            figures["postgresql_commits"] = asyncio.run(postgresql_commits(cluster.empty().url, seconds))
            with serving(1, "--database", cluster.upgraded().url, *NO_LIMITS) as servers:
                figures |= asyncio.run(measure_turns(servers, seconds, "postgresql"))
        if "two" in options.only:
            note("turns on PostgreSQL and Redis, the players of a table on different processes")
            channels = stack.enter_context(redis())
            options_of_two = ("--database", cluster.upgraded().url, "--channels", channels, *NO_LIMITS)
            with serving(2, *options_of_two) as servers:
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
    for count in FLOODS:
        lines += [
            (f"flood_{count}_ms", f"flood of {count} sockets from one address: others' median", "{:.1f} ms", "-"),
            (f"flood_{count}_factor", "… compared with before it", "{:.2f} times", "at most 2"),
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


PARTS = ("bare", "sqlite", "idle", "flood", "postgresql", "two")


def earlier(options: argparse.Namespace) -> dict[str, float]:
    """What another run of today has published, if this one adds some parts to it."""
    path = RESULTS / f"{date.today().isoformat()}-server.json"
    if not options.publish or set(options.only) == set(PARTS) or not path.exists():
        return {}
    found: dict[str, float] = json.loads(path.read_text())["figures"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each round")
    parser.add_argument("--sockets", type=int, default=5_000, help="how many idle connections")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="only some of the measurements")
    add_places(parser)
    options = parser.parse_args()
    console = Console()
    figures = earlier(options) | measure(options, lambda what: console.print(f"… {what}", style="dim"))
    content = {"command": "make bench-server", **environment(), "figures": figures}
    report(console, options, rows(figures), "server", content)


if __name__ == "__main__":
    main()
