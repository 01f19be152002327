"""A followed game as its taps tell it; no storage, no network.

A tap is kept as what it did: `["step", [TEXT, …]]`, the steps of a turn in the making; `["enter", [TEXT, …]]`, which
completes an event, with those after it that could be only one thing; `["correct", PLACE, TEXT]`; `["show", SEAT,
LETTERS]`; `["undo"]`, which takes back the last one that stands.
"""

from collections.abc import Iterable
from typing import Any, Final

from sanssouci.box import Box
from sanssouci.box.errors import SanssouciError
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.following import FollowedGame
from sanssouci.server.drafting import Drafting
from sanssouci.server.errors import RefusalError, refused_move
from sanssouci.server.messages import DraftView, Tap
from sanssouci.server.storage.companion import FollowedRow, TapRow
from sanssouci.server.worded import worded

Body = list[Any]

_STEP: Final = "step"


class Following:
    """A followed game after some of its taps."""

    def __init__(self, row: FollowedRow) -> None:
        self._row = row
        self.number = 0
        self.keys: dict[int, str] = {}  # of the taps so far, by their numbers
        self.dropped = 0  # entries that the last tap, a correction, has made impossible
        self._standing: list[Body] = []  # the taps that were not taken back
        self.game = self._begin()
        self._drafting: Drafting | None = None

    def _begin(self) -> FollowedGame:
        options = self._row.options
        return FollowedGame(
            box_followed(self._row),
            players=options["players"],
            expansions=options["expansions"],
            first=options["first"],
            eyes=options["eyes"],
            names=options["names"],
        )

    def read(self, taps: Iterable[TapRow]) -> None:
        """Go on with taps that are kept; what was taken back among them is never carried out."""
        taps = list(taps)
        standing = _standing(taps)
        for place, tap in enumerate(taps):
            self.dropped = 0
            if place in standing:
                self._carry_out(tap.body)
            self._note(tap)

    # ── tapping ────────────────────────────────────────────────────────────────────────────────────

    def take(self, tap: Tap) -> TapRow:
        """Carry out one more tap; RefusalError says why it cannot be, and nothing has changed then."""
        body = self._body_of(tap)
        try:
            self._carry_out(body)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise refused_move(error) from None
        except SanssouciError as error:
            raise RefusalError("bad_entry", str(error)) from None
        row = TapRow(tap.number, tap.key, body)
        self._note(row)
        return row

    def _note(self, row: TapRow) -> None:
        self.number = row.number
        self.keys[row.number] = row.key
        self._drafting = None

    def _body_of(self, tap: Tap) -> Body:
        """What a tap does, checked as far as its fields go."""
        match tap:
            case Tap(kind="undo"):
                if not self._standing:
                    raise RefusalError("no_undo", "nothing has been entered yet")
                return ["undo"]
            case Tap(kind="enter", text=str(text)):
                return self._entering(text)
            case Tap(kind="correct", place=int(place), text=str(text)):
                return ["correct", place, text]
            case Tap(kind="show", seat=int(seat), text=str(text)):
                return ["show", seat, text]
        raise RefusalError("bad_request", f"a tap of the kind {tap.kind!r} needs more than it has")

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

    def _carry_out(self, body: Body) -> None:
        self.dropped = 0
        match body:
            case ["undo"]:
                self._take_back()
                return
            case [_, texts] if body[0] == "enter":
                self._enter(texts)
            case ["correct", place, text]:
                self.dropped = len(self.game.correct(place, text))
            case ["show", seat, letters]:
                self.game.show(seat, letters)
        self._standing.append(body)

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
        body = self._standing.pop()
        match body:
            case ["correct", *_]:
                standing, self._standing, self.game = self._standing, [], self._begin()
                for earlier in standing:
                    self._carry_out(earlier)
                self.dropped = 0
            case ["enter", texts]:
                for _ in texts:
                    self.game.undo()
            case ["show", *_]:
                self.game.undo()

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    @property
    def steps(self) -> list[str]:
        """The steps of the turn in the making."""
        last = self._standing[-1] if self._standing else None
        return list(last[1]) if last is not None and last[0] == _STEP else []

    @property
    def corrections(self) -> int:
        """How many corrections stand; each has most of the game entered again, also when a later one is undone."""
        return sum(body[0] == "correct" for body in self._standing)

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


def _standing(taps: list[TapRow]) -> set[int]:
    """The places of taps that have to be carried out: without those that undo one another."""
    stands: list[int] = []
    for place, tap in enumerate(taps):
        if tap.body[0] == "undo" and stands and taps[stands[-1]].body[0] != "undo":
            stands.pop()
        else:
            stands.append(place)
    return set(stands)


def show_draft(drafting: Drafting, steps: list[str]) -> DraftView:
    """A draft that is taken on to the next choice, and that nothing completes but a tap."""
    shown = drafting.show(steps)
    return shown if shown.move is None or steps else drafting.show([], hurry=False)


def box_followed(row: FollowedRow) -> Box:
    """The box of a followed game, with its words."""
    return worded(row.box, row.options["words"])
