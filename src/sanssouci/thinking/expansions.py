"""What players know about expansions: the terms of their marks and pieces, and what the judge sees of them."""

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.boar import boar_area, boar_cost, boar_points, boar_squares
from sanssouci.kernel.box_table import MARK_KINDS, MARK_SETS
from sanssouci.kernel.layout import BUILT, REWARD, WILD_BOAR, Words
from sanssouci.thinking.places import BOAR_TERMS, MARK_TERMS, UNIT


def list_expansions(table: Words, state: Words, base: int, at: int, out: Words, count: int) -> int:
    """Write the places of a seat's active terms into `out`, from index `count` on, and return the index after them."""
    built = state[base + BUILT]
    reward = state[base + REWARD]
    if reward >= 0:
        for kind in range(MARK_KINDS):
            out[count] = at + mark_term(table, built, reward, kind)
            count += 1
    if state[base + WILD_BOAR] != 0:
        out[count] = at + BOAR_TERMS + boar_cost(table, built, state[base + WILD_BOAR])
        count += 1
    return count


def free_area(table: Words, state: Words, base: int) -> int:
    """The free squares around the boar, none if there is no boar."""
    return boar_area(table, state[base + BUILT], state[base + WILD_BOAR])


def value_marks(table: Words, state: Words, weights: Words, base: int, at: int, built: int) -> int:
    """What the marks are worth that lie free."""
    value = 0
    reward = state[base + REWARD]
    if reward >= 0:
        for kind in range(MARK_KINDS):
            value += weights[at + mark_term(table, built, reward, kind)]
    return value


def value_expansions(
    table: Words,
    state: Words,
    weights: Words,
    base: int,
    at: int,
    bit: int,
    built: int,
    marks: int,
    area: int,
    out: Words,
    piece: int,
) -> int:
    """What the marks and the pieces are worth once a tile lies on a square.

    Before that, the marks were worth `marks`, and `area` was free around the boar. The best square of a piece that
    then has to move goes into `out`, at index `piece`; -1 if none has to.
    """
    value = marks
    reward = state[base + REWARD]
    if reward >= 0:
        for kind in range(MARK_KINDS):
            if (table[MARK_SETS + MARK_KINDS * reward + kind] >> bit) & 1:
                value += weights[at + mark_term(table, built, reward, kind)]
                value -= weights[at + mark_term(table, built & ~(1 << bit), reward, kind)]
    return value + _value_boar(table, state, weights, base, at, bit, built, area, out, piece)


def mark_term(table: Words, built: int, reward: int, kind: int) -> int:
    """The place of the term of one kind of reward marks."""
    return MARK_TERMS + 17 * kind + min(popcount(table[MARK_SETS + MARK_KINDS * reward + kind] & ~built), 16)


def _value_boar(
    table: Words,
    state: Words,
    weights: Words,
    base: int,
    at: int,
    bit: int,
    built: int,
    area: int,
    out: Words,
    piece: int,
) -> int:
    """What the boar is worth, with the points of its move, on the best square it can move to."""
    out[piece] = -1
    boar = state[base + WILD_BOAR]
    if boar == 0:
        return 0
    if not (area >> bit) & 1:
        return weights[at + BOAR_TERMS + popcount(area)]
    if boar != 1 << bit:
        return weights[at + BOAR_TERMS + boar_cost(table, built, boar)]
    points = UNIT * boar_points(table, built, boar)
    squares = boar_squares(table, built, boar)
    if squares == 0:
        return points
    best = -(1 << 60)
    while squares != 0:
        target = lowest(squares)
        squares &= squares - 1
        value = weights[at + BOAR_TERMS + boar_cost(table, built, 1 << target)]
        if value > best:
            best = value
            out[piece] = target
    return points + best


def look_at_expansions(table: Words, state: Words, base: int, out: Words, at: int) -> None:
    """Write the words of a seat's pieces and marks, from `at` on; they are 0 for expansions that are not played."""
    built, reward = state[base + BUILT], state[base + REWARD]
    out[at] = state[base + WILD_BOAR]
    out[at + 1] = boar_area(table, built, state[base + WILD_BOAR])
    for kind in range(MARK_KINDS):
        out[at + 2 + kind] = table[MARK_SETS + MARK_KINDS * reward + kind] & ~built if reward >= 0 else 0
