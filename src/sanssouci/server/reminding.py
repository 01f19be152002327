"""Reminders: in a game by correspondence, whoever is to move and is away is told by their browser, if they wish.

Once when their turn has begun, and once more before their time runs out. All processes look; the database decides which
of them tells.
"""

import asyncio
import logging
import time
from http.client import HTTPException
from typing import Any, Final

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sanssouci.game.extras import is_installed
from sanssouci.server.caller import Caller, with_token
from sanssouci.server.errors import RefusalError, TooManyError
from sanssouci.server.house import House
from sanssouci.server.http import problems
from sanssouci.server.messages import Done, ForgetPush, NewPush
from sanssouci.server.pushing import Pusher, fault_of, new_key
from sanssouci.server.storage.facts import PUSH_KEY, agreed
from sanssouci.server.storage.pushes import Awaited, PushRow, PushStore
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.worded import box_at
from sanssouci.texts import Texts

logger = logging.getLogger(__name__)

_HOUR: Final = 3_600.0
_SOON: Final = 0.25  # the share of a turn's time that is left when the second reminder is sent


class Reminders:
    """Who wants to be reminded, and reminding them."""

    def __init__(self, house: House, store: PushStore) -> None:
        self.house = house
        self.store = store
        self._daily_rate = house.rates.of("daily_tables")
        self._pusher: Pusher | None = None

    async def prepare(self) -> None:
        """Find the key by which push services know this server; without the extra there are no reminders."""
        if is_installed("push"):
            pem = await agreed(self.store.engine, PUSH_KEY, new_key())
            hosts = self.house.settings.hosts
            self._pusher = Pusher(pem, f"https://{hosts[0]}" if hosts else "mailto:operator@localhost")
            self.house.push_key = self._pusher.public_key

    async def keep(self, holder: str, row: PushRow, address: str) -> None:
        """Remind somebody at a browser from now on."""
        if self._pusher is None:
            raise RefusalError("no_push", "this server sends no reminders: its extra `push` is not installed")
        if fault := fault_of(row, self.house.settings.push_services):
            raise RefusalError("no_push", fault)
        if await self.store.count(holder) >= self.house.settings.limits.pushes_of_holder:
            raise TooManyError("reminded", "too many of your browsers already get reminders")
        if not self._daily_rate.allows(address):
            raise TooManyError("new", "too many browsers at this address get reminders; come back tomorrow")
        await self.store.keep(holder, row)

    async def watch(self) -> None:
        """Look again and again for those who should be reminded."""
        while True:
            await asyncio.sleep(self.house.settings.reminder_seconds)
            if self._pusher is not None:
                await self.remind(time.time())

    async def remind(self, now: float) -> None:
        """Remind those who are to move, once for each reason."""
        for each in await self.store.awaited(now, since=now - self.house.settings.reminder_seconds):
            soon = each.due - now < _SOON * each.turn
            if await self.store.claim(each.table_id, each.ply, "soon" if soon else "turn"):
                row = await self.house.row(each.table_id)
                for browser in await self.store.of(each.holder):
                    await self._tell(browser, _told(row, each, browser.language, each.due - now if soon else None))

    async def _tell(self, browser: PushRow, told: dict[str, Any]) -> None:
        assert self._pusher is not None
        try:
            if not await asyncio.to_thread(self._pusher.push, browser, told):
                await self.store.drop(browser.endpoint)
        except (OSError, HTTPException, ValueError) as error:  # it is away: the page tells them when they come
            logger.warning("a reminder could not be sent: %s", error)


def _told(row: TableRow, awaited: Awaited, language: str, left: float | None) -> dict[str, Any]:
    texts = Texts(language, box_at(row))
    names = ", ".join(seat.name for seat in row.seats if seat.seat != awaited.seat and seat.name)
    if left is None:
        body = texts("push.turn", names=names)
    else:
        body = texts("push.soon", names=names, time=texts("web.hours", count=max(1, round(left / _HOUR))))
    return {"title": "Sanssouci", "body": body, "table": row.id}


class PushController(Controller):
    """Reminders over HTTP."""

    path = "/api/push"
    tags = ("you",)

    @post("/", status_code=200, responses=problems(409, 429), operation_id="remindMe")
    async def keep(
        self, data: JSONBody[NewPush], reminders: NamedDependency[Reminders], caller: NamedDependency[Caller]
    ) -> Response[Done]:
        """Be reminded at this browser when it is your turn in a game by correspondence, and you are away."""
        identity = caller.known()
        browser = PushRow(data.endpoint, data.key, data.auth, data.language)
        await reminders.keep(identity.holder, browser, caller.address)
        return with_token(Done(), caller, identity)

    @post("/forget", status_code=200, responses=problems(), operation_id="forgetPush")
    async def forget(
        self, data: JSONBody[ForgetPush], reminders: NamedDependency[Reminders], caller: NamedDependency[Caller]
    ) -> Done:
        """Be reminded at this browser no more."""
        await reminders.store.drop(data.endpoint, only_of=caller.holder or "")
        return Done()
