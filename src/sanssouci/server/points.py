"""The points of finished games: noted when a game ends, and compared with what somebody has reached before."""

import asyncio
import logging
import time
from typing import Final

from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.messages import Best
from sanssouci.server.permissions import check_own
from sanssouci.server.storage.points import PointStore

logger = logging.getLogger(__name__)

_SWEEP: Final = 60.0  # seconds between searches for games whose points a process has left unnoted
_LATE: Final = 3_600.0  # seconds: a game that ended longer ago has been found by an earlier search


class PointsKeeper:
    """Notes the points of games when they end, and finds somebody's best."""

    def __init__(self, house: House, store: PointStore) -> None:
        self.house = house
        self.store = store
        house.ended.append(self.note)

    async def note(self, table_id: str) -> None:
        """Note the points of a game that has ended."""
        row = await self.house.row(table_id)
        if row.status != "over":
            return
        outcome = (await self.house.load(row)).begun().outcome()
        assert outcome is not None
        found = {seat: (points.total, seat in outcome.winners) for seat, points in enumerate(outcome.points)}
        await self.store.note(table_id, found)
        self.house.changed(table_id, "table")

    async def watch(self) -> None:
        """Note the points of games that ended under an older version, or that another process has left unnoted."""
        await self.house.kernel.wait()
        since, unreadable = 0.0, set[str]()
        while True:
            now = time.time()
            due = await self.store.due(since, but=unreadable)
            for table_id in due:
                try:
                    await self.note(table_id)
                except RefusalError:
                    unreadable.add(table_id)
                    logger.exception("the points of table %s cannot be noted", table_id)
                await asyncio.sleep(0.05)  # others have something to do too
            if not due:
                since = now - _LATE
                await asyncio.sleep(_SWEEP)

    async def best(self, table_id: str, seat: int, holder: str | None) -> Best:
        """What the player of a seat has reached in other games like this one."""
        row = await self.house.row(table_id)
        check_own(row, holder, seat)
        assert holder is not None
        if row.status != "over":
            raise RefusalError("not_over", "the game is not over")
        finished = await self.store.comparable(row, holder)
        others = [each for each in finished if each.table_id != table_id]
        highest = max(others, key=lambda each: each.points, default=None)
        alone = row.seats_of(holder) == (seat,) and not row.seats[seat].replaced
        return Best(
            counts=alone and not row.undone and not row.options.chosen_seed,
            points=None if highest is None else highest.points,
            table=None if highest is None else highest.table_id,
            games=len(others),
        )
