"""A followed game as its taps tell it; no storage, no network.

A tap is kept as what it did: `["step", [TEXT, …]]`, the steps of a turn in the making; `["enter", [TEXT, …]]`, which
completes an event, with those after it that could be only one thing; `["correct", PLACE, TEXT, GONE]`, with how many
later entries had to go; `["show", SEAT, LETTERS]`; `["undo"]`, which takes back the last one that stands. A correction
without its last item is from when later entries stayed only as they were written.
"""

from collections import deque
from typing import Final

from sanssouci.box import Box
from sanssouci.game.correcting import corrected
from sanssouci.game.errors import IllegalMoveError
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.following import FollowedGame
from sanssouci.server.drafting import Drafting
from sanssouci.server.errors import RefusalError, refused_move
from sanssouci.server.messages import DraftView, Tap
from sanssouci.server.storage.companion import FollowedRow
from sanssouci.server.tapping import Body, Tapped
from sanssouci.server.worded import worded

_STEP: Final = "step"
_REMEMBERED: Final = 8  # games as they were before the latest corrections; undoing an older one enters everything again


class Following(Tapped):
    """A followed game after some of its taps."""

    def __init__(self, row: FollowedRow) -> None:
        super().__init__(row)
        self.game = self._begin()
        self._before: deque[FollowedGame] = deque(maxlen=_REMEMBERED)
        self._drafting: Drafting | None = None

    def _begin(self) -> FollowedGame:
        options = self.row.options
        return FollowedGame(
            box_followed(self.row),
            players=options["players"],
            expansions=options["expansions"],
            first=options["first"],
            eyes=options["eyes"],
            names=options["names"],
        )

    # ── tapping ────────────────────────────────────────────────────────────────────────────────────

    def changed(self) -> None:
        """Forget the choices of the step before."""
        self._drafting = None

    def body_of(self, tap: Tap) -> Body:
        """What a tap does, checked as far as its fields go."""
        match tap:
            case Tap(kind="enter", text=str(text)):
                return self._entering(text)
            case Tap(kind="correct", place=int(place), text=str(text)):
                return ["correct", place, text, None]  # how many entries go is known once it is carried out
            case Tap(kind="show", seat=int(seat), text=str(text)):
                return ["show", seat, text]
        raise RefusalError("bad_request", f"a tap of the kind {tap.kind!r} lacks something")

    def _entering(self, text: str) -> Body:
        """A step of a turn, or the text of the whole event if this tap completes it."""
        wanted = self.game.wanted
        if wanted is None or wanted.kind not in DECISION_KINDS:
            return ["enter", [text]]
        drafts = self._drafts()
        try:
            draft = drafts.show([*show_draft(drafts, self.steps).steps, text])
        except IllegalMoveError as error:
            raise refused_move(error) from None
        return ["enter", [draft.move]] if draft.move is not None else [_STEP, draft.steps]

    def carry_out(self, body: Body) -> None:
        """Do what a tap does."""
        self.dropped = 0
        match body:
            case ["undo"]:
                self._take_back()
                return
            case [_, texts] if body[0] == "enter":
                self._enter(texts)
            case ["correct", place, text]:
                self.dropped = self._correct(place, text, literally=True)
            case ["correct", place, text, known]:
                gone = self._correct(place, text)
                self.dropped = body[3] = gone if known is None else known
                for _ in range(self.dropped - gone):  # when the correction was made, more entries had to go
                    self.game.undo()
            case ["show", seat, letters]:
                self.game.show(seat, letters)
        self.standing.append(body)

    def _correct(self, place: int, text: str, *, literally: bool = False) -> int:
        """Change an earlier entry and return how many later ones had to go."""
        game, gone = corrected(self.game, place, text, literally=literally)
        self._before.append(self.game)
        self.game = game
        return len(gone)

    def _enter(self, texts: list[str]) -> None:
        """Enter events; what can then be only one thing is added to them."""
        self.game.enter(texts[0])
        for text in texts[1:]:
            self.game.enter(text)
        while (wanted := self.game.wanted) is not None and wanted.kind not in DECISION_KINDS:
            if len(wanted.options) != 1:
                return
            texts.append(wanted.options[0])
            self.game.enter(wanted.options[0])

    def _take_back(self) -> None:
        body = self.standing.pop()
        match body:
            case ["correct", *_] if self._before:
                self.game = self._before.pop()
            case ["correct", *_]:
                standing, self.standing, self.game = self.standing, [], self._begin()
                for earlier in standing:
                    self.carry_out(earlier)
                self.dropped = 0
            case ["enter", texts]:
                for _ in texts:
                    self.game.undo()
            case ["show", *_]:
                self.game.undo()

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    @property
    def turns(self) -> int:
        """How many turns have been played."""
        return self.game.view.turns

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        return self.game.wanted is None

    @property
    def steps(self) -> list[str]:
        """The steps of the turn in the making."""
        last = self.standing[-1] if self.standing else None
        return list(last[1]) if last is not None and last[0] == _STEP else []

    def draft(self) -> DraftView | None:
        """The turn or side in the making; None if something else is wanted."""
        wanted = self.game.wanted
        if wanted is None or wanted.kind not in DECISION_KINDS:
            return None
        return show_draft(self._drafts(), self.steps)

    def _drafts(self) -> Drafting:
        if self._drafting is None:
            self._drafting = Drafting(self.game.draft().start, self.number)
        return self._drafting


def show_draft(drafting: Drafting, steps: list[str]) -> DraftView:
    """A draft that is taken on to the next choice, and that nothing completes but a tap."""
    shown = drafting.show(steps)
    return shown if shown.move is None or steps else drafting.show([], hurry=False)


def box_followed(row: FollowedRow) -> Box:
    """The box of a followed game, with its words."""
    return worded(row.box, row.options["words"])
