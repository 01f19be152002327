"""A process that drains ends, whatever clients and the database do meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from litestar.types import Scope

from sanssouci.server.draining import MOVE_ON, Doors
from sanssouci.server.health import Health
from sanssouci.server.kernel import Kernel
from sanssouci.server.rates import Rates
from sanssouci.server.settings import Limits
from sanssouci.server.storage.database import open_database


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run something in a thread of its own: this one may have the event loop of a browser."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


SOCKET = cast(Scope, {"type": "websocket"})


class Client:
    """The client's end of a WebSocket, which may read nothing of what it is sent."""

    def __init__(self, *, reads: bool = True) -> None:
        self._reads = reads
        self.gone = asyncio.Event()
        self.sent: list[Any] = []

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "websocket.disconnect"}

    async def send(self, message: Any) -> None:
        if not self._reads:
            await asyncio.Event().wait()
        self.sent.append(message)
        self.gone.set()


async def listen(_: Any, receive: Callable[[], Awaitable[Any]], __: Any) -> None:
    """An application that listens until the client has gone."""
    await receive()


async def nothing() -> None:
    """No work is left."""


def doors_of(write: Callable[[], Awaitable[None]]) -> Doors:
    health = Health(open_database("sqlite://"), Kernel())
    return Doors(cast(Any, listen), health, nothing, write, Rates(Limits()))


async def drained(doors: Doors, *clients: Client) -> None:
    """Drain while some clients are connected; that takes a few seconds at most."""
    served = [asyncio.ensure_future(doors(SOCKET, client.receive, client.send)) for client in clients]
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await doors.drain(0.2)
    for task in served:
        task.cancel()
    await asyncio.gather(*served, return_exceptions=True)


def test_a_client_that_goes_while_others_are_let_go_is_no_obstacle() -> None:
    async def run() -> None:
        clients = [Client() for _ in range(5)]

        async def write() -> None:
            for client in clients[1:]:
                client.gone.set()
            await asyncio.sleep(0.01)

        await drained(doors_of(write), *clients)

    run_apart(run())


def test_a_client_that_reads_nothing_keeps_nobody_waiting() -> None:
    async def run() -> None:
        clients = [Client(reads=number % 2 == 1) for number in range(6)]
        await drained(doors_of(nothing), *clients)
        for client in clients[1::2]:
            assert [message["code"] for message in client.sent] == [MOVE_ON]

    run_apart(run())


def test_a_database_that_hangs_is_waited_for_once() -> None:
    async def run() -> None:
        async def hang() -> None:
            await asyncio.Event().wait()

        clients = [Client() for _ in range(20)]
        await drained(doors_of(hang), *clients)
        assert all(client.sent for client in clients)

    run_apart(run())
