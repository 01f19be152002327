"""The box of an owner: begun from a box that comes with the game, changed bit by bit, kept and written as TOML.

A *file* is here what TOML makes of a box file, completed from the box that it extends and in one form: every drawing
written alike, no `assumed` and no `reason`, since what an owner enters is a fact. It may be faulty, for it is in the
making; `examine_file` says where. `write_own` writes only what differs from the extended box, so that the same box is
always the same text, wherever it was entered.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final

from sanssouci.box.boards import SIDES
from sanssouci.box.box import Box
from sanssouci.box.document import FORMAT, examine, read_document
from sanssouci.box.entry import shown
from sanssouci.box.errors import BoxError
from sanssouci.box.expansions import REWARDS
from sanssouci.box.loader import DATA, NAMED, OWN, PUBLISHED, complete, parse
from sanssouci.box.squares import LETTERS, MAX_COLUMNS, Size, parse_square, square_at, square_name
from sanssouci.box.supplies import MAX_SPACES, SPACES_OF_ROW
from sanssouci.box.words import FALLBACK, LANGUAGES

File = dict[str, Any]

FIRST_ID: Final = "my-copy"
_HEAD: Final = "# A box for Sanssouci. Check it with `sanssouci box check`, play with it by `--box`.\n"
_TABLES: Final = ("board", "columns", "rows", "display", "cards", "missions", "tiles", "gardens", "rewards")
_LINE_KEYS: Final = ("id", FALLBACK, *(code for code in LANGUAGES if code != FALLBACK))
_KEYS: Final = {  # the order in which the keys of a table are written
    "display": ("spaces",),
    "cards": ("pairs", "structures", "wild", "hand"),
    "missions": ("each",),
    "gardens": ("printed",),
    "rewards": ("covered", "marked"),
}
_DRAWN: Final = frozenset("#.0123456789+-g \n")


def started(base: str, *, identifier: str = FIRST_ID, name: str | None = None) -> File:
    """Return the file of a new box that is a published one so far; raises BoxError for an unknown one."""
    if base not in NAMED:
        raise BoxError("box", "extends", f"is {shown(base)}; must be one of {', '.join(NAMED)}")
    own = {"format": FORMAT, "id": identifier, "name": name or _load_plain(base)["name"], "extends": base}
    return own | {key: value for key, value in deepcopy(_load_plain(base)).items() if key not in OWN}


def read_own(text: str, source: str = "file") -> File:
    """Return the file in a TOML text from anywhere; raises BoxError unless all of it is valid.

    It may extend only a box that comes with the game: it must not read other files.
    """
    document = _completed(text, source)
    box_of_file(document, source)
    return in_one_form(document)


def resume_own(text: str, source: str = "file") -> File:
    """Return the file in a TOML text that may still be in the making; raises BoxError if it cannot even be drawn."""
    document = _completed(text, source)
    box, faults = examine_file(document, source)
    if box is None:
        raise faults[-1]
    return in_one_form(document)


def _completed(text: str, source: str) -> File:
    """What is in a TOML text and in the box that it extends."""
    document: File = parse(text.encode("utf-8", "replace"), source)
    base = document.get("extends")
    if base is None:
        return document
    if not isinstance(base, str) or base not in NAMED:
        raise BoxError(source, "extends", f"is {shown(base)}; must be one of {', '.join(NAMED)}")
    return {key: value for key, value in _load(base).items() if key not in OWN} | document


def box_of_file(file: Mapping[str, Any], source: str = "file") -> Box:
    """Return the box of a file; raises BoxError for its first fault."""
    return read_document(_complete(file), source)


def examine_file(file: Mapping[str, Any], source: str = "file") -> tuple[Box | None, list[BoxError]]:
    """Return the box of a file as far as it can be drawn, and all faults of the file."""
    return examine(_complete(file), source)


def in_one_form(file: Mapping[str, Any]) -> File:
    """Return a file without rulings, and with its drawings written alike."""
    plain: File = {key: _without_ruling(value) for key, value in deepcopy(dict(file)).items()}
    plain.setdefault("expansions", [])
    plain.setdefault("board", {})
    for part in ("gardens", "rewards"):
        for _, board, side in each_side(plain, part):
            board[side] = write_drawing(read_drawing(board[side], part), part)
    return plain


# ── writing ───────────────────────────────────────────────────────────────────────────────────────────


def write_own(file: Mapping[str, Any]) -> str:
    """Return a file as TOML: what it extends, and all that differs from it."""
    file = in_one_form(file)
    base = file.get("extends")
    known: Mapping[str, Any] = _load_plain(base) if base in NAMED else {}
    lines = [f"{key} = {_value(file[key])}" for key in ("format", "id", "name", "extends") if key in file]
    if file["expansions"] != known.get("expansions", []):
        lines.append(f"expansions = {_value(file['expansions'])}")
    for key in _TABLES:
        if key in file and file[key] != known.get(key, {}):
            lines += _table(key, file[key])
    return _HEAD + "\n".join(lines) + "\n"


def _table(key: str, table: Any) -> Iterable[str]:
    """The lines of a table, or of a list of them."""
    if isinstance(table, list):
        for line in table:
            yield from ("", f"[[{key}]]", *(f"{name} = {_value(line[name])}" for name in _LINE_KEYS if name in line))
        return
    yield from ("", f"[{key}]")
    for name in _KEYS.get(key, tuple(sorted(table))):
        yield f"{name} = {_value(table[name])}"
    for board in table.get("board", ()) if key in ("gardens", "rewards") else ():
        yield from ("", f"[[{key}.board]]", f"id = {_value(board['id'])}")
        yield from (f"{side} = {_multiline(board[side])}" for side in SIDES if side in board)


def _value(value: Any) -> str:
    """A value in TOML; strings may hold anything."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        signs = (f"\\U{ord(sign):08X}" if sign in '"\\' or not sign.isprintable() else sign for sign in value)
        return f'"{"".join(signs)}"'.encode("utf-8", "replace").decode()
    return str(value)


