"""What one seat may see of a game: the only thing that a player gets."""

from typing import TYPE_CHECKING

from sanssouci.box import Box
from sanssouci.game.legal import LegalMoves
from sanssouci.game.lexicon import Array, Lexicon
from sanssouci.game.position import Position

if TYPE_CHECKING:
    from sanssouci.game.svg import Last

SPECTATOR = -1


class View(Position):
    """A position from one seat's eyes; the eyes of -1 are a spectator's.

    It is made by the kernel's `observe` and holds nothing that the seat may not know. Two games that differ only in
    what is hidden give equal views.
    """

    __slots__ = ("eyes",)

    def __init__(self, lexicon: Lexicon, observation: Array, eyes: int) -> None:
        self._lexicon = lexicon
        self._state = observation
        self.eyes: int = eyes

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat whose eyes these are has to move."""
        return self.seat is not None and self.seat == self.eyes

    def hand(self, seat: int | None = None) -> tuple[str, ...] | None:
        """The cards in hand: one's own, or None for those of another seat."""
        seat = self.eyes if seat is None else self._checked(seat)
        return self._cards(seat) if seat == self.eyes != SPECTATOR else None

    def missions(self, seat: int | None = None) -> tuple[str, ...] | None:
        """The columns of the missions: one's own; None for another seat's, until the end."""
        seat = self.eyes if seat is None else self._checked(seat)
        return self._missions(seat) if seat != SPECTATOR and (seat == self.eyes or self.is_over) else None

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none if it is another seat's turn."""
        return LegalMoves(self)

    def svg(
        self,
        *,
        names: tuple[str, ...] | None = None,
        last: "Last | None" = None,
        legal: bool | str = False,
        size: float | None = None,
        language: str = "en",
    ) -> str:
        """The view as an SVG (docs/pictures.md); a view knows neither names nor the last move, but can be told."""
        from sanssouci.game.svg import draw

        return draw(self, names=names, last=last, legal=legal, size=size, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self) -> str:
        """The position as one line, with '?' for what the seat does not know (docs/notation.md)."""
        from sanssouci.game.text import write_position

        return write_position(self, eyes=self.eyes)

    @classmethod
    def from_text(cls, text: str, *, box: Box | None = None) -> "View":
        """A view from its text; `box` is needed for one that is not published."""
        from sanssouci.game.text import read_view

        return read_view(text, box=box)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same_box = self.box.digest == other.box.digest
        return same_box and self.eyes == other.eyes and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return hash((self.box.digest, self.eyes, self._state.tobytes()))

    def __repr__(self) -> str:
        return f"<View: {self.text()}>"

    def _may_move(self) -> bool:
        return self.is_my_turn
