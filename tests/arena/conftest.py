"""Workers of the arena that need not load Python, NumPy and Numba: copies of a process that has loaded them.

Loading takes two seconds of a processor, for every worker of every match. Tests that start `sys.executable` show that
workers also start from nothing.
"""

import multiprocessing
from collections.abc import Iterator
from multiprocessing import forkserver
from pathlib import Path

import pytest

from sanssouci.arena import workers

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def _copied_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        copying = multiprocessing.get_context("forkserver")
        copying.set_forkserver_preload(["arena.preloaded"])
        patch.setenv("PYTHONPATH", str(TESTS))  # of the process that is copied
        forkserver.ensure_running()
        patch.undo()
        patch.setattr(workers, "_CONTEXT", copying)
        yield
