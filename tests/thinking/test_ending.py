"""The last round, computed exactly, against going through everything by hand."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from sanssouci import Game, Move
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.layout import seat_base
from sanssouci.players.king import KingPlayer
from sanssouci.players.mind import TO_THE_END, Mind, Stage, Trial
from sanssouci.thinking.ending import choose, nth_subset
from strategies import BY_ID, Configuration, players_of, step


def at_last_round(configuration: Configuration, seed: int, *, turns_before_end: int) -> Game:
    game = configuration.game(seed)
    players = players_of(["greedy", "random"], game.players, seed)
    while game.is_setup or game.rounds * game.players - game.turns > turns_before_end:
        step(game, players)
    return game


def standing(game: Game, seat: int) -> tuple[int, int]:
    outcome = game.outcome()
    assert outcome is not None
    return outcome.points[seat].total, outcome.gardeners[seat]


def with_tile(game: Game, move: Move, tile: int) -> Game:
    """The game after a move, with a tile of our choice turned up."""
    after = game.copy()
    after._append(move)
    if after._state[layout.PHASE] == layout.REFILL:
        engine.engine().apply(after._lexicon.table, after._state, layout.TURNED_TILE_CODE + tile)
    return after


def bag_of(game: Game) -> list[int]:
    return [column for column, (_, count) in enumerate(game.bag.items()) for _ in range(count)]


def by_hand(game: Game, move: Move, eyes: int) -> tuple[Fraction, Fraction]:
    """The share of the win and the lead of a move in a game of two, over all missions and tiles."""
    assert game.players == 2
    own = int(game._state[seat_base(eyes) + layout.MISSIONS])
    columns = [column for column in range(len(game.box.columns)) if not own >> column & 1]
    share, lead, cases = Fraction(0), 0, 0
    for missions in combinations(columns, game.box.missions):
        dealt = game.copy()
        dealt._state = game._state.copy()
        dealt._state[seat_base(1 - eyes) + layout.MISSIONS] = sum(1 << column for column in missions)
        is_last = game.turns == game.rounds * 2 - 1
        for (tile,) in [(0,)] if is_last else permutations(bag_of(game), 1):
            after = with_tile(dealt, move, tile)
            if not is_last:
                ends = [with_tile(after, reply, 0) for reply in after.legal_moves]
                after = max(ends, key=lambda end: standing(end, 1 - eyes))
            mine, other = standing(after, eyes), standing(after, 1 - eyes)
            share += Fraction(1, 2) if mine == other else int(mine > other)
            lead += mine[0] - other[0]
            cases += 1
    return share / cases, Fraction(lead, cases)


@pytest.mark.parametrize("name", ["small-2", "small-2-rewards-boar", "small-2-boar"])
@pytest.mark.parametrize("turns_before_end", [1, 2])
def test_the_last_round_is_computed_as_by_hand(name: str, turns_before_end: int) -> None:
    for seed in (1, 2, 3):
        game = at_last_round(BY_ID[name], seed, turns_before_end=turns_before_end)
        assert game.seat is not None
        mind, view = Mind("king"), game.view(game.seat)
        moves, _ = mind.candidates(view, 5)
        trial = Trial(mind, view, moves, Stage(len(moves), TO_THE_END), 0)
        assert trial.finish(len(moves)) > 0
        for index in trial.known:
            found = trial.candidate(index, 0)
            share, lead = by_hand(game, found.move, game.seat)
            assert found.win == pytest.approx(float(share), abs=1e-3)
            assert found.lead == pytest.approx(float(lead), abs=1e-9)


def test_the_king_plays_the_last_turn_for_the_win() -> None:
    game = at_last_round(BY_ID["ravensburger-2"], 5, turns_before_end=1)
    assert game.seat is not None
    found = KingPlayer(1, samples=1000).consider(game.view(game.seat))
    best = max(candidate.win for candidate in found)
    assert found[0].win == best
    assert found[0].samples == 21  # the ways in which the other can have got two of seven missions


def test_before_the_last_round_nothing_is_computed() -> None:
    game = at_last_round(BY_ID["ravensburger-2"], 5, turns_before_end=3)
    assert game.seat is not None
    view = game.view(game.seat)
    mind = Mind("king")
    moves, _ = mind.candidates(view, 3)
    trial = Trial(mind, view, moves, Stage(len(moves), TO_THE_END), 0)
    assert trial.finish(3) == 0
    assert not np.any(trial._tallies)


def test_subsets_are_counted_and_numbered() -> None:
    things = 0b101101101
    sets = [nth_subset(things, 2, index) for index in range(choose(6, 2))]
    assert len(set(sets)) == 15
    assert all(popcount(found) == 2 and found & things == found for found in sets)
    assert [choose(7, 2), choose(5, 2), choose(3, 2), choose(4, 0), choose(2, 3)] == [21, 10, 3, 1, 0]
