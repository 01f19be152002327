"""A second, deliberately naive implementation of the rules, to check the real one against.

It shares nothing with the package: sets, dicts and breadth-first walks, written from the numbered rules
alone, whose numbers stand beside the code. `check` replays a record and raises `Disagreement` at the first
thing that the rules, as read here, do not bear out.
"""

import re
from collections import Counter, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

Square = tuple[int, int]  # (row, column), both from 1, so that sorting goes by row and then column
Side = dict[Square, str]  # `#` or `.` on a garden board; `.`, `0`, `+1`, `g3`, `-2`, … on a reward board
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WILD = "*"
NO_WALK = "-"


class Disagreement(AssertionError):  # noqa: N818 - what it is: neither side need be in error
    """The record says one thing, the reference another."""


@dataclass
class Result:
    """The end of a game as the reference finds it, and how many decisions had their legal lists compared."""

    points: list[dict[str, int]]
    gardeners: list[int]
    winners: list[int]
    lists: int = 0


def at(text: str) -> Square:
    """Read a square: `d4` is row 4, column 4."""
    return int(text[1:]), LETTERS.index(text[0]) + 1


def names(squares: Iterable[Square]) -> list[str]:
    """Write squares in the order of the record: by row, then by column."""
    return [f"{LETTERS[column - 1]}{row}" for row, column in sorted(squares)]


def neighbours(square: Square) -> list[Square]:
    """List the orthogonally adjacent squares; those off the board are in no set, so they never count."""
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def connected(start: Square, ground: set[Square]) -> set[Square]:
    """Walk breadth first from a square of the ground, over adjacent squares of the ground."""
    seen = {start}
    queue = deque([start])
    while queue:
        for square in neighbours(queue.popleft()):
            if square in ground and square not in seen:
                seen.add(square)
                queue.append(square)
    return seen


def read_side(drawing: Sequence[str], rows: int, columns: int) -> Side:
    """Read a side, drawn as one text per row, with or without blanks between the signs."""
    lines = [re.findall(r"[+-]\d|g\d|0|\.|#", line) for line in drawing]
    if [len(line) for line in lines] != [columns] * rows:
        raise Disagreement(f"box: a side of {rows} rows and {columns} columns is drawn as {drawing}")
    return {(r, c): sign for r, line in enumerate(lines, 1) for c, sign in enumerate(line, 1)}


class Box:
    """What is in the box, read from a record."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.columns: int = data["board"]["columns"]  # C1: 9
        self.rows: int = data["board"]["rows"]  # C1: 6
        boar = data["board"].get("boar")
        self.boar: Square | None = at(boar) if boar else None  # C10, B1: only where the box has one
        self.structures = list(LETTERS[: self.columns])  # C2: each column has its structure
        self.display: list[int] = data["display"]  # C8: the row of each space, 2 2 3 3 4 4 5 5 6 6
        self.cards = self.read_cards(data["cards"])
        self.hand: int = data["cards"]["hand"]  # S2: 2
        self.missions: int = data["missions"]  # S3: 2 for each player
        self.copies: dict[str, int] = data["tiles"]  # C5: "2" 5, "3" 7, "4" 9
        self.gardens = self.read_boards(data["gardens"])  # C4
        self.rewards = self.read_boards(data.get("rewards") or [])  # C9

    def read_cards(self, cards: dict[str, Any]) -> list[str]:
        """List a player's cards by slot (C6): pairs as the box lists them, structures by column, wild."""
        pairs = ["".join(sorted(str(row) for row in pair)) for pair in cards["pairs"]]
        structures = list(cards["structures"])  # one card for each of these columns
        return pairs + structures + [WILD] * int(cards["wild"])

    def read_boards(self, boards: list[dict[str, Any]]) -> dict[str, list[Side]]:
        """Map the id of each board to its sides."""
        return {b["id"]: [read_side(side, self.rows, self.columns) for side in b["sides"]] for b in boards}


@dataclass
class Space:
    """A space of the main board: the row of its colour, whether it is that colour's second, and its tile."""

    row: int
    second: bool
    tile: str = ""


