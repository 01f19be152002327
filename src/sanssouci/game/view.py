"""What one seat may see of a game: all that a player gets."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, SupportsIndex

from sanssouci.box import Box, load
from sanssouci.box.expansions import Names
from sanssouci.game.chances import Luck
from sanssouci.game.errors import SanssouciError
from sanssouci.game.legal import take_step
from sanssouci.game.lexicon import Array, Lexicon, lexicon
from sanssouci.game.position import Position
from sanssouci.kernel import engine, layout

if TYPE_CHECKING:
    from sanssouci.game.building import SeatSetup
    from sanssouci.game.game import Game
    from sanssouci.game.svg import LastMove

SPECTATOR = -1


class View(Position):
    """A position as one seat sees it; `eyes` is that seat, or -1 for a spectator.

    It is made by the kernel's `observe` and holds nothing that the seat may not know. Two games that differ only in
    what is hidden give equal views.

    A view may be in the middle of a move, as those of a `Draft` are. Then `begun` is the beginning of the move, `start`
    the view before it, and the legal moves are the whole moves that begin this way.
    """

    __slots__ = ("_before", "_steps", "eyes")

    def __init__(
        self, lexicon: Lexicon, observation: Array, eyes: int, *, before: Array | None = None, steps: Sequence[int] = ()
    ) -> None:
        self._lexicon = lexicon
        self._state = observation
        self._legal = None
        self._before = observation if before is None else before
        self._steps = tuple(steps)
        self.eyes: int = eyes

    @property
    def start(self) -> "View":
        """The view before the move under way; between two moves, the view itself."""
        return View(self._lexicon, self._before, self.eyes) if self._steps else self

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the turn of the view's own seat."""
        return self.seat == self.eyes != SPECTATOR and self._state[layout.PHASE] != layout.OVER

    @property
    def is_over(self) -> bool:
        """Whether the game has ended. A move in the making does not end it: nothing has been revealed yet."""
        return not self._steps and super().is_over

    def hand(self, seat: SupportsIndex | None = None) -> tuple[str, ...] | None:
        """The cards in the seat's own hand; None for another seat's."""
        seat = self.eyes if seat is None else self._checked(seat)
        return self._cards(seat) if seat == self.eyes != SPECTATOR else None

    def missions(self, seat: SupportsIndex | None = None) -> tuple[str, ...] | None:
        """The columns of the seat's own missions; None for another seat's until the end."""
        seat = self.eyes if seat is None else self._checked(seat)
        return self._missions(seat) if seat != SPECTATOR and (seat == self.eyes or self.is_over) else None

    def after(self, code: SupportsIndex) -> "View":
        """The view after one step of the seat's own move, one of `legal_codes`; this view does not change.

        Nothing happens in the game: `move_of` turns all the codes into a move, which can be pushed there. Chance never
        comes in the middle of a move, so a view can see to its end.
        """
        if not self.is_my_turn:
            raise SanssouciError("a step needs the view of the seat whose turn it is")
        state = self._state.copy()
        steps = (*self._steps, take_step(self._lexicon, state, code))
        return View(self._lexicon, state, self.eyes, before=self._before, steps=steps)

    def _after(self, code: int) -> "View":
        """The view after a step that is known to be legal."""
        state = self._state.copy()
        engine.engine().apply(self._lexicon.table, state, code)
        return View(self._lexicon, state, self.eyes, before=self._before, steps=(*self._steps, code))

    def sample(self, seed: SupportsIndex | None = None, *, luck: Luck = "seed") -> "Game":
        """A whole game that could be the one behind this view, drawn uniformly from all that could.

        The hands and missions of the others are dealt anew from what the view leaves open; everything else stays. The
        game can be played on, and has no past: its first move is the next one. `game.view(view.eyes)` equals this
        view.

        Args:
            seed: what is dealt and the luck to come, a number below 2^128; None takes a fresh one.
            luck: 'own' for a game whose chance you push yourself, as in `Game`.
        """
        from sanssouci.game.sampling import sample

        return sample(self, seed, luck)

    def svg(
        self,
        *,
        names: tuple[str, ...] | None = None,
        last_move: "LastMove | None" = None,
        legal: bool | str = False,
        size: float | None = None,
        language: str = "en",
    ) -> str:
        """The view as an SVG (docs/pictures.md).

        Args:
            names: the players' names, which a view does not know.
            last_move: the last move, to be marked: `game.last_move`. A view does not know that either.
            legal: True marks the cards and tiles that may be chosen; the beginning of a move, what may follow it.
            size: the width in pixels.
            language: the language of the texts.
        """
        from sanssouci.game.svg import draw

        return draw(self, names=names, last=last_move, legal=legal, size=size, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self) -> str:
        """The position as one line, with '?' for what the seat does not know (docs/notation.md)."""
        from sanssouci.game.text import write_text

        return write_text(self.start, self.begun, eyes=self.eyes)

    @classmethod
    def from_text(cls, text: str, *, box: Box | None = None) -> "View":
        """A view from its text; pass `box` if it is not a published one."""
        from sanssouci.game.text import read_view

        return read_view(text, box=box)

    @classmethod
    def build(
        cls,
        box: str | Box,
        seats: "Sequence[SeatSetup]",
        *,
        display: Sequence[str | None],
        eyes: SupportsIndex = SPECTATOR,
        expansions: Names = (),
        first: SupportsIndex = 0,
        bag: Mapping[str, int] | None = None,
    ) -> "View":
        """A view from what lies on a table, with the arguments of `Position.build`.

        `eyes` says whose view it is, -1 for a spectator's; hands and missions are those that these eyes see.
        """
        from sanssouci.game.building import position_text

        words = lexicon(box if isinstance(box, Box) else load(box))
        text = position_text(words, seats, expansions=expansions, display=display, bag=bag, first=first, eyes=eyes)
        return cls.from_text(text, box=words.box)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, int, bytes, bytes, tuple[int, ...]]:
        return self.box.digest, self.eyes, self._state.tobytes(), self._before.tobytes(), self._steps

    def __repr__(self) -> str:
        if self.start.is_chance:  # there is no text for that
            return f"<View: {self.box.id}, eyes={self.eyes}, round {self.round}/{self.rounds}, {self.phase}>"
        return f"<View: {self.text()}>"

    def _results(self) -> Array:
        if not self._steps:
            return super()._results()
        running = self._state.copy()
        running[layout.PHASE] = self._before[layout.PHASE]  # a move in the making does not end the game
        return View(self._lexicon, running, self.eyes)._results()

    def _may_move(self) -> bool:
        return self.is_my_turn

    def _knows_missions(self, seat: int) -> bool:
        return self.missions(seat) is not None

    def _under_way(self) -> tuple[Array, tuple[int, ...]]:
        return self._before, self._steps
