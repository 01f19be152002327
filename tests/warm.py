"""Runs `sanssouci` as a process of its own, without waiting a second for Python, NumPy and Numba to be loaded.

A process that has loaded them waits beside the tests; each command runs in a copy of it, with arguments, environment,
folder, input and output of its own. What starting anew looks like is tested by those that start `sys.executable`.
"""

import array
import atexit
import json
import locale
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Final, NoReturn

# What is read while loading.
_AT_START: Final = ("SANSSOUCI_KERNEL", "SANSSOUCI_CACHE_DIR", "PYTHONPATH", "PYTHONIOENCODING")
_waiting: dict[str, "_Waiting"] = {}


def sanssouci(
    *arguments: str,
    stdin: bytes = b"",
    variables: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    seconds: float = 300,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; variables come on top of the environment."""
    with ExitStack() as files:
        given, out, err = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(stdin)
        given.seek(0)
        running = Running(arguments, variables, cwd, given, out, err)
        try:
            status = running.wait(seconds)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        shown, told = (os.pread(file.fileno(), 1 << 30, 0) for file in (out, err))
    return subprocess.CompletedProcess(running.args, status, shown, told)


def in_text(*arguments: str, stdin: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """The same with text for input and output."""
    done = sanssouci(*arguments, stdin=stdin.encode(), **options)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def start(*arguments: str, variables: Mapping[str, str] | None = None, output: "IO[bytes] | None" = None) -> "Running":
    """Start a command that goes on; what it prints goes into a file, or can be read line by line."""
    with ExitStack() as files:
        nothing = files.enter_context(open(os.devnull, "rb"))
        if output is not None:
            return Running(arguments, variables, None, nothing, output, output)
        reading, writing = os.pipe()
        out = files.enter_context(open(writing, "wb"))
        running = Running(arguments, variables, None, nothing, out, out)
    running.stdout = open(reading, encoding="utf-8")  # noqa: SIM115  # closed by whoever reads it
    return running


class Running:
    """A running command, with as much of `subprocess.Popen` as the tests need."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        variables: Mapping[str, str] | None,
        cwd: Path | None,
        *files: "IO[bytes]",
    ) -> None:
        environment = {**os.environ, "PYTHONUTF8": "1", **(variables or {})}
        key = json.dumps([environment.get(name) for name in _AT_START])
        if key not in _waiting:
            _waiting[key] = _Waiting(environment)
        self._waiting = _waiting[key]
        self.args = ["sanssouci", *arguments]
        self.stdout: IO[str] | None = None
        self.returncode: int | None = None
        order = {"arguments": arguments, "environment": environment, "cwd": str(cwd or Path.cwd())}
        self.pid = int(self._waiting.ask(order, *files))

    def poll(self) -> int | None:
        """The exit status, as `Popen` has it; None while it runs."""
        if self.returncode is None:
            self.returncode = self._waiting.ask(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit status."""
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            time.sleep(0.01)
        return status

    def communicate(self) -> str:
        """Read all that it still prints; then it has ended, or has nothing more to say."""
        assert self.stdout is not None
        with self.stdout:
            return self.stdout.read()

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the command has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it without any warning."""
        self.send_signal(signal.SIGKILL)


class _Waiting:
    """The process that has everything loaded, as the tests see it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._line, theirs = socket.socketpair()
        self._turn = threading.Lock()
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment, start_new_session=True)
        theirs.close()
        atexit.register(_end, self._line, process)

    def ask(self, order: Any, *files: "IO[bytes]") -> Any:
        """Give an order, and return the answer."""
        with self._turn:
            _send(self._line, order, *files)
            return _receive(self._line)[0]


def _end(line: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    line.close()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # with every command that it has started
    process.wait()


# ── orders: a length, then JSON, with the files of a command ──────────────────────────────────────────


def _send(line: socket.socket, order: Any, *files: "IO[bytes]") -> None:
    data = json.dumps(order).encode()
    handles = array.array("i", [file.fileno() for file in files])
    line.sendmsg([len(data).to_bytes(8, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)] if files else [])
    line.sendall(data)


def _receive(line: socket.socket) -> tuple[Any, list[int]]:
    start, handles, _, _ = socket.recv_fds(line, 8, 3)
    if not start:
        raise EOFError
    length, data = int.from_bytes(start, "big"), b""
    while len(data) < length:
        data += line.recv(length - len(data))
    return json.loads(data), handles


# ── in the waiting process ────────────────────────────────────────────────────────────────────────────


def _wait_for_orders(line: socket.socket) -> None:
    """Start what is asked for, and tell how it ended: an order is a command, or the number of a process."""
    while True:
        try:
            order, handles = _receive(line)
        except EOFError:
            return
        if isinstance(order, int):
            ended, status = os.waitpid(order, os.WNOHANG)
            _send(line, os.waitstatus_to_exitcode(status) if ended else None)
            continue
        child = os.fork()
        if child == 0:
            line.close()
            _carry_out(order, handles)
        for handle in handles:
            os.close(handle)
        _send(line, child)


def _carry_out(order: dict[str, Any], handles: list[int]) -> NoReturn:
    """Become the command, as if Python had just been started for it."""
    status = 1
    try:
        for place, handle in enumerate(handles):
            os.dup2(handle, place)
            os.close(handle)
        sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        os.environ.clear()
        os.environ.update(order["environment"])
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
        os.chdir(order["cwd"])
        sys.argv = ["sanssouci", *order["arguments"]]
        sys.path[0] = order["cwd"]
        status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    atexit._run_exitfuncs()  # as at the end of every process: workers are waited for
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    from sanssouci.arena import workers
    from sanssouci.cli import main
    from sanssouci.kernel import engine
    from sanssouci.server import app  # noqa: F401
    from sanssouci.thinking import thinker

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process started in the background ignores Ctrl-C
    engine.compiled()
    thinker.compiled()
    workers._CONTEXT = multiprocessing.get_context("fork")  # type: ignore[misc, assignment]  # nor do workers wait
    _wait_for_orders(socket.socket(fileno=int(sys.argv[1])))
