"""The yardsticks play by the rules and find obvious moves, and the strength table can be run."""

import os
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from sanssouci import Game, RandomPlayer
from sanssouci.players.levels import make_player
from sanssouci.players.networks import digest, read_network
from strategies import BY_ID, ROOT


@pytest.fixture(autouse=True)
def _import_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def last_decision(seed: int) -> Game:
    """A game between random players just before its last move."""
    game, players = Game(seed=seed), [RandomPlayer(seed + seat) for seat in range(2)]
    while game.seat is not None:
        game.push(players[game.seat].choose(game.view(game.seat)))
    game.pop()
    return game


def after(game: Game, move: Any) -> tuple[Fraction, int]:
    """The share of the win and the lead of the seat to move, once it has played the last move."""
    seat, end = game.seat, game.copy()
    assert seat is not None
    end.push(move)
    outcome = end.outcome()
    assert outcome is not None
    share = Fraction(seat in outcome.winners, len(outcome.winners))
    return share, outcome.points[seat].total - outcome.points[1 - seat].total


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("benchmarks.uct:Tiny", marks=pytest.mark.long),
        pytest.param("benchmarks.flat:FlatMonteCarlo", marks=pytest.mark.long),
        "benchmarks.flat:KingsEvaluation",
    ],
)
@pytest.mark.parametrize("setting", ["ravensburger-2", "ravensburger-3-rewards", "imperial-4-rewards-boar", "small-2"])
def test_yardsticks_play_by_the_rules_and_the_same_again(name: str, setting: str) -> None:
    games = []
    configuration = BY_ID[setting]
    for _ in range(2):
        game, player = configuration.game(5), make_player(name, 8)
        vars(player).get("_flat", player).rollouts = 2
        while game.seat is not None and len(game.moves) < 2 * configuration.players + 4:
            game.push(player.choose(game.view(game.seat)))
        games.append(game.moves)
    assert games[0] == games[1]


@pytest.mark.long
def test_the_judge_plays_by_the_rules_and_the_same_again() -> None:
    module = import_module("benchmarks.judge")
    for name, hashed in module.HASHES.items():
        assert digest(read_network(module.NETWORKS / f"{name}.npz")) == hashed
    games = []
    for _ in range(2):
        game, players = Game(seed=5), [module.Judge(8), RandomPlayer(8)]
        vars(players[0])["_flat"].rollouts = 2
        while game.seat is not None:
            game.push(players[game.seat].choose(game.view(game.seat)))
        games.append(game.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("seed", range(8))
def test_uct_wins_with_the_last_move_where_it_can(seed: int) -> None:
    module = import_module("benchmarks.uct")
    player = module.Uct(seed)
    player.iterations = 5000
    game = last_decision(seed)
    best = max(after(game, move)[0] for move in game.legal_moves)
    assert after(game, player.choose(game.view(game.seat or 0)))[0] == best
    assert player.done == 5000


@pytest.mark.parametrize("seed", range(8))
def test_flat_monte_carlo_takes_the_greatest_lead_with_the_last_move(seed: int) -> None:
    game = last_decision(seed)
    move = make_player("benchmarks.flat:FlatMonteCarlo", seed).choose(game.view(game.seat or 0))
    assert after(game, move)[1] == max(after(game, each)[1] for each in game.legal_moves)


def test_the_strength_table_keeps_to_its_limits() -> None:
    module = import_module("benchmarks.strength")
    assert sum(row.bar is not None for row in module.ROWS) == 18
    assert max(row.games for row in module.ROWS) <= 400
    assert sum(row.games * row.seconds for row in module.ROWS) / 2 <= 2 * 3600
    names = [row.name for row in module.ROWS]
    assert len(set(names)) == len(names)
    for row in module.ROWS:
        assert row.games % row.players == 0
        for spec in row.specs:
            make_player(spec, 1)


@pytest.mark.long
def test_the_strength_table_runs() -> None:
    command = [sys.executable, "benchmarks/strength.py", "--quick", "--row", "uct"]
    environment = {**os.environ, "COLUMNS": "150"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split()[:3] == ["row", "games", "wins"]
    assert " ".join(lines[1].split()).startswith("uct: UCT with ten times the time of a king 2 ")
    assert "at most 10.0%" in lines[1]
