"""Luck under the caller's control: every outcome is listed with its probability, and pushed."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Chance, Game, PositionError, RecordError, SanssouciError
from sanssouci.kernel import layout
from strategies import BY_ID, CONFIGURATIONS, Configuration, examples, finished, running


def own(configuration: Configuration, first: int = 0) -> Game:
    """A game of a configuration with nothing dealt yet."""
    box, expansions = configuration.box, configuration.expansions
    return Game(box, players=configuration.players, expansions=expansions, first=first, luck="own")


def push_like(game: Game, code: int) -> None:
    if code >= layout.ACTIONS:
        game.push_chance(code)
    else:
        game.push_code(code)


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: configuration.id)
def test_a_game_with_the_same_outcomes_is_the_same_game(configuration: Configuration) -> None:
    drawn = finished(configuration, 7)
    game = own(configuration, drawn.first)
    chances = 0
    for code in drawn._codes:
        if game.is_chance:
            outcomes = game.chances
            assert code in [outcome.code for outcome in outcomes]
            assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
            assert min(outcome.probability for outcome in outcomes) > 0
            assert len({outcome.text for outcome in outcomes}) == len(outcomes)
            assert game.seat is None
            assert not game.legal_codes
            assert not list(game.legal_moves)
            assert not game.mask.any()
            chances += 1
        else:
            assert game.chances == ()
        push_like(game, code)
    assert game.state.tobytes() == drawn.state.tobytes()
    assert chances > 36
    record, expected = game.record(), drawn.record()
    assert "seed" not in record
    assert record == {key: value for key, value in expected.items() if key not in ("seed", "names")}
    assert Game.from_record(record).state.tobytes() == drawn.state.tobytes()


@pytest.mark.parametrize("kind", ["tile", "card", "mission"])
def test_probabilities_are_how_often_a_seed_draws_an_outcome(kind: str) -> None:
    base = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20).copy(luck="own")
    if kind == "mission":
        base = own(BY_ID["ravensburger-2"])
        while base.phase != "deal missions":
            push_like(base, base.chances[0].code if base.is_chance else base.legal_codes[0])
    else:
        base.push(base.legal_moves[0])
        if kind == "card":
            base.push_chance(base.chances[0])
    samples = 3000
    seen = Counter(base.copy(luck="seed", seed=seed)._codes[len(base._codes)] for seed in range(samples))
    outcomes = {outcome.code: outcome.probability for outcome in base.chances}
    assert seen.keys() <= outcomes.keys()
    assert len(outcomes) > 3
    statistic = sum((seen[code] - samples * share) ** 2 / (samples * share) for code, share in outcomes.items())
    assert statistic < 3 * len(outcomes) + 10  # chi squared, with as many degrees of freedom less one


def test_tiles_come_by_how_many_the_bag_holds() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20).copy(luck="own")
    bag, count = game.bag, game.bag_count
    game.push(game.legal_moves[0])
    assert {outcome.text[0]: outcome.probability for outcome in game.chances} == {
        letter: tiles / count for letter, tiles in bag.items() if tiles
    }


def test_an_outcome_is_pushed_as_itself_by_its_code_or_by_its_text() -> None:
    base = running(BY_ID["imperial-2"], 3, ["greedy"], 20).copy(luck="own")
    base.push(base.legal_moves[0])
    outcome = base.chances[-1]
    assert isinstance(outcome, Chance)
    after = []
    for form in (outcome, outcome.code, outcome.text):
        game = base.copy()
        game.push_chance(form)
        after.append(game.state.tobytes())
    assert len(set(after)) == 1
    impossible = next(code for code in range(layout.CODES) if code not in [one.code for one in base.chances])
    for wrong in (impossible, "z9", "", 10**9, -1, Chance(0, "A", 1.0), None):
        with pytest.raises(SanssouciError, match=r"cannot come now; possible"):
            base.push_chance(wrong)  # type: ignore[arg-type]
    assert base.chances[-1] == outcome


@given(st.randoms(use_true_random=False), st.sampled_from(CONFIGURATIONS))
@examples(50)
def test_every_code_can_be_taken_back_chance_as_well(luck: random.Random, configuration: Configuration) -> None:
    game = own(configuration)
    past = []
    for _ in range(90):
        if game.is_over:
            break
        code = luck.choice([one.code for one in game.chances] if game.is_chance else game.legal_codes)
        past.append((game.state.tobytes(), game.moves, game.steps, tuple(game._codes), code))
        push_like(game, code)
    for *before, code in reversed(past):
        assert game.pop_code() == code
        assert [game.state.tobytes(), game.moves, game.steps, tuple(game._codes)] == before
    with pytest.raises(SanssouciError, match="no step to take back"):
        game.pop_code()


def test_a_move_is_popped_with_its_chance() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20).copy(luck="own")
    before, move = game.text(), game.legal_moves[0]
    for outcomes in (0, 1, 2):
        game.push(move)
        for _ in range(outcomes):
            game.push_chance(game.chances[0])
        assert game.pop() == move
        assert game.text() == before


def test_where_chance_comes_next_nobody_moves_and_nothing_is_written() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20).copy(luck="own")
    move = game.legal_moves[0]
    game.push(move)
    assert game.is_chance
    with pytest.raises(SanssouciError, match="chance comes next"):
        game.push(move)
    with pytest.raises(SanssouciError, match="chance comes next"):
        game.push_code(2)
    with pytest.raises(PositionError, match="chance comes next"):
        game.text()
    with pytest.raises(RecordError, match="push the chance"):
        game.record(complete=True)
    game.push_chance(game.chances[0])
    game.push_chance(game.chances[0])
    with pytest.raises(SanssouciError, match="a player must decide"):
        game.push_chance(game.legal_codes[0])


def test_a_copy_goes_on_under_another_luck() -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 20)
    mine = game.copy(luck="own")
    mine.push(mine.legal_moves[0])
    drawn = [mine.copy(luck="seed", seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert (mine.luck, mine.is_chance) == ("own", True)
    assert [copy.luck for copy in drawn] == ["seed"] * 5
    assert not any(copy.is_chance for copy in drawn)
    texts = [copy.text() for copy in drawn]
    assert texts[0] == texts[1]
    assert len(set(texts)) > 2
    assert "seed" not in drawn[0].record(complete=True)
    assert "seed" in game.copy().record(complete=True)
    assert mine.copy().luck == "own"


def test_what_own_luck_needs_is_said() -> None:
    with pytest.raises(SanssouciError, match="who starts"):
        Game(luck="own")
    with pytest.raises(SanssouciError, match="there is no seed"):
        Game(luck="own", first=0, seed=4)
    with pytest.raises(SanssouciError, match="'seed' or 'own'"):
        Game(luck="mine")  # type: ignore[arg-type]
    with pytest.raises(SanssouciError, match="no seed"):
        _ = Game(luck="own", first=0).seed
    assert Game(luck="own", first=1).phase == "deal gardens"


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-4-rewards-boar"])
def test_games_and_views_are_printed_and_drawn_while_chance_is_due(name: str) -> None:
    game, luck, drawn = own(BY_ID[name]), random.Random(4), set()
    while not game.is_over and len(game.moves) < 3 * game.players:
        if game.is_chance and game.phase not in drawn:
            drawn.add(game.phase)
            assert game.phase in repr(game.view(0))
            assert "Chance decides" in game.svg()
            assert "Der Zufall entscheidet" in game.view(1).svg(language="de")
        if game.is_chance:
            game.push_chance(luck.choice(game.chances))
        else:
            game.push_code(luck.choice(game.legal_codes))
    assert len(drawn) >= 4
