"""Announcements over Redis that survive its outages: reminders make up for the lost ones (`House.remind`)."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class PatientRedis(RedisChannelsPubSubBackend):
    """A backend that logs when Redis is down, and reconnects when it is back."""

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Announce something; if that fails, the reminders make up for it."""
        try:
            await super().publish(data, channels)
        except (RedisError, OSError) as error:
            logger.warning("Redis cannot be reached: %s", error)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """All announcements, for as long as the server runs."""
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except (RedisError, OSError) as error:
                logger.warning("Redis cannot be reached: %s", error)
            await asyncio.sleep(1)
