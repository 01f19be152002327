"""Work that can be done anywhere: in this process, in several of them, or on the machines of a Ray cluster.

A command says what is done to each of its tasks (`Work`) and where (`Workplace`); `crew` then does the tasks. Results
depend on nothing but the task, so that the place changes only how long it takes.
"""

import signal
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import sanssouci
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import require

if TYPE_CHECKING:
    from sanssouci.arena.workers import Slate

Task = TypeVar("Task")
Result = TypeVar("Result")
Key = TypeVar("Key", bound=Hashable)


class Work(Generic[Task, Result]):
    """What is done to each task; data only, since it travels to wherever the tasks are done."""

    def prepare(self) -> None:
        """Prepare compiled code, before many processes need it at the same time."""

    def do(self, task: Task) -> Result:
        """The result of a task."""
        raise NotImplementedError

    def signature(self) -> str:
        """What the results depend on besides the tasks; a machine where it is different must not take part."""
        return sanssouci.__version__

    # What follows is for work that runs other people's code, which a supervisor has to watch.

    def check(self, slate: "Slate") -> str | None:
        """What is wrong with the work as a whole, before any task; None if nothing is."""
        return None

    def attend(self, task: Task, slate: "Slate") -> Result:
        """The result of a task, with notes on the slate for a supervisor."""
        return self.do(task)

    def is_late(self, slate: "Slate") -> bool:
        """Whether what the slate shows has taken too long."""
        return False

    def lost(self, task: Task | None, slate: "Slate", *, late: bool, status: int | None) -> Result:
        """The result of a task whose process was too late or ended, or an error; None stands for the check."""
        raise SanssouciError(f"a worker process ended on its own, {told(status)}")


def told(status: int | None) -> str:
    """How a process has ended, for people."""
    if status is not None and status < 0:
        return f"by {signal.Signals(-status).name}"
    return f"with exit code {status}"


class Crew(Protocol[Task, Result]):
    """Those who do the tasks, to be used in a `with` statement."""

    def __enter__(self) -> "Crew[Task, Result]": ...

    def __exit__(self, *_: object) -> None: ...

    def check(self) -> None:
        """Refuse work that cannot be done at all."""

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do tasks and yield them with their results as they are done, in no particular order."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where work is done.

    Without an address for Ray, in this number of processes on this machine. "" is a cluster that Ray finds, or one that
    it starts on this machine; there, `workers` limits how many tasks are done at a time.
    """

    workers: int | None = 1
    ray: str | None = None


HERE: Final = Workplace()


def crew(work: Work[Task, Result], place: Workplace, *, watched: bool = False) -> Crew[Task, Result]:
    """Those who do the work in that place; `watched` work never runs in this process."""
    if place.ray is not None:
        require("ray", needed_for="--ray")
        from sanssouci.arena.on_ray import RayCrew

        return RayCrew(work, place)
    if place.workers == 1 and not watched:
        return _Here(work)
    from sanssouci.arena.workers import Workers

    return Workers(work, place.workers or 1)


class _Here(Generic[Task, Result]):
    """This process, one task after another."""

    def __init__(self, work: Work[Task, Result]) -> None:
        self._work = work

    def __enter__(self) -> "_Here[Task, Result]":
        self._work.prepare()
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def check(self) -> None:
        pass

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        for task in tasks:
            yield task, self._work.do(task)


def in_order(done: Iterable[tuple[Key, Result]], tasks: Sequence[Key]) -> Iterator[tuple[Key, Result]]:
    """The same results in the order of the tasks; what comes too early waits."""
    waiting: dict[Key, Any] = {}
    following = 0
    for task, result in done:
        waiting[task] = result
        while following < len(tasks) and tasks[following] in waiting:
            yield tasks[following], waiting.pop(tasks[following])
            following += 1
