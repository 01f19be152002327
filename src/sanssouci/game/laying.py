"""A table laid out by hand, piece by piece and in any order: checked as it grows, a view once it is whole.

What follows from the rest is filled in: the round and whose turn it is, piles, the bag, and at the end of a game the
cards played and the tiles left.
What cannot be seen under gardeners is assumed where nobody names it; the bag is all that depends on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, SupportsIndex, get_args

from sanssouci.box import Box
from sanssouci.box.expansions import Names
from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.building import without_hidden
from sanssouci.game.errors import PositionError, SanssouciError
from sanssouci.game.lexicon import SQUARE_INDEX, Array, lexicon, squares_in
from sanssouci.game.numbers import whole
from sanssouci.game.options import check_options
from sanssouci.game.states import new_state
from sanssouci.game.text import board_number
from sanssouci.game.view import SPECTATOR, View
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.expansions import PIECE_WORDS
from sanssouci.kernel.faults import PositionFault
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.validity import faults, put_score, turns_of, visible_print

Part = Literal["garden", "reward", "square", "noble", "piece", "mission", "score", "discard", "hand", "tile", "turns"]
PARTS: Final = get_args(Part)
NOTHING: Final = "-"  # takes something away
THERE: Final = "+"  # a card or a mission is there
STRUCTURE, GARDENER = "s", "g"
MOST_SCORE: Final = 500
FILLED_IN_AT_THE_END: Final = ("tile", "turns", "discard", "hand")  # nobody enters these to have a game counted
_SETS: Final = {"mission": "missions", "discard": "discards", "hand": "hand"}


@dataclass(slots=True)
class LaidSeat:
    """What lies before one player, as far as it was entered."""

    garden: str | None = None  # the board and its side: '2A'
    reward: str | None = None
    squares: dict[str, str] = field(default_factory=dict)  # 's' a structure, 'g' a gardener, 'gf' one on a tile of f
    nobles: dict[str, int] = field(default_factory=dict)  # by column; those not named stand on the terrace
    pieces: dict[str, str] = field(default_factory=dict)  # by expansion; without one it has left the garden
    missions: set[str] = field(default_factory=set)
    discards: set[str] = field(default_factory=set)
    hand: set[str] = field(default_factory=set)
    score: int | None = None  # what the score marker shows


class LaidTable:
    """A table as somebody enters it by hand.

    Args:
        box: a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions.
        first: the seat that started.
        eyes: the seat whose cards and missions are entered; at the end of a game all missions are.
        over: whether the game has ended, and the table is laid out to be counted.
    """

    def __init__(
        self,
        box: Box,
        *,
        players: SupportsIndex,
        expansions: Names = (),
        first: SupportsIndex = 0,
        eyes: SupportsIndex = SPECTATOR,
        over: bool = False,
    ) -> None:
        self._lexicon = lexicon(box)
        self.expansions = check_options(box, players=players, expansions=expansions, first=first)
        self.players, self.first, self.eyes, self.is_over = int(players), int(first), int(eyes), over
        self.seats = [LaidSeat(pieces=self._first_pieces()) for _ in range(self.players)]
        self.display: list[str | None] = [None] * len(box.display)
        self._turns: int | None = box.rounds * self.players if over else None  # None: it follows from the rest

    def _first_pieces(self) -> dict[str, str]:
        """Where the pieces of the expansions stand before anything moves them."""
        state = new_state(self._lexicon, self.players, self.expansions, 0)
        found = {name: [*squares_in(int(state[seat_base(0) + word]))] for name, word in PIECE_WORDS.items()}
        return {name: squares[0] for name, squares in found.items() if squares}

    # ── entering ───────────────────────────────────────────────────────────────────────────────────

    def put(self, part: str, seat: int | None, where: str, value: str) -> None:
        """Put something on the table, or take it away ('-'); SanssouciError if this box or table has no such thing."""
        if part not in PARTS:
            raise SanssouciError(f"{part!r} is not a part of a table; the parts are {', '.join(PARTS)}")
        if self.is_over and part in FILLED_IN_AT_THE_END:
            raise SanssouciError(f"{part}: at the end of a game this follows from the rest")
        if part == "turns":
            self._turns = self._number(value, self.box.rounds * self.players - 1, "turns")
        elif part == "tile":
            self.display[self._number(where, len(self.display) - 1, "space")] = self._one_of(self._columns, value)
        elif seat is None or not 0 <= seat < self.players:
            raise SanssouciError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")
        else:
            self._put(part, self.seats[seat], where, value)

    def _put(self, part: str, seat: LaidSeat, where: str, value: str) -> None:
        match part:
            case "garden" | "reward":
                if value != NOTHING:
                    board_number(value, part, self.box.gardens if part == "garden" else self.box.rewards)
                setattr(seat, part, None if value == NOTHING else value)
            case "square":
                self._set(seat.squares, self._square(where), self._one_of(self._signs, value))
            case "noble":
                seat.nobles[self._known(where, self._columns)] = self._number(value, len(self.box.rows), "row")
            case "piece":
                square = None if value == NOTHING else self._square(value)
                self._set(seat.pieces, self._known(where, [*self._first_pieces()]), square)
            case "score":
                seat.score = None if value == NOTHING else self._number(value, MOST_SCORE, "score")
            case _:
                known = self._columns if part == "mission" else [*self._lexicon.card_slots]
                held: set[str] = getattr(seat, _SETS[part])
                (held.discard if self._one_of([THERE], value) is None else held.add)(self._known(where, known))

    @property
    def box(self) -> Box:
        """The box on whose table this lies."""
        return self._lexicon.box

    @property
    def _columns(self) -> list[str]:
        return [*LETTERS[: len(self.box.columns)]]

    @property
    def _signs(self) -> list[str]:
        return [STRUCTURE, GARDENER, *(GARDENER + letter for letter in self._columns)]

    @staticmethod
    def _set(kept: dict[str, str], key: str, value: str | None) -> None:
        if value is None:
            kept.pop(key, None)
        else:
            kept[key] = value

    @staticmethod
    def _known(value: str, known: Sequence[str]) -> str:
        if value not in known:
            raise SanssouciError(f"{value!r} is not one of: {', '.join(known)}")
        return value

    def _one_of(self, known: Sequence[str], value: str) -> str | None:
        return None if value == NOTHING else self._known(value, known)

    def _square(self, text: str) -> str:
        square = SQUARE_INDEX.get(text)
        if square is None or not int(self._lexicon.table[at.BOARD]) >> bit_of(square) & 1:
            raise SanssouciError(f"{text!r} is not a square of this box")
        return text

    @staticmethod
    def _number(text: str, most: int, name: str) -> int:
        number = whole(int(text)) if text.isascii() and text.isdigit() and len(text) < 5 else None
        if number is None or number > most:
            raise SanssouciError(f"{name} is {text!r}; it must be a number from 0 to {most}")
        return number

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    def faults(self) -> list[PositionFault]:
        """Everything that is not right yet: what is missing (`open`), and what cannot be."""
        return self._examined()[1]

    def view(self) -> View:
        """The table as its eyes see it; PositionError names the first fault."""
        state, found = self._examined()
        if found:
            raise PositionError(f"this position cannot occur: {found[0]}")
        return View(self._lexicon, state, self.eyes)

    def unfinished(self) -> View:
        """The table as it lies there, right or not, to be drawn and for nothing else."""
        return View(self._lexicon, self._examined()[0], self.eyes)

    def turns_of(self, seat: int) -> int:
        """How many turns a seat has played."""
        return int(turns_of(self._state().tolist(), seat))

    @property
    def turns(self) -> int:
        """How many turns have been played: what was entered, or the fewest that account for what lies there."""
        if self._turns is not None:
            return self._turns
        last = self.box.rounds * self.players - 1
        return min(max(self._turns_needed(number) for number in range(self.players)), last)

    def _turns_needed(self, number: int) -> int:
        """The turns of all until a seat has laid, played and walked that much: a tile, a card and a noble a turn."""
        seat = self.seats[number]
        own = max(len(seat.squares), len(seat.discards), sum(row > 0 for row in seat.nobles.values()))
        return (own - 1) * self.players + (number - self.first) % self.players + 1 if own else 0

    def hidden(self) -> int:
        """How many gardeners lie on tiles that nobody has named."""
        return sum(sign == GARDENER for seat in self.seats for sign in seat.squares.values())

    def _examined(self) -> tuple[Array, list[PositionFault]]:
        state, known = self._examined_after(self.turns)
        if self._turns is None and any(each.open for each in known):  # more may come, and put this right
            _, later = self._examined_after(self.turns + self.players)
            remains = {(each.key, each.seat) for each in later if not each.open}
            known = [each._replace(open=each.open or (each.key, each.seat) not in remains) for each in known]
        keyed = [each for each in known if each.key is not None]
        return state, keyed or known

    def _examined_after(self, turns: int) -> tuple[Array, list[PositionFault]]:
        state = self._state(turns)
        words, found = state.tolist(), [*self._missing()]
        for number, seat in enumerate(self.seats):
            score = 0 if seat.score is None and not turns_of(words, number) else seat.score
            if score is not None and not self._is_short(words, number):
                wrong = put_score(self._lexicon.words, words, number, score)
                found += [] if wrong is None else [wrong]
        state[:] = words
        eyes = None if self.is_over else self.eyes
        unready = {seat for seat, laid in enumerate(self.seats) if laid.garden is None}
        return state, [
            each
            for each in (*found, *self._buried(), *faults(self._lexicon.words, words, eyes))
            if each.seat not in unready or each.key in ("garden missing", "score missing")
        ]

    def _is_short(self, words: list[int], seat: int) -> bool:
        return len(self.seats[seat].squares) < turns_of(words, seat)

    def _missing(self) -> Iterator[PositionFault]:
        state = self._state().tolist()
        for number, seat in enumerate(self.seats):
            base = seat_base(number)
            if seat.garden is None:
                yield PositionFault("the garden board is missing", "garden missing", open=True, seat=number)
            if seat.reward is None and "rewards" in self.expansions:
                yield PositionFault("the reward board is missing", "reward missing", open=True, seat=number)
            if seat.score is None and turns_of(state, number):
                yield PositionFault("the score is missing", "score missing", open=True, seat=number)
            printed = visible_print(self._lexicon.words, state, base)
            for square in seat.squares:
                if printed >> bit_of(SQUARE_INDEX[square]) & 1:
                    sentence = f"a tile lies on {square}, where a structure is pre-printed"
                    yield PositionFault(sentence, "printed square", {"square": square}, seat=number)

    def _buried(self) -> Iterator[PositionFault]:
        """Structures of which there are too many only because of the tiles under gardeners."""
        copies = int(self._lexicon.table[at.TILES_EACH + self.players])
        for column in self._columns:
            under = self._under(column)
            known = self._face_up(column)
            if under and known <= copies < known + under:
                sentence = f"there are {known + under} tiles of structure {column}, and only {copies} exist"
                yield PositionFault(
                    sentence, "too many tiles", {"column": column, "count": known + under, "expected": copies}
                )

    def _under(self, column: str) -> int:
        return sum(sign == GARDENER + column for seat in self.seats for sign in seat.squares.values())

    def _face_up(self, column: str) -> int:
        shown = sum(tile == column for tile in self.display)
        return shown + sum(
            sign == STRUCTURE and square[0] == column for seat in self.seats for square, sign in seat.squares.items()
        )

    # ── the state ──────────────────────────────────────────────────────────────────────────────────

    def _state(self, turns: int | None = None) -> Array:
        turns = self.turns if turns is None else turns
        state = new_state(self._lexicon, self.players, self.expansions, self.first)
        state[layout.PHASE] = layout.OVER if self.is_over else layout.PLAY_CARD
        state[layout.TURN] = turns
        state[layout.SEAT] = (self.first + turns - self.is_over) % self.players
        self._lay_boards(state)
        for number in range(self.players):
            self._lay_seat(state, number)
        self._lay_tiles(state)
        return state

    def _lay_boards(self, state: Array) -> None:
        """The boards that were named; whoever has none yet gets one that is left, so that the rest can be checked."""
        for word, name, boards in (
            (layout.GARDEN, "garden", self.box.gardens),
            (layout.REWARD, "reward", self.box.rewards if "rewards" in self.expansions else ()),
        ):
            named: list[str | None] = [getattr(seat, name) for seat in self.seats]
            if not boards:
                continue
            numbers = [None if text is None else board_number(text, name, boards) for text in named]
            taken = {number >> 1 for number in numbers if number is not None}
            left = [2 * board for board in range(len(boards)) if board not in taken]
            for seat, number in enumerate(numbers):
                state[seat_base(seat) + word] = left.pop(0) if number is None else number

    def _lay_seat(self, state: Array, number: int) -> None:
        seat, base, table = self.seats[number], seat_base(number), self._lexicon.words
        printed = visible_print(table, state.tolist(), base)
        built = gardeners = 0
        for square, sign in seat.squares.items():
            bit = 1 << bit_of(SQUARE_INDEX[square])
            built |= bit
            gardeners |= bit if sign != STRUCTURE and not bit & printed else 0
        state[base + layout.BUILT], state[base + layout.GARDENERS] = built | printed, gardeners
        rows = len(self.box.rows)
        state[base + layout.AHEAD] = sum(
            1 << layout.STRIDE * row + column
            for column, letter in enumerate(self._columns)
            for row in range(seat.nobles.get(letter, 0), rows)
        )
        for name, word in PIECE_WORDS.items():
            place = seat.pieces.get(name)
            state[base + word] = 0 if place is None else 1 << bit_of(SQUARE_INDEX[place])
        deck, slots = int(self._lexicon.table[at.DECK]), self._lexicon.card_slots
        knows = self.is_over or number == self.eyes
        state[base + layout.DISCARDS] = deck if self.is_over else sum(1 << slots[card] for card in seat.discards)
        state[base + layout.HAND] = 0 if self.is_over else sum(1 << slots[card] for card in seat.hand if knows)
        state[base + layout.MISSIONS] = sum(1 << LETTERS.index(letter) for letter in seat.missions if knows)

    def _lay_tiles(self, state: Array) -> None:
        """The display and the bag; at the end of a game it does not matter which tiles are left."""
        copies = int(self._lexicon.table[at.TILES_EACH + self.players])
        known = [max(copies - self._face_up(column) - self._under(column), 0) for column in self._columns]
        left = without_hidden(known, self.hidden())
        display = [None if tile is None else LETTERS.index(tile) for tile in self.display]
        if self.is_over:
            rest = [column for column, count in enumerate(left) for _ in range(count)]
            shown, spaces = rest[: len(display) - 1], len(display)
            display = [*shown, *[None] * (spaces - len(shown))]
            left = [rest[spaces - 1 :].count(column) for column in range(len(left))]
        filled = (1 << layout.SLOT_BITS * layout.SLOTS) - 1  # every slot empty
        for slot, tile in zip(self._lexicon.slots, display, strict=True):
            if tile is not None:
                filled ^= (layout.EMPTY_SLOT ^ tile) << layout.SLOT_BITS * slot
        state[layout.DISPLAY] = filled
        state[layout.BAG] = sum(count << layout.BAG_BITS * column for column, count in enumerate(left))


def taken_over(view: View, *, over: bool, turned: Mapping[tuple[int, str], str] | None = None) -> list[list[Any]]:
    """What somebody would have to enter to lay out the table of a view: the arguments of `LaidTable.put`.

    `turned` has the structures under gardeners, as far as they are known, by seat and square.
    """
    under = turned or {}
    puts: list[list[Any]] = [["turns", None, "", str(view.turns)]]
    puts += [["tile", None, str(space), tile[0]] for space, tile in enumerate(view.display) if tile is not None]
    for seat in range(view.players):
        garden = view.garden(seat)
        puts.append(["garden", seat, "", garden.board])
        puts += [["reward", seat, "", garden.reward]] if garden.reward is not None else []
        puts += [["square", seat, square, STRUCTURE] for square in SQUARE_NAMES if square in garden.structures]
        puts += [
            ["square", seat, square, GARDENER + under.get((seat, square), "")]
            for square in SQUARE_NAMES
            if square in garden.gardeners
        ]
        puts += [["noble", seat, letter, str(row)] for letter, row in garden.nobles.items() if row]
        for name in view.expansions:
            if name in PIECE_WORDS:
                puts.append(["piece", seat, name, garden.pieces.get(name, NOTHING)])
        puts += [["mission", seat, letter, THERE] for letter in view.missions(seat) or ()]
        puts += [["discard", seat, card, THERE] for card in view.discards(seat)]
        puts += [["hand", seat, card, THERE] for card in view.hand(seat) or ()]
        puts.append(["score", seat, "", str(view.points_in_play(seat))])
    return [put for put in puts if not (over and put[0] in FILLED_IN_AT_THE_END)]
