"""Progress on a terminal, and nothing in a pipe."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def track(items: Iterable[Item], what: str, total: int | None) -> Iterator[Item]:
    """Pass items on while a bar on standard error shows the progress."""
    with _progress() as shown:
        task = shown.add_task(what, total=total)
        for item in items:
            yield item
            shown.advance(task)


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; what it yields is called with how much is done, and of how much."""
    with _progress() as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
