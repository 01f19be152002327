"""The squares of a garden, as numbers and as texts.

A square's number is 9 * (row - 1) + column, with columns counted from 0 and rows from 1, in every box:

```
       a   b   c   d   e   f   g   h   i
  1    0   1   2   3   4   5   6   7   8
  2    9  10  11  12  13  14  15  16  17
  …
  6   45  46  47  48  49  50  51  52  53
```

A box with fewer columns or rows leaves the numbers at the right and the bottom unused.
"""

from typing import Final, NamedTuple

LETTERS: Final = "abcdefghi"
DIGITS: Final = "123456"
MAX_COLUMNS: Final = len(LETTERS)
MAX_ROWS: Final = len(DIGITS)


class Size(NamedTuple):
    """The number of columns and rows of a garden (C1)."""

    columns: int
    rows: int


def square_at(column: int, row: int) -> int:
    """Return the number of the square in a column (from 0) and a row (from 1)."""
    return MAX_COLUMNS * (row - 1) + column


def square_name(index: int) -> str:
    """Return the text of a square: `square_name(31)` is `'e4'`."""
    if not 0 <= index < MAX_COLUMNS * MAX_ROWS:
        raise ValueError(f"{index} is not a square; squares are numbered from 0 to {MAX_COLUMNS * MAX_ROWS - 1}")
    row, column = divmod(index, MAX_COLUMNS)
    return LETTERS[column] + DIGITS[row]


SQUARE_NAMES: Final = tuple(square_name(square) for square in range(MAX_COLUMNS * MAX_ROWS))


def parse_square(text: str) -> int:
    """Return the number of a square from its text: `parse_square('e4')` is `31`."""
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in DIGITS:
        raise ValueError(f"{text!r} is not a square; a square is a letter from a to i and a digit from 1 to 6")
    return square_at(LETTERS.index(text[0]), int(text[1]))


def in_size(square: int, size: Size) -> bool:
    """Return whether a square lies in a garden of this size."""
    return square % MAX_COLUMNS < size.columns and square // MAX_COLUMNS < size.rows
