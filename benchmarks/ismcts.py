"""Plays our king against OpenSpiel's information-set MCTS, which has ten times as long.

    python -m benchmarks.ismcts                  # 40 games, into build/bench/
    python -m benchmarks.ismcts --publish        # into benchmarks/results/

ISMCTS gets a view like every player, makes a state from it that could be true, and lets OpenSpiel's `ISMCTSBot` search
from there, which deals the hidden cards anew for every simulation. Its playouts are random games by the compiled rules,
a hundred times as fast as OpenSpiel's own.

Both think for seconds of the processor, not of the clock, so that other work on the machine changes nothing. What a
player does not use for a move, where there was little to choose, it has for its next, and what it takes too much it
lacks there: on average each takes what it is given. How long moves took is kept beside the result.

It takes nine minutes of a processor. Games are kept in build/bench/ismcts.jsonl as they end: after an interruption the
same command goes on from there, and after a change of the players or the rules it begins anew.
"""

import argparse
import json
import os
import platform
import time
from collections import defaultdict
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyspiel
from benchmarks.speed import MEASURED, add_places, processor, report
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from rich.console import Console

import sanssouci.adapters.openspiel  # noqa: F401  # registers the game
from sanssouci import Move, View
from sanssouci.arena.games import MatchGames
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import Played
from sanssouci.arena.simulation import Setting
from sanssouci.arena.summary import summarise
from sanssouci.arena.work import Work, Workplace, crew
from sanssouci.arena.workers import Slate
from sanssouci.box import load
from sanssouci.kernel import layout
from sanssouci.kernel.engine import engine
from sanssouci.players.king import KING_PLAN, KINGS_EXPERIENCE
from sanssouci.players.mind import Budget, Mind
from sanssouci.players.player import luck_of
from sanssouci.vector.single import share_out

KING_SECONDS = 1 / 16  # a move
ISMCTS_SECONDS = 10 * KING_SECONDS
LEAST = 0.01  # seconds, however much a player has overdrawn
DECISIONS = 4  # of a turn, roughly: every one gets its part of the time
EXPLORATION = 2.0
MATCH = Match(Setting(load("ravensburger")), ("benchmarks.ismcts:King", "benchmarks.ismcts:Ismcts"), seed=1)


class Purse:
    """The processor time that a player has: each move adds some seconds."""

    moves: ClassVar[defaultdict[str, int]] = defaultdict(int)  # of all players in this process, by their names
    spent: ClassVar[defaultdict[str, float]] = defaultdict(float)

    def __init__(self, owner: str, seconds: float) -> None:
        self._owner, self._seconds = owner, seconds
        self._left = 0.0

    def __enter__(self) -> "Purse":
        self._left += self._seconds
        self._begin = time.thread_time()
        return self

    def __exit__(self, *_: object) -> None:
        used = time.thread_time() - self._begin
        self._left -= used
        Purse.spent[self._owner] += used
        Purse.moves[self._owner] += 1

    @property
    def left(self) -> float:
        """What is left for the move at hand."""
        return max(LEAST, self._left - (time.thread_time() - self._begin))


class King:
    """Our king, on time of the processor."""

    def __init__(self, seed: int | None = None) -> None:
        self._luck, self._mind = luck_of(seed), Mind(KINGS_EXPERIENCE)
        self._purse = Purse("King", KING_SECONDS)

    def choose(self, view: View) -> Move:
        """Choose as `KingPlayer` does."""
        with self._purse as purse:
            budget = Budget(purse.left, clock=time.thread_time)
            return self._mind.try_out(view, KING_PLAN, budget, self._luck.getrandbits(126), exact=True)[0].move


