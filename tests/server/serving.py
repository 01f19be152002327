"""The real server as a process of its own, and people who use it through the network alone."""

import asyncio
import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

import warm
from sanssouci.server.messages import KernelState

T = TypeVar("T")

COOKIE = "sanssouci_holder"
SECURE_COOKIE = f"__Host-{COOKIE}"  # behind a proxy
PROXY = "--behind-proxy"  # the server believes which address a request comes from, so that limits count for each person
GENEROUS = ("--limits", str(Path(__file__).with_name("generous.toml")))  # visitors who share an address need not wait
_READY = re.compile(r"ready: (http://\S+?)/?$")
_START = "import sys; from sanssouci.cli import main; sys.exit(main())"


@dataclass
class Server:
    """A running server; `url` has no slash at its end."""

    url: str
    process: "subprocess.Popen[str] | warm.Running"
    lines: list[str] = field(default_factory=list)
    reader: threading.Thread | None = None  # of what it prints

    def kill(self) -> None:
        """End it without any warning, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._read_the_rest()

    def stop(self) -> None:
        """End it as a user would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
        self._read_the_rest()

    def _read_the_rest(self) -> None:
        if self.reader is not None and self.process.stdout is not None:
            self.reader.join(60)
            self.process.stdout.close()


def start_server(
    database: Path | str,
    *options: str,
    environment: dict[str, str] | None = None,
    enough: tuple[KernelState, ...] = ("ready",),
) -> Server:
    """Start a server on a free port and wait until computers can think too, or until another state is enough.

    With an environment of its own it is started from nothing, since that may be about loading.
    """
    process: subprocess.Popen[str] | warm.Running
    arguments = ("serve", "--port", "0", "--no-browser", "--database", str(database), *options)
    if environment is None:
        process = warm.start(*arguments)
    else:
        command = [sys.executable, "-c", _START, *arguments]
        piped: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        process = subprocess.Popen(command, env=os.environ | environment, **piped)
    assert process.stdout is not None
    lines: list[str] = []
    url = ""
    for line in process.stdout:
        lines.append(line)
        if found := _READY.search(line.strip()):
            url = found[1]
            break
    assert url, "the server did not start:\n" + "".join(lines)
    reader = threading.Thread(target=lambda: lines.extend(process.stdout or ()), daemon=True)
    reader.start()
    server = Server(url, process, lines, reader)
    deadline = time.monotonic() + 300
    with httpx.Client(base_url=url, verify=False, timeout=60) as client:
        while client.get("/api/server").json()["kernel"] not in enough:
            assert time.monotonic() < deadline, "rules and players did not get ready"
            time.sleep(0.1)
    return server


def limit_files(server: Server, size: int) -> None:
    """Let no file of a server grow beyond a size."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def serving(database: Path | str, *options: str) -> Iterator[Server]:
    """A server for the length of a block; it must not have reported an error of its own."""
    server = start_server(database, *options)
    try:
        yield server
    finally:
        server.stop()
    assert not [line for line in server.lines if "Traceback" in line], "".join(server.lines)


def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine; it fails if it takes far longer than the seconds of an idle machine."""

    async def limited() -> T:
        async with asyncio.timeout(max(120, 4 * seconds)):
            return await work

    with ThreadPoolExecutor(1) as thread:  # a thread has no event loop yet; this one may have a browser's
        return thread.submit(asyncio.run, limited()).result()


async def until(is_so: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is so; `within` sees to it that this does not take for ever."""
    while not await is_so():
        await asyncio.sleep(0.05)


_addresses = itertools.count(1)


class Person(httpx.AsyncClient):
    """Somebody with a browser of their own, and with an address of their own where the server believes in one."""

    def __init__(self, server: Server, *, address: str | None = None) -> None:
        number = next(_addresses)
        address = address or f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        super().__init__(
            base_url=server.url,
            timeout=60,
            verify=False,  # there is no https here; looking for certificates takes long
            headers={"X-Forwarded-For": address},
            event_hooks={"response": [self._keep_token]},
        )
        self.server = server
        self.address = address

    async def _keep_token(self, answer: httpx.Response) -> None:
        """Keep the cookie even if it is for https only: what adds https stands before the server."""
        for name in (COOKIE, SECURE_COOKIE):
            if token := answer.cookies.get(name):
                self.headers["Cookie"] = f"{name}={token}"

    @property
    def token(self) -> str | None:
        """What the server has left with this person."""
        header = self.headers.get("Cookie")
        return header.partition("=")[2].partition(";")[0] if header else None

    @token.setter
    def token(self, token: str) -> None:
        self.headers["Cookie"] = f"{SECURE_COOKIE}={token}; {COOKIE}={token}"

    async def do(self, path: str, body: dict[str, Any] | None = None, *, status: int = 200) -> Any:
        """Send a command (with a body or an empty one) and return its answer, which must have this status."""
        answer = await self.post(path, json={} if body is None else body)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def see(self, path: str, *, status: int = 200) -> Any:
        """Ask for something and return it."""
        answer = await self.get(path)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def refused(self, code: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command that must be refused with this code, and return the problem."""
        answer = await self.post(path, json={} if body is None else body)
        problem: dict[str, Any] = answer.json()
        assert answer.status_code >= 400, f"{path} was not refused: {answer.text}"
        assert problem["code"] == code, f"{path}: {answer.status_code} {answer.text}"
        return problem

    async def open(self, *kinds: str | dict[str, Any], **options: Any) -> dict[str, Any]:
        """Open a table with seats of these kinds; computers move at once."""
        seats = [{"kind": kind} if isinstance(kind, str) else kind for kind in kinds]
        opened: dict[str, Any] = await self.do("/api/tables", {"pace": 0, **options, "seats": seats}, status=201)
        return opened

    @asynccontextmanager
    async def live(self, table: str, *, path: str | None = None) -> AsyncIterator["Live"]:
        """A WebSocket to a table, or to another path, with this person's cookie."""
        headers = {"X-Forwarded-For": self.address}
        if "Cookie" in self.headers:
            headers["Cookie"] = self.headers["Cookie"]
        address = f"{self.server.url.replace('http', 'ws', 1)}{path or f'/api/tables/{table}/live'}"
        async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
            yield Live(socket)


class Live:
    """An open WebSocket: every frame that came is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        frame: dict[str, Any] = json.loads(text)
        return frame

    async def until(self, kind: str, **values: Any) -> dict[str, Any]:
        """The next frame of a kind whose fields have these values; no other frame before it may be an error."""
        while True:
            frame = await self.next()
            assert kind == "error" or frame["type"] != "error", frame
            if frame["type"] == kind and all(frame.get(name) == value for name, value in values.items()):
                return frame

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))
