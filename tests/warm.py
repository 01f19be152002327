"""Runs `sanssouci` as a process of its own, without waiting a second for Python, NumPy and Numba to be loaded.

A process that has loaded them waits beside the tests; each command runs in a copy of it, with arguments, environment,
folder, input and output of its own. What starting anew looks like is tested by those that start `sys.executable`.
"""

import array
import atexit
import json
import locale
import os
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final, NoReturn

# What is read while loading.
_AT_START: Final = (
    "SANSSOUCI_KERNEL",
    "SANSSOUCI_CACHE_DIR",
    "PYTHONPATH",
    "PYTHONIOENCODING",
)
_waiting: dict[str, "_Waiting"] = {}


def sanssouci(
    *arguments: str,
    stdin: bytes = b"",
    variables: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    seconds: float = 300,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; variables come on top of the environment, in which text is UTF-8."""
    environment = {**os.environ, "PYTHONUTF8": "1", **(variables or {})}
    key = json.dumps([environment.get(name) for name in _AT_START])
    if key not in _waiting:
        _waiting[key] = _Waiting(environment)
    return _waiting[key].run(list(arguments), stdin, environment, cwd or Path.cwd(), seconds)


def in_text(*arguments: str, stdin: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """The same with text for input and output."""
    done = sanssouci(*arguments, stdin=stdin.encode(), **options)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class _Waiting:
    """The process that has everything loaded, as the tests see it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._line, theirs = socket.socketpair()
        command = [sys.executable, __file__, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment, start_new_session=True)
        theirs.close()
        atexit.register(self._end)

    def run(
        self, arguments: list[str], stdin: bytes, environment: Mapping[str, str], cwd: Path, seconds: float
    ) -> subprocess.CompletedProcess[bytes]:
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            order = {"arguments": arguments, "environment": dict(environment), "cwd": str(cwd)}
            _send(self._line, order, given, out, err)
            self._line.settimeout(seconds)
            try:
                status = int(_receive(self._line)[0])
            except TimeoutError:
                self._end()
                raise subprocess.TimeoutExpired(["sanssouci", *arguments], seconds) from None
            shown, told = (os.pread(file.fileno(), 1 << 30, 0) for file in (out, err))
        return subprocess.CompletedProcess(["sanssouci", *arguments], status, shown, told)

    def _end(self) -> None:
        self._line.close()
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


# ── orders: a length, then JSON, with the files of a command ──────────────────────────────────────────


def _send(line: socket.socket, order: Any, *files: "IO[bytes]") -> None:
    data = json.dumps(order).encode()
    handles = array.array("i", [file.fileno() for file in files])
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)] if files else []
    line.sendmsg([len(data).to_bytes(8, "big")], rights)
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
    while True:
        try:
            order, handles = _receive(line)
        except EOFError:
            return
        child = os.fork()
        if child == 0:
            line.close()
            _carry_out(order, handles)
        for handle in handles:
            os.close(handle)
        _send(line, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _carry_out(order: dict[str, Any], handles: list[int]) -> NoReturn:
    """Become the command, as if Python had just been started for it."""
    status = 1
    try:
        for place, handle in enumerate(handles):
            os.dup2(handle, place)
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
    from sanssouci.cli import main
    from sanssouci.kernel import engine
    from sanssouci.server import app  # noqa: F401
    from sanssouci.thinking import thinker

    engine.compiled()
    thinker.compiled()
    _wait_for_orders(socket.socket(fileno=int(sys.argv[1])))
