"""Where a seat keeps its move in the making: bound to a ply, and worth nothing once the log goes on."""

import json
import time

from sanssouci.server.storage.rows import SeatRow
from sanssouci.server.storage.store import Store


class Drafts:
    """The steps that seats have chosen so far; nothing else reads or writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def steps(self, seat: SeatRow, ply: int) -> list[str]:
        """The steps kept for a seat at a ply; none if its draft was made at another."""
        kept = json.loads(seat.draft) if seat.draft else {}
        return list(kept["steps"]) if kept.get("ply") == ply else []

    async def keep(self, table_id: str, seat: int, holder: str | None, ply: int, steps: list[str]) -> None:
        """Keep the steps of a seat, as long as the holder still holds it."""
        draft = json.dumps({"ply": ply, "steps": steps})
        await self._store.change_seat(table_id, seat, only_of=holder, draft=draft, acted=time.time())

    async def forget(self, table_id: str, seat: int) -> None:
        """Forget the draft of a seat that its player has left."""
        await self._store.change_seat(table_id, seat, draft=None)