def tile_names(display: Sequence[Space]) -> list[str]:
    """Name the face-up tiles as turns do: `'` only for the second of two equal tiles of one colour."""
    result: list[str] = []
    for space in display:
        text = f"{space.tile}{space.row}"
        result.append(text + "'" if text in result else text)
    return result


def tiles_allowed(card: str, display: Sequence[Space]) -> list[int]:
    """List the spaces, by index, whose tile a card may take (T1)."""
    everything = list(range(len(display)))
    if card == WILD:  # T5: any
        return everything
    if card in LETTERS:
        matches = [i for i in everything if display[i].tile == card]
        return matches or everything  # T3: one of them, compulsory; T4: if there is none, any
    return [i for i in everything if str(display[i].row) in card]  # T2: the spaces of the two colours


def gardener_squares(free: set[Square], target: Square) -> set[Square]:
    """Find where the gardener of a tile may go whose own square is taken."""
    row, column = target
    row_or_column = {square for square in free if square[0] == row or square[1] == column}
    return row_or_column or set(free)  # P2: there; P3: anywhere, if row and column are both full


def walk_squares(built: set[Square], gardeners: set[Square], noble_rows: dict[int, int]) -> set[Square]:
    """Find every square where some noble may end a walk; `noble_rows` is column to row, 0 the terrace."""
    result: set[Square] = set()
    for column, row in noble_rows.items():
        start = (row, column) if row > 0 else (1, column)  # N2: from the terrace onto row 1 of its column
        if start not in built:
            continue
        for square in connected(start, built):  # N2: over built squares in all directions; N4: past anyone
            ends_in_own_column_below = square[1] == column and square[0] > row  # N3
            if ends_in_own_column_below and square not in gardeners:  # N4: never ends on a gardener
                result.add(square)
    return result


def boar_squares(free: set[Square], boar: Square) -> set[Square]:
    """Find where the boar may go when a tile was laid on its square (B2)."""
    return {square for square in neighbours(boar) if square in free}


def boar_area(free: set[Square], boar: Square) -> int:
    """Count the free squares connected with the boar's own, that one included (B4)."""
    return len(connected(boar, free))


def reward_points(mark: str, gardener: bool) -> int:
    """Value a tile laid on a mark of a reward board."""
    if mark.startswith("+"):
        return 0 if gardener else int(mark[1:])  # W3
    if mark.startswith("g"):
        return int(mark[1:]) if gardener else 0  # W4
    if mark.startswith("-"):
        return -int(mark[1:])  # W5: any tile
    return 0  # covered without a mark, or not covered


def row_points(built: set[Square], rows: int, columns: int) -> int:
    """Score the complete rows (E2): 10 minus the value of each, row 1 nothing."""
    complete = [r for r in range(2, rows + 1) if all((r, c) in built for c in range(1, columns + 1))]
    return sum(10 - row for row in complete)


def column_points(built: set[Square], rows: int, columns: int) -> int:
    """Score the complete columns (E3): 5 each."""
    return sum(5 for c in range(1, columns + 1) if all((r, c) in built for r in range(1, rows + 1)))


def mission_points(missions: Iterable[str], noble_rows: dict[int, int]) -> int:
    """Score the missions (E4): the row where that column's noble stands, 0 on the terrace."""
    return sum(noble_rows[LETTERS.index(mission) + 1] for mission in missions)


def find_winners(totals: Sequence[int], gardeners: Sequence[int]) -> list[int]:
    """Find the winning seats (E5): most points, then most gardeners among those tied, then shared."""
    tied = [seat for seat in range(len(totals)) if totals[seat] == max(totals)]
    most = max(gardeners[seat] for seat in tied)
    return [seat for seat in tied if gardeners[seat] == most]


