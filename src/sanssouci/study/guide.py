"""The guide of a first game: what there is to see before a turn, and what was missed in the one before.

Both come from a quick search from the seat's own view. A turn counts as missed only if another was better in fresh
samples, under the same luck, by clearly more than their error: the best of many always looks a little too good. Good
turns of the learner's own make the guide fall silent; following it does not, and something big that is missed wakes it.
"""

import math
import secrets
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanssouci.box.squares import LETTERS
from sanssouci.game.game import Game
from sanssouci.game.move import Move, Turn
from sanssouci.game.telling import Told, foretell
from sanssouci.game.view import View
from sanssouci.players.advice import Reason, reasons
from sanssouci.players.king import KINGS_EXPERIENCE, KingPlayer
from sanssouci.players.mind import Candidate, Mind, Stage, Trial
from sanssouci.thinking import policy

# What a guide points out, the most worthwhile first, and from which row on a walk is worth mentioning. All but one are
# reasons for a turn: that a card in hand allows any tile (T4) is worth seeing whatever one does with it.
ANY_TILE: Final = "any tile"
_PLAIN: Final = ("completes row", "completes column", "serves mission", "walks", "opens walk", "connects")
REMARKS: Final = (*_PLAIN, "keeps card", ANY_TILE, "plants", "builds")
_FAR: Final = 3
_OFTEN: Final = 3  # times that one kind of thing is pointed out
_SILENT: Final = 4  # good turns of one's own in a row after which the guide falls silent
_LITTLE: Final = 2.0  # points by which another turn may have been better than a good one
_MUCH: Final = 4.0  # points by which a turn was better, to be worth mentioning
_VERY_MUCH: Final = 7.0  # the same once the guide has fallen silent, or where it cannot show why
_SURE: Final = 2.0  # standard errors
_ROUNDS: Final = 8  # that a comparison looks ahead
_SAMPLES: Final = 160  # of a comparison
SECONDS: Final = 0.35  # of each search


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to see before a turn, and a good turn."""

    reason: Reason
    turn: Told
    squares: tuple[str, ...]  # what it is about


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that was much better than the one played."""

    turn: Told
    points: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the guide says before a turn."""

    seen: Remark | None = None
    missed: Missed | None = None
    again: Told | None = None  # the turn that was missed, now that it can be played after all
    quiet: bool = False  # it has just fallen silent


class Memory:
    """What a guide remembers of a game: what it has said how often, and how the learner has done since."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.good = int(kept.get("good", 0))  # turns in a row
        self.is_silent = bool(kept.get("silent", False))
        self.said: dict[str, int] = dict(kept.get("said", {}))
        self.told: str | None = kept.get("told")  # the turn that it has named last
        self.missed: str | None = kept.get("missed")  # the better turn that it has named last
        self.judged = int(kept.get("judged", -1))  # the learner's last turn that it has looked at, as a move's index

    def kept(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "good": self.good,
            "silent": self.is_silent,
            "said": self.said,
            "told": self.told,
            "missed": self.missed,
            "judged": self.judged,
        }


def speak_at(game: Game, seat: int, memory: Memory) -> Spoken:
    """What to say at a seat's turn, with an eye on its last one; a turn that was taken back is named again."""
    view, past, at = game.view(seat), game.copy(), len(game.moves)
    if at <= memory.judged:  # the learner has taken that turn back, and maybe others before it
        is_there, memory.judged = at == memory.judged, at - 1
        if memory.missed is not None and is_there:
            memory.told, memory.missed = memory.missed, None
            return Spoken(again=foretell(view, Move.parse(memory.told)))
    while past.moves and (past.seat != seat or len(past.moves) == at):
        past.pop()
    last = len(past.moves)
    memory.missed = None
    if past.seat != seat or last in (at, memory.judged) or past.is_setup:
        return speak(view, None, None, memory)
    memory.judged = last
    return speak(view, past.view(seat), game.moves[last], memory)


def speak(view: View, before: View | None, played: Move | None, memory: Memory) -> Spoken:
    """What to say at a view; `before` and `played` are the seat's last turn and the view at which it was played."""
    missed, quiet = None, False
    if before is not None and played is not None:
        missed, quiet = _judge(before, played, memory)
    if missed is not None:
        memory.told, memory.missed = None, str(missed.turn.move)
        return Spoken(missed=missed)
    seen = None if memory.is_silent else _see(view, memory)
    memory.told = None if seen is None else str(seen.turn.move)
    if seen is not None:
        memory.said[seen.reason.key] = memory.said.get(seen.reason.key, 0) + 1
    return Spoken(seen=seen, quiet=quiet)


