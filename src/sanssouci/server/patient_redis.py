"""Announcements over Redis that outlive an outage of it: lost ones are made up for by reminders (`House.remind`)."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class PatientRedis(RedisChannelsPubSubBackend):
    """Says that Redis is away, and comes back when it does."""

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Announce something; what cannot be announced is left to the reminders."""
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
