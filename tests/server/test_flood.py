"""A flood from one address: it waits in the network, where it costs nothing, and nobody else waits."""

import contextlib
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.playing import two_people
from server.serving import COOKIE, Person, Server, serving, within

SOCKETS = 12
FROM = "127.0.0.66"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def frame(opcode: int, content: bytes) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    return bytes((0x80 | opcode, 0x80 | len(content))) + b"\0\0\0\0" + content


STEPS = frame(1, b'{"type":"steps","id":1,"seat":0,"ply":0,"steps":[]}')
PING = frame(9, b"")
PIECE = b"\x00\x80\0\0\0\0"  # of a message that never ends, and empty
BEGUN = b"\x01\x80\0\0\0\0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Path(tmp_path_factory.mktemp("flood"))
    (folder / "limits.toml").write_text("pause = 0.3\n")
    with serving(folder / "tables.sqlite3", "--limits", str(folder / "limits.toml")) as running:
        yield running


class Hose:
    """A raw WebSocket that sends as much as the network takes."""

    def __init__(self, server: Server, table: str, cookie: str) -> None:
        place = urlsplit(server.url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        self.socket.settimeout(60)
        self.socket.bind((FROM, 0))
        self.socket.connect(("127.0.0.1", place.port))
        self.socket.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {COOKIE}={cookie}\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(1)
        assert answer.startswith(b"HTTP/1.1 101"), answer

    def fill(self, content: bytes, *, most: int = 2_000_000) -> int:
        """Send until nothing more is taken, and return how much was; `most` if it was all taken."""
        data, sent = content * (65_536 // len(content)), 0
        self.socket.settimeout(0.3)
        with contextlib.suppress(TimeoutError):
            while sent < most:
                sent += self.socket.send(data[sent % len(content) :])
        return sent

    def received(self) -> bytes:
        """What has been answered so far."""
        found = b""
        self.socket.settimeout(0.05)
        with contextlib.suppress(TimeoutError):
            while data := self.socket.recv(1_000_000):
                found += data
        return found


@pytest.fixture
def flooded(server: Server) -> Iterator[list[Hose]]:
    """Sockets of one address and one cookie, at a table of their own."""
    with httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=FROM)) as client:
        opened = client.post("/api/tables", json={"seats": [{"kind": "here"}, {"kind": "here"}]})
        hoses = [Hose(server, opened.json()["table"]["id"], client.cookies[COOKIE]) for _ in range(SOCKETS)]
        yield hoses
        for hose in hoses:
            hose.socket.close()


def test_who_floods_waits_and_everybody_else_plays_on(server: Server, flooded: list[Hose]) -> None:
    with ThreadPoolExecutor(SOCKETS) as threads:
        sent = list(threads.map(lambda hose: hose.fill(STEPS), flooded))
    assert max(sent) < 1_000_000, "the server reads more than it serves"

    async def play() -> list[int]:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as here, guest.live(table) as there:
                plies, mover, other = [], here, there
                shown = await mover.until("game", ply=0)
                for ply in range(4):
                    draft = shown["drafts"][0]
                    while draft["move"] is None:
                        steps = [*draft["steps"], draft["choices"][0]["text"]]
                        await mover.send(type="steps", seat=draft["seat"], ply=ply, steps=steps, id=1)
                        draft = (await mover.until("draft"))["draft"]
                    await mover.send(type="play", seat=draft["seat"], ply=ply, move=draft["move"], id=2)
                    plies.append((await mover.until("done"))["ply"])
                    mover, other = other, mover
                    shown = await mover.until("game", ply=ply + 1)
                return plies

    assert within(40, play()) == [1, 2, 3, 4]
    answered = b"".join(hose.received() for hose in flooded)
    messages = sum(sent) // len(STEPS)
    refused, shown = answered.count(b'"code":"too_fast"'), answered.count(b'"type":"draft"')
    assert 0 < refused < 40 * SOCKETS, "whoever is too fast is not read from for a while"
    assert shown + refused < messages / 5, "refusing a message costs as much as serving it"


@pytest.mark.parametrize(("begin", "frames"), [(b"", PING), (BEGUN, PIECE)], ids=["pings", "empty pieces"])
def test_who_sends_frames_that_say_nothing_waits(flooded: list[Hose], begin: bytes, frames: bytes) -> None:
    hose = flooded[0]
    hose.socket.sendall(begin)
    assert hose.fill(frames) < 1_000_000
    assert hose.received().count(b"\x8a\x00") < 200  # pongs
