"""Computers that think for as long as a test wants them to, so that it can act while they do."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.levels import LEVELS

_PATIENCE: Final = 90.0  # seconds; machines can be busy


class Thoughts:
    """Players of a level of their own, for servers in this process: none of them moves before `finish`."""

    level = "held"

    def __init__(self) -> None:
        self._begun = threading.Semaphore(0)
        self._ended = threading.Semaphore(0)
        self._may_end = threading.Event()
        self._running = 0

    def wait_for_one(self) -> None:
        """Wait until one more player has begun to think."""
        assert self._begun.acquire(timeout=_PATIENCE), "nobody thinks"
        self._running += 1

    def finish(self) -> None:
        """Let all of them move that think, and whoever does so later; returns when those have made up their minds."""
        self._may_end.set()
        for _ in range(self._running):
            assert self._ended.acquire(timeout=_PATIENCE), "somebody does not move"
        self._running = 0

    def player(self, seed: int | None = None) -> "_Held":
        """A player of this level."""
        return _Held(self, seed)

    def hold(self) -> None:
        """Think."""
        self._begun.release()
        assert self._may_end.wait(_PATIENCE), "the test has forgotten a player"

    def end(self) -> None:
        """Have thought."""
        self._ended.release()


class _Held:
    def __init__(self, thoughts: Thoughts, seed: int | None) -> None:
        self._thoughts = thoughts
        self._greedy = GreedyPlayer(seed)

    def choose(self, view: View) -> Move:
        self._thoughts.hold()
        try:
            return self._greedy.choose(view)
        finally:
            self._thoughts.end()


@contextmanager
def held_thoughts() -> Iterator[Thoughts]:
    """A level of such players for the length of a block."""
    thoughts = Thoughts()
    LEVELS[thoughts.level] = thoughts.player
    try:
        yield thoughts
    finally:
        thoughts.finish()
        del LEVELS[thoughts.level]
