"""What comes out of the database, as plain objects."""

import hashlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as dawn
from typing import Any, Final

import msgspec

from sanssouci.box.expansions import ALL_NAMES
from sanssouci.server.messages import Audience, Language, SeatKind, Status, Welcome

UNFINISHED: Final = ("waiting", "running")  # a table's status before its game is over, or abandoned
_MOST_HANDS: Final = 20  # people who may hold a seat in one game


class ClockOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The seconds that each player has: for the whole game, and for each turn."""

    base: int
    turn: int


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the host chose, as stored."""

    expansions: list[str]
    first: int | None
    pace: float
    away: int
    hints: bool
    chosen_seed: bool
    welcome: Welcome = "anyone"
    language: Language | None = None
    clock: ClockOptions | None = None
    lesson: str | None = None  # taught at this table; 'game': a first game with a guide
    puzzle: str | None = None  # tried at this table
    luck: str | None = None  # which others have too: a day, or that of a twin game
    start: str | None = None  # the position that the game begins from, in notation
    salon: str | None = None  # whose members find this table
    words: str | None = None  # of an owner's box, as JSON; see worded.py
    kept_out: tuple[str, ...] = ()  # whom the host has removed, by marks that tell nothing elsewhere


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
    points: int | None = None
    won: bool | None = None
    bank: float | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer moves for this seat now."""
        return self.kind == "computer" or self.replaced

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a computer, plays here."""
        return self.holder is not None or self.is_computer

    def takes(self, holder: str) -> bool:
        """Whether one more person may take it: it remembers all who have seen its cards, and that list must end."""
        return holder in self.known_to or len(self.known_to) < _MOST_HANDS

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
    taken: bool | None = None
    audience: Audience | None = None
    due: float | None = None
    friends: frozenset[str] = frozenset()  # who has played with the host before, or is in the salon, if that matters

    @property
    def open_to(self) -> Audience:
        """Who may take a free seat without a key."""
        return self.audience or ("anyone" if self.listed else "link")

    def welcomes(self, holder: str | None) -> bool:
        """Whether somebody may see the table in the lobby, and take a free seat there."""
        if self.keeps_out(holder):
            return False
        return self.open_to == "anyone" or (self.open_to in ("friends", "salon") and holder in self.friends)

    def mark_of(self, holder: str) -> str:
        """By what the table remembers somebody whom its host has removed."""
        return hashlib.sha256(f"{self.id} {holder}".encode()).hexdigest()[:16]

    def keeps_out(self, holder: str | None) -> bool:
        """Whether the host has removed somebody, who then needs a key to sit down."""
        return bool(self.options.kept_out) and holder is not None and self.mark_of(holder) in self.options.kept_out

    def bank_of(self, seat: SeatRow) -> float | None:
        """The seconds that a seat has beside those of its turn, as of the turn's beginning; None without a clock."""
        clock = self.options.clock
        if clock is None or seat.kind == "computer":
            return None
        return float(clock.base) if seat.bank is None else seat.bank

    @property
    def runs_out(self) -> float | None:
        """When the time of whoever is to move runs out; None without a clock, and while a computer is to move."""
        clock = self.options.clock
        if clock is None or self.status != "running" or self.to_move is None or self.is_computers_turn:
            return None
        return self.moved + (self.bank_of(self.seats[self.to_move]) or 0.0) + clock.turn

    def bank_after(self, seat: SeatRow, at: float) -> float | None:
        """The time left to a seat after a move at a given moment. A stand-in's moves cost time too, but gain none.

        Where there is time for turns alone, such as some days for each, none of it is saved up for later turns.
        """
        bank, clock = self.bank_of(seat), self.options.clock
        if bank is None or clock is None:
            return None
        if clock.base == 0:
            return 0.0
        left = max(0.0, bank + clock.turn - (at - self.moved))
        return min(left, bank) if seat.replaced else left

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

    @property
    def is_taught(self) -> bool:
        """Whether a lesson plays for the other seat, in place of a computer."""
        return self.options.start is not None

    def is_closed(self, now: float) -> bool:
        """Whether only those who play may see the game: others are yet to play with the same luck."""
        luck = self.options.luck
        return luck is not None and now < end_of_day(luck)

    def name_of(self, holder: str) -> str:
        """What somebody calls themselves at this table; empty if they do not say or do not sit here."""
        return next((seat.name for seat in self.seats if seat.holder == holder), "")

    @property
    def others_are_computers(self) -> bool:
        """Whether at most one seat belongs to a person."""
        return sum(seat.kind != "computer" for seat in self.seats) <= 1


def end_of_day(luck: str) -> float:
    """When a day is over, in seconds since 1970; a twin game never is, for those who do not play it."""
    try:
        return datetime.combine(date.fromisoformat(luck) + timedelta(days=1), dawn(), UTC).timestamp()
    except ValueError:
        return float("inf")


def is_fair(seats: Iterable[SeatRow], wanted: SeatRow, holder: str) -> bool:
    """Whether somebody may play a seat without anybody at the table knowing the cards of two players.

    Neither may another player have seen the cards of the wanted seat, nor the newcomer those of another player.
    """
    others = [seat for seat in seats if seat.holder not in (None, holder)]
    return not any(seat.holder in wanted.known_to or holder in seat.known_to for seat in others)


def may_hold(seats: Sequence[SeatRow], wanted: SeatRow, holder: str) -> bool:
    """Whether somebody may take an open seat: one for each, except that players at one screen take theirs back."""
    is_own = wanted.kind == "here" and holder in wanted.known_to
    is_free = wanted.takes(holder) and (is_own or all(seat.holder != holder for seat in seats))
    return is_free and is_fair(seats, wanted, holder)


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


def read_table(row: Any, seats: list[Any], friends: frozenset[str] = frozenset()) -> TableRow:
    """A row of `tables` with its rows of `seats`, and who has played with its host before."""
    fields = dict(row._mapping)
    fields["box"] = sys.intern(fields["box"])  # most tables have the same
    fields["options"] = read_options(fields["options"])
    return TableRow(**fields, friends=friends, seats=tuple(sorted(map(read_seat, seats), key=lambda seat: seat.seat)))
