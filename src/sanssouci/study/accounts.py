"""Luck and skill: what each step of a game gave to each seat, and the sums, which are the result exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sanssouci.study.estimates import DIGITS, Figure, Floats, Worth, sum_of, worth_of
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
    all_luck: Worth  # all of it together
    cost: Worth  # what the seat's decisions cost against the best moves, all together


def draw_of(step: Step, before: Floats, after: Floats) -> Drawn:
    """What a step of chance gave, from the values before and after it: samples x seats x 2."""
    assert step.source is not None
    worths = tuple(sum_of([after[:, seat]], [before[:, seat]]) for seat in range(after.shape[1]))
    return Drawn(step.ply, step.round, step.seat, step.source, step.values, worths)


def account_of(
    line: Sequence[Step], values: Sequence[Floats], skills: dict[int, Floats | None], costs: list[Floats], seat: int
) -> Account:
    """The account of a seat, from samples x seats x 2: the values at all positions, and the skill of each ply.

    `costs` are samples x 2 of what the seat's decisions cost.
    """
    changes = [
        (step.source, before[:, seat], after[:, seat])
        for step, (before, after) in zip(line, pairwise(values), strict=True)
        if after is not before
    ]
    luck: dict[str, Worth] = {source: _change(changes, source) for source in SOURCES}
    found = [(step.seat, skills[step.ply]) for step in line if step.source is None]
    own = [samples[:, seat] for who, samples in found if samples is not None and who == seat]
    theirs = [samples[:, seat] for who, samples in found if samples is not None and who != seat]
    start, result = values[0][:, seat], values[-1][0, seat]
    expected, skill, others = worth_of(start), sum_of(own), sum_of(theirs)
    known = [expected, skill, others, *luck.values()]
    luck["hidden"] = _rest(result, known, _change(changes, None, [*own, *theirs]))
    all_luck = _rest(result, known[:3], sum_of([start, *own, *theirs]))
    points, win = int(result[0]), float(result[1])
    return Account(expected, skill, others, luck, (points, win), all_luck, sum_of(costs))


def _change(
    changes: Sequence[tuple[Source | None, Floats, Floats]], source: Source | None, minus: Sequence[Floats] = ()
) -> Worth:
    """The sum of the changes from one source, None for decisions, less something else."""
    before = [each for of, each, _ in changes if of == source]
    return sum_of([each for of, _, each in changes if of == source], [*before, *minus])


def _rest(result: Floats, known: Sequence[Worth], estimate: Worth) -> Worth:
    """What the known parts leave of a result, so that all add up to it, with the error of an estimate of it."""
    values = [round(float(result[k]) - sum(part[k].value for part in known), DIGITS) for k in range(2)]
    return Worth(*(Figure(value, each.error) for value, each in zip(values, estimate, strict=True)))


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
