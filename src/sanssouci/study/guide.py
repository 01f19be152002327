"""The guide of a first game: what there is to see before a turn, and what was missed in the one before.

A turn counts as missed only if another was better in fresh samples, under the same luck, by clearly more than their
error: the best of many always looks a little too good. It is told only if something can be named that it does and the
turn played does not. Good turns of the learner's own make the guide fall silent; following it does not. Something big
that is missed wakes it, or something smaller that is missed again.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Any, Final

from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.game.telling import Told, foretell
from sanssouci.game.view import View
from sanssouci.players.advice import Reason, reasons
from sanssouci.players.king import KingPlayer
from sanssouci.study.comparing import codes_of, gain
from sanssouci.study.seeing import PLAIN, SECONDS, TWICE, Remark, see, spared, worthwhile

_SILENT: Final = 4  # good turns of one's own in a row after which the guide falls silent
_LITTLE: Final = 2.0  # points by which another turn may have been better than a good one
_MUCH: Final = 4.0  # points by which a turn was better, to be worth mentioning
_VERY_MUCH: Final = 6.5  # the same once the guide has fallen silent
_TOO_OFTEN: Final = 2  # turns that were worse by much wake a silent guide
_SURE: Final = 2.0  # standard errors
_SAMPLES: Final = 160  # of a comparison
_TELLING: Final = (*PLAIN, "keeps card")  # what may make one turn better than another
_SHORT: Final = ("walks", "opens walk")  # the same where there is nothing more to see


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that was much better than the one played, and what it does that the other does not."""

    turn: Told
    points: float
    error: float  # the standard error of the points
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the guide says before a turn."""

    seen: Remark | None = None
    missed: Missed | None = None
    again: Told | None = None  # the turn that was missed, now that it can be played after all
    quiet: bool = False  # it has just fallen silent


@dataclass(slots=True)
class Verdict:
    """What the guide makes of a turn of the learner's."""

    cost: float  # points
    own: bool = True  # not the turn that the guide had named
    missed: str | None = None  # the turn that was better by much
    told: bool = False  # whether the learner heard of it


class Memory:
    """What a guide remembers of a game, by the index of each turn: what it has said, and how the learner did.

    All else follows from these, so that a turn that is taken back leaves no trace.
    """

    def __init__(self, kept: dict[str, Any]) -> None:
        self.remarks: dict[int, dict[str, Any] | None] = {int(at): each for at, each in kept.get("remarks", {}).items()}
        self.verdicts = {int(at): Verdict(**each) for at, each in kept.get("verdicts", {}).items()}

    def kept(self) -> dict[str, Any]:
        """The same as JSON."""
        verdicts = {
            str(at): {"cost": each.cost, "own": each.own, "missed": each.missed, "told": each.told}
            for at, each in self.verdicts.items()
        }
        return {"remarks": {str(at): each for at, each in self.remarks.items()}, "verdicts": verdicts}

    def return_to(self, at: int) -> Verdict | None:
        """Forget what came after a turn that is at hand again; return the verdict on how it was played before."""
        verdict = self.verdicts.get(at)
        self.remarks = {each: remark for each, remark in self.remarks.items() if each <= at}
        self.verdicts = {each: judged for each, judged in self.verdicts.items() if each < at}
        return verdict

    def note(self, at: int, remark: Remark | None) -> None:
        """Note what is said before a turn."""
        self.remarks[at] = (
            None
            if remark is None
            else {
                "key": remark.reason.key,
                "values": remark.reason.values,
                "move": remark.turn and str(remark.turn.move),
                "squares": list(remark.squares),
                "later": remark.later,
            }
        )

    def remark(self, at: int, view: View) -> Remark | None:
        """What was said before a turn."""
        kept = self.remarks[at]
        if kept is None:
            return None
        turn = kept["move"] and foretell(view, Move.parse(kept["move"]))
        return Remark(Reason(kept["key"], kept["values"]), turn, tuple(kept["squares"]), kept["later"])

    def named(self, at: int) -> str | None:
        """The turn that was named before it could be played."""
        remark = self.remarks.get(at)
        return None if remark is None else remark["move"]

    @property
    def said(self) -> list[str]:
        """What was pointed out, one after the other."""
        return [remark["key"] for _, remark in sorted(self.remarks.items()) if remark is not None]

    @property
    def last(self) -> str | None:
        """What was pointed out before the last turn."""
        remark = self.remarks[max(self.remarks)] if self.remarks else None
        return None if remark is None else remark["key"]

    @property
    def is_silent(self) -> bool:
        """Whether the learner has done so well of late that nothing needs to be said."""
        good = poor = 0
        is_silent = False
        for _, verdict in sorted(self.verdicts.items()):
            if verdict.cost < _LITTLE:
                good += verdict.own
                if good >= _SILENT:
                    is_silent, poor = True, 0
            elif verdict.missed is not None:
                good, poor = 0, poor + 1
                if verdict.cost >= _VERY_MUCH or poor >= _TOO_OFTEN:
                    is_silent, poor = False, 0
        return is_silent


