"""The summary of a match: rates with intervals, points by source, time per move, ratings, faults."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sanssouci.arena.contest import Referee, block_score
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import MAKING, Played
from sanssouci.arena.ratings import comparisons, ratings
from sanssouci.arena.statistics import Estimate, Sequential, rate
from sanssouci.game.errors import SanssouciError
from sanssouci.game.points import Points


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a match."""

    label: str
    games: int  # counted once for each seat that it had
    wins: Estimate  # the share of the win per seat
    points: dict[str, float] | None  # means by source, over games played to their end
    seconds: float | None  # per move
    faults: int
    rating: Estimate | None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A line-up: the player in its first seat, against the rest."""

    player: str
    against: tuple[str, ...]
    games: int
    wins: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole match."""

    seats: int
    blocks: int
    games: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    faults: tuple[str, ...]
    verdict: str | None = None  # of a sequential test: "low", "high", or "open" if it could not decide
    test: Sequential | None = field(default=None)

    @property
    def fair(self) -> float:
        """The share of wins that a seat has among equals."""
        return 1 / self.seats

    def document(self) -> dict[str, Any]:
        """The summary for JSON. With fixed samples, everything but the times is the same in every run."""
        test = None
        if self.test is not None:
            bounds = {"low": self.test.low, "high": self.test.high, "error": self.test.error}
            test = {**bounds, "verdict": self.verdict}
        return {
            "seats": self.seats,
            "fair": round(self.fair, 6),
            "games": self.games,
            "blocks": self.blocks,
            "players": [
                {
                    "player": one.label,
                    "games": one.games,
                    "wins": _triple(one.wins, 4),
                    "points": None if one.points is None else {key: round(x, 3) for key, x in one.points.items()},
                    "faults": one.faults,
                    "rating": None if one.rating is None else _triple(one.rating, 1),
                    "seconds_a_move": None if one.seconds is None else round(one.seconds, 6),
                }
                for one in self.standings
            ],
            "pairings": [
                {
                    "player": one.player,
                    "against": list(one.against),
                    "games": one.games,
                    "wins": _triple(one.wins, 4),
                    "times_fair": _triple(_times(one.wins, self.seats), 3),
                }
                for one in self.pairings
            ],
            "sequential": test,
            "faults": list(self.faults),
        }


def _triple(estimate: Estimate, digits: int) -> dict[str, float]:
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(value, digits) + 0.0 for name, value in values.items()}  # no negative zero


def _times(wins: Estimate, seats: int) -> Estimate:
    return Estimate(wins.value * seats, wins.low * seats, wins.high * seats)


def summarise(
    match: Match,
    played: dict[GameId, Played],
    *,
    blocks: int,
    test: Sequential | None = None,
    anchor: str | None = None,
) -> Summary:
    """The summary of the first blocks, all of which have been played, or of as many as a sequential test needed."""
    end = Referee(match, test).look(played, blocks)
    games = [played[game] for game in match.games(end)]
    rated = _ratings(match, games, end, anchor)
    standings = [_standing(match, played, games, end, index, rated) for index in range(len(match.specs))]
    return Summary(
        seats=match.setting.players,
        blocks=end,
        games=len(games),
        standings=tuple(standings),
        pairings=tuple(_pairing(match, played, end, number) for number in range(len(match.lineups))),
        faults=tuple(report(match, one) for one in games if one.fault is not None),
        verdict=None if test is None else test.verdict(_scores(match, played, end, 0)) or "open",
        test=test,
    )


def anchor_of(match: Match, anchor: str | None) -> int | None:
    """The number of the player whose rating is set to 0, None for the mean of all."""
    if anchor is not None and anchor not in match.specs:
        raise SanssouciError(f"the anchor {anchor!r} is not one of the players: {', '.join(match.specs)}")
    return None if anchor is None else match.specs.index(anchor)


def report(match: Match, played: Played) -> str:
    """One line about a fault: who, in which game, when, and what."""
    fault = played.fault
    assert fault is not None
    label = match.labels[match.seats(played.id)[fault.seat]]
    when = "before the first move" if fault.ply == MAKING else f"at move {fault.ply + 1}"
    block, lineup, rotation = played.id
    game = f"game {block}.{lineup}.{rotation}, luck {match.luck(played.id):#x}"
    return f"{label} lost in seat {fault.seat} {when} ({game}): {fault.kind}: {fault.message}"


def _scores(
    match: Match, played: dict[GameId, Played], blocks: int, player: int, lineup: int | None = None
) -> list[float]:
    scores = (block_score(match, played, block, player=player, lineup=lineup) for block in range(blocks))
    return [score for score in scores if score is not None]


def _rate(scores: Sequence[float]) -> Estimate:
    return rate(scores) or Estimate(0.0, 0.0, 1.0)


def _pairing(match: Match, played: dict[GameId, Played], blocks: int, number: int) -> Pairing:
    one, *rest = match.lineups[number]
    against = dict.fromkeys(match.labels[index] for index in rest)
    wins = _rate(_scores(match, played, blocks, one, number))
    return Pairing(match.labels[one], tuple(against), blocks * match.setting.players, wins)


def _standing(
    match: Match,
    played: dict[GameId, Played],
    games: Sequence[Played],
    blocks: int,
    player: int,
    rated: list[Estimate] | None,
) -> Standing:
    chairs = [(game, seat) for game in games for seat, index in enumerate(match.seats(game.id)) if index == player]
    rows = [game.points[seat] for game, seat in chairs if game.points is not None]
    means = np.mean(rows, axis=0).tolist() if rows else None
    thoughts = sum(game.thoughts[seat] for game, seat in chairs)
    return Standing(
        label=match.labels[player],
        games=len(chairs),
        wins=_rate(_scores(match, played, blocks, player)),
        points=None if means is None else dict(zip(Points._fields, means, strict=True)),
        seconds=sum(game.seconds[seat] for game, seat in chairs) / thoughts if thoughts else None,
        faults=sum(game.fault is not None and game.fault.seat == seat for game, seat in chairs),
        rating=None if rated is None else rated[player],
    )


def _ratings(match: Match, games: Sequence[Played], blocks: int, anchor: str | None) -> list[Estimate] | None:
    """Ratings, if there are more than two players."""
    number = anchor_of(match, anchor)
    players = len(match.specs)
    if players < 3 or not blocks:
        return None
    tables = np.zeros((blocks, players, players))
    for game in games:
        tables[game.id.block] += comparisons(game, match.seats(game.id), players)
    return ratings(tables, number)
