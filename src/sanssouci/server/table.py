"""A table: its set-up, and the game recorded in its log. No storage and no network here.

The log is authoritative. Each entry is appended once and never changed: `start` with the chance events of the set-up,
`move` with a move and the chance events that followed it, `undo` with the number of moves that remain.
"""

import json
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from sanssouci.box import Box, Expansions
from sanssouci.game.draft import Draft
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.game.record import game_events, last_events
from sanssouci.game.replay import resume
from sanssouci.game.telling import tell
from sanssouci.server.errors import RefusalError, StaleError, refused_move
from sanssouci.server.messages import DraftView, TurnTold
from sanssouci.server.showing import show_draft, show_told

START: Final = "start"
MOVE: Final = "move"
UNDO: Final = "undo"


class LogEntry(NamedTuple):
    """An entry of a table's log."""

    ply: int
    kind: Literal["start", "move", "undo"]
    seat: int | None
    body: str  # JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is decided before the game begins."""

    box: Box
    players: int
    expansions: Expansions
    first: int | None  # None: chance decides
    seed: int


@dataclass(frozen=True, slots=True)
class Table:
    """The game of a table after some entries of its log. A new entry makes a new Table."""

    setup: Setup
    ply: int = -1
    game: Game | None = None
    groups: tuple[tuple[Any, ...], ...] = ()  # the events of the set-up, then of each move that stands
    log: tuple[TurnTold, ...] = ()  # the moves that stand, as everybody saw them
    undone: bool = False

    # ── entries to append ──────────────────────────────────────────────────────────────────────────

    def start(self) -> LogEntry:
        """The entry that begins the game."""
        setup = self.setup
        game = Game(
            setup.box,
            players=setup.players,
            expansions=setup.expansions,
            first=setup.first,
            seed=setup.seed,
        )
        return LogEntry(0, START, None, _written({"first": game.first, "events": list(game_events(game))}))

    def play(self, seat: int, ply: int, text: str) -> LogEntry:
        """The entry for a move; RefusalError if it may not be made."""
        game = self.at_turn(seat, ply)
        try:
            move = Move.parse(text)
            game = game.copy()
            game.push(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise refused_move(error) from None
        return LogEntry(ply + 1, MOVE, seat, _written({"events": list(last_events(game))}))

    def undo(self, seat: int, ply: int) -> LogEntry:
        """The entry that takes back a seat's last move and everything after it."""
        game = self._running(ply)
        remaining = self.moves_before_undo(seat)
        if remaining is None or game.is_over:
            raise RefusalError("no_undo", "this seat has no move that could be taken back")
        return LogEntry(ply + 1, UNDO, seat, _written({"moves": remaining}))

    def moves_before_undo(self, seat: int) -> int | None:
        """How many moves would remain if a seat took its last one back; None if it has not moved yet."""
        return next((index for index in reversed(range(len(self.log))) if self.log[index].seat == seat), None)

    # ── reading the log ────────────────────────────────────────────────────────────────────────────

    def after(self, entry: LogEntry) -> "Table":
        """The table after one more entry."""
        assert entry.ply == self.ply + 1, (entry.ply, self.ply)
        body = json.loads(entry.body)
        if entry.kind == UNDO:
            kept = int(body["moves"])
            game = self.begun().copy()
            while len(game.moves) > kept:
                game.pop()
            return replace(
                self, ply=entry.ply, game=game, groups=self.groups[: kept + 1], log=self.log[:kept], undone=True
            )
        groups = (*self.groups, tuple(body["events"]))
        if entry.kind == START:
            setup = replace(self.setup, first=int(body["first"]))
            return replace(self, setup=setup, ply=entry.ply, game=_resumed(setup, groups), groups=groups)
        game = _grown(self.begun(), body["events"]) or _resumed(self.setup, groups)
        told = show_told(tell(game, len(game.moves) - 1))
        return replace(self, ply=entry.ply, game=game, groups=groups, log=(*self.log, told))

    def begun(self) -> Game:
        """The game; RefusalError if it has not begun."""
        if self.game is None:
            raise RefusalError("not_running", "the game has not begun: seats are still empty")
        return self.game

    # ── asking ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is."""
        return None if self.game is None else self.game.seat

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.game is not None and self.game.is_over

    def draft(self, seat: int, ply: int, steps: list[str]) -> DraftView:
        """A seat's draft after some steps, taken on to the next choice; RefusalError if a step is illegal."""
        game = self.at_turn(seat, ply)
        draft = Draft(game.view(seat))
        try:
            for step in steps:
                draft.choose(step)
        except IllegalMoveError as error:
            raise refused_move(error) from None
        if not game.is_setup:  # players look at a board's side and confirm it, even if there is only one
            draft.hurry()
        return show_draft(draft, ply)

    def _running(self, ply: int) -> Game:
        game = self.begun()
        if ply != self.ply:
            raise StaleError(f"this was meant for entry {ply} of the log; it is at {self.ply} now")
        return game

    def at_turn(self, seat: int, ply: int) -> Game:
        """The game, if it is a seat's turn now; RefusalError if not."""
        game = self._running(ply)
        if game.is_over:
            raise RefusalError("not_running", "the game is over")
        if game.seat != seat:
            raise RefusalError("not_your_turn", f"seat {game.seat} has to move, not seat {seat}")
        return game

    def record(self, names: list[str], *, eyes: int) -> dict[str, Any]:
        """The record of the game: complete once it is over, until then what a seat or a spectator knows."""
        game = self.begun().copy()
        game.names = names
        if not game.is_over:
            return game.record(seat=eyes)
        return _with_seed(game, self.setup.seed)


def _written(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _resumed(setup: Setup, groups: tuple[tuple[Any, ...], ...]) -> Game:
    """The game after all events, replayed from the beginning."""
    assert setup.first is not None
    return resume(
        setup.box,
        [event for group in groups for event in group],
        players=setup.players,
        expansions=setup.expansions,
        first=setup.first,
        seed=setup.seed,
    )


def _grown(game: Game, events: list[Any]) -> Game | None:
    """The game after one more move, if the seed still yields its chance events; None if the stored ones differ."""
    game = game.copy()
    game.push(events[0][2])
    return game if list(last_events(game)) == events else None


def _with_seed(game: Game, seed: int) -> dict[str, Any]:
    """The record of a finished game, with its seed unless that no longer yields all its chance events."""
    record = game.record()
    with_seed = {**record, "seed": f"{seed:032x}"}
    try:
        Game.from_record(with_seed)
    except ValueError:
        return record
    return with_seed
