"""What is written in the pictures and read out by a screen reader, in the languages of the boxes."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.box.words import LANGUAGES
from sanssouci.game.errors import SanssouciError


@cache
def texts(language: str) -> Mapping[str, str]:
    """The texts of a language by key; words for columns and rows come from the box."""
    found: dict[str, str] = json.loads(files(__package__).joinpath("words", f"{language}.json").read_bytes())
    return found


class Wording:
    """The words of one box in one language."""

    __slots__ = ("_texts", "box", "language")

    def __init__(self, box: Box, language: str) -> None:
        if language not in LANGUAGES:
            raise SanssouciError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.box: Final = box
        self.language: Final = language
        self._texts: Final[Mapping[str, str]] = texts(language)

    def __call__(self, key: str, **parts: str | int) -> str:
        """A text by its key, with its parts filled in."""
        return self._texts[key].format(**parts)

    def column(self, letter: str) -> str:
        """The structure of a column."""
        return self.box.columns[LETTERS.index(letter)].names[self.language]

    def row(self, value: int) -> str:
        """The colour of a row."""
        return self.box.rows[value - 1].names[self.language]

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
