"""Puzzles: positions with one best move, tried at a table."""

from typing import Annotated, Literal

from msgspec import Meta

from sanssouci.server.messages.advice import ReasonView
from sanssouci.server.messages.words import Name, Reply, Request, check_name

PuzzleTheme = Literal["last round", "boar", "rewards", "keep the card", "mission", "deny", "gardener", "open a walk"]
PuzzleState = Literal["open", "wrong", "solved", "missed"]
Difficulty = Annotated[int, Meta(ge=1, le=4)]


class PuzzleCount(Reply):
    """How many puzzles there are about something, and how many of them the caller has tried and solved."""

    theme: PuzzleTheme
    difficulty: int  # 1 to 4
    total: int
    tried: int
    solved: int


class SolverView(Reply):
    """What somebody's tries say about them."""

    rating: str | None  # with a question mark while it is a guess; None before the first puzzle
    tried: int
    solved: int
    streak: int  # solved in a row, up to now
    best: int  # the longest such row


class Puzzles(Reply):
    """The puzzles by theme and difficulty, the caller as a solver, and the table where one is being tried."""

    solver: SolverView
    counts: list[PuzzleCount]
    table: str | None


class EnterPuzzle(Request):
    """Ask for a puzzle that one has not finished yet, or for a particular one again."""

    theme: PuzzleTheme | None = None
    difficulty: Difficulty | None = None
    puzzle: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    name: Name | None = None  # the solver's

    def __post_init__(self) -> None:
        check_name(self.name)


class EnteredPuzzle(Reply):
    """Where a puzzle can be tried; None if none of the wanted ones is left."""

    table: str | None


class SolutionView(Reply):
    """The best move of a puzzle, and why; sent only when the tries are over."""

    move: str
    tempting: list[str]  # what the one-move evaluation and a greedy player would play
    reasons: list[ReasonView]
    points: float  # by which it is better than the next best move …
    points_error: float  # … at 95 % confidence
    win: float  # and by how much of a win chance, 0 to 1
    win_error: float


class PuzzleView(Reply):
    """Where a solver stands with the puzzle at a table."""

    puzzle: str
    seat: int
    theme: PuzzleTheme
    difficulty: int
    state: PuzzleState  # wrong: the move on the table has to be taken back
    tries: int  # left
    first: bool  # this is the first time, which counts
    change: int | None  # of the rating, when it has just been counted
    solver: SolverView
    solution: SolutionView | None


class GiveUp(Request):
    """See the solution without another try."""
