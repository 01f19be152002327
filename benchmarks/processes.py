"""Server processes whose use of the machine is measured."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.load import Visitor

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START = "import sys; from sanssouci.cli import main; sys.exit(main())"


class Process:
    """A process whose use of the machine is measured."""

    def __init__(self, command: list[str]) -> None:
        self._popen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)

    def until(self, pattern: str) -> str:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            if found := re.search(pattern, line):
                return found[1]
        raise RuntimeError("the server ended before it was ready")

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._popen.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self._popen.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        self._popen.terminate()
        self._popen.wait(30)


NO_LIMITS = ("--limits", str(Path(__file__).parent.parent / "tests" / "server" / "generous.toml"))  # that anybody meets


@contextmanager
def serving(count: int, *options: str) -> Iterator[list[tuple[str, Process]]]:
    """Some server processes, ready to play."""
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--no-browser", *options]
    processes = [Process(command) for _ in range(count)]
    try:
        urls = [process.until(r"ready: (http://\S+?)/?$") for process in processes]
        for url in urls:
            while Visitor(url).get("/api/server")["kernel"] != "ready":
                time.sleep(0.1)
        yield list(zip(urls, processes, strict=True))
    finally:
        for process in processes:
            process.stop()
