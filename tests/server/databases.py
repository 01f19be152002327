"""Databases for tests: a PostgreSQL of one's own, a Redis of one's own, and a look into what a server has kept."""

import getpass
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import text

import warm
from sanssouci import Box, Game
from sanssouci.server.storage.database import open_database

_START = "import sys; from sanssouci.cli import main; sys.exit(main())"


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
        earlier = "changed = changed - :seconds, moved = moved - :seconds"
        await self.ask(f"UPDATE tables SET {earlier} WHERE id = :id", id=table, seconds=seconds)


def sanssouci(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command."""
    return warm.in_text(*arguments, seconds=120)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(is_ready: Callable[[], bool], process: "subprocess.Popen[bytes]", what: str) -> None:
    deadline = time.monotonic() + 60
    while not is_ready():
        assert process.poll() is None, f"{what} has ended"
        assert time.monotonic() < deadline, f"{what} did not get ready"
        time.sleep(0.05)


# ── PostgreSQL ────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Cluster:
    """A running PostgreSQL."""

    programs: Path
    port: int
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
    try:
        init = [
            str(programs / "initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "-N",
        ]
        subprocess.run(init, check=True, timeout=120, **as_user)
        settings = [word for setting in options for word in ("-c", setting)]
        command = [
            str(programs / "postgres"),
            "-D",
            str(folder / "data"),
            "-p",
            str(port),
            "-k",
            str(folder),
            *settings,
        ]
        process: subprocess.Popen[bytes] = subprocess.Popen(command, **as_user)
        try:
            ready = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
            _wait(lambda: subprocess.run(ready, timeout=30).returncode == 0, process, "PostgreSQL")
            yield Cluster(programs, port)
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:  # somebody is still connected
                process.send_signal(2)
                process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# ── Redis ─────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A Redis for the length of a block; its URL."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed: on Debian, apt install redis-server")
    port = port or free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
        try:
            _wait(lambda: _listens(port), process, "Redis")
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(15)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