@dataclass
class Garden:
    """One player's garden, with nobles, boar and points by source."""

    rows: int
    columns: int
    printed: set[Square]  # the visible ones only (C4, W2)
    marks: dict[Square, str] = field(default_factory=dict)  # the reward board's signs
    boar: Square | None = None
    structures: set[Square] = field(default_factory=set)
    gardeners: set[Square] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.noble_rows = dict.fromkeys(range(1, self.columns + 1), 0)  # C1: all on the terrace
        self.points = dict.fromkeys(("nobles", "rows", "columns", "missions", "rewards", "boar"), 0)  # S6

    def cover(self, side: Side) -> None:
        """Lay a reward board on the garden (W2): what is printed beneath does not count any more."""
        self.marks = side
        self.printed = {square for square in self.printed if side[square] == "."}

    def built(self) -> set[Square]:
        """Collect the squares with a tile or a visible pre-printed structure (C4)."""
        return self.printed | self.structures | self.gardeners

    def free(self) -> set[Square]:
        """Collect all other squares (C4)."""
        squares = {(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)}
        return squares - self.built()

    def total(self) -> int:
        """Add up the points of all sources."""
        return sum(self.points.values())

    def score(self, source: str, amount: int) -> None:
        """Book points; of a loss only what one has, so that the score never falls below 0 (W6, B5)."""
        self.points[source] += max(amount, -self.total())

    def lay(self, square: Square, *, gardener: bool) -> None:
        """Lay a tile and score the reward of its square at once (W3-W6)."""
        (self.gardeners if gardener else self.structures).add(square)
        self.score("rewards", reward_points(self.marks.get(square, "."), gardener))

    def walk(self, square: Square) -> None:
        """Put the noble of that column on a square, and score the value of its row (N5)."""
        row, column = square
        self.noble_rows[column] = row
        self.score("nobles", row)

    def final_points(self, missions: Iterable[str]) -> dict[str, int]:
        """Score the end of the game, and return the points by source with their total."""
        built = self.built()
        self.score("rows", row_points(built, self.rows, self.columns))  # E2
        self.score("columns", column_points(built, self.rows, self.columns))  # E3
        self.score("missions", mission_points(missions, self.noble_rows))  # E4
        if self.boar is not None:
            self.score("boar", -boar_area(self.free(), self.boar))  # B4; B5: after all else, cut once
        return {**self.points, "total": self.total()}


class Events(Protocol):
    """Where chance and decisions come from: a record, or a generator in a test."""

    # One outcome of chance, out of those that are possible.
    def chance(self, kind: str, seat: int | None, possible: Collection[str]) -> str: ...
    # A decision: its beginning, the choice at each of its steps out of all that are legal, its end.
    def begin(self, kind: str, seat: int) -> None: ...
    def choose(self, step: str, options: list[str]) -> str: ...
    def end(self) -> None: ...


