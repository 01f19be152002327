"""Who is connected: to which table, on which seats."""

import time
from collections import Counter
from typing import Final

from sanssouci.server.storage.rows import SeatRow, TableRow

HEARTBEAT: Final = 15.0  # seconds between a connection's signs of life
GRACE: Final = 40.0  # seconds that a sign of life counts for


class Presence:
    """The connections of this process."""

    def __init__(self) -> None:
        self.seats: Counter[tuple[str, int]] = Counter()  # connections by table and seat
        self.watchers: Counter[str] = Counter()  # connections without a seat, by table
        self.of_table: Counter[str] = Counter()
        self.of_address: Counter[str] = Counter()

    def is_here(self, table_id: str, seat: int) -> bool:
        """Whether the player of a seat is connected to this process."""
        return self.seats[table_id, seat] > 0

    @property
    def held(self) -> list[tuple[str, int]]:
        """All seats whose players are connected to this process."""
        return [held for held, count in self.seats.items() if count > 0]


def is_online(seat: SeatRow, now: float) -> bool:
    """Whether a seat's player was connected a moment ago."""
    return seat.holder is not None and seat.online_until > now


def away_at(row: TableRow, seat: SeatRow, now: float | None = None) -> float | None:
    """When a computer may take over a seat whose player is gone or keeps everybody waiting. None: not now."""
    now = time.time() if now is None else now
    if row.status != "running" or seat.is_computer:
        return None
    if seat.holder is None:
        return 0.0  # its player has left
    since = []
    if row.to_move == seat.seat:
        since.append(max(seat.acted, row.moved))  # only a move ends a turn: looking around does not prolong it
    if not is_online(seat, now):
        since.append(max(seat.acted, seat.online_until))
    return min(since) + row.options.away if since else None
