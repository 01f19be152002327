"""Servers with all that they stand on, each part of which can be broken and mended: killed, stopped, frozen, filled."""

import resource
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from server.databases import Database, free_port, postgresql, redis_program
from server.serving import GENEROUS, Server, limit_files, start_server

DISK: Final = 64  # megabytes of the disk that is filled

# What a server may log while something is broken: one line each, and nothing else.
EXPECTED: Final = ("the database cannot be used", "Redis cannot be reached", "Redis is back")


@dataclass
class Fault:
    """A way to break a house, and to mend it."""

    name: str
    break_it: Callable[[], None]
    mend: Callable[[], None]


@dataclass
class House:
    """Server processes on one database, which always come back at the same addresses."""

    database: Database
    options: tuple[str, ...]
    ports: list[int]
    faults: list[Fault] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # that killed servers have printed

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def start(self) -> None:
        self.servers = [self._start(port) for port in self.ports]

    def kill(self, number: int) -> None:
        """Kill a server without any warning."""
        self.servers[number].kill()
        self.lines += self.servers[number].lines

    def start_again(self, number: int) -> None:
        self.servers[number] = self._start(self.ports[number])

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
            self.lines += server.lines
        self.servers = []

    def _start(self, port: int) -> Server:
        return start_server(self.database.url, "--port", str(port), *GENEROUS, *self.options)

    @property
    def complaints(self) -> list[str]:
        """What the servers have logged that nobody expects."""
        return [line for line in self.lines if _is_complaint(line)]


def _is_complaint(line: str) -> bool:
    said = line.startswith("sanssouci: ") and "compiling" not in line
    return (said or "rror" in line or "Traceback" in line) and not any(words in line for words in EXPECTED)


# ── one process on SQLite ─────────────────────────────────────────────────────────────────────────────


@contextmanager
def small_house() -> Iterator[House]:
    """One process on SQLite, on a small disk that can be filled."""
    with tempfile.TemporaryDirectory(prefix="sanssouci-faults-") as name, _mounted(Path(name)) as is_mounted:
        folder = Path(name)
        house = House(Database("sqlite", f"sqlite:///{folder / 'tables.sqlite3'}"), (), [free_port()])
        disk = Disk(folder) if is_mounted else Quota(house)
        house.faults.append(Fault("disk full", disk.fill, disk.empty))
        yield from _opened(house)


class Disk:
    """A small disk with room for a database."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no room at all."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 65_536)
            except OSError:
                pass

    def empty(self) -> None:
        self._filler.unlink()


class Quota:
    """For users who may not mount a disk: no file of the servers may grow. SQLite calls that an I/O error."""

    def __init__(self, house: "House") -> None:
        self._house = house

    def fill(self) -> None:
        for server in self._house.servers:
            limit_files(server, 4_096)

    def empty(self) -> None:
        for server in self._house.servers:
            limit_files(server, resource.RLIM_INFINITY)


@contextmanager
def _mounted(folder: Path) -> Iterator[bool]:
    """A disk of memory at a folder; whether this user may mount one."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


# ── two processes on PostgreSQL and Redis ─────────────────────────────────────────────────────────────


@contextmanager
def large_house() -> Iterator[House]:
    """Two processes on PostgreSQL, which keeps what it has confirmed, and on Redis."""
    port = free_port()
    with postgresql(durable=True) as cluster, redis_program(port) as redis:
        channels = ("--channels", f"redis://127.0.0.1:{port}")
        house = House(cluster.upgraded(), channels, [free_port(), free_port()])
        house.faults += [
            Fault("Redis stopped", redis.stop, redis.start),
            Fault("Redis frozen", redis.freeze, redis.thaw),
            Fault("PostgreSQL stopped", lambda: cluster.program.stop(signal.SIGINT), cluster.program.start),
            Fault("PostgreSQL crashed", lambda: cluster.program.stop(signal.SIGQUIT), cluster.program.start),
            Fault("PostgreSQL frozen", cluster.program.freeze, cluster.program.thaw),
        ]
        yield from _opened(house)


def _opened(house: House) -> Iterator[House]:
    house.start()
    try:
        yield house
    finally:
        house.stop()


HOUSES: Final = {"sqlite": small_house, "postgresql": large_house}
