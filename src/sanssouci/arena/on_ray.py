"""Work on the machines of a Ray cluster.

Ray decides where a batch of tasks is done, and does it again elsewhere when a worker or a whole machine is lost. In
each of its processes a supervisor of ours watches one worker, as `Workers` does here, so that a player that loops or
crashes loses its game rather than being tried again for ever.
"""

import os
import platform
import socket
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, TextIO, cast

from sanssouci.arena.work import Result, Task, Work, Workplace
from sanssouci.arena.workers import Workers
from sanssouci.game.errors import SanssouciError

_BATCH: Final = 0.5  # seconds that a batch of tasks should take: long compared with what it costs to hand it out
_LARGEST: Final = 1000  # tasks
_RETRIES: Final = 100  # of a batch whose worker or machine is lost
_LOOK: Final = 5.0  # seconds between two looks at the size of the cluster
_STORE: Final = 200_000_000  # bytes for results, of a cluster that is started here

_crews: dict[str, Workers[Any, Any]] = {}  # in a process of Ray's: its worker, by the work


class RayCrew(Generic[Task, Result]):
    """A crew that Ray gathers from all processors of a cluster."""

    def __init__(self, work: Work[Task, Result], place: Workplace) -> None:
        self._work = work
        self._place = place
        self._pending: dict[Any, list[Task]] = {}

    def __enter__(self) -> "RayCrew[Task, Result]":
        with ExitStack() as stack:
            stack.enter_context(own_output())
            self._ray = _connect(self._place)
            # Ends all that this program has begun on the cluster, and a cluster that was started here.
            stack.callback(self._ray.shutdown)
            self._package = self._ray.put((self._work, self._work.signature(), _surroundings()))
            self._leave = stack.pop_all()
        remote = self._ray.remote(num_cpus=1, max_retries=_RETRIES)
        self._do = remote(_do)
        return self

    def __exit__(self, *_: object) -> None:
        self._leave.close()

    def check(self) -> None:
        """Refuse work that cannot be done at all; the first process that is ready tries."""
        self._result(self._do.remote(self._package, None))

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do tasks and yield them with their results as they are done, in no particular order."""
        coming, size, room, looked = iter(tasks), 1, 0, float("-inf")
        while True:
            if time.monotonic() - looked > _LOOK:
                room, looked = self._room(), time.monotonic()
            while len(self._pending) < room and (batch := list(islice(coming, size))):
                self._pending[self._do.remote(self._package, batch)] = batch
            if not self._pending:
                return
            for done in self._ray.wait(list(self._pending), timeout=_LOOK)[0]:
                results, seconds = self._result(done)
                batch = self._pending.pop(done)
                size = max(1, min(_LARGEST, 2 * size, round(_BATCH * len(batch) / max(seconds, 1e-6))))
                yield from zip(batch, results, strict=True)

    def _room(self) -> int:
        """How many batches to have under way: one for each processor of the cluster, as long as it is not limited."""
        return self._place.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _result(self, reference: Any) -> Any:
        """What a call has returned; what it has raised is raised here, as one of our errors."""
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, SanssouciError):
                raise error.cause from None
            raise
        except self._ray.exceptions.RayError as error:
            raise SanssouciError(f"Ray has given up: {str(error).strip().splitlines()[0]}") from None


@contextmanager
def own_output() -> Iterator[None]:
    """Keep what Ray's threads print, such as what it has lost, out of the standard output: that is for results."""
    output = sys.stdout
    sys.stdout = cast("TextIO", _OwnOutput(output))
    try:
        yield
    finally:
        sys.stdout = output


class _OwnOutput:
    """The standard output, or the standard error for a thread of Ray's."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def __getattr__(self, name: str) -> Any:
        is_rays = threading.current_thread().name.startswith("ray_")
        return getattr(sys.stderr if is_rays else self._output, name)


def _connect(place: Workplace) -> Any:
    """Ray, connected to a cluster; without an address to one that it finds, or else to one that it starts here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray would do anyway, without its warning
    import ray

    _knock(place.ray or "")
    own = {"include_dashboard": False, "object_store_memory": _STORE, "num_cpus": place.workers}
    try:
        for address in [place.ray] if place.ray else ["auto", "local"]:
            try:
                ray.init(address, logging_level="ERROR", **(own if address == "local" else {}))
                break
            except ConnectionError:
                if place.ray:
                    raise
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SanssouciError(f"Ray cannot be reached at {place.ray}: {error}") from None
    return ray


def _knock(address: str) -> None:
    """Refuse an address where nobody answers; Ray would go on trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except OSError as error:
        raise SanssouciError(f"Ray cannot be reached at {address}: {error.strerror or error}") from None


def _surroundings() -> tuple[str, list[str]]:
    """Where players of one's own are looked for: the current folder and the path."""
    return str(Path.cwd()), list(sys.path)


def _do(package: tuple[Work[Any, Any], str, tuple[str, list[str]]], batch: list[Any] | None) -> tuple[list[Any], float]:
    """In a process of Ray's: do some tasks, and return their results in order and the seconds; None means a check."""
    work, signature, surroundings = package
    if signature not in _crews:
        _settle(surroundings)
        if work.signature() != signature:
            raise SanssouciError(
                f"{platform.node()} has another version of the game, of a player or of a box: "
                "all machines of the cluster need the same"
            )
        for crew in _crews.values():
            crew.__exit__()
        _crews.clear()
        _crews[signature] = Workers(work, 1).__enter__()
    crew = _crews[signature]
    if batch is None:
        crew.check()
        return [], 0.0
    start = time.perf_counter()
    return [result for _, result in crew.run(batch)], time.perf_counter() - start


def _settle(surroundings: tuple[str, list[str]]) -> None:
    """Make this process look for players where the one that sent the work does."""
    folder, path = surroundings
    if Path(folder).is_dir():
        os.chdir(folder)
    sys.path += [place for place in path if place not in sys.path]
    # A worker would otherwise run the main module of this process again, which is Ray's.
    sys.modules["__main__"].__dict__.pop("__file__", None)
