"""Learning the game: lessons, and the guide of a first game."""

from typing import Annotated

from msgspec import Meta

from sanssouci.server.messages.advice import ReasonView
from sanssouci.server.messages.views import TurnTold
from sanssouci.server.messages.words import Name, Reply, Request, check_name


class LessonInfo(Reply):
    """A lesson, or the guided game ('game'), and how far the caller is with it."""

    id: str
    expansion: str | None  # the one that it is about
    table: str | None  # where it is under way
    done: bool


class Lessons(Reply):
    """All lessons in their order, the guided game last."""

    lessons: list[LessonInfo]


class EnterLesson(Request):
    """Begin a lesson, or go on with it."""

    name: Name | None = None  # the learner's
    again: bool = False  # from the beginning, even if it is under way

    def __post_init__(self) -> None:
        check_name(self.name)


class EnteredLesson(Reply):
    """Where a lesson takes place; None if there is nothing left to learn."""

    lesson: str
    table: str | None


class Highlights(Reply):
    """What is meant, to be marked on the table."""

    cards: list[str]
    tiles: list[str]
    squares: list[str]
    missions: list[str]


class LessonView(Reply):
    """What a lesson says now. The client has the words: LESSON.TEXT in `texts/lessons`."""

    lesson: str
    number: int  # of the lesson, from 1
    count: int
    part: int  # from 0
    parts: int
    text: str
    shows: Highlights
    waits: bool  # for something to be done at the table; if not, for `part` to be read
    wrong: str | None  # what is not as it was asked for: LESSON.TEXT.wrong.WRONG, LESSON.TEXT.wrong or wrong.WRONG
    again: bool  # the last turn has to be taken back
    done: bool  # nothing comes after this part
    next: str | None  # the lesson after this one, or 'game'
    counts: bool  # what gardens would have if the game ended now has been taught, and can be shown
    ready: bool  # all but expansions has been taught: the learner may as well play a game now


class ReadPart(Request):
    """A part of a lesson has been read."""

    part: Annotated[int, Meta(ge=0, le=100)]


class MissedView(Reply):
    """A turn that was much better than the one played."""

    points: int  # by which it was better, over the whole game
    error: int  # of these points: with 95 % confidence they are no further off
    turn: TurnTold
    reasons: list[ReasonView]


class GuideView(Reply):
    """What the guide of a first game says before a turn: the text `guide.KEY` with these values."""

    ply: int
    remark: ReasonView | None  # what there is to see
    turn: TurnTold | None  # a good one, or the one that was missed before
    again: bool  # it was missed before, and the learner has taken the turn back
    later: bool  # it brings less at once than another one would, and more in later turns
    shows: Highlights
    missed: MissedView | None  # in the turn before
    quiet: bool  # it has just fallen silent …
    silent: bool  # … or is silent
