"""`sanssouci replay --show`: step through a record, forwards and backwards, in any seat's view."""

import argparse
from typing import Final

from rich.text import Text

from sanssouci.cli.aloud import Aloud
from sanssouci.cli.ending import missions_told, points_sentences, points_table, verdict
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import language_for
from sanssouci.cli.screen import Screen, Seen
from sanssouci.cli.sentences import frames, story
from sanssouci.cli.terminal import Terminal, printable
from sanssouci.game.game import Game
from sanssouci.game.view import SPECTATOR
from sanssouci.texts import Texts

ALL: Final = "all"
_LINES_BELOW: Final = 5


def show(game: Game, *, move: int, seat: str, only: int | None, options: argparse.Namespace) -> int:
    """Show a record until the user quits; if it tells what one seat knows, `only` is that seat."""
    terminal = Terminal(colour=not options.no_colour, plain=options.plain)
    Show(game, terminal, language_for(options), only).run(move, seat)
    return 0


class Show:
    """A place in a record, and whose view of it is shown."""

    def __init__(self, game: Game, terminal: Terminal, language: str, only: int | None = None) -> None:
        self.game = game
        self.terminal = terminal
        self.texts = Texts(language, game.box, ascii_only=terminal.is_ascii)
        names = game.names or tuple(self.texts("show.seat", seat=seat) for seat in range(game.players))
        self.names = tuple(printable(name, 24) or "?" for name in names)
        self.screen = Screen(self.texts, terminal.signs, self.names)
        self.aloud = Aloud(self.texts, self.names)
        self.frames = frames(game)
        self.told = story(self.texts, self.names, game)
        self.at = 0
        self.only = only  # the one seat whose view may be shown
        self.eyes = only  # None sees everything

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.told)

    def run(self, move: int, seat: str) -> None:
        """Show positions until the user quits."""
        if not 0 <= move <= self.last:
            raise UsageError(f"--move {move}: this record has moves 0 to {self.last}")
        self.at = move
        if not self._look_with(seat):
            seats = ", ".join(str(number) for number in range(self.game.players))
            raise UsageError(f"--seat {printable(seat)}: must be one of {seats}, or all")
        notice = ""
        while True:
            self._draw(notice)
            try:
                key = self.terminal.ask(self.texts("show.ask")).lower()
            except EOFError:
                return
            if key == "q":
                return
            notice = "" if self._obey(key) else self.texts("show.unclear", text=printable(key, 40), last=self.last)

    def _obey(self, key: str) -> bool:
        """Obey a key; False if it is unknown."""
        if key in ("", "n"):
            self.at = min(self.at + 1, self.last)
        elif key == "p":
            self.at = max(self.at - 1, 0)
        elif key.isdecimal() and len(key) < 4 and int(key) <= self.last:
            self.at = int(key)
        else:
            return key.startswith("s") and self._look_with(key[1:].strip())
        return True

    def _look_with(self, text: str) -> bool:
        """Switch to another view; False if there is no such seat, or what it sees is not known."""
        if self.only is not None:
            return text in (ALL, str(self.only))  # all that there is to see
        if text == ALL:
            self.eyes = None
            return True
        if not text.isdecimal() or len(text) > 1 or int(text) >= self.game.players:
            return False
        self.eyes = int(text)
        return True

    # ── showing ────────────────────────────────────────────────────────────────────────────────────

    def _draw(self, notice: str) -> None:
        terminal, frame = self.terminal, self.frames[self.at]
        seen: Seen = frame if self.eyes is None else frame.view(self.eyes)
        terminal.clear()
        if terminal.plain:
            terminal.say(self._where(), *self.aloud.table(seen))
        else:
            terminal.say(Text(self._where(), style="bold"))
            terminal.draw(self.screen.table(seen, terminal.width, terminal.height - _LINES_BELOW))
        if self.at:
            terminal.say("", self.told[self.at - 1].sentence)
        if frame.is_over:
            self._tell_end()
        if notice:
            terminal.say("", Text(notice, style="bold"))
        terminal.say("")

    def _where(self) -> str:
        return f"{self.texts('show.move', move=self.at, last=self.last)}. {self._whose()}."

    def _whose(self) -> str:
        if self.eyes is None:
            return self.texts("show.all")
        return self.texts("show.spectator" if self.eyes == SPECTATOR else "show.eyes", name=self.names[self.eyes])

    def _tell_end(self) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        if self.terminal.plain:
            self.terminal.say(*points_sentences(self.texts, self.names, self.game))
        else:
            self.terminal.say("")
            self.terminal.draw(points_table(self.texts, self.names, self.game))
        missions = ["".join(self.game.missions(seat)) for seat in range(self.game.players)]
        self.terminal.say("", *missions_told(self.texts, self.names, self.game, missions))
        self.terminal.say(*verdict(self.texts, self.names, outcome))
