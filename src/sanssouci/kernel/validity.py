"""Whether a state between two moves could occur in a game: for positions from outside, and for tests.

This never runs compiled. `faults` finds all that is wrong; `fault` returns the first one as a sentence, or None.
"""

from collections.abc import Iterator
from typing import Final

from sanssouci.kernel.bits import lowest, popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    COVERED,
    DECK,
    FIRST_ROW,
    MISSION_COUNT,
    PRINTED,
    ROUNDS,
    SLOT_SET,
    TILES_EACH,
)
from sanssouci.kernel.chance import tiles_in_bag
from sanssouci.kernel.choices import empty_slots, slots_showing
from sanssouci.kernel.expansions import POINTS_WORDS, expansion_faults, expansion_ranges
from sanssouci.kernel.faults import FaultKey, PositionFault
from sanssouci.kernel.garden import connected, noble_row
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BAG_BITS,
    BAG_MASK,
    BUILT,
    DISCARDS,
    DISPLAY,
    EXPANSIONS,
    FIRST,
    GARDEN,
    GARDEN_SIDE,
    GARDENERS,
    HAND,
    MISSIONS,
    NOBLE_POINTS,
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    REWARD,
    REWARD_SIDE,
    REWARDS,
    SEAT,
    STRIDE,
    TURN,
    Words,
    seat_base,
)
from sanssouci.kernel.observing import hand_count
from sanssouci.kernel.setup import has_chosen_side, side_count
from sanssouci.kernel.steps import score_in_play

_FINAL: Final = ("noble on gardener", "nobles walked", "boar not on free square")


def fault(table: Words, state: Words, eyes: int | None = None) -> str | None:
    """The first fault of a state or, with `eyes`, of that seat's view of it (-1: a spectator's)."""
    return next(map(str, faults(table, state, eyes)), None)


def visible_print(table: Words, state: Words, base: int) -> int:
    """The pre-printed squares that no reward board hides (W2)."""
    printed = table[PRINTED + state[base + GARDEN]]
    if state[base + REWARD] >= 0 and state[PHASE] >= PLAY_CARD:
        printed &= ~table[COVERED + state[base + REWARD]]
    return printed


def shown_print(table: Words, state: Words, seat: int) -> int:
    """The pre-printed squares now visible in a garden: a reward board hides some as soon as its side is chosen."""
    base = seat_base(seat)
    printed = visible_print(table, state, base)
    if state[base + REWARD] >= 0 and has_chosen_side(table, state, seat, REWARD_SIDE):
        printed &= ~table[COVERED + state[base + REWARD]]
    return printed


def tiles_laid(table: Words, state: Words, base: int) -> int:
    """The squares of a garden on which a tile lies."""
    return state[base + BUILT] & ~visible_print(table, state, base)


def turns_of(state: Words, seat: int) -> int:
    """How many turns a seat has finished."""
    players = state[PLAYERS]
    order = (seat - state[FIRST]) % players
    return (state[TURN] + players - 1 - order) // players


def faults(table: Words, state: Words, eyes: int | None = None) -> Iterator[PositionFault]:
    """All faults of a state or, with `eyes`, of that seat's view of it (-1: a spectator's)."""
    players, turn, phase = state[PLAYERS], state[TURN], state[PHASE]
    if phase not in (GARDEN_SIDE, REWARD_SIDE, PLAY_CARD, OVER):
        yield PositionFault("it stands in the middle of a turn")
        return
    last = table[ROUNDS] * players
    if not 0 <= turn <= last or (turn == last) != (phase == OVER):
        yield PositionFault(f"{turn} turns are played of {last}")
    if phase < PLAY_CARD and turn:
        yield PositionFault("turns are played before the set-up is done")
    expected = state[FIRST] + (turn - 1 if phase == OVER else turn)
    if phase >= PLAY_CARD and state[SEAT] != expected % players:
        yield PositionFault(f"after {turn} turns seat {state[SEAT]} is not at hand")
    yield from _board_faults(table, state)
    for seat in range(players):
        for each in _seat_faults(table, state, seat, eyes):
            yield each._replace(seat=seat)
    yield from _mission_faults(state)
    yield from _tile_faults(table, state)


