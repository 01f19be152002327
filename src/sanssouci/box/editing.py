"""Changing a box that is being entered, square by square, with undo; every change is checked at once.

A *file* is what `own.py` calls one. A place is one side of one board, written like `g1A` (a garden board) or `r2B` (a
reward board); boards count from 1.
"""

import re
from copy import deepcopy
from typing import Final, NamedTuple

from sanssouci.box.box import Box
from sanssouci.box.errors import BoxError, SanssouciError
from sanssouci.box.own import File, each_side, examine_file, read_drawing, resized, write_drawing
from sanssouci.box.rewards import MARKS
from sanssouci.box.squares import LETTERS, MAX_COLUMNS, MAX_ROWS, parse_square
from sanssouci.box.supplies import MIN_LINES, PLAYERS

PARTS: Final = {"g": "gardens", "r": "rewards"}
PRINTED, FREE = "#", "."  # of a garden; on a reward board, FREE is a square that is not covered
_PLACE: Final = re.compile(r"([gr])([1-9])([AB])", re.IGNORECASE)
_GARDENER: Final = "g+"  # how a gardener's mark begins where squares can be typed, too: `g3` would be one
MOST: Final = 99  # of any count
COUNTS: Final = {  # what a count is called, and where it is in a file
    "printed": ("gardens", "printed"),
    "covered": ("rewards", "covered"),
    "marked": ("rewards", "marked"),
    "hand": ("cards", "hand"),
    "wild": ("cards", "wild"),
    "missions": ("missions", "each"),
    **{f"tiles{players}": ("tiles", str(players)) for players in PLAYERS},
}


WHYS: Final = frozenset({"side", "square", "mark", "card", "pair", "count", "number", "size", "drawn"})


class EditError(SanssouciError):
    """A change that cannot be understood; `why`, one of WHYS, is the key of a text, `enter.wrong.WHY`."""

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(f"{why}: {', '.join(f'{key} {value}' for key, value in values.items())}")
        self.why = why
        self.values = values


class BoardPlace(NamedTuple):
    """One side of one board."""

    part: str
    number: int
    side: str

    def __str__(self) -> str:
        return f"{self.part[0]}{self.number}{self.side}"

    @property
    def key(self) -> str:
        """What the box checker calls it."""
        return f"{self.part}.board[{self.number}].{self.side}"


def places(file: File) -> list[BoardPlace]:
    """Return all sides of all boards, gardens first."""
    return [BoardPlace(part, number + 1, side) for part in PARTS.values() for number, _, side in each_side(file, part)]


def find_place(text: str, file: File) -> BoardPlace:
    """Return the place of a text such as `g1A`; raises EditError."""
    found = _PLACE.fullmatch(text)
    place = BoardPlace(PARTS[found[1].lower()], int(found[2]), found[3].upper()) if found else None
    if place is None or place not in places(file):
        raise EditError("side", text=text, known=", ".join(map(str, places(file))))
    return place


def shown_at(file: File, place: BoardPlace) -> list[list[str]]:
    """Return what is drawn on a side, row by row."""
    return read_drawing(file[place.part]["board"][place.number - 1][place.side], place.part)


def typed(word: str) -> str:
    """Return a word of a drawing as it is typed: the mark `g3` as `g+3`."""
    return _GARDENER + word[1:] if word[0] == "g" else word


def _mark(word: str) -> str | None:
    """The mark that somebody has typed, as files have it; None if it is not one."""
    plain = word.replace(_GARDENER, "g", 1)
    return plain if word == FREE or (plain in MARKS and typed(plain) == word) else None


