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
    Step,
    StepText,
    check_name,
)

EnteringSeat = Annotated[int, Meta(ge=-1, le=3, description="A seat; -1: nobody's cards are entered.")]
Place = Annotated[int, Meta(ge=0, le=10_000, description="The place of an entry.")]
EntryText = Annotated[str, Meta(min_length=1, max_length=40)]
LaidPart = Literal[
    "garden", "reward", "square", "noble", "piece", "mission", "score", "discard", "hand", "tile", "turns"
]
Purpose = Literal["follow", "count", "ask"]
LaidPurpose = Literal["count", "ask"]  # the end of a game, to be counted; a position, for advice
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
    kind: Literal["enter", "undo", "correct", "show", "put"]
    text: EntryText | None = None  # what is entered: a choice of the step at hand, or one of the options wanted
    place: Place | None = None  # to correct: the place of the entry
    seat: SeatNumber | None = None  # to show: whose missions; to put: before whom
    part: LaidPart | None = None  # to put: what it is
    where: Annotated[str, Meta(max_length=40)] | None = None  # to put: its square, column, card or space


class Taps(Request):
    """Taps in their order; those made while the connection was lost come together."""

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


class AheadStep(Reply):
    """Something that can be tapped before the present turn is over, and what each tap leads to."""

    step: Step | None  # the decision; None: what chance brings is `wanted`
    piece: str | None  # what would go to a square, as in a choice
    wanted: WantedView | None
    texts: list[str]  # what can be tapped; the lists below go with it
    gained: list[int]  # the points that each brings immediately
    turned: list[str]  # the tiles among them that will be turned over
    next: list[int]  # what each leads to, by its place in the list of steps; -1: only the server knows


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
    ahead: list[AheadStep]  # what can be tapped in this turn without a connection; the first is what is wanted now
    # While a garden or reward board is wanted: what is on each side of all boards of that kind; empty otherwise.
    gardens: dict[str, list[str]]  # by board and side: the squares printed there
    rewards: dict[str, dict[str, str]]  # by board and side: the marks by square


class FollowedLine(Reply):
    """One of the caller's followed games or laid tables."""

    id: str
    purpose: Purpose
    box: str
    names: list[str]
    players: int
    expansions: list[str]
    turns: int
    over: bool
    created: float
    changed: float


class FollowedList(Reply):
    """The caller's followed games and laid tables, the latest first."""

    games: list[FollowedLine]


class NewLaid(NewFollowed):
    """A table that is laid out by hand."""

    purpose: LaidPurpose = "count"


class LayOut(Request):
    """The table of a followed game is to be laid out as it stands."""

    purpose: LaidPurpose
    key: LineKey | None = None  # the same key again: the same table, not another one


class LaidBoards(Reply):
    """The boards before one player; None where none was entered yet."""

    garden: str | None
    reward: str | None


class LaidFault(Reply):
    """Something at a laid table that is not right yet."""

    key: str | None  # the text `fault.KEY`; None if there is none
    message: str  # the same in English
    values: dict[str, int | str]  # for the text
    seat: int | None
    open: bool  # something is still to be entered; otherwise it cannot be as it is


class LaidView(Reply):
    """A table laid out by hand, as far as it goes."""

    id: str
    number: int  # of the last tap
    purpose: LaidPurpose
    box: BoxInfo
    expansions: list[str]
    names: list[str]  # empty ones for seats without a name
    first: int
    eyes: int
    gardens: dict[str, list[str]]  # by board and side: the squares printed there
    rewards: dict[str, dict[str, str]]  # by board and side: the marks by square; empty without this expansion
    pieces: list[str]  # the expansions that have put a piece into every garden
    boards: list[LaidBoards]  # by seat, as all that follows
    scores: list[int | None]
    played: list[int]  # turns
    under: list[dict[str, str]]  # by the square of a gardener: the structure of its tile, where it was named
    hidden: int  # gardeners on tiles that nobody has named
    faults: list[LaidFault]
    whole: bool  # nothing is missing or wrong
    view: GameView  # for drawing while it is not whole


class WalkView(Reply):
    """A square, for the noble of its column."""

    square: str
    points: int  # what ending a walk there scores
    path: list[str]  # which way; empty if the noble may not end there
    rule: str | None  # the rule that forbids it
    reason: str | None  # why, as a key of the texts: `reason.…`


class Walks(Reply):
    """Where the nobles of a seat may walk, square by square."""

    seat: int
    walks: list[WalkView]
