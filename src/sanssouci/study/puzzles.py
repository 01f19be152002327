"""Puzzles: positions as one seat sees them, in which one move is clearly best and hard to see.

They are shipped as data, one JSON object a line, made by `sanssouci puzzles make`. Nothing in such a file is believed:
a position that cannot arise, or a move that is not legal there, is refused with the line and the reason.
"""

import json
import math
from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from sanssouci.box.squares import LETTERS
from sanssouci.game.errors import SanssouciError
from sanssouci.game.lexicon import lexicon
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.advice import REASONS, Reason
from sanssouci.study.estimates import Figure, Worth
from sanssouci.study.judging import whole_codes
from sanssouci.study.themes import Theme

FORMAT: Final = "sanssouci-puzzle"
LEVELS: Final = (1, 2, 3, 4)  # of difficulty
_KEYS: Final = ("format", "id", "view", "best", "tempting", "margin", "theme", "difficulty", "found", "reasons")


class PuzzleError(SanssouciError):
    """A puzzle that cannot be: the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its best move, with what makes it good."""

    id: str  # the maker's seed, the game and the ply; before them the players, if there are more than two
    view: View
    best: str  # the moves, in notation
    tempting: tuple[str, ...]  # what the one-move evaluation and a greedy player would play
    margin: Worth  # by how much the best move is better than the next
    theme: Theme
    difficulty: int  # 1 to 4, by which of our players find it
    found: tuple[str, ...]  # those that do
    reasons: tuple[Reason, ...]  # for the best move, as far as they tell it from the tempting ones

    def is_solved_by(self, move: Move | str) -> bool:
        """Whether a legal move is the best one, however it is written."""
        mine, best = (whole_codes(self.view, self.view.codes_of(each)) for each in (move, self.best))
        return mine == best

    def line(self) -> str:
        """The puzzle as a line of a file."""
        data = {
            "format": FORMAT,
            "id": self.id,
            "view": self.view.text(),
            "best": self.best,
            "tempting": list(self.tempting),
            "margin": [list(self.margin.points), list(self.margin.win)],
            "theme": self.theme,
            "difficulty": self.difficulty,
            "found": list(self.found),
            "reasons": [[reason.key, reason.values] for reason in self.reasons],
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line, with its position and moves checked; PuzzleError if something cannot be right."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise PuzzleError(f"this line is not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise PuzzleError(f"a puzzle is a JSON object with the format {FORMAT!r}")
    for key in _KEYS:
        if key not in data:
            raise PuzzleError(f"{key} is missing")
    try:
        return _checked(data)
    except PuzzleError:
        raise
    except SanssouciError as error:
        raise PuzzleError(str(error)) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise PuzzleError(f"this puzzle is badly written: {error}") from None


def _checked(data: dict[str, Any]) -> Puzzle:
    view = View.from_text(data["view"])
    if not view.is_my_turn or view.is_setup:
        raise PuzzleError("the position must be that of a seat about to play a turn")
    best, *tempting = (whole_codes(view, view.codes_of(move)) for move in (data["best"], *data["tempting"]))
    if not tempting or best in tempting:
        raise PuzzleError("another move than the best one must tempt")
    if data["theme"] not in get_args(Theme) or type(data["difficulty"]) is not int or data["difficulty"] not in LEVELS:
        raise PuzzleError(f"theme {data['theme']!r} or difficulty {data['difficulty']!r} is not known")
    reasons = tuple(Reason(key, dict(values)) for key, values in data["reasons"])
    if not reasons or any(set(REASONS.get(reason.key, ("?",))) != set(reason.values) for reason in reasons):
        raise PuzzleError("the reasons must be known ones, and at least one")
    for reason in reasons:
        _check_values(view, reason)
    points, win = (Figure(float(value), float(error)) for value, error in data["margin"])
    if not all(map(math.isfinite, (*points, *win))):
        raise PuzzleError("the figures of the margin must be numbers")
    return Puzzle(
        id=str(data["id"]),
        view=view,
        best=str(data["best"]),
        tempting=tuple(map(str, data["tempting"])),
        margin=Worth(points, win),
        theme=data["theme"],
        difficulty=data["difficulty"],
        found=tuple(map(str, data["found"])),
        reasons=reasons,
    )


def _check_values(view: View, reason: Reason) -> None:
    """Refuse a reason that speaks of something this game does not have."""
    box = view.box
    columns, rows = LETTERS[: len(box.columns)], range(1, len(box.rows) + 1)
    there_is: dict[str, Container[object]] = {
        "column": tuple(columns),
        "row": rows,
        "square": {f"{column}{row}" for column in columns for row in rows},
        "card": lexicon(box).card_slots,
        "seat": range(view.players),
        "side": ("A", "B"),
    }
    for name, value in reason.values.items():
        is_right = type(value) is int if name not in there_is else type(value) in (int, str) and value in there_is[name]
        if not is_right:
            raise PuzzleError(f"the reason {reason.key!r} has the {name} {value!r}, which cannot be")


def read_puzzles(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file; PuzzleError names the line that is wrong."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append(read_puzzle(line))
            except PuzzleError as error:
                raise PuzzleError(f"{source}:{number}: {error}") from None
    return tuple(found)


@cache
def shipped_lines() -> tuple[str, ...]:
    """The puzzles that come with the game, as lines."""
    text = (files("sanssouci.study") / "data" / "puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)


@cache
def shipped() -> dict[str, Puzzle]:
    """The puzzles that come with the game, by their ids."""
    return {puzzle.id: puzzle for puzzle in map(read_puzzle, shipped_lines())}
