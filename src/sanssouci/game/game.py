"""A game of Sanssouci: push and pop moves, ask what is legal, see who won."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from sanssouci.box import Box, load
from sanssouci.box.expansions import Names
from sanssouci.game.chances import Chance, Luck, code_of_outcome, list_chances
from sanssouci.game.errors import RecordError, SanssouciError
from sanssouci.game.legal import carry_out, ends_move, other_beginning, take_step
from sanssouci.game.lexicon import Array, Lexicon, lexicon
from sanssouci.game.move import Move
from sanssouci.game.numbers import whole
from sanssouci.game.options import check_names, check_options, choose_luck, seed_words
from sanssouci.game.position import Position
from sanssouci.game.states import new_state, seen_state
from sanssouci.game.view import SPECTATOR, View
from sanssouci.kernel import engine, layout
from sanssouci.kernel.luck import STREAM_FIRST

if TYPE_CHECKING:
    from sanssouci.game.building import SeatSetup
    from sanssouci.game.svg import LastMove


class Game(Position):
    """A whole game, hidden information included.

    Moves are pushed and popped whole, as `Move` or text, or step by step as codes (docs/actions.md). After a
    move, luck refills the display and draws a card, until a player must decide again.

    In the middle of a turn, after some of its codes, `phase` and `legal_codes` are those of the next step, `begun` is
    the beginning of the turn, `legal_moves` are the whole turns that begin this way, and `push` takes one of them.
    `moves` and records hold only finished moves.

    With your own luck (`luck="own"`) nothing is drawn: wherever chance comes next, `is_chance` is true, `chances` lists
    the possible outcomes with their probabilities, and `push_chance` makes one of them happen. A search can step
    through all outcomes this way, and a game at a real table can be followed card by card.

    Args:
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with, as a list or in one text: "rewards,boar".
        first: the seat that starts (S5); None lets chance choose, which needs a seed.
        seed: the luck of the whole game, a number below 2^128; None takes a fresh secret one.
        luck: 'seed' draws whatever chance decides from the seed; 'own' leaves it to you, set-up included.
    """

    __slots__ = (
        "_before",
        "_codes",
        "_moves",
        "_names",
        "_seed",
        "_seed_holds",
        "_stack",
        "_start",
        "_steps",
        "_words",
    )

    def __init__(
        self,
        box: str | Box = "ravensburger",
        *,
        players: SupportsIndex = 2,
        expansions: Names = (),
        first: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
        luck: Luck = "seed",
    ) -> None:
        box = box if isinstance(box, Box) else load(box)
        expansions = check_options(box, players=players, expansions=expansions, first=first)
        words, number = lexicon(box), choose_luck(seed, luck)
        if first is None:
            if number is None:
                raise SanssouciError("with luck of your own, say who starts: first=0, for example (S5)")
            first = engine.engine().draw(*seed_words(number), STREAM_FIRST, 0, int(players))
        self._begin(words, new_state(words, int(players), expansions, int(first)), number)
        self._settle()

    @classmethod
    def _from_state(cls, words: Lexicon, start: Array, seed: int | None) -> "Game":
        """A game that starts from a state and has no past: the only way to build a game without dealing it.

        Without a seed, chance is pushed by the caller.
        """
        game = cls.__new__(cls)
        game._begin(words, start, seed)
        return game

    def _begin(self, words: Lexicon, start: Array, seed: int | None) -> None:
        self._lexicon = words
        self._legal = None
        self._start = start  # where the codes begin; it is never changed
        self._state = start.copy()
        self._seed = seed  # None: chance is pushed by the caller
        self._words = (0, 0) if seed is None else seed_words(seed)
        self._seed_holds = seed is not None  # whether all chance so far came from this seed
        self._stack: list[tuple[Array, int]] = []  # before each move: the state, and the number of codes
        self._moves: list[Move] = []
        self._codes: list[int] = []  # everything that has happened since the start, decisions and chance
        self._steps: list[int] = []  # the codes of a move under way
        self._before = self._state  # the state before these
        self._names: tuple[str, ...] | None = None

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    def push(self, move: Move | str) -> None:
        """Play a move, and let luck refill and draw.

        In the middle of a turn, the move must begin with the steps taken so far.

        Raises:
            InvalidMoveError: the text is not a move.
            IllegalMoveError: the rules forbid the move; the error has the rule and what would be legal. The game is
                left unchanged.
        """
        self._append(Move.parse(move) if isinstance(move, str) else move)
        self._settle()

    def pop(self) -> Move:
        """Take back the last move, with the chance that followed it, and return it.

        Pushed again, the move meets the same luck, unless that came from a record without a seed. To take back the
        steps of a turn under way, use `pop_code`.
        """
        if self._steps:
            raise SanssouciError(f"a turn is under way ({self.begun}): take its steps back with pop_code")
        if not self._moves:
            raise SanssouciError("there is no move to take back")
        self._state, count = self._stack.pop()
        del self._codes[count:]
        return self._moves.pop()

    def push_code(self, code: SupportsIndex) -> None:
        """Play one step of a move, one of `legal_codes`; after the last step of a move, luck refills and draws.

        IllegalMoveError leaves the game unchanged.
        """
        self._refuse_at_chance()
        state = self._state.copy()
        code = take_step(self._lexicon, state, code)
        if not self._steps:
            self._before = self._state
        self._state = state
        self._steps.append(code)
        if ends_move(code):
            self._finish(self.move_of(self._steps), self._steps)
            self._settle()

    def pop_code(self) -> int:
        """Take back the last code and return it: a step of a move or, with your own luck, an outcome of chance.

        Chance drawn from a seed is taken back with the step that it followed. A finished move is then under way again,
        without its last step.
        """
        codes = self._codes
        if self._steps:
            code = self._steps.pop()
            self._state = self._played(self._before, self._steps)
            return code
        count = len(codes)
        while self.luck == "seed" and count and codes[count - 1] >= layout.ACTIONS:
            count -= 1
        if not count:
            raise SanssouciError("there is no step to take back")
        code = codes[count - 1]
        if code >= layout.ACTIONS:
            codes.pop()
            before, first = self._stack[-1] if self._stack else (self._start, 0)
            self._state = self._played(before, codes[first:])
            return code
        self._before, first = self._stack.pop()
        self._moves.pop()
        self._steps = codes[first : count - 1]
        del codes[first:]
        self._state = self._played(self._before, self._steps)
        return code

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, including the choices of sides."""
        return tuple(self._moves)

    def trace(self) -> tuple[Array, Array]:
        """The words of the state that the game began with, and all codes since: decisions and chance, finished moves.

        Carried out one after another they lead through every state of the game (docs/actions.md).
        """
        return self._start.copy(), np.array(self._codes, np.int64)

    @property
    def last_move(self) -> "LastMove | None":
        """The last move and what everybody saw of it; None before the first."""
        from sanssouci.game.svg import last_of

        return last_of(self)

    def copy(self, *, luck: Luck | None = None, seed: SupportsIndex | None = None) -> "Game":
        """An independent game with the same past, and the same luck to come unless asked otherwise.

        Args:
            luck: 'own' to push the outcomes of chance from here on, 'seed' to have them drawn from `seed`.
            seed: the luck to come, with `luck="seed"`; None takes a fresh secret one.
        """
        number = self._seed if luck is None and seed is None else choose_luck(seed, luck or "seed")
        other = Game._from_state(self._lexicon, self._start, number)
        other._state = self._state.copy()
        other._before = self._before
        other._steps = self._steps.copy()
        other._seed_holds = self._seed_holds and number == self._seed
        other._stack = self._stack.copy()
        other._moves = self._moves.copy()
        other._codes = self._codes.copy()
        other._names = self._names
        if number != self._seed:
            other._settle()
        return other

    __copy__ = copy

    # ── chance ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def luck(self) -> Luck:
        """Who decides chance: 'seed' if it is drawn at once, 'own' if you push its outcomes."""
        return "own" if self._seed is None else "seed"

    @property
    def chances(self) -> tuple[Chance, ...]:
        """The possible outcomes of chance, in the order of their codes, with probabilities that add up to 1.

        Each outcome has a code, a text as in records ('f3' for a tile, '36' for a card) and a probability. The
        tuple is empty while a player must decide, and so always in a game with a seed.
        """
        return list_chances(self._lexicon, self._state)

    def push_chance(self, outcome: Chance | SupportsIndex | str) -> None:
        """Make an outcome of chance happen: one of `chances`, or its code or text; SanssouciError if it cannot."""
        code = code_of_outcome(self._lexicon, self._state, outcome)
        self._state = self._played(self._state, [code])
        self._codes.append(code)

    def _refuse_at_chance(self) -> None:
        if self.is_chance:
            raise SanssouciError("chance comes next: push one of `chances` with push_chance")

    # ── for neighbours in this package ─────────────────────────────────────────────────────────────

    def _append(self, move: Move, codes: list[int] | None = None) -> None:
        """Play the decisions of a move, without the chance that follows; `codes` as for `carry_out`."""
        self._refuse_at_chance()
        before, steps = self._under_way()
        state = before.copy()
        codes = carry_out(self._lexicon, state, move, codes)
        if steps and tuple(codes[: len(steps)]) != steps:
            raise other_beginning(move, self.begun)
        self._before = before
        self._state = state
        self._finish(move, codes)

    def _finish(self, move: Move, codes: list[int]) -> None:
        """Enter a move into the history."""
        self._stack.append((self._before, len(self._codes)))
        self._moves.append(move)
        self._codes.extend(codes)
        self._steps = []

    def _settle(self) -> None:
        if self._seed is not None:
            trace = np.empty(layout.LONGEST_GAME, np.int64)
            count = engine.engine().settle(self._lexicon.table, self._state, *self._words, trace)
            self._codes.extend(trace[:count].tolist())

    def _played(self, before: Array, codes: list[int]) -> Array:
        """The state that codes known to be legal lead to."""
        state = before.copy()
        engine.engine().play(self._lexicon.table, state, np.array(codes, np.int64), len(codes))
        return state

    def _may_move(self) -> bool:
        return not self.is_over and not self.is_chance

    def _under_way(self) -> tuple[Array, tuple[int, ...]]:
        return (self._before, tuple(self._steps)) if self._steps else (self._state, ())

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the seats, which go into records; None if they have none."""
        return self._names

    @names.setter
    def names(self, names: Iterable[str] | None) -> None:
        self._names = None if names is None else check_names(tuple(names), self.players)

    # ── secrets ────────────────────────────────────────────────────────────────────────────────────

    @property
    def seed(self) -> int:
        """The luck of the game: whoever knows it knows everything that will be drawn.

        SanssouciError if the game has none, because its luck is your own.
        """
        if self._seed is None:
            raise SanssouciError("this game has no seed: its luck is your own")
        return self._seed

    def hand(self, seat: SupportsIndex) -> tuple[str, ...]:
        """The cards that a seat holds."""
        return self._cards(self._checked(seat))

    def missions(self, seat: SupportsIndex) -> tuple[str, ...]:
        """The columns of a seat's missions."""
        return self._missions(self._checked(seat))

    def view(self, seat: SupportsIndex = SPECTATOR) -> View:
        """What a seat may see; by default, what a spectator may see."""
        seat = SPECTATOR if whole(seat) == SPECTATOR else self._checked(seat)
        if self._steps:
            before, steps = self._under_way()
            return View(
                self._lexicon, seen_state(self._state, seat), seat, before=seen_state(before, seat), steps=steps
            )
        return View(self._lexicon, seen_state(self._state, seat), seat)

    # ── pictures ───────────────────────────────────────────────────────────────────────────────────

    def svg(
        self,
        seat: SupportsIndex | None = None,
        *,
        last_move: bool = True,
        legal: bool | str = False,
        size: float | None = None,
        language: str = "en",
    ) -> str:
        """The position as an SVG: complete, or as `seat` sees it (-1: a spectator). See docs/pictures.md.

        Args:
            seat: whose view to draw; None draws everything.
            last_move: whether to mark the last move.
            legal: True marks the cards and tiles that may be chosen; the beginning of a move, what may follow it.
            size: the width in pixels.
            language: the language of the texts.
        """
        from sanssouci.game.svg import draw

        shown = self if seat is None else self.view(seat)
        last = self.last_move if last_move else None
        return draw(shown, names=self.names, last=last, legal=legal, size=size, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ── texts ──────────────────────────────────────────────────────────────────────────────────────

    def text(self) -> str:
        """The complete position as one line, secrets included (docs/notation.md).

        PositionError where chance comes next.
        """
        from sanssouci.game.text import write_text

        before, steps = self._under_way()
        return write_text(Game._from_state(self._lexicon, before, None) if steps else self, self.begun)

    @classmethod
    def from_text(cls, text: str, *, box: Box | None = None, seed: SupportsIndex | None = None) -> "Game":
        """A game that continues from a complete position; pass `box` if it is not a published one."""
        from sanssouci.game.text import read_game

        return read_game(text, box=box, seed=seed)

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
        seed: SupportsIndex | None = None,
    ) -> "Game":
        """A game that continues from what lies on a table, all hands and missions known; see `Position.build`."""
        from sanssouci.game.building import position_text

        words = lexicon(box if isinstance(box, Box) else load(box))
        text = position_text(words, seats, expansions=expansions, display=display, bag=bag, first=first, eyes=None)
        return cls.from_text(text, box=words.box, seed=seed)

    def record(
        self, *, seat: SupportsIndex | None = None, complete: bool = False, legal: bool = False
    ) -> dict[str, Any]:
        """The game as a JSON-able record (docs/record.md).

        A finished game is exported whole. For a running one, `seat` exports what that seat (-1: a spectator) may know,
        and `complete=True` the secrets of all seats. `legal` adds the legal choices to every decision.
        """
        from sanssouci.game.record import write_record

        if self._steps or self.is_chance:
            raise RecordError("a record is made between two moves: finish the turn, or push the chance, first")
        return write_record(self, seat=seat, complete=complete, legal=legal)

    @classmethod
    def from_record(cls, record: object, *, running: bool = False, seed: SupportsIndex | None = None) -> "Game":
        """The game of a record, with every event checked; RecordError names the first that is wrong.

        With `running`, a record exported before the end (`complete=True`) is accepted too; `seed` is the luck to come
        if the record has none.
        """
        from sanssouci.game.replay import read_record

        return read_record(record, running=running, seed=seed)

    def __repr__(self) -> str:
        options = f", expansions={str(self.expansions)!r}" if self.expansions else ""
        return f"<Game: {self.box.id}, players={self.players}{options}, round {self.round}/{self.rounds}, {self.phase}>"
