"""Lessons: a prepared position each, and what is said and asked there, one thing at a time.

A lesson is a file in `data/lessons/`, read by the page and by the terminal alike; what it says is in
`texts/lessons/`. It begins from a position in notation and consists of parts. A part only says something, or it waits
for a step of the learner's turn (`do`), or for a whole turn with a certain result (`goal`). What a turn has led to is
asked of the rules; nothing here knows one.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from sanssouci.box.errors import SanssouciError
from sanssouci.game.draft import Draft
from sanssouci.game.errors import IllegalMoveError
from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.study.results import GOALS, facts_of_draft, facts_of_turn, unmet

# In the order in which they are learnt; the last two are about the expansions.
LESSONS: Final = ("card", "place", "gardener", "nobles", "route", "end", "keep", "rewards", "boar")
COUNTED_FROM: Final = "end"  # the lesson from which on gardens are counted as if the game ended now
LEARNER: Final = 0  # the seat
STEPS: Final = ("card", "tile", "laid")  # what a part may wait for within a turn
MARKS: Final = ("cards", "tiles", "squares", "missions")
_KEYS: Final = {"text", "do", "only", "goal", "shows", "solution", "replies"}


class LessonError(SanssouciError):
    """A lesson file that cannot be taught from; the message says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing that a lesson says, and what it then waits for."""

    text: str  # the key of what is said: `texts/lessons` has it as LESSON.KEY
    do: str | None  # the step of a turn that it waits for
    only: tuple[str, ...]  # the choices at that step that it accepts; empty: any
    goal: dict[str, Any] | None  # what a turn must lead to; see `results.GOALS`
    shows: dict[str, tuple[str, ...]]  # what is meant: cards, tiles, squares, missions
    solution: str | None  # a turn that reaches the goal
    replies: tuple[str, ...]  # what the other player answers: the first of these turns that is legal

    @property
    def waits(self) -> bool:
        """Whether the learner has to do something at the table; if not, reading it is enough."""
        return self.do is not None or self.goal is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson as its file has it."""

    id: str
    start: str  # the text of a position
    seed: int  # the luck from there on, so that everybody learns with the same tiles and cards
    parts: tuple[Part, ...]

    @property
    def counts(self) -> bool:
        """Whether the learner knows what the end is worth, so that it can be shown what a garden would have."""
        return LESSONS.index(self.id) >= LESSONS.index(COUNTED_FROM)

    def begin(self) -> Game:
        """The game at its beginning."""
        return Game.from_text(self.start, seed=self.seed)


class LessonState(NamedTuple):
    """Where a learner is in a lesson."""

    part: int  # the part that is said now
    read: int  # how many parts need not be looked at again
    wrong: str | None = None  # what is not as it was asked for: a goal, or a step
    again: bool = False  # the last turn has to be taken back
    reply: str | None = None  # the turn that the other player answers with now

    def is_done(self, lesson: Lesson) -> bool:
        """Whether the last part has been reached."""
        return self.part == len(lesson.parts) - 1


@cache
def lesson_of(name: str) -> Lesson:
    """A lesson by its name; LessonError if there is none, or if its file is wrong."""
    if name not in LESSONS:
        raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(LESSONS)}")
    source = files("sanssouci.study").joinpath("data", "lessons", f"{name}.toml")
    return read_lesson(name, source.read_text(encoding="utf-8"))


