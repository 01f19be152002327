"""Who is connected: to which table, on which seats."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from sanssouci.server.storage.rows import SeatRow, TableRow

HEARTBEAT: Final = 15.0  # seconds between a process's signs of life for its connections
GRACE: Final = 40.0  # seconds that a sign of life counts for
HERE: Final = float("inf")  # until when somebody connected to this process counts as online, in its memory


class Presence:
    """The connections of this process."""

    def __init__(self) -> None:
        self.seats: Counter[tuple[str, int]] = Counter()  # connections by table and seat
        self.unwritten: dict[tuple[str, int], float] = {}  # seats whose players have come or gone: online until when

    def is_here(self, table_id: str, seat: int) -> bool:
        """Whether the player of a seat is connected to this process."""
        return (table_id, seat) in self.seats

    def arrive(self, table_id: str, seats: Iterable[int]) -> list[int]:
        """Count a connection that holds some seats; returns those that were not connected before."""
        came = [seat for seat in seats if not self.is_here(table_id, seat)]
        self.seats.update((table_id, seat) for seat in seats)
        self.unwritten |= dict.fromkeys(((table_id, seat) for seat in came), time.time() + GRACE)
        return came

    def depart(self, table_id: str, seats: Iterable[int]) -> list[int]:
        """Stop counting a connection; returns the seats that are no longer connected."""
        for seat in seats:
            _discount(self.seats, (table_id, seat))
        went = [seat for seat in seats if not self.is_here(table_id, seat)]
        self.unwritten |= dict.fromkeys(((table_id, seat) for seat in went), time.time())
        return went

    def overlay(self, row: TableRow) -> TableRow:
        """A row from the database, with what this process knows better."""
        if not any(self.is_here(row.id, seat.seat) for seat in row.seats):
            return row
        seats = tuple(
            replace(seat, online_until=HERE) if self.is_here(row.id, seat.seat) else seat for seat in row.seats
        )
        return replace(row, seats=seats)

    @property
    def held(self) -> list[tuple[str, int]]:
        """All seats whose players are connected to this process."""
        return [*self.seats]


def _discount(counter: "Counter[Any]", key: object) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


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
    if row.options.clock is not None:
        return row.runs_out if row.to_move == seat.seat else None
    since = []
    if row.to_move == seat.seat:
        since.append(max(seat.acted, row.moved))  # only a move ends a turn: looking around does not prolong it
    if not is_online(seat, now):
        since.append(max(seat.acted, seat.online_until))
    return min(since) + row.options.away if since else None


def gone_at(row: TableRow, seat: SeatRow) -> float | None:
    """When a player will have been disconnected for as long as players may be away. None: not now.

    With a clock they have as long for a move as it says, and only whoever has handed over to a computer can be gone.
    """
    if row.status != "running" or seat.holder is None or (row.options.clock is not None and not seat.replaced):
        return None
    return max(seat.acted, seat.online_until) + row.options.away
