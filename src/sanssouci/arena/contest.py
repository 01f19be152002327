"""Running a match: which games are still missing, who plays them, and when to stop."""

import inspect
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from sanssouci.arena.games import MatchGames
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import Played, replay
from sanssouci.arena.results import Results
from sanssouci.arena.statistics import Sequential
from sanssouci.arena.work import HERE, Workplace, crew
from sanssouci.game.errors import SanssouciError
from sanssouci.players.levels import LEVELS


def with_budget(spec: str, *, samples: int | None, time: float | None) -> str:
    """The description with a budget added, if it is a level that takes one and does not state its own."""
    option, value = ("samples", samples) if samples is not None else ("time", time)
    if value is None or spec not in LEVELS or option not in inspect.signature(LEVELS[spec]).parameters:
        return spec
    return f"{spec}:{option}={value:g}" if option == "time" else f"{spec}:{option}={value}"


def contest(
    match: Match, results: Results, *, blocks: int, place: Workplace = HERE, test: Sequential | None = None
) -> Generator[Played, None, None]:
    """Play the games missing from the results and add them; yield every game, those already there first.

    With a sequential test the match ends after the first block, in order, at which the test can decide. Games beyond
    it do not count, so the result depends neither on where they are played nor on interruptions.
    """
    if test is not None and len(match.lineups) > 1:
        raise SanssouciError("a sequential test is for a match of two players")
    done = {game for game in match.games(blocks) if game in results.played}
    yield from (results.played[game] for game in sorted(done))
    referee = Referee(match, test)
    missing = [game for game in match.games(blocks) if game not in done]
    if not missing or referee.look(results.played, blocks) < blocks:
        return
    with crew(MatchGames(match), place, watched=True) as players:
        players.check()
        for _, played in players.run(missing):
            results.add(played)
            yield played
            if referee.look(results.played, blocks) < blocks:
                return


class Referee:
    """Applies a sequential test to the blocks of a match, in order."""

    def __init__(self, match: Match, test: Sequential | None) -> None:
        self._match = match
        self._test = test
        self._scores: list[float] = []

    def look(self, played: dict[GameId, Played], blocks: int) -> int:
        """The number of blocks after which the match is over."""
        if self._test is None:
            return blocks
        known = len(self._scores)
        while len(self._scores) < blocks:
            score = block_score(self._match, played, len(self._scores), player=0)
            if score is None:
                break
            self._scores.append(score)
        end = self._test.stop(self._scores, known)
        return blocks if end is None else end


def block_score(
    match: Match, played: dict[GameId, Played], block: int, *, player: int, lineup: int | None = None
) -> float | None:
    """A player's mean share of the win over its seats in the games of a block, None while a game is missing."""
    shares: list[float] = []
    for number in range(len(match.lineups)) if lineup is None else (lineup,):
        if player not in match.lineups[number]:
            continue
        for rotation in range(match.setting.players):
            game = GameId(block, number, rotation)
            if game not in played:
                return None
            shares += [
                share for index, share in zip(match.seats(game), played[game].shares, strict=True) if index == player
            ]
    return sum(shares) / len(shares)


def records(match: Match, games: Sequence[Played]) -> Iterator[dict[str, Any]]:
    """The records of games, made from their luck and moves; a game ended by a fault is recorded as unfinished."""
    for played in games:
        yield replay(match, played.id, played.moves).record(complete=True)
