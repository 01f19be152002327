"""The outlook on the display: against going through everything by hand, and what it may depend on."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from sanssouci import Game, SanssouciError
from sanssouci.box.squares import LETTERS
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import seat_base
from sanssouci.players.outlook import absent
from sanssouci.players.weights import load_weights
from sanssouci.thinking import desk as desk_at
from sanssouci.thinking import policy, thinker
from strategies import BY_ID, Configuration, examples, eyes_of, players_of, running, running_games, step


def before_the_end(configuration: Configuration, seed: int, turns: int) -> Game:
    """A game with that many turns left."""
    game = configuration.game(seed)
    players = players_of(["greedy", "random"], game.players, seed)
    while game.is_setup or game.rounds * game.players - game.turns > turns:
        step(game, players)
    return game


def worlds(game: Game, eyes: int) -> Iterator[Game]:
    """Every game of two that looks to a seat as this one does; all are equally likely."""
    other = seat_base(1 - eyes)
    own_missions = game.missions(eyes)
    columns = [column for column in range(len(game.box.columns)) if LETTERS[column] not in own_missions]
    cards = [game._lexicon.card_slots[card] for card in game.undiscarded(1 - eyes)]
    for missions in combinations(columns, game.box.missions):
        for hand in combinations(cards, game.hand_count(1 - eyes)):
            dealt = game.copy()
            dealt._state[other + layout.MISSIONS] = sum(1 << column for column in missions)
            dealt._state[other + layout.HAND] = sum(1 << card for card in hand)
            yield dealt


def after_a_turn(game: Game) -> Iterator[tuple[Game, Fraction]]:
    """The game after a turn by the evaluation, with every tile that may be turned up, and how likely each is.

    No card is drawn: it has no part in what lies on the display at the next turn of a seat.
    """
    table, desk = game._lexicon.table, np.zeros(desk_at.DESK_WORDS, np.int64)
    weights = load_weights("king", game.players, game.expansions)
    moved = game._state.copy()
    thinker.thinker().best_turn(table, moved, weights, desk, 0, 0)
    policy.carry_out(table, moved, desk, 0)
    for column, count in enumerate(game.bag.values()):
        if count:
            after = game.copy()
            after._state = moved.copy()
            engine.engine().apply(table, after._state, layout.TURNED_TILE_CODE + column)
            if after._state[layout.PHASE] == layout.DRAW_CARD:
                after._state[layout.SEAT] = (int(moved[layout.SEAT]) + 1) % game.players
                after._state[layout.PHASE] = layout.PLAY_CARD
            yield after, Fraction(count, game.bag_count)


def by_hand(game: Game, eyes: int) -> dict[str, Fraction]:
    """The chance of each structure to be absent at a seat's next turn, over all that it cannot see."""
    turns = 2 if game.seat == eyes else 1
    cases = [(world, Fraction(1)) for world in worlds(game, eyes)]
    number = len(cases)
    for _ in range(turns):
        cases = [(after, chance * likely) for world, chance in cases for after, likely in after_a_turn(world)]
    gone: Counter[str] = Counter()
    for world, chance in cases:
        shown = {square[0] for square in world.display if square is not None}
        for letter in LETTERS[: len(game.box.columns)]:
            gone[letter] += 0 if letter in shown else chance  # type: ignore[assignment]  # fractions add up, too
    return {letter: Fraction(chance) / number for letter, chance in gone.items()}


@pytest.mark.parametrize("name", ["small-2", "small-2-rewards-boar"])
@pytest.mark.parametrize("turns_left", [3, 5, 6])
def test_chances_are_those_found_by_hand(name: str, turns_left: int) -> None:
    game = before_the_end(BY_ID[name], 2, turns_left)
    for eyes in (0, 1):
        expected = by_hand(game, eyes)
        found = absent(game.view(eyes), samples=20_000, seed=1)
        assert found == pytest.approx({letter: float(chance) for letter, chance in expected.items()}, abs=0.015)
        assert any(0.05 < chance < 0.95 for chance in found.values()), "nothing was uncertain"


def test_the_present_turn_is_not_the_next_one() -> None:
    """With two turns left, who has the first of them gets no other, and who has the last one does."""
    game = before_the_end(BY_ID["ravensburger-2"], 3, 2)
    assert game.seat is not None
    assert absent(game.view(game.seat)) == {}
    waiting = absent(game.view(1 - game.seat))
    assert set(waiting) == set("abcdefghi")
    earlier = before_the_end(BY_ID["ravensburger-2"], 3, 3)
    assert earlier.seat is not None
    assert set(absent(earlier.view(earlier.seat))) == set("abcdefghi")
    assert absent(before_the_end(BY_ID["ravensburger-2"], 3, 0).view(0)) == {}


@given(game=running_games())
@examples(50)
def test_a_chance_is_between_never_and_always_and_few_structures_are_sure_to_lie_there(game: Game) -> None:
    for eyes in eyes_of(game):
        if eyes < 0:
            with pytest.raises(SanssouciError, match="spectator"):
                absent(game.view(eyes))
            continue
        found = absent(game.view(eyes), samples=50, seed=4)
        assert all(0 <= chance <= 1 for chance in found.values())
        if found:
            present = sum(1 - chance for chance in found.values())
            assert 1 <= present <= len(game.box.display)


@pytest.mark.parametrize("moves", [0, 3, 17, 33])
def test_games_that_differ_only_in_hidden_parts_have_the_same_outlook(moves: int) -> None:
    game = running(BY_ID["ravensburger-3"], 5, ["greedy"], moves)
    assert game.seat is not None
    for eyes in range(3):
        other = game.copy()
        dealt = np.zeros(layout.STATE_WORDS, np.int64)
        engine.engine().redeal(game._lexicon.table, game.view(eyes)._state, eyes, 3, 4, dealt)
        other._state = dealt
        assert moves == 0 or other.text() != game.text()
        assert absent(other.view(eyes), samples=200, seed=9) == absent(game.view(eyes), samples=200, seed=9)
        assert absent(game.view(eyes), samples=200, seed=10) != absent(game.view(eyes), samples=200, seed=9)


def test_the_interpreted_kernel_has_the_same_outlook(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [running(BY_ID[name], 3, ["greedy"], 20).view(1) for name in ("imperial-3-rewards-boar", "small-2")]
    compiled = [absent(view, samples=20, seed=6) for view in views]
    monkeypatch.setattr(thinker, "thinker", thinker.interpreted)
    assert [absent(view, samples=20, seed=6) for view in views] == compiled
