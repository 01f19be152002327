"""Where everything lies: the words of a state, the phases of a game, the codes of actions.

All numbers here are part of the public contract (docs/actions.md). They are plain module constants, so the
compiler may freeze them. What depends on the box is in the box's table instead (box_table.py).

A garden is a bitboard with ten bits a row; the tenth is always 0, which keeps shifts from wrapping:

        a  b  c  d  e  f  g  h  i  (guard)
    1   0  1  2  3  4  5  6  7  8   9
    2  10 11 12 13 14 15 16 17 18  19
    …
    6  50 51 52 53 54 55 56 57 58  59        bit = 10 * (row - 1) + column

Outside the kernel, squares are dense: square = 9 * (row - 1) + column, 0 to 53.
"""

from typing import Final, Protocol

from sanssouci.box import expansions


class Words(Protocol):
    """The part of a one-dimensional array of int64 that the rules use."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Rows(Protocol):
    """A two-dimensional array of int64: one `Words` a row."""

    def __getitem__(self, index: int, /) -> Words: ...
    def __len__(self) -> int: ...


ACTION_VERSION: Final = 1

STRIDE: Final = 10
MAX_COLUMNS: Final = 9
MAX_ROWS: Final = 6
MAX_SEATS: Final = 4
SQUARES: Final = 54
SLOTS: Final = 10  # of the display
CARDS: Final = 18
BOARDS: Final = 4

# ── Cards: the slots of a deck. A smaller deck leaves slots empty; the numbers stay. ──────────────────
FIRST_STRUCTURE_CARD: Final = 8  # 0-7: pairs of colours, 8-16: the structures of columns a-i
WILD_CARD: Final = 17

# ── Display: four bits a slot, so that sets of slots use every fourth bit. ────────────────────────────
#   A space is a slot that the box uses (C8); a smaller display leaves slots empty, and the numbers stay.
#   slot   0   1   2   3   4   5   6   7   8   9
#   row    2   2   3   3   4   4   5   5   6   6
SLOT_BITS: Final = 4
EMPTY_SLOT: Final = 15
EVERY_SLOT: Final = 0x1111111111
# ── Bag: six bits for the number of tiles of each structure. ──────────────────────────────────────────
BAG_BITS: Final = 6
BAG_MASK: Final = 63

# ── State: the words that belong to the whole table. ──────────────────────────────────────────────────
PLAYERS: Final = 0  # 2, 3 or 4
EXPANSIONS: Final = 1  # the sum of the flags of those that are played
FIRST: Final = 2  # the seat that starts (S5)
PHASE: Final = 3
SEAT: Final = 4  # whose decision it is, or for whom chance is asked
TURN: Final = 5  # turns finished, by all players together
CARD: Final = 6  # the card of the turn under way, -1 between turns
SLOT: Final = 7  # the slot emptied in this turn, -1 if none
HOME: Final = 8  # the bit of the square on which the tile taken belongs (P1), -1 if none
DISPLAY: Final = 9
BAG: Final = 10
# word 11 is spare
# ── … and twelve words for each seat. ─────────────────────────────────────────────────────────────────
SEAT_BASE: Final = 12
SEAT_WORDS: Final = 12
BUILT: Final = 0  # bitboard: structure, gardener or visible pre-printed structure
GARDENERS: Final = 1  # bitboard
AHEAD: Final = 2  # bitboard: in each column, the squares below its noble. This is where the nobles stand
HAND: Final = 3  # set of cards, secret
DISCARDS: Final = 4  # set of cards. Neither in hand nor here: in the draw pile
MISSIONS: Final = 5  # set of columns, secret until the end
GARDEN: Final = 6  # 2 * garden board + side, -1 before it is dealt
REWARD: Final = 7  # 2 * reward board + side, -1 without
WILD_BOAR: Final = 8  # the bit (as a bitboard) on which the boar stands, 0 without
NOBLE_POINTS: Final = 9
REWARD_POINTS: Final = 10
BOAR_POINTS: Final = 11
STATE_WORDS: Final = SEAT_BASE + MAX_SEATS * SEAT_WORDS  # 60 words, 480 bytes

REWARDS: Final = expansions.REWARDS.flag
BOAR: Final = expansions.BOAR.flag

# ── Phases, in the order in which a game goes through them. ───────────────────────────────────────────
DEAL_GARDENS: Final = 0  # chance
GARDEN_SIDE: Final = 1
DEAL_MISSIONS: Final = 2  # chance
DEAL_REWARDS: Final = 3  # chance
REWARD_SIDE: Final = 4
DEAL_CARDS: Final = 5  # chance
DEAL_TILES: Final = 6  # chance
PLAY_CARD: Final = 7
TAKE_TILE: Final = 8
PLACE_GARDENER: Final = 9
MOVE_BOAR: Final = 10
WALK_NOBLE: Final = 11
REFILL: Final = 12  # chance
DRAW_CARD: Final = 13  # chance
OVER: Final = 14
PHASE_NAMES: Final = (
    "deal gardens",
    "choose garden side",
    "deal missions",
    "deal reward boards",
    "choose reward side",
    "deal cards",
    "deal tiles",
    "play card",
    "take tile",
    "place gardener",
    "move boar",
    "walk noble",
    "refill",
    "draw card",
    "over",
)
CHANCE_PHASES: Final = (
    1 << DEAL_GARDENS
    | 1 << DEAL_MISSIONS
    | 1 << DEAL_REWARDS
    | 1 << DEAL_CARDS
    | 1 << DEAL_TILES
    | 1 << REFILL
    | 1 << DRAW_CARD
)

# ── Action codes: disjoint ranges, each followed by the next. ─────────────────────────────────────────
SIDE_CODE: Final = 0  # 2 sides of a garden or reward board
CARD_CODE: Final = SIDE_CODE + 2
SLOT_CODE: Final = CARD_CODE + CARDS
GARDENER_CODE: Final = SLOT_CODE + SLOTS
PIECE_CODE: Final = GARDENER_CODE + SQUARES  # an expansion's piece goes to a square
WALK_CODE: Final = PIECE_CODE + SQUARES
STAND_CODE: Final = WALK_CODE + SQUARES
ACTIONS: Final = STAND_CODE + 1  # decisions are 0 to 192
# ── Chance codes follow. ──────────────────────────────────────────────────────────────────────────────
DEALT_GARDEN_CODE: Final = ACTIONS  # 4 boards
DEALT_MISSION_CODE: Final = DEALT_GARDEN_CODE + BOARDS
DEALT_REWARD_CODE: Final = DEALT_MISSION_CODE + MAX_COLUMNS  # 4 boards
DRAWN_CARD_CODE: Final = DEALT_REWARD_CODE + BOARDS
TURNED_TILE_CODE: Final = DRAWN_CARD_CODE + CARDS
CODES: Final = TURNED_TILE_CODE + MAX_COLUMNS  # 237 in all

# ── Result columns, see scoring.py. ───────────────────────────────────────────────────────────────────
POINTS_NOBLES: Final = 0
POINTS_ROWS: Final = 1
POINTS_COLUMNS: Final = 2
POINTS_MISSIONS: Final = 3
POINTS_REWARDS: Final = 4
POINTS_BOAR: Final = 5
POINTS_TOTAL: Final = 6
RESULT_GARDENERS: Final = 7
RESULT_WINS: Final = 8  # 1 for each winner of a finished game
RESULT_WORDS: Final = 9

# The longest list of codes that one game can give: set-up, then 72 turns of up to 5 decisions and 2 chances.
LONGEST_GAME: Final = 40 + SLOTS + MAX_SEATS * CARDS * 7


def seat_base(seat: int) -> int:
    """The first word of a seat's part of the state."""
    return SEAT_BASE + SEAT_WORDS * seat


def row_of_slot(slot: int) -> int:
    """The row whose colour a slot of the display has: two slots for each row from 2 on (C8)."""
    return slot // 2 + 2


def home_of(slot: int, structure: int) -> int:
    """The square on which a tile of the display belongs (P1)."""
    return STRIDE * (row_of_slot(slot) - 1) + structure


def row_of_bit(bit: int) -> int:
    """The row of a square, which is also what a noble scores there (C3, N5)."""
    return bit // STRIDE + 1


def is_chance(phase: int) -> bool:
    """Whether chance, not a player, makes the next step."""
    return (CHANCE_PHASES >> phase) & 1 == 1
