"""Messages that no client would send, over real WebSockets: nothing breaks, nothing changes, all is answered."""

import asyncio
import contextlib
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from sanssouci.server.messages import ERROR_CODES
from server.fuzzed import World, command, cookie_header
from server.inprocess import in_process
from server.serving import Server, serving, start_server, within

QUIET = settings(database=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
ROLES = ("to move", "waiting", "spectator")
SENTINEL = 777_000_000
PATIENCE = 90.0
Message = str | bytes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    database = tmp_path_factory.mktemp("socket-fuzz") / "tables.sqlite3"
    with in_process(database) as server:
        made = World(server, database)
        yield made
        made.close()


def cookie_of(world: World, role: str) -> str:
    return {"to move": world.host, "waiting": world.guest, "spectator": ""}[role]


def address(server: Server, table: str) -> str:
    return f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"


@asynccontextmanager
async def connected(world: World, role: str, table: str = "") -> Any:
    headers = cookie_header(cookie_of(world, role))
    async with (
        asyncio.timeout(PATIENCE),
        websockets.connect(
            address(world.server, table or world.people), additional_headers=headers, max_size=None
        ) as connection,
    ):
        yield connection


async def answers_to(connection: Any, message: Message, number: int) -> list[dict[str, Any]]:
    """The frames that answer a message: those before the answer to a second one, which is always refused."""
    await connection.send(message)
    await connection.send(json.dumps(command("undo", 3, 0, id=number)))
    frames: list[dict[str, Any]] = []
    while True:
        frame = json.loads(await connection.recv())
        if frame["type"] == "error" and frame["id"] == number:
            asked = [frame for frame in frames if frame["type"] != "draft" or frame["id"] is not None]
            return asked or frames[-1:]  # a draft without an id may come by itself as well
        if frame["type"] in ("error", "done", "draft"):
            frames.append(frame)


async def exchange(world: World, role: str, messages: list[Message], table: str = "") -> list[dict[str, Any]]:
    """Send messages over one connection; each has exactly one answer."""
    found = []
    async with connected(world, role, table) as connection:
        while json.loads(await connection.recv())["type"] != "game":
            pass
        for number, message in enumerate(messages):
            frames = await answers_to(connection, message, SENTINEL + number)
            assert len(frames) == 1, (message, frames)
            found.append(frames[0])
    return found


def readable_id(message: Message) -> int | None:
    """The id that a message has, if it can be read at all."""

    def refuse(text: str) -> None:
        raise ValueError(text)

    try:
        data = json.loads(message, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if type(found) is int else None


def check_refusal(message: Message, frame: dict[str, Any]) -> None:
    assert frame["type"] == "error", (message, frame)
    problem = frame["problem"]
    assert problem["code"] in ERROR_CODES
    assert problem["code"] not in ("internal", "warming_up", "too_fast")
    assert problem["message"]
    assert frame["id"] == readable_id(message) or is_vague(message), (message, frame)


def is_vague(message: Message) -> bool:
    """Whether readers of JSON may differ about its id: given twice, or not a whole number, or too deep to read."""
    text = message.decode(errors="replace") if isinstance(message, bytes) else message
    return text.count('"id"') != 1 or text.count("[") > 500 or text.count("{") > 500 or "\\ud" in text.lower()


def check_refused(world: World, role: str, messages: list[Message]) -> None:
    before = world.seen()
    for message, frame in zip(messages, within(60, exchange(world, role, messages)), strict=True):
        check_refusal(message, frame)
    assert world.seen() == before, "what was refused has changed something"


# ── nonsense ──────────────────────────────────────────────────────────────────────────────────────────

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NONSENSE: st.SearchStrategy[Message] = st.one_of(
    st.binary(max_size=200),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    JSON.map(json.dumps),
    JSON.map(lambda value: json.dumps(value).encode()),
)


@pytest.mark.parametrize("role", ROLES)
def test_nonsense_is_refused_and_changes_nothing(world: World, role: str) -> None:
    @settings(QUIET, max_examples=6)
    @given(st.lists(NONSENSE, min_size=1, max_size=12))
    def try_it(messages: list[Message]) -> None:
        check_refused(world, role, messages)

    try_it()


# ── messages that are almost right ────────────────────────────────────────────────────────────────────

WRONG: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, False, -1, 4, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 1.5, 1e308, float("nan")]),
    st.sampled_from(["", "0", "\x00", "\u202e", "\ud800", "A" * 41, "a" * 301, "é" * 40, [], {}, [[]], [0], ["A", 1]]),
    JSON,
)


