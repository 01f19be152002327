"""What every request passes before anything looks at it, and the headers that every answer carries."""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sanssouci.server.addresses import network_of
from sanssouci.server.errors import STATUS, RefusalError
from sanssouci.server.messages import ErrorCode, Problem
from sanssouci.server.metrics import REFUSALS
from sanssouci.server.rates import Rates
from sanssouci.server.settings import Settings

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HTTPS_ONLY: Final = {"strict-transport-security": "max-age=31536000"}  # a year, renewed at every visit
_LONGEST_PATH: Final = 200
_PAUSE: Final = 1.0  # seconds until a request that came too fast is refused
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_LARGE: Final = 8  # what a request counts as that keeps the event loop busy for much longer than most …
_LARGE_PATHS: Final = {  # … which is a GET of one of these
    **dict.fromkeys(("/api/lobby", "/api/lobby/live", "/api/openapi.json", "/api/puzzles", "/api/tables"), _LARGE),
    **dict.fromkeys(("/api/mine/games", "/api/mine/progress"), _LARGE),
    "/api/mine": 3,  # asked for all the time, and seldom long
}
_LARGE_FOLDER: Final = "/api/salons/"


class Guard:
    """Checks Host and Origin and the rate of requests; adds security headers to answers."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        self.app = app
        self._names = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        self._names |= {name.lower() for name in settings.hosts}
        self._rate = rates.of("requests")
        self._headers = HEADERS | (HTTPS_ONLY if settings.secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
        except RefusalError as refusal:
            REFUSALS.labels(refusal.problem.code).inc()
            await self._refuse(scope, receive, send, refusal.problem)
            return
        if _is_socket(scope):
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, self._with_headers(scope, send))

    def _check(self, scope: Scope, headers: dict[str, str]) -> None:
        path = _normal(scope["path"])
        is_name = path.startswith("/api/") or len(path) <= _LONGEST_PATH  # files have shorter ones …
        if not is_name or ("\0" in path and not _is_socket(scope)):  # … and no database keeps such an id
            raise RefusalError("not_found", "there is nothing at this address")
        host = headers.get("host", "")
        if not self._is_known(host):
            raise RefusalError("forbidden_host", "this server is not known under that name; see --allow-host")
        method = str(scope.get("method", "GET"))
        if not self._rate.allows(address_of(scope), _cost(method, path)):
            raise RefusalError("too_fast", "too many requests from this address; wait a moment")
        if _is_socket(scope) or method not in _SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and _netloc(origin) != host.lower():
                raise RefusalError("forbidden_origin", "this request comes from a page of another site")
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise RefusalError("forbidden_origin", "this request comes from a page of another site")

    def _is_known(self, host: str) -> bool:
        """Whether a Host header names this server: by a known name or by an address.

        Any address will do. An unknown name will not: somebody may have pointed it at this server, and a page under
        that name could then pass for one of ours (DNS rebinding).
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        is_api = _normal(scope["path"]).startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra: dict[str, str] = self._headers | ({"cache-control": "no-store"} if is_api else {})
                message["headers"] = [*message["headers"], *_encoded(extra, present)]
            await send(message)

        return send_with_headers

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
        status = STATUS[problem.code]
        if problem.code == "too_fast":  # whoever asks again at once is slowed down, and costs less
            await asyncio.sleep(_PAUSE)
        if _is_socket(scope):
            await receive()
            await send({"type": "websocket.close", "code": 4000 + status, "reason": problem.code})
            return
        body = msgspec.json.encode(problem)
        headers = self._headers | {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "cache-control": "no-store",
        }
        await send({"type": "http.response.start", "status": status, "headers": _encoded(headers, ())})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _cost(method: str, path: str) -> int:
    """How many requests this one counts as."""
    if method != "GET":
        return 1
    return _LARGE if path.startswith(_LARGE_FOLDER) else _LARGE_PATHS.get(path, 1)


def _normal(path: str) -> str:
    """A path as it is looked up: repeated and trailing slashes make no difference."""
    return f"/{'/'.join(part for part in path.split('/') if part)}"


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _is_socket(scope: Scope) -> bool:
    return str(scope["type"]) == "websocket"


def address_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return network_of(client[0]) if client else "unknown"


def _encoded(headers: dict[str, str], present: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items() if name.encode() not in set(present)]


def code_for_status(status: int) -> ErrorCode:
    """The code for an error that the framework reports."""
    codes: dict[int, ErrorCode] = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 429: "too_fast"}
    return codes.get(status, "internal" if status >= 500 else "bad_request")
