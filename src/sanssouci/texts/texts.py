"""The messages of one language, and its names for the things in one box."""

from collections.abc import Iterable

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.texts.folding import folded
from sanssouci.texts.messages import messages, plural_form


class Texts:
    """Speaks one language about one box.

    `texts("play.saved", file=name)` is the message with that key. Words that need an article or an ending are in
    the files as the sentences use them (`tile:Brunnen` is `den Brunnen`); words from a custom box are put in quotation
    marks instead, so that every sentence stays correct. With `ascii_only` everything is written in ASCII.
    """

    __slots__ = ("_messages", "ascii_only", "box", "language")

    def __init__(self, language: str, box: Box, *, ascii_only: bool = False) -> None:
        self.language: str = language
        self.box: Box = box
        self.ascii_only: bool = ascii_only
        self._messages = messages(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The message with its placeholders filled in; `count` also chooses the plural form."""
        message = self._messages[key]
        if isinstance(message, dict):
            count = values["count"]
            assert isinstance(count, int)
            message = message[plural_form(self.language, count)]
        return self._written(message.format(**values))

    def maybe(self, key: str, /, **values: object) -> str | None:
        """The message, if there is one with that key."""
        return self(key, **values) if key in self._messages else None

    def _written(self, text: str) -> str:
        return folded(text) if self.ascii_only else text

    # ── words of the box ───────────────────────────────────────────────────────────────────────────

    def structure(self, letter: str) -> str:
        """The name of a column's structure, without an article; a square may stand for its column."""
        return self._written(self.box.columns[LETTERS.index(letter[0])].names[self.language])

    def colour(self, row: int) -> str:
        """The name of a row's colour."""
        return self._written(self.box.rows[row - 1].names[self.language])

    def card(self, card: str) -> str:
        """What a card shows: '36', 'c' or '*' in words."""
        if card == "*":
            return self("card.wild")
        if len(card) == 2:
            return f"{self.colour(int(card[0]))}/{self.colour(int(card[1]))}"
        return self.structure(card)

    def tile(self, square: str) -> str:
        """The tile that belongs on a square, with its article, as the object of a sentence."""
        return self._inflected("tile", self.box.columns[LETTERS.index(square[0])].names[self.language])

    def space(self, row: int) -> str:
        """From a space of the row's colour."""
        return self._inflected("space", self.box.rows[row - 1].names[self.language])

    def _inflected(self, family: str, word: str) -> str:
        key = f"{family}:{word}"
        return self(key) if key in self._messages else self(f"{family}.other", word=word)

    # ── numbers and lists ──────────────────────────────────────────────────────────────────────────

    def points(self, count: int) -> str:
        """A number of points."""
        return self("points", count=count)

    def decimal(self, value: float, *, signed: bool = False) -> str:
        """A number with one decimal place; `signed` writes the plus sign of positive numbers too."""
        return f"{value:{'+' if signed else ''}.1f}".replace(".", self("decimal sign"))

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards, in words."""
        return ", ".join(map(self.card, cards)) or self("none")

    def structures(self, letters: Iterable[str]) -> str:
        """Several structures, without articles."""
        return ", ".join(map(self.structure, letters))