def right_messages(world: World) -> list[dict[str, Any]]:
    seat, ply, steps, move = world.legal_move(world.people, world.host)
    assert seat == 0
    return [
        command("steps", seat, ply, steps=steps, id=5),
        command("play", seat, ply, move=move, id=6),
        command("undo", seat, ply, id=7),
        {"type": "say", "text": "Hello", "id": 8},
    ]


@st.composite
def mutated(draw: st.DrawFn, right: list[dict[str, Any]]) -> Message:
    """A right message with something wrong in it."""
    message = dict(draw(st.sampled_from(right)))
    name = draw(st.sampled_from(sorted(message)))
    kind = draw(st.sampled_from(["wrong", "missing", "unknown", "nested", "stale", "twice"]))
    if kind == "wrong":
        message[name] = draw(WRONG)
    elif kind == "missing":
        del message[name]
    elif kind == "unknown":
        message[draw(st.text(max_size=10))] = draw(WRONG)
    elif kind == "stale":
        message["ply"] = draw(st.integers(-5, 100_005))
    elif kind == "nested":
        for _ in range(draw(st.integers(1, 40))):
            message = {"message": message, "id": 9}
    text = json.dumps(message)
    if kind == "twice":
        text = f'{text[:-1]}, "{name}": {json.dumps(draw(WRONG))}}}'
    if draw(st.integers(0, 9)) == 0:
        text = text[: draw(st.integers(0, len(text)))]
    return text.encode() if draw(st.booleans()) else text


@pytest.mark.parametrize("role", ROLES)
def test_messages_that_are_almost_right_are_refused_unless_they_are_right(world: World, role: str) -> None:
    right = right_messages(world)
    mine = {json.dumps(message, sort_keys=True) for message in right}

    @settings(QUIET, max_examples=12)
    @given(st.lists(mutated(right), min_size=1, max_size=8))
    def try_it(messages: list[Message]) -> None:
        before = world.seen()
        frames = within(60, exchange(world, role, messages))
        for message, frame in zip(messages, frames, strict=True):
            if frame["type"] == "error":
                check_refusal(message, frame)
        after = world.seen()
        if all(frame["type"] == "error" for frame in frames):
            assert after == before, "what was refused has changed something"
        if any(frame["type"] == "done" and frame["ply"] is not None for frame in frames):
            assert role == "to move"
            world.build()
            right[:] = right_messages(world)
        if role != "to move":  # nobody else can touch the game; chat is for all who sit there
            assert after.kept["log"] == before.kept["log"]
            assert [game["ply"] for game in after.games] == [game["ply"] for game in before.games]
        if role == "spectator":
            assert after == before

    try_it()
    assert mine


@pytest.mark.parametrize("role", ["waiting", "spectator"])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_whoever_has_not_to_move_is_refused_with_right_messages(world: World, role: str, index: int) -> None:
    message = right_messages(world)[index]
    for seat in (0, 1):
        check_refused(world, role, [json.dumps({**message, "seat": seat})])


def test_a_right_message_is_answered_so_the_refusals_mean_something(world: World) -> None:
    steps, _, _, say = right_messages(world)
    frames = within(60, exchange(world, "to move", [json.dumps(steps), json.dumps(say), json.dumps(steps).encode()]))
    assert [(frame["type"], frame["id"]) for frame in frames] == [("draft", 5), ("done", 8), ("draft", 5)]


