"""Players that do what players should not do, for the arena to cope with."""

import os
import random
import sys
import time

from sanssouci import GreedyPlayer, Move, View
from sanssouci.game.move import Turn

LATE = 5  # turns that a faulty player first plays well


class Honest(GreedyPlayer):
    """A custom class that takes no seed and plays well."""

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
    """Fails in a function of the standard library."""

    def choose(self, view: View) -> Move:
        return random.choice([])  # the line to be reported


class Deaf:
    """Its `choose` takes no view."""

    def choose(self) -> Move:  # the line to be reported, too
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
    """A turn whose card runs code when it is looked at."""

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
    return kind(turn.card, turn.tile, turn.second, turn.gardener, turn.piece, turn.walk)


class _MuteError(RuntimeError):
    def __str__(self) -> str:
        sys.exit("no comment")


class _MuteTurn(Turn):
    def __str__(self) -> str:
        raise _MuteError


class Mute(_Late):
    """Returns something that has no text, and raises an error that has none either."""

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
    """Prints text, which must not get mixed into the results."""

    def choose(self, view: View) -> Move:
        print("hmm")
        return super().choose(view)


class Moody(GreedyPlayer):
    """Can be made only sometimes."""

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
    """Something that could be mistaken for a player."""
    return next(iter(view.legal_moves))


def as_text(seed: int) -> str:
    return f"player {seed}"


def factory(seed: int) -> GreedyPlayer:
    """A function that makes players is as good as a class."""
    return GreedyPlayer(seed)
