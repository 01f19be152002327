"""A lean load generator: players over bare sockets, who read from frames only what they need for the next choice.

It must not take the processor time that it measures: frames are decoded in part (msgspec skips the rest), sent frames
are masked with zeros, and a choice is a random number. A player costs about a tenth of what serving it costs.
"""

import asyncio
import base64
import os
import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec

COOKIE = "sanssouci_holder"


class _Choice(msgspec.Struct):
    text: str


class _Draft(msgspec.Struct):
    seat: int
    ply: int
    steps: list[str]
    step: str | None
    choices: list[_Choice]
    move: str | None


class _Problem(msgspec.Struct):
    code: str
    message: str


class _Frame(msgspec.Struct):
    type: str
    ply: int | None = None
    drafts: list[_Draft] = []
    draft: _Draft | None = None
    problem: _Problem | None = None


_PLAY = b'{"type":"play","id":1,"seat":%d,"ply":%d,"move":"%s"}'
_STEPS = b'{"type":"steps","id":1,"seat":%d,"ply":%d,"steps":%s}'
_frame = msgspec.json.Decoder(_Frame)


class Socket(asyncio.Protocol):
    """The client's end of a WebSocket."""

    def __init__(self, url: str, path: str, token: str | None, take: Callable[[bytes], None]) -> None:
        place = urlsplit(url)
        self._take = take
        self._buffer = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        cookie = f"Cookie: {COOKIE}={token}\r\n" if token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                return
            self._is_open = True
            self.opened.set_result(None)
        start = 0
        while len(data) - start >= 2:
            size, begin = data[start + 1], start + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, begin = int.from_bytes(data[begin : begin + width], "big"), begin + width
            end = begin + size
            if end > len(data):
                break
            self._receive(data[start] & 15, data[begin:end])
            start = end
        self._buffer = data[start:]

    def _receive(self, opcode: int, payload: bytes) -> None:
        if opcode == 1:
            self._take(payload)
        elif opcode == 9:
            self.write(payload, opcode=10)
        elif opcode == 8:
            self.transport.close()

    def write(self, payload: bytes, *, opcode: int = 1) -> None:
        """Send a frame, masked with zeros."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254, size >> 8, size & 255])
        self.transport.write(bytes([128 | opcode]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self.transport.abort()


async def connect(
    url: str,
    path: str,
    token: str | None,
    take: Callable[[bytes], None],
    *,
    address: str | None = None,
    kind: type[Socket] = Socket,
) -> Socket:
    """Open a WebSocket, perhaps from a certain address; `take` is given the content of each frame."""
    place = urlsplit(url)
    assert place.hostname is not None
    assert place.port is not None
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: kind(url, path, token, take),
        place.hostname,
        place.port,
        local_addr=None if address is None else (address, 0),
    )
    await socket.opened
    return socket


class Visitor:
    """Somebody who opens tables and sits down, over HTTP."""

    def __init__(self, url: str, *, address: str | None = None) -> None:
        place = urlsplit(url)
        assert place.hostname is not None
        source = None if address is None else (address, 0)
        self._http = HTTPConnection(place.hostname, place.port, timeout=60, source_address=source)
        self.url = url
        self.address = address
        self.token: str | None = None

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._ask("POST", path, msgspec.json.encode(body))

    def _ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Cookie": f"{COOKIE}={self.token}"} if self.token else {})
        self._http.request(method, path, body, headers)
        answer = self._http.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {content.decode()}")
        if found := answer.headers.get("set-cookie"):
            self.token = found.partition("=")[2].partition(";")[0]
        return msgspec.json.decode(content)

    def close(self) -> None:
        self._http.close()


class Pair:
    """The people at a table, two as a rule, each with a connection, who play it to its end in random moves."""

    def __init__(self, table: str, people: tuple[Visitor, ...], luck: random.Random) -> None:
        self.table, self.people, self._luck = table, people, luck
        self.sockets: list[Socket] = []
        self.is_over = False
        self.turns = 0
        self.messages = 0
        self.confirmed: Callable[[], None] = lambda: None  # called when a turn is stored and both have seen it
        self.seen = [-1] * len(people)  # the ply that each has seen
        self._done = -1
        self._sent = 0.0
        self._wished: bytes | None = None  # a turn may begin with this message
        self._of = 0
        self._goal = 0
        self.latencies: list[tuple[float, float]] = []  # from `play` to `done`, and until the other one saw it
        self._took = 0.0

    async def connect(self) -> None:
        self.sockets = [await self._connect(number) for number in range(len(self.people))]

    async def reconnect(self, number: int) -> None:
        """Hang up and come back, as by a reload; only while a turn can be begun."""
        self.sockets[number].close()
        self.sockets[number] = await self._connect(number)

    async def _connect(self, number: int) -> Socket:
        person = self.people[number]
        take = partial(self._take, number)
        return await connect(person.url, self.path, person.token, take, address=person.address)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/live"

    @property
    def is_ready(self) -> bool:
        """Whether the next turn can be begun."""
        return self._wished is not None

    def begin(self) -> None:
        """Begin a turn: choose step by step, then play."""
        wished, self._wished = self._wished, None
        assert wished is not None
        self._send(self._of, wished)

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()

    def _send(self, number: int, data: bytes) -> None:
        self.messages += 1
        self._sent = time.perf_counter()
        self.sockets[number].write(data)

    def _take(self, number: int, data: bytes) -> None:
        if data.startswith((b'{"type":"table"', b'{"type":"chat"', b'{"type":"kernel"')):
            return
        frame = _frame.decode(data)
        if frame.type == "game":
            assert frame.ply is not None
            is_new, self.seen[number] = frame.ply > self.seen[number], frame.ply
            if frame.drafts and is_new:
                self._of, self._wished = number, self._next(frame.drafts[0])
            self.is_over = b'"phase":"over"' in data
            self._settle()
        elif frame.type == "draft":
            assert frame.draft is not None
            self._send(number, self._next(frame.draft))
        elif frame.type == "done":
            assert frame.ply is not None
            self._done = frame.ply
            self._took = time.perf_counter() - self._sent
            self._settle()
        else:
            raise RuntimeError(f"refused: {frame.problem}")

    def _next(self, draft: _Draft) -> bytes:
        """The next message of a turn: the steps with one more choice, or the whole move."""
        if draft.move is not None:
            self._goal = draft.ply + 1
            return _PLAY % (draft.seat, draft.ply, draft.move.encode())
        choice = draft.choices[int(self._luck.random() * len(draft.choices))].text
        steps = msgspec.json.encode([*draft.steps, choice])
        return _STEPS % (draft.seat, draft.ply, steps)

    def _settle(self) -> None:
        if self._goal and self._done == self._goal and min(self.seen) >= self._goal:
            self.latencies.append((self._took, time.perf_counter() - self._sent))
            self._goal = 0
            self.turns += 1
            self.confirmed()


def open_pair(urls: Iterable[str], seed: int, addresses: Iterable[str | None] = (None, None)) -> Pair:
    """A table with two people, who may use different processes and addresses; its game has begun."""
    host, guest = (Visitor(url, address=address) for url, address in zip(urls, addresses, strict=True))
    wish = {"seats": [{"kind": "here"}, {"kind": "invited"}], "pace": 0}
    opened = host.post("/api/tables", wish)
    table = opened["table"]["id"]
    guest.post(f"/api/tables/{table}/sit", {"key": opened["invitations"][0]["key"], "name": "Guest"})
    host.close()
    guest.close()
    return Pair(table, (host, guest), random.Random(seed))


def open_alone(url: str, *, address: str | None = None) -> tuple[str, Visitor]:
    """The id of a table at which one person has both seats, and that person; its game has begun."""
    host = Visitor(url, address=address)
    table = host.post("/api/tables", {"seats": [{"kind": "here"}, {"kind": "here"}]})["table"]["id"]
    host.close()
    return table, host
