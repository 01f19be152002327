"""Whether this process is alive, and whether it should be given new players: what proxies and supervisors ask."""

import asyncio
import math
import time
from typing import Final

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.kernel import Kernel
from sanssouci.server.metrics import DATABASE, LAG

_EVERY: Final = 2.0  # seconds between two questions to the database
_PATIENCE: Final = 3.0  # seconds for its answer


class Health:
    """The state of this process."""

    def __init__(self, engine: AsyncEngine, kernel: Kernel) -> None:
        self._engine = engine
        self._kernel = kernel
        self._has_database = False
        self.is_draining = False

    @property
    def faults(self) -> list[str]:
        """Why no new players should come here; empty if they should."""
        found = {
            "draining": self.is_draining,
            "compiling": not self._kernel.is_ready,
            "no database": not self._has_database,
        }
        return [fault for fault, is_so in found.items() if is_so]

    async def watch_database(self) -> None:
        """Ask the database at intervals whether it is there."""
        while True:
            start = time.perf_counter()
            try:
                async with asyncio.timeout(_PATIENCE), self._engine.connect() as connection:
                    await connection.execute(text("SELECT version_num FROM alembic_version"))
                self._has_database = True
                DATABASE.set(time.perf_counter() - start)
            except Exception:  # whatever a driver may raise: what it was is logged by those who need the database
                self._has_database = False
                DATABASE.set(math.nan)
            await asyncio.sleep(_EVERY)

    async def watch_loop(self) -> None:
        """Measure how long ready tasks wait for their turn."""
        while True:
            due = time.perf_counter() + 0.5
            await asyncio.sleep(0.5)
            LAG.observe(max(0.0, time.perf_counter() - due))


class HealthChecks:
    """Answers `/health/live` and `/health/ready` under any name of the server, and to no limits."""

    def __init__(self, app: ASGIApp, health: Health) -> None:
        self.app = app
        self._health = health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what is not about health."""
        path = scope["path"] if str(scope["type"]) == "http" else ""
        if path == "/health/live":
            await _answer(send, 200, [])
        elif path == "/health/ready":
            faults = self._health.faults
            await _answer(send, 503 if faults else 200, faults)
        else:
            await self.app(scope, receive, send)


async def _answer(send: Send, status: int, faults: list[str]) -> None:
    body = msgspec.json.encode({"status": "unavailable" if faults else "ok", "faults": faults})
    headers = {"content-type": "application/json", "content-length": str(len(body)), "cache-control": "no-store"}
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
