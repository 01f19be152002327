"""Beside a real table: games that are followed there, tap by tap."""

from typing import Annotated, Literal

from msgspec import Meta, field

from sanssouci.server.messages.offers import BoxInfo
from sanssouci.server.messages.views import DraftView, GameView, TurnTold
from sanssouci.server.messages.words import (
    BoxId,
    ExpansionName,
    LineKey,
    Name,
    Reply,
    Request,
    SeatNumber,
    StepText,
    check_name,
)

EnteringSeat = Annotated[int, Meta(ge=-1, le=3, description="A seat; -1: nobody's cards are entered.")]
Place = Annotated[int, Meta(ge=0, le=10_000, description="The place of an entry.")]
EntryText = Annotated[str, Meta(min_length=1, max_length=40)]
EntryKind = Literal["garden", "side", "mission", "reward", "card", "tile", "turn"]


class NewFollowed(Request):
    """A game at a real table, to be followed from its beginning."""

    box: BoxId
    players: Annotated[int, Meta(ge=2, le=4)]
    expansions: Annotated[list[ExpansionName], Meta(max_length=8)] = field(default_factory=list)
    first: SeatNumber = 0
    eyes: EnteringSeat = -1  # the seat of whoever enters, whose own cards are entered too
    names: Annotated[list[Name], Meta(max_length=4)] | None = None
    key: LineKey | None = None  # the same key again: the same game, not another one

    def __post_init__(self) -> None:
        for name in self.names or ():
            check_name(name)


class Tap(Request):
    """One tap. Sent again with the same number and key, it counts once."""

    number: Annotated[int, Meta(ge=1, le=100_000)]  # one more than that of the last tap
    key: LineKey
    kind: Literal["enter", "undo", "correct", "show"]
    text: EntryText | None = None  # what is entered: a choice of the step at hand, or one of the options wanted
    place: Place | None = None  # to correct: the place of the entry
    seat: SeatNumber | None = None  # to show: whose missions


class Taps(Request):
    """Taps in their order; those made while the line was away come together."""

    taps: Annotated[list[Tap], Meta(min_length=1, max_length=50)]


class LookBack(Request):
    """The steps of another move in place of an earlier one; nothing is stored."""

    place: Place
    steps: Annotated[list[StepText], Meta(max_length=6)] = field(default_factory=list)


class WantedView(Reply):
    """What has to be entered next. The choices of a turn or a side are in the draft."""

    kind: EntryKind
    seat: int | None  # None for the first tiles of the display
    options: list[str]
    space: int | None  # where the tile lies that is wanted, as in `display`


class EntryView(Reply):
    """One event at the table, as it was entered."""

    kind: EntryKind
    seat: int | None
    text: str  # '?': nobody has seen it
    told: TurnTold | None  # what a turn or a side did


class FollowedView(Reply):
    """A followed game as it stands."""

    id: str
    number: int  # of the last tap
    box: BoxInfo
    expansions: list[str]
    names: list[str]  # empty ones for seats without a name
    first: int
    eyes: int
    entries: list[EntryView]
    wanted: WantedView | None  # None when the last turn has been played
    draft: DraftView | None  # the turn or side that is wanted
    view: GameView
    unknown: list[int]  # the seats whose missions are still to be shown
    dropped: int  # how many later entries the last tap, a correction, has made impossible


class FollowedLine(Reply):
    """One of the caller's followed games."""

    id: str
    box: str
    names: list[str]
    players: int
    expansions: list[str]
    turns: int
    over: bool
    created: float
    changed: float


class FollowedList(Reply):
    """The caller's followed games, the latest first."""

    games: list[FollowedLine]
