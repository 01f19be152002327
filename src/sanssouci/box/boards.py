"""What garden boards and reward boards have in common: an id and one or two drawn sides."""

from collections.abc import Callable
from typing import Final, TypeVar

from sanssouci.box.entry import Entry, unique_ids

MAX_BOARDS: Final = 4
SIDES: Final = ("A", "B")

BoardSide = TypeVar("BoardSide")


def read_boards(
    boards: list[Entry], read_side: Callable[[Entry], BoardSide]
) -> list[tuple[str, tuple[BoardSide, ...]]]:
    """Return the id and the sides of each board."""
    tables = [board.table(("id", "sides")) for board in boards]
    ids = unique_ids([table["id"] for table in tables])
    sides = [tuple(read_side(side) for side in table["sides"].items(1, len(SIDES), "sides")) for table in tables]
    return list(zip(ids, sides, strict=True))


def drawn_rows(side: Entry, rows: int) -> list[tuple[Entry, str]]:
    """Return each row of a drawn side: the entry to blame for faults, and its text."""
    lines = [side.at(f"{side.key} row {row}", line.value) for row, line in enumerate(side.items(rows, rows, "rows"), 1)]
    return [(line, line.string()) for line in lines]
