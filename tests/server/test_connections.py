"""Connections that are opened and not used: their address has to do without, nobody else."""

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Path(tmp_path_factory.mktemp("connections")) / "tables.sqlite3") as running:
        yield running


@pytest.fixture(scope="module")
def silent(server: Server) -> Iterator[tuple[socket.socket, float]]:
    """Somebody who begins to ask and falls silent, and since when; the other tests use the time."""
    with contextlib.ExitStack() as stack:
        connection = opened(server, "127.0.0.3", stack)
        connection.sendall(b"GET /api/server HTTP/1.1\r\nHost: localh")
        yield connection, time.monotonic()


def opened(server: Server, address: str, stack: contextlib.ExitStack) -> socket.socket:
    connection = stack.enter_context(socket.socket())
    connection.settimeout(20)
    connection.bind((address, 0))
    connection.connect(("127.0.0.1", urlsplit(server.url).port or 0))
    return connection


def test_who_holds_hundreds_of_idle_connections_keeps_nobody_else_out(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        idle = [opened(server, "127.0.0.2", stack) for _ in range(260)]
        for connection in idle:
            with contextlib.suppress(OSError):
                connection.sendall(b"GET /api/ser")
        assert httpx.get(f"{server.url}/api/server", timeout=10).status_code == 200
        refused = 0
        for connection in idle[200:]:
            with contextlib.suppress(OSError):
                refused += connection.recv(1) == b""
                continue
            refused += 1
        assert refused == 60


def test_who_asks_again_after_a_while_need_not_connect_anew(
    server: Server, silent: tuple[socket.socket, float]
) -> None:
    with contextlib.ExitStack() as stack:
        connection = opened(server, "127.0.0.4", stack)
        for pause in (0, 6):  # clients that keep connections for 5 seconds are common, and so was our own limit once
            time.sleep(pause)
            connection.sendall(f"GET /api/server HTTP/1.1\r\nHost: {urlsplit(server.url).netloc}\r\n\r\n".encode())
            answer = b""
            while not answer.endswith(b"}"):
                received = connection.recv(65_536)
                assert received, f"hung up after {pause} s"
                answer += received
            assert answer.startswith(b"HTTP/1.1 200")


def test_who_asks_for_nothing_is_hung_up_on(silent: tuple[socket.socket, float]) -> None:
    connection, since = silent
    with contextlib.suppress(ConnectionResetError):
        assert connection.recv(1) == b""
    assert 5 < time.monotonic() - since < 60
