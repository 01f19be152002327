"""Databases for tests: a PostgreSQL of one's own, a Redis of one's own, and a look into what a server has kept."""

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import text

import warm
from sanssouci import Box, Game
from sanssouci.server.storage.database import open_database


class LogEntry(NamedTuple):
    """An entry of a log, with its body read."""

    ply: int
    kind: str
    seat: int | None
    body: dict[str, Any]


@dataclass(frozen=True)
class Database:
    """A database that a server keeps its tables in."""

    kind: str
    url: str

    async def ask(self, sql: str, **values: Any) -> list[Any]:
        """Run a statement beside the server, and return what it finds."""
        engine = open_database(self.url)
        try:
            async with engine.begin() as connection:
                found = await connection.execute(text(sql), values)
                return list(found.all()) if found.returns_rows else []
        finally:
            await engine.dispose()

    async def log(self, table: str) -> list[LogEntry]:
        """The log of a table, which must have every number once."""
        rows = await self.ask("SELECT ply, kind, seat, body FROM log WHERE table_id = :id ORDER BY ply", id=table)
        assert [row.ply for row in rows] == list(range(len(rows)))
        return [LogEntry(row.ply, row.kind, row.seat, json.loads(row.body)) for row in rows]

    async def game(self, table: str) -> Game:
        """The game of a table with all its secrets: from its seed, and the moves of its log."""
        (row,) = await self.ask("SELECT box, options, seed FROM tables WHERE id = :id", id=table)
        ((players,),) = await self.ask("SELECT count(*) FROM seats WHERE table_id = :id", id=table)
        entries, options = await self.log(table), json.loads(row.options)
        game = Game(
            Box.from_rules(json.loads(row.box), source="box"),
            players=players,
            expansions=options["expansions"],
            first=entries[0].body["first"],
            seed=int(row.seed, 16),
        )
        for entry in entries[1:]:
            if entry.kind == "move":
                assert game.seat == entry.seat
                game.push(entry.body["events"][0][2])
            else:
                while len(game.moves) > entry.body["moves"]:
                    game.pop()
        return game

    async def pass_time(self, table: str, seconds: float) -> None:
        """Make everything at a table as old as if this much time had passed, with nobody connected."""
        later = "acted = acted - :seconds, online_until = online_until - :seconds"
        await self.ask(f"UPDATE seats SET {later} WHERE table_id = :id", id=table, seconds=seconds)
        earlier = "created = created - :seconds, changed = changed - :seconds, moved = moved - :seconds"
        await self.ask(f"UPDATE tables SET {earlier} WHERE id = :id", id=table, seconds=seconds)


def sanssouci(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command."""
    return warm.in_text(*arguments, seconds=120)


_ports = count(os.getpid() * 97)  # neighbours, as test processes are, begin far enough from each other


def free_port() -> int:
    """A port for somebody who will listen there, perhaps again and again.

    It is below those that systems give to whoever connects: of those, somebody could have it when it is needed.
    """
    while True:
        port = 12_000 + next(_ports) % 20_000
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


class Program:
    """A database server that is started, stopped and frozen."""

    def __init__(self, name: str, command: list[str], is_ready: Callable[[], bool], **options: Any) -> None:
        self._name, self._command, self._is_ready, self._options = name, command, is_ready, options
        self._process: subprocess.Popen[bytes] | None = None
        self._is_frozen = False

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(self._command, **self._options)
        deadline = time.monotonic() + 60
        while not self._is_ready():
            assert self._process.poll() is None, f"{self._name} has ended"
            assert time.monotonic() < deadline, f"{self._name} did not get ready"
            time.sleep(0.05)

    def freeze(self) -> None:
        """Let it do nothing more, without anybody being told."""
        self._is_frozen = True
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal_all(signal.SIGCONT)
        self._is_frozen = False

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it by a signal; after a few seconds, without any mercy."""
        if self._process is None:
            return
        if self._is_frozen:
            self.thaw()
        self._process.send_signal(number)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:  # somebody is still connected
            self._process.send_signal(signal.SIGINT)
            self._process.wait(30)
        self._process = None

    def _signal_all(self, number: int) -> None:
        """Send a signal to the program and, after it, to the processes that it has started."""
        assert self._process is not None
        pid = self._process.pid
        os.kill(pid, number)
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), number)


# ── PostgreSQL ────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Cluster:
    """A running PostgreSQL."""

    programs: Path
    port: int
    program: Program
    names: int = 0

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def empty(self) -> Database:
        """A fresh database without any tables."""
        self.names += 1
        name = f"tables{self.names}"
        command = [str(self.programs / "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return Database("postgresql", self.url(name))

    def upgraded(self) -> Database:
        """A fresh database, made ready by the command that users run."""
        database = self.empty()
        done = sanssouci("db", "upgrade", "--database", database.url)
        assert done.returncode == 0, done.stderr
        return database


def _programs() -> Path | None:
    """Where the programs of PostgreSQL are: in the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "postgres").exists():
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in folders), key=lambda path: float(path.parent.name), default=None)


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[Cluster]:
    """A PostgreSQL for the length of a block; it refuses to run as root, so it then runs as its own user.

    Unless it is to be `durable`, as benchmarks need it, it does not wait for the disk.
    """
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: on Debian, apt install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="sanssouci-postgresql-"))
    user = "postgres" if getpass.getuser() == "root" else None
    as_user: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if user:
        as_user |= {"user": user, "group": user, "extra_groups": []}
        try:
            shutil.chown(folder, user, user)
        except LookupError:
            pytest.skip("PostgreSQL does not run as root, and there is no user 'postgres'")
    port = free_port()
    options = ["listen_addresses=127.0.0.1", "max_connections=200"]
    if not durable:
        options += ["fsync=off", "synchronous_commit=off"]
    data, settings = str(folder / "data"), [word for setting in options for word in ("-c", setting)]
    init = [str(programs / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"]
    command = [str(programs / "postgres"), "-D", data, "-p", str(port), "-k", str(folder), *settings]
    ready = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]

    def is_ready() -> bool:
        return subprocess.run(ready, timeout=30).returncode == 0

    try:
        subprocess.run(init, check=True, timeout=120, **as_user)
        program = Program("PostgreSQL", command, is_ready, **as_user)
        try:
            program.start()
            yield Cluster(programs, port, program)
        finally:
            program.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# ── Redis ─────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def redis_program(port: int) -> Iterator[Program]:
    """A Redis for the length of a block, which can be stopped and started."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed: on Debian, apt install redis-server")
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        running = Program("Redis", command, lambda: _listens(port), stdout=subprocess.DEVNULL)
        try:
            running.start()
            yield running
        finally:
            running.stop()


@contextmanager
def redis() -> Iterator[str]:
    """A Redis for the length of a block; its URL."""
    port = free_port()
    with redis_program(port):
        yield f"redis://127.0.0.1:{port}"


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
