"""The guide of a first game: what there is to see before a turn, and what was missed in the one before.

Both come from a quick search from the seat's own view. A turn counts as missed only if another was better in fresh
samples, under the same luck, by clearly more than their error: the best of many always looks a little too good.
"""

import math
import secrets
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanssouci.box.squares import LETTERS
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.advice import Reason, reasons
from sanssouci.players.king import KINGS_EXPERIENCE, KingPlayer
from sanssouci.players.mind import Candidate, Mind, Trial
from sanssouci.thinking import searching

# What a guide points out, the most worthwhile first, and from which row on a walk is worth mentioning.
REMARKS: Final = ("completes row", "completes column", "serves mission", "walks", "opens walk", "connects")
_FAR: Final = 4
_OFTEN: Final = 2  # times that one kind of thing is pointed out
_SILENT: Final = 4  # good turns in a row after which the guide falls silent
_MUCH: Final = 4.0  # points by which a turn was better, to be worth mentioning
_VERY_MUCH: Final = 7.0  # the same once the guide has fallen silent, or where it cannot show why
_SURE: Final = 2.0  # standard errors
_ROUNDS: Final = 8  # that a comparison looks ahead
_SAMPLES: Final = 160  # of a comparison
SECONDS: Final = 0.35  # of each search


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that was much better than the one played."""

    move: Move
    points: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the guide says before a turn."""

    remark: Reason | None
    squares: tuple[str, ...]  # what the remark is about
    missed: Missed | None
    quiet: bool  # it has just fallen silent


class Memory:
    """What a guide remembers of a game: how often it has said what, and how many good turns there were in a row."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.good = int(kept.get("good", 0))
        self.is_silent = bool(kept.get("silent", False))
        self.said: dict[str, int] = dict(kept.get("said", {}))

    def kept(self) -> dict[str, Any]:
        """The same as JSON."""
        return {"good": self.good, "silent": self.is_silent, "said": self.said}


def speak(view: View, before: View | None, played: Move | None, memory: Memory) -> Spoken:
    """What to say at a view; `before` and `played` are the seat's last turn and the view at which it was played."""
    missed = None if before is None or played is None else miss(before, played)
    told = None
    quiet = False
    if missed is not None:
        memory.good = 0
        is_plain = not memory.is_silent and any(map(_is_worth_telling, missed.reasons))
        told = missed if missed.points >= (_MUCH if is_plain else _VERY_MUCH) else None
    elif before is not None:
        memory.good += 1
        quiet = memory.good >= _SILENT and not memory.is_silent
        memory.is_silent = memory.is_silent or quiet
    remark = None if memory.is_silent else _remark(view, memory)
    if remark is not None:
        memory.said[remark.key] = memory.said.get(remark.key, 0) + 1
    return Spoken(remark, _squares(view, remark), told, quiet)


def miss(view: View, played: Move, *, samples: int = _SAMPLES) -> Missed | None:
    """The turn that was clearly better than the one played; None if there was none."""
    if view.is_setup:
        return None
    best = KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)[0]
    if best.move == played:
        return None
    other, better = compare(view, played, best.move, samples=samples)
    gain, error = better.lead - other.lead, math.hypot(better.error, other.error)
    if gain < _MUCH or better.win - other.win < _SURE * error:
        return None
    found = tuple(reasons(view, best.codes))
    worthwhile = tuple(reason for reason in found if _is_worth_telling(reason))
    return Missed(best.move, gain, worthwhile or found[-1:])


def compare(view: View, one: Move, other: Move, *, samples: int, seed: int | None = None) -> tuple[Candidate, ...]:
    """Two turns of a view, played out often under the same luck."""
    rows = np.full((2, searching.MOVE_WORDS + 1), -1, np.int64)
    for row, move in zip(rows, (one, other), strict=True):
        row[: searching.MOVE_WORDS] = _row_of(view, move)
    trial = Trial(Mind(KINGS_EXPERIENCE), view, rows, _ROUNDS, secrets.randbits(126) if seed is None else seed)
    trial.sample([0, 1], samples)
    return trial.candidate(0, 0.0), trial.candidate(1, 0.0)


def _row_of(view: View, move: Move) -> list[int]:
    for row in view.legal_moves.table():
        codes = [int(code) for code in row[: searching.MOVE_WORDS]]
        if view.move_of(codes) == move:
            return codes
    raise AssertionError(f"{move} was played, so it is legal")


def _remark(view: View, memory: Memory) -> Reason | None:
    """What is worth seeing in the best turn; the first of its reasons that has not been pointed out too often."""
    if view.is_setup:
        return None
    best = KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)[0]
    found = {reason.key: reason for reason in reasons(view, best.codes)}
    for key in REMARKS:
        reason = found.get(key)
        if reason is None or memory.said.get(key, 0) >= _OFTEN:
            continue
        if _is_worth_telling(reason):
            return reason
    return None


def _is_worth_telling(reason: Reason) -> bool:
    """Whether a reason is something to see; short walks are not."""
    return (reason.key in REMARKS and int(reason.values.get("row", _FAR)) >= _FAR) or reason.key.startswith("completes")


def _squares(view: View, remark: Reason | None) -> tuple[str, ...]:
    if remark is None:
        return ()
    row, column = remark.values.get("row"), remark.values.get("column")
    if column is not None and row is not None:
        return (f"{column}{row}",)
    if column is not None:
        return tuple(f"{column}{number}" for number in range(1, len(view.box.rows) + 1))
    if row is not None:
        return tuple(f"{letter}{row}" for letter in LETTERS[: len(view.box.columns)])
    return ()
