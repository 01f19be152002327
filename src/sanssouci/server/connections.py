"""Limits on the connections of an address and on how long one may stay silent, applied before any request is read."""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


def bounded(most: int, patience: float) -> type[H11Protocol]:
    """A protocol that hangs up on an address with more than `most` connections, and on silent connections."""
    open_connections: Counter[str] = Counter()

    class BoundedProtocol(H11Protocol):
        """Plain HTTP; a WebSocket is counted elsewhere once it is open."""

        _address: str | None = None
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = str((transport.get_extra_info("peername") or ("unknown",))[0])
            if open_connections[address] >= most:
                transport.abort()
                return
            self._address = address
            open_connections[address] += 1
            self._patience = self.loop.call_later(patience, self._hang_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._forget()
            super().handle_websocket_upgrade(event)

        def _hang_up(self) -> None:
            if self.cycle is None and not self.transport.is_closing():
                self.transport.abort()

        def _forget(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
            if self._address is not None:
                open_connections[self._address] -= 1
                if open_connections[self._address] <= 0:
                    del open_connections[self._address]
                self._address = None

    return BoundedProtocol
