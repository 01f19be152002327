"""One game of a match, and how it ended: by the rules, or by a player's fault."""

import time
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sanssouci.arena.faults import describe
from sanssouci.arena.match import GameId, Match, player_seed
from sanssouci.game.game import Game
from sanssouci.game.move import Side, Turn
from sanssouci.game.points import Points
from sanssouci.players.levels import make_player
from sanssouci.players.player import Player

MAKING: Final = -1  # the ply of a fault that happens while a player is being made


class Timekeeper(Protocol):
    """Notified when a player starts and stops thinking."""

    def start(self, seat: int, ply: int) -> None:
        """A player must decide."""

    def stop(self) -> None:
        """The player has decided."""

    def note(self, move: str) -> None:
        """A move was played."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat lost a game that was not played to its end."""

    seat: int
    ply: int  # the number of moves played before it; MAKING if the player could not be made
    kind: str  # "error", "illegal move", "time limit" or "process ended"
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; together with the setting and its luck it recreates every position."""

    id: GameId
    moves: tuple[str, ...]
    shares: tuple[float, ...]  # of the win, by seat
    points: tuple[Points, ...] | None  # None if the game was not played to its end
    gardeners: tuple[int, ...] | None
    seconds: tuple[float, ...]  # spent by each seat on all its moves
    thoughts: tuple[int, ...]  # the number of moves each seat decided
    fault: Fault | None

    def line(self, luck: int) -> dict[str, Any]:
        """The game as a line of a results file."""
        fault = self.fault
        return {
            **self.id._asdict(),
            "luck": f"{luck:032x}",
            "shares": list(self.shares),
            "points": None if self.points is None else [list(points) for points in self.points],
            "gardeners": None if self.gardeners is None else list(self.gardeners),
            "moves": list(self.moves),
            "seconds": list(self.seconds),
            "thoughts": list(self.thoughts),
            "fault": None if fault is None else {name: getattr(fault, name) for name in Fault.__slots__},
        }

    @classmethod
    def from_line(cls, line: dict[str, Any]) -> "Played":
        """The game of a line."""
        points, gardeners, fault = line["points"], line["gardeners"], line["fault"]
        return cls(
            GameId(line["block"], line["lineup"], line["rotation"]),
            tuple(line["moves"]),
            tuple(map(float, line["shares"])),
            None if points is None else tuple(Points(*row) for row in points),
            None if gardeners is None else tuple(gardeners),
            tuple(map(float, line["seconds"])),
            tuple(line["thoughts"]),
            None if fault is None else Fault(**fault),
        )


def play(match: Match, game_id: GameId, clock: Timekeeper) -> Played:
    """Play one game. A player's fault ends the game, and that player has lost."""
    game = match.setting.game(match.luck(game_id))
    seconds, thoughts = [0.0] * game.players, [0] * game.players
    players: list[Player] = []
    fault = None
    for seat, index in enumerate(match.seats(game_id)):
        clock.start(seat, MAKING)
        try:
            players.append(make_player(match.specs[index], player_seed(game.seed, seat, index)))
        except BaseException as error:  # someone else's code may raise anything
            fault = Fault(seat, MAKING, "error", describe(error))
            break
        finally:
            clock.stop()
    while fault is None and game.seat is not None:
        fault = _move(game, players[game.seat], clock, seconds, thoughts)
    return finished(game_id, game, fault, seconds, thoughts)


def _move(game: Game, player: Player, clock: Timekeeper, seconds: list[float], thoughts: list[int]) -> Fault | None:
    """One move of one player."""
    seat, ply = game.seat, len(game.moves)
    assert seat is not None
    view = game.view(seat)
    clock.start(seat, ply)
    start = time.perf_counter()
    kind = "error"
    try:
        try:
            move = player.choose(view)
        finally:
            seconds[seat] += time.perf_counter() - start
            thoughts[seat] += 1
        kind = "illegal move"
        # What was returned is not ours either: the clock keeps running, and only its text is kept.
        game.push(str(move) if isinstance(move, Side | Turn) else move)
    except BaseException as error:
        return Fault(seat, ply, kind, describe(error, player))
    finally:
        clock.stop()
    clock.note(str(game.moves[-1]))
    return None


def finished(game_id: GameId, game: Game, fault: Fault | None, seconds: list[float], thoughts: list[int]) -> Played:
    """How a game ended. After a fault the other seats share the win."""
    outcome = game.outcome()
    if fault is None:
        assert outcome is not None
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(game.players)]
    else:
        shares = [0.0 if seat == fault.seat else 1 / (game.players - 1) for seat in range(game.players)]
    ended = outcome if fault is None else None
    return Played(
        game_id,
        tuple(map(str, game.moves)),
        tuple(shares),
        None if ended is None else ended.points,
        None if ended is None else ended.gardeners,
        tuple(round(each, 6) for each in seconds),
        tuple(thoughts),
        fault,
    )


def replay(match: Match, game_id: GameId, moves: tuple[str, ...]) -> Game:
    """The game again, from its luck and its moves."""
    game = match.setting.game(match.luck(game_id))
    game.names = tuple(match.labels[index][:80] for index in match.seats(game_id))
    for move in moves:
        game.push(move)
    return game
