"""A shortest path for a noble, for display. Where a walk may end is decided in garden.py."""

from sanssouci.kernel.bits import lowest
from sanssouci.kernel.garden import neighbours, noble_row
from sanssouci.kernel.layout import BUILT, SQUARES, STRIDE, Words


def walk_path(table: Words, state: Words, base: int, goal: int, out: Words) -> int:
    """Write the bits of the squares that a noble steps on, in order, the goal last, and return their number.

    The noble is that of the goal's column. From the terrace its first step is row 1 of its column; it walks over built
    squares only (N2). The goal must be one that `walk_squares` allows; among equally short paths, each step goes to
    the lowest bit.
    """
    built = int(state[base + BUILT])
    column = goal % STRIDE
    row = noble_row(table, state, base, column)
    count = 0
    here = STRIDE * (row - 1) + column
    if row == 0:
        here = column
        out[count] = here
        count += 1
    distance = 0
    while distance < SQUARES and (ring(built, goal, distance) >> here) & 1 == 0:
        distance += 1
    while distance > 0:
        distance -= 1
        here = lowest(neighbours(1 << here) & ring(built, goal, distance))
        out[count] = here
        count += 1
    return count


def ring(built: int, goal: int, distance: int) -> int:
    """The built squares at a given walking distance from a goal."""
    inside = 0
    found = 1 << goal
    for _ in range(distance):
        inside |= found
        found = neighbours(found) & built & ~inside
    return found
