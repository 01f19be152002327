"""A position entered piece by piece, as it lies on a real table.

What follows from the rest is filled in: whose turn it is, how many turns were played, the piles, and the bag where the
structures of all tiles are known. The position is then read from its text, so it is checked like any other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, SupportsIndex

from sanssouci.box import Box, Expansions
from sanssouci.box.expansions import Names
from sanssouci.box.squares import LETTERS
from sanssouci.game.errors import PositionError
from sanssouci.game.lexicon import SQUARE_INDEX, Lexicon
from sanssouci.game.options import check_options
from sanssouci.game.text import board_number, told_pieces, write_squares
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import bit_of

_EMPTY: Final = "."
_SIGNS: Final = {"#": "a pre-printed structure", "s": "a structure", "g": "a gardener"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSetup:
    """What lies before one player, for `Game.build` and `View.build`. Squares are texts like 'f3'."""

    garden: str  # the garden board and its side: '2A'
    structures: Collection[str] = ()  # squares with a tile, structure side up; pre-printed ones need no mention
    gardeners: Collection[str] | Mapping[str, str] = ()  # squares, or by square the letter of the structure underneath
    nobles: Mapping[str, int] = field(default_factory=dict)  # by column, the row; those not named stand on the terrace
    discards: Collection[str] = ()  # the cards played, in any order
    hand: Collection[str] | None = None  # None: not known
    missions: Collection[str] | None = None  # letters of columns; None: not known
    points: int | Mapping[str, int] = 0  # in play: those of the nobles, or by source: {'nobles': 21, 'rewards': 3}
    reward: str | None = None  # the reward board and its side
    pieces: Mapping[str, str] = field(default_factory=dict)  # by expansion, the square: {'boar': 'e4'}; none: it left


def position_text(
    words: Lexicon,
    seats: Sequence[SeatSetup],
    *,
    expansions: Names,
    display: Sequence[str | None],
    bag: Mapping[str, int] | None,
    first: SupportsIndex,
    eyes: SupportsIndex | None,
) -> str:
    """The text of a position (docs/notation.md) from its description; PositionError if something is missing."""
    box, players = words.box, len(seats)
    if players not in box.players:
        raise PositionError(f"there are {players} seats; this box is for {box.players[0]} to {box.players[-1]} players")
    chosen = check_options(box, players=players, expansions=expansions, first=first)
    start, own = int(first), None if eyes is None else int(eyes)
    turns = sum(len(seat.discards) for seat in seats)
    is_over = turns == box.rounds * players
    fields = [
        f"{box.id}@{box.digest[:8]}",
        str(players),
        chosen.letters,
        str(start),
        f"{'e' if is_over else 't'}{(start + turns - is_over) % players}",
        str(turns),
        _display(words, display),
        _bag(words, seats, display, bag),
        "*" if own is None else "-" if own < 0 else str(own),
    ]
    for number, seat in enumerate(seats):
        try:
            fields.append(_seat(words, seat, chosen, is_known=own is None or own == number, is_over=is_over))
        except PositionError as error:
            raise PositionError(f"seat {number}: {error}") from None
    return " ".join(fields)


def _display(words: Lexicon, display: Sequence[str | None]) -> str:
    """The letters of the display, space by space of the kernel's ten."""
    spaces = words.box.display
    if len(display) != len(spaces):
        raise PositionError(f"display has {len(display)} tiles; this box has {len(spaces)} spaces (None: empty)")
    letters = [_EMPTY] * layout.SLOTS
    for slot, shown, row in zip(words.slots, display, spaces, strict=True):
        tile = shown or _EMPTY
        if tile[:1] not in (*LETTERS[: len(words.box.columns)], _EMPTY) or tile[1:].rstrip("'") not in ("", str(row)):
            raise PositionError(
                f"display: {tile!r} does not lie on a space of row {row}; write it like {'a' + str(row)!r}"
            )
        letters[slot] = tile[0]
    return "".join(letters)


