"""Reviews of finished games: what was luck, what was skill. docs/review.md says how the figures are found."""

from typing import Any, Literal

from msgspec import field

from sanssouci.server.messages.advice import ReasonView
from sanssouci.server.messages.words import Reply, Request

ReviewDepth = Literal["normal", "deeper"]
Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class FigureView(Reply):
    """An estimate, and its error at 95 % confidence."""

    value: float
    error: float


class WorthView(Reply):
    """What something is worth to a seat."""

    points: FigureView
    win: FigureView  # in shares of the win, 0 to 1


class ResultView(Reply):
    """How a seat ended."""

    points: float
    win: float


class AccountView(Reply):
    """What a seat's result is made of: expected + skill + others + all luck = result, exactly."""

    seat: int
    expected: WorthView  # at the start
    skill: WorthView  # its own decisions, beside those of the evaluation
    others: WorthView  # the decisions of the others
    luck: dict[str, WorthView]  # by source: boards, missions, cards, tiles, hidden
    result: ResultView
    cost: WorthView  # what its decisions cost beside the best moves
    luckiest: list[int] = field(default_factory=list)  # what gave it most: places in the review's `luck`


class JudgedView(Reply):
    """A move, what it was worth, and why."""

    move: str
    points: FigureView
    win: FigureView
    reasons: list[ReasonView]


class DecisionView(Reply):
    """A decision: what was played, what was best, and what the difference cost."""

    ply: int  # the number of decisions before it
    round: int  # 0 during the set-up
    seat: int
    played: JudgedView
    best: JudgedView
    cost: WorthView
    verdict: Verdict
    praise: list[str]
    as_good: bool = False  # the move played is the best one, or not worse as far as can be told
    why: list[ReasonView] = field(default_factory=list)  # what tells the best move from the one played


class DrawnView(Reply):
    """An event of chance, and what it gave to each seat."""

    ply: int
    round: int
    seat: int | None
    source: str
    values: list[str]
    gave: list[WorthView]


class MomentView(Reply):
    """What each seat could expect before a decision, or at the end."""

    ply: int
    round: int
    seat: int | None
    expected: list[WorthView]


class ReviewView(Reply):
    """A whole review."""

    engine: str  # the version of what computed it
    depth: ReviewDepth
    accounts: list[AccountView]
    decisions: list[DecisionView]
    luck: list[DrawnView]
    moments: list[MomentView]
    turning: list[int]  # plies after which another seat was ahead
    deciding: list[int]  # the plies of the three turns that changed most


class Reviewing(Reply):
    """A review, or how far it has come: ask again by its id."""

    id: str
    done: int  # steps
    total: int  # 0 while it waits for its turn
    review: ReviewView | None


class ReviewWish(Request):
    """How deep to go."""

    depth: ReviewDepth = "normal"


class RecordToReview(Request):
    """A record of a finished game; the review is kept, the record is not."""

    record: dict[str, Any]  # docs/record.md
    depth: ReviewDepth = "normal"
