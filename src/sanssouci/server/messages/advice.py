"""Hints and counts: help for a seat, from what it sees."""

from sanssouci.server.messages.words import Reply


class ReasonView(Reply):
    """Why a move is good or bad: the text `advice.KEY` with these values."""

    key: str
    values: dict[str, int | str]


class HintView(Reply):
    """One of the best moves, and what to expect of it."""

    move: str  # in notation
    steps: list[str]  # the same move as the steps of a draft, to send with `steps`
    points: float  # expected at the end of the game
    win: float  # the chance, 0 to 1; a shared victory counts as its share
    error: float  # the standard error of `win`
    rough: bool  # given up early and tried out less often than the first: its figures do not compare with that one's
    reasons: list[ReasonView]  # the weightiest first


class Hints(Reply):
    """The best moves of a seat, the best first: at most five."""

    seat: int
    ply: int
    hints: list[HintView]


class Counts(Reply):
    """What a careful player could have counted."""

    seat: int
    ply: int
    cards: list[dict[str, int]]  # by seat: the cards not yet discarded, in hand or in the pile
    tiles: dict[str, int]  # by structure: tiles in the bag
    absent: dict[str, float]  # by structure: the chance that none lies on the display at this seat's next turn
