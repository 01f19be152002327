"""A table: its set-up, and the game recorded in its log. No storage and no network here.

The log is authoritative. Each entry is appended once and never changed: `start` with the chance events of the set-up,
`move` with a move and the chance events that followed it, `undo` with the number of moves that remain.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

import msgspec

from sanssouci.box import Box, Expansions
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.game.record import game_events, last_events
from sanssouci.game.replay import resume
from sanssouci.game.taken import take_along
from sanssouci.game.telling import tell
from sanssouci.game.view import SPECTATOR
from sanssouci.server.drafting import Drafting
from sanssouci.server.errors import RefusalError, StaleError, refused_move
from sanssouci.server.messages import DraftView, GameView, TurnTold
from sanssouci.server.showing import show_own, show_told, show_view

START: Final = "start"
MOVE: Final = "move"
UNDO: Final = "undo"
MOST_ENTRIES: Final = 10_000  # of a log; after that nothing is taken back any more


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
    start: str | None = None  # a position in notation; None: the game begins with its set-up


@dataclass(frozen=True, slots=True)
class Table:
    """The game of a table after some entries of its log. A new entry makes a new Table."""

    setup: Setup
    ply: int = -1
    game: Game | None = None
    groups: tuple[tuple[Any, ...], ...] = ()  # the events of the set-up, then of each move that stands
    log: tuple[TurnTold, ...] = ()  # the moves that stand, as everybody saw them
    undone: bool = False
    _views: dict[int, GameView] = field(default_factory=dict, init=False, compare=False, repr=False)
    _drafts: dict[int, Drafting] = field(default_factory=dict, init=False, compare=False, repr=False)

    # ── entries to append ──────────────────────────────────────────────────────────────────────────

    def start(self) -> "tuple[LogEntry, Table]":
        """The entry that begins the game, and the table after it."""
        setup = self.setup
        if setup.start is None:
            game = Game(
                setup.box,
                players=setup.players,
                expansions=setup.expansions,
                first=setup.first,
                seed=setup.seed,
            )
        else:
            game = Game.from_text(setup.start, box=setup.box, seed=setup.seed)
        entry = LogEntry(0, START, None, _written({"first": game.first, "events": list(game_events(game))}))
        return entry, self.after(entry)

    def play(self, seat: int, ply: int, text: str) -> "tuple[LogEntry, Table]":
        """The entry for a move, and the table after it; RefusalError if it may not be made."""
        game = self.at_turn(seat, ply)
        try:
            move = Move.parse(text)
            game = game.copy()
            game.push(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise refused_move(error) from None
        events = list(last_events(game))
        entry = LogEntry(ply + 1, MOVE, seat, _written({"events": events}))
        return entry, self._grown(entry, game, events)

    def undo(self, seat: int, ply: int) -> "tuple[LogEntry, Table]":
        """The entry that takes back a seat's last move and everything after it, and the table after it."""
        game = self._running(ply)
        remaining = self.moves_before_undo(seat)
        if remaining is None or game.is_over:
            raise RefusalError("no_undo", "this seat has no move to take back")
        entry = LogEntry(ply + 1, UNDO, seat, _written({"moves": remaining}))
        return entry, self.after(entry)

    def moves_before_undo(self, seat: int) -> int | None:
        """How many moves would remain if a seat took its last one back; None if it has not moved, or not any more."""
        if self.ply >= MOST_ENTRIES:
            return None
        return next((index for index in reversed(range(len(self.log))) if self.log[index].seat == seat), None)

    # ── reading the log ────────────────────────────────────────────────────────────────────────────

    def after(self, entry: LogEntry) -> "Table":
        """The table after one more entry."""
        assert entry.ply == self.ply + 1, (entry.ply, self.ply)
        body = msgspec.json.decode(entry.body)
        if entry.kind == UNDO:
            kept = int(body["moves"])
            game = self.begun().copy()
            while len(game.moves) > kept:
                game.pop()
            return replace(
                self, ply=entry.ply, game=game, groups=self.groups[: kept + 1], log=self.log[:kept], undone=True
            )
        events = body["events"]
        groups = (*self.groups, tuple(events))
        if entry.kind == START:
            setup = replace(self.setup, first=int(body["first"]))
            return replace(self, setup=setup, ply=entry.ply, game=_resumed(setup, groups), groups=groups)
        return self._grown(entry, _grown(self.begun(), events) or _resumed(self.setup, groups), events)

    def _grown(self, entry: LogEntry, game: Game, events: list[Any]) -> "Table":
        """The table after a move that has led to a game."""
        told = show_told(tell(game, len(game.moves) - 1))
        groups = (*self.groups, tuple(events))
        return replace(self, ply=entry.ply, game=game, groups=groups, log=(*self.log, told))

    def read(self, entries: Iterable[LogEntry]) -> "Table":
        """The table after many more entries: what was taken back among them is never played."""
        setup, ply, undone, groups = self.setup, self.ply, self.undone, list(self.groups)
        for entry in entries:
            assert entry.ply == ply + 1, (entry.ply, ply)
            ply, body = entry.ply, msgspec.json.decode(entry.body)
            if entry.kind == UNDO:
                undone = True
                del groups[int(body["moves"]) + 1 :]
                continue
            if entry.kind == START:
                setup = replace(setup, first=int(body["first"]))
            groups.append(tuple(body["events"]))
        return self if ply == self.ply else _stood_up(setup, ply, tuple(groups), undone=undone)

    # ── snapshots ──────────────────────────────────────────────────────────────────────────────────

    def snapshot(self) -> str:
        """What stands of the log so far, as JSON: with it nobody has to read the entries before."""
        kept = {"ply": self.ply, "first": self.setup.first, "undone": self.undone, "groups": self.groups}
        return _written(kept)

    def from_snapshot(self, text: str) -> "Table":
        """The table as a snapshot tells it."""
        kept = msgspec.json.decode(text)
        setup = replace(self.setup, first=int(kept["first"]))
        groups = tuple(tuple(group) for group in kept["groups"])
        return _stood_up(setup, int(kept["ply"]), groups, undone=bool(kept["undone"]))

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
        if seat not in self._drafts:
            self._drafts[seat] = Drafting(game.view(seat), ply)
        try:
            return self._drafts[seat].show(steps)
        except IllegalMoveError as error:
            raise refused_move(error) from None

    def seen(self, eyes: int) -> GameView:
        """The game as a seat, or a spectator (-1), may see it."""
        if eyes not in self._views:
            view = self.begun().view(eyes)
            self._views[eyes] = show_view(view) if eyes == SPECTATOR else show_own(self.seen(SPECTATOR), view)
        return self._views[eyes]

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
            raise RefusalError("not_your_turn", f"it is seat {game.seat}'s turn, not seat {seat}'s")
        return game

    def record(self, names: list[str], *, eyes: int) -> dict[str, Any]:
        """The record of the game: complete once it is over, until then what a seat or a spectator knows."""
        game = self.begun().copy()
        game.names = names
        if not game.is_over:
            return game.record(seat=eyes)
        return _with_seed(game, self.setup.seed, game.record())

    def complete(self, names: list[str], seats: list[str]) -> dict[str, Any]:
        """The running game with all its secrets and its luck, and who plays: for taking it along."""
        game = self.begun().copy()
        game.names = names
        return _with_seed(game, self.setup.seed, take_along(game, seats))

    @classmethod
    def imported(cls, setup: Setup, game: Game) -> "tuple[Table, list[LogEntry]]":
        """The table of a game that began elsewhere, and its log."""
        groups: list[list[Any]] = [[]]
        for event in game_events(game):
            if event[0] in DECISION_KINDS:
                groups.append([])
            groups[-1].append(event)
        start, *moves = groups
        entries = [LogEntry(0, START, None, _written({"first": game.first, "events": start}))]
        entries += [LogEntry(ply, MOVE, each[0][1], _written({"events": each})) for ply, each in enumerate(moves, 1)]
        return cls(setup).read(entries), entries


def _written(body: dict[str, Any]) -> str:
    return msgspec.json.encode(body).decode()


def _stood_up(setup: Setup, ply: int, groups: tuple[tuple[Any, ...], ...], *, undone: bool) -> Table:
    """A table from what stands of its log."""
    game = _resumed(setup, groups)
    log = tuple(show_told(tell(game, index)) for index in range(len(game.moves)))
    return Table(setup, ply, game, groups, log, undone)


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
        start=setup.start,
    )


def _grown(game: Game, events: list[Any]) -> Game | None:
    """The game after one more move, if the seed still yields its chance events; None if the stored ones differ."""
    game = game.copy()
    game.push(events[0][2])
    return game if list(last_events(game)) == events else None


def _with_seed(game: Game, seed: int, record: dict[str, Any]) -> dict[str, Any]:
    """A complete record of a game, with its seed unless that no longer yields all its chance events."""
    with_seed = {**record, "seed": f"{seed:032x}"}
    try:
        Game.from_record(with_seed, running=not game.is_over)
    except ValueError:
        return record
    return with_seed
