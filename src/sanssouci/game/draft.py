"""A move in the making: the steps taken so far, and the choices of the next one.

A draft lives outside the game: nothing happens until its move is pushed. It is made from a view, so it knows nothing
that the seat does not know. All choices, and what they score, come from the kernel.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sanssouci.box.expansions import PIECES
from sanssouci.game.errors import IllegalMoveError, SanssouciError
from sanssouci.game.explain import refuse
from sanssouci.game.legal import carry_out, ends_move, list_codes
from sanssouci.game.lexicon import SQUARE_INDEX, tile_slot
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.kernel import layout
from sanssouci.kernel.expansions import STEP_PHASES

# The rule that a choice of each step must obey.
RULES: Final = {
    "choose garden side": "S1",
    "choose reward side": "W1",
    "play card": "T1",
    "take tile": "T1",
    "place gardener": "P2",
    **{f"move {name}": piece.step for name, piece in PIECES.items()},
    "walk noble": "N1",
    "refill": "N1",
    "over": "E1",
}


class Choice(NamedTuple):
    """One choice of a step: its code, its text in notation, the points it brings at once, and what it leads to."""

    code: int
    text: str
    gained: int
    after: View


class Draft:
    """The steps of a move, which can be taken and taken back one by one.

    A draft of a view in the middle of a move begins with the steps of that view.
    """

    __slots__ = ("_codes", "_views")

    def __init__(self, view: View) -> None:
        if not isinstance(view, View):
            raise TypeError("a draft needs a view: game.view(game.seat)")
        if not view.is_my_turn:
            raise SanssouciError("a draft needs the view of the seat whose turn it is")
        self._views = [view.start]  # before the first step, after it, and so on
        self._codes: list[int] = []
        self._follow(view._steps)

    @property
    def start(self) -> View:
        """The position before the move."""
        return self._views[0]

    @property
    def view(self) -> View:
        """The position that the steps so far have led to."""
        return self._views[-1]

    @property
    def step(self) -> str | None:
        """The decision at hand, by the name of its phase; None when the move is complete."""
        last = self._codes[-1] if self._codes else None
        return None if last is not None and ends_move(last) else self.view.phase

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The legal choices of the step at hand, in the order of the action codes."""
        if self.step is None:
            return ()
        view, eyes, lexicon = self.view, self.view.eyes, self.view._lexicon
        display, before = int(view._state[layout.DISPLAY]), view.points_in_play(eyes)
        found = []
        for code in list_codes(lexicon, view._state):
            after = view._after(code)
            gained = after.points_in_play(eyes) - before
            found.append(Choice(code, lexicon.decision_text(code, display), gained, after))
        return tuple(found)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The texts of the steps so far."""
        return tuple(
            view._lexicon.decision_text(code, int(view._state[layout.DISPLAY]))
            for view, code in zip(self._views, self._codes, strict=False)
        )

    @property
    def gained(self) -> int:
        """What the steps so far score."""
        return self.view.points_in_play(self.view.eyes) - self.start.points_in_play(self.start.eyes)

    @property
    def move(self) -> Move | None:
        """The complete move; None while steps are missing."""
        if self.step is not None:
            return None
        return self.start.move_of(self._codes)

    def choose(self, text: str) -> None:
        """Take the next step, given by its text; IllegalMoveError if it is not one of `choices`."""
        choices = self.choices
        for choice in choices:
            if choice.text == text:
                self._take(choice)
                return
        code = self._code_of(text)
        if code is not None and self.step is not None:
            raise refuse(self.view._lexicon, self.view._state, text, code)
        legal = tuple(choice.text for choice in choices)
        message = f"{text!r} is not one of the choices now; legal: {', '.join(legal) or 'nothing more'}"
        rule = RULES.get(self.view.phase) or RULES[self.start.phase]  # when all is chosen, chance may come next
        raise IllegalMoveError(message, rule=rule, key="no such choice", legal=legal)

    def choose_move(self, move: Move) -> None:
        """Replace the steps so far with all steps of a move; IllegalMoveError if the rules forbid it."""
        start = self.start
        codes = carry_out(start._lexicon, start._state.copy(), move)
        del self._views[1:], self._codes[:]
        self._follow(codes)

    def then(self, choice: Choice) -> "Draft":
        """A separate draft with one more step, one of `choices`."""
        later = self.before(len(self._codes))
        later._take(choice)
        return later

    def before(self, index: int) -> "Draft":
        """A separate draft with the steps before step `index`: this draft as it was when that step was chosen."""
        earlier = Draft.__new__(Draft)  # of steps that have been checked
        earlier._views, earlier._codes = self._views[: index + 1], self._codes[:index]
        return earlier

    def hurry(self) -> None:
        """Take steps for as long as there is only one choice."""
        while len(choices := self.choices) == 1:
            self._take(choices[0])

    def back(self) -> bool:
        """Take the last step back; False if there is none."""
        if not self._codes:
            return False
        self._views.pop()
        self._codes.pop()
        return True

    def back_to_choice(self) -> bool:
        """Take back the last step that left a choice, and what followed it; False if there is none."""
        if not any(len(list_codes(view._lexicon, view._state)) > 1 for view in self._views[:-1]):
            return False
        while self.back():
            if len(self.choices) > 1:
                break
        return True

    def _code_of(self, text: str) -> int | None:
        """The code that a text would have in the step at hand, legal or not; None if it means nothing there."""
        view, phase = self.view, int(self.view._state[layout.PHASE])
        if phase == layout.PLAY_CARD:
            slot = view._lexicon.card_slots.get(text)
            return None if slot is None else layout.CARD_CODE + slot
        square = SQUARE_INDEX.get(text.rstrip("'"))
        if square is None:
            return None
        if phase == layout.TAKE_TILE:
            slot = tile_slot(int(view._state[layout.DISPLAY]), square, second=text.endswith("'"))
            return None if slot is None else layout.SLOT_CODE + slot
        first = {
            layout.PLACE_GARDENER: layout.GARDENER_CODE,
            **dict.fromkeys(STEP_PHASES.values(), layout.PIECE_CODE),
            layout.WALK_NOBLE: layout.WALK_CODE,
        }
        return first[phase] + square if phase in first else None

    def __repr__(self) -> str:
        return f"<Draft: chosen {' '.join(self.chosen) or 'nothing'}, next {self.step or 'nothing'}>"

    def _follow(self, codes: Sequence[int]) -> None:
        for code in codes:
            self._views.append(self.view.after(code))
            self._codes.append(code)

    def _take(self, choice: Choice) -> None:
        self._views.append(choice.after)
        self._codes.append(choice.code)
