"""The expansions of the game, and a set of them as one value.

Everything that names an expansion refers to this list: boxes, positions, records, the command line, the server. What
an expansion does is in a kernel module of its own; CONTRIBUTING.md says which files a new one needs.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sanssouci.box.errors import SanssouciError


class Piece(NamedTuple):
    """A piece that an expansion puts into every garden: the boar of "boar", whose step is called "move boar"."""

    start: str  # the rule that its starting square, named by the box, must be free
    step: str  # the rule about its step to another square


class Expansion(NamedTuple):
    """One expansion."""

    name: str  # in records, on the wire, on the command line
    title: str  # in English sentences
    letter: str  # in position texts
    flag: int  # its bit in the kernel's word
    always_told: bool = False  # the first formats write its points and piece even in games without it
    piece: Piece | None = None

    def __str__(self) -> str:
        return self.name


REWARDS: Final = Expansion("rewards", "Rewards", "R", 1, always_told=True)
BOAR: Final = Expansion("boar", "Wild Boar", "B", 2, always_told=True, piece=Piece(start="B1", step="B2"))
EXPANSIONS: Final = (REWARDS, BOAR)  # in the order in which their names are always listed
ALL_NAMES: Final = tuple(expansion.name for expansion in EXPANSIONS)
PIECES: Final = {expansion.name: expansion.piece for expansion in EXPANSIONS if expansion.piece is not None}

Names = str | Iterable[str]  # the names of some expansions: a list, or one text such as "rewards,boar"


def _listed(names: Iterable[str]) -> list[str]:
    try:
        return list(names)
    except TypeError:
        raise SanssouciError(f"expansions are given by their names, like ['boar'], not as {names!r}") from None


class Expansions(tuple[str, ...]):
    """A set of expansions: their names, each once, in their fixed order.

    It is made from names in any order, or from their written form: "boar", "rewards,boar", "" for none. Being a
    tuple, it compares and goes into JSON like one.
    """

    __slots__ = ()

    def __new__(cls, names: Names = ()) -> "Expansions":
        """Check the names; SanssouciError for one that is unknown."""
        given = [name.strip() for name in names.split(",") if name] if isinstance(names, str) else _listed(names)
        for name in given:
            if name not in ALL_NAMES:
                raise SanssouciError(f"there is no expansion {name!r}; there are: {', '.join(ALL_NAMES)}")
        return super().__new__(cls, (name for name in ALL_NAMES if name in given))

    @classmethod
    def of_flags(cls, flags: int) -> "Expansions":
        """The expansions that the kernel's word names."""
        return cls(expansion.name for expansion in EXPANSIONS if flags & expansion.flag)

    @classmethod
    def of_letters(cls, letters: str) -> "Expansions":
        """The expansions of a position text, such as "RB" or "-"; SanssouciError for any other spelling."""
        found = cls(expansion.name for expansion in EXPANSIONS if expansion.letter in letters)
        if letters != found.letters:
            known = "".join(expansion.letter for expansion in EXPANSIONS)
            raise SanssouciError(f"it must be -, or letters of {known} in this order")
        return found

    @property
    def each(self) -> tuple[Expansion, ...]:
        """The expansions themselves."""
        return tuple(expansion for expansion in EXPANSIONS if expansion.name in self)

    @property
    def told(self) -> tuple[str, ...]:
        """Those that records and position texts tell about: the ones played, and the two that are always told."""
        return tuple(each.name for each in EXPANSIONS if each.always_told or each.name in self)

    @property
    def flags(self) -> int:
        """The kernel's word."""
        return sum(expansion.flag for expansion in self.each)

    @property
    def letters(self) -> str:
        """Their letters, as they appear in a position text."""
        return "".join(expansion.letter for expansion in self.each) or "-"

    def __str__(self) -> str:
        """The written form, which the constructor reads back."""
        return ",".join(self)


BASIC_GAME: Final = Expansions()
