"""A seat's move in the making, as it is shown: each step is worked out once, however often it is asked for."""

from collections.abc import Sequence

from sanssouci.game.draft import Choice, Draft
from sanssouci.game.view import View
from sanssouci.server.messages import ChoiceView, DraftView, GardenView, TakenStep
from sanssouci.server.showing import show_choices, show_garden, show_projection


class _Step:
    """A draft after some steps, with the choices that follow and how they are shown."""

    __slots__ = ("_tiles", "choices", "draft", "name", "next", "shown")

    def __init__(self, draft: Draft, tiles: dict[str, ChoiceView]) -> None:
        self.draft = draft
        self.name = draft.step
        self.choices: tuple[Choice, ...] = draft.choices
        self._tiles = tiles  # what each tile would do, which does not depend on the card
        self.shown = self._show_tiles() if self.name == "take tile" else show_choices(draft, self.choices)
        self.next: dict[str, _Step] = {}

    def _show_tiles(self) -> list[ChoiceView]:
        """The tiles that a card allows."""
        unknown = [choice for choice in self.choices if choice.text not in self._tiles]
        if unknown:
            self._tiles |= {shown.text: shown for shown in show_choices(self.draft, unknown)}
        return [self._tiles[choice.text] for choice in self.choices]

    @property
    def garden(self) -> GardenView:
        """The player's garden after these steps."""
        return show_garden(self.draft.view, self.draft.view.eyes)

    def take(self, text: str) -> "_Step":
        """The draft after one more step; IllegalMoveError if the rules forbid it."""
        if text not in self.next:
            choice = next((choice for choice in self.choices if choice.text == text), None)
            if choice is None:
                self.draft.choose(text)  # which says what is wrong
            assert choice is not None
            self.next[text] = _Step(self.draft.then(choice), self._tiles)
        return self.next[text]


class Drafting:
    """The drafts of a seat at one point of the game."""

    __slots__ = ("_first", "_ply", "_tiles")

    def __init__(self, view: View, ply: int) -> None:
        self._tiles: dict[str, ChoiceView] = {}  # what each tile that some card allows would do
        self._first = _Step(Draft(view), self._tiles)
        self._ply = ply

    def show(self, steps: Sequence[str], *, hurry: bool = True) -> DraftView:
        """The draft after some steps, taken on to the next choice; a picture of one step does not `hurry`."""
        taken, step, chosen = [], self._first, list(steps)
        for text in steps:
            taken.append(step)
            step = step.take(text)
        # players look at a board's side and confirm it, even if there is only one
        while hurry and len(step.choices) == 1 and not step.draft.start.is_setup:
            taken.append(step)
            chosen.append(step.choices[0].text)
            step = step.take(chosen[-1])
        draft = step.draft
        move = draft.move if step.name is None else None
        last = max((index for index, each in enumerate(taken) if len(each.choices) > 1), default=None)
        return DraftView(
            seat=draft.start.eyes,
            ply=self._ply,
            steps=chosen,
            taken=[TakenStep(step=each.name, choices=each.shown) for each in taken],  # type: ignore[arg-type]  # a decision
            back=None if last is None else chosen[:last],
            step=step.name,  # type: ignore[arg-type]  # the phase of a decision
            choices=step.shown,
            tiles=self._show_tiles(step) if step.name == "play card" else [],
            gained=draft.gained,
            move=None if move is None else str(move),
            garden=step.garden,
            projected=show_projection(draft.view, draft.start.eyes),
        )

    def _show_tiles(self, step: _Step) -> list[ChoiceView]:
        """What each tile that some card allows would do."""
        for card in step.choices:
            step.take(card.text)
        return list(self._tiles.values())
