"""The reward boards: which squares they cover, and what a tile scores there (C9, W2-W5).

A side is drawn as one text per row, with a word for each square:

| word | meaning |
|---|---|
| `.` | not covered |
| `0` | covered, no mark |
| `+2` | a structure scores 2 |
| `g3` | a gardener scores 3 |
| `-2` | any tile loses 2 |
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from sanssouci.box.boards import MAX_BOARDS, drawn_rows, read_boards
from sanssouci.box.entry import Entry, shown
from sanssouci.box.squares import LETTERS, Size, square_at, square_name


class Mark(NamedTuple):
    """The points for a structure and for a gardener placed on a covered square; (0, 0) means no mark."""

    structure: int
    gardener: int


MARKS: Final[Mapping[str, Mark]] = {
    "0": Mark(0, 0),
    **{f"+{points}": Mark(points, 0) for points in range(1, 10)},
    **{f"g{points}": Mark(0, points) for points in range(1, 10)},
    **{f"-{points}": Mark(-points, -points) for points in range(1, 10)},
}
MARK_WORDS: Final[Mapping[Mark, str]] = {mark: word for word, mark in MARKS.items()}


@dataclass(frozen=True, slots=True)
class RewardBoard:
    """A reward board; each side gives the mark of every square that it covers."""

    id: str
    sides: tuple[Mapping[int, Mark], ...]


def read_rewards(entry: Entry, size: Size, *, players: int) -> tuple[RewardBoard, ...]:
    """Return the reward boards, at least `players` of them, which must all cover the same squares."""
    covered: set[int] | None = None

    def read_side(side: Entry) -> Mapping[int, Mark]:
        nonlocal covered
        marks = _read_picture(side, size)
        covered = set(marks) if covered is None else covered
        for square in sorted(covered ^ marks.keys()):
            verb, why = ("does not cover", "not covered") if square in covered else ("covers", "covered")
            fault = f"{verb} {square_name(square)}; must cover the same squares as the first side"
            side.note(fault, why, square=square_name(square))
        return marks

    boards = read_boards(entry.items(players, MAX_BOARDS, "reward boards"), read_side)
    return tuple(RewardBoard(board, sides) for board, sides in boards)


def _read_picture(side: Entry, size: Size) -> dict[int, Mark]:
    marks = {}
    for row, (line, text) in enumerate(drawn_rows(side, size.rows), 1):
        words = text.split()
        if len(words) != size.columns:
            line.fail(f"has {len(words)} squares; must have {size.columns}, with spaces between them")
        for column, word in enumerate(words):
            if word == ".":
                continue
            if word not in MARKS:
                line.fail(f"has {shown(word)} in column {LETTERS[column]}; must be . or 0, or +, - or g with 1 to 9")
            if row == 1:
                # Nobles step from the terrace onto row 1, which must therefore stay built.
                where = f"{LETTERS[column]}1"
                line.note(f"covers {where}; must leave row 1 uncovered", "row 1 covered", square=where)
            marks[square_at(column, row)] = MARKS[word]
    return marks


def draw_rewards(boards: Iterable[RewardBoard], size: Size) -> list[dict[str, object]]:
    """Return the boards as they appear in the rules part."""
    return [{"id": board.id, "sides": [_draw(side, size) for side in board.sides]} for board in boards]


def _draw(side: Mapping[int, Mark], size: Size) -> list[str]:
    return [
        " ".join(_word(side, square_at(column, row)) for column in range(size.columns))
        for row in range(1, size.rows + 1)
    ]


def _word(side: Mapping[int, Mark], square: int) -> str:
    return MARK_WORDS[side[square]] if square in side else "."
