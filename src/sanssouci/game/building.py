"""A position entered piece by piece, as it lies on a real table.

What follows from the rest is filled in: whose turn it is, how many turns were played, the piles, and the bag. The
position is then read from its text, so it is checked like any other.
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
from sanssouci.game.text import board_number, points_words, read_unchecked, told_pieces, write_squares
from sanssouci.game.view import SPECTATOR
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.validity import fault, put_score

_EMPTY: Final = "."
_HIDDEN: Final = "?"
_POINTS: Final = 5  # the part of a seat's field that tells its points
_SIGNS: Final = {"#": "a pre-printed structure", "s": "a structure", "g": "a gardener"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSetup:
    """What lies before one player, for `Position.build`. Squares are texts like 'f3'."""

    garden: str  # the garden board and its side: '2A'
    structures: Collection[str] = ()  # squares with a tile, structure side up; pre-printed ones need no mention
    gardeners: (
        Collection[str] | Mapping[str, str]
    ) = ()  # squares; or by square the structure underneath, '?': not known
    nobles: Mapping[str, int] = field(default_factory=dict)  # by column, the row; those not named stand on the terrace
    discards: Collection[str] = ()  # the cards played, in any order
    hand: Collection[str] | None = None  # None: not known
    missions: Collection[str] | None = None  # letters of columns; None: not known
    points: int | Mapping[str, int] = 0  # in play: what the score marker shows, or by source: {'nobles': 21, 'boar': 3}
    reward: str | None = None  # the reward board and its side
    pieces: Mapping[str, str] = field(default_factory=dict)  # by expansion, the square: {'boar': 'e4'}; none: it left


def known_eyes(seats: Sequence[SeatSetup]) -> int | None:
    """Whose position this is, by what is known: None if of all seats, -1 if of none; PositionError if of only some."""
    known = [number for number, seat in enumerate(seats) if seat.hand is not None or seat.missions is not None]
    if len(known) == len(seats):
        return None
    if len(known) > 1:
        hidden = [number for number in range(len(seats)) if number not in known]
        raise PositionError(
            f"cards or missions of {_told(known)} are known, and those of {_told(hidden)} are not; they must be known "
            "of all seats, of one, or of none"
        )
    return known[0] if known else SPECTATOR


def _told(seats: Sequence[int]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {' and '.join(map(str, seats))}"


def without_hidden(left: Sequence[int], hidden: int) -> list[int]:
    """The tiles of each structure that are left, without some that nobody can see: each is one of those left most."""
    counts = list(left)
    for _ in range(hidden):
        most = max(range(len(counts)), key=counts.__getitem__)
        counts[most] = max(counts[most] - 1, 0)
    return counts


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
    totals = [number for number, seat in enumerate(seats) if isinstance(seat.points, int)]
    if chosen and totals:
        _tell_sources(words, fields, totals)
    return " ".join(fields)


def _tell_sources(words: Lexicon, fields: list[str], seats: Sequence[int]) -> None:
    """Rewrite totals in the fields of seats as points by source.

    Nobody can tell from a table which source a point came from, and the final count does not depend on it.
    """
    _, state, eyes, _ = read_unchecked(" ".join(fields), words.box)
    first = len(fields) - int(state[layout.PLAYERS])
    expansions = Expansions.of_flags(int(state[layout.EXPANSIONS]))
    told = state.tolist()
    totals = {seat: told[seat_base(seat) + layout.NOBLE_POINTS] for seat in seats}
    wrong = [each for seat, total in totals.items() if (each := put_score(words.words, told, seat, total)) is not None]
    if wrong and fault(words.words, told, eyes) is None:  # other faults are told when the text is read
        raise PositionError(f"this position cannot occur: {wrong[0]}")
    for seat in seats:
        parts = fields[first + seat].split(":")
        parts[_POINTS] = ",".join(str(told[seat_base(seat) + word]) for word in points_words(expansions))
        fields[first + seat] = ":".join(parts)


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
        under = _undersides(columns, seats)
        for tile in (*filter(None, display), *structures, *filter(_HIDDEN.__ne__, under)):
            left[tile[:1]] = left.get(tile[:1], 0) - 1
        counts = without_hidden([left[column] for column in columns], under.count(_HIDDEN))
        left = dict(zip(columns, counts, strict=True))
    else:
        left = {column: bag.get(column, 0) for column in columns}
        if unknown := sorted(set(bag) - set(columns)):
            raise PositionError(f"bag: {unknown[0]!r} is not a structure of this box; they are {columns}")
    if gone := [column for column in columns if left[column] < 0]:
        copies = int(words.table[at.TILES_EACH + len(seats)])
        raise PositionError(f"there are more than {copies} tiles of structure {gone[0]}")
    return ",".join(str(left[column]) for column in columns)


def _undersides(columns: str, seats: Sequence[SeatSetup]) -> list[str]:
    """The structures under all gardeners, '?' for those that nobody knows; PositionError if they are not told."""
    found: list[str] = []
    for number, seat in enumerate(seats):
        if seat.gardeners and not isinstance(seat.gardeners, Mapping):
            raise PositionError(
                f"seat {number}: what is in the bag depends on the tiles under the gardeners: name their structures, "
                f"gardeners={{{next(iter(seat.gardeners))!r}: 'f'}} ('?': not known), or the bag, bag={{'a': 2, …}}"
            )
        if isinstance(seat.gardeners, Mapping):
            for square, structure in seat.gardeners.items():
                if structure not in (*columns, _HIDDEN):
                    what = f"seat {number}: {structure!r} under {square}"
                    raise PositionError(f"{what} is not a structure of this box; they are {columns}")
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
            there = f"is not one of {', '.join(known)}" if known else "belongs to no expansion of this game"
            raise PositionError(f"{name}: {unknown[0]!r} {there}")
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
