"""What a picture shows: a position from a point of view, names, words and marks."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from sanssouci.box import Box
from sanssouci.box.boards import SIDES
from sanssouci.box.rewards import MARK_WORDS
from sanssouci.box.squares import LETTERS, square_name
from sanssouci.game.svg.choices import Choices, LastMove
from sanssouci.game.svg.wording import Wording

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.view import View

# The drawings of structures, by the id of a column.
STRUCTURES: Final = (
    "labyrinth",
    "statue",
    "pavilion",
    "topiary",
    "stairs",
    "fountain",
    "rose_arch",
    "herb_spiral",
    "vine",
)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the parts of a picture need to know."""

    position: "Game | View"
    wording: Wording
    names: tuple[str, ...]
    eyes: int | None  # the seat whose garden is drawn larger, None for a picture of all
    last: LastMove | None
    choices: Choices | None

    @property
    def box(self) -> Box:
        """The box that is played."""
        return self.position.box

    def symbol(self, letter: str) -> str:
        """The drawing of a column's structure."""
        return structure_symbols(self.box)[letter]

    @property
    def deck(self) -> tuple[str, ...]:
        """All cards of a player, in the order in which they are shown."""
        box = self.box
        pairs = (f"{low}{high}" for low, high in box.pairs)
        return (*pairs, *(LETTERS[column] for column in box.structure_cards), *("*" * box.wild))

    def choices_for(self, seat: int) -> Choices | None:
        """What may be chosen next, if it is for this seat to choose."""
        return self.choices if self.choices is not None and self.choices.seat == seat else None

    def last_of(self, seat: int) -> LastMove | None:
        """The last move, if it was this seat's."""
        return self.last if self.last is not None and self.last.seat == seat else None


@cache
def structure_symbols(box: Box) -> Mapping[str, str]:
    """A drawing for each column: its own, or for an unknown structure one that no other column has."""
    rest = [name for name in STRUCTURES if name not in {column.id for column in box.columns}]
    return {column.letter: column.id if column.id in STRUCTURES else rest.pop(0) for column in box.columns}


def printed_on(box: Box, board: str, side: str) -> frozenset[str]:
    """The printed squares of one side of a garden board."""
    (sides,) = (garden.sides for garden in box.gardens if garden.id == board)
    return frozenset(map(square_name, sides[SIDES.index(side)]))


def marks_on(box: Box, board: str, side: str) -> Mapping[str, str]:
    """The squares that one side of a reward board covers, and the mark on each ('0' for none)."""
    (sides,) = (reward.sides for reward in box.rewards if reward.id == board)
    return {square_name(square): MARK_WORDS[mark] for square, mark in sides[SIDES.index(side)].items()}
