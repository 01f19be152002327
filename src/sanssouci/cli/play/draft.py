"""A move in the making: the steps taken so far, and the choices of the next one.

It is made from a view and knows nothing else. All choices, and what they score, come from the kernel.
"""

from typing import NamedTuple

from sanssouci.game.legal import carry_out, list_codes, turn_of
from sanssouci.game.lexicon import Array
from sanssouci.game.move import SIDES, Move, Side
from sanssouci.game.view import View
from sanssouci.kernel import engine, layout


class Choice(NamedTuple):
    """One choice of a step: its code, its text in notation, the points it brings at once, and what it leads to."""

    code: int
    text: str
    gained: int
    after: View


class Draft:
    """The steps of a move, taken one by one and back again."""

    def __init__(self, view: View) -> None:
        assert view.is_my_turn
        self._views = [view]  # before the first step, after it, and so on
        self._codes: list[int] = []

    @property
    def view(self) -> View:
        """The position that the steps so far have led to."""
        return self._views[-1]

    @property
    def start(self) -> View:
        """The position before the move."""
        return self._views[0]

    @property
    def step(self) -> str:
        """What is to be decided now, by the name of the phase; empty when the move is complete."""
        if self.start.is_setup:
            return "" if self._codes else self.start.phase
        walked = self._codes and self._codes[-1] >= layout.WALK_CODE
        return "" if walked else self.view.phase

    @property
    def choices(self) -> list[Choice]:
        """The legal choices of the step at hand."""
        if not self.step:
            return []
        view = self.view
        display = int(view._state[layout.DISPLAY])
        found = []
        for code in list_codes(view._lexicon, view._state):
            after = self._after(view, code)
            gained = after.points_in_play(view.eyes) - view.points_in_play(view.eyes)
            found.append(Choice(code, view._lexicon.decision_text(code, display), gained, after))
        return found

    def take(self, code: int) -> None:
        """Take a step."""
        assert code in list_codes(self.view._lexicon, self.view._state)
        self._views.append(self._after(self.view, code))
        self._codes.append(code)

    def hurry(self) -> None:
        """Take all steps that leave no choice."""
        while len(choices := self.choices) == 1:
            self.take(choices[0].code)

    def back(self) -> bool:
        """Take back the last step that was a choice; False if there is none."""
        if not any(len(list_codes(view._lexicon, view._state)) > 1 for view in self._views[:-1]):
            return False
        while self._codes:
            self._views.pop()
            self._codes.pop()
            if len(self.choices) > 1:
                break
        return True

    def take_move(self, move: Move) -> None:
        """Take all steps of a move instead of those so far; IllegalMoveError if the rules forbid it."""
        start = self.start
        codes = carry_out(start._lexicon, start._state.copy(), move)
        del self._views[1:], self._codes[:]
        for code in codes:
            self.take(code)

    @property
    def move(self) -> Move:
        """The complete move."""
        assert not self.step
        if self.start.is_setup:
            return Side(SIDES[self._codes[0]])
        return turn_of(self.start._lexicon, int(self.start._state[layout.DISPLAY]), self._codes)

    @staticmethod
    def _after(view: View, code: int) -> View:
        state: Array = view._state.copy()
        engine.engine().apply(view._lexicon.table, state, code)
        return View(view._lexicon, state, view.eyes)
