"""What comes out of the database, as plain objects."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sanssouci.box.expansions import ALL_NAMES
from sanssouci.server.messages import SeatKind, Status


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the host chose, as stored."""

    expansions: list[str]
    first: int | None
    pace: float
    away: int
    hints: bool
    chosen_seed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat as stored."""

    seat: int
    kind: SeatKind
    name: str
    holder: str | None
    level: str | None
    replaced: bool
    online_until: float
    acted: float
    draft: str | None
    known_to: tuple[str, ...] = ()
    left_by: str | None = None
    rating: str | None = None
    rating_change: int | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer moves for this seat now."""
        return self.kind == "computer" or self.replaced

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a computer, plays here."""
        return self.holder is not None or self.is_computer

    @property
    def left(self) -> dict[str, Any]:
        """What changes when its player gets up during a game: nobody holds it, and the player has seen its cards."""
        assert self.holder is not None
        known = dict.fromkeys((*self.known_to, self.holder))
        return {"holder": None, "left_by": self.holder, "known_to": " ".join(known)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table as stored, with its seats but without its log."""

    id: str
    created: float
    changed: float
    moved: float
    status: Status
    box: str
    options: Options
    listed: bool
    seed: str
    host: str
    ply: int
    first: int | None
    to_move: int | None
    undone: bool
    rematch: str | None
    version: int
    seats: tuple[SeatRow, ...]
    rated: str | None = None

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        return tuple(seat.seat for seat in self.seats if holder is not None and seat.holder == holder)

    def concerns(self, holder: str | None) -> bool:
        """Whether somebody opened this table, or plays or has played at it."""
        return holder is not None and (
            holder == self.host
            or any(holder in (seat.holder, seat.left_by) or holder in seat.known_to for seat in self.seats)
        )

    @property
    def is_computers_turn(self) -> bool:
        """Whether a computer has to move."""
        return self.status == "running" and self.to_move is not None and self.seats[self.to_move].is_computer

    def name_of(self, holder: str) -> str:
        """What somebody calls themselves at this table; empty if they do not say or do not sit here."""
        return next((seat.name for seat in self.seats if seat.holder == holder), "")

    @property
    def others_are_computers(self) -> bool:
        """Whether at most one seat belongs to a person."""
        return sum(seat.kind != "computer" for seat in self.seats) <= 1


def is_fair(seats: Iterable[SeatRow], wanted: SeatRow, holder: str) -> bool:
    """Whether somebody may play a seat without anybody at the table knowing the cards of two players.

    Neither may another player have seen the cards of the wanted seat, nor the newcomer those of another player.
    """
    others = [seat for seat in seats if seat.holder not in (None, holder)]
    return not any(seat.holder in wanted.known_to or holder in seat.known_to for seat in others)


def may_hold(seats: Sequence[SeatRow], wanted: SeatRow, holder: str) -> bool:
    """Whether somebody may take an open seat: one for each, except that players at one screen take theirs back."""
    is_own = wanted.kind == "here" and holder in wanted.known_to
    return (is_own or all(seat.holder != holder for seat in seats)) and is_fair(seats, wanted, holder)


def read_seat(row: Any) -> SeatRow:
    """A row of `seats`."""
    fields = dict(row._mapping)
    del fields["table_id"]
    fields["known_to"] = tuple(fields["known_to"].split())
    return SeatRow(**fields)


def read_options(text: str) -> Options:
    """The options of a table; older tables store a yes or no for each expansion."""
    kept = msgspec.json.decode(text)
    kept.setdefault("expansions", [name for name in ALL_NAMES if kept.get(name)])
    return msgspec.convert(kept, Options)


def read_table(row: Any, seats: list[Any]) -> TableRow:
    """A row of `tables` with its rows of `seats`."""
    fields = dict(row._mapping)
    fields["box"] = sys.intern(fields["box"])  # most tables have the same
    fields["options"] = read_options(fields["options"])
    return TableRow(**fields, seats=tuple(sorted(map(read_seat, seats), key=lambda seat: seat.seat)))
