"""A move: a whole turn, or the choice of a board's side. See docs/notation.md."""

import re
from dataclasses import dataclass
from typing import Final

from sanssouci.game.errors import InvalidMoveError

SIDES: Final = ("A", "B")

_SQUARE = "[a-i][1-6]"
_TURN = re.compile(
    rf"(?P<card>\*|[a-i]|[2-6][2-6]) (?P<tile>{_SQUARE})(?P<second>')?(?:=(?P<gardener>{_SQUARE}))?"
    rf"(?: ~(?P<boar>{_SQUARE}))? (?P<walk>{_SQUARE}|-)"
)
_SHAPE = "CARD TILE[=SQUARE] [~SQUARE] WALK, like '36 f3 d4', 'c c4=c5 -' or '* e4 ~e5 a2'"
_LONGEST = 40


class Move:
    """What a player decides at once: a `Turn`, or a `Side` while the game is set up."""

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> "Move":
        """Read a move; InvalidMoveError if the text is none."""
        if not isinstance(text, str):
            raise InvalidMoveError(f"a move is a text, not {type(text).__name__}")
        if len(text) > _LONGEST:
            raise InvalidMoveError(f"a move has at most {_LONGEST} characters, this text has {len(text)}")
        words = " ".join(text.split())
        if words.upper() in SIDES:
            return Side(words.upper())
        match = _TURN.fullmatch(words.lower())
        if match is None:
            raise InvalidMoveError(f"{text!r} is no move: a turn is {_SHAPE}; a side is A or B")
        card = match["card"]
        if len(card) == 2 and card[0] >= card[1]:
            raise InvalidMoveError(f"{text!r} is no move: a card's two rows are written the lower one first")
        walk = match["walk"]
        return Turn(
            card,
            match["tile"],
            second=match["second"] is not None,
            gardener=match["gardener"],
            boar=match["boar"],
            walk=None if walk == "-" else walk,
        )


@dataclass(frozen=True, slots=True)
class Side(Move):
    """The side of a garden board (S1) or reward board (W1) that is turned up: 'A' or 'B'."""

    side: str

    def __str__(self) -> str:
        return self.side


@dataclass(frozen=True, slots=True)
class Turn(Move):
    """A whole turn: card, tile, and what follows from them."""

    card: str  # '36', 'c' or '*'
    tile: str  # the square where the tile belongs
    second: bool = False  # the second of two equal tiles of a row
    gardener: str | None = None  # where the tile goes when it has to be turned
    boar: str | None = None  # where the boar goes when it has to move
    walk: str | None = None  # where a noble ends its walk

    def __str__(self) -> str:
        tile = self.tile + ("'" if self.second else "") + (f"={self.gardener}" if self.gardener else "")
        boar = f" ~{self.boar}" if self.boar else ""
        return f"{self.card} {tile}{boar} {self.walk or '-'}"