# ── size ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("size", [4_097, 20_000, 65_536])
@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
def test_a_message_over_4_kb_is_too_large(world: World, role: str, size: int, binary: bool) -> None:
    start = '{"type": "say", "id": 12, "text": "'
    text = start + "a" * (size - len(start) - 2) + '"}'
    assert len(text) == size
    before = world.seen()
    (frame,) = within(60, exchange(world, role, [text.encode() if binary else text]))
    assert (frame["type"], frame["problem"]["code"], frame["id"]) == ("error", "too_large", 12)
    assert world.seen() == before


def test_a_message_of_just_4_kb_is_read(world: World) -> None:
    text = '{"type": "say", "id": 12, "text": "'.ljust(4_094, "a") + '"}'
    (frame,) = within(60, exchange(world, "to move", [text]))
    assert (frame["problem"]["code"], frame["id"]) == ("bad_message", 12)  # a text has at most 300 characters


@pytest.mark.parametrize("nesting", ["[" * 4_000, '{"a":' * 700, '{"type":"say","text":' + "[" * 3_900])
def test_deep_nesting_is_refused(world: World, nesting: str) -> None:
    check_refused(world, "to move", [nesting])


@pytest.mark.parametrize("size", [65_537, 1_000_000])
def test_a_message_over_64_kb_ends_the_connection(world: World, size: int) -> None:
    async def run() -> int | None:
        async with connected(world, "spectator") as connection:
            try:
                await connection.send("a" * size)
                while True:
                    await connection.recv()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None

    before = world.seen()
    assert within(60, run()) == 1009
    assert world.seen() == before


# ── frames that are no messages ───────────────────────────────────────────────────────────────────────


def handshake(server: Server, table: str, *, extra: str = "") -> socket.socket:
    """A raw connection whose handshake is done; what comes is not read by anybody."""
    host, port = server.url.removeprefix("http://").split(":")
    raw = socket.create_connection((host, int(port)), timeout=PATIENCE)
    raw.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{extra}"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += raw.recv(1)
    assert b" 101 " in answer.splitlines()[0]
    return raw


def masked(first: int, payload: bytes) -> bytes:
    """A short frame with a mask of zeros."""
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


