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
USE: Final = "used"  # an announcement about no table, but about what is asked for
_MOST_WAITING: Final = 10_000  # announcements; older ones are dropped
_RETRY: Final = 1.0  # seconds
_SILENCE: Final = 2.0  # seconds without an announcement, after which Redis is asked whether it is there


class Announcement(msgspec.Struct, array_like=True):
    """What one process tells the others."""

    origin: str  # the process
    table_id: str
    what: str
    version: int | None = None
    used: dict[str, dict[str, float]] = {}  # by limit and asker: how much has been asked for here (`rates.py`)
    crowd: dict[str, int] = {}  # by address: how many WebSockets are open here (`crowd.py`)
    seat: int | None = None  # whose draft it is
    # What is added comes at the end, so that processes of two versions understand each other.
    watchers: dict[str, int] = {}  # by table: how many WebSockets without a seat are open here


class Announcer:
    """Announces nothing: this process is alone, or others find out from the database."""

    is_connected = False

    def __init__(self) -> None:
        self.hear: Callable[[Announcement], None] = lambda _: None
        self.connected: Callable[[], None] = lambda: None  # called whenever announcements may have been missed

    def announce(self, table_id: str, what: str, version: int | None = None, *, seat: int | None = None) -> None:
        """Tell the other processes about a change."""

    def share(self, used: dict[str, dict[str, float]], crowd: dict[str, int], watchers: dict[str, int]) -> None:
        """Tell the other processes how much has been asked for here and how many WebSockets are open."""

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
        self._mouth: Any = None
        self._said_so = self._has_heard = False
        try:
            self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=3)
            self._listening: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        except ValueError as error:
            raise SanssouciError(f"--channels takes redis://HOST:PORT: {error}") from None

    def announce(self, table_id: str, what: str, version: int | None = None, *, seat: int | None = None) -> None:
        """Tell the other processes about a change, as soon as possible."""
        self._send(Announcement(self._origin, table_id, what, version, seat=seat))

    def share(self, used: dict[str, dict[str, float]], crowd: dict[str, int], watchers: dict[str, int]) -> None:
        """Tell the other processes how much has been asked for here and how many WebSockets are open."""
        self._send(Announcement(self._origin, "", USE, None, used, crowd, watchers=watchers))

    def _send(self, announcement: Announcement) -> None:
        self._waiting.append(msgspec.json.encode(announcement))
        self._wake.set()

    async def run(self) -> None:
        """Publish and listen until cancelled."""
        try:
            await asyncio.gather(self._publish(), self._listen())
        finally:
            await self._shut_mouth()
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
                connection = self._mouth or await self._open_mouth()
                packed = [part for each in batch for part in connection.pack_command("PUBLISH", CHANNEL, each)]
                await connection.send_packed_command(packed, check_health=False)
            except Exception as error:
                await self._shut_mouth()
                self._note_loss(error)

    async def _open_mouth(self) -> Any:
        """A connection for announcements alone, on which Redis does not reply: nobody would read it."""
        connection = self._redis.connection_pool.make_connection()
        await connection.connect()
        await connection.send_command("CLIENT", "REPLY", "OFF")
        self._mouth = connection
        return connection

    async def _shut_mouth(self) -> None:
        connection, self._mouth = self._mouth, None
        if connection is not None:
            with suppress(Exception):
                await connection.disconnect(nowait=True)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._listening.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    await self._shut_mouth()  # from before it was away
                    await self._redis.connection_pool.disconnect()
                    await self._redis.ping()
                    self._note_return()
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._hear(channel))
                        both.create_task(self._ask_whether_it_is_there())
            except ExceptionGroup as errors:
                self._note_loss(errors.exceptions[0])
            except Exception as error:
                self._note_loss(error)
            self.is_connected = False
            await asyncio.sleep(_RETRY)

    async def _hear(self, channel: Any) -> None:
        """Take the announcements of other processes; our own come back too and are recognised by their beginning."""
        decoder, own = msgspec.json.Decoder(Announcement), msgspec.json.encode([self._origin])[:-1]
        async for message in channel.listen():
            self._has_heard = True
            if not message["data"].startswith(own):
                with suppress(msgspec.DecodeError):
                    self.hear(decoder.decode(message["data"]))

    async def _ask_whether_it_is_there(self) -> None:
        """Fail when Redis is silent and does not answer."""
        while True:
            self._has_heard = False
            await asyncio.sleep(_SILENCE)
            if not self._has_heard:
                await self._redis.ping()

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