def _board_faults(table: Words, state: Words) -> Iterator[PositionFault]:
    if state[PHASE] == REWARD_SIDE and not state[EXPANSIONS] & REWARDS:
        yield PositionFault("the side of a reward board is being chosen in a game without rewards")
        return
    kinds: tuple[tuple[int, str, FaultKey], ...] = (
        (GARDEN, "garden", "same garden"),
        (REWARD, "reward", "same reward"),
    )
    for word, name, key in kinds:
        boards = [state[seat_base(seat) + word] >> 1 for seat in range(state[PLAYERS])]
        if word == REWARD and not _rewards_dealt(state):
            if any(board >= 0 for board in boards):
                yield PositionFault("there are reward boards, which this game has not dealt")
        elif len(set(boards)) < len(boards) or min(boards) < 0:
            yield PositionFault(f"each seat needs a {name} board of its own", key)
    phase = state[PHASE]
    if phase in (GARDEN_SIDE, REWARD_SIDE) and side_count(table, state, state[SEAT], phase) == 1:
        yield PositionFault("a side is being chosen for a board that has only one")


def _rewards_dealt(state: Words) -> bool:
    return bool(state[EXPANSIONS] & REWARDS) and state[PHASE] >= REWARD_SIDE


def _counted(sentence: str, key: FaultKey, count: int, expected: int) -> Iterator[PositionFault]:
    """A fault unless the count is right; while there are too few, more may come."""
    if count != expected:
        yield PositionFault(sentence, key, {"count": count, "expected": expected}, open=count < expected)


def _seat_faults(table: Words, state: Words, seat: int, eyes: int | None) -> Iterator[PositionFault]:
    base = seat_base(seat)
    played = turns_of(state, seat)
    yield from _card_faults(table, state, seat, played, eyes)
    built, gardeners = state[base + BUILT], state[base + GARDENERS]
    laid = tiles_laid(table, state, base)
    if built & ~table[BOARD] or visible_print(table, state, base) & ~built:
        yield PositionFault("a pre-printed square is missing")
    if gardeners & ~laid:
        yield PositionFault("a gardener stands where no tile lies")
    count, is_short = popcount(laid), popcount(laid) < played
    yield from _counted(f"{count} tiles are laid after {played} turns", "tiles laid", count, played)
    for each in (*_noble_faults(table, state, base, played), *expansion_faults(table, state, base, laid)):
        is_open = each.open or (is_short and each.key not in _FINAL)  # more tiles may make it right
        yield each._replace(open=is_open)
    if score_in_play(state, base) < 0:
        yield PositionFault("the score is below 0")


def _card_faults(table: Words, state: Words, seat: int, played: int, eyes: int | None) -> Iterator[PositionFault]:
    base = seat_base(seat)
    hand, discards = state[base + HAND], state[base + DISCARDS]
    if (hand | discards) & ~table[DECK] or hand & discards:
        yield PositionFault("a card is in hand and discarded, or not in the deck", "card in hand and discarded")
    count = popcount(discards)
    yield from _counted(f"{count} cards are discarded after {played} turns", "cards discarded", count, played)
    known = eyes is None or eyes == seat
    held = hand_count(table, state, seat) if known else 0
    yield from _counted(f"{popcount(hand)} cards are in hand, not {held}", "cards in hand", popcount(hand), held)
    missions = popcount(state[base + MISSIONS])
    dealt = table[MISSION_COUNT] if state[PHASE] > GARDEN_SIDE and (known or state[PHASE] == OVER) else 0
    if state[base + MISSIONS] >> table[COLUMN_COUNT]:
        yield PositionFault("there is a mission for a column that does not exist")
    yield from _counted(f"there are {missions} missions, not {dealt}", "missions", missions, dealt)


def _noble_faults(table: Words, state: Words, base: int, played: int) -> Iterator[PositionFault]:
    walked = 0
    for column in range(table[COLUMN_COUNT]):
        ahead = state[base + AHEAD] & table[COLUMN + column]
        row = noble_row(table, state, base, column)
        if ahead & -ahead and ahead != table[COLUMN + column] & ~((ahead & -ahead) - 1):
            yield PositionFault("a noble's column is torn")
        walked += row > 0
        key = _misplaced(table, state, base, STRIDE * (row - 1) + column) if row else None
        if key is not None:
            letter = "abcdefghi"[column]
            values = {"column": letter, "square": f"{letter}{row}"}
            yield PositionFault(f"the noble of column {letter} stands where it cannot have walked", key, values)
    if state[base + AHEAD] & ~table[BOARD]:
        yield PositionFault("a noble stands beside the board")
    if walked > played:
        counts = {"count": walked, "expected": played}
        yield PositionFault(f"{walked} nobles have walked in {played} turns", "nobles walked", counts)
    least, most = _noble_range(table, state, base, played)
    if not least <= state[base + NOBLE_POINTS] <= most:
        yield PositionFault(f"the nobles cannot have scored {state[base + NOBLE_POINTS]} points")


