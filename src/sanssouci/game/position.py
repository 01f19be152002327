"""Reading a state: what lies on the table, in the words of the rules. `Game` and `View` are both positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import numpy.typing as npt

from sanssouci.box import Box, Expansions
from sanssouci.box.boards import SIDES
from sanssouci.box.expansions import Names
from sanssouci.box.rewards import MARK_WORDS
from sanssouci.box.squares import LETTERS, SQUARE_NAMES
from sanssouci.game.legal import LegalMoves, carry_out, list_codes, turn_of
from sanssouci.game.lexicon import Array, Lexicon, column_letters, face_up, squares_in
from sanssouci.game.move import Move, Side
from sanssouci.game.numbers import whole
from sanssouci.game.points import Outcome, Points, points_of
from sanssouci.game.projection import Projection, project
from sanssouci.kernel import box_table as at
from sanssouci.kernel import engine, layout
from sanssouci.kernel.chance import tiles_in_bag
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.garden import noble_row, walk_squares
from sanssouci.kernel.layout import is_chance, seat_base
from sanssouci.kernel.observing import hand_count
from sanssouci.kernel.setup import has_chosen_side
from sanssouci.kernel.steps import score_in_play
from sanssouci.kernel.validity import shown_print, visible_print

if TYPE_CHECKING:
    from sanssouci.game.building import SeatSetup
    from sanssouci.game.game import Game
    from sanssouci.game.telling import AnyTile
    from sanssouci.game.view import View


@dataclass(frozen=True, slots=True)
class Garden:
    """One player's garden. Squares are texts like 'f3'."""

    board: str  # the garden board and its side, '2A'; '2?' before the side is chosen
    reward: str | None  # the reward board and its side
    printed: frozenset[str]  # pre-printed and visible
    structures: frozenset[str]  # tiles, structure side up
    gardeners: frozenset[str]
    nobles: dict[str, int]  # by column letter: the row, 0 on the terrace
    pieces: dict[str, str]  # by the name of an expansion: the square on which its piece stands
    marks: dict[str, str]  # rewards by square: '+2', 'g3', '-2'

    @property
    def built(self) -> frozenset[str]:
        """All squares that are not free (C4)."""
        return self.printed | self.structures | self.gardeners


