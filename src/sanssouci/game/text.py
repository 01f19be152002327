"""A position as one line of text, complete or as one seat sees it. See docs/notation.md."""

import re
from collections.abc import Mapping, Sequence, Sized
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, Protocol, SupportsIndex

import numpy as np

from sanssouci.box import Box, Expansions, load, named
from sanssouci.box.boards import SIDES
from sanssouci.box.squares import LETTERS
from sanssouci.game.beginning import read_beginning
from sanssouci.game.errors import PositionError, SanssouciError
from sanssouci.game.lexicon import SQUARE_INDEX, Array, Lexicon, lexicon
from sanssouci.game.options import check_options, choose_luck
from sanssouci.game.view import View
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.choices import draw_pile, shown_tile
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.setup import new_game
from sanssouci.kernel.validity import fault

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.position import Garden, Position

_PHASES: Final = {"g": layout.GARDEN_SIDE, "r": layout.REWARD_SIDE, "t": layout.PLAY_CARD, "e": layout.OVER}
_LETTER: Final = {phase: letter for letter, phase in _PHASES.items()}
STEPS_FOLLOW: Final = "+"  # after the seats: the beginning of the move under way
_DIGEST_LENGTH: Final = 8
_LONGEST: Final = 2000
_FIELDS: Final = "BOX[@DIGEST] PLAYERS EXPANSIONS FIRST PHASE+SEAT TURNS DISPLAY BAG EYES SEAT SEAT … [+ STEPS]"
_SEAT_FIELDS: Final = "GARDEN:REWARD:SQUARES:NOBLES:PIECES:POINTS:HAND:DISCARDS:MISSIONS"


def write_text(start: "Position", begun: str, *, eyes: int | None = None) -> str:
    """The text of a position after the first steps of a move, given the position before the move."""
    text = write_position(start, eyes=eyes)
    return f"{text} {STEPS_FOLLOW} {begun}" if begun else text


def write_position(position: "Position", *, eyes: int | None = None) -> str:
    """Write a position; with `eyes`, as that seat sees it."""
    state = position._state
    phase = int(state[layout.PHASE])
    if phase not in _LETTER:
        raise PositionError("a position can be written when a player must decide, not when chance comes next")
    display = int(state[layout.DISPLAY])
    tiles = "".join(f"{LETTERS}......."[shown_tile(display, slot)] for slot in range(layout.SLOTS))
    fields = [
        f"{position.box.id}@{position.box.digest[:_DIGEST_LENGTH]}",
        str(position.players),
        position.expansions.letters,
        str(position.first),
        f"{_LETTER[phase]}{int(state[layout.SEAT])}",
        str(position.turns),
        tiles,
        ",".join(str(count) for count in position.bag.values()),
        "*" if eyes is None else "-" if eyes < 0 else str(eyes),
    ]
    fields += [_write_seat(position, seat, eyes) for seat in range(position.players)]
    return " ".join(fields)


def _write_seat(position: "Position", seat: int, eyes: int | None) -> str:
    garden = position.garden(seat)
    known = eyes is None or eyes == seat
    missions = "".join(position._missions(seat))
    return ":".join(
        (
            garden.board,
            garden.reward or "-",
            write_squares(position.box, _signs(garden)),
            "".join(map(str, garden.nobles.values())),
            ",".join(garden.pieces.get(name, "-") for name in told_pieces(position.expansions)),
            ",".join(str(position._word(seat, word)) for word in points_words(position.expansions)),
            (",".join(position._cards(seat)) or "-") if known else "?",
            ",".join(position.discards(seat)) or "-",
            (missions or "-") if known or position.is_over else "?",
        )
    )


def points_words(expansions: Expansions) -> list[int]:
    """The words of a seat that hold points in play, as POINTS lists them."""
    return [layout.NOBLE_POINTS, *(POINTS_WORDS[name] for name in expansions.told)]


def told_pieces(expansions: Expansions) -> list[str]:
    """The expansions whose pieces PIECES lists."""
    return [name for name in expansions.told if name in PIECE_WORDS]


def _signs(garden: "Garden") -> dict[str, str]:
    signs = dict.fromkeys(garden.printed, "#") | dict.fromkeys(garden.structures, "s")
    return signs | dict.fromkeys(garden.gardeners, "g")


