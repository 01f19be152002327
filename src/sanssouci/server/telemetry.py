"""What is noted of every request and every WebSocket: an id, how long it took, and on request a line in the log."""

import logging
import re
import secrets
import time
from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sanssouci.server.guards import address_of
from sanssouci.server.logs import request_id
from sanssouci.server.metrics import FRAMES, REQUESTS, SOCKETS
from sanssouci.server.settings import Settings

access: Final = logging.getLogger("sanssouci.access")

_HEADER: Final = b"x-request-id"
_GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_LONG_ID: Final = re.compile(r"[A-Za-z0-9_-]{22,}")  # whoever knows the id of a table may watch it
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))


class Telemetry:
    """Gives every request an id, which its answer and its lines in the log carry, and measures it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._believes = settings.secure  # a proxy may have given the request an id already
        self._logs = settings.access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note a request and let it through."""
        if str(scope["type"]) == "lifespan":
            await self.app(scope, receive, send)
            return
        noted = _Noted(scope, self._id_for(scope), send)
        token = request_id.set(noted.id)
        try:
            await self.app(scope, receive, noted.send)
        finally:
            noted.end()
            if self._logs:
                noted.log()
            request_id.reset(token)

    def _id_for(self, scope: Scope) -> str:
        given = next((value for name, value in scope["headers"] if name == _HEADER), b"") if self._believes else b""
        return given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(8)


class _Noted:
    """One request or WebSocket, and what became of it."""

    def __init__(self, scope: Scope, name: str, send: Send) -> None:
        self.id = name
        self._scope = scope
        self._send = send
        self._begun = time.perf_counter()
        self._took = 0.0
        self._is_socket = str(scope["type"]) == "websocket"
        self._is_open = False
        self._status = 0  # of a WebSocket: 101, or the code that it was closed with

    async def send(self, message: Message) -> None:
        """Pass on what is sent."""
        if message["type"] == "websocket.send":
            FRAMES.inc()
        elif message["type"] == "http.response.start":
            self._status = message["status"]
            message["headers"] = [*message["headers"], (_HEADER, self.id.encode())]
        elif message["type"] == "websocket.accept":
            self._status, self._is_open = 101, True
            SOCKETS.inc()
            message["headers"] = [*(message.get("headers") or ()), (_HEADER, self.id.encode())]
        elif message["type"] == "websocket.close":
            self._status = message["code"]
        await self._send(message)

    def end(self) -> None:
        """Note that it is over."""
        self._took = time.perf_counter() - self._begun
        if self._is_open:
            SOCKETS.dec()
        if not self._is_socket:
            method = self._method if self._method in _METHODS else "other"
            route = self._scope.get("path_template") or "other"
            REQUESTS.labels(method, route, str(self._status or 500)).observe(self._took)

    @property
    def _method(self) -> str:
        return "SOCKET" if self._is_socket else str(self._scope.get("method", ""))

    def log(self) -> None:
        """Write a line of the access log."""
        fields = {
            "address": address_of(self._scope),
            "method": self._method,
            "path": _in_a_line(_LONG_ID.sub(lambda found: f"{found[0][:6]}…", self._scope["path"])),
            "status": self._status,
            "seconds": round(self._took, 4),
        }
        access.info("{address} {method} {path} {status} {seconds} s".format(**fields), extra={"fields": fields})


def _in_a_line(path: str) -> str:
    """A path without what would begin another line, or do something to a terminal."""
    return "".join(each if each.isprintable() else f"%{ord(each):02X}" for each in path)
