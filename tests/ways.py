"""Walks over squares, worked out in the plainest way: what the kernel's paths are held against."""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

COLUMNS = "abcdefghi"


def check_way(row: int, built: frozenset[str], goal: str, path: Sequence[str]) -> None:
    """A noble's way from its row (0: the terrace) over built squares to the goal, as short as any (N2)."""
    start = f"{goal[0]}{row or 1}"
    way = [start, *path] if row else list(path)
    assert (way[0], way[-1]) == (start, goal)
    assert set(way) <= built
    assert all(after in neighbours(before) for before, after in pairwise(way))
    assert len(way) - 1 == shortest(built, start, goal)


def neighbours(square: str) -> list[str]:
    """The squares next to one."""
    column, row = COLUMNS.index(square[0]), int(square[1])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{COLUMNS[c]}{r}" for c, r in around if 0 <= c < 9 and 1 <= r <= 6]


def shortest(built: frozenset[str], start: str, goal: str) -> int:
    """The number of steps between two built squares."""
    steps, queue = {start: 0}, deque([start])
    while goal not in steps:
        here = queue.popleft()
        for square in neighbours(here):
            if square in built and square not in steps:
                steps[square] = steps[here] + 1
                queue.append(square)
    return steps[goal]
