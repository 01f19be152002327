"""What a picture may mark: what the last move did, and what may be chosen next. The kernel says what is legal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sanssouci.box.boards import SIDES
from sanssouci.box.squares import SQUARE_NAMES
from sanssouci.game.beginning import read_beginning
from sanssouci.game.errors import SanssouciError
from sanssouci.game.legal import codes_of, list_codes
from sanssouci.game.lexicon import SQUARE_INDEX, Array, Lexicon
from sanssouci.game.move import Move, Turn
from sanssouci.kernel import engine, layout
from sanssouci.kernel.garden import noble_row
from sanssouci.kernel.layout import CARD_CODE, GARDENER_CODE, PIECE_CODE, STAND_CODE, seat_base
from sanssouci.kernel.steps import score_in_play

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.position import Position


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move and what everybody saw of it, to be marked in pictures."""

    seat: int  # who made it
    move: Move
    gained: int  # points
    space: int | None = None  # the space of the display that it emptied
    start: int | None = None  # the row from which the noble walked, 0 for the terrace


@dataclass(frozen=True, slots=True)
class Choices:
    """What the seat at hand may choose next, and what it has chosen already."""

    seat: int
    sides: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    spaces: frozenset[int] = frozenset()
    squares: frozenset[str] = frozenset()
    chosen_side: str | None = None
    chosen_card: str | None = None
    chosen_space: int | None = None
    chosen_squares: tuple[str, ...] = ()  # where the tile lands, where a piece and the noble go


def last_of(game: "Game") -> LastMove | None:
    """The last move of a game, None before the first."""
    if not game._moves:
        return None
    before, move = game._stack[-1][0], game._moves[-1]
    seat = int(before[layout.SEAT])
    if not isinstance(move, Turn):
        return LastMove(seat, move, gained=0)
    lexicon, base = game._lexicon, seat_base(seat)
    space = lexicon.space_of(codes_of(lexicon, before, move)[1])
    start = None
    if move.walk is not None:
        start = int(noble_row(lexicon.table, before, base, SQUARE_INDEX[move.walk] % layout.MAX_COLUMNS))
    gained = int(score_in_play(game._state, base) - score_in_play(before, base))
    return LastMove(seat, move, gained, space, start)


def choices_of(position: "Position", legal: bool | str) -> Choices | None:
    """What may be chosen next; `legal` is True, or the beginning of a move, after which the next step is asked for."""
    if legal is False:
        return None
    if isinstance(legal, str) and legal.strip():
        return _after(position, legal)
    seat = position.seat
    if seat is None or not position._may_move():
        return None
    if position.begun:
        return _after(position, position.begun)
    lexicon, state = position._lexicon, position._state
    codes = list_codes(lexicon, state)
    if position.is_setup:
        return Choices(seat, sides=frozenset(SIDES[code] for code in codes))
    tiles: set[int] = set()
    for code in codes:
        after = state.copy()
        engine.engine().apply(lexicon.table, after, code)
        tiles |= set(list_codes(lexicon, after))
    cards = frozenset(lexicon.cards[code - CARD_CODE] or "" for code in codes)
    return Choices(seat, cards=cards, spaces=frozenset(map(lexicon.space_of, tiles)))


def _after(position: "Position", text: str) -> Choices:
    """The choices after the beginning of a move."""
    seat = position.seat
    if seat is None or not position._may_move():
        raise SanssouciError(f"{text!r} cannot be marked: whoever is looking has no move to make")
    before, taken = position._under_way()
    lexicon, state = position._lexicon, before.copy()
    codes = read_beginning(lexicon, state, text)
    if codes[: len(taken)] != list(taken):
        raise SanssouciError(f"{text!r} cannot be marked: the move under way begins with {position.begun!r}")
    return _described(lexicon, state, int(before[layout.DISPLAY]), codes, seat)


def _described(lexicon: Lexicon, state: Array, display: int, codes: list[int], seat: int) -> Choices:
    """The choices after some steps of a move."""
    if codes[0] < CARD_CODE:
        return Choices(seat, chosen_side=SIDES[codes[0]])
    phase = int(state[layout.PHASE])
    going_on = layout.PLAY_CARD < phase <= layout.WALK_NOBLE
    following = [code for code in list_codes(lexicon, state) if code != STAND_CODE] if going_on else []
    squares = [SQUARE_NAMES[(code - GARDENER_CODE) % layout.SQUARES] for code in codes[2:] if code != STAND_CODE]
    space = None
    if len(codes) > 1:
        space = lexicon.space_of(codes[1])
        turned = phase == layout.PLACE_GARDENER or any(GARDENER_CODE <= code < PIECE_CODE for code in codes)
        if not turned:
            home = lexicon.decision_text(codes[1], display)[:2]
            squares.insert(0, home)
    taking = phase == layout.TAKE_TILE
    names = () if taking else (SQUARE_NAMES[(code - GARDENER_CODE) % layout.SQUARES] for code in following)
    return Choices(
        seat,
        spaces=frozenset(map(lexicon.space_of, following)) if taking else frozenset(),
        squares=frozenset(names),
        chosen_card=lexicon.cards[codes[0] - CARD_CODE],
        chosen_space=space,
        chosen_squares=tuple(squares),
    )
