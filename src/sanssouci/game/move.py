"""A move: a whole turn, or the choice of a board's side. See docs/notation.md."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sanssouci.box.boards import SIDES
from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.errors import InvalidMoveError

_SQUARE = "[a-i][1-6]"
_TURN = re.compile(
    rf"(?P<card>\*|[a-i]|[2-6][2-6]) (?P<tile>{_SQUARE})(?P<second>')?(?:=(?P<gardener>{_SQUARE}))?"
    rf"(?: ~(?P<piece>{_SQUARE}))? (?P<walk>{_SQUARE}|-)"
)
_SHAPE = "CARD TILE[=SQUARE] [~SQUARE] WALK, like '36 f3 d4', 'c c4=c5 -' or '* e4 ~e5 a2'"
_LONGEST = 40


class Move:
    """A player's whole decision: a `Turn`, or a `Side` during the set-up."""

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> "Move":
        """Read a move; InvalidMoveError if the text is not one."""
        if not isinstance(text, str):
            raise InvalidMoveError(f"a move is a text, not {type(text).__name__}")
        if len(text) > _LONGEST:
            raise InvalidMoveError(f"a move has at most {_LONGEST} characters, this text has {len(text)}")
        words = " ".join(text.split())
        if words.upper() in SIDES:
            return Side(words.upper())
        match = _TURN.fullmatch(words.lower())
        if match is None:
            raise InvalidMoveError(f"{text!r} is not a move: a turn is {_SHAPE}; a side is A or B")
        card = match["card"]
        if len(card) == 2 and card[0] >= card[1]:
            raise InvalidMoveError(f"{text!r} is not a move: the lower of a card's two rows is written first")
        walk = match["walk"]
        return Turn(
            card,
            match["tile"],
            second=match["second"] is not None,
            gardener=match["gardener"],
            piece=match["piece"],
            walk=None if walk == "-" else walk,
        )


@dataclass(frozen=True, slots=True)
class Side(Move):
    """The side of a garden board (S1) or reward board (W1) that is turned up: 'A' or 'B'."""

    side: str

    def __str__(self) -> str:
        return self.side


# A turn is one number, its parts side by side: making one costs a tenth of a microsecond, and lists of legal turns hold
# hundreds. Squares count from 1, so that 0 means none.
#
#   bits    0-5   6-11  12-17     18      19-24  25-29
#   part    walk  piece gardener  second  tile   card
WALK_SHIFT: Final = 0
PIECE_SHIFT: Final = 6
GARDENER_SHIFT: Final = 12
SECOND_SHIFT: Final = 18
TILE_SHIFT: Final = 19
CARD_SHIFT: Final = 25
PART: Final = 63
CARD_TEXTS: Final[tuple[str, ...]] = (
    *(f"{low}{high}" for low in range(2, 7) for high in range(low + 1, 7)),
    *LETTERS,
    "*",
)
SQUARE_TEXTS: Final[tuple[str | None, ...]] = (None, *SQUARE_NAMES)
CARD_NUMBERS: Final = {text: number for number, text in enumerate(CARD_TEXTS)}
SQUARE_NUMBERS: Final = {text: number for number, text in enumerate(SQUARE_TEXTS)}


def unpack(number: int) -> tuple[int, int, int, int, int, int]:
    """The parts of a turn's number: card, tile, second, gardener, piece, walk."""
    return (
        number >> CARD_SHIFT,
        number >> TILE_SHIFT & PART,
        number >> SECOND_SHIFT & 1,
        number >> GARDENER_SHIFT & PART,
        number >> PIECE_SHIFT & PART,
        number & PART,
    )


class Turn(Move):
    """A whole turn: card, tile, and what follows from them.

    Args:
        card: '36' for a card of two colours, 'c' for a structure, '*' for the wild card.
        tile: the square where the tile belongs, like 'f3'.
        second: whether it is the second of two equal tiles of a row.
        gardener: the square for the tile if it must be turned over, else None.
        piece: the square to which the piece of an expansion goes, if one must move, else None.
        walk: the square on which a noble ends its walk; None if no noble walks.

    Turns are immutable, hashable and equal if their parts are. Whether a turn is legal depends on the position.

    Raises:
        InvalidMoveError: no box has such a card or square.
    """

    __slots__ = ("_number",)
    __match_args__ = ("card", "tile", "second", "gardener", "piece", "walk")

    _number: int

    def __init__(
        self,
        card: str,
        tile: str,
        second: bool = False,
        gardener: str | None = None,
        piece: str | None = None,
        walk: str | None = None,
    ) -> None:
        try:
            self._number = (
                CARD_NUMBERS[card] << CARD_SHIFT
                | SQUARE_NUMBERS[tile] << TILE_SHIFT
                | bool(second) << SECOND_SHIFT
                | SQUARE_NUMBERS[gardener] << GARDENER_SHIFT
                | SQUARE_NUMBERS[piece] << PIECE_SHIFT
                | SQUARE_NUMBERS[walk] << WALK_SHIFT
            )
        except (KeyError, TypeError) as error:
            raise InvalidMoveError(f"there is no card or square {error} in any box") from None
        if tile is None:
            raise InvalidMoveError("a turn takes a tile")

    @classmethod
    def from_numbers(cls, numbers: Iterable[int]) -> "list[Turn]":
        """Turns from their packed numbers, which are not checked."""
        turns = []
        new = object.__new__
        for number in numbers:
            turn = new(cls)
            turn._number = number
            turns.append(turn)
        return turns

    @property
    def number(self) -> int:
        """The turn as one packed number; the meaning of its bits is not part of the public contract."""
        return self._number

    @property
    def card(self) -> str:
        """The card played: '36', 'c' or '*'."""
        return CARD_TEXTS[self._number >> CARD_SHIFT]

    @property
    def tile(self) -> str:
        """The square where the tile taken belongs."""
        return SQUARE_NAMES[(self._number >> TILE_SHIFT & PART) - 1]

    @property
    def second(self) -> bool:
        """Whether the tile is the second of two equal ones of a row."""
        return bool(self._number >> SECOND_SHIFT & 1)

    @property
    def gardener(self) -> str | None:
        """Where the tile goes as a gardener; None if it goes where it belongs."""
        return SQUARE_TEXTS[self._number >> GARDENER_SHIFT & PART]

    @property
    def piece(self) -> str | None:
        """Where the piece of an expansion goes; None if none moves."""
        return SQUARE_TEXTS[self._number >> PIECE_SHIFT & PART]

    @property
    def walk(self) -> str | None:
        """Where a noble ends its walk; None if no noble walks."""
        return SQUARE_TEXTS[self._number >> WALK_SHIFT & PART]

    def __eq__(self, other: object) -> bool:
        return self._number == other._number if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._number)

    def __str__(self) -> str:
        tile = self.tile + ("'" if self.second else "") + (f"={self.gardener}" if self.gardener else "")
        piece = f" ~{self.piece}" if self.piece else ""
        return f"{self.card} {tile}{piece} {self.walk or '-'}"

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"Turn({parts})"
