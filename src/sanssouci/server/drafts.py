"""Where a seat's unfinished move is stored: tied to a ply, and void once the log has moved on."""

import json

from sanssouci.server.storage.rows import SeatRow
from sanssouci.server.storage.store import Store


class Drafts:
    """The steps that seats have chosen so far; only this class reads or writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def steps(self, seat: SeatRow, ply: int) -> list[str]:
        """The steps stored for a seat at a ply; empty if its draft belongs to another ply."""
        kept = json.loads(seat.draft) if seat.draft else {}
        return list(kept["steps"]) if kept.get("ply") == ply else []

    async def keep(self, table_id: str, seat: int, holder: str | None, ply: int, steps: list[str]) -> None:
        """Store the steps of a seat, provided the holder still holds it."""
        draft = json.dumps({"ply": ply, "steps": steps})
        await self._store.change_seat(table_id, seat, only_of=holder, draft=draft)

    async def forget(self, table_id: str, seat: int) -> None:
        """Delete the draft of a seat whose player has left."""
        await self._store.change_seat(table_id, seat, draft=None)
