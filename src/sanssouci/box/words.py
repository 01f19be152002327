"""What people call the parts of a box, and which of its facts are rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from sanssouci.box.squares import LETTERS, Size

LANGUAGES: Final = ("de", "en", "es", "fr")
FALLBACK: Final = "en"  # used where another language lacks a word
PLAIN_COLUMN: Final = {"de": "Spalte", "en": "column", "es": "columna", "fr": "colonne"}
PLAIN_ROW: Final = {"de": "Reihe", "en": "row", "es": "fila", "fr": "rangée"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the garden, and with it a structure, a noble and a mission (C2)."""

    letter: str
    id: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the garden with its value in points and its colour (C3)."""

    value: int
    id: str
    names: Mapping[str, str]


class Ruling(NamedTuple):
    """A fact of a box that the published texts leave open, and the reason for our ruling."""

    key: str
    reason: str


class Untranslated(NamedTuple):
    """A column or row that has no word in a language, which uses the English one instead."""

    key: str  # as in `columns.vine`
    language: str


class Vocabulary(NamedTuple):
    """Everything about a box that the rules do not need."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...] = ()
    untranslated: tuple[Untranslated, ...] = ()


def in_every_language(names: Mapping[str, str]) -> dict[str, str]:
    """Return a word in every language; where one is missing, the English one."""
    return {language: names.get(language, names[FALLBACK]) for language in LANGUAGES}


def plain_words(name: str, size: Size) -> Vocabulary:
    """Return words for a box whose rules part is all that is known."""
    columns = (
        Column(letter, letter, {code: f"{word} {letter}" for code, word in in_every_language(PLAIN_COLUMN).items()})
        for letter in LETTERS[: size.columns]
    )
    rows = (
        Row(value, f"row_{value}", {code: f"{word} {value}" for code, word in in_every_language(PLAIN_ROW).items()})
        for value in range(1, size.rows + 1)
    )
    return Vocabulary(name, tuple(columns), tuple(rows))
