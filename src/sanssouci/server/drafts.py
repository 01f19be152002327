"""Where a seat's unfinished move is kept: tied to a ply, and void once the log has moved on.

A draft is in memory at once, and in the database a moment later, together with everybody else's, without waiting for
the disk. So it survives a reload, also through another process, and a turn that is played quickly leaves no trace.
"""

import json
import time
from collections import OrderedDict
from typing import Final, NamedTuple

from sanssouci.server.storage.rows import SeatRow
from sanssouci.server.storage.store import Store

_MOST: Final = 10_000  # drafts in memory


class _Kept(NamedTuple):
    holder: str
    ply: int
    steps: list[str]
    at: float


class Drafts:
    """The steps that seats have chosen so far; only this class reads or writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._unwritten: set[tuple[str, int]] = set()

    def steps(self, table_id: str, seat: SeatRow, ply: int) -> list[str]:
        """The steps kept for a seat at a ply; empty if its draft belongs to another ply."""
        stored = json.loads(seat.draft) if seat.draft else {}
        kept = self._kept.get((table_id, seat.seat))
        if kept is not None and (kept.holder, kept.ply) == (seat.holder, ply) and kept.at >= stored.get("at", 0.0):
            return kept.steps
        return list(stored["steps"]) if stored.get("ply") == ply else []

    def keep(self, table_id: str, seat: int, holder: str, ply: int, steps: list[str]) -> None:
        """Keep the steps of a seat; `write` stores them."""
        self._kept[table_id, seat] = _Kept(holder, ply, steps, time.time())
        self._kept.move_to_end((table_id, seat))
        self._unwritten.add((table_id, seat))
        while len(self._kept) > _MOST:
            old, _ = self._kept.popitem(last=False)
            self._unwritten.discard(old)

    def drop(self, table_id: str, seat: int | None) -> None:
        """Drop a draft that has been played."""
        if seat is not None:
            self._kept.pop((table_id, seat), None)
            self._unwritten.discard((table_id, seat))

    async def forget(self, table_id: str, seat: int) -> None:
        """Delete the draft of a seat whose player has left."""
        self.drop(table_id, seat)
        await self._store.forget_draft(table_id, seat)

    async def write(self) -> set[tuple[str, int]]:
        """Store the drafts that have changed since the last time; returns the tables and seats they belong to."""
        if not self._unwritten:
            return set()
        drafts = {}
        for place in self._unwritten:
            kept = self._kept[place]
            text = json.dumps({"ply": kept.ply, "steps": kept.steps, "at": kept.at})
            drafts[place] = (kept.holder, text)
        self._unwritten.clear()
        try:
            await self._store.keep_drafts(drafts)
        except BaseException:
            self._unwritten |= drafts.keys() & self._kept.keys()
            raise
        return set(drafts)