def write_squares(box: Box, signs: Mapping[str, str]) -> str:
    """The squares row by row: # printed, s structure, g gardener, a number for that many free squares."""
    rows = (
        "".join(signs.get(f"{LETTERS[column]}{row}", ".") for column in range(len(box.columns)))
        for row in range(1, len(box.rows) + 1)
    )
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def read_game(text: str, *, box: Box | None, seed: SupportsIndex | None) -> "Game":
    """A game from a complete position."""
    from sanssouci.game.game import Game

    words, state, eyes, begun = _read(text, box)
    if eyes is not None:
        raise PositionError("this position shows what one seat sees; a game needs a complete one")
    game = Game._from_state(words, state, choose_luck(seed))
    for code in _take_steps(words, state.copy(), int(state[layout.SEAT]), begun):
        game.push_code(code)
    _check_form(text, game.text())
    return game


def read_view(text: str, *, box: Box | None = None) -> View:
    """A view from a position that was written as one seat sees it."""
    words, before, eyes, begun = _read(text, box)
    if eyes is None:
        raise PositionError("this position is complete; `Game.from_text` reads it")
    state = before.copy()
    view = View(words, state, eyes, before=before, steps=_take_steps(words, state, eyes, begun))
    _check_form(text, view.text())
    return view


def _take_steps(words: Lexicon, state: Array, eyes: int, begun: str) -> list[int]:
    """Take the first steps of a move. The card may come from a hand that the seat `eyes` cannot see."""
    seat, card = int(state[layout.SEAT]), begun.split(" ")[0]
    hidden = words.card_slots.get(card) if eyes != seat else None
    base = seat_base(seat)
    if hidden is not None and draw_pile(words.table, state, base) >> hidden & 1:
        state[base + layout.HAND] |= 1 << hidden
    try:
        return read_beginning(words, state, begun)
    except SanssouciError as error:
        raise PositionError(str(error)) from None


def _check_form(text: str, canonical: str) -> None:
    """Check that a position has its one canonical form: no letter for a side not yet chosen, no leading zeros.

    Only cards and missions may be in any order, and the digest of a published box may be missing.
    """
    given, written = text.split(), canonical.split()
    if "@" not in given[0]:
        written[0] = written[0].partition("@")[0]
    for one, other in zip_longest(given, written, fillvalue=""):
        if _in_order(one) != _in_order(other):
            raise PositionError(f"{one!r} must be written {other!r}")


def _in_order(field: str) -> list[str]:
    """The parts of a field, with the cards and missions of a seat sorted."""
    parts = field.split(":")
    if len(parts) == len(_SEAT_FIELDS.split(":")):
        *_, hand, discards, missions = parts
        parts[-3:] = [",".join(sorted(cards.split(","))) for cards in (hand, discards)] + ["".join(sorted(missions))]
    return parts


def _read(text: str, box: Box | None) -> tuple[Lexicon, Array, int | None, str]:
    """The box, state and eyes of a position between two moves, and the beginning of the move that follows it."""
    words, state, eyes, begun = read_unchecked(text, box)
    wrong = fault(words.table, state, eyes)
    if wrong:
        raise PositionError(f"this position cannot occur: {wrong}")
    return words, state, eyes, begun


