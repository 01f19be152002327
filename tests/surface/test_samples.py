"""Games sampled from a view: never against what it shows, never with a look at what it hides."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, SanssouciError, View
from sanssouci.kernel.validity import fault
from strategies import BY_ID, SEEDS, examples, eyes_of, finished, players_of, running, running_games, step


@given(running_games(), SEEDS)
@examples(50)
def test_a_sample_looks_the_same_and_can_be_played_on(game: Game, seed: int) -> None:
    for eyes in eyes_of(game):
        view = game.view(eyes)
        sample = view.sample(seed)
        assert sample.view(eyes) == view
        assert fault(sample.table, sample.state) is None
        assert sample.moves == ()
        players = players_of(["random"], sample.players, 1)
        while not sample.is_over:
            step(sample, players)
        assert sample.outcome() is not None


def test_a_sample_is_a_function_of_view_and_seed_alone() -> None:
    """Two games that differ in what is hidden, and look the same, give the same samples."""
    truth = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20)
    view = truth.view(0)
    other = next(game for game in map(view.sample, range(50)) if game.hand(1) != truth.hand(1))
    assert other.missions(1) != truth.missions(1) or other.hand(1) != truth.hand(1)
    for seed in range(20):
        texts = {game.view(0).sample(seed).text() for game in (truth, other)}
        assert texts == {View.from_text(view.text()).sample(seed).text()}


def test_hands_and_missions_come_evenly() -> None:
    game = running(BY_ID["ravensburger-2"], 4, ["greedy"], 22)
    samples = [game.view(0).sample(seed) for seed in range(3000)]
    cards = Counter(card for sample in samples for card in sample.hand(1))
    assert set(cards) == set(game.undiscarded(1))
    for count in cards.values():
        assert count / len(samples) == pytest.approx(2 / len(cards), abs=0.04)
    missions = Counter(column for sample in samples for column in sample.missions(1))
    assert not set(missions) & set(game.missions(0))
    for count in missions.values():
        assert count / len(samples) == pytest.approx(2 / 7, abs=0.04)


def test_the_luck_to_come_is_that_of_the_seed() -> None:
    view = running(BY_ID["ravensburger-2"], 4, ["greedy"], 22).view(0)
    after = set()
    for seed in range(20):
        sample, again = view.sample(seed), view.sample(seed)
        for game in (sample, again):
            game.push(game.legal_moves[0])
        assert sample.text() == again.text()
        after.add(sample.display)
    assert len(after) > 1
    assert view.sample().text() != view.sample().text()


@given(running_games(), st.integers(1, 5), SEEDS)
@examples(50)
def test_a_turn_under_way_is_under_way_in_the_sample(game: Game, steps: int, seed: int) -> None:
    for _ in range(steps):
        if not game.is_over:
            game.push_code(game.legal_codes[-1])
    for eyes in eyes_of(game):
        view = game.view(eyes)
        sample = view.sample(seed)
        assert (sample.view(eyes), sample.steps) == (view, game.steps)
        for _ in game.steps:
            sample.pop_code()
        assert sample.view(eyes) == view.start
        assert fault(sample.table, sample.state) is None


def test_the_view_after_a_whole_move_of_ones_own_is_sampled_with_the_move() -> None:
    game = running(BY_ID["ravensburger-2"], 4, ["greedy"], 22)
    assert game.seat is not None
    view = game.view(game.seat)
    move = game.legal_moves[-1]
    for code in game.codes_of(move):
        view = view.after(code)
    sample = view.sample(3)
    assert (sample.moves, sample.is_chance, sample.turns) == ((move,), False, game.turns + 1)
    mine = view.sample(3, luck="own")
    assert (mine.moves, mine.is_chance) == ((move,), True)
    mine.pop()
    assert mine.view(game.seat) == game.view(game.seat)


def test_a_sample_with_luck_of_ones_own_draws_nothing() -> None:
    view = running(BY_ID["imperial-3-rewards-boar"], 4, ["greedy"], 22).view(1)
    sample = view.sample(5, luck="own")
    assert sample.state.tobytes() == view.sample(5).state.tobytes()
    sample.push(sample.legal_moves[0])
    assert sample.is_chance


def test_samples_at_the_ends_of_a_game() -> None:
    game = finished(BY_ID["ravensburger-2"], 3)
    assert game.view(0).sample(1).text() == game.text()
    fresh = Game(seed=1, first=0)
    assert fresh.view(1).sample(2).view(1) == fresh.view(1)
    dealing = Game(luck="own", first=0)
    with pytest.raises(SanssouciError, match="still being dealt"):
        dealing.view(0).sample(1)
    with pytest.raises(SanssouciError, match="'seed' or 'own'"):
        fresh.view(0).sample(1, luck="theirs")  # type: ignore[arg-type]
