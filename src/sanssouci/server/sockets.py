"""Our end of a WebSocket, below the framework: frames are read one message at a time, and written together.

Whoever sends faster than they are served waits in the network, where it costs nothing: as long as a message has not
been taken up, the next one is not even parsed, and the rest is not read. Frames that are not messages (pings, empty
fragments) are rare in a conversation; a client that sends many of them is left waiting as well.

A message in one frame, as browsers send them, and the frames that we send are handled here. Anything rarer is left to
the library.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a compiler
    from websockets.utils import apply_mask

_TEXT: Final = 0x80 | Opcode.TEXT  # a whole message in one frame
_MASKED: Final = 0x80
_LONGEST_HEAD: Final = 14  # bytes
_ASIDE: Final = 20  # frames that are not messages, after which a client is left waiting …
_REST: Final = 1.0  # … for some seconds


class JoinedWrites:
    """A transport that joins what is written in one go, because every call to the system costs as much as a frame."""

    __slots__ = ("_loop", "_transport", "_waiting")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write soon."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Close once everything is written."""
        self._flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether it has been closed."""
        return self._transport.is_closing()

    def _flush(self) -> None:
        if self._waiting:
            data = b"".join(self._waiting)
            self._waiting.clear()
            if not self._transport.is_closing():  # the client may have gone meanwhile
                self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose client is read from only as fast as it is served."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unread = bytearray()
        self._aside = 0  # frames since the last message that were not messages
        self._resting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(JoinedWrites(transport, self.loop))  # type: ignore[arg-type]  # as good as a transport

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._unread.clear()
        if self._resting is not None:
            self._resting.cancel()
        super().connection_lost(exc)
        self.conn.parser.close()  # which refers to what it belongs to

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Let go of all that the framework knows of the connection: it leads back here, and would wait for a search."""
        super().on_task_complete(task)
        self.scope.clear()  # type: ignore[attr-defined]

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """Take what has arrived: the handshake at once, messages when somebody is waiting for them."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unread += data
        self._read_on()
        is_full = self._unread and not self._is_waiting_for_more()
        if is_full and not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """The next message."""
        message = await self.queue.get()
        self._read_on()
        return message

    def _read_on(self) -> None:
        """Read frames until a message is waiting to be taken up; then, or at the end of what has arrived, stop."""
        while self._unread and self._may_read() and not self._is_waiting_for_more():
            waiting = self.queue.qsize()
            if not self._read_message():
                self._read_frame()
            if self.queue.qsize() > waiting:
                self._aside = 0
                continue
            self._aside += 1
            if self._aside > _ASIDE and self._resting is None:
                self._resting = self.loop.call_later(_REST, self._go_on)
        if self.read_paused and self._may_read():
            self.read_paused = False
            self.transport.resume_reading()

    def _may_read(self) -> bool:
        """Whether there is time for another frame. Once we have hung up, only the client's farewell is waited for."""
        return (self.queue.empty() or self.close_sent) and self._resting is None and not self.transport.is_closing()

    def _go_on(self) -> None:
        self._resting, self._aside = None, 0
        self._read_on()

    def _is_waiting_for_more(self) -> bool:
        """Whether the next frame has not arrived completely. One that is too large is refused by its head."""
        found = _measure(self._unread)
        return found is None or len(self._unread) < found[1] <= self.config.ws_max_size + _LONGEST_HEAD

    def _read_message(self) -> bool:
        """Read a message that is one frame; False if the next frame is anything else."""
        unread, found = self._unread, _measure(self._unread)
        is_plain = unread[0] == _TEXT and unread[1] & _MASKED and not self.frames and self.conn.state is OPEN
        if not is_plain or found is None or found[1] > self.config.ws_max_size:
            return False
        start, size = found
        self.frames = [apply_mask(bytes(unread[start:size]), bytes(unread[start - 4 : start]))]
        self.curr_msg_data_type = "text"
        del unread[:size]
        self.send_receive_event_to_app()
        return True

    def _read_frame(self) -> None:
        """Have the library read the next frame."""
        found = _measure(self._unread)
        size = len(self._unread) if found is None else found[1]
        frame = bytes(self._unread[:size])
        del self._unread[:size]
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. The library would stop reading after each; we stop when the next one has to wait."""
        is_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = is_paused

    # ── writing ────────────────────────────────────────────────────────────────────────────────────

    async def send(self, message: Any) -> None:
        """Send a message."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self.handshake_complete or self.close_sent or self.conn.state is not OPEN:
            if message["type"] != "websocket.accept" and not self.handshake_complete and self.transport.is_closing():
                raise ClientDisconnected  # gone before it was accepted, which the library takes for a fault of ours
            await super().send(message)
            if self.close_sent:
                self._read_on()
            return
        await self.writable.wait()
        if self.close_sent or self.disconnected or self.conn.state is not OPEN:
            await super().send(message)  # which knows what to do
            return
        data = text.encode()
        self.transport.write(_head_of(len(data)) + data)


def _measure(data: bytearray) -> tuple[int, int] | None:
    """Where the content of the first frame begins, and where it ends; None if that has not arrived yet."""
    if len(data) < 2:
        return None
    start, size = 2, data[1] & 127
    if size >= 126:
        start = 4 if size == 126 else 10
        if len(data) < start:
            return None
        size = int.from_bytes(data[2:start], "big")
    if data[1] & _MASKED:
        start += 4
    return start, start + size


def _head_of(size: int) -> bytes:
    """The head of a frame with a text."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 65_536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")