class Playouts:
    """An evaluator for OpenSpiel's searches: one random game to the end, in one call of the kernel."""

    def __init__(self, luck: np.random.Generator) -> None:
        self._luck = luck

    def evaluate(self, state: Any) -> list[float]:
        game, words = state.get_game(), state.words.copy()
        no_trace = np.empty(0, np.int64)
        engine().play_out(game.table, words, *self._luck.integers(2**62, size=2).tolist(), no_trace)
        out = np.empty((game.num_players(), layout.RESULT_WORDS), np.int64)
        engine().results(game.table, words, out)
        winners = np.flatnonzero(out[:, layout.RESULT_WINS]).tolist()
        shares = share_out(out[:, layout.POINTS_TOTAL].tolist(), winners, "win")
        return [game.num_players() * share - 1 for share in shares]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedBot(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, until its time is up instead of for a number of simulations."""

    def __init__(self, game: Any, seed: int) -> None:
        luck = np.random.RandomState(seed % 2**32)
        super().__init__(game, Playouts(np.random.default_rng(seed)), EXPLORATION, 1, random_state=luck)
        self._use_observation_string = True  # a view has no past
        self.seconds = 0.0  # for the next decision
        self.simulations = 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        self.reset()
        actions = state.legal_actions()
        if len(actions) == 1:
            return [(actions[0], 1.0)]
        end = time.thread_time() + self.seconds
        self._root_node = self.create_new_node(state)
        while time.thread_time() < end or self._root_node.total_visits < 1:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


class Ismcts:
    """OpenSpiel's ISMCTS as a player for the arena."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = 0 if seed is None else seed
        self._purse = Purse("Ismcts", ISMCTS_SECONDS)
        self.bot: TimedBot | None = None

    def choose(self, view: View) -> Move:
        """Search decision by decision."""
        with self._purse as purse:
            game = pyspiel.load_game(
                "python_sanssouci",
                {
                    "box": view.box.id if view.box.source.startswith(view.box.id) else view.box.source,
                    "players": view.players,
                    "expansions": "+".join(view.expansions),
                    "first": view.first,
                },
            )
            self.bot = TimedBot(game, self._seed)
            codes = list(view.steps)
            while view.is_my_turn:
                self.bot.seconds = purse.left / max(1, DECISIONS - len(codes))
                codes.append(int(self.bot.step(game.state_of(view, self._seed + len(codes)))))
                view = view.after(codes[-1])
            return view.move_of(codes)


@dataclass(frozen=True)
class Timed(Work[GameId, tuple[Played, dict[str, tuple[int, float]]]]):
    """Games, with the moves of each player and the seconds of the processor that they took."""

    games: MatchGames

    def prepare(self) -> None:
        self.games.prepare()

    def signature(self) -> str:
        return self.games.signature()

    def attend(self, task: GameId, slate: Slate) -> tuple[Played, dict[str, tuple[int, float]]]:
        Purse.moves.clear()
        Purse.spent.clear()
        played = self.games.attend(task, slate)
        return played, {name: (Purse.moves[name], Purse.spent[name]) for name in Purse.moves}


Timing = dict[str, tuple[int, float]]


class Kept:
    """The games that have been played, in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.games: dict[GameId, tuple[Played, Timing]] = {}
        header = json.dumps(MATCH.header())
        lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        if lines[:1] == [header]:
            for line in lines[1:]:
                found = json.loads(line)
                played = Played.from_line(found)
                self.games[played.id] = played, {name: (each[0], each[1]) for name, each in found["used"].items()}
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(header + "\n", encoding="utf-8")

    def add(self, played: Played, used: Timing) -> None:
        self.games[played.id] = played, used
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**played.line(MATCH.luck(played.id)), "used": used}) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--workers", type=int, default=1)
    add_places(parser)
    options = parser.parse_args()
    console, load_before = Console(), os.getloadavg()[0]
    kept, games = Kept(MEASURED / "ismcts.jsonl"), list(MATCH.games(MATCH.blocks(options.games)))
    with crew(Timed(MatchGames(MATCH)), Workplace(options.workers), watched=True) as players:
        players.check()
        for _, (result, used) in players.run(game for game in games if game not in kept.games):
            kept.add(result, used)
            console.print(f"… {len(kept.games)} of {len(games)} games", style="dim")
    played = {game: kept.games[game][0] for game in games}
    summary = summarise(MATCH, played, blocks=MATCH.blocks(options.games)).document()
    wins = summary["players"][0]["wins"]
    times = [kept.games[game][1] for game in games]
    a_move = {
        name: sum(each[name][1] for each in times) / sum(each[name][0] for each in times) for name in ("King", "Ismcts")
    }
    rows = [
        ("the king wins", f"{wins['value']:.1%} ({wins['low']:.1%} to {wins['high']:.1%})", "-"),
        *((f"{name}, seconds of the processor a move", f"{seconds:.4f}", "-") for name, seconds in a_move.items()),
        ("ratio", f"{a_move['Ismcts'] / a_move['King']:.2f}", "10"),
    ]
    content = {"command": "python -m benchmarks.ismcts", "processor": processor(), "python": platform.python_version()}
    packages = {name: version(name) for name in ("numba", "numpy", "open_spiel")}
    loads = {"load_before": load_before, "load_after": os.getloadavg()[0], "workers": options.workers}
    figures = {"processor_seconds_a_move": a_move, "summary": summary}
    report(console, options, rows, "ismcts", {**content, **packages, **loads, **figures})


if __name__ == "__main__":
    from benchmarks import ismcts

    ismcts.main()  # work travels by the name of its module