def _judge(view: View, played: Move, memory: Memory) -> tuple[Missed | None, bool]:
    """What was missed, if it is worth telling, and whether the guide falls silent now."""
    if str(played) == memory.told:
        return None, False  # the guide's own turn
    cost, missed = weigh(view, played)
    if cost < _LITTLE:
        memory.good += 1
        falls_silent = memory.good >= _SILENT and not memory.is_silent
        memory.is_silent = memory.is_silent or falls_silent
        return None, falls_silent
    if missed is None:
        return None, False  # neither here nor there
    memory.good = 0
    is_plain = not memory.is_silent and any(reason.key in _PLAIN for reason in missed.reasons)
    if missed.points < (_MUCH if is_plain else _VERY_MUCH):
        return None, False
    memory.is_silent = False
    return missed, False


def weigh(view: View, played: Move, *, samples: int = _SAMPLES) -> tuple[float, Missed | None]:
    """What a turn cost in points, and the turn that was clearly better, if there was one."""
    best = KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)[0]
    if best.move == played:
        return 0.0, None
    other, better = compare(view, played, best.move, samples=samples)
    cost, error = better.lead - other.lead, math.hypot(better.error, other.error)
    if cost < _MUCH or better.win - other.win < _SURE * error:
        return cost, None
    found = reasons(view, best.codes)
    worthwhile = tuple(reason for reason in found if reason.key in _PLAIN and _is_worth_telling(reason))
    return cost, Missed(foretell(view, best.move), cost, worthwhile)


def compare(view: View, one: Move, other: Move, *, samples: int, seed: int | None = None) -> tuple[Candidate, ...]:
    """Two turns of a view, played out often under the same luck."""
    rows = np.full((2, policy.MOVE_WORDS + 1), -1, np.int64)
    for row, move in zip(rows, (one, other), strict=True):
        row[: policy.MOVE_WORDS] = _row_of(view, move)
    seed = secrets.randbits(126) if seed is None else seed
    trial = Trial(Mind(KINGS_EXPERIENCE), view, rows, Stage(2, _ROUNDS), seed)
    trial.sample([0, 1], samples)
    return trial.candidate(0, 0.0), trial.candidate(1, 0.0)


def _row_of(view: View, move: Move) -> list[int]:
    for row in view.legal_moves.table():
        codes = [int(code) for code in row[: policy.MOVE_WORDS]]
        if view.move_of(codes) == move:
            return codes
    raise AssertionError(f"{move} was played, so it is legal")


def _see(view: View, memory: Memory) -> Remark | None:
    """What is worth seeing in the best turn: the first of its reasons that has not been pointed out too often."""
    if view.is_setup:
        return None
    best = KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)[0]
    found = {reason.key: reason for reason in reasons(view, best.codes) if _is_worth_telling(reason)}
    if (card := _allows_any(view, best.move)) is not None:
        found[ANY_TILE] = Reason(ANY_TILE, {"card": card})
    for key in REMARKS:
        reason = found.get(key)
        if reason is not None and memory.said.get(key, 0) < _OFTEN:
            return Remark(reason, foretell(view, best.move), _squares(view, reason))
    return None


def _allows_any(view: View, best: Move) -> str | None:
    """A card in hand that allows any tile because none shows its structure, unless the best turn plays it anyway."""
    assert isinstance(best, Turn)
    for card in view.hand() or ():
        if card != best.card and view.any_tile(card) == "T4":
            return card
    return None


def _is_worth_telling(reason: Reason) -> bool:
    """Whether a reason is something to see; short walks are not."""
    if reason.key.startswith("completes"):
        return True
    return reason.key in REMARKS and int(reason.values.get("row", _FAR)) >= _FAR


def _squares(view: View, reason: Reason) -> tuple[str, ...]:
    """What a reason is about: a square, or a whole row or column."""
    row, column = reason.values.get("row"), reason.values.get("column")
    if column is not None and row is not None:
        return (f"{column}{row}",)
    if column is not None:
        return tuple(f"{column}{number}" for number in range(1, len(view.box.rows) + 1))
    if row is not None:
        return tuple(f"{letter}{row}" for letter in LETTERS[: len(view.box.columns)])
    return ()