def speak_at(game: Game, seat: int, memory: Memory) -> Spoken:
    """What to say at a seat's turn, with an eye on its last one; after a turn was taken back, what was said then."""
    view, past, at = game.view(seat), game.copy(), len(game.moves)
    before = memory.return_to(at)
    if before is not None and before.told:
        assert before.missed is not None
        return Spoken(again=foretell(view, Move.parse(before.missed)))
    if at in memory.remarks:
        return Spoken(seen=memory.remark(at, view))
    while past.moves and (past.seat != seat or len(past.moves) == at):
        past.pop()
    last = len(past.moves)
    if past.seat != seat or last == at or last in memory.verdicts or past.is_setup:
        return speak(view, memory, at=at)
    return speak(view, memory, at=at, last=last, before=past.view(seat), played=game.moves[last])


def speak(
    view: View, memory: Memory, *, at: int, last: int = -1, before: View | None = None, played: Move | None = None
) -> Spoken:
    """What to say at a view, turn `at`; the seat's last turn was `last`, where it `played` from the view `before`."""
    missed, was_silent = None, memory.is_silent
    if before is not None and played is not None:
        missed = _judge(before, played, memory, last)
    is_silent = memory.is_silent
    seen = None if is_silent else see(view, memory.said, memory.last)
    if missed is not None and seen is not None:  # two turns at once would be too many to name
        seen = replace(seen, turn=None, later=False) if seen.reason.key in PLAIN else None
    memory.note(at, seen)
    return Spoken(seen=seen, missed=missed, quiet=is_silent and not was_silent)


def _judge(view: View, played: Move, memory: Memory, at: int) -> Missed | None:
    """Note how a turn was played, and return what was missed if it is worth telling."""
    named = memory.named(at)
    if str(played) == named:
        memory.verdicts[at] = Verdict(0.0, own=False)
        return None
    cost, missed = weigh(view, played)
    own = named is None or _but_for_its_walk(str(played)) != _but_for_its_walk(named)
    verdict = Verdict(cost, own, None if missed is None else str(missed.turn.move))
    memory.verdicts[at] = verdict
    verdict.told = missed is not None and bool(missed.reasons) and not memory.is_silent
    return missed if verdict.told else None


def _but_for_its_walk(move: str) -> str:
    return move.rpartition(" ")[0]


def weigh(view: View, played: Move, *, samples: int = _SAMPLES) -> tuple[float, Missed | None]:
    """What a turn cost in points, and the turn that was clearly better by much, if there was one."""
    best = view.move_of(spared(view, KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)[0].codes))
    if best == played:
        return 0.0, None
    cost, error = gain(view, played, best, samples=samples)
    if cost < max(_MUCH, _SURE * error):
        return cost, None
    return cost, Missed(foretell(view, best), cost, error, difference(view, best, played))


def difference(view: View, better: Move, played: Move) -> tuple[Reason, ...]:
    """What speaks for the better turn: the reasons that the one played lacks, or has less of."""
    done, found = _reasons(view, played), _reasons(view, better)
    least = {key: max(map(_much, each)) for key, each in done.items()}
    more = [each for key in found for each in found[key] if _much(each) > least.get(key, 0)]
    seen = {reason.key for reason in worthwhile(view, codes_of(view, better))}
    return tuple([each for each in more if each.key in seen] or [each for each in more if each.key in _SHORT])


def _reasons(view: View, move: Move) -> dict[str, list[Reason]]:
    """What may make one turn better than another."""
    codes = codes_of(view, move)
    found: dict[str, list[Reason]] = {}
    for reason in (*reasons(view, codes), *(each for each in worthwhile(view, codes) if each.key == TWICE)):
        if reason.key in _TELLING:
            found.setdefault(reason.key, []).append(reason)
    return found


def _much(reason: Reason) -> int:
    """How much a turn does of what its reason names."""
    return next((int(reason.values[name]) for name in ("far", "points", "row", "squares") if name in reason.values), 1)
