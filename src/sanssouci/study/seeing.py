"""What there is to see before a turn: of all good turns, the one that shows best why it is good.

Several turns are often about as good as the best. Whoever learns sees more in one that brings something at once, or
opens something, than in one that is better by a trifle and does not show it. What is said is true of the turn that is
named, and of the whole turn at hand: how far a noble can come is asked of the rules.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sanssouci.box.squares import LETTERS
from sanssouci.game.move import Turn
from sanssouci.game.telling import WILD, Told, foretell
from sanssouci.game.view import View
from sanssouci.kernel import box_table, layout
from sanssouci.kernel.garden import connected, walk_squares
from sanssouci.players.advice import Reason, reasons
from sanssouci.players.king import KingPlayer
from sanssouci.study.comparing import leads, mean_with_error
from sanssouci.study.judging import Codes
from sanssouci.thinking.policy import MOVE_WORDS
from sanssouci.thinking.terms import turns_left_of

# What a guide points out, the most worthwhile first; all are reasons for the turn at hand. Some are facts that only a
# guide speaks of: a card allows any tile for want of its own (T4), the wild card is needed, a noble can score twice.
ANY_TILE: Final = "any tile"
SPENDS: Final = "spends card"
TWICE: Final = "walks on"
PLAIN: Final = ("completes row", "completes column", "serves mission", TWICE, "walks", "opens walk", "connects")
BEGINS: Final = "begins"  # nothing special, but the first of all turns
REMARKS: Final = (*PLAIN, SPENDS, "keeps card", ANY_TILE, "plants", "builds", BEGINS)

SECONDS: Final = 0.35  # of each search
_FAR: Final = 3  # from this row on, a walk is worth mentioning
_FAR_LATER: Final = 4  # and from this one, that a noble can walk on later
_OFTEN: Final = {key: 5 if key in PLAIN else 2 for key in REMARKS}  # times that one kind of thing is pointed out
_COMPARED: Final = 6  # of the best turns, and as many again that bring most at once
_SAMPLES: Final = 60  # of each
_NEAR: Final = 1.5  # points by which a turn may be worse than the best and is still a good one
_MOST_NEAR: Final = 2.5  # the same where the error is large
_WILD: Final = 3  # points that a turn with the wild card must bring more than another
_SHOWS: Final = {"builds": 1, "plants": 1, **dict.fromkeys(PLAIN, 2)}  # points that a reason is worth to the eye
_LATER: Final = 2  # points by which another turn may bring more at once before that calls for a word


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to see before a turn, and a good turn; None if another turn, which was missed, is named already."""

    reason: Reason
    turn: Told | None
    squares: tuple[str, ...]  # what it is about
    later: bool = False  # the turn brings less at once than another would


def see(view: View, said: Sequence[str], last: str | None) -> Remark | None:
    """What is worth seeing, unless it has been said too often; not what was said last, if there is something else."""
    if view.is_setup:
        return None
    best = to_name(_good_turns(view))
    found = {reason.key: reason for reason in best.reasons}
    if not said:
        found[BEGINS] = Reason(BEGINS, {})
    keys = [key for key in REMARKS if key in found and said.count(key) < _OFTEN[key]]
    if not keys:
        return None
    key = next((key for key in keys if key != last), keys[0])
    later = best.at_once + _LATER < _most_at_once(view)
    return Remark(found[key], best.told, squares_of(view, found[key]), later)


@dataclass(frozen=True, slots=True)
class Good:
    """A turn that is about as good as the best."""

    told: Told
    at_once: int  # points
    reasons: tuple[Reason, ...]  # that are something to see

    @property
    def worth(self) -> int:
        """How plainly it is a good turn: points at once, points of the rows and columns it fills, and what it shows."""
        full = sum(int(each.values["points"]) for each in self.reasons if each.key.startswith("completes"))
        shown = max((_SHOWS.get(each.key, 0) for each in self.reasons), default=0)
        return self.at_once + full + shown - (_WILD if self.is_wild else 0)

    @property
    def is_wild(self) -> bool:
        """Whether it spends the wild card."""
        assert isinstance(self.told.move, Turn)
        return self.told.move.card == WILD

    def rank(self) -> tuple[bool, int]:
        """The higher, the better it can be named."""
        return bool(self.reasons), self.worth


def to_name(turns: Sequence[Good]) -> Good:
    """The good turn that shows best why it is good; the wild card is spent only if every other card does less."""
    best = max(turns, key=Good.rank)
    if best.is_wild:
        others = [turn for turn in turns if not turn.is_wild and turn.worth >= best.worth]
        best = max(others, key=Good.rank, default=best)
    return best