def _bag(
    words: Lexicon, seats: Sequence[SeatSetup], display: Sequence[str | None], bag: Mapping[str, int] | None
) -> str:
    """The tiles in the bag: as given, or all that lie nowhere else."""
    columns = LETTERS[: len(words.box.columns)]
    if bag is None:
        left = dict.fromkeys(columns, int(words.table[at.TILES_EACH + len(seats)]))
        structures = [square for seat in seats for square in seat.structures]  # each in the column of its structure
        for tile in (*filter(None, display), *structures, *_undersides(seats)):
            left[tile[:1]] = left.get(tile[:1], 0) - 1
    else:
        left = {column: bag.get(column, 0) for column in columns}
        if unknown := sorted(set(bag) - set(columns)):
            raise PositionError(f"bag: {unknown[0]!r} is not a structure of this box; they are {columns}")
    if gone := [column for column in columns if left[column] < 0]:
        copies = int(words.table[at.TILES_EACH + len(seats)])
        raise PositionError(f"there are more than {copies} tiles of structure {gone[0]}")
    return ",".join(str(left[column]) for column in columns)


def _undersides(seats: Sequence[SeatSetup]) -> list[str]:
    """The structures under all gardeners; PositionError if they are not known."""
    found: list[str] = []
    for number, seat in enumerate(seats):
        if seat.gardeners and not isinstance(seat.gardeners, Mapping):
            raise PositionError(
                f"seat {number}: what is in the bag depends on the tiles under the gardeners: name their structures, "
                f"gardeners={{{next(iter(seat.gardeners))!r}: 'f'}}, or the bag, bag={{'a': 2, …}}"
            )
        if isinstance(seat.gardeners, Mapping):
            found += seat.gardeners.values()
    return found


def _seat(words: Lexicon, seat: SeatSetup, expansions: Expansions, *, is_known: bool, is_over: bool) -> str:
    for name, given, is_seen in (("hand", seat.hand, is_known), ("missions", seat.missions, is_known or is_over)):
        if not is_seen and given is not None:
            raise PositionError(f"{name}: those eyes do not see it; leave it out")
        if is_seen and given is None and not (is_over and name == "hand"):
            raise PositionError(f"{name} is missing")
    points = {"nobles": seat.points} if isinstance(seat.points, int) else dict(seat.points)
    for name, given, known in (("points", points, ("nobles", *expansions)), ("pieces", seat.pieces, expansions)):
        if unknown := [key for key in given if key not in known]:
            raise PositionError(f"{name}: {unknown[0]!r} is none of {', '.join(known) or 'nothing'}")
    return ":".join(
        (
            seat.garden,
            seat.reward or "-",
            _squares(words, seat),
            _nobles(words.box, seat.nobles),
            ",".join(seat.pieces.get(name, "-") for name in told_pieces(expansions)),
            ",".join(str(points.get(name, 0)) for name in ("nobles", *expansions.told)),
            (",".join(seat.hand or ()) or "-") if is_known else "?",
            ",".join(seat.discards) or "-",
            ("".join(seat.missions or ()) or "-") if is_known or is_over else "?",
        )
    )


def _squares(words: Lexicon, seat: SeatSetup) -> str:
    printed = int(words.table[at.PRINTED + board_number(seat.garden, "garden", words.box.gardens)])
    if seat.reward is not None:
        printed &= ~int(words.table[at.COVERED + board_number(seat.reward, "reward", words.box.rewards)])
    signs = {name: "#" for name, square in SQUARE_INDEX.items() if printed >> bit_of(square) & 1}
    for squares, sign in ((seat.structures, "s"), (seat.gardeners, "g")):
        for square in squares:
            if square in signs:
                raise PositionError(f"{square} is taken twice: by {_SIGNS[signs[square]]} and by {_SIGNS[sign]}")
            signs[square] = sign
    rows, columns = len(words.box.rows), LETTERS[: len(words.box.columns)]
    known = {f"{letter}{row}" for letter in columns for row in range(1, rows + 1)}
    if outside := set(signs) - known:
        raise PositionError(f"{min(outside)!r} is not a square of this box; they are a1 to {columns[-1]}{rows}")
    return write_squares(words.box, signs)


def _nobles(box: Box, nobles: Mapping[str, int]) -> str:
    columns = LETTERS[: len(box.columns)]
    if unknown := sorted(set(nobles) - set(columns)):
        raise PositionError(f"nobles: {unknown[0]!r} is not a column of this box; they are {columns}")
    return "".join(str(nobles.get(column, 0)) for column in columns)