def closed_with(raw: socket.socket) -> int:
    """The code of the close frame that ends a raw connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while data := raw.recv(65_536):
            received += data
    at = received.rindex(b"\x88")
    return int(struct.unpack("!H", received[at + 2 : at + 4])[0])


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (bytes([0x81, 2]) + b"{}", 1002),  # not masked
        (masked(0x83, b"{}"), 1002),  # a kind of frame that does not exist
        (masked(0xF1, b"{}"), 1002),  # reserved bits
        (masked(0x80, b"{}"), 1002),  # goes on with nothing
        (masked(0x09, b"ping"), 1002),  # a ping in pieces
        (masked(0x88, b"\x03"), 1002),  # a close frame with half a code
    ],
)
def test_broken_frames_end_the_connection_only(world: World, frame: bytes, code: int) -> None:
    before = world.seen()
    with handshake(world.server, world.people) as raw:
        raw.sendall(frame)
        assert closed_with(raw) == code
    assert world.seen() == before
    assert_alive(world)


def test_text_that_is_no_utf_8_ends_the_connection_and_is_no_error_of_the_server(tmp_path: Path) -> None:
    server = start_server(tmp_path / "tables.sqlite3")
    try:
        table = httpx.post(f"{server.url}/api/tables", json={"seats": [{"kind": "invited"}] * 2}).json()["table"]["id"]
        for text in (b"\xff\xfe", b"\xed\xa0\x80"):  # the second is half of a surrogate pair
            with handshake(server, table) as raw:
                raw.sendall(masked(0x81, text))
                assert closed_with(raw) == 1007
    finally:
        server.stop()
    assert "Traceback" not in "".join(server.lines), "".join(server.lines)


@pytest.mark.parametrize(
    "start",
    [
        b"",
        bytes([0x81]),
        masked(0x81, b"{}")[:-1],
        masked(0x01, b'{"type"'),  # the first piece of a message
        masked(0x89, b""),
        masked(0x81, b'{"type":"say","text":"a","id":1}') * 50,
    ],
)
@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_a_connection_that_breaks_off_leaves_nothing_behind(world: World, start: bytes, reset: bool) -> None:
    before = world.seen()
    connections = [handshake(world.server, world.people) for _ in range(5)]
    for raw in connections:
        raw.sendall(start)
        if reset:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.close()
    world.wait_for(world.people, "watching", 0)
    assert world.seen() == before
    assert_alive(world)


def test_half_a_handshake_holds_nothing_up(world: World) -> None:
    host, port = world.server.url.removeprefix("http://").split(":")
    waiting = [socket.create_connection((host, int(port)), timeout=PATIENCE) for _ in range(20)]
    for number, raw in enumerate(waiting):
        raw.sendall(b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"[: number * 4])
    try:
        assert_alive(world)
    finally:
        for raw in waiting:
            raw.close()
    assert_alive(world)


def test_who_never_reads_holds_nobody_up(world: World) -> None:
    """A connection whose buffers are full: the others go on, and it is forgotten when it is gone."""
    lazy = handshake(world.server, world.people, extra="Cookie: " + cookie_header(world.host)["Cookie"] + "\r\n")
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    lazy.settimeout(0.5)
    ask = masked(0x81, b'{"type":"play","seat":0,"ply":0,"move":"?"}')
    deadline = time.monotonic() + 5
    with contextlib.suppress(OSError):
        while time.monotonic() < deadline:
            lazy.sendall(ask * 40)
    start = time.monotonic()
    frames = within(60, exchange(world, "waiting", ["{}"]))
    assert frames[0]["problem"]["code"] == "bad_message"
    assert time.monotonic() - start < PATIENCE
    lazy.close()
    assert_alive(world)


def assert_alive(world: World) -> None:
    assert world.get("/api/server")["kernel"] == "ready"
    assert not [line for line in world.server.lines if "Traceback" in line], "\n".join(world.server.lines)


# ── floods, with the limits that everybody has, but shorter pauses ────────────────────────────────────


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    database: Path = tmp_path_factory.mktemp("flood") / "tables.sqlite3"
    limits = database.with_name("limits.toml")
    limits.write_text("pause = 0.03\n")
    with serving(database, "--limits", str(limits)) as server:
        made = World(server, database)
        yield made
        made.close()


@pytest.mark.long
def test_a_flood_is_too_fast_and_then_hung_up_on(strict: World) -> None:
    async def run() -> tuple[list[str], int | None]:
        codes: list[str] = []
        async with connected(strict, "spectator") as connection:
            with contextlib.suppress(ConnectionClosed):
                for number in range(600):
                    await connection.send(json.dumps(command("undo", 0, 0, id=number)))
            try:
                while True:  # also what had come before the end
                    frame = json.loads(await connection.recv())
                    if frame["type"] == "error":
                        assert frame["id"] == len(codes)
                        codes.append(frame["problem"]["code"])
            except ConnectionClosed as closed:
                return codes, closed.rcvd.code if closed.rcvd else None

    before = strict.seen()
    codes, code = within(60, run())
    assert code == 4429
    assert 200 <= len(codes) <= 260
    assert codes[:60] == ["not_your_seat"] * 60
    assert "too_fast" in codes[60:]
    assert strict.seen() == before
    answer = httpx.get(f"{strict.server.url}/api/server")
    assert answer.status_code == 200


@pytest.mark.long
def test_a_flood_of_one_connection_leaves_the_others_alone(strict: World) -> None:
    async def run() -> str:
        async with connected(strict, "to move") as flooding, connected(strict, "waiting") as quiet:
            for _ in range(150):
                await flooding.send("{}")
            (frame,) = await answers_to(quiet, "{}", SENTINEL)
            code: str = frame["problem"]["code"]
            return code

    assert within(60, run()) == "bad_message"
    strict.wait_for(strict.people, "watching", 0)
