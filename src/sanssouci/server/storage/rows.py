"""What comes out of the database, as plain objects."""

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

    @property
    def is_computer(self) -> bool:
        """Whether a computer moves for this seat now."""
        return self.kind == "computer" or self.replaced

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a computer, plays here."""
        return self.holder is not None or self.is_computer


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table as stored, with its seats but without its log."""

    id: str
    created: float
    changed: float
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
    seats: tuple[SeatRow, ...]

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        return tuple(seat.seat for seat in self.seats if holder is not None and seat.holder == holder)

    @property
    def others_are_computers(self) -> bool:
        """Whether at most one seat belongs to a person."""
        return sum(seat.kind != "computer" for seat in self.seats) <= 1


def read_options(text: str) -> Options:
    """The options of a table; older tables store a yes or no for each expansion."""
    kept = msgspec.json.decode(text)
    kept.setdefault("expansions", [name for name in ALL_NAMES if kept.get(name)])
    return msgspec.convert(kept, Options)


def read_table(row: Any, seats: list[Any]) -> TableRow:
    """A row of `tables` with its rows of `seats`."""
    fields = dict(row._mapping)
    fields["options"] = read_options(fields["options"])
    ordered = sorted((dict(seat._mapping) for seat in seats), key=lambda seat: int(seat["seat"]))
    for seat in ordered:
        del seat["table_id"]
    return TableRow(**fields, seats=tuple(SeatRow(**seat) for seat in ordered))