def _misplaced(table: Words, state: Words, base: int, bit: int) -> FaultKey | None:
    """Why no noble can have walked to a square (N2, N4); None if one can."""
    square, built = 1 << bit, state[base + BUILT]
    if square & state[base + GARDENERS]:
        return "noble on gardener"
    if not square & built:
        return "noble on free square"
    return None if square & connected(table[FIRST_ROW], built) else "noble cut off"


def _noble_range(table: Words, state: Words, base: int, played: int) -> tuple[int, int]:
    """The least and the most that the nobles can have scored on their way to where they stand, one walk a turn (N5)."""
    stops = connected(table[FIRST_ROW], state[base + BUILT]) & ~state[base + GARDENERS]
    least = walked = 0
    between: list[int] = []  # the rows in which a noble may have stopped before
    for column in range(table[COLUMN_COUNT]):
        row = noble_row(table, state, base, column)
        least, walked = least + row, walked + (row > 0)
        between += [above for above in range(1, row) if stops >> (STRIDE * (above - 1) + column) & 1]
    return least, least + sum(sorted(between, reverse=True)[: max(played - walked, 0)])


def put_score(table: Words, state: Words, seat: int, score: int) -> PositionFault | None:
    """Write what a score marker shows into a state, as points of the sources that it may have come from.

    Nobody can tell from a table which source a point came from; what a game counts at its end does not depend on it.
    """
    base = seat_base(seat)
    ranges = {NOBLE_POINTS: _noble_range(table, state, base, turns_of(state, seat))}
    found = expansion_ranges(table, state, base, tiles_laid(table, state, base))
    ranges |= {POINTS_WORDS[name]: found[name] for name in found}
    least, most = (sum(bounds) for bounds in zip(*ranges.values(), strict=True))
    left = score - least
    for word, (low, high) in ranges.items():
        more = min(max(left, 0), high - low)
        state[base + word] = low + more
        left -= more
    if left == 0:
        return None
    values = {"score": score, "least": max(least, 0), "most": most}
    sentence = f"the score cannot be {score}, only {max(least, 0)} to {most}"
    return PositionFault(sentence, "score", values, open=score > most, seat=seat)  # nobles may yet be put further down


def _mission_faults(state: Words) -> Iterator[PositionFault]:
    dealt = 0
    for seat in range(state[PLAYERS]):
        missions = state[seat_base(seat) + MISSIONS]
        if twice := dealt & missions:
            column = "abcdefghi"[lowest(twice)]
            yield PositionFault("two seats have the same mission", "same mission", {"column": column}, seat=seat)
        dealt |= missions


def _tile_faults(table: Words, state: Words) -> Iterator[PositionFault]:
    """Check that tiles are conserved (F2): what is not in the bag lies on the display or in a garden."""
    empty = popcount(empty_slots(table, state[DISPLAY]))
    spaces = popcount(table[SLOT_SET])
    expected = spaces if state[PHASE] < PLAY_CARD else 1 if state[PHASE] == OVER else 0
    if empty != expected:
        values = {"count": spaces - empty, "expected": spaces - expected}
        yield PositionFault(
            f"{empty} spaces of the display are empty, not {expected}", "display", values, open=empty > expected
        )
    copies = table[TILES_EACH + state[PLAYERS]]
    for column in range(table[COLUMN_COUNT]):
        known = tiles_known(table, state, column)
        if known > copies:
            letter = "abcdefghi"[column]
            sentence = f"there are {known} tiles of structure {letter}, and only {copies} exist"
            yield PositionFault(sentence, "too many tiles", {"column": letter, "count": known, "expected": copies})
    total = tiles_in_bag(state[BAG]) + spaces - empty + state[TURN]
    if total != copies * table[COLUMN_COUNT]:
        yield PositionFault(f"there are {total} tiles, not {copies * table[COLUMN_COUNT]}")


def tiles_known(table: Words, state: Words, column: int) -> int:
    """How many tiles of a structure are in the bag, face up, or lie in gardens structure side up."""
    known = (state[BAG] >> (BAG_BITS * column)) & BAG_MASK
    known += popcount(slots_showing(state[DISPLAY], column) & table[SLOT_SET])
    for seat in range(state[PLAYERS]):
        base = seat_base(seat)
        structures = tiles_laid(table, state, base) & ~state[base + GARDENERS]
        known += popcount(structures & table[COLUMN + column])
    return known
