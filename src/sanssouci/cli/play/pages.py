"""What a player can ask to see at any time: the keys, the log, a garden, a hint, what is still to come."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from sanssouci.box.squares import LETTERS
from sanssouci.cli.advice_table import advice_aloud, advice_table, note
from sanssouci.cli.aloud import Aloud
from sanssouci.cli.board import legend
from sanssouci.cli.flow import flow
from sanssouci.cli.play.sitting import Sitting
from sanssouci.cli.screen import Screen
from sanssouci.cli.terminal import Terminal
from sanssouci.game.view import View
from sanssouci.players.advice import advise

# The keys, and the message that explains each.
KEYS: Final = (
    ("1, 2, 3", "help.number"),
    ("36 f3 d4", "help.move"),
    ("", "help.enter"),  # this key has a name in every language
    ("b", "help.back"),
    ("u", "help.undo"),
    ("l", "help.log"),
    ("g, g 1", "help.garden"),
    ("h", "help.hint"),
    ("t", "help.to_come"),
    ("s", "help.save"),
    ("q", "help.quit"),
    ("?", "help.help"),
)
_HINTS: Final = 3


class Pages:
    """Shows pages about one sitting."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting = sitting
        self.terminal = terminal
        self.texts = sitting.texts
        self.screen = Screen(sitting.texts, terminal.signs, sitting.seats.names)
        self.aloud = Aloud(sitting.texts, sitting.seats.names)

    def help(self) -> None:
        """The keys, how moves are written, and what letters and signs mean."""
        texts, terminal = self.texts, self.terminal
        wide = max(len(keys) for keys, _ in KEYS)
        for keys, key in KEYS:
            keys = keys or texts("help.key.enter")
            terminal.say(f"{keys}: {texts(key)}" if terminal.plain else Text(f" {keys:<{wide}}  {texts(key)}"))
        terminal.say("", texts("help.notation"))
        columns = ", ".join(self._columns())
        rows = ", ".join(f"{row} {texts.colour(row)}" for row in range(1, len(texts.box.rows) + 1))
        terminal.say(texts("help.columns", columns=columns), texts("help.rows", rows=rows))
        if not terminal.plain:
            terminal.say(legend(texts, terminal.signs))
            terminal.say(texts("help.heads", points=texts("board.head.points"), end=texts("board.head.end")))

    def log(self) -> None:
        """Everything that has happened, as sentences."""
        for number, item in enumerate(self.sitting.told, 1):
            self.terminal.say(f"{number}. {item.sentence}")
        if not self.sitting.told:
            self.terminal.say(self.texts("play.nothing_yet"))

    def garden(self, view: View, seat: int | None) -> None:
        """One garden, or all of them."""
        seats = range(view.players) if seat is None else [seat]
        if self.terminal.plain:
            for seat in seats:
                self.terminal.say(*self.aloud.garden(view, seat))
            return
        blocks = [self.screen.garden(view, seat) for seat in seats]
        self.terminal.draw(flow(blocks, self.terminal.width))
        self.terminal.say("", legend(self.texts, self.terminal.signs))

    def hint(self, view: View) -> None:
        """The best moves of a view, with what to expect of each and why; only the view is considered."""
        found = advise(view, best=_HINTS)
        if self.terminal.plain:
            self.terminal.say(*advice_aloud(self.texts, found))
            return
        self.terminal.draw(advice_table(self.texts, found, self.terminal.width))
        self.terminal.say("", note(self.texts, found))

    def to_come(self, view: View) -> None:
        """What anyone could work out: the tiles in the bag and the cards not yet played."""
        self.terminal.say(*self._to_come(view))

    def _to_come(self, view: View) -> Iterator[str]:
        texts = self.texts
        bag = ", ".join(f"{texts.structure(letter)} {count}" for letter, count in view.bag.items() if count)
        yield texts("known.bag", tiles=bag or texts("none"))
        for seat, name in enumerate(self.sitting.seats.names):
            yield texts("known.cards", name=name, cards=texts.cards(view.undiscarded(seat)))

    def _columns(self) -> Iterator[str]:
        box = self.texts.box
        for letter in LETTERS[: len(box.columns)]:
            sign = "" if self.terminal.plain else f"{self.terminal.signs.structure(box, letter)} "
            yield f"{letter} {sign}{self.texts.structure(letter)}"
