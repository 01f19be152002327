"""Ending a process without hurting anybody, while others go on: a rolling upgrade, or a machine that is taken away.

First it says that it takes no new players (`/health/ready`) and opens no new tables, so that proxies send people to
other processes. Then it lets its WebSockets go, spread over some seconds, with the code that tells clients to come back
at once; they arrive elsewhere. Meanwhile computers finish their moves, and other processes find the tables left over.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

from sanssouci.server.health import Health
from sanssouci.server.rates import Rates

MOVE_ON: Final = 1012  # "service restart": clients come back at once
_NOTICE: Final = 0.3  # the share of the time until proxies have noticed
_SPREAD: Final = 0.4  # the share of the time over which WebSockets are let go
_FAREWELL: Final = (
    1.0  # seconds for what nobody waits for any longer: a client that reads nothing, a database that hangs
)
_Work = Callable[[], Awaitable[None]]


class Doors:
    """All WebSockets of this process, to be let go when it drains."""

    def __init__(self, app: ASGIApp, health: Health, finish: _Work, write: _Work, rates: Rates) -> None:
        self.app = app
        self.rates = rates  # what is asked for may be refused before it is read
        self._health = health
        self._finish = finish  # what goes on alongside the requests
        self._write = write  # what is still unwritten, so that the next process knows it
        self._open: set[_Door] = set()
        self._is_closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; a WebSocket only while we are not closing."""
        if str(scope["type"]) != "websocket":
            await self.app(scope, receive, send)
            return
        door = _Door(receive, send)
        if self._is_closing:
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await door.close()
            return
        self._open.add(door)
        try:
            await self.app(scope, door.receive, door.send)
        finally:
            self._open.discard(door)
            door.forget()

    async def drain(self, seconds: float) -> None:
        """Get ready to end, within some seconds."""
        deadline = time.monotonic() + seconds
        self._health.is_draining = True
        await asyncio.sleep(seconds * _NOTICE)
        self._is_closing = True
        finishing = asyncio.ensure_future(self._finish())
        doors = list(self._open)
        closing, is_written = [], True
        for door in doors:
            is_written = is_written and await self._has_written()
            closing.append(asyncio.ensure_future(door.close()))  # a client that reads nothing is not waited for
            await asyncio.sleep(seconds * _SPREAD / len(doors))
        with suppress(TimeoutError):
            async with asyncio.timeout(max(_FAREWELL, deadline - time.monotonic())):
                await asyncio.gather(*closing)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                await finishing
                while self._open:
                    await asyncio.sleep(0.05)

    async def _has_written(self) -> bool:
        """Write what is unwritten. Without the database, there is nothing better than to go on."""
        try:
            async with asyncio.timeout(_FAREWELL):
                await self._write()
        except Exception:
            return False
        return True


class _Door:
    """One WebSocket."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._is_closed = False

    async def receive(self) -> ReceiveMessage:
        """Pass on what has arrived."""
        return await self._receive()

    async def send(self, message: Message) -> None:
        """Pass on what is sent, until the WebSocket is closed."""
        if self._is_closed:
            return
        self._is_closed = message["type"] == "websocket.close"
        await self._send(message)

    async def close(self) -> None:
        """Send the client elsewhere."""
        if not self._is_closed:
            self._is_closed = True
            with suppress(Exception):  # the client has gone
                await self._send({"type": "websocket.close", "code": MOVE_ON, "reason": "restarting"})

    def forget(self) -> None:
        """Forget the connection, which the framework's part of it would keep: that refers to itself."""
        self._is_closed = True
        del self._receive, self._send
