"""What a connection leaves behind: nothing, as soon as it has ended, without a search for garbage."""

import asyncio
import gc
import time
import weakref
from pathlib import Path

import pytest

from sanssouci.server.sockets import TableSocket
from server.inprocess import in_process
from server.serving import Person, Server, within


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> "weakref.WeakSet[TableSocket]":
    """The server's ends of all connections that are made."""
    found: weakref.WeakSet[TableSocket] = weakref.WeakSet()
    begin = TableSocket.connection_made

    def noted(socket: TableSocket, transport: asyncio.BaseTransport) -> None:
        found.add(socket)
        begin(socket, transport)

    monkeypatch.setattr(TableSocket, "connection_made", noted)
    return found


async def come_and_go(server: Server, times: int) -> None:
    async with Person(server) as anna:
        table = (await anna.open("here", "here"))["table"]["id"]
        for number in range(times):
            async with anna.live(table) as live:
                await live.until("table")
                if number % 2:
                    live.socket.transport.abort()  # as a phone does that loses its net


def test_a_connection_that_has_ended_takes_no_memory(made: "weakref.WeakSet[TableSocket]", tmp_path: Path) -> None:
    with in_process(tmp_path / "tables.sqlite3") as server:
        gc.disable()
        try:
            within(60, come_and_go(server, 10))
            until = time.monotonic() + 90
            while made and time.monotonic() < until:
                time.sleep(0.05)
            assert not made
        finally:
            gc.enable()