class Position:
    """What lies on the table, as a `Game` or a `View` holds it. Seats count from 0, clockwise."""

    __slots__ = ("_legal", "_lexicon", "_state")

    _lexicon: Lexicon
    _state: Array
    _legal: LegalMoves | None  # of this position, or of an earlier one

    @classmethod
    def build(
        cls,
        box: str | Box,
        seats: "Sequence[SeatSetup]",
        *,
        display: Sequence[str | None],
        expansions: Names = (),
        first: SupportsIndex = 0,
        bag: Mapping[str, int] | None = None,
    ) -> "Game | View":
        """A position from what lies on a table, entered piece by piece; PositionError if it cannot have come about.

        With the cards and missions of all seats it is a `Game`, with those of one the `View` of that seat, with none a
        spectator's. `Game.build` and `View.build` insist on one of these.

        Args:
            box: the name of a published box, the path of a box file, or a `Box`.
            seats: what lies before each player; hands and missions are None where they are not known.
            display: the face-up tiles, space by space, as `display` gives them.
            expansions: the names of the expansions.
            first: the seat that started; whose turn it is follows from the cards played.
            bag: the tiles in the bag by structure. It may be left out if the structures under all gardeners are named;
                '?' is taken to be one of those that there are most of.
        """
        from sanssouci.game.building import known_eyes
        from sanssouci.game.game import Game
        from sanssouci.game.view import View

        eyes = known_eyes(seats)
        if eyes is None:
            return Game.build(box, seats, display=display, expansions=expansions, first=first, bag=bag)
        return View.build(box, seats, display=display, eyes=eyes, expansions=expansions, first=first, bag=bag)

    @property
    def box(self) -> Box:
        """The box that is played."""
        return self._lexicon.box

    @property
    def players(self) -> int:
        """The number of players."""
        return self._state.item(layout.PLAYERS)

    @property
    def expansions(self) -> Expansions:
        """The names of the expansions played."""
        return Expansions.of_flags(int(self._state[layout.EXPANSIONS]))

    @property
    def first(self) -> int:
        """The seat that started (S5)."""
        return int(self._state[layout.FIRST])

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is; None when the game is over or chance comes next."""
        return None if self.is_over or self.is_chance else int(self._state[layout.SEAT])

    @property
    def phase(self) -> str:
        """What comes next: 'choose garden side', 'choose reward side', 'play card', or 'over'.

        In the middle of a turn it is the step at hand: 'take tile', 'place gardener', 'move boar' or 'walk noble'.
        """
        return layout.PHASE_NAMES[self._state[layout.PHASE]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state[layout.PHASE] == layout.OVER)

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next, as it can in a game with your own luck and after the last step of a draft."""
        return is_chance(self._state.item(layout.PHASE))

    @property
    def is_setup(self) -> bool:
        """Whether sides of boards are still being chosen."""
        return bool(self._state[layout.PHASE] < layout.PLAY_CARD)

    @property
    def begun(self) -> str:
        """The beginning of the move under way in notation, like '36 f3'; empty between two moves."""
        from sanssouci.game.beginning import write_beginning

        before, steps = self._under_way()
        return write_beginning(self._lexicon, before, steps)

    @property
    def turns(self) -> int:
        """The number of turns finished, by all players together."""
        return int(self._state[layout.TURN])

    @property
    def rounds(self) -> int:
        """The number of rounds of the game."""
        return self.box.rounds

    @property
    def round(self) -> int:
        """The round under way, counted from 1; after the end, the last one."""
        return min(self.turns // self.players + 1, self.rounds)

    @property
    def display(self) -> tuple[str | None, ...]:
        """The face-up tiles, space by space, each as the square where it belongs; None where there is none."""
        return face_up(int(self._state[layout.DISPLAY]), self._lexicon.slots)[0]

    @property
    def tiles(self) -> tuple[str | None, ...]:
        """The face-up tiles in notation, with ' for the second of two equal tiles of a row."""
        return face_up(int(self._state[layout.DISPLAY]), self._lexicon.slots)[1]

    @property
    def bag(self) -> dict[str, int]:
        """The tiles in the bag by structure. This is public: everyone has seen every tile drawn."""
        bits = int(self._state[layout.BAG])
        return {
            LETTERS[column]: bits >> layout.BAG_BITS * column & layout.BAG_MASK
            for column in range(len(self.box.columns))
        }

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag."""
        return tiles_in_bag(int(self._state[layout.BAG]))

    def hand_count(self, seat: SupportsIndex) -> int:
        """How many cards a seat holds."""
        return int(hand_count(self._lexicon.table, self._state, self._checked(seat)))

    @property
    def mission_count(self) -> int:
        """How many missions each seat has (S3)."""
        return self.box.missions if self._state[layout.PHASE] > layout.DEAL_MISSIONS else 0

    def pile_count(self, seat: SupportsIndex) -> int:
        """How many cards lie in a seat's draw pile (D2)."""
        return self.rounds - self.hand_count(seat) - len(self.discards(seat))

    def discards(self, seat: SupportsIndex) -> tuple[str, ...]:
        """The cards that a seat has played (T6)."""
        return self._lexicon.card_set(self._word(seat, layout.DISCARDS))

    def undiscarded(self, seat: SupportsIndex) -> tuple[str, ...]:
        """The cards that a seat has not played yet, in hand or in the pile: public knowledge."""
        deck = int(self._lexicon.table[at.DECK])
        return self._lexicon.card_set(deck & ~self._word(seat, layout.DISCARDS))

    def garden(self, seat: SupportsIndex, *, laid: bool = False) -> Garden:
        """A seat's garden; with `laid`, under its reward board as soon as that board's side is chosen (W2)."""
        seat = self._checked(seat)
        table, base = self._lexicon.words, seat_base(seat)
        state: list[int] = self._state.tolist()
        built, gardeners = state[base + layout.BUILT], state[base + layout.GARDENERS]
        printed = shown_print(table, state, seat) if laid else visible_print(table, state, base)
        return Garden(
            board=self._board_text(state, seat, layout.GARDEN, layout.GARDEN_SIDE) or "?",
            reward=self._board_text(state, seat, layout.REWARD, layout.REWARD_SIDE),
            printed=frozenset(squares_in(printed)),
            structures=frozenset(() if self.is_setup else squares_in(built & ~gardeners & ~printed)),
            gardeners=frozenset(squares_in(gardeners)),
            nobles={LETTERS[column]: noble_row(table, state, base, column) for column in range(len(self.box.columns))},
            pieces={name: square for name, word in PIECE_WORDS.items() for square in squares_in(state[base + word])},
            marks=self._marks(state, seat),
        )

    def walks(self, seat: SupportsIndex) -> frozenset[str]:
        """The squares on which a noble of a seat could end a walk in its present garden (N2-N4)."""
        base = seat_base(self._checked(seat))
        return frozenset(squares_in(walk_squares(self._lexicon.words, self._state.tolist(), base)))

    def any_tile(self, card: str) -> "AnyTile | None":
        """The rule by which a card allows every tile face up: 'T4', 'T5', or None if it allows only some."""
        from sanssouci.game.telling import why_any_tile

        return why_any_tile(self._lexicon, self._state, card)

    def path_to(self, square: str) -> tuple[str, ...]:
        """The squares that a noble steps on to reach `square`, which must be one that the seat may choose now."""
        from sanssouci.game.telling import path_of_walk

        return path_of_walk(self._lexicon, self._state, square)

    @property
    def gardens(self) -> tuple[Garden, ...]:
        """All gardens, by seat."""
        return tuple(self.garden(seat) for seat in range(self.players))

    def points(self, seat: SupportsIndex) -> Points:
        """A seat's points by source: those in play while the game is running, all of them after the end."""
        return points_of(self._results()[self._checked(seat)].tolist())

    def points_in_play(self, seat: SupportsIndex) -> int:
        """What a seat's score marker shows before the final count."""
        return int(score_in_play(self._state, seat_base(self._checked(seat))))

    def points_of_expansions(self, seat: SupportsIndex) -> dict[str, int]:
        """The points in play that each expansion has brought a seat."""
        return {name: self._word(seat, POINTS_WORDS[name]) for name in self.expansions}

    def projected(self, seat: SupportsIndex) -> Projection:
        """What a seat would have if the game ended now, and the rows and columns within its reach.

        A view counts the missions of its own seat only: those of others are not known, and a spectator knows none.
        """
        seat = self._checked(seat)
        ended = self._state.copy()
        ended[layout.PHASE] = layout.OVER
        points = points_of(_results(self._lexicon, ended)[seat].tolist())
        return project(self._lexicon, ended, points, seat, known=self._knows_missions(seat))

    @property
    def scores(self) -> tuple[int, ...]:
        """The total points of each seat."""
        return tuple(int(total) for total in self._results()[: self.players, layout.POINTS_TOTAL])

    def outcome(self) -> Outcome | None:
        """The points and winners; None while the game is running."""
        if not self.is_over:
            return None
        rows = self._results().tolist()[: self.players]
        return Outcome(
            points=tuple(points_of(row) for row in rows),
            gardeners=tuple(row[layout.RESULT_GARDENERS] for row in rows),
            winners=tuple(seat for seat, row in enumerate(rows) if row[layout.RESULT_WINS]),
        )

    # ── codes (docs/actions.md) ────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Array:
        """The position as the rules see it: 60 words of int64, read-only for good. `state.copy()` may be changed.

        A view's state holds zeros for what its seat does not know.
        """
        return np.frombuffer(self._state.tobytes(), np.int64)

    @property
    def table(self) -> Array:
        """The box as the rules see it: one flat array, read-only, which goes with `state` into every entry point."""
        return self._lexicon.table

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat whose turn it is; in a view, none if that is another seat."""
        if self._legal is None or not self._legal.is_of(self):
            self._legal = LegalMoves(self)
        return self._legal

    @property
    def legal_codes(self) -> tuple[int, ...]:
        """The codes of the decisions that are legal now, in ascending order: one step of a move, not a whole move."""
        return tuple(list_codes(self._lexicon, self._state)) if self._may_move() else ()

    @property
    def steps(self) -> tuple[int, ...]:
        """The codes of the move under way, whose text is `begun`; empty between two moves."""
        _, steps = self._under_way()
        return steps

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """The legal codes as a fresh array of booleans over the whole action space of 193 decisions."""
        mask = np.zeros(layout.ACTIONS, np.bool_)
        mask[list(self.legal_codes)] = True
        return mask

    def move_of(self, codes: Sequence[SupportsIndex]) -> Move:
        """The move made of the codes of all its steps; -1 stands for a step that it does not have.

        The first five words of a row of `legal_moves.table()` will do. In the middle of a move, pass the codes of the
        whole move. Nothing is checked: the codes must be those of a legal move.
        """
        before, _ = self._under_way()
        numbers = [int(code) for code in codes]
        if numbers[0] < layout.CARD_CODE:
            return Side(SIDES[numbers[0]])
        return turn_of(self._lexicon, int(before[layout.DISPLAY]), numbers)

    def codes_of(self, move: Move | str) -> tuple[int, ...]:
        """The codes of the steps of a move, in order; IllegalMoveError if the rules forbid it."""
        before, _ = self._under_way()
        move = Move.parse(move) if isinstance(move, str) else move
        return tuple(carry_out(self._lexicon, before.copy(), move))

    def __str__(self) -> str:
        from sanssouci.game.drawing import draw_position

        return draw_position(self)

    # ── for subclasses and neighbours in this package ──────────────────────────────────────────────

    def _may_move(self) -> bool:
        """Whether the holder of this position has a move to make."""
        raise NotImplementedError

    def _under_way(self) -> tuple[Array, tuple[int, ...]]:
        """The state before the move under way and the codes of its steps; between moves, this state and no codes."""
        return self._state, ()

    def _knows_missions(self, seat: int) -> bool:
        """Whether the holder of this position knows the missions of a seat: in a game, of every seat."""
        return True

    def _results(self) -> Array:
        return _results(self._lexicon, self._state)

    def _word(self, seat: SupportsIndex, word: int) -> int:
        return int(self._state[seat_base(self._checked(seat)) + word])

    def _checked(self, seat: SupportsIndex) -> int:
        number = seat if type(seat) is int else whole(seat)
        if number is None or not 0 <= number < self.players:
            raise IndexError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")
        return number

    def _board_text(self, state: list[int], seat: int, word: int, phase: int) -> str | None:
        value = state[seat_base(seat) + word]
        if value < 0:
            return None
        boards = self.box.gardens if word == layout.GARDEN else self.box.rewards
        chosen = has_chosen_side(self._lexicon.words, state, seat, phase)
        return boards[value >> 1].id + (SIDES[value & 1] if chosen else "?")

    def _marks(self, state: list[int], seat: int) -> dict[str, str]:
        value = state[seat_base(seat) + layout.REWARD]
        if value < 0 or not has_chosen_side(self._lexicon.words, state, seat, layout.REWARD_SIDE):
            return {}
        side = self.box.rewards[value >> 1].sides[value & 1]
        return {SQUARE_NAMES[square]: MARK_WORDS[mark] for square, mark in side.items() if any(mark)}

    def _cards(self, seat: int) -> tuple[str, ...]:
        return self._lexicon.card_set(self._word(seat, layout.HAND))

    def _missions(self, seat: int) -> tuple[str, ...]:
        return tuple(column_letters(self._word(seat, layout.MISSIONS)))


def _results(lexicon: Lexicon, state: Array) -> Array:
    out = np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)
    engine.engine().results(lexicon.table, state, out)
    return out
