"""A box file, already parsed as TOML, turned into a box.

The rules part is brought into the form that records use and goes through the same checks. What only a file has is
checked here: names in English and perhaps in other languages, rulings with their reasons, and the counts of squares
that the drawings must match.
"""

from collections.abc import Mapping
from typing import Final

from sanssouci.box.boards import MAX_BOARDS, SIDES
from sanssouci.box.box import Box
from sanssouci.box.entry import Entry, unique_ids
from sanssouci.box.errors import BoxError
from sanssouci.box.expansions import PIECES
from sanssouci.box.squares import LETTERS, MAX_COLUMNS, MAX_ROWS
from sanssouci.box.supplies import MIN_LINES, PLAYERS
from sanssouci.box.words import FALLBACK, LANGUAGES, Column, Row, Ruling, Untranslated, Vocabulary, in_every_language

FORMAT: Final = 1
REQUIRED: Final = (
    "format",
    "id",
    "name",
    "columns",
    "rows",
    "display",
    "cards",
    "missions",
    "tiles",
    "gardens",
)
OPTIONAL: Final = ("expansions", "board", "rewards")


def read_document(document: Mapping[str, object], source: str) -> Box:
    """Check a whole box file and return its box; raises BoxError."""
    return _Reader(Entry(document, source)).box()


def examine(document: Mapping[str, object], source: str) -> tuple[Box | None, list[BoxError]]:
    """Check a whole box file and return all its faults, in the order in which they would be reported.

    The box is as close to the file as a box can be, for drawing; it is what the file says if there are no faults. A
    fault that leaves nothing to go on with, such as a table that is missing, is the last one, and there is no box.
    """
    faults: list[BoxError] = []
    try:
        return _Reader(Entry(document, source, faults=faults)).box(), faults
    except BoxError as error:
        return None, [*faults, error]


class _Reader:
    """One pass through a box file, which gathers rulings and counts along the way."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.top = entry.table(REQUIRED, OPTIONAL)
        self.rulings: list[Ruling] = []
        self.untranslated: list[Untranslated] = []
        self.counts: dict[str, int] = {}

    def box(self) -> Box:
        """Read everything, in the order in which faults are best reported."""
        self.top["format"].integer(FORMAT, FORMAT)
        name = self.top["name"].words()
        columns, rows = self.columns(), self.rows()
        rules = self.entry.at("", self.rules(len(columns), len(rows)))
        box = Box.read(rules, Vocabulary(name, columns, rows, tuple(self.rulings), tuple(self.untranslated)))
        self.check_counts(box)
        return box

    def table(self, entry: Entry, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Entry]:
        """Return a table without `assumed` and `reason`, which become a ruling."""
        table = entry.table(required, (*optional, "assumed", "reason"))
        assumed, reason = table.pop("assumed", None), table.pop("reason", None)
        if assumed and assumed.value is not True:
            assumed.fail("must be true, or be left out")
        if assumed and not reason:
            entry.child("reason").fail("is missing; an assumption must have a reason")
        if reason and not assumed:
            reason.fail("stands alone; must come with assumed = true")
        if reason:
            self.rulings.append(Ruling(_ruling_key(entry, table), reason.words()))
        return table

    def columns(self) -> tuple[Column, ...]:
        """Return the columns, lettered from the left (C2)."""
        named = self.named("columns", MAX_COLUMNS)
        return tuple(Column(LETTERS[index], *words) for index, words in enumerate(named))

    def rows(self) -> tuple[Row, ...]:
        """Return the rows, row 1 first (C3)."""
        return tuple(Row(value, *words) for value, words in enumerate(self.named("rows", MAX_ROWS), 1))

    def named(self, key: str, high: int) -> list[tuple[str, Mapping[str, str]]]:
        """Return the id and the names of each column or row; English names fill the gaps."""
        items = self.top[key].items(MIN_LINES, high, key)
        others = tuple(code for code in LANGUAGES if code != FALLBACK)
        tables = [self.table(item, ("id", FALLBACK), others) for item in items]
        ids = unique_ids([table["id"] for table in tables])
        names: list[dict[str, str]] = [
            {code: table[code].words() for code in LANGUAGES if code in table} for table in tables
        ]
        for identifier, known in zip(ids, names, strict=True):
            gaps = (code for code in LANGUAGES if code not in known)
            self.untranslated += [Untranslated(f"{key}.{identifier}", code) for code in gaps]
        return list(zip(ids, map(in_every_language, names), strict=True))

    def rules(self, columns: int, rows: int) -> dict[str, object]:
        """Return the rules part; every entry in it keeps its key in the file."""
        top = self.top
        starts = self.table(top["board"], (), tuple(PIECES)) if "board" in top else {}
        cards = self.table(top["cards"], ("pairs", "structures", "wild", "hand"))
        tiles = self.table(top["tiles"], (), tuple(str(players) for players in PLAYERS))
        return {
            "id": top["id"],
            "board": {"columns": columns, "rows": rows, **starts},
            "display": self.table(top["display"], ("spaces",))["spaces"],
            "cards": cards,
            "missions": self.table(top["missions"], ("each",))["each"],
            "tiles": tiles,
            "gardens": self.boards("gardens", ("printed",)),
            "rewards": self.boards("rewards", ("covered", "marked")) if "rewards" in top else [],
            "expansions": top.get("expansions", []),
        }

    def boards(self, key: str, counts: tuple[str, ...]) -> Entry:
        """Return the garden boards or the reward boards, and remember what to count on them."""
        table = self.table(self.top[key], (*counts, "board"))
        for name in counts:
            self.counts[f"{key}.{name}"] = table[name].integer(0, MAX_COLUMNS * MAX_ROWS)
        boards, what = table["board"], f"{key.removesuffix('s')} boards"
        return self.entry.at(boards.key, [self.board(item) for item in boards.items(1, MAX_BOARDS, what)])

    def board(self, entry: Entry) -> Entry:
        """Return one board with its sides as lists of rows."""
        table = self.table(entry, ("id", "A"), ("B",))
        sides = [_picture(table[letter]) for letter in SIDES if letter in table]
        return self.entry.at(entry.key, {"id": table["id"], "sides": sides})

    def check_counts(self, box: Box) -> None:
        """Compare each drawing with the numbers of squares that the file states."""
        for number, garden in enumerate(box.gardens, 1):
            for letter, printed in zip(SIDES, garden.sides, strict=False):
                self.expect("gardens.printed", number, letter, len(printed))
        for number, reward in enumerate(box.rewards, 1):
            for letter, marks in zip(SIDES, reward.sides, strict=False):
                self.expect("rewards.covered", number, letter, len(marks))
                self.expect("rewards.marked", number, letter, sum(any(mark) for mark in marks.values()))

    def expect(self, key: str, number: int, letter: str, found: int) -> None:
        """Report a side that has more or fewer squares than the file says."""
        boards, kind = key.split(".")
        if found != self.counts[key]:
            side = self.entry.at(f"{boards}.board[{number}].{letter}", None)
            fault = f"has {found} {kind} squares; must have {self.counts[key]}, as {key} says"
            side.note(fault, f"{kind} squares", found=found, count=self.counts[key], key=key)


def _ruling_key(entry: Entry, table: Mapping[str, Entry]) -> str:
    """Return the key of a ruling; an item of a list goes by its id, as in `columns.vine`."""
    return f"{entry.key.rpartition('[')[0]}.{table['id'].identifier()}" if "id" in table else entry.key


def _picture(side: Entry) -> Entry:
    """Return a drawing of several lines as a list of rows."""
    return side.at(side.key, [line.strip() for line in side.string().strip().split("\n")])