def _multiline(drawing: str) -> str:
    return f'"""\n{drawing}"""' if _DRAWN.issuperset(drawing) else _value(drawing)


# ── another size ──────────────────────────────────────────────────────────────────────────────────────


def resized(file: Mapping[str, Any], columns: int, rows: int) -> File:
    """Return a file with another number of columns and rows, and everything else fitted to it as well as possible.

    Boards are cut off or grow at the right and at the bottom; printed squares, marks and cards
    beyond what then fits are dropped. From a box without faults comes one without faults.
    """
    file = in_one_form(file)
    old, size = Size(len(file["columns"]), len(file["rows"])), Size(columns, rows)
    known = [_load_plain(name) for name in (file.get("extends"), *PUBLISHED) if name in NAMED]
    for lines, count in (("columns", columns), ("rows", rows)):
        file[lines] = _lines(file[lines], [line for base in known for line in base[lines]], count)
    spaces = [row for row in file["display"]["spaces"] if row <= rows]
    spaces += [row for row in range(old.rows + 1, rows + 1) for _ in range(SPACES_OF_ROW)]
    file["display"]["spaces"] = spaces[:MAX_SPACES]
    for part, above in (("gardens", "#"), ("rewards", ".")):
        for _, board, side in each_side(file, part):
            board[side] = write_drawing(_fitted(read_drawing(board[side], part), size, above), part)
    file["gardens"]["printed"] = _even_out(file, "gardens", counted=".", emptied=".")
    if "rewards" in file:
        file["rewards"]["marked"] = _even_out(file, "rewards", counted=".0", emptied="0")
        file["rewards"]["covered"] = max((_count(rows, ".") for rows in _sides(file, "rewards")), default=0)
        if not file["rewards"]["covered"]:
            file["expansions"] = [name for name in file["expansions"] if name != REWARDS.name]
    _fit_cards(file, old, size)
    _fit_pieces(file, size)
    return file


def _lines(own: list[Any], known: list[Any], count: int) -> list[Any]:
    """The first columns or rows of a file; more of them come from the extended box."""
    taken = {line["id"] for line in own[:count]}
    more = {line["id"]: line for line in deepcopy(known) if line["id"] not in taken}
    return [*own[:count], *more.values()][:count]


def _fitted(drawn: list[list[str]], size: Size, above: str) -> list[list[str]]:
    """A drawing cut off or continued; `above` is what new squares of row 1 show."""
    rows = [*drawn, *([] for _ in range(size.rows))][: size.rows]
    blanks = [above, *"." * size.rows]
    return [[*row, *[blank] * size.columns][: size.columns] for row, blank in zip(rows, blanks, strict=False)]


