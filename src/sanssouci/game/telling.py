"""What a move did, as everybody saw it: for logs and for display."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sanssouci.box import Expansions
from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.lexicon import SQUARE_INDEX, Array, Lexicon, squares_in
from sanssouci.game.move import Move, Side, Turn
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import bit_of, square_of
from sanssouci.kernel.box_table import SLOT_SET
from sanssouci.kernel.choices import allowed_slots
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.paths import walk_path

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.view import View


WILD: Final = "*"
AnyTile = Literal["T4", "T5"]  # no tile showed the card's structure; the card was wild


class Told(NamedTuple):
    """A move with its consequences; nothing in it is secret."""

    seat: int
    move: Move
    board: Literal["garden", "reward"] | None  # the kind of board whose side was chosen
    side: str | None  # the board with its side: '2A'
    space: int | None  # where the tile was taken from, counted as in `Position.display`
    any_tile: AnyTile | None  # the rule by which the card allowed any tile
    square: str | None  # where it went
    pieces: dict[str, str | None]  # of expansions, where those that moved went; None if it has left the garden
    path: tuple[str, ...]  # the squares that the noble stepped on
    nobles: int  # points
    expansions: dict[str, int]  # by the name of each that is played
    refill: str | None  # the structure that was turned up


def tell(game: "Game", index: int) -> Told:
    """What the move with this index did."""
    before, first = game._stack[index]
    is_last = index + 1 == len(game.moves)
    after, end = (game._state, len(game._codes)) if is_last else game._stack[index + 1]
    return tell_move(game._lexicon, game.moves[index], before, after, game._codes[first:end])


def foretell(view: "View", move: Move) -> Told:
    """What a move would do that the seat of a view could play now."""
    after, codes = view, view.codes_of(move)
    for code in codes:
        after = after.after(code)
    return tell_move(view._lexicon, move, view._state, after._state, codes)


def tell_move(lexicon: Lexicon, move: Move, before: Array, after: Array, codes: Sequence[int]) -> Told:
    """What a move did that has led from one state to another; the codes of chance may follow those of its steps."""
    seat, expansions = int(before[layout.SEAT]), Expansions.of_flags(int(before[layout.EXPANSIONS]))
    if isinstance(move, Side):
        return _tell_side(lexicon, expansions, before, seat, move)
    assert isinstance(move, Turn)
    base = seat_base(seat)
    turned = [code for code in codes if code >= layout.TURNED_TILE_CODE]
    return Told(
        seat=seat,
        move=move,
        board=None,
        side=None,
        space=next(lexicon.space_of(code) for code in codes if layout.SLOT_CODE <= code < layout.GARDENER_CODE),
        any_tile=why_any_tile(lexicon, before, move.card),
        square=move.gardener or move.tile,
        pieces={
            name: next(iter(squares_in(int(after[base + word]))), None)
            for name, word in PIECE_WORDS.items()
            if before[base + word] != after[base + word]
        },
        path=_path_of_turn(lexicon, before, codes, move),
        nobles=int(after[base + layout.NOBLE_POINTS] - before[base + layout.NOBLE_POINTS]),
        expansions={
            name: int(after[base + POINTS_WORDS[name]] - before[base + POINTS_WORDS[name]]) for name in expansions
        },
        refill=LETTERS[turned[0] - layout.TURNED_TILE_CODE] if turned else None,
    )


def _tell_side(lexicon: Lexicon, expansions: Expansions, before: Array, seat: int, move: Side) -> Told:
    is_garden = before[layout.PHASE] == layout.GARDEN_SIDE
    boards = lexicon.box.gardens if is_garden else lexicon.box.rewards
    number = int(before[seat_base(seat) + (layout.GARDEN if is_garden else layout.REWARD)]) >> 1
    side = boards[number].id + move.side
    return Told(
        seat,
        move,
        "garden" if is_garden else "reward",
        side,
        None,
        None,
        None,
        {},
        (),
        0,
        dict.fromkeys(expansions, 0),
        None,
    )


def why_any_tile(lexicon: Lexicon, state: Array, card: str) -> AnyTile | None:
    """The rule by which a card allows every tile face up (T4, T5); None if it allows only some."""
    slots = allowed_slots(lexicon.words, int(state[layout.DISPLAY]), lexicon.card_slots[card])
    if slots != lexicon.words[SLOT_SET]:
        return None
    return "T5" if card == WILD else "T4"


def path_of_walk(lexicon: Lexicon, state: Array, square: str) -> tuple[str, ...]:
    """The squares that a noble steps on to reach a square, for the seat that is about to decide."""
    words: list[int] = state.tolist()
    out = [0] * layout.SQUARES
    count = walk_path(lexicon.words, words, seat_base(words[layout.SEAT]), bit_of(SQUARE_INDEX[square]), out)
    return tuple(SQUARE_NAMES[square_of(bit)] for bit in out[:count])


def _path_of_turn(lexicon: Lexicon, before: Array, codes: Sequence[int], move: Turn) -> tuple[str, ...]:
    if move.walk is None:
        return ()
    state = before.copy()
    for code in codes:
        if code >= layout.WALK_CODE:
            break
        engine.engine().apply(lexicon.table, state, code)
    return path_of_walk(lexicon, state, move.walk)
