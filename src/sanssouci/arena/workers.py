"""Processes that play games, watched by the one that hands the games out.

A player may raise, loop forever, or bring its process down. Each worker notes on a slate, a piece of shared memory,
who is thinking and since when; the supervisor reads it, ends a worker whose player thinks too long, and starts another.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from ctypes import c_char, c_double
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final

from sanssouci.arena.faults import describe, printable
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import MAKING, Fault, Played, finished, play, replay
from sanssouci.game.errors import SanssouciError
from sanssouci.kernel import engine
from sanssouci.players.levels import is_level, make_player
from sanssouci.thinking import thinker

_CONTEXT: Final = multiprocessing.get_context("spawn")  # the same on every system, and no half-copied threads
_LONGEST_TEXT: Final = 16_384  # the moves of a game with four players take fewer than 2,000 characters
_PATIENCE: Final = 0.1  # seconds between two looks at the clocks
MAKING_LIMIT = 300.0  # seconds for making a player, which may have a lot to load or compile
_SINCE, _SEAT, _PLY, _LENGTH = range(4)
_THOUGHTLESS: Final = frozenset({"random", "greedy", "page"})  # levels that use only the rules


class Slate:
    """Shared memory of a worker: who is thinking and since when, and the moves of the game so far."""

    def __init__(self) -> None:
        self._numbers: Any = RawArray(c_double, 4)
        self._text: Any = RawArray(c_char, _LONGEST_TEXT)

    def start(self, seat: int, ply: int) -> None:
        """A player must decide."""
        if ply == MAKING and seat == 0:
            self._numbers[_LENGTH] = 0
        self._numbers[_SEAT] = seat
        self._numbers[_PLY] = ply
        self._numbers[_SINCE] = time.monotonic()

    def stop(self) -> None:
        """The player has decided."""
        self._numbers[_SINCE] = 0

    def note(self, move: str) -> None:
        """A move was played."""
        begin = int(self._numbers[_LENGTH])
        line = move.encode() + b"\n"
        self._text[begin : begin + len(line)] = line
        self._numbers[_LENGTH] = begin + len(line)

    @property
    def thinking(self) -> float | None:
        """How many seconds a player has been thinking, None if nobody is."""
        since: float = self._numbers[_SINCE]
        return time.monotonic() - since if since else None

    @property
    def seat(self) -> int:
        """The seat that is thinking, or was last."""
        return int(self._numbers[_SEAT])

    @property
    def ply(self) -> int:
        """The ply of the move that this seat is thinking about."""
        return int(self._numbers[_PLY])

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far."""
        text: bytes = self._text[: int(self._numbers[_LENGTH])]
        return tuple(text.decode().splitlines())


def serve(match: Match, connection: Connection, slate: Slate) -> None:
    """The main loop of a worker process: play the games that it is sent, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor handles Ctrl-C and ends the workers
    threading.Thread(target=_follow, daemon=True).start()
    sys.stdout.flush()
    os.dup2(2, 1)  # what a player prints must not get mixed into the results
    warm(match.specs)
    while True:
        try:
            task = connection.recv()
            connection.send(_check(match, slate) if task is None else play(match, task, slate))
        except (EOFError, OSError):  # the supervisor is gone
            return


def warm(specs: Iterable[str]) -> None:
    """Prepare the compiled code that players run on, so that no move waits for it."""
    engine.engine()
    if any(is_level(spec) and spec not in _THOUGHTLESS for spec in specs):
        thinker.thinker()


def _follow() -> None:
    """End this process together with its supervisor, even if that was killed and a player is looping here."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    wait([supervisor.sentinel])
    os._exit(1)


def _check(match: Match, slate: Slate) -> str | None:
    """Make every player once; return what is wrong with the first that cannot be made."""
    for index, spec in enumerate(match.specs):
        slate.start(index, MAKING)
        try:
            make_player(spec, 0)
        except BaseException as error:
            return describe(error)
        finally:
            slate.stop()
    return None


