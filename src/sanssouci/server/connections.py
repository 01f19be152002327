"""Limits on the connections of an address, and on how long one may keep us waiting, applied before any request is read.

An address that has asked too often has to wait before anything is read from its next connection, and is cut off if by
then it still asks too often: whoever connects again and again is slowed down, and costs next to nothing.

Between requests a connection may be idle for as long as uvicorn's keep-alive time allows. A request that has begun
must be complete within `patience`, counted from its first byte: sending a byte now and then does not help. A client
may take its time over an answer, as long as it reads some of it every `reading` seconds.
"""

import asyncio
import random
from collections import Counter
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sanssouci.server.addresses import network_of
from sanssouci.server.rates import Rate
from sanssouci.server.settings import Limits

_WAIT: Final = (0.8, 1.5)  # seconds, spread so that not all come back at the same moment


def bounded(most: int | None, limits: Limits, rate: Rate) -> type[H11Protocol]:
    """A protocol that hangs up on an address with more than `most` connections, and on those who keep us waiting.

    An address that asks faster than `rate` allows waits. With `most` None all connections are a proxy's, which counts
    its clients' connections itself.
    """
    open_connections: Counter[str] = Counter()

    class BoundedProtocol(H11Protocol):
        """Plain HTTP; a WebSocket is counted elsewhere once it is open."""

        _address: str | None = None
        _patience: asyncio.TimerHandle | None = None
        _reading: asyncio.TimerHandle | None = None
        _is_ours = True  # until it becomes a WebSocket or ends

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = network_of(str((transport.get_extra_info("peername") or ("unknown",))[0]))
            if most is not None and open_connections[address] >= most:
                transport.abort()
                return
            self._address = address
            open_connections[address] += 1
            self._watch()
            if most is not None and not rate.has_room(address):
                transport.pause_reading()
                self.loop.call_later(random.uniform(*_WAIT), self._admit)

        def _admit(self) -> None:
            """Read from a connection that had to wait, unless its address has to wait still."""
            if self._address is not None and rate.has_room(self._address):
                self.transport.resume_reading()
            elif not self.transport.is_closing():
                self.transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            self._watch_reading()
            super().on_response_complete()
            self._watch()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._watch_reading()

        def resume_writing(self) -> None:
            self._stop_watching_reading()
            super().resume_writing()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._forget()
            super().handle_websocket_upgrade(event)

        def _watch(self) -> None:
            """Start the time of a client who keeps us waiting, and stop it when nothing is missing."""
            if not (self._is_ours and self._is_waiting()):
                self._stop_watching()
            elif self._patience is None:
                self._patience = self.loop.call_later(limits.patience, self.transport.abort)

        def _is_waiting(self) -> bool:
            """Whether a request, or the rest of one, is missing."""
            if self.conn.their_state is h11.SEND_BODY:
                return True
            has_begun = self.cycle is None or bool(self.conn.trailing_data[0])
            return has_begun and self.conn.their_state is h11.IDLE

        def _watch_reading(self) -> None:
            """Start the time of a client who does not read what we send."""
            unread = self.transport.get_write_buffer_size()
            if self._is_ours and unread and self._reading is None:
                self._reading = self.loop.call_later(limits.reading, self._check_reading, unread)

        def _check_reading(self, before: int) -> None:
            self._reading = None
            if self.transport.get_write_buffer_size() >= before:
                self.transport.abort()
            else:
                self._watch_reading()

        def _stop_watching_reading(self) -> None:
            if self._reading is not None:
                self._reading.cancel()
                self._reading = None

        def _stop_watching(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _forget(self) -> None:
            self._is_ours = False
            self._stop_watching()
            self._stop_watching_reading()
            if self._address is not None:
                open_connections[self._address] -= 1
                if open_connections[self._address] <= 0:
                    del open_connections[self._address]
                self._address = None

    return BoundedProtocol
