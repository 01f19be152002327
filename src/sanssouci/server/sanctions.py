"""Order in the house: who is banned or muted, from where people come, and reports about players.

An operator decides with `sanssouci admin`, which writes into the database; every process reads it again every
second, so that asking costs nothing.
"""

import asyncio
import time
from datetime import UTC, datetime
from typing import Final

from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.messages import Report
from sanssouci.server.permissions import check_seat
from sanssouci.server.rates import Rates
from sanssouci.server.storage.moderation import ModerationStore, Sanction
from sanssouci.server.storage.rows import TableRow

REREAD: Final = 1.0  # seconds
_VISITS_KEPT: Final = 30 * 86_400.0  # seconds
_BETWEEN: Final = 3600  # readings of the database before old visits are forgotten again


class Sanctions:
    """The bans and mutes that hold now, as this process knows them."""

    def __init__(self, store: ModerationStore, rates: Rates) -> None:
        self.store = store
        self._rates = rates
        self._found: dict[tuple[str, str], Sanction] = {}  # by kind and subject

    async def watch(self) -> None:
        """Read again and again what operators have decided, and forget old visits."""
        while True:
            await self.store.forget_visits(time.time() - _VISITS_KEPT)
            for _ in range(_BETWEEN):
                await self.read()
                await asyncio.sleep(REREAD)

    async def read(self) -> None:
        """Read what operators have decided."""
        self._found = {(each.kind, each.subject): each for each in await self.store.sanctions(time.time())}

    def check_ban(self, holder: str | None, address: str | None) -> None:
        """Refuse whoever is banned."""
        if (found := self._of("ban", holder, address)) is not None:
            raise RefusalError("banned", f"you are banned from this server {_until(found)}")

    def is_banned(self, holder: str) -> bool:
        """Whether somebody is banned now."""
        return self._of("ban", holder) is not None

    def check_talk(self, holder: str | None, address: str | None) -> None:
        """Refuse to pass on what somebody muted says."""
        if (found := self._of("mute", holder, address)) is not None:
            raise RefusalError("muted", f"you may not talk here {_until(found)}")

    def _of(self, kind: str, *subjects: str | None) -> Sanction | None:
        if not self._found:
            return None
        now = time.time()
        for subject in subjects:
            found = None if subject is None else self._found.get((kind, subject))
            if found is not None and (found.until is None or found.until > now):
                return found
        return None

    async def report(self, row: TableRow, caller: Caller, report: Report) -> None:
        """Store what somebody reports about another player."""
        seat = check_seat("report", row, caller.holder, report.seat)
        if not self._rates.of("reports").allows(caller.address):  # a cookie is easily changed
            raise RefusalError("too_fast", "too many reports; wait a while")
        subject = seat.holder or seat.left_by
        assert subject is not None
        await self.store.report(
            row.id,
            seat=seat.seat,
            subject=subject,
            name=seat.name,
            reporter=caller.holder,
            reason=report.reason,
            text=report.text or "",
        )


def _until(sanction: Sanction) -> str:
    if sanction.until is None:
        return "for good"
    return f"until {datetime.fromtimestamp(sanction.until, UTC):%Y-%m-%d %H:%M} UTC"