class Editing:
    """A file in the making: as it is now, its faults, and all steps that led here."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.box, self.faults = self._look(file)
        self._done: list[File] = []
        self._undone: list[File] = []

    @staticmethod
    def _look(file: File) -> tuple[Box, list[BoxError]]:
        box, faults = examine_file(file)
        if box is None:
            raise EditError("drawn", key=faults[-1].key, fault=faults[-1].fault)
        return box, faults

    def change(self, file: File) -> None:
        """Go on with another file; raises EditError, and stays as it is, if that could not even be drawn."""
        if file == self.file:
            return
        self.box, self.faults = self._look(file)
        self._done.append(self.file)
        self._undone.clear()
        self.file = file

    def undo(self) -> bool:
        """Take back the last change; False if there is none."""
        return self._step(self._done, self._undone)

    def redo(self) -> bool:
        """Repeat what was taken back; False if there is nothing."""
        return self._step(self._undone, self._done)

    def _step(self, source: list[File], target: list[File]) -> bool:
        if not source:
            return False
        target.append(self.file)
        self.file = source.pop()
        self.box, self.faults = self._look(self.file)
        return True

    # ── changes ──────────────────────────────────────────────────────────────────────────────────────────

    def draw(self, place: BoardPlace, words: list[str]) -> None:
        """Change squares: `b3 c4` prints those of a garden or frees them, `+2 b6 g+3 g6` marks a reward board's."""
        rows = shown_at(self.file, place)
        mark: str | None = None
        for word in words:
            if place.part == "rewards" and (found := _mark(word)) is not None:
                mark = found
                continue
            row, column = self._square(word, rows)
            if place.part == "gardens":
                rows[row][column] = FREE if rows[row][column] == PRINTED else PRINTED
            elif mark is None:
                raise EditError("mark", square=word)
            else:
                rows[row][column] = mark
        file = deepcopy(self.file)
        file[place.part]["board"][place.number - 1][place.side] = write_drawing(rows, place.part)
        self.change(file)

    @staticmethod
    def _square(text: str, rows: list[list[str]]) -> tuple[int, int]:
        try:
            row, column = divmod(parse_square(text.lower()), MAX_COLUMNS)
            rows[row][column]  # only whether it is there
        except (ValueError, IndexError):
            last = f"{LETTERS[len(rows[0]) - 1]}{len(rows)}"
            raise EditError("square", text=text, last=last) from None
        return row, column

    def colour(self, number: int, pair: str) -> None:
        """Give a two-colour card its two rows, in any order."""
        pairs = self.file["cards"]["pairs"]
        if not 1 <= number <= len(pairs):
            raise EditError("card", number=number, last=len(pairs))
        if not re.fullmatch(r"[1-6]{2}", pair):
            raise EditError("pair", text=pair)
        file = deepcopy(self.file)
        file["cards"]["pairs"][number - 1] = "".join(sorted(pair))
        self.change(file)

    def count(self, name: str, number: int) -> None:
        """Set one of the COUNTS."""
        if name not in COUNTS or COUNTS[name][0] not in self.file:
            known = ", ".join(each for each in COUNTS if COUNTS[each][0] in self.file)
            raise EditError("count", text=name, known=known)
        if not 0 <= number <= MOST:
            raise EditError("number", text=number, most=MOST)
        table, key = COUNTS[name]
        self.change({**self.file, table: {**self.file[table], key: number}})

    def call(self, key: str, text: str) -> None:
        """Give the box another `name` or `id`."""
        self.change({**self.file, key: text})

    def resize(self, columns: int, rows: int) -> None:
        """Give the gardens another size, and fit everything else to it."""
        if not (MIN_LINES <= columns <= MAX_COLUMNS and MIN_LINES <= rows <= MAX_ROWS):
            raise EditError("size", least=MIN_LINES, columns=MAX_COLUMNS, rows=MAX_ROWS)
        self.change(resized(self.file, columns, rows))

    def clear(self, place: BoardPlace) -> None:
        """Leave only what every side has: row 1 of a garden is printed, a reward board covers its squares."""
        rows = shown_at(self.file, place)
        for row, line in enumerate(rows):
            for column, word in enumerate(line):
                covered = FREE if word == FREE else "0"
                line[column] = covered if place.part == "rewards" else PRINTED if row == 0 else FREE
        file = deepcopy(self.file)
        file[place.part]["board"][place.number - 1][place.side] = write_drawing(rows, place.part)
        self.change(file)
