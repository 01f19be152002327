"""A turn in the making: the steps chosen so far, and what may come next.

A draft lives outside the game: nothing has happened until its move is pushed. It is made from a view, so it
knows nothing that the seat does not know.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from sanssouci.game.errors import IllegalMoveError, SanssouciError
from sanssouci.game.legal import list_codes, turn_of
from sanssouci.game.lexicon import Array
from sanssouci.game.move import SIDES, Move, Side
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.steps import score_in_play

if TYPE_CHECKING:
    from sanssouci.game.view import View

STEPS: Final = {
    layout.GARDEN_SIDE: "garden side",
    layout.REWARD_SIDE: "reward side",
    layout.PLAY_CARD: "card",
    layout.TAKE_TILE: "tile",
    layout.PLACE_GARDENER: "gardener",
    layout.MOVE_BOAR: "boar",
    layout.WALK_NOBLE: "walk",
}


class Choice(NamedTuple):
    """One thing that may be chosen: its text as in the notation, and the points that it scores at once."""

    text: str
    points: int
    code: int


class Draft:
    """A move that is put together step by step; `back` takes the last step away."""

    __slots__ = ("_codes", "_lexicon", "_seat", "_states", "_texts")

    def __init__(self, view: "View") -> None:
        if not view.is_my_turn:
            raise SanssouciError("a draft needs the view of the seat that has to move")
        self._lexicon = view._lexicon
        self._seat = view.eyes
        self._states: list[Array] = [view._state]
        self._codes: list[int] = []
        self._texts: list[str] = []

    @property
    def step(self) -> str | None:
        """What is to be chosen next, one of the values of STEPS; None at the end."""
        return None if self._is_complete else STEPS[self._phase]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen, in the order of the action codes."""
        if self._is_complete:
            return ()
        state = self._states[-1]
        display, before = int(state[layout.DISPLAY]), self._score(state)
        choices = []
        for code in list_codes(self._lexicon, state):
            points = self._score(self._after(code)) - before
            choices.append(Choice(self._lexicon.decision_text(code, display), points, code))
        return tuple(choices)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The texts of the steps chosen so far."""
        return tuple(self._texts)

    @property
    def points(self) -> int:
        """What the steps chosen so far score."""
        return self._score(self._states[-1]) - self._score(self._states[0])

    @property
    def move(self) -> Move | None:
        """The whole move, None while steps are missing."""
        if not self._is_complete:
            return None
        if self._codes[0] < layout.CARD_CODE:
            return Side(SIDES[self._codes[0]])
        return turn_of(self._lexicon, int(self._states[0][layout.DISPLAY]), self._codes)

    def choose(self, text: str) -> None:
        """Take the next step, by its text."""
        choice = next((choice for choice in self.choices if choice.text == text), None)
        if choice is None:
            legal = tuple(choice.text for choice in self.choices)
            message = f"{text!r} is no {self.step} to choose now; legal: {', '.join(legal)}"
            raise IllegalMoveError(message, rule="T1", key="no such choice", legal=legal)
        self._states.append(self._after(choice.code))
        self._codes.append(choice.code)
        self._texts.append(choice.text)

    def back(self) -> bool:
        """Take the last step away; False if there is none."""
        if not self._codes:
            return False
        self._states.pop()
        self._codes.pop()
        self._texts.pop()
        return True

    @property
    def _phase(self) -> int:
        return int(self._states[-1][layout.PHASE])

    @property
    def _is_complete(self) -> bool:
        """A side is one step; a turn is complete when its walk is decided."""
        return bool(self._codes) and (self._codes[-1] < layout.CARD_CODE or self._codes[-1] >= layout.WALK_CODE)

    def _after(self, code: int) -> Array:
        state = self._states[-1].copy()
        engine.engine().apply(self._lexicon.table, state, code)
        return state

    def _score(self, state: Array) -> int:
        return int(score_in_play(state, seat_base(self._seat)))
