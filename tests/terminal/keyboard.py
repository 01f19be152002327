"""A person at a real pseudo-terminal: the real command, keys sent to it, and what it shows."""

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect

from sanssouci.box import load
from sanssouci.texts import Texts
from sanssouci.texts.messages import messages

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
GAP = r"(?:\x1b\[[\d;]*m|\s)+"  # between words, where a line may end
CLEAR_AND_FORGET = "\x1b[H\x1b[2J\x1b[3J"

Chooser = Callable[[int], int]  # the number of choices -> the one to take, from 1


def pattern(language: str, key: str) -> str:
    """A regular expression for a message with anything in its placeholders, wrapped or not."""
    message = messages(language)[key]
    assert isinstance(message, str)
    text = re.sub(r"\\{\w+\\}", "(.+?)", re.escape(message))
    return re.sub(r"\\ |\xa0", lambda _: GAP, text)


def heed_interrupts() -> None:
    """A process started in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Keyboard:
    """Starts `sanssouci` in a terminal and types into it."""

    def __init__(
        self, *arguments: str, data: Path, language: str = "en", rows: int = 24, columns: int = 80, **variables: str
    ) -> None:
        environment = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        environment |= {"TERM": "xterm-256color", "LC_ALL": f"{language}_XX.UTF-8", "PYTHONUTF8": "1"}
        environment |= {"SANSSOUCI_DATA_DIR": str(data), **variables}
        self.language = language
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "sanssouci", *arguments],
            env=environment,
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=90,
            preexec_fn=heed_interrupts,
        )
        self.child.delaybeforesend = None
        self.seen: list[str] = []  # what was shown before each answer
        self.typed: list[str] = []

    def expect(self, *keys: str) -> int:
        """Wait for one of these messages or, for an empty key, for the end; return the one that came."""
        wanted = [pattern(self.language, key) if key else pexpect.EOF for key in keys]
        found: int = self.child.expect(wanted)
        shown = self.child.before + (self.child.after if isinstance(self.child.after, str) else "")
        self.seen.append(shown)
        return found

    def type(self, text: str) -> None:
        """Type a line."""
        self.typed.append(text)
        self.child.send(text + "\r")

    def number(self) -> int:
        """How many choices the latest question offers."""
        return int(self.child.match.group(1))

    def answer(self, choose: Chooser, *stops: str) -> str:
        """Answer questions until one of these messages comes (an empty one: the end), and return it."""
        keys = ("play.ask", "play.confirm", "play.cover", *stops)
        while True:
            found = self.expect(*keys)
            if found >= 3:
                return keys[found]
            self.type(str(choose(self.number())) if found == 0 else "")

    def end(self) -> int:
        """Wait for the end and return the exit status."""
        self.expect("")
        self.child.close()
        status = self.child.exitstatus
        assert isinstance(status, int), f"killed by signal {self.child.signalstatus}"
        return status

    @property
    def output(self) -> str:
        """Everything shown, without colours and other control sequences."""
        return plain("".join(self.seen))


def plain(text: str) -> str:
    """What a screen shows, line by line."""
    return ESCAPES.sub("", text).replace("\r", "")


def flat(text: str) -> str:
    """What a screen shows, as if it were infinitely wide."""
    return " ".join(plain(text).split())


def words(language: str, box: str) -> Texts:
    """The texts of a published box."""
    return Texts(language, load(box))
