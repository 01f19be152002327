"""Advice: the best moves of a view, what to expect of each, and why, as data for an interface to express.

A `Reason` is a key and values; `sentence` puts it into the language of some `Texts`. Reasons are facts about the move,
read off the state before and after it: what it completes, opens, scores, keeps and takes away from others.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, SupportsIndex

from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.lexicon import Array, squares_in
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.kernel import box_table as at
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import lowest, popcount, square_of
from sanssouci.kernel.choices import shown_tile
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.garden import column_points, connected, neighbours, row_points, walk_squares
from sanssouci.kernel.layout import seat_base
from sanssouci.players.king import KingPlayer
from sanssouci.texts import Texts
from sanssouci.thinking.terms import turns_left_of

# All reasons, with the values of each.
REASONS: Final[dict[str, tuple[str, ...]]] = {
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
    "turns side": ("side",),
}
_HIGH_ROW: Final = 4  # from this row on, a tile is worth denying to others


class Reason(NamedTuple):
    """Why a move is good or bad: a key of REASONS, and its values."""

    key: str
    values: dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the best moves: its expected final points and lead, the chance to win and its standard error."""

    move: Move
    points: float
    lead: float
    win: float
    error: float
    samples: int
    reasons: tuple[Reason, ...]


def advise(
    view: View,
    *,
    best: SupportsIndex = 5,
    time: float = 1.0,
    samples: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
) -> list[Advice]:
    """The best moves of a view, with what to expect of each and why: the king's choice first, then its next ones.

    Args:
        view: the view of the seat whose turn it is: `game.view(game.seat)`.
        best: the greatest number of moves to return.
        time: how long to think, in seconds.
        samples: how many playouts to use instead of a time; then the same seed gives the same advice everywhere.
        seed: the luck of the search; None takes a fresh one.
    """
    if not isinstance(view, View):
        raise TypeError("advise needs a view: game.view(seat)")
    king = KingPlayer(secrets.randbits(64) if seed is None else seed, time=time, samples=samples)
    return [
        Advice(
            move=candidate.move,
            points=candidate.points,
            lead=candidate.lead,
            win=candidate.win,
            error=candidate.error,
            samples=candidate.samples,
            reasons=tuple(reasons(view.start, candidate.codes)),
        )
        for candidate in king.consider(view)[:best]
    ]


def sentence(texts: Texts, reason: Reason) -> str:
    """A reason as a sentence."""
    words: dict[str, object] = dict(reason.values)
    if "column" in words:
        words["column"] = texts.structure(str(words["column"]))
    if "card" in words:
        words["card"] = texts.card(str(words["card"]))
    if isinstance(points := words.get("points"), int):
        words["points"] = texts.points(points)
    return texts(f"advice.{reason.key}", **words)


def reasons(view: View, codes: tuple[int, ...]) -> Iterator[Reason]:
    """The reasons for or against a move, given by its codes: first points scored at once, then later effects."""
    if view.is_setup:
        yield Reason("turns side", {"side": "AB"[codes[0]]})
        return
    before, after = view.state, view.state.copy()
    for code in codes:
        if code >= 0:
            engine.engine().apply(view.table, after, code)
    base = seat_base(view.eyes)
    yield from _completed(view, before, after, base)
    yield from _walked(view, codes, before, after, base)
    yield from _marked(before, after, base)
    yield from _kept(before, after, base)
    yield from _denied(view, before, codes)
    yield from _built(view, before, after, base)


def _completed(view: View, before: Array, after: Array, base: int) -> Iterator[Reason]:
    table = view.table
    old, new = int(before[base + layout.BUILT]), int(after[base + layout.BUILT])
    for row in range(1, int(table[at.ROW_COUNT])):
        whole = int(table[at.ROW + row])
        if new & whole == whole != old & whole:
            yield Reason("completes row", {"row": row + 1, "points": row_points(table, whole)})
    for column in range(int(table[at.COLUMN_COUNT])):
        whole = int(table[at.COLUMN + column])
        if new & whole == whole != old & whole:
            yield Reason("completes column", {"column": LETTERS[column], "points": column_points(table, whole)})


def _walked(view: View, codes: tuple[int, ...], before: Array, after: Array, base: int) -> Iterator[Reason]:
    table = view.table
    if codes[4] != layout.STAND_CODE:
        square = codes[4] - layout.WALK_CODE
        row, column = square // layout.MAX_COLUMNS + 1, LETTERS[square % layout.MAX_COLUMNS]
        points = int(after[base + layout.NOBLE_POINTS] - before[base + layout.NOBLE_POINTS])
        yield Reason("walks", {"column": column, "row": row, "points": points})
        if column in (view.missions() or ()):
            yield Reason("serves mission", {"column": column, "row": row})
    opened = int(walk_squares(table, after, base)) & ~int(walk_squares(table, before, base))
    if opened and turns_left_of(table, before, base) > 1:  # including the one at hand
        bit = opened.bit_length() - 1  # the lowest row is worth most
        yield Reason("opens walk", {"column": LETTERS[bit % layout.STRIDE], "row": int(layout.row_of_bit(bit))})


def _marked(before: Array, after: Array, base: int) -> Iterator[Reason]:
    reward = int(after[base + layout.REWARD_POINTS] - before[base + layout.REWARD_POINTS])
    if reward:
        yield Reason("wins reward" if reward > 0 else "pays reward", {"points": abs(reward)})
    for name, word in PIECE_WORDS.items():
        if before[base + word] == after[base + word]:
            continue
        if after[base + word]:
            yield Reason(f"{name} goes", {"square": squares_in(int(after[base + word]))[0]})
        else:
            points = POINTS_WORDS[name]
            yield Reason(f"{name} leaves", {"points": int(after[base + points] - before[base + points])})


def _kept(before: Array, after: Array, base: int) -> Iterator[Reason]:
    wild = 1 << layout.WILD_CARD
    if before[base + layout.HAND] & after[base + layout.HAND] & wild:
        yield Reason("keeps card", {"card": "*"})


def _denied(view: View, before: Array, codes: tuple[int, ...]) -> Iterator[Reason]:
    """Whether the next player could have laid the tile next to what their nobles can walk to, and now cannot."""
    slot, display = codes[1] - layout.SLOT_CODE, int(before[layout.DISPLAY])
    row, tile = layout.row_of_slot(slot), shown_tile(display, slot)
    if shown_tile(display, slot ^ 1) == tile:
        return
    bit = layout.STRIDE * (row - 1) + tile
    seat = (view.eyes + 1) % view.players
    table, built = view.table, int(before[seat_base(seat) + layout.BUILT])
    near = neighbours(connected(int(table[at.FIRST_ROW]), built)) & ~built
    if row >= _HIGH_ROW and near >> bit & 1 and turns_left_of(table, before, seat_base(seat)) > 0:
        yield Reason("denies", {"seat": seat, "square": SQUARE_NAMES[square_of(bit)]})


def _built(view: View, before: Array, after: Array, base: int) -> Iterator[Reason]:
    first_row = int(view.table[at.FIRST_ROW])
    old, new = int(before[base + layout.BUILT]), int(after[base + layout.BUILT])
    joined = popcount(connected(first_row, new)) - popcount(connected(first_row, old))
    if joined > 1:
        yield Reason("connects", {"squares": joined})
    square = SQUARE_NAMES[square_of(lowest(new & ~old))]
    is_gardener = int(after[base + layout.GARDENERS]) != int(before[base + layout.GARDENERS])
    yield Reason("plants" if is_gardener else "builds", {"square": square})