class Game:
    """A game that takes every outcome of chance and every decision from `events`."""

    def __init__(self, box: Box, players: int, expansions: Sequence[str], first: int, events: Events) -> None:
        self.box = box
        self.events = events
        self.expansions = expansions
        self.order = [(first + i) % players for i in range(players)]  # S5: clockwise from the first
        self.gardens: dict[int, Garden] = {}
        self.missions: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.piles = {seat: Counter(box.cards) for seat in self.order}  # S2: all 18 cards, shuffled
        self.bag = Counter(dict.fromkeys(box.structures, box.copies[str(players)]))  # C5, S4
        self.display = [Space(row, row in box.display[:i]) for i, row in enumerate(box.display)]

    def play(self) -> Result:
        """Play from the set-up to the end."""
        self.set_up()
        turns = len(self.box.cards) * len(self.order)  # E1: everyone plays all their cards
        for turn in range(turns):
            seat = self.order[turn % len(self.order)]
            space = self.turn(seat)
            if turn < turns - 1:  # F2: after the very last turn nothing refills
                self.turn_up(space, seat)  # F1
            if self.piles[seat].total() > 0:  # D1: as long as the pile lasts
                self.draw(seat)
        seats = range(len(self.order))
        points = [self.gardens[seat].final_points(self.missions[seat]) for seat in seats]
        gardeners = [len(self.gardens[seat].gardeners) for seat in seats]
        return Result(points, gardeners, find_winners([p["total"] for p in points], gardeners))

    def set_up(self) -> None:
        """Set the game up: gardens (S1), missions (S3), rewards (W1), hands (S2), display (S4)."""
        for seat, side in self.deal_boards("garden", self.box.gardens).items():
            printed = {square for square, sign in side.items() if sign == "#"}  # C4
            boar = self.box.boar if "boar" in self.expansions else None  # B1
            if boar in printed:
                raise Disagreement(f"box: a garden prints the boar's square (B1), seat {seat}")
            self.gardens[seat] = Garden(self.box.rows, self.box.columns, printed, boar=boar)
        undealt = list(self.box.structures)  # C7: one mission for each column
        for seat in self.order:
            for _ in range(self.box.missions):
                mission = self.events.chance("mission", seat, undealt)
                undealt.remove(mission)
                self.missions[seat].append(mission)
        if "rewards" in self.expansions:
            for seat, side in self.deal_boards("reward", self.box.rewards).items():
                self.gardens[seat].cover(side)
        for seat in self.order:
            for _ in range(self.box.hand):
                self.draw(seat)
        for space in self.display:
            self.turn_up(space, None)

    def deal_boards(self, kind: str, boards: dict[str, list[Side]]) -> dict[int, Side]:
        """Deal a random board to each seat, then let seats with a two-sided one choose its side (S1, W1)."""
        left = list(boards)
        dealt = {}
        for seat in self.order:
            dealt[seat] = self.events.chance(kind, seat, left)
            left.remove(dealt[seat])
        result = {}
        for seat in self.order:
            sides = dict(zip("AB", boards[dealt[seat]], strict=False))
            choice = "A"
            if len(sides) > 1:
                self.events.begin("side", seat)
                choice = self.events.choose("side", list(sides))
                self.events.end()
            result[seat] = sides[choice]
        return result

    def draw(self, seat: int) -> None:
        """Draw a card from the seat's own pile (S2, D1)."""
        card = self.events.chance("card", seat, [card for card, n in self.piles[seat].items() if n > 0])
        self.piles[seat][card] -= 1
        self.hands[seat].append(card)

    def turn_up(self, space: Space, seat: int | None) -> None:
        """Turn a tile from the bag up on a space (S4, F1); `'` always marks the second of its colour."""
        suffix = f"{space.row}'" if space.second else f"{space.row}"
        text = self.events.chance("tile", seat, [tile + suffix for tile, n in self.bag.items() if n > 0])
        space.tile = text[0]
        self.bag[space.tile] -= 1

    def turn(self, seat: int) -> Space:
        """Play one turn: card and tile, placing, boar, noble. Return the space that it emptied."""
        garden, hand = self.gardens[seat], self.hands[seat]
        self.events.begin("turn", seat)
        card = self.events.choose("card", [c for c in dict.fromkeys(self.box.cards) if c in hand])  # T1
        hand.remove(card)  # T6
        tiles = tile_names(self.display)
        tile = self.events.choose("tile", [tiles[i] for i in tiles_allowed(card, self.display)])  # T2-T5
        space = self.display[tiles.index(tile)]
        target = at(f"{space.tile}{space.row}")  # P1: column of the structure, row of the space's colour
        if target in garden.free():
            laid = target  # P1: structure side up, no other choice
            garden.lay(laid, gardener=False)
        else:
            options = names(gardener_squares(garden.free(), target))  # P2, P3
            laid = at(self.events.choose("gardener", options))
            garden.lay(laid, gardener=True)
        if laid == garden.boar:  # B2: either side up; B5: after the square's reward
            garden.score("boar", 1)
            options = names(boar_squares(garden.free(), laid))
            if options:
                garden.boar = at(self.events.choose("boar", options))
            else:
                garden.score("boar", 3)  # B3
                garden.boar = None
        ends = names(walk_squares(garden.built(), garden.gardeners, garden.noble_rows))
        walk = self.events.choose("walk", [*ends, NO_WALK])  # N1: one noble or none
        if walk != NO_WALK:
            garden.walk(at(walk))
        self.events.end()
        space.tile = ""
        return space


