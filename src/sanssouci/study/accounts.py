"""Luck and skill: what each step of a game gave to each seat, and the sums, which are the result exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from sanssouci.study.estimates import DIGITS, NOTHING, Figure, Floats, Worth, total_of, worth_of
from sanssouci.study.timeline import Source, Step

SOURCES: Final[tuple[Source, ...]] = ("boards", "missions", "cards", "tiles")
_DECIDING: Final = 3
_LUCKIEST: Final = 3


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something that chance dealt, drew or turned up, and what it gave to each seat."""

    ply: int  # the number of decisions before it
    round: int  # 0 during the set-up
    seat: int | None  # to whom it was dealt, or whose turn it followed; None for the display of the set-up
    source: Source
    values: tuple[str, ...]  # as in records: cards, tiles with their spaces, missions, boards
    gave: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """What each seat could expect at a point of the game, for one who knows all."""

    ply: int  # the number of decisions before it
    round: int
    seat: int | None  # whose decision comes next; None at the end
    expected: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat came to its result: expected + skill + others + luck = result, in points and in shares of the win."""

    expected: Worth  # at the start, if all play by the one-move evaluation
    skill: Worth  # what the seat's own decisions made of it, compared with the moves of that evaluation
    others: Worth  # what the other seats' decisions made of it
    luck: dict[str, Worth]  # boards, missions, cards, tiles, and hidden: what unseen cards made of decisions
    result: tuple[int, float]  # points and share of the win
    cost: Worth  # what the seat's decisions cost against the best moves, all together

    @property
    def all_luck(self) -> Worth:
        """All of the seat's luck."""
        parts = list(zip(*self.luck.values(), strict=True))
        return Worth(*(_sum_of(part, self._luck_error(index)) for index, part in enumerate(parts)))

    def _luck_error(self, index: int) -> float:
        """The error of luck as a whole: it is the result minus all the rest, whose errors are known."""
        parts = (self.expected, self.skill, self.others)
        return round(float(np.sqrt(sum(part[index].error ** 2 for part in parts))), DIGITS)


def draw_of(step: Step, gave: Floats) -> Drawn:
    """What a step of chance gave, from the changes of the value in each sample: samples x seats x 2."""
    assert step.source is not None
    worths = tuple(worth_of(gave[:, seat]) for seat in range(gave.shape[1]))
    return Drawn(step.ply, step.round, step.seat, step.source, step.values, worths)


def account_of(
    line: Sequence[Step], values: Floats, skills: dict[int, Worth], costs: list[Worth], seat: int
) -> Account:
    """The account of a seat, from its values at all positions: positions x samples x 2."""
    changes = np.diff(values, axis=0)
    luck: dict[str, Worth] = {
        source: _sum([changes[k] for k, step in enumerate(line) if step.source == source]) for source in SOURCES
    }
    decided = _sum([changes[k] for k, step in enumerate(line) if step.source is None])
    skill = total_of([skills[step.ply] for step in line if step.source is None and step.seat == seat])
    others = total_of([skills[step.ply] for step in line if step.source is None and step.seat != seat])
    expected = worth_of(values[0])
    result = values[-1][0]
    known = [expected, skill, others, *luck.values()]
    unseen = decided.plus(skill).plus(others)  # for its errors
    hidden = Worth(*(_rest(float(result[index]), [part[index] for part in known], unseen[index]) for index in range(2)))
    points, win = int(result[0]), float(result[1])
    return Account(expected, skill, others, {**luck, "hidden": hidden}, (points, win), total_of(costs))


def _rest(result: float, known: Sequence[Figure], unseen: Figure) -> Figure:
    """What the known parts leave of a result, so that all parts add up to it."""
    return Figure(round(result - sum(part.value for part in known), DIGITS), unseen.error)


def _sum_of(parts: Sequence[Figure], error: float) -> Figure:
    return Figure(round(sum(part.value for part in parts), DIGITS), error)


def _sum(changes: list[Floats]) -> Worth:
    """The sum of changes, whose errors may depend on each other: added up sample by sample."""
    return worth_of(np.sum(changes, axis=0)) if changes else NOTHING


def luckiest(luck: Sequence[Drawn], seat: int, *, most: int = _LUCKIEST) -> list[Drawn]:
    """What gave a seat most, in shares of the win and then points; only what clearly gave something."""
    gave = [each for each in luck if each.gave[seat].points.value > 0 or each.gave[seat].win.value > 0]
    clear = [each for each in gave if each.gave[seat].points.is_clear or each.gave[seat].win.is_clear]
    return sorted(clear, key=lambda each: -_weight(each.gave[seat]))[:most]


def _weight(worth: Worth) -> float:
    """One number to sort by: points and wins both count, ten points as much as half a win."""
    return worth.win.value + worth.points.value / 20


def turning_points(moments: Sequence[GraphPoint]) -> tuple[int, ...]:
    """The plies of the decisions with whose turns the lead passed clearly to another seat."""
    found = []
    ahead: int | None = None
    for before, after in zip([moments[0], *moments], moments, strict=False):
        wins = [worth.win for worth in after.expected]
        leader = max(range(len(wins)), key=lambda seat: wins[seat].value)
        rest = max(win.value for seat, win in enumerate(wins) if seat != leader)
        if wins[leader].value - rest <= 2 * wins[leader].error:
            continue
        if ahead is not None and leader != ahead:
            found.append(before.ply)
        ahead = leader
    return tuple(found)


def deciding_moves(moments: Sequence[GraphPoint]) -> tuple[int, ...]:
    """The plies of the decisions with whose turns the chances changed most, in the order of the game."""
    swings = []
    for before, after in pairwise(moments):
        pairs = zip(before.expected, after.expected, strict=True)
        swing = max(abs(late.win.value - early.win.value) for early, late in pairs)
        swings.append((-swing, before.ply))
    return tuple(sorted(ply for swing, ply in sorted(swings)[:_DECIDING] if swing < 0))
