"""Where everything lies in the arrays of a batch: its settings, the luck of each game, the numbers of an observation.

An observation is one row of int8 (docs/vector.md): first what concerns the whole table, then a block for each seat, the
observer's own first and the others in the order of play. A change here needs a new OBSERVATION_VERSION.
"""

from typing import Final, Protocol

from sanssouci.box.expansions import ALL_NAMES
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.layout import (
    CARDS,
    GARDEN,
    MAX_COLUMNS,
    NOBLE_POINTS,
    PHASE_NAMES,
    REWARD,
    SLOTS,
    SQUARES,
)


class Numbers(Protocol):
    """The part of a one-dimensional array of floats that rewards use."""

    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class NumberRows(Protocol):
    """A two-dimensional array of floats: one `Numbers` a row."""

    def __getitem__(self, index: int, /) -> Numbers: ...
    def __len__(self) -> int: ...


OBSERVATION_VERSION: Final = 1

# ── Settings: what all games of a batch have in common. ───────────────────────────────────────────────
PLAYERS: Final = 0
EXPANSIONS: Final = 1  # the sum of the flags of those that are played
FIRST: Final = 2  # the seat that starts, -1 if chance chooses
OWN_LUCK: Final = 3  # 1 if chance is left to the caller
AUTORESET: Final = 4  # what happens to a finished game, see below
REWARD_KIND: Final = 5  # what rewards are, see below
BATCH_SEED_0: Final = 6
BATCH_SEED_1: Final = 7
GAMES: Final = 8  # how many games there are side by side
SETTINGS_WORDS: Final = 9

SAME_STEP: Final = 0  # the step that ends a game also begins the next one
NEXT_STEP: Final = 1  # the step after that begins the next one, whatever its action is
DISABLED: Final = 2  # it stays as it is until the caller begins another

WIN_SHARE: Final = 0  # 1 for a victory, shared evenly among the winners
FINAL_POINTS: Final = 1
MARGIN: Final = 2  # points more than the best of the others

# ── Luck: the words of each game. ─────────────────────────────────────────────────────────────────────
NUMBER: Final = 0  # of the game in the order of `simulate`; the game after it in the same place is GAMES further on
SEED_0: Final = 1
SEED_1: Final = 2
NOISE: Final = 3  # of random decisions
LUCK_WORDS: Final = 4

# ── An observation: the part of the whole table … ─────────────────────────────────────────────────────
PHASE_AT: Final = 0  # one number for each phase: 1 for the present one, 0 for the others
EXPANSIONS_AT: Final = PHASE_AT + len(PHASE_NAMES)
PLAYERS_AT: Final = EXPANSIONS_AT + len(ALL_NAMES)
MOVER_AT: Final = PLAYERS_AT + 1  # whose turn it is, counted from the observer
FIRST_AT: Final = MOVER_AT + 1  # who started, counted from the observer
TURN_AT: Final = FIRST_AT + 1
CARD_AT: Final = TURN_AT + 1
HOME_AT: Final = CARD_AT + CARDS
DISPLAY_AT: Final = HOME_AT + 1  # one of MAX_COLUMNS for each slot, none for an empty one
BAG_AT: Final = DISPLAY_AT + SLOTS * MAX_COLUMNS
HAND_AT: Final = BAG_AT + MAX_COLUMNS  # the observer's own
TABLE_NUMBERS: Final = HAND_AT + CARDS
# ── … and the block of each seat. ─────────────────────────────────────────────────────────────────────
BUILT_AT: Final = 0
GARDENERS_AT: Final = BUILT_AT + SQUARES
MARKS_AT: Final = GARDENERS_AT + SQUARES  # 0, or 1 + the kind of the reward mark
NOBLES_AT: Final = MARKS_AT + SQUARES  # the row of each
DISCARDS_AT: Final = NOBLES_AT + MAX_COLUMNS
MISSIONS_AT: Final = DISCARDS_AT + CARDS
HAND_COUNT_AT: Final = MISSIONS_AT + MAX_COLUMNS
BOARDS_AT: Final = HAND_COUNT_AT + 1  # garden and reward board with their sides, from 1; 0 without
PIECES_AT: Final = BOARDS_AT + 2  # the square of each expansion's piece, from 1; 0 without
POINTS_AT: Final = PIECES_AT + len(PIECE_WORDS)  # in play: of nobles, then of each expansion
SEAT_NUMBERS: Final = POINTS_AT + 1 + len(POINTS_WORDS)

BOARD_WORDS: Final = (GARDEN, REWARD)
PIECES: Final = tuple(PIECE_WORDS.values())
POINTS: Final = (NOBLE_POINTS, *POINTS_WORDS.values())


def observation_size(players: int) -> int:
    """How many numbers an observation of a game has."""
    return TABLE_NUMBERS + players * SEAT_NUMBERS
