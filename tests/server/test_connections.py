"""Connections that are opened and not used: their address has to do without, nobody else."""

import contextlib
import itertools
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.serving import PROXY, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Path(tmp_path_factory.mktemp("connections")) / "tables.sqlite3") as running:
        yield running


@pytest.fixture(scope="module")
def silent(server: Server) -> Iterator[tuple[socket.socket, float]]:
    """Somebody who begins to ask and falls silent, and since when; the other tests use the time."""
    with contextlib.ExitStack() as stack:
        since = time.monotonic()
        connection = opened(server, "127.0.0.3", stack)
        connection.sendall(b"GET /api/server HTTP/1.1\r\nHost: localh")
        yield connection, since


def opened(server: Server, address: str, stack: contextlib.ExitStack) -> socket.socket:
    connection = stack.enter_context(socket.socket())
    connection.settimeout(60)
    connection.bind((address, 0))
    connection.connect(("127.0.0.1", urlsplit(server.url).port or 0))
    return connection


def test_who_holds_hundreds_of_idle_connections_keeps_nobody_else_out(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        idle = [opened(server, "127.0.0.2", stack) for _ in range(260)]
        for connection in idle:
            with contextlib.suppress(OSError):
                connection.sendall(b"GET /api/ser")
        assert httpx.get(f"{server.url}/api/server", timeout=60).status_code == 200
        refused = 0
        for connection in idle[200:]:
            with contextlib.suppress(OSError):
                refused += connection.recv(1) == b""
                continue
            refused += 1
        assert refused == 60


@pytest.mark.long
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


@pytest.mark.long
def test_who_asks_for_nothing_is_hung_up_on(silent: tuple[socket.socket, float]) -> None:
    connection, since = silent
    with contextlib.suppress(ConnectionResetError):
        assert connection.recv(1) == b""
    assert time.monotonic() - since > 5


def test_ipv4_clients_of_a_server_at_every_address_are_counted_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("new_tables = [0.001, 1]\n")
    wish = {"seats": [{"kind": "here"}, {"kind": "invited"}]}
    with serving(tmp_path / "tables.sqlite3", "--host", "::", "--limits", str(tmp_path / "limits.toml")) as running:
        came = []
        for address in ("127.0.0.7", "127.0.0.7", "127.0.0.8"):
            with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
                url = f"http://127.0.0.1:{urlsplit(running.url).port}/api/tables"
                came.append(client.post(url, json=wish).status_code)
    assert came == [201, 429, 201]


# ── somebody who keeps the server waiting ─────────────────────────────────────────────────────────────

PATIENCE, READING, IDLE = 1, 2, 2
AT_ONCE = 5000  # requests, so that none is refused for coming too fast


@pytest.fixture(
    scope="module",
    params=[pytest.param((), id="direct"), pytest.param((PROXY,), id="behind a proxy", marks=pytest.mark.long)],
)
def strict(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Path(tmp_path_factory.mktemp("strict"))
    limits = f"patience = {PATIENCE}\nreading = {READING}\nidle = {IDLE}\nrequests = [{AT_ONCE}, {AT_ONCE}]\n"
    (folder / "limits.toml").write_text(limits)
    with serving(folder / "tables.sqlite3", "--limits", str(folder / "limits.toml"), *request.param) as running:
        yield running


def asked(server: Server, connection: socket.socket) -> None:
    """Ask for something on a connection, and read the answer."""
    connection.sendall(f"GET /api/tables HTTP/1.1\r\nHost: {urlsplit(server.url).netloc}\r\n\r\n".encode())
    answer = b""
    while not answer.endswith(b"}"):
        received = connection.recv(65_536)
        assert received, "hung up"
        answer += received
    assert answer.startswith(b"HTTP/1.1 200")


def wait_until_hung_up(connection: socket.socket, *, drip: bytes = b"") -> None:
    """Wait for the server's patience to end with a connection that sends only a byte now and then, if any."""
    start = time.monotonic()
    connection.settimeout(0.2)
    while time.monotonic() - start < 60:
        try:
            if connection.recv(65_536) == b"":
                return
        except TimeoutError:
            with contextlib.suppress(OSError):
                connection.sendall(drip)
        except ConnectionResetError:
            return
    raise AssertionError("the connection is still open")


def taken(connection: socket.socket, most: int) -> int:
    """How much of an answer can be read, if not more than is wanted."""
    total = 0
    with contextlib.suppress(OSError):
        while total < most and (received := connection.recv(1_000_000)):
            total += len(received)
    return total


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(strict: Server) -> None:
    """Its reader asks for more than all buffers on the way hold, and then reads a little, or nothing, for a while."""
    ask = f"GET /api/openapi.json HTTP/1.1\r\nHost: {urlsplit(strict.url).netloc}\r\n\r\n".encode()
    size = len(httpx.get(f"{strict.url}/api/openapi.json").content)
    times = 150
    assert times * size > 8_000_000

    def read_after(address: str, pause: float, steps: int) -> int:
        """How much is read in all by somebody who pauses, and reads a little between the pauses."""
        with contextlib.ExitStack() as stack:
            connection = opened(strict, address, stack)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
            connection.sendall(ask * times)
            total = 0
            for _ in range(steps):
                time.sleep(pause)
                total += taken(connection, 2_000_000)
            return total + taken(connection, times * size - total)

    def read_slowly() -> int:
        """The same for somebody who is slow, yet never too slow: if the machine was, they try again."""
        for _ in range(10):
            start = time.monotonic()
            total = read_after("127.0.0.10", READING / 4, 8)
            if total >= times * size or time.monotonic() - start < 2 * READING + READING / 2:
                break
        return total

    with ThreadPoolExecutor(2) as threads:
        idle = threads.submit(read_after, "127.0.0.9", 2.5 * READING, 1)
        slow = threads.submit(read_slowly)
        assert idle.result() < times * size
        assert slow.result() >= times * size


HEAD = "GET /api/tables HT"
BODY = 'POST /api/tables HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5000\r\n\r\n{"seats'
HALVES = list(itertools.product([True, False], [HEAD, BODY], [b"", b"x"]))


def test_a_half_sent_request_is_not_waited_for(strict: Server) -> None:
    """Not for a first one nor a second, neither its head nor its body, whether the client is silent or drips."""
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(len(HALVES)) as threads:

        def wait(is_first: bool, half: str, drip: bytes) -> float:
            start = time.monotonic()
            connection = opened(strict, "127.0.0.5", stack)
            if not is_first:
                asked(strict, connection)
            connection.sendall(half.replace("HOST", urlsplit(strict.url).netloc).encode())
            wait_until_hung_up(connection, drip=drip)
            return time.monotonic() - start

        waited = list(threads.map(lambda way: wait(*way), HALVES))
    assert not [way for way, seconds in zip(HALVES, waited, strict=True) if seconds < PATIENCE / 2]


def test_a_connection_is_kept_between_requests_for_a_while_only(strict: Server, request: pytest.FixtureRequest) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(20):  # until the machine lets us ask again in time
            connection, start = opened(strict, "127.0.0.6", stack), time.monotonic()
            asked(strict, connection)
            time.sleep(1.2 * PATIENCE)
            try:
                asked(strict, connection)
                break
            except (AssertionError, OSError):
                assert time.monotonic() - start >= IDLE, "hung up too early"
        if "proxy" not in request.node.name:  # a proxy keeps its connections for as long as it likes
            wait_until_hung_up(connection)
