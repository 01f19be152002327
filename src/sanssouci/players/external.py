"""Players that are programs of their own, in any language: they speak a text protocol (docs/engine_protocol.md).

A description is `engine:COMMAND`, or `engine:time=0.5 COMMAND` for another time than a second a move. The program is
started without a shell, and it is told what its seat sees and nothing else.
"""

import contextlib
import json
import math
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sanssouci.game.errors import SanssouciError
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.player import check_turn

PREFIX: Final = "engine:"
SECONDS: Final = 1.0  # a move, without `time=`
STARTING: Final = 30.0  # seconds to answer the greeting: an engine may load what it thinks with
GRACE: Final = 2.0  # seconds more than asked for, before an engine counts as hanging
LONGEST_LINE: Final = 100_000
MOST_WAITING: Final = 10_000  # lines of an engine that nobody has read yet; then it has to wait
SHOWN: Final = 80  # characters of what an engine said, in errors
_PATIENCE: Final = 0.01  # seconds between two looks at a queue that is full

_Said = tuple[float, str | None]  # when, and what; None after the last line


class EngineError(SanssouciError):
    """An engine could not be started, ended, kept silent or said something that is not an answer."""


def is_engine(spec: str) -> bool:
    """Whether a description names a program that speaks the protocol."""
    return spec.startswith(PREFIX)


def read_spec(spec: str) -> tuple[list[str], float]:
    """The words of the command in a description, and the seconds that the engine has for a move."""
    try:
        words = shlex.split(spec.removeprefix(PREFIX))
        seconds = float(words.pop(0).removeprefix("time=")) if words and words[0].startswith("time=") else SECONDS
    except ValueError as error:
        raise EngineError(f"player {spec!r}: {error}") from None
    if not words or not 0 < seconds < 1e6:
        raise EngineError(f"player {spec!r}: an engine is engine:COMMAND or engine:time=SECONDS COMMAND")
    return words, seconds


def name_of(spec: str) -> str:
    """What an engine is called: the name of its program, or of the file that an interpreter runs."""
    words, _ = read_spec(spec)
    files = [word for word in words[1:] if Path(word).is_file()]
    return Path(files[0] if files else words[0]).name


def files_of(spec: str) -> list[Path]:
    """The files that a command names, of which its moves depend."""
    return [Path(word) for word in read_spec(spec)[0] if Path(word).is_file()]


class EnginePlayer:
    """A program that decides for one seat; it is ended together with this object."""

    def __init__(self, spec: str, seed: int | None = None) -> None:
        words, self._seconds = read_spec(spec)
        self._process = _start(spec, words)
        self._lines: queue.SimpleQueue[_Said] = queue.SimpleQueue()
        self._orders: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        threading.Thread(target=_tell, args=(self._process, self._orders), daemon=True).start()
        self.close: Callable[[], object] = weakref.finalize(self, _end, self._process, self._orders)
        self._box = ""
        self._who = f"player {spec!r}: "  # in errors while it is being made; later they name whoever was asked
        self._say("sanssouci 1")
        for line in self._until("sanssouciok", STARTING):
            self._check(line, ("id", "info"), "id, info or sanssouciok")
        self._who = "the engine: "
        if seed is not None:
            self._say(f"setoption name seed value {seed}")

    def choose(self, view: View) -> Move:
        """Ask the engine; EngineError, or InvalidMoveError, if what it answers is not a move."""
        check_turn(view)
        self._pass_over()
        rules = json.dumps(view.box.rules(), ensure_ascii=True, separators=(",", ":"))
        if rules != self._box:
            self._box = rules
            self._say("newgame", f"box {rules}")
        self._say(f"position {view.text()}", f"go movetime {max(1, round(self._seconds * 1000))}")
        for line in self._until("bestmove", self._seconds + GRACE):
            if line == "legal":
                self._say(*_legal(view))
            else:
                self._check(line, ("info",), "info, legal or bestmove")
        return Move.parse(self._answer)

    def _pass_over(self) -> None:
        """Read what the engine has said since its last answer: only information."""
        begin = said = time.monotonic()
        with contextlib.suppress(queue.Empty):
            while said <= begin:  # one that never stops talking is heard out no longer than this
                said, line = self._lines.get_nowait()
                if line is None:
                    raise self._fault(f"{self._ending()} before it was asked")
                self._check(line, ("info", ""), "info, as nothing was asked")

    def _until(self, last: str, seconds: float) -> Iterator[str]:
        """The lines of the engine before the one that begins with a word, whose rest is kept as the answer."""
        end = time.monotonic() + seconds
        while True:
            try:
                said, line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                said, line = math.inf, ""
            if said > end:
                raise self._fault(f"no {last} within {seconds:g} s")
            if line is None:
                raise self._fault(f"{self._ending()} before {last}")
            word, _, rest = line.partition(" ")
            if word == last:
                self._answer = rest.strip()
                return
            if line:
                yield line

    def _ending(self) -> str:
        """Why there are no more lines."""
        try:
            return f"the program ended, with exit code {self._process.wait(GRACE)},"
        except subprocess.TimeoutExpired:
            return "it closed its output"

    def _check(self, line: str, words: tuple[str, ...], expected: str) -> None:
        if line.partition(" ")[0] not in words:
            raise self._fault(f"it said {line[:SHOWN]!r}; expected {expected}")

    def _say(self, *lines: str) -> None:
        self._orders.put("".join(f"{line}\n" for line in lines))

    def _fault(self, what: str) -> EngineError:
        self.close()
        return EngineError(f"{self._who}{what}")


def _legal(view: View) -> Iterator[str]:
    """The answer to an engine that asks what it may do: every legal move with the points it scores at once."""
    if view.is_setup:
        yield from (f"move 0 {move}" for move in view.legal_moves)
    else:
        gains = view.legal_moves.table()[:, -1].tolist()
        yield from (f"move {gain} {move}" for gain, move in zip(gains, view.legal_moves, strict=True))
    yield "legalok"


def _start(spec: str, words: list[str]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
    except OSError as error:
        raise EngineError(f"player {spec!r}: {words[0]} cannot be started: {error.strerror}") from None


def _die_with_parent() -> None:
    """Let the kernel end an engine whose game is ended by force, as the arena does after its time limit."""
    import ctypes
    import signal

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() == 1:
        os._exit(1)


def _listen(process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[_Said]") -> None:
    """Put what an engine says into a queue, line by line with the time, and None after the last."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process.stdout as stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put((time.monotonic(), line.strip()))
            while lines.qsize() >= MOST_WAITING and process.poll() is None:
                time.sleep(_PATIENCE)
    lines.put((time.monotonic(), None))


def _tell(process: "subprocess.Popen[str]", orders: "queue.SimpleQueue[str | None]") -> None:
    """Write what an engine is told, until there is None; one that does not read keeps nobody but this thread waiting.

    If it is gone, that will be noticed when it has to answer.
    """
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError), process.stdin as stream:
        while (text := orders.get()) is not None:
            stream.write(text)
            stream.flush()


def _end(process: "subprocess.Popen[str]", orders: "queue.SimpleQueue[str | None]") -> None:
    orders.put("quit\n")
    orders.put(None)
    try:
        process.wait(0.2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