def _good_turns(view: View) -> list[Good]:
    """The best turn, and those that are hardly worse, the best first."""
    considered = [each.codes for each in KingPlayer(secrets.randbits(64), time=SECONDS).consider(view)]
    found = list(dict.fromkeys(spared(view, codes) for codes in considered))
    once = {tuple(int(code) for code in row[:MOVE_WORDS]): int(row[MOVE_WORDS]) for row in view.legal_moves.table()}
    richest = sorted(found[_COMPARED:], key=lambda codes: -once[codes])[:_COMPARED]
    compared = [*found[:_COMPARED], *richest]
    ahead = leads(view, compared, samples=_SAMPLES)
    order = np.argsort(-ahead.mean(axis=0), kind="stable")
    good = []
    for index in order:
        behind, error = mean_with_error(ahead[:, order[0]] - ahead[:, index])
        if behind <= min(max(_NEAR, error), _MOST_NEAR):
            codes = compared[index]
            good.append(Good(foretell(view, view.move_of(codes)), once[codes], tuple(worthwhile(view, codes))))
    return good


def _most_at_once(view: View) -> int:
    return int(view.legal_moves.table()[:, MOVE_WORDS].max())


def worthwhile(view: View, codes: Codes) -> list[Reason]:
    """The reasons of a turn that are something to see and hold for this very turn; short walks are not."""
    return list(_Turn(view, codes).worthwhile())


class _Turn:
    """A turn that could be played, and what the rules tell of it."""

    def __init__(self, view: View, codes: Codes) -> None:
        self.view, self.codes, self.after = view, codes, view
        for code in codes:
            if code >= 0:
                self.after = self.after.after(code)
        self.base = layout.seat_base(int(view.state[layout.SEAT]))
        move = view.move_of(codes)
        assert isinstance(move, Turn)
        self.move = move

    def worthwhile(self) -> Iterator[Reason]:
        every = {reason.key: reason for reason in reasons(self.view, self.codes)}
        yield from (reason for reason in every.values() if self._is_worthwhile(reason))
        if (walk := every.get("walks")) is not None and (far := self._on(str(walk.values["column"]))) >= _FAR_LATER:
            yield Reason(TWICE, {**walk.values, "far": far})
        if "connects" in every and (opened := every.get("opens walk")) is not None:  # somebody gains by it
            yield Reason("connects", {**opened.values, "square": self.move.gardener or self.move.tile})
        if self.view.any_tile(self.move.card) == "T4":
            yield Reason(ANY_TILE, {"card": self.move.card})
        if self.move.card == WILD and self._needs_wild():
            yield Reason(SPENDS, {"card": WILD})

    def _is_worthwhile(self, reason: Reason) -> bool:
        match reason.key:
            case "walks" | "serves mission":  # told as the furthest that the noble can come in this turn
                row, column = int(reason.values["row"]), LETTERS.index(str(reason.values["column"]))
                return row >= _FAR and row == furthest(self.view, column)
            case "opens walk":
                return int(reason.values["row"]) >= _FAR
            case "builds" | "plants":  # told as making ways longer, so beside what can be walked on
                return bool(self._new & connected(int(self.view.table[box_table.FIRST_ROW]), self._built(self.after)))
            case key:
                return key.startswith("completes") or key == "keeps card"

    @property
    def _new(self) -> int:
        """The square of the tile."""
        return self._built(self.after) & ~self._built(self.view)

    def _built(self, view: View) -> int:
        return int(view.state[self.base + layout.BUILT])

    def _on(self, column: str) -> int:
        """The row down to which a noble can walk on in a later turn; 0 for none."""
        if turns_left_of(self.view.table, self.view.state, self.base) <= 1:
            return 0
        ways = int(walk_squares(self.view.table, self.after.state, self.base))
        ways &= int(self.view.table[box_table.COLUMN + LETTERS.index(column)])
        return int(layout.row_of_bit(ways.bit_length() - 1)) if ways else 0

    def _needs_wild(self) -> bool:
        """Whether no other card in hand gets the same."""
        return spared(self.view, self.codes) == tuple(self.codes)


def spared(view: View, codes: Codes) -> Codes:
    """The same turn without the wild card, if another card in hand gets the same: the wild card can wait."""
    move = view.move_of(codes)
    if isinstance(move, Turn) and move.card == WILD:
        table = view.legal_moves.table()[:, :MOVE_WORDS]
        same = table[(table[:, 1:] == codes[1:]).all(axis=1) & (table[:, 0] != codes[0])]
        if len(same):
            return tuple(int(code) for code in same[0])
    return codes


def furthest(view: View, column: int) -> int:
    """The row down to which a column's noble can walk in this turn, whatever is played; 0 if it cannot."""
    ends = view.legal_moves.table()[:, 4]
    rows, columns = np.divmod(ends[ends != layout.STAND_CODE] - layout.WALK_CODE, layout.MAX_COLUMNS)
    return int(rows[columns == column].max(initial=-1)) + 1


def squares_of(view: View, reason: Reason) -> tuple[str, ...]:
    """What a reason is about: a square, or a whole row or column."""
    row, column = reason.values.get("row"), reason.values.get("column")
    if column is not None and row is not None:
        return (f"{column}{row}",)
    if column is not None:
        return tuple(f"{column}{number}" for number in range(1, len(view.box.rows) + 1))
    if row is not None:
        return tuple(f"{letter}{row}" for letter in LETTERS[: len(view.box.columns)])
    return ()
