"""Players that do what players should not, for the arena to cope with."""

import os
import random
import sys
import time

from sanssouci import GreedyPlayer, Move, View
from sanssouci.game.move import Turn

LATE = 5  # turns of its own that a faulty player plays well before


class Honest(GreedyPlayer):
    """A class of one's own that takes no seed, and plays well."""

    def __init__(self) -> None:
        super().__init__(7)


class _Late(GreedyPlayer):
    def choose(self, view: View) -> Move:
        return self.fail(view) if len(view.discards(view.eyes)) >= LATE else super().choose(view)

    def fail(self, view: View) -> Move:
        raise NotImplementedError


class Raises(_Late):
    def fail(self, view: View) -> Move:
        raise RuntimeError("no idea\nwhat to do \x1b[31m")


class RaisesBelow:
    """Errs in a function of the standard library."""

    def choose(self, view: View) -> Move:
        return random.choice([])  # the line to be told


class Deaf:
    """Its `choose` takes no view."""

    def choose(self) -> Move:  # the line to be told, too
        raise NotImplementedError


class Illegal(_Late):
    def fail(self, view: View) -> Move:
        return Move.parse("A")


class Nothing(_Late):
    def fail(self, view: View) -> Move:
        return None  # type: ignore[return-value]


class Loops(_Late):
    def fail(self, view: View) -> Move:
        while True:
            time.sleep(0.01)


class _Trap(Turn):
    """A turn whose card does something when it is looked at."""

    def __getattribute__(self, name: str) -> object:
        if name == "card":
            type(self).spring()
        return super().__getattribute__(name)

    @staticmethod
    def spring() -> None:
        raise NotImplementedError


class _LoopingTurn(_Trap):
    @staticmethod
    def spring() -> None:
        while True:
            time.sleep(0.01)


class _LeavingTurn(_Trap):
    @staticmethod
    def spring() -> None:
        sys.exit("had enough")


def _disguised(view: View, kind: type[Turn]) -> Move:
    turn = next(iter(view.legal_moves))
    assert isinstance(turn, Turn)
    return kind(turn.card, turn.tile, turn.second, turn.gardener, turn.boar, turn.walk)


class _MuteError(RuntimeError):
    def __str__(self) -> str:
        sys.exit("no comment")


class _MuteTurn(Turn):
    def __str__(self) -> str:
        raise _MuteError


class Mute(_Late):
    """Returns what cannot be told, and errs in a way that cannot be told."""

    def fail(self, view: View) -> Move:
        return _disguised(view, _MuteTurn)


class LoopsLater(_Late):
    """Returns something that loops when the rules look at it."""

    def fail(self, view: View) -> Move:
        return _disguised(view, _LoopingTurn)


class LeavesLater(_Late):
    def fail(self, view: View) -> Move:
        return _disguised(view, _LeavingTurn)


class Ends(_Late):
    """Brings its process down, as a crash in compiled code would."""

    def fail(self, view: View) -> Move:
        os._exit(7)


class Leaves(_Late):
    def fail(self, view: View) -> Move:
        sys.exit("had enough")


class Chatters(GreedyPlayer):
    """Prints, which must not get among the results."""

    def choose(self, view: View) -> Move:
        print("hmm")
        return super().choose(view)


class Moody(GreedyPlayer):
    """Can be made sometimes only."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        if seed and random.Random(seed).random() < 0.5:
            raise ValueError("not today")


class Unmade:
    def __init__(self) -> None:
        raise ValueError("never")


class Slowly:
    def __init__(self) -> None:
        time.sleep(60)


def as_function(view: View) -> Move:
    """What one may take for a player."""
    return next(iter(view.legal_moves))


def as_text(seed: int) -> str:
    return f"player {seed}"


def factory(seed: int) -> GreedyPlayer:
    """A function that makes players is as good as a class."""
    return GreedyPlayer(seed)
