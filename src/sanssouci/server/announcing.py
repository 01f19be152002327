"""Telling other processes that a table has changed: through Redis, which may be absent or away.

An announcement carries the name of a table, what kind of change it is and the table's version afterwards, never its
content. Nothing depends on it: a process that hears nothing asks the database every few seconds (`Hub.poll`). So
announcing never waits and never fails; while Redis is away the log says so, once.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from sanssouci.box.errors import SanssouciError
from sanssouci.game.extras import require

logger = logging.getLogger(__name__)

CHANNEL: Final = "sanssouci"
_MOST_WAITING: Final = 10_000  # announcements; older ones are dropped
_RETRY: Final = 1.0  # seconds


class Announcement(msgspec.Struct, array_like=True):
    """What one process tells the others."""

    origin: str  # the process
    table_id: str
    what: str
    version: int | None = None
    used: dict[str, dict[str, float]] = {}  # by limit and asker: how much has been asked for here (`rates.py`)


class Announcer:
    """Announces nothing: this process is alone, or others find out from the database."""

    is_connected = False

    def __init__(self) -> None:
        self.hear: Callable[[Announcement], None] = lambda _: None
        self.connected: Callable[[], None] = lambda: None  # called whenever announcements may have been missed

    def announce(self, table_id: str, what: str, version: int | None = None) -> None:
        """Tell the other processes about a change."""

    def share(self, used: dict[str, dict[str, float]]) -> None:
        """Tell the other processes how much has been asked for here."""

    async def run(self) -> None:
        """Do the work, for as long as the server runs."""


class RedisAnnouncer(Announcer):
    """Announces through Redis, for as long as it is there."""

    def __init__(self, url: str) -> None:
        super().__init__()
        require("redis", needed_for="--channels")
        from redis.asyncio import Redis

        self._origin = secrets.token_urlsafe(8)
        self._waiting: deque[bytes] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._said_so = False
        try:
            self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5)
            self._listening: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        except ValueError as error:
            raise SanssouciError(f"--channels takes redis://HOST:PORT: {error}") from None

    def announce(self, table_id: str, what: str, version: int | None = None) -> None:
        """Tell the other processes about a change, as soon as possible."""
        self._send(Announcement(self._origin, table_id, what, version))

    def share(self, used: dict[str, dict[str, float]]) -> None:
        """Tell the other processes how much has been asked for here."""
        self._send(Announcement(self._origin, "", "used", None, used))

    def _send(self, announcement: Announcement) -> None:
        self._waiting.append(msgspec.json.encode(announcement))
        self._wake.set()

    async def run(self) -> None:
        """Publish and listen until cancelled."""
        try:
            await asyncio.gather(self._publish(), self._listen())
        finally:
            for redis in (self._redis, self._listening):
                with suppress(Exception):
                    await redis.aclose()

    async def _publish(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self.is_connected:
                self._waiting.clear()  # the others find out from the database
                continue
            batch = [*self._waiting]
            self._waiting.clear()
            try:
                if len(batch) == 1:
                    await self._redis.publish(CHANNEL, batch[0])
                else:
                    async with self._redis.pipeline(transaction=False) as pipe:
                        for message in batch:
                            pipe.publish(CHANNEL, message)
                        await pipe.execute()
            except Exception as error:
                self._note_loss(error)

    async def _listen(self) -> None:
        decoder = msgspec.json.Decoder(Announcement)
        while True:
            try:
                async with self._listening.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    await self._redis.connection_pool.disconnect()  # from before it was away
                    await self._redis.ping()
                    self._note_return()
                    while True:
                        message = await channel.get_message(timeout=5)
                        if message is not None and message["type"] == "message":
                            with suppress(msgspec.DecodeError):
                                self._take(decoder.decode(message["data"]))
                        elif message is None:
                            await self._redis.ping()
            except Exception as error:
                self._note_loss(error)
            self.is_connected = False
            await asyncio.sleep(_RETRY)

    def _take(self, announcement: Announcement) -> None:
        if announcement.origin != self._origin:
            self.hear(announcement)

    def _note_loss(self, error: Exception) -> None:
        self.is_connected = False
        if not self._said_so:
            self._said_so = True
            logger.warning("Redis cannot be reached; moves of other processes arrive a few seconds later: %s", error)

    def _note_return(self) -> None:
        self.is_connected = True
        if self._said_so:
            self._said_so = False
            logger.warning("Redis is back")
        self.connected()


def open_announcer(url: str | None) -> Announcer:
    """The announcer for a server: through Redis if there is one."""
    return Announcer() if url is None else RedisAnnouncer(url)
