"""The whole of it: two processes on PostgreSQL and Redis behind Caddy, and one after the other is replaced."""

import asyncio
import json
import os
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from server.databases import Cluster, free_port
from server.serving import Server, start_server, within
from strategies import ROOT

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed: on Debian, apt install caddy"),
]

DRAIN = ("--behind-proxy", "--drain", "4")


@contextmanager
def caddy(folder: Path, *servers: Server) -> Iterator[str]:
    """Caddy with our own Caddyfile, and a certificate that it makes itself; the address it is at."""
    port = free_port()
    options = "{\n\tauto_https disable_redirects\n\tskip_install_trust\n\tadmin off\n\tlocal_certs\n}\n"
    (folder / "Caddyfile").write_text(options + (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8"))
    variables = {
        "SITE": f"localhost:{port}",
        "SERVERS": " ".join(server.url.removeprefix("http://").replace("localhost", "127.0.0.1") for server in servers),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    log = (folder / "caddy.log").open("w")
    command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | variables)
    url = f"https://localhost:{port}"
    try:
        deadline = time.monotonic() + 90
        while True:
            try:
                if httpx.get(f"{url}/api/server", verify=False).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            assert process.poll() is None, (folder / "caddy.log").read_text()
            assert time.monotonic() < deadline, (folder / "caddy.log").read_text()
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(20)
        log.close()


class Guest:
    """Somebody with a browser: comes back at once when told to, and remembers for how long nobody was there."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, verify=False, timeout=60)
        self.longest = 0.0
        self.moves = 0
        self.ends: list[int | None] = []  # the codes with which connections were closed

    async def open(self) -> httpx.Response:
        """Open a table, for which a process that is about to end sends us on to another."""
        while True:
            opened = await self.http.post("/api/tables", json={"seats": [{"kind": "here"}] * 2, "first": 0})
            if opened.status_code == 201:
                return opened
            assert opened.json()["code"] == "restarting", opened.text
            await asyncio.sleep(0.5)

    async def play(self, until: asyncio.Event) -> None:
        """Play both seats of a table, always the first choice, until told to stop or the game is over."""
        opened = await self.open()
        table = opened.json()["table"]["id"]
        assert opened.headers["strict-transport-security"]
        assert opened.headers["set-cookie"].startswith("__Host-")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        address = f"{self.url.replace('https', 'wss', 1)}/api/tables/{table}/live"
        headers = {"Cookie": opened.headers["set-cookie"].partition(";")[0], "Origin": self.url}
        while not until.is_set():
            lost = time.monotonic()
            async with websockets.connect(address, ssl=context, additional_headers=headers) as live:
                try:
                    await self._play_at(live, lost, until)
                except ConnectionClosed as closed:
                    self.ends.append(closed.rcvd.code if closed.rcvd else None)

    async def _play_at(self, live: Any, lost: float, until: asyncio.Event) -> None:
        while not until.is_set():
            frame = json.loads(await live.recv())
            if frame["type"] == "error":
                raise AssertionError(frame)
            if frame["type"] == "game":
                self.longest = max(self.longest, time.monotonic() - lost)
                lost = time.monotonic()
                if not frame["drafts"]:
                    return
                draft = frame["drafts"][0]
                await asyncio.sleep(0.7)  # so that the game lasts until both are replaced
            elif frame["type"] == "draft":
                draft = frame["draft"]
            else:
                continue
            if draft["step"] is None:
                self.moves += 1
                await send(live, type="play", seat=draft["seat"], ply=draft["ply"], move=draft["move"])
            else:
                steps = [*draft["steps"], draft["choices"][0]["text"]]
                await send(live, type="steps", seat=draft["seat"], ply=draft["ply"], steps=steps)


async def send(live: Any, **message: Any) -> None:
    await live.send(json.dumps(message))


def test_nobody_notices_that_both_processes_are_replaced(cluster: Cluster, redis_url: str, tmp_path: Path) -> None:
    database = cluster.upgraded()
    ports = [free_port(), free_port()]

    def start(port: int) -> Server:
        return start_server(database.url, *DRAIN, "--channels", redis_url, "--port", str(port))

    servers = [start(port) for port in ports]
    try:
        with caddy(tmp_path, *servers) as url:

            async def run() -> list[Guest]:
                done = asyncio.Event()
                guests = [Guest(url) for _ in range(4)]
                playing = [asyncio.create_task(guest.play(done)) for guest in guests]
                while not all(guest.moves for guest in guests):
                    await asyncio.sleep(0.1)
                for number, port in enumerate(ports):
                    servers[number].process.send_signal(signal.SIGTERM)
                    await guests[0].open()
                    assert await asyncio.to_thread(servers[number].process.wait, 30) == 0
                    servers[number].stop()
                    servers[number] = await asyncio.to_thread(start, port)
                    await asyncio.sleep(2.5)  # until Caddy knows that it is back
                done.set()
                await asyncio.wait_for(asyncio.gather(*playing), 30)
                for guest in guests:
                    await guest.http.aclose()
                return guests

            guests = within(120, run())
    finally:
        for server in servers:
            server.stop()
    ends = [code for guest in guests for code in guest.ends]
    assert len(ends) >= 4
    assert set(ends) == {1012}
    assert all(guest.moves > 5 for guest in guests)
    print(f"the longest wait was {max(guest.longest for guest in guests):.2f} s")
    assert max(guest.longest for guest in guests) < 8
