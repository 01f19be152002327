"""A game of Sanssouci: push and pop moves, ask what is legal, see who won."""

import re
import secrets
from collections.abc import Iterable
from typing import Any

import numpy as np

from sanssouci.box import Box, Expansions, load
from sanssouci.box.expansions import Names
from sanssouci.game.errors import SanssouciError
from sanssouci.game.legal import LegalMoves, carry_out
from sanssouci.game.lexicon import Array, Lexicon, lexicon
from sanssouci.game.move import Move
from sanssouci.game.numbers import whole
from sanssouci.game.position import Position
from sanssouci.game.view import SPECTATOR, View
from sanssouci.kernel import engine, layout
from sanssouci.kernel.luck import STREAM_FIRST, i64

SEED_BITS = 128
NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{0,80}")  # the same in every version of Unicode


class Game(Position):
    """A whole game with all that is hidden in it.

    Args:
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with, as a list or in one text: "rewards,boar".
        first: the seat that starts (S5); None lets chance choose.
        seed: the luck of the whole game, a number below 2^128; None takes a fresh secret one.
    """

    __slots__ = ("_codes", "_moves", "_names", "_seed", "_seed_holds", "_stack", "_start", "_words")

    def __init__(
        self,
        box: str | Box = "ravensburger",
        *,
        players: int = 2,
        expansions: Names = (),
        first: int | None = None,
        seed: int | None = None,
    ) -> None:
        box = box if isinstance(box, Box) else load(box)
        expansions = check_options(box, players=players, expansions=expansions, first=first)
        words, seed = lexicon(box), _luck(seed)
        if first is None:
            first = engine.engine().draw(*seed_words(seed), STREAM_FIRST, 0, int(players))
        self._begin(words, new_state(words, players, expansions, first), seed)
        self._settle()

    @classmethod
    def _from_state(cls, words: Lexicon, start: Array, seed: int | None = None) -> "Game":
        """A game that stands at a state and has no past: the one way to build a game without dealing it."""
        game = cls.__new__(cls)
        game._begin(words, start, _luck(seed))
        return game

    def _begin(self, words: Lexicon, start: Array, seed: int) -> None:
        self._lexicon = words
        self._start = start  # where the codes begin; it is never changed
        self._state = start.copy()
        self._seed = seed
        self._words = seed_words(seed)
        self._seed_holds = True  # whether all chance so far came from this seed
        self._stack: list[tuple[Array, int]] = []  # the states before each move, and the codes there were then
        self._moves: list[Move] = []
        self._codes: list[int] = []  # everything that happened since the start, decisions and chance
        self._names: tuple[str, ...] | None = None

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat that has to move."""
        return LegalMoves(self)

    def push(self, move: Move | str) -> None:
        """Play a move, and let luck refill and draw; the game does not change if the move is illegal."""
        self._append(Move.parse(move) if isinstance(move, str) else move)
        self._settle()

    def pop(self) -> Move:
        """Take the last move back and return it.

        Pushed again, it meets the same luck, unless that came from a record without a seed.
        """
        if not self._moves:
            raise SanssouciError("there is no move to take back")
        self._state, count = self._stack.pop()
        del self._codes[count:]
        return self._moves.pop()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, sides of boards included."""
        return tuple(self._moves)

    def copy(self) -> "Game":
        """A game of its own with the same past and the same luck to come."""
        other = Game._from_state(self._lexicon, self._start, self._seed)
        other._state = self._state.copy()
        other._seed_holds = self._seed_holds
        other._stack = self._stack.copy()
        other._moves = self._moves.copy()
        other._codes = self._codes.copy()
        other._names = self._names
        return other

    __copy__ = copy

    def _append(self, move: Move) -> None:
        """Play the decisions of a move; chance is still to come."""
        state = self._state.copy()
        codes = carry_out(self._lexicon, state, move)
        self._stack.append((self._state, len(self._codes)))
        self._moves.append(move)
        self._codes.extend(codes)
        self._state = state

    def _settle(self) -> None:
        trace = np.empty(layout.LONGEST_GAME, np.int64)
        count = engine.engine().settle(self._lexicon.table, self._state, *self._words, trace)
        self._codes.extend(trace[:count].tolist())

    def _may_move(self) -> bool:
        return not self.is_over

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the seats, if they have any; they go into records."""
        return self._names

    @names.setter
    def names(self, names: Iterable[str] | None) -> None:
        self._names = None if names is None else check_names(tuple(names), self.players)

    # ── secrets ────────────────────────────────────────────────────────────────────────────────────

    @property
    def seed(self) -> int:
        """The luck of the game. Whoever knows it knows all that will be drawn."""
        return self._seed

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards that a seat holds."""
        return self._cards(self._checked(seat))

    def missions(self, seat: int) -> tuple[str, ...]:
        """The columns of a seat's missions."""
        return self._missions(self._checked(seat))

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat may see, or by default a spectator."""
        seat = SPECTATOR if whole(seat) == SPECTATOR else self._checked(seat)
        observation = np.empty(layout.STATE_WORDS, np.int64)
        engine.engine().observe(self._state, seat, observation)
        return View(self._lexicon, observation, seat)

    # ── pictures ───────────────────────────────────────────────────────────────────────────────────

    def svg(
        self,
        seat: int | None = None,
        *,
        last_move: bool = True,
        legal: bool | str = False,
        size: float | None = None,
        language: str = "en",
    ) -> str:
        """The position as an SVG: with everything, or as `seat` sees it (-1: a spectator). See docs/pictures.md.

        `legal` marks what may be chosen: True for cards and tiles, the beginning of a move for what may follow it.
        `size` is a width in pixels.
        """
        from sanssouci.game.svg import draw, last_of

        shown = self if seat is None else self.view(seat)
        last = last_of(self) if last_move else None
        return draw(shown, names=self.names, last=last, legal=legal, size=size, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ── texts ──────────────────────────────────────────────────────────────────────────────────────

    def text(self) -> str:
        """The complete position as one line, secrets included (docs/notation.md)."""
        from sanssouci.game.text import write_position

        return write_position(self)

    @classmethod
    def from_text(cls, text: str, *, box: Box | None = None, seed: int | None = None) -> "Game":
        """A game that goes on from a complete position; `box` is needed for one that is not published."""
        from sanssouci.game.text import read_game

        return read_game(text, box=box, seed=seed)

    def record(self, *, seat: int | None = None, complete: bool = False, legal: bool = False) -> dict[str, Any]:
        """The game as a JSON-able record (docs/record.md).

        A finished game is exported whole. A running one only as `seat` (-1: a spectator) may know it, or with
        `complete=True` with the secrets of all seats. `legal` adds the legal choices to every decision.
        """
        from sanssouci.game.record import write_record

        return write_record(self, seat=seat, complete=complete, legal=legal)

    @classmethod
    def from_record(cls, record: object, *, running: bool = False, seed: int | None = None) -> "Game":
        """The game of a record, every event checked; RecordError names the first that cannot be.

        With `running`, a record that was exported before the end (`complete=True`) is taken too; `seed` is the luck
        to come if the record has none.
        """
        from sanssouci.game.replay import read_record

        return read_record(record, running=running, seed=seed)

    def __repr__(self) -> str:
        options = f", expansions={str(self.expansions)!r}" if self.expansions else ""
        return f"<Game: {self.box.id}, players={self.players}{options}, round {self.round}/{self.rounds}, {self.phase}>"


def check_options(box: Box, *, players: int, expansions: Names, first: int | None) -> Expansions:
    """The expansions that are played; SanssouciError for what the box does not allow."""
    if whole(players) not in box.players:
        allowed = ", ".join(map(str, box.players))
        raise SanssouciError(f"the box {box.id!r} is for {allowed} players, not {players!r} (S1)")
    expansions = Expansions(expansions)
    for name in expansions:
        if name not in box.expansions:
            has = ", ".join(box.expansions) or "none"
            raise SanssouciError(f"the box {box.id!r} has no expansion {name!r}; it has: {has}")
    if first is not None and whole(first) not in range(players):
        raise SanssouciError(f"there is no seat {first!r} to start; seats are 0 to {players - 1} (S5)")
    return expansions


def check_names(names: tuple[object, ...], players: int) -> tuple[str, ...]:
    """Names for all seats, if they are such."""
    if len(names) != players:
        raise SanssouciError(f"there must be a name for each of {players} seats, not {len(names)} names")
    texts = tuple(name for name in names if isinstance(name, str) and NAME.fullmatch(name))
    if len(texts) < players:
        raise SanssouciError("a name is a text of at most 80 characters, without control characters")
    return texts


def check_seed(seed: int) -> int:
    """A seed, if it is one."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise SanssouciError(f"a seed is a number from 0 to 2^128 - 1, not {seed!r}")
    return number


def _luck(seed: int | None) -> int:
    """The seed given, or a fresh secret one."""
    return secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)


def seed_words(seed: int) -> tuple[int, int]:
    """A seed as the kernel takes it."""
    return i64(seed >> 64), i64(seed)


def new_state(words: Lexicon, players: int, expansions: Expansions, first: int) -> Array:
    """The state of a game of which nothing has been dealt yet."""
    state = np.zeros(layout.STATE_WORDS, np.int64)
    engine.engine().new_game(words.table, state, int(players), expansions.flags, int(first))
    return state