SQUARE = r"[a-z]\d+"
TURN = re.compile(
    rf"(?P<card>\S+) (?P<tile>{SQUARE}'?)(=(?P<gardener>{SQUARE}))?"
    rf"( ~(?P<boar>{SQUARE}))? (?P<walk>{SQUARE}|-)"
)


class Recorded:
    """The events of a record, each held against what the reference expects there."""

    def __init__(self, events: list[list[Any]], *, legal: bool) -> None:
        self.events = events
        self.legal = legal and any(len(event) > 3 for event in events)  # then every decision has its lists
        self.index = -1
        self.choices: dict[str, str] = {}  # the steps of the decision being read that are not yet taken
        self.lists: list[list[str]] = []  # the legal choices of the steps so far, as the reference finds them
        self.compared = 0

    def differ(self, record: object, reference: object) -> NoReturn:
        """Raise a disagreement about the present event."""
        raise Disagreement(f"event {self.index}: the record says {record}, the reference says {reference}")

    def next(self, kind: str, seat: int | None) -> list[Any]:
        """Take the next event, which must be of this kind and for this seat."""
        self.index += 1
        if self.index >= len(self.events):
            self.differ("nothing more", f"{kind} for seat {seat}")
        event = self.events[self.index]
        if len(event) not in (3, 4) or event[:2] != [kind, seat]:
            self.differ(event, f"{kind} for seat {seat}")
        return event

    def chance(self, kind: str, seat: int | None, possible: Collection[str]) -> str:
        event = self.next(kind, seat)
        if len(event) != 3 or event[2] not in possible:
            self.differ(event, f"{kind} for seat {seat}, one of {list(possible)}")
        return str(event[2])

    def begin(self, kind: str, seat: int) -> None:
        text = self.next(kind, seat)[2]
        self.lists = []
        if kind == "side":
            self.choices = {"side": text}
        elif match := TURN.fullmatch(text):
            self.choices = {step: choice for step, choice in match.groupdict().items() if choice is not None}
        else:
            self.differ(repr(text), "that this is no turn")

    def choose(self, step: str, options: list[str]) -> str:
        choice = self.choices.pop(step, None)
        if choice not in options:
            self.differ(f"{step} {choice} in {self.events[self.index]}", f"{step} one of {options}")
        self.lists.append(options)
        return choice

    def end(self) -> None:
        event = self.events[self.index]
        if self.choices:
            self.differ(event, f"that there is no choice of {list(self.choices)}")
        if self.legal:
            if event[3:] != [self.lists]:
                self.differ(f"{event[2]!r} with the legal choices {event[3:]}", [self.lists])
            self.compared += 1

    def finish(self) -> None:
        """Make sure that nothing follows the end of the game."""
        self.index += 1
        if self.index < len(self.events):
            self.differ(self.events[self.index], "that the game is over")


def check(record: dict[str, Any], *, legal: bool = True) -> Result:
    """Replay a record and compare everything; with `legal` also its lists of legal choices, if any."""

    def agree(what: str, said: object, found: object) -> None:
        if said != found:
            raise Disagreement(f"{what}: the record says {said}, the reference says {found}")

    agree("format", (record["format"], record["version"]), ("sanssouci-record", 1))
    agree("seat (a record for some eyes only)", record.get("seat"), None)
    box = Box(record["box"])
    players, first, expansions = record["players"], record["first"], record["expansions"]
    agree(f"{players} players are 2 to 4 (S1)", True, players in (2, 3, 4))
    agree(f"first seat {first} is a seat (S5)", True, first in range(players))
    agree("expansions", expansions, [e for e in ("rewards", "boar") if e in expansions])
    agree("the box has a boar (C10)", True, box.boar is not None or "boar" not in expansions)
    needed = len(box.display) + players * len(box.cards) - 1
    agree("the tiles suffice (F2)", True, needed <= box.copies[str(players)] * box.columns)

    events = Recorded(record["events"], legal=legal)
    result = Game(box, players, expansions, first, events).play()
    events.finish()
    result.lists = events.compared
    said = record["result"]
    agree("points", said["points"], result.points)
    agree("gardeners", said["gardeners"], result.gardeners)
    agree("winners", said["winners"], result.winners)
    return result
