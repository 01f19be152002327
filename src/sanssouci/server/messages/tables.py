"""Tables and seats: opening them, sitting down, handing over."""

from typing import Annotated

from msgspec import Meta, field

from sanssouci.server.messages.errors import ErrorCode
from sanssouci.server.messages.offers import BoxInfo
from sanssouci.server.messages.words import (
    Audience,
    BoxId,
    ExpansionName,
    Key,
    Language,
    Level,
    Name,
    Reply,
    ReportReason,
    Request,
    SeatAction,
    SeatKind,
    SeatNumber,
    Seed,
    Status,
    TableAction,
    TableId,
    Text,
    Welcome,
    check_name,
)


class SeatRequest(Request):
    """Who takes a seat: someone at this screen, someone invited, or the computer."""

    kind: SeatKind
    name: Name | None = None
    level: Level | None = None  # of a computer; None for the default

    def __post_init__(self) -> None:
        check_name(self.name)


class ClockWish(Request):
    """How much time each player has: an amount for the whole game, and some for each turn, which may be days."""

    base: Annotated[int, Meta(ge=0, le=86_400)]  # seconds
    turn: Annotated[int, Meta(ge=5, le=1_209_600)]  # seconds; the rest is saved unless `base` is 0


class ClockInfo(Reply):
    """How much time each player has, in seconds: for the whole game, and for each turn."""

    base: int
    turn: int


class NewTable(Request):
    """A table to open. Seats go clockwise; the first in the list is seat 0."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    box: BoxId = "ravensburger"  # one of this server's, or the id of an owner's box
    expansions: Annotated[list[ExpansionName], Meta(max_length=16)] = field(default_factory=list)
    first: SeatNumber | None = None  # who starts; None lets chance decide
    listed: bool = False  # the same as the audience "anyone"
    audience: Audience | None = None  # who finds the table in the lobby, and may take an invited seat without a key
    salon: TableId | None = None  # with the audience "salon": whose members find the table; you are one of them
    welcome: Welcome = "anyone"
    language: Language | None = None  # that is spoken at the table
    clock: ClockWish | None = None
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0  # seconds between the moves of computers
    away: Annotated[int, Meta(ge=30, le=604_800)] = 300  # seconds until a computer may take an absent player's seat
    hints: bool = False  # whether players may ask for hints even when other people are playing
    seed: Seed | None = None  # fixes the luck; only if at most one seat is not a computer


class SeatInfo(Reply):
    """A seat as everybody may know it."""

    seat: int
    kind: SeatKind
    name: str  # empty while nobody has taken it
    level: str | None  # of the computer that plays here, even if only in a player's place
    taken: bool  # somebody, or a computer, plays here
    replaced: bool  # a computer plays in a player's place
    online: bool
    away_at: float | None  # when a computer may take over (seconds since 1970); None: not while this player is here
    left: bool  # its player has left during the game, and nobody has taken it since
    yours: bool
    host: bool  # its player opened the table
    rating: str | None  # in a rated game: its player's, when the game began or after it; '1500?' while it is a guess
    rating_change: int | None  # by this game, once it has been counted
    points: int | None  # in all, soon after the game has ended
    won: bool  # alone or with others; False until the points are known
    bank: float | None  # with a clock: the seconds it has beside those of its turn, as of the turn's beginning
    may: list[SeatAction]  # what the receiver may do with it


class TableInfo(Reply):
    """A table as the receiver may know it."""

    id: str
    status: Status
    box: str
    own_box: BoxInfo | None  # how the box looks if it is an owner's and not one of this server's
    expansions: list[str]
    first: int | None  # who starts; None until chance has decided
    listed: bool
    audience: Audience
    salon: str | None  # whose members find the table
    welcome: Welcome
    language: Language | None
    clock: ClockInfo | None
    due: float | None  # with a clock: when the time of whoever is to move runs out (seconds since 1970)
    pace: float
    away: int
    hints: bool
    seats: list[SeatInfo]
    host: bool  # the receiver opened the table
    may: list[TableAction]  # what the receiver may do here
    ply: int | None  # None before the game has begun
    to_move: int | None
    rated: bool  # the game counts for the ratings of its players
    undone: bool  # turns were taken back in this game
    chosen_seed: bool  # the luck was chosen, not drawn
    taken: bool  # a copy with all its secrets was taken along, or this is one
    seed: str | None  # the luck, once the game is over
    rematch: str | None  # the table of the rematch
    lesson: str | None  # taught here; 'game': a first game with a guide
    luck: str | None  # which others have too: a day, as 2026-11-18, or that of a twin game
    watching: int  # how many connections are without a seat
    created: float
    changed: float


class Invitation(Reply):
    """A key to a seat. The page /table/ID#KEY uses it."""

    seat: int
    key: str


class OpenedTable(Reply):
    """A newly opened table, with the keys to the invited seats."""

    table: TableInfo
    invitations: list[Invitation]


class TableList(Reply):
    """Several tables, the latest first."""

    tables: list[TableInfo]


class Sit(Request):
    """Take a seat: the one a key belongs to, or without a key a free seat at a listed table."""

    name: Name | None = None
    key: Key | None = None
    seat: SeatNumber | None = None

    def __post_init__(self) -> None:
        check_name(self.name)


class Invitee(Request):
    """Somebody who has been sent a key, or is about to send it, and wants to know what it is."""

    key: Key


class Invited(Reply):
    """What a key is to whoever asks."""

    seat: int | None  # the seat it opens; None: it has been used, or a fresh one has replaced it, or it never was one
    why: ErrorCode | None  # why the caller cannot sit down with it; None: nothing is in the way
    qr: str  # the link with this key as a picture: the address of an SVG, for `img`; empty if it opens nothing


class Best(Reply):
    """What somebody has reached in games with this box, its expansions and as many players, on a seat of their own.

    Games in which turns were taken back or the luck was chosen do not count.
    """

    counts: bool  # this game does
    points: int | None  # the most in their other games; None: there is none
    table: str | None  # where that was
    games: int  # how many there are besides this one


class HandOver(Request):
    """Let a computer play for a seat whose player is away, or for your own."""

    level: Level | None = None  # only for your own seat: nobody weakens another's stand-in


class Report(Request):
    """Tell the operator of the server about a player."""

    seat: SeatNumber
    reason: ReportReason
    text: Text | None = None