def read_unchecked(text: str, box: Box | None) -> tuple[Lexicon, Array, int | None, str]:
    """What a position says, whether it can occur or not."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise PositionError(f"a position is a text of at most {_LONGEST} characters")
    fields, begun = text.split(), ""
    if STEPS_FOLLOW in fields:
        place = fields.index(STEPS_FOLLOW)
        fields, begun = fields[:place], " ".join(fields[place + 1 :])
        if not begun:
            raise PositionError(f"after {STEPS_FOLLOW} the beginning of a move is missing, like '36 f3'")
    if len(fields) < 11:
        raise PositionError(f"a position has the fields {_FIELDS}; this text has {len(fields)}")
    words = lexicon(_read_box(fields[0], box))
    state = np.zeros(layout.STATE_WORDS, np.int64)
    players = _number(fields[1], "PLAYERS", 2, 4)
    if players not in words.box.players or len(fields) != 9 + players:
        raise PositionError(f"PLAYERS is {players}, and there are {len(fields) - 9} seats")
    new_game(words.table, state, players, _read_expansions(words.box, fields[2]), 0)
    state[layout.FIRST] = _number(fields[3], "FIRST", 0, players - 1)
    if not re.fullmatch("[grte][0-3]", fields[4]) or int(fields[4][1]) >= players:
        raise PositionError(f"PHASE+SEAT is {fields[4]!r}; it must be one of g, r, t, e and a seat")
    state[layout.PHASE] = _PHASES[fields[4][0]]
    state[layout.SEAT] = int(fields[4][1])
    state[layout.TURN] = _number(fields[5], "TURNS", 0, words.box.rounds * players)
    state[layout.DISPLAY] = _read_display(words, fields[6])
    state[layout.BAG] = _read_bag(words.box, fields[7])
    eyes = None if fields[8] == "*" else -1 if fields[8] == "-" else _number(fields[8], "EYES", 0, players - 1)
    for seat, field in enumerate(fields[9:]):
        try:
            _SeatReader(words, state, seat, field).read()
        except PositionError as error:
            raise PositionError(f"seat {seat}: {error}") from None
    return words, state, eyes, begun


def _read_box(field: str, box: Box | None) -> Box:
    name, at_sign, digest = field.partition("@")
    if box is None:
        if name not in named():
            known = ", ".join(named())
            raise PositionError(f"the box {name!r} is not one of {known}; pass it as `box`")
        box = load(name)
    own = box.digest[:_DIGEST_LENGTH]
    if (name, digest) != (box.id, own) and not (name == box.id and not at_sign and _has_name(box)):
        missing = "" if at_sign else "; only boxes that come with the game need no digest"
        raise PositionError(f"the position is for {field}, and the box at hand is {box.id}@{own}{missing}")
    return box


def _has_name(box: Box) -> bool:
    return box.id in named() and load(box.id).digest == box.digest


def _read_expansions(box: Box, field: str) -> int:
    try:
        expansions = Expansions.of_letters(field)
    except SanssouciError as error:
        raise PositionError(f"EXPANSIONS is {field!r}; {error}") from None
    try:
        return check_options(box, players=box.players[0], expansions=expansions, first=None).flags
    except SanssouciError as error:
        raise PositionError(str(error)) from None


def _read_display(words: Lexicon, field: str) -> int:
    if not re.fullmatch(r"[a-i.]{10}", field):
        raise PositionError(f"DISPLAY is {field!r}; it must be ten letters from a to i, or . for an empty space")
    display = 0
    for slot, letter in enumerate(field):
        structure = layout.EMPTY_SLOT if letter == "." else LETTERS.index(letter)
        in_box = words.table[at.SLOT_SET] >> layout.SLOT_BITS * slot & 1
        if letter != "." and (structure >= len(words.box.columns) or not in_box):
            raise PositionError(
                f"DISPLAY: this box has no space for its letter {slot + 1}, {letter!r}, or no such structure"
            )
        display |= structure << layout.SLOT_BITS * slot
    return display


def _read_bag(box: Box, field: str) -> int:
    counts = field.split(",")
    if len(counts) != len(box.columns):
        raise PositionError(f"BAG is {field!r}; it must be {len(box.columns)} numbers")
    return sum(_number(count, "BAG", 0, 63) << layout.BAG_BITS * column for column, count in enumerate(counts))


def _number(text: str, name: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise PositionError(f"{name} is {text!r}; it must be a number from {least} to {most}")
    return int(text)


class _Board(Protocol):
    """A garden board or a reward board."""

    @property
    def id(self) -> str: ...
    @property
    def sides(self) -> Sized: ...


def board_number(text: str, name: str, boards: Sequence[_Board]) -> int:
    """The kernel's number of a board and its side, like '2A'; PositionError if there is none."""
    for index, board in enumerate(boards):
        for side, letter in enumerate((*SIDES[: len(board.sides)], "?")):
            if text == board.id + letter:
                return 2 * index + (0 if letter == "?" else side)
    known = ", ".join(board.id for board in boards)
    raise PositionError(f"{name} is {text!r}; it must be a board ({known}) and its side")


