"""Bare peers: what a WebSocket and a commit cost without anything of ours."""

import asyncio
import sqlite3
import sys
import time
from pathlib import Path

from benchmarks.load import Socket, connect
from benchmarks.processes import Process

AT_ONCE = 24  # sockets
ECHO = """
import sys, uvicorn
from litestar import Litestar, WebSocket, websocket
@websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())
uvicorn.run(Litestar([echo], logging_config=None), port=int(sys.argv[1]), ws="websockets-sansio", log_level="error",
            ws_per_message_deflate=False)
"""


async def measure_echo(seconds: float) -> dict[str, float]:
    """Round trips of a bare Litestar WebSocket, with texts as long as a `steps` message."""
    port = 18_765
    process = Process([sys.executable, "-c", ECHO, str(port)])
    message = b'{"type":"steps","id":1,"seat":0,"ply":12,"steps":["36","f3"]}'
    count = 0
    try:
        sockets: list[Socket] = []
        for number in range(AT_ONCE):

            def again(_: bytes, number: int = number) -> None:
                nonlocal count
                count += 1
                sockets[number].write(message)

            while len(sockets) <= number:
                try:
                    sockets.append(await connect(f"http://127.0.0.1:{port}", "/echo", None, again))
                except OSError:
                    await asyncio.sleep(0.1)
        for socket in sockets:
            socket.write(message)
        await asyncio.sleep(0.5)
        before, start, cpu = count, time.perf_counter(), process.cpu
        await asyncio.sleep(seconds)
        trips, took, spent = count - before, time.perf_counter() - start, process.cpu - cpu
        for socket in sockets:
            socket.close()
    finally:
        process.stop()
    return {"echo_trips": trips / took, "echo_cpu_ms": 1_000 * spent / trips}


def sqlite_commits(folder: Path, seconds: float) -> float:
    """Synced commits of one row each, one after the other."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE log (n INTEGER, body TEXT)"):
        connection.execute(statement)
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        connection.execute("INSERT INTO log VALUES (?, ?)", (count, "x" * 120))
        count += 1
    connection.close()
    return count / (time.perf_counter() - start)


async def postgresql_commits(url: str, seconds: float) -> float:
    """The same on PostgreSQL, from as many connections as there are processors."""
    import asyncpg

    connections = [await asyncpg.connect(url) for _ in range(2)]
    await connections[0].execute("CREATE TABLE bare (n INTEGER, body TEXT)")
    count, start = 0, time.perf_counter()

    async def commit(connection: asyncpg.Connection) -> None:
        nonlocal count
        while time.perf_counter() - start < seconds:
            await connection.execute("INSERT INTO bare VALUES ($1, $2)", count, "x" * 120)
            count += 1

    await asyncio.gather(*(commit(connection) for connection in connections))
    for connection in connections:
        await connection.close()
    return count / (time.perf_counter() - start)
