"""Points by source, and how a game ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sanssouci.box.expansions import ALL_NAMES
from sanssouci.kernel import layout


class Points(NamedTuple):
    """Points by source, which add up to the total. Each expansion has a field with its name."""

    nobles: int
    rows: int
    columns: int
    missions: int
    rewards: int
    boar: int
    total: int


def sources_of(expansions: Iterable[str]) -> list[str]:
    """The sources of points in a game with these expansions, the total last."""
    always = [name for name in Points._fields if name not in ALL_NAMES and name != "total"]
    return [*always, *expansions, "total"]


def points_of(row: list[int]) -> Points:
    """The points in a row of results; newer sources are at its end."""
    return Points(*row[: layout.POINTS_TOTAL + 1], *row[layout.RESULT_WINS + 1 :])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one entry per seat, and the seats that won (more than one: a shared victory)."""

    points: tuple[Points, ...]
    gardeners: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def tied(self) -> tuple[int, ...]:
        """The seats with the most points; if there are several, gardeners decide (E5)."""
        best = max(points.total for points in self.points)
        return tuple(seat for seat, points in enumerate(self.points) if points.total == best)
