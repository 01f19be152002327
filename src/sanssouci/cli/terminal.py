"""The terminal: what it can show, and reading a line from it.

All output goes through here, so that a terminal without colours or UTF-8, or no terminal at all, gets what it can
show, and nothing that a stranger wrote into a record can send it control characters.
"""

import codecs
import sys
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from sanssouci.cli.board import ASCII, UNICODE, Signs
from sanssouci.cli.flow import Block
from sanssouci.texts import folded

_LONGEST_LINE: Final = 1000
_BLANK_LINES: Final = 60
_CLEAR: Final = "\x1b[H\x1b[2J"  # home, erase the screen
_NO_BREAK: Final = "\u00a0"
_HELD: Final = "\ue000"  # stands in for it while lines are wrapped: just as wide, and not a space to Rich
_FORGET: Final = "\x1b[3J"  # erase the scrollback


class _Console(Console):
    """Lets the program decide how to end when the reader of its output is gone; Rich would exit with status 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Terminal:
    """Shows lines and asks for them."""

    def __init__(self, *, colour: bool = True, plain: bool = False) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=_HANDLER)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self.console = _Console(
            highlight=False,
            markup=False,
            emoji=False,
            no_color=None if colour else True,  # None leaves it to NO_COLOR
            color_system=None if plain else "auto",
        )
        self.plain = plain
        self.is_live = self.console.is_terminal and not self.console.is_dumb_terminal

    @property
    def is_ascii(self) -> bool:
        """Whether to write in ASCII."""
        return not (self.console.encoding or "").lower().startswith("utf")

    @property
    def signs(self) -> Signs:
        """The signs that this terminal can show."""
        return ASCII if self.is_ascii else UNICODE

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The number of lines; without a terminal, more than enough."""
        return self.console.height if self.is_live else 200

    @property
    def wipes(self) -> bool:
        """Whether what was said is gone when a fresh screen is started."""
        return self.is_live and not self.plain

    def clear(self) -> None:
        """Start a fresh screen, if there is one."""
        if self.wipes:
            self._write(_CLEAR)

    def hide(self) -> None:
        """Erase everything from the screen, so that the next player cannot see it."""
        self._write(_CLEAR + _FORGET if self.is_live else "\n" * _BLANK_LINES)

    def say(self, *texts: str | Text) -> None:
        """Show sentences. On a terminal they are wrapped; in a pipe each stays one line."""
        for text in texts:
            self.console.print(Wrapped(text) if self.is_live else text, soft_wrap=not self.is_live)

    def quote(self, text: str) -> None:
        """Show a line with something to copy, which must not be wrapped."""
        self.console.print(text, soft_wrap=True)

    def draw(self, lines: Block) -> None:
        """Show lines unchanged."""
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="ellipsis" if self.is_live else "ignore", crop=False)

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; EOFError when there are no more."""
        self.console.print(Text(prompt, style="bold"), end="", soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline(_LONGEST_LINE)
        if not line.endswith("\n"):
            self.console.print()
        elif not sys.stdin.isatty():
            self.console.print(printable(line.strip()), soft_wrap=True)  # nobody saw it being typed
        if not line:
            raise EOFError
        return line.strip()

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()


class Wrapped:
    """A text wrapped to the terminal's width; Rich would also break lines at no-break spaces, as in « fontaine »."""

    def __init__(self, text: str | Text) -> None:
        self._text = Text(text) if isinstance(text, str) else text.copy()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        held = self._text.copy()
        held.plain = held.plain.replace(_NO_BREAK, _HELD)
        for line in held.wrap(console, options.max_width):
            line.plain = line.plain.replace(_HELD, _NO_BREAK)
            line.no_wrap, line.overflow = True, "ignore"
            yield line


def printable(text: str, longest: int = 80) -> str:
    """Text from outside, without control characters and cut to a reasonable length."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def _fold(error: UnicodeError) -> tuple[str, int]:
    """What to write for characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return folded(error.object[error.start : error.end]), error.end


_HANDLER: Final = "sanssouci-fold"
codecs.register_error(_HANDLER, _fold)