def read_lesson(name: str, text: str) -> Lesson:
    """A lesson from the text of its file, its position and solutions checked by the rules."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"lesson {name}: this is not TOML: {error}") from None
    if set(data) != {"start", "seed", "parts"}:
        raise LessonError(f"lesson {name}: its keys are {', '.join(data)}; they must be start, seed and parts")
    parts = tuple(_part(f"lesson {name}, part {index}", part) for index, part in enumerate(data["parts"], 1))
    lesson = Lesson(id=name, start=data["start"], seed=data["seed"], parts=parts)
    if not parts or parts[-1].waits:
        raise LessonError(f"lesson {name}: the last part must only say something")
    _check(lesson)
    return lesson


def _part(where: str, data: dict[str, Any]) -> Part:
    if unknown := set(data) - _KEYS:
        raise LessonError(f"{where}: {', '.join(sorted(unknown))} is not a key of a part")
    if "text" not in data:
        raise LessonError(f"{where}: text is missing")
    goal, do, shows = data.get("goal"), data.get("do"), data.get("shows", {})
    if do is not None and do not in STEPS:
        raise LessonError(f"{where}: do is {do!r}; it must be one of {', '.join(STEPS)}")
    if goal is not None and set(goal) - set(GOALS):
        raise LessonError(f"{where}: a goal is made of {', '.join(GOALS)}")
    if set(shows) - set(MARKS):
        raise LessonError(f"{where}: shows has {', '.join(shows)}; it may have {', '.join(MARKS)}")
    if (goal is None) != ("solution" not in data):
        raise LessonError(f"{where}: a goal and a solution belong together")
    return Part(
        text=data["text"],
        do=do,
        only=tuple(data.get("only", ())),
        goal=goal,
        shows={kind: tuple(each) for kind, each in shows.items()},
        solution=data.get("solution"),
        replies=tuple(data.get("replies", ())),
    )


def _check(lesson: Lesson) -> None:
    """Refuse a position that cannot arise, and a solution that does not reach its goal."""
    where = f"lesson {lesson.id}"
    try:
        game = lesson.begin()
    except SanssouciError as error:
        raise LessonError(f"{where}: start: {error}") from None
    if game.seat != LEARNER or game.is_setup or game.begun:
        raise LessonError(f"{where}: start: seat {LEARNER} must be about to play a turn")
    for part in lesson.parts:
        if part.solution is None:
            continue
        try:
            game.push(part.solution)
            standing = stand(lesson, lesson.parts.index(part), game)
            if standing.wrong:
                raise LessonError(f"{where}: {part.solution} does not reach the goal: {standing.wrong}")
            if standing.reply is not None:
                game.push(standing.reply)
        except (SanssouciError, ValueError) as error:
            raise LessonError(f"{where}, {part.text}: {error}") from None


def stand(lesson: Lesson, read: int, game: Game, steps: Sequence[str] = ()) -> LessonState:
    """Where a learner stands: `read` parts have been read, and `steps` of the turn in the game are chosen."""
    turns = [index for index, _ in enumerate(game.moves) if index % game.players == LEARNER]
    reply: str | None = None
    index = read = min(read, _first_open(lesson, len(turns), is_answered=game.seat in (None, LEARNER)))
    while index < len(lesson.parts):
        part = lesson.parts[index]
        number = sum(each.goal is not None for each in lesson.parts[:index])
        if part.goal is not None:
            if len(turns) <= number:
                return LessonState(index, read, unmet(part.goal, facts_of_draft(_draft(game, steps))))
            if wrong := unmet(part.goal, facts_of_turn(game, turns[number])):
                return LessonState(index, read, wrong, again=True)
            reply = _reply(part, game) if game.seat not in (None, LEARNER) else None
            read = index + 1
        elif part.do is None:
            return LessonState(index, read, reply=reply)
        elif len(turns) <= number:
            wrong = _undone(part, _draft(game, steps))
            if wrong is not None:
                return LessonState(index, read, wrong or None)
        index += 1
    return LessonState(len(lesson.parts) - 1, read, reply=reply)


def _first_open(lesson: Lesson, turns: int, *, is_answered: bool) -> int:
    """The first part that is open after this number of the learner's turns, whatever was read before.

    Turns that were taken back are asked for again, and a turn that has no answer yet is looked at again.
    """
    goals = [index for index, part in enumerate(lesson.parts) if part.goal is not None]
    number = turns if is_answered else turns - 1
    return goals[number] if number < len(goals) else len(lesson.parts)


def _draft(game: Game, steps: Sequence[str]) -> Draft | None:
    """The learner's turn in the making; None if it is not the learner's turn."""
    if game.seat != LEARNER:
        return None
    draft = Draft(game.view(LEARNER))
    for step in steps:
        try:
            draft.choose(step)
        except IllegalMoveError:
            break
    return draft


def _undone(part: Part, draft: Draft | None) -> str | None:
    """None once a part's step is taken; else what was chosen wrongly, or an empty text."""
    facts = facts_of_draft(draft)
    if part.do == "laid":
        return None if "square" in facts else ""
    assert part.do is not None
    chosen = facts.get(part.do)
    if chosen is None:
        return ""
    return None if not part.only or chosen in part.only else part.do


def _reply(part: Part, game: Game) -> str:
    """What the other player answers: as the lesson has it, or else anything without a walk."""
    for text in part.replies:
        if Move.parse(text) in game.legal_moves:
            return text
    return next(str(move) for move in game.legal_moves if str(move).endswith("-"))
