"""What a turn does, read off the states before and after it: the facts from which players make reasons.

Never compiled: a player explains a handful of turns, after its search.
"""

from collections.abc import Iterator
from typing import Final

from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import lowest, popcount, square_of
from sanssouci.kernel.choices import shown_tile
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.garden import column_points, connected, neighbours, row_points, walk_squares
from sanssouci.kernel.layout import Words, seat_base
from sanssouci.thinking.terms import turns_left_of

Effect = tuple[str, dict[str, int | str]]  # a key of EFFECTS, and its values

# All effects, with the values of each.
EFFECTS: Final[dict[str, tuple[str, ...]]] = {
    "completes row": ("row", "points"),
    "completes column": ("column", "points"),
    "walks": ("column", "row", "points"),
    "serves mission": ("column", "row"),
    "opens walk": ("column", "row"),
    "wins reward": ("points",),
    "pays reward": ("points",),
    **{f"{name} goes": ("square",) for name in PIECE_WORDS},
    **{f"{name} leaves": ("points",) for name in PIECE_WORDS},
    "keeps card": ("card",),
    "denies": ("seat", "square"),
    "connects": ("squares",),
    "builds": ("square",),
    "plants": ("square",),
}
_HIGH_ROW: Final = 4  # from this row on, a tile is worth denying to others


def effects(table: Words, before: Words, after: Words, codes: tuple[int, ...]) -> Iterator[Effect]:
    """The effects of a turn, a row of codes as `list_turns` writes it: points scored at once first, then the rest."""
    base = seat_base(int(before[layout.SEAT]))
    yield from _completed(table, before, after, base)
    yield from _walked(table, codes, before, after, base)
    yield from _marked(before, after, base)
    yield from _kept(before, after, base)
    yield from _denied(table, before, codes)
    yield from _built(table, before, after, base)


def equal_tiles(state: Words) -> list[int]:
    """The codes that take the second of two equal tiles of a row, which changes nothing against taking the first."""
    tiles = [shown_tile(int(state[layout.DISPLAY]), slot) for slot in range(layout.SLOTS)]
    return [layout.SLOT_CODE + slot for slot in range(1, layout.SLOTS, 2) if tiles[slot] == tiles[slot - 1]]


def _completed(table: Words, before: Words, after: Words, base: int) -> Iterator[Effect]:
    old, new = int(before[base + layout.BUILT]), int(after[base + layout.BUILT])
    for row in range(1, int(table[at.ROW_COUNT])):
        whole = int(table[at.ROW + row])
        if new & whole == whole != old & whole:
            yield "completes row", {"row": row + 1, "points": row_points(table, whole)}
    for column in range(int(table[at.COLUMN_COUNT])):
        whole = int(table[at.COLUMN + column])
        if new & whole == whole != old & whole:
            yield "completes column", {"column": LETTERS[column], "points": column_points(table, whole)}


def _walked(table: Words, codes: tuple[int, ...], before: Words, after: Words, base: int) -> Iterator[Effect]:
    if codes[4] != layout.STAND_CODE:
        row, column = divmod(codes[4] - layout.WALK_CODE, layout.MAX_COLUMNS)
        where: dict[str, int | str] = {"column": LETTERS[column], "row": row + 1}
        points = int(after[base + layout.NOBLE_POINTS] - before[base + layout.NOBLE_POINTS])
        yield "walks", {**where, "points": points}
        if int(before[base + layout.MISSIONS]) >> column & 1:
            yield "serves mission", where
    opened = int(walk_squares(table, after, base)) & ~int(walk_squares(table, before, base))
    if opened and turns_left_of(table, before, base) > 1:  # including the one at hand
        bit = opened.bit_length() - 1  # the lowest row is worth most
        yield "opens walk", {"column": LETTERS[bit % layout.STRIDE], "row": int(layout.row_of_bit(bit))}


def _marked(before: Words, after: Words, base: int) -> Iterator[Effect]:
    reward = int(after[base + layout.REWARD_POINTS] - before[base + layout.REWARD_POINTS])
    if reward:
        yield "wins reward" if reward > 0 else "pays reward", {"points": abs(reward)}
    for name, word in PIECE_WORDS.items():
        if before[base + word] == after[base + word]:
            continue
        if after[base + word]:
            yield f"{name} goes", {"square": _square(int(after[base + word]))}
        else:
            points = POINTS_WORDS[name]
            yield f"{name} leaves", {"points": int(after[base + points] - before[base + points])}


def _kept(before: Words, after: Words, base: int) -> Iterator[Effect]:
    wild = 1 << layout.WILD_CARD
    if before[base + layout.HAND] & after[base + layout.HAND] & wild:
        yield "keeps card", {"card": "*"}


def _denied(table: Words, before: Words, codes: tuple[int, ...]) -> Iterator[Effect]:
    """Whether the next player could have laid the tile next to what their nobles can walk to, and now cannot."""
    slot, display = codes[1] - layout.SLOT_CODE, int(before[layout.DISPLAY])
    row, tile = layout.row_of_slot(slot), shown_tile(display, slot)
    if shown_tile(display, slot ^ 1) == tile:
        return
    seat = (int(before[layout.SEAT]) + 1) % int(before[layout.PLAYERS])
    bit, built = layout.home_of(slot, tile), int(before[seat_base(seat) + layout.BUILT])
    near = neighbours(connected(int(table[at.FIRST_ROW]), built)) & ~built
    if row >= _HIGH_ROW and near >> bit & 1 and turns_left_of(table, before, seat_base(seat)) > 0:
        yield "denies", {"seat": seat, "square": SQUARE_NAMES[square_of(bit)]}


def _built(table: Words, before: Words, after: Words, base: int) -> Iterator[Effect]:
    first_row = int(table[at.FIRST_ROW])
    old, new = int(before[base + layout.BUILT]), int(after[base + layout.BUILT])
    joined = popcount(connected(first_row, new)) - popcount(connected(first_row, old))
    if joined > 1:
        yield "connects", {"squares": joined}
    is_gardener = int(after[base + layout.GARDENERS]) != int(before[base + layout.GARDENERS])
    yield "plants" if is_gardener else "builds", {"square": _square(new & ~old)}


def _square(bits: int) -> str:
    """The name of the first square of a bitboard."""
    return SQUARE_NAMES[square_of(lowest(bits))]
