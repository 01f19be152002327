"""A flood from one address, and what it does to the people at other tables.

    python -m benchmarks.server --only flood
    python -m benchmarks.flood URL TABLE TOKEN SOCKETS     # the flood alone, until it is stopped

The flood has one cookie, a seat of its own, and many sockets from one address. Each of them sends `steps` messages for
as long as the network takes them, and connects again at once when it is hung up on. The server has its usual limits.
People play at eight tables meanwhile, from an address each. What is compared is the median time from `play` to `done`.
The flood is a process of its own with little priority: its own computing would be done on another machine.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median

from benchmarks.load import Pair, Socket, connect, open_alone, open_pair

FLOODS = (150, 500)  # sockets
_TABLES = 8
_PACE = 20.0  # turns per second of all people together
_FROM = "127.66.6.6"
_MESSAGE = b'{"type":"steps","id":1,"seat":0,"ply":0,"steps":[]}'
_BATCH = (bytes((0x81, 0x80 | len(_MESSAGE))) + b"\0\0\0\0" + _MESSAGE) * 64  # frames, sent in one go


class _Hose(Socket):
    """A socket that sends for as long as the network takes it."""

    _is_full = False

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._is_full = True
        self.ended.set()

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self.pour()

    def pour(self) -> None:
        if not self._is_full and not self.transport.is_closing():
            self.transport.write(_BATCH)
            asyncio.get_running_loop().call_soon(self.pour)

    @property
    def ended(self) -> asyncio.Event:
        if not hasattr(self, "_ended"):
            self._ended = asyncio.Event()
        return self._ended


async def flood(url: str, table: str, token: str, count: int) -> None:
    """Keep up some sockets that send without end."""

    async def one() -> None:
        while True:
            with suppress(OSError, asyncio.TimeoutError):
                path = f"/api/tables/{table}/live"
                hose = await connect(url, path, token, lambda _: None, address=_FROM, kind=_Hose)
                assert isinstance(hose, _Hose)
                hose.pour()
                await hose.ended.wait()

    await asyncio.gather(*(one() for _ in range(count)))


@contextmanager
def flooding(url: str, count: int) -> Iterator[None]:
    """A flood for the length of a block."""
    table, host = open_alone(url, address=_FROM)
    assert host.token is not None
    command = [sys.executable, "-m", "benchmarks.flood", url, table, host.token, str(count)]
    process = subprocess.Popen(["nice", "-n", "19", *command])
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


async def _play(pairs: list[Pair], seconds: float) -> float:
    """Play at a fixed pace; the median time from `play` to `done`, in milliseconds."""
    for pair in pairs:
        pair.latencies.clear()
    start, number = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        number += 1
        await asyncio.sleep(max(0.0, start + number / _PACE - time.perf_counter()))
        ready = next((pair for pair in pairs if pair.is_ready), None)
        if ready is not None:
            pairs.remove(ready)
            pairs.append(ready)  # take turns
            ready.begin()
    await asyncio.sleep(0.5)
    return 1_000 * median(took for pair in pairs for took, _ in pair.latencies)


async def _pairs(url: str, first: int) -> list[Pair]:
    pairs = []
    for number in range(first, first + _TABLES):
        addresses = f"127.1.{number}.1", f"127.1.{number}.2"
        pairs.append(await asyncio.to_thread(open_pair, (url, url), number, addresses))
        await pairs[-1].connect()
    await asyncio.sleep(1.5)
    return pairs


async def measure_flood(url: str, seconds: float) -> dict[str, float]:
    """How much longer others wait during floods of several sizes than without."""
    figures: dict[str, float] = {}
    for number, count in enumerate(FLOODS):
        pairs = await _pairs(url, 1 + number * _TABLES)
        calm = await _play(pairs, seconds)
        with flooding(url, count):
            await asyncio.sleep(1)  # while it connects
            figures[f"flood_{count}_ms"] = await _play(pairs, seconds)
        figures[f"flood_{count}_calm_ms"] = calm
        figures[f"flood_{count}_factor"] = figures[f"flood_{count}_ms"] / calm
        for pair in pairs:
            pair.close()
    return figures


if __name__ == "__main__":
    place, at_table, cookie, sockets = sys.argv[1:]
    asyncio.run(flood(place, at_table, cookie, int(sockets)))
