"""Processes that work on tasks, watched by the one that hands the tasks out.

A player may raise, loop forever, or bring its process down. Each worker notes on a slate, a piece of shared memory,
who is thinking and since when; the supervisor reads it, ends a worker whose player thinks too long, and starts another.
A task whose process was killed from outside, as a system without memory does, gets a second chance.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from ctypes import c_char, c_double
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final, Generic

from sanssouci.arena.faults import PlayerError, printable
from sanssouci.arena.playing import MAKING
from sanssouci.arena.work import Result, Task, Work
from sanssouci.game.errors import SanssouciError

_CONTEXT: Final = multiprocessing.get_context("spawn")  # the same on every system, and no half-copied threads
_LONGEST_TEXT: Final = 16_384  # the moves of a game with four players take fewer than 2,000 characters
_PATIENCE: Final = 0.1  # seconds between two looks at the clocks
_SINCE, _SEAT, _PLY, _LENGTH = range(4)
_CHANCES: Final = 2  # of a task whose process is killed


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


def serve(work: Work[Any, Any], connection: Connection, slate: Slate) -> None:
    """The main loop of a worker process: do the tasks that it is sent, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor handles Ctrl-C and ends the workers
    threading.Thread(target=_follow, daemon=True).start()
    sys.stdout.flush()
    os.dup2(2, 1)  # what a player prints must not get mixed into the results
    work.prepare()
    while True:
        try:
            task = connection.recv()
            connection.send(_answer(work, task, slate))
        except (EOFError, OSError):  # the supervisor is gone
            return


def _answer(work: Work[Any, Any], task: Any, slate: Slate) -> tuple[Any, SanssouciError | None]:
    """The result of a task, or an error that ends the work; None asks for a check."""
    try:
        return work.check(slate) if task is None else work.attend(task, slate), None
    except SanssouciError as error:
        return None, error if type(error) in (SanssouciError, PlayerError) else SanssouciError(
            str(error)
        )  # they travel


def _follow() -> None:
    """End this process together with its supervisor, even if that was killed and a player is looping here."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    wait([supervisor.sentinel])
    os._exit(1)


class Worker(Generic[Task, Result]):
    """A worker process as its supervisor sees it."""

    def __init__(self, work: Work[Task, Result]) -> None:
        self._work = work
        self.slate = Slate()
        self.connection, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=serve, args=(work, theirs, self.slate), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Task | None = None

    def begin(self, task: Task | None) -> None:
        """Hand out a task, or None to have the work checked."""
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

    def lost(self, *, late: bool) -> Result:
        """What comes of the task under way after the process was late or has ended."""
        return self._work.lost(self.task, self.slate, late=late, status=self.process.exitcode)

    @property
    def was_killed(self) -> bool:
        """Whether the process has ended by a signal that it cannot have raised by a fault of its own."""
        return self.process.exitcode == -getattr(signal, "SIGKILL", 9)


class Workers(Generic[Task, Result]):
    """A crew of processes on this machine."""

    def __init__(self, work: Work[Task, Result], count: int) -> None:
        if count < 1:
            raise SanssouciError(f"there must be at least one worker, not {count}")
        self._work = work
        self._count = count
        self._workers: list[Worker[Task, Result]] = []

    def __enter__(self) -> "Workers[Task, Result]":
        self._work.prepare()  # compile once, if need be, before many processes all do
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()

    def check(self) -> None:
        """Refuse work that cannot be done at all, such as games of players that cannot be made."""
        self._workers = self._workers or [Worker(self._work)]
        worker = self._workers[0]
        worker.begin(None)
        while not worker.connection.poll(_PATIENCE):
            if self._work.is_late(worker.slate):
                worker.lost(late=True)
        try:
            wrong, error = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            worker.lost(late=False)
        if error is not None:
            raise error
        if wrong is not None:
            raise SanssouciError(printable(wrong))

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do tasks and yield them with their results as they are done, in no particular order."""
        coming, again = iter(tasks), deque[Task]()
        killed: dict[Task, int] = {}
        idle = list(self._workers)
        busy: list[Worker[Task, Result]] = []
        while True:
            while len(busy) < self._count:
                task = again.popleft() if again else next(coming, None)
                if task is None:
                    break
                worker = idle.pop() if idle else self._start()
                worker.begin(task)
                busy.append(worker)
            if not busy:
                return
            ready = wait([worker.connection for worker in busy], _PATIENCE)
            for worker in list(busy):
                is_ready = worker.connection in ready
                if not is_ready and not self._work.is_late(worker.slate):
                    continue
                busy.remove(worker)
                assert worker.task is not None
                answer = self._receive(worker, is_ready=is_ready)
                idle += [worker] if worker in self._workers else []
                if answer is not None:
                    yield worker.task, answer[0]
                    continue
                killed[worker.task] = killed.get(worker.task, 0) + 1
                if is_ready and worker.was_killed and killed[worker.task] < _CHANCES:
                    again.append(worker.task)
                else:
                    yield worker.task, worker.lost(late=not is_ready)

    def _start(self) -> Worker[Task, Result]:
        self._workers.append(Worker(self._work))
        return self._workers[-1]

    def _receive(self, worker: Worker[Task, Result], *, is_ready: bool) -> tuple[Result] | None:
        """The result of a worker, None if its process has ended or was too late; such a worker is dismissed."""
        if not is_ready:
            worker.process.kill()
        answer: tuple[Result, SanssouciError | None] | None
        try:
            answer = worker.connection.recv()  # even if it was late: it may have finished just now
        except (EOFError, OSError):
            worker.process.join()
            answer = None
        if answer is None or not is_ready or not worker.process.is_alive():
            worker.end()
            self._workers.remove(worker)
        if answer is None:
            return None
        result, error = answer
        if error is not None:
            raise error
        return (result,)