class Worker:
    """A worker process as its supervisor sees it."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.slate = Slate()
        self.connection, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=serve, args=(match, theirs, self.slate), daemon=True)
        self.process.start()
        theirs.close()
        self.task: GameId | None = None

    def begin(self, task: GameId | None) -> None:
        """Hand out a game, or None to have the players checked."""
        self.task = task
        try:
            self.connection.send(task)
        except OSError:  # the process has just ended: `wait` will report it
            return

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def fault(self, *, late: bool) -> Fault:
        """The fault of the player that thought too long or brought its process down."""
        if late:
            making = self.slate.ply == MAKING
            what = f"not ready within {MAKING_LIMIT:g} s" if making else f"no move within {self._match.limit:g} s"
            return Fault(self.slate.seat, self.slate.ply, "time limit", what)
        if self.slate.thinking is None:
            raise SanssouciError(f"a worker process ended on its own, with exit code {self.process.exitcode}")
        what = f"the player ended its process, with exit code {self.process.exitcode}"
        return Fault(self.slate.seat, self.slate.ply, "process ended", what)

    def forfeit(self, fault: Fault) -> Played:
        """The game under way, lost by a fault."""
        assert self.task is not None
        game = replay(self._match, self.task, self.slate.moves[: max(fault.ply, 0)])
        thoughts = [0] * game.players  # the times are lost along with the process
        return finished(self.task, game, fault, [0.0] * game.players, thoughts)


class Workers:
    """A pool of workers, to be used in a `with` statement."""

    def __init__(self, match: Match, count: int) -> None:
        if count < 1:
            raise SanssouciError(f"there must be at least one worker, not {count}")
        self._match = match
        self._count = count
        self._workers: list[Worker] = []

    def __enter__(self) -> "Workers":
        warm(self._match.specs)  # compile once, if need be, before many processes all do
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()

    def check(self) -> None:
        """Refuse players that cannot be made at all."""
        self._workers = self._workers or [Worker(self._match)]
        worker = self._workers[0]
        worker.begin(None)
        while not worker.connection.poll(_PATIENCE):
            if self._is_late(worker):
                spec = self._match.specs[worker.slate.seat]
                raise SanssouciError(f"player {spec!r} cannot be made: {worker.fault(late=True).message}")
        try:
            wrong = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            spec = self._match.specs[worker.slate.seat]
            raise SanssouciError(f"player {spec!r} cannot be made: {worker.fault(late=False).message}") from None
        if wrong is not None:
            raise SanssouciError(printable(wrong))

    def play(self, games: Iterator[GameId]) -> Iterator[Played]:
        """Play games and yield them as they finish, in no particular order."""
        idle = list(self._workers)
        busy: list[Worker] = []
        while True:
            while len(busy) < self._count and (task := next(games, None)) is not None:
                worker = idle.pop() if idle else self._start()
                worker.begin(task)
                busy.append(worker)
            if not busy:
                return
            ready = wait([worker.connection for worker in busy], _PATIENCE)
            for worker in list(busy):
                played = self._look(worker, is_ready=worker.connection in ready)
                if played is not None:
                    busy.remove(worker)
                    idle += [worker] if worker in self._workers else []
                    yield played

    def _start(self) -> Worker:
        self._workers.append(Worker(self._match))
        return self._workers[-1]

    def _look(self, worker: Worker, *, is_ready: bool) -> Played | None:
        """The game of a worker if it has ended, one way or another."""
        if not is_ready and not self._is_late(worker):
            return None
        fault = None if is_ready else worker.fault(late=True)
        if not is_ready:
            worker.process.kill()
        try:
            played: Played = worker.connection.recv()  # even if it was late: it may have finished just now
        except (EOFError, OSError):
            worker.process.join()
            played = worker.forfeit(fault or worker.fault(late=False))
        if not is_ready or not worker.process.is_alive():
            worker.end()
            self._workers.remove(worker)
        return played

    def _is_late(self, worker: Worker) -> bool:
        thinking = worker.slate.thinking
        limit = MAKING_LIMIT if worker.slate.ply == MAKING else self._match.limit
        return thinking is not None and thinking > limit
