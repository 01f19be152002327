"""The parts of a box that all players share: board, display, tiles and missions."""

from collections.abc import Container, Mapping
from typing import Final

from sanssouci.box.entry import Entry, shown
from sanssouci.box.expansions import ALL_NAMES, PIECES, Expansions
from sanssouci.box.squares import MAX_COLUMNS, MAX_ROWS, Size, in_size, parse_square

MIN_LINES: Final = 2  # columns, and rows
MAX_SPACES: Final = 10
SPACES_OF_ROW: Final = 2
PLAYERS: Final = (2, 3, 4)
MAX_COPIES: Final = 63


def read_board(entry: Entry) -> tuple[Size, Mapping[str, int]]:
    """Return the size of a garden (C1) and the squares where the pieces of expansions start."""
    table = entry.table(("columns", "rows"), tuple(PIECES))
    size = Size(table["columns"].integer(MIN_LINES, MAX_COLUMNS), table["rows"].integer(MIN_LINES, MAX_ROWS))
    return size, {name: _read_start(table[name], size) for name in PIECES if name in table}


def _read_start(entry: Entry, size: Size) -> int:
    text = entry.string()
    try:
        square = parse_square(text)
    except ValueError:
        entry.fail(f"is {shown(text)}; must be a square, like 'e4'")
    if not in_size(square, size):
        fault = f"is {text}; must be on the board, which has {size.columns} columns and {size.rows} rows"
        entry.note(fault, "start off the board", square=text, columns=size.columns, rows=size.rows)
    if square < MAX_COLUMNS:
        entry.note(f"is {text}; must not be in row 1, which is fully printed (C4)", "start in row 1", square=text)
    return square


def read_display(entry: Entry, size: Size) -> tuple[int, ...]:
    """Return the row of each space of the display (C8)."""
    spaces: list[int] = []
    for item in entry.items(1, MAX_SPACES, "spaces"):
        row = item.integer(2, size.rows)
        if spaces and row < spaces[-1]:
            item.fail(f"is {row} after {spaces[-1]}; rows must be in ascending order")
        if spaces.count(row) == SPACES_OF_ROW:
            item.fail(f"is {row} for the third time; a row must have at most {SPACES_OF_ROW} spaces")
        spaces.append(row)
    return tuple(spaces)


def read_tiles(entry: Entry, size: Size, *, spaces: int, rounds: int) -> Mapping[int, int]:
    """Return the copies of each structure per number of players (C5), which must last a whole game (F2)."""
    table = entry.table((), [str(players) for players in PLAYERS])
    if not table:
        entry.fail("is empty; must give the copies of each structure for 2, 3 or 4 players")
    tiles = {}
    for name, item in table.items():
        copies = item.integer(1, MAX_COPIES)
        needed = spaces + rounds * int(name) - 1
        if size.columns * copies < needed:
            tiles_there = size.columns * copies
            fault = f"is {copies}, so {tiles_there} tiles; a game must have at least {needed} (F2)"
            item.note(fault, "too few tiles", copies=copies, tiles=tiles_there, needed=needed)
        tiles[int(name)] = copies
    return tiles


def read_missions(entry: Entry, size: Size, *, players: int) -> int:
    """Return the number of missions dealt to each player; there is one mission per column (C7)."""
    missions = entry.integer(0, size.columns)
    if missions * players > size.columns:
        total = missions * players
        fault = f"is {missions}, so {total} for {players} players; must be at most {size.columns} in all"
        entry.note(fault, "too many missions", each=missions, total=total, players=players, columns=size.columns)
    return missions


def read_expansions(entry: Entry, *, pieces: Container[str]) -> Expansions:
    """Return the expansions of the box; those with a piece are the ones for which the board has a square."""
    names: list[str] = []
    for item in entry.items(0, len(ALL_NAMES), "expansions"):
        if item.string() not in ALL_NAMES or item.value in names:
            item.fail(f"is {shown(item.value)}; must be {' or '.join(map(repr, ALL_NAMES))}, each at most once")
        names.append(item.string())
    for name in PIECES:
        if (name in names) != (name in pieces):
            entry.fail(f"must name {name!r} if and only if the board has a square for it")
    return Expansions(names)