class _SeatReader:
    """Reads one seat's field into its words of the state."""

    def __init__(self, words: Lexicon, state: Array, seat: int, field: str) -> None:
        self.words, self.state, self.base = words, state, seat_base(seat)
        self.expansions = Expansions.of_flags(int(state[layout.EXPANSIONS]))
        self.fields = field.split(":")
        if len(self.fields) != 9:
            raise PositionError(f"a seat has the fields {_SEAT_FIELDS}; this one has {len(self.fields)}")

    def put(self, word: int, value: int) -> None:
        self.state[self.base + word] = value

    def read(self) -> None:
        garden, reward, squares, nobles, pieces, points, hand, discards, missions = self.fields
        box = self.words.box
        self.put(
            layout.GARDEN,
            board_number(garden, "GARDEN", box.gardens),
        )
        self.put(layout.REWARD, -1 if reward == "-" else board_number(reward, "REWARD", box.rewards))
        self.squares(squares)
        self.nobles(nobles)
        self.pieces(pieces)
        self.points(points)
        self.put(layout.HAND, self.cards(hand, "HAND"))
        self.put(layout.DISCARDS, self.cards(discards, "DISCARDS"))
        self.missions(missions)

    def pieces(self, text: str) -> None:
        names, squares = told_pieces(self.expansions), text.split(",")
        board = self.words.table[at.BOARD]
        known = {name for name, square in SQUARE_INDEX.items() if board >> bit_of(square) & 1}
        if len(squares) != len(names) or not {"-", *known}.issuperset(squares):
            raise PositionError(f"PIECES is {text!r}; it must be a square or - for each of: {', '.join(names)}")
        for name, square in zip(names, squares, strict=True):
            self.put(PIECE_WORDS[name], 0 if square == "-" else 1 << bit_of(SQUARE_INDEX[square]))

    def squares(self, text: str) -> None:
        box = self.words.box
        rows = [re.sub("[1-9]", lambda run: "." * int(run[0]), row) for row in text.split("/")]
        if len(rows) != len(box.rows) or any(len(row) != len(box.columns) for row in rows):
            raise PositionError(f"SQUARES is {text!r}; it must be {len(box.rows)} rows of {len(box.columns)} squares")
        if set(text) - set("#sg/123456789"):
            raise PositionError(f"SQUARES is {text!r}; it must be made of # s g / and numbers")
        built = gardeners = 0
        for row, signs in enumerate(rows):
            for column, sign in enumerate(signs):
                bit = 1 << layout.STRIDE * row + column
                built |= bit if sign != "." else 0
                gardeners |= bit if sign == "g" else 0
        self.put(layout.BUILT, built)
        self.put(layout.GARDENERS, gardeners)

    def nobles(self, text: str) -> None:
        columns, rows = len(self.words.box.columns), len(self.words.box.rows)
        if not re.fullmatch(f"[0-{rows}]{{{columns}}}", text):
            raise PositionError(f"NOBLES is {text!r}; it must be {columns} rows from 0 to {rows}")
        ahead = 0
        for column, row in enumerate(map(int, text)):
            ahead |= sum(1 << layout.STRIDE * below + column for below in range(row, rows))
        self.put(layout.AHEAD, ahead)

    def points(self, text: str) -> None:
        parts = text.split(",")
        words = points_words(self.expansions)
        if len(parts) != len(words):
            names = ", ".join(("nobles", *self.expansions.told))
            raise PositionError(f"POINTS is {text!r}; it must be {len(words)} numbers: of {names}")
        for word, part in zip(words, parts, strict=True):
            self.put(word, _number(part, "POINTS", -999, 999))

    def cards(self, text: str, name: str) -> int:
        if text in ("-", "?"):
            return 0
        slots = [self.words.card_slots.get(card) for card in text.split(",")]
        if None in slots or len(set(slots)) < len(slots):
            raise PositionError(f"{name} is {text!r}; it must be different cards of this box")
        return sum(1 << slot for slot in slots if slot is not None)

    def missions(self, text: str) -> None:
        columns = LETTERS[: len(self.words.box.columns)]
        missions = "" if text in ("-", "?") else text
        if set(missions) - set(columns) or len(set(missions)) < len(missions):
            raise PositionError(f"MISSIONS is {text!r}; it must be different letters of {columns}")
        self.put(layout.MISSIONS, sum(1 << LETTERS.index(letter) for letter in missions))
