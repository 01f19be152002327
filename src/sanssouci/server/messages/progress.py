"""One's own progress: what became of one's games, box by box."""

from sanssouci.server.messages.words import Reply


class JudgedGame(Reply):
    """What a review says of one's decisions in a game."""

    decisions: int
    points: float  # what they cost beside the best moves, all together
    win: float
    luck: float  # in points


class ProgressGame(Reply):
    """A game that counts."""

    id: str
    at: float  # when it ended
    against: str  # the strongest computer by its level, or 'people'
    points: int
    won: bool
    sources: dict[str, int]  # points by source, as in `points` of views
    judged: JudgedGame | None  # None: there is no review


class WinsAgainst(Reply):
    """Games against one kind of opponent."""

    against: str
    games: int
    won: int


class MistakeKind(Reply):
    """What one misses, how often, and what it has cost."""

    kind: str
    count: int
    points: float
    win: float


class BoxProgress(Reply):
    """One's games with a box."""

    box: str
    games: list[ProgressGame]  # the oldest first
    wins: list[WinsAgainst]  # the weakest opponents first, people last
    reviewed: int  # games
    decisions: int  # in these
    points: float | None  # what a decision cost on average; None without a review
    win: float | None
    mistakes: list[MistakeKind]  # the dearest first


class ProgressView(Reply):
    """Your progress."""

    boxes: list[BoxProgress]  # the one played last first
    uncounted: int  # finished games that do not count: not played alone or to the end, taken back, with chosen luck
