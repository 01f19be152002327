"""What can be entered until the present turn is over, so that a page goes on without the server.

A list of steps that name one another: most choices lead to the same few, so a whole turn takes some kilobytes.
"""

from typing import Final

from sanssouci.game.draft import Draft
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.following import FollowedGame
from sanssouci.server.messages import AheadStep, WantedView
from sanssouci.server.showing import PIECE_OF_STEP

UNFORESEEN: Final = -1  # what comes then, only the server knows


def foresee(game: FollowedGame, steps: list[str]) -> list[AheadStep]:
    """What is wanted now, after some steps of a turn, and all that can be tapped then; nothing during the set-up."""
    wanted = game.wanted
    if wanted is None or game.view.is_setup:
        return []
    ahead = _Ahead(game)
    if wanted.kind not in DECISION_KINDS:
        ahead.chance(game)
        return ahead.steps
    draft = game.draft()
    for text in steps:
        draft.choose(text)
    hurried = _hurry(draft)
    ahead.decision(draft if hurried.step is None else hurried)
    return ahead.steps


class _Ahead:
    """Steps as they are found, each once."""

    def __init__(self, game: FollowedGame) -> None:
        self.steps: list[AheadStep] = []
        self._game = game
        self._places: dict[object, int] = {}
        self._then: int | None = None

    def decision(self, draft: Draft) -> int:
        """The place of the choice at hand."""
        key = _key(draft)
        if key not in self._places:
            choices = draft.choices
            shown = AheadStep(
                step=draft.step,  # type: ignore[arg-type]  # the phase of a decision
                piece=PIECE_OF_STEP.get(draft.step or ""),
                wanted=None,
                texts=[choice.text for choice in choices],
                gained=[choice.gained for choice in choices],
                turned=[choice.text for choice in choices if choice.after.phase == "place gardener"],
                next=[],
            )
            self._places[key] = self._add(shown)
            for choice in choices:
                later = _hurry(draft.then(choice))
                shown.next.append(self._after(later) if later.step is None else self.decision(later))
        return self._places[key]

    def _after(self, draft: Draft) -> int:
        """The place of what chance brings when the turn is over: the same tiles and cards after every move."""
        if self._then is None:
            self._then = self.chance(self._game.after(str(draft.move)))
        return self._then

    def chance(self, game: FollowedGame) -> int:
        """The place of the tile or card that is wanted; what can be only one thing is entered by itself."""
        wanted = game.wanted
        if wanted is None or wanted.kind in DECISION_KINDS:
            return UNFORESEEN
        if len(wanted.options) == 1:
            return self.chance(game.after(wanted.options[0]))
        # A tile by its letter alone: where it lies depends on the tile taken.
        texts = [text[0] for text in wanted.options] if wanted.kind == "tile" else list(wanted.options)
        key = (wanted.kind, *texts)
        if key not in self._places:
            shown = AheadStep(
                step=None,
                piece=None,
                wanted=WantedView(kind=wanted.kind, seat=wanted.seat, options=texts, space=None),  # type: ignore[arg-type]
                texts=texts,
                gained=[0] * len(texts),
                turned=[],
                next=[],
            )
            self._places[key] = self._add(shown)
            shown.next.extend(self.chance(game.after(text)) for text in texts)
        return self._places[key]

    def _add(self, step: AheadStep) -> int:
        self.steps.append(step)
        return len(self.steps) - 1


def _key(draft: Draft) -> object:
    """What the choice at hand depends on: once the tile lies, on the garden and the points alone."""
    view, step = draft.view, draft.step
    if step in ("play card", "take tile"):
        return step, draft.chosen
    garden = view.garden(view.eyes)
    turned = draft.chosen[1] if step == "place gardener" else None  # a tile that does not lie yet
    return step, turned, view.points_in_play(view.eyes), garden.structures, garden.gardeners, *garden.pieces.items()


def _hurry(draft: Draft) -> Draft:
    """The draft at its next real choice."""
    later = draft.before(len(draft.chosen))
    later.hurry()
    return later
