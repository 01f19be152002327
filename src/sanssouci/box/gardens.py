"""The garden boards: which squares carry a pre-printed structure (C4).

A side is drawn as one text per row, `#` for a printed square and `.` for a free one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sanssouci.box.boards import MAX_BOARDS, drawn_rows, read_boards
from sanssouci.box.entry import Entry, shown
from sanssouci.box.expansions import PIECES
from sanssouci.box.squares import LETTERS, Size, square_at, square_name


@dataclass(frozen=True, slots=True)
class GardenBoard:
    """A garden board; each side is the set of its printed squares."""

    id: str
    sides: tuple[frozenset[int], ...]


def read_gardens(
    entry: Entry, size: Size, *, players: int, rounds: int, pieces: Mapping[str, int]
) -> tuple[GardenBoard, ...]:
    """Return the garden boards: enough for all players, each with room for all the tiles of a game and for `pieces`."""

    def read_side(side: Entry) -> frozenset[int]:
        printed = _read_picture(side, size)
        free = size.columns * size.rows - len(printed)
        if free < rounds:
            fault = f"leaves {free} squares free; must leave at least {rounds}, one for each round"
            side.note(fault, "too full", free=free, rounds=rounds)
        for name, square in pieces.items():
            if square in printed:
                where, rule = square_name(square), PIECES[name].start
                fault = f"prints {where}; the {name}'s square must be free ({rule})"
                side.note(fault, "piece printed", square=where, piece=name, rule=rule)
        return printed

    boards = read_boards(entry.items(players, MAX_BOARDS, "garden boards"), read_side)
    return tuple(GardenBoard(board, sides) for board, sides in boards)


def _read_picture(side: Entry, size: Size) -> frozenset[int]:
    printed = set()
    for row, (line, text) in enumerate(drawn_rows(side, size.rows), 1):
        if len(text) != size.columns:
            line.fail(f"has {len(text)} squares; must have {size.columns}")
        for column, sign in enumerate(text):
            if sign not in "#.":
                line.fail(f"has {shown(sign)} in column {LETTERS[column]}; must be '#' (printed) or '.' (free)")
            if sign == "#":
                printed.add(square_at(column, row))
            elif row == 1:
                where = f"{LETTERS[column]}1"
                line.note(f"leaves {where} free; must print all of row 1 (C4)", "row 1 free", square=where)
    return frozenset(printed)


def draw_gardens(boards: Iterable[GardenBoard], size: Size) -> list[dict[str, object]]:
    """Return the boards as they appear in the rules part."""
    return [{"id": board.id, "sides": [_draw(side, size) for side in board.sides]} for board in boards]


def _draw(side: frozenset[int], size: Size) -> list[str]:
    return [
        "".join("#" if square_at(column, row) in side else "." for column in range(size.columns))
        for row in range(1, size.rows + 1)
    ]
