"""Players who go on whatever happens: they reconnect, hang, and send the same command again.

They know the protocol and no rule: each turn is chosen at random, step by step, among what the server offers. What the
server acknowledges is noted in a `Book`, against which its database is held in the end.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.protocol import State

from server.serving import COOKIE

PATIENCE: Final = 8.0  # seconds without an answer after which a line is considered dead, as in the client
OPENING: Final = 4.0  # seconds for a connection to be made
TWICE, RELOADS, HANGS, LINES = 0.1, 0.02, 0.02, 0.02  # how often
_LATER: Final = ("internal", "unavailable", "warming_up", "restarting", "too_fast")  # to be tried again


class Move(NamedTuple):
    """A move that was acknowledged."""

    seat: int
    text: str


class Calm:
    """A clock that stands still while something is broken on purpose."""

    def __init__(self) -> None:
        self._lost = 0.0
        self._since: float | None = None

    def broken(self) -> None:
        self._since = self._since or time.monotonic()

    def mended(self) -> None:
        if self._since is not None:
            self._lost += time.monotonic() - self._since
            self._since = None

    @property
    def now(self) -> float:
        return (self._since or time.monotonic()) - self._lost


@dataclass
class Book:
    """What players have been told, and how long they had to wait."""

    calm: Calm = field(default_factory=Calm)
    acknowledged: dict[str, dict[int, Move]] = field(default_factory=dict)  # by table and ply
    lines: dict[str, set[str]] = field(default_factory=dict)  # of the chat, by table
    counts: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0  # seconds for which a client saw nothing new, not counting those in which something was broken
    moved: Callable[[], None] = lambda: None

    def acknowledge(self, table: str, ply: int, move: Move) -> None:
        before = self.acknowledged.setdefault(table, {}).setdefault(ply, move)
        assert before == move, f"entry {ply} was acknowledged as {before} and as {move}"
        self.counts["moves"] += 1
        self.moved()

    def waited(self, seconds: float) -> None:
        self.longest = max(self.longest, seconds)


class Person:
    """Somebody with an address of their own, who asks any of the servers, and keeps the cookie that one has given."""

    def __init__(self, urls: list[str], address: str, luck: random.Random) -> None:
        self._urls, self.address, self._luck = urls, address, luck
        self.token = ""

    async def ask(self, path: str, body: dict[str, Any]) -> Any:
        """Send a command; httpx.HTTPError if it was not carried out."""
        return await self._answer("POST", path, body)

    async def see(self, path: str) -> Any:
        """Look at something."""
        return await self._answer("GET", path, None)

    async def _answer(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=self.address)
        headers = {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        async with httpx.AsyncClient(base_url=self._luck.choice(self._urls), transport=transport, timeout=8) as client:
            answer = (await client.request(method, path, json=body, headers=headers)).raise_for_status()
            self.token = answer.cookies.get(COOKIE) or self.token
            return answer.json()


class Player:
    """Somebody at a table, with one or more seats."""

    def __init__(self, book: Book, urls: list[str], table: str, token: str, address: str, luck: random.Random) -> None:
        self._book, self._urls, self._luck = book, urls, luck
        self._table, self._token, self._address = table, token, address
        self._id = 0
        self._ply = -1
        self._is_over = False
        self._sent: dict[int, dict[str, Any]] = {}  # commands without an answer
        self._command: dict[str, Any] | None = None  # the last move, to be sent again after a break
        self._line: dict[str, Any] | None = None  # of the chat, to be sent again until it is confirmed
        self._draft: dict[str, Any] | None = None  # what can be chosen now
        self._seen = book.calm.now
        self._hanging: list[ClientConnection] = []

    @property
    def waiting(self) -> float:
        """Seconds since something new was seen."""
        return 0.0 if self._is_over else self._book.calm.now - self._seen

    async def play(self) -> None:
        """Play until the game is over."""
        while not self._is_over:
            try:
                await self._visit()
            except (OSError, TimeoutError, websockets.WebSocketException):
                self._book.counts["broken lines"] += 1
            await asyncio.sleep(self._luck.uniform(0.05, 0.3))
        for socket in self._hanging:
            socket.transport.abort()

    async def _visit(self) -> None:
        url = self._luck.choice(self._urls).replace("http", "ws", 1)
        connection = await websockets.connect(
            f"{url}/api/tables/{self._table}/live",
            additional_headers={"Cookie": f"{COOKIE}={self._token}"},
            local_addr=(self._address, 0),
            open_timeout=OPENING,
            close_timeout=0.5,
            ping_interval=None,
            max_size=None,
        )
        self._book.counts["connections"] += 1
        self._sent.clear()
        self._draft = None
        is_left_open = False
        try:
            if self._command is not None and self._luck.random() < 0.5:
                self._book.counts["resent"] += 1
                await self._send(connection, self._command)
            if self._line is not None:
                await self._send(connection, self._line)
            while not self._is_over:
                await self._take(connection, await self._next(connection))
                if self._draft is not None and not self._sent:
                    draft, self._draft = self._draft, None
                    await self._go_on(connection, draft)
                chance = self._luck.random()
                if chance < HANGS and len(self._hanging) < 3 and connection.state is State.OPEN:
                    is_left_open = self._hang(connection)
                    return
                if chance < HANGS + RELOADS:
                    self._book.counts["reloads"] += 1
                    return
        finally:
            if not is_left_open:
                connection.transport.abort()

    async def _next(self, connection: ClientConnection) -> dict[str, Any]:
        """The next frame; TimeoutError if a command is not answered."""
        async with asyncio.timeout(PATIENCE if self._sent else None):
            frame: dict[str, Any] = json.loads(await connection.recv())
            return frame

    def _hang(self, connection: ClientConnection) -> bool:
        """Begin a message, and never end it."""
        self._book.counts["hung"] += 1
        connection.transport.write(b"\x81\xfe\x00\xff\0\0\0\0" + b'{"type":"pl')
        self._hanging.append(connection)
        return True

    async def _take(self, connection: ClientConnection, frame: dict[str, Any]) -> None:
        command = self._sent.pop(frame["id"], None) if frame.get("id") is not None else None
        match frame["type"]:
            case "game":
                self._see(frame)
            case "draft" if command is not None:
                self._draft = frame["draft"]
            case "done" if command is not None:
                self._done(command, frame)
            case "error":
                await self._refused(connection, command, frame["problem"])

    def _see(self, frame: dict[str, Any]) -> None:
        if frame["ply"] > self._ply:
            self._ply, self._command = frame["ply"], None
            self._book.waited(self.waiting)
            self._seen = self._book.calm.now
        self._is_over = frame["views"][0]["phase"] == "over"
        self._draft = frame["drafts"][0] if frame["drafts"] else None

    async def _go_on(self, connection: ClientConnection, draft: dict[str, Any]) -> None:
        """Choose one more step, or play the move."""
        at = {"seat": draft["seat"], "ply": draft["ply"]}
        if draft["move"] is None:
            steps = [*draft["steps"], self._luck.choice(draft["choices"])["text"]]
            await self._send(connection, {"type": "steps", **at, "steps": steps})
            return
        self._command = {"type": "play", **at, "move": draft["move"]}
        await self._send(connection, self._command)
        if self._luck.random() < TWICE:
            self._book.counts["sent twice"] += 1
            await self._send(connection, self._command)
        if self._luck.random() < LINES:
            self._line = {
                "type": "say",
                "text": f"{self._address} {draft['ply']}",
                "key": f"{self._luck.random():.20f}"[2:],
            }
            await self._send(connection, self._line)

    def _done(self, command: dict[str, Any], frame: dict[str, Any]) -> None:
        if command["type"] == "play":
            assert frame["ply"] == command["ply"] + 1
            self._book.acknowledge(self._table, frame["ply"], Move(command["seat"], command["move"]))
            if self._draft is not None and self._draft["ply"] < frame["ply"]:
                self._draft = None  # of the move that was just made
        elif command["type"] == "say":
            self._book.lines.setdefault(self._table, set()).add(command["text"])
            self._line = None

    async def _refused(
        self, connection: ClientConnection, command: dict[str, Any] | None, problem: dict[str, Any]
    ) -> None:
        self._book.counts[problem["code"]] += 1
        if problem["code"] in _LATER:
            await asyncio.sleep(0.2)
            if command is not None:
                await self._send(connection, command)
        else:
            assert problem["code"] in ("stale", "not_your_turn", "not_running"), problem

    async def _send(self, connection: ClientConnection, command: dict[str, Any]) -> None:
        self._id += 1
        self._sent[self._id] = command
        await connection.send(json.dumps({**command, "id": self._id}))
