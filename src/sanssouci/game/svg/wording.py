"""What is written in the pictures and read out by a screen reader, in the languages of the boxes."""

from typing import Final

from sanssouci.box import Box
from sanssouci.game.errors import SanssouciError
from sanssouci.texts import LANGUAGES, Texts


class Wording:
    """The words of one box in one language; the messages are those whose keys begin with `picture.`."""

    __slots__ = ("_texts", "box", "language")

    def __init__(self, box: Box, language: str) -> None:
        if language not in LANGUAGES:
            raise SanssouciError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.box: Final = box
        self.language: Final = language
        self._texts: Final = Texts(language, box)

    def __call__(self, key: str, **parts: str | int) -> str:
        """A text by its key, with its parts filled in."""
        return self._texts(f"picture.{key}", **parts)

    def column(self, letter: str) -> str:
        """The structure of a column."""
        return self._texts.structure(letter)

    def piece(self, name: str) -> str:
        """The piece of an expansion."""
        return self._texts(f"piece.{name}")

    def row(self, value: int) -> str:
        """The colour of a row."""
        return self._texts.colour(value)

    def card(self, card: str) -> str:
        """What a card shows."""
        if card == "*":
            return self("wild")
        if len(card) == 2:
            return f"{self.row(int(card[0]))} {card[0]} / {self.row(int(card[1]))} {card[1]}"
        return f"{self.column(card)} ({card})"

    def tile(self, square: str) -> str:
        """A face-up tile, by the square where it belongs."""
        return f"{self.column(square[0])}, {self.row(int(square[1]))} {square[1]} ({square})"

    def mark(self, mark: str) -> str:
        """What a mark of a reward board does."""
        if mark == "0":
            return self("covered")
        kind = {"+": "structure scores", "g": "gardener scores", "-": "tile loses"}[mark[0]]
        return self(kind, points=mark[1:])
