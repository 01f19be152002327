"""Ratings of games between people who want to be rated: which games count, and who beat whom.

docs/tables.md states the rules. A game is rated if all its seats belong to different people who wished for it before it
began, and its table was opened without hints and with a box of this server's. Whoever is not there at the end has lost
against all who are, unless they never came: a rematch begins without asking those who sat there.
"""

import asyncio
import logging
from dataclasses import replace
from itertools import permutations
from typing import Final

from sanssouci.server.errors import RefusalError
from sanssouci.server.glicko import after
from sanssouci.server.house import House
from sanssouci.server.presence import away_at
from sanssouci.server.storage.ratings import RatingStore, Scores
from sanssouci.server.storage.rows import TableRow

logger = logging.getLogger(__name__)

SWEEP: Final = 60.0  # seconds between searches for games that a process has left uncounted


class Ratings:
    """Marks games as rated when they begin, and counts them when they end."""

    def __init__(self, house: House, store: RatingStore) -> None:
        self.house = house
        self.store = store
        house.begun.append(self.begin)
        house.ended.append(self.count)

    async def begin(self, table_id: str) -> None:
        """Mark a game that has just begun as rated, if it is."""
        row = await self.house.row(table_id)
        if not row.options.hints and row.options.words is None and await self.store.begin(table_id):
            self.house.changed(table_id, "table")

    async def count(self, table_id: str) -> None:
        """Count a rated game that has ended."""
        row = await self.house.row(table_id)
        if row.rated != "open" or row.status not in ("over", "abandoned"):
            return
        began = await self.store.players(table_id)
        players = {seat: person for seat, person in began.items() if _has_come(row, seat)}
        if await self.store.count(table_id, await self._scores(row, players), after):
            self.house.changed(table_id, "table")

    async def watch(self) -> None:
        """Count the games that another process has left uncounted."""
        await self.house.kernel.wait()
        while True:
            for table_id in await self.store.due():
                try:
                    await self.count(table_id)
                except RefusalError:
                    logger.exception("the rated game of table %s cannot be counted", table_id)
            await asyncio.sleep(SWEEP)

    async def _scores(self, row: TableRow, players: dict[int, str]) -> Scores:
        there = {seat: _is_there(row, seat, person) for seat, person in players.items()}
        standing: dict[int, tuple[int, int]] = {}
        if row.status == "over":
            outcome = (await self.house.load(row)).begun().outcome()
            assert outcome is not None
            standing = {seat: (outcome.points[seat].total, outcome.gardeners[seat]) for seat in players}  # E5
        scores: dict[int, dict[int, float]] = {seat: {} for seat in players}
        for one, other in permutations(players, 2):
            if there[one] != there[other]:
                scores[one][other] = float(there[one])
            elif there[one] and standing:
                first, second = standing[one], standing[other]
                scores[one][other] = 0.5 if first == second else float(first > second)
        return scores


def _has_come(row: TableRow, seat: int) -> bool:
    """Whether a seat's player when the game began ever took part: asked for it, sat down, connected or moved.

    Being the host proves nothing: that role can be passed on to somebody who does not know of it.
    """
    found = row.seats[seat]
    return found.online_until > 0 or found.acted > row.created


def _is_there(row: TableRow, seat: int, person: str) -> bool:
    """Whether somebody who began a game is still playing when it ends."""
    found = row.seats[seat]
    if found.holder != person or found.replaced:
        return False
    if row.status == "over":
        return True
    away = away_at(replace(row, status="running"), found, row.changed)  # as it was when the game was abandoned
    return away is None or away > row.changed