def _even_out(file: File, part: str, *, counted: str, emptied: str) -> int:
    """Let all sides have as many squares of a kind as the one that has fewest; returns that number.

    On a side with more of them, the last ones become what `emptied` says. Words that are not in `counted` are of the
    kind.
    """
    sides = {(number, side): read_drawing(board[side], part) for number, board, side in each_side(file, part)}
    fewest = min((_count(rows, counted) for rows in sides.values()), default=0)
    for (number, side), rows in sides.items():
        for row in reversed(rows):
            for column in reversed(range(len(row))):
                if row[column] not in counted and _count(rows, counted) > fewest:
                    row[column] = emptied
        file[part]["board"][number][side] = write_drawing(rows, part)
    return fewest


def _count(rows: list[list[str]], others: str) -> int:
    return sum(word not in others for row in rows for word in row)


def _fit_cards(file: File, old: Size, size: Size) -> None:
    """Keep the cards, hands, missions and tiles that a smaller garden has use for."""
    cards, spaces = file["cards"], file["display"]["spaces"]
    cards["pairs"] = [pair for pair in cards["pairs"] if all(int(row) in spaces for row in pair if row.isdecimal())]
    wanted = {*cards["structures"], *LETTERS[old.columns : size.columns]}
    cards["structures"] = "".join(letter for letter in LETTERS[: size.columns] if letter in wanted)
    free = size.columns * size.rows - file["gardens"]["printed"]
    cards["wild"] = min(cards["wild"], max(free - 1, 0))
    cards["structures"] = cards["structures"][: free - cards["wild"]]
    cards["pairs"] = cards["pairs"][: free - cards["wild"] - len(cards["structures"])]
    rounds = len(cards["pairs"]) + len(cards["structures"]) + cards["wild"]
    cards["hand"] = min(cards["hand"], max(rounds, 1))
    players = [int(number) for number in file["tiles"]]
    file["missions"]["each"] = min(file["missions"]["each"], size.columns // max(players, default=1))
    for number in players:
        needed = -(-(len(spaces) + rounds * number - 1) // size.columns)
        file["tiles"][str(number)] = max(file["tiles"][str(number)], needed)


def _fit_pieces(file: File, size: Size) -> None:
    """Move a piece whose square is gone or printed to a square that is free on every side, near the middle."""
    sides = _sides(file, "gardens")
    free = [
        square_at(column, row)
        for row in range(2, size.rows + 1)
        for column in range(size.columns)
        if all(side[row - 1][column] == "." for side in sides)
    ]
    if not free:  # no square is left for them
        file["expansions"] = [name for name in file["expansions"] if name not in file["board"]]
        file["board"] = {}
    for name, start in file["board"].items():
        if parse_square(start) not in free:
            file["board"][name] = square_name(min(free, key=lambda square: _from_middle(square, size)))


def _from_middle(square: int, size: Size) -> tuple[float, float]:
    row, column = divmod(square, MAX_COLUMNS)
    return abs(column - (size.columns - 1) / 2), abs(row - size.rows / 2)


# ── one form ──────────────────────────────────────────────────────────────────────────────────────────


@cache
def _load(name: str) -> File:
    return complete(DATA / f"{name}.toml")


@cache
def _load_plain(name: str) -> File:
    return in_one_form(_load(name))


def _complete(file: Mapping[str, Any]) -> File:
    return {key: value for key, value in file.items() if key != "extends"}


def _without_ruling(table: Any) -> Any:
    if isinstance(table, list):
        return [_without_ruling(each) for each in table]
    if isinstance(table, dict):
        return {key: value for key, value in table.items() if key not in ("assumed", "reason")}
    return table


def _sides(file: File, part: str) -> list[list[list[str]]]:
    return [read_drawing(board[side], part) for _, board, side in each_side(file, part)]


def each_side(file: Mapping[str, Any], part: str) -> list[tuple[int, dict[str, str], str]]:
    """The number of each board, the board, and the letter of each of its sides."""
    boards = file.get(part, {}).get("board", ())
    return [(number, board, side) for number, board in enumerate(boards) for side in SIDES if side in board]


def read_drawing(drawing: str, part: str) -> list[list[str]]:
    """What a drawing shows, row by row: the signs of a garden, or the words of a reward board."""
    rows = [line.split() for line in drawing.strip().split("\n")]
    return [list("".join(row)) for row in rows] if part == "gardens" else rows


def write_drawing(rows: list[list[str]], part: str) -> str:
    """The drawing of what `read_drawing` has read."""
    lines = ("".join(row) if part == "gardens" else "".join(f"{word:<3}" for word in row).rstrip() for row in rows)
    return "".join(f"{line}\n" for line in lines)
