"""Progress on a terminal, and nothing in a pipe."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def track(items: Iterable[Item], what: str, total: int | None) -> Iterator[Item]:
    """Pass items on while a bar on standard error shows the progress."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
