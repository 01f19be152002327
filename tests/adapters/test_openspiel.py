"""The game passes OpenSpiel's own tests, keeps secrets, and is worth what our own solver says."""

import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import generate_playthrough, minimax  # noqa: E402  # after the skip

import sanssouci.adapters.openspiel  # noqa: E402, F401  # registers the game
from sanssouci import Game, SanssouciError  # noqa: E402
from sanssouci.arena.solving import solve  # noqa: E402
from sanssouci.kernel import layout  # noqa: E402
from sanssouci.vector import observation_fields, observe  # noqa: E402

MICRO, BOTH = "python_sanssouci(box=micro)", "python_sanssouci(box=small,expansions=rewards+boar)"
FOUR = "python_sanssouci(box=imperial,players=4,expansions=boar,first=2)"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def played(game: Any, seed: int, decisions: int | None = None) -> Any:
    """A state after random play: at the end, or after a number of decisions and the chance that follows."""
    state, luck, count = game.new_initial_state(), random.Random(seed), 0
    while not state.is_terminal() and (state.is_chance_node() or count != decisions):
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, chances)[0])
        else:
            count += 1
            state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", [MICRO, BOTH, FOUR, "python_sanssouci(rewards=margin)"])
def test_it_passes_openspiels_random_simulation_with_serialisation_and_clones(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("file", "name"), [("micro.txt", MICRO), ("small-rewards-boar.txt", BOTH)])
def test_the_kept_playthrough_is_still_what_happens(file: str, name: str) -> None:
    """Written by OpenSpiel's generate_playthrough with seed 7; a difference means new codes, tensors or texts."""
    path = PLAYTHROUGHS / file
    lines = generate_playthrough.playthrough_lines(name, seed=7)
    if os.environ.get("SANSSOUCI_WRITE_PLAYTHROUGHS"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("seed", range(3))
def test_a_state_is_the_game_that_it_becomes(seed: int) -> None:
    state = played(pyspiel.load_game(BOTH), seed, 20 + seed)
    game = state.to_game()
    assert (game.state == state.words).all()
    assert game.seat == state.current_player()
    assert list(game.legal_codes) == state.legal_actions()
    size = observation_fields(2)[-1].slice.stop
    for seat in range(2):
        assert state.observation_tensor(seat) == observe(game.view(seat)).tolist()
        assert state.information_state_tensor(seat)[:size] == state.observation_tensor(seat)
    ended = played(pyspiel.load_game(BOTH), seed)
    outcome = ended.to_game().outcome()
    assert outcome is not None
    assert [value > 0 for value in ended.returns()] == [(seat,) == outcome.winners for seat in range(2)]


def hidden_from(state: Any, seat: int) -> list[tuple[int, int]]:
    """The hands and missions of all others."""
    bases = [layout.seat_base(other) for other in range(state.get_game().num_players()) if other != seat]
    return [(int(state.words[base + layout.HAND]), int(state.words[base + layout.MISSIONS])) for base in bases]


@pytest.mark.parametrize("name", [BOTH, FOUR])
def test_a_resampled_state_looks_the_same_and_hides_something_else(name: str) -> None:
    state = played(pyspiel.load_game(name), 1, 31)
    player = state.current_player()
    others = [
        state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)) for seed in range(20)
    ]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert (other.to_game().state == other.words).all()  # its past is one that the rules allow
    assert len({str(hidden_from(other, player)) for other in others}) > 10
    assert len({tuple(other.history()) for other in others}) > 10


def test_what_another_seat_draws_is_in_no_tensor_and_no_text() -> None:
    game = pyspiel.load_game(BOTH)
    state = played(game, 5, 25)
    player = state.current_player()
    secret = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(3, 0.0, 1.0))
    assert hidden_from(secret, player) != hidden_from(state, player)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.string_from(secret, 1 - player) == public.string_from(state, 1 - player)
    for seat in range(2):
        public.set_from(state, seat)
        before = public.tensor.copy()
        public.set_from(secret, seat)
        assert (before == public.tensor).all()


def test_a_state_of_a_view_holds_no_secret_of_the_game() -> None:
    game, spiel = Game("small", seed=4), pyspiel.load_game("python_sanssouci(box=small)")
    while game.turns < 4:
        game.push(game.legal_moves[0])
    assert game.seat is not None
    view = game.view(game.seat)
    states = [spiel.state_of(view, seed) for seed in range(20)]
    assert len({hidden_from(state, view.eyes)[0] for state in states}) > 5
    assert {state.observation_string(view.eyes) for state in states} == {states[0].observation_string(view.eyes)}
    with pytest.raises(SanssouciError, match="no past"):
        states[0].to_game()


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    state = played(pyspiel.load_game(MICRO), 1, 4)
    before = str(state)
    for action in (0, 192, 500):
        if action not in state.legal_actions():
            with pytest.raises((pyspiel.SpielError, ValueError, IndexError)):
                state.apply_action(action)
    assert str(state) == before


def test_questions_that_have_no_answer_are_refused() -> None:
    state = played(pyspiel.load_game(FOUR), 1, 4)
    for seat in (-1, 4, 9):
        with pytest.raises(pyspiel.SpielError, match="players are 0 to 3"):
            state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    with pytest.raises(pyspiel.SpielError, match="a player must decide"):
        state.chance_outcomes()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"box": "nobox"}, "micro"),
        ({"players": 5}, "players"),
        ({"rewards": "gold"}, "win, points, margin"),
        ({"expansions": "boar"}, "boar"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(SanssouciError, match=message):
        pyspiel.load_game("python_sanssouci", parameters)


# ── what micro is worth ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(4))
def test_our_solver_and_openspiels_search_agree_on_the_end_of_micro(seed: int) -> None:
    """Two and a half turns before the end, so that OpenSpiel's search, which remembers nothing, can go to the end."""
    state = played(pyspiel.load_game(MICRO), seed)
    codes = list(state.codes)
    while state.words[layout.TURN] > 3 or state.is_chance_node():
        codes.pop()
        state = pyspiel.load_game(MICRO).new_initial_state()
        for code in codes:
            state.apply_action(code - layout.ACTIONS if code >= layout.ACTIONS else code)
    theirs = minimax.expectiminimax(state, 100, None, 0)[0]
    assert solve(state.to_game()).value == pytest.approx(theirs)


@pytest.mark.long
def test_our_solver_and_openspiels_states_agree_on_the_whole_of_micro() -> None:
    """Expectimax over OpenSpiel's states, remembering values by their texts, takes some minutes."""
    values: dict[str, float] = {}

    def value(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        key = str(state)
        if key not in values:
            if state.is_chance_node():
                values[key] = sum(chance * value(state.child(action)) for action, chance in state.chance_outcomes())
            else:
                best = max if state.current_player() == 0 else min
                values[key] = best(value(state.child(action)) for action in state.legal_actions())
        return values[key]

    ours = solve(Game("micro", first=0, luck="own"))
    assert ours.value == pytest.approx(value(pyspiel.load_game(MICRO).new_initial_state()))
    assert ours.value == pytest.approx(-0.2)


@cache
def late_game() -> Game:
    game = Game("micro", seed=3, first=0)
    while game.turns < 4:
        game.push_code(game.legal_codes[-1])
    return game


def test_the_value_with_open_cards_is_that_of_the_best_line() -> None:
    """By hand: every whole turn, every outcome of chance, the other's best answer."""
    game = late_game().copy(luck="own")
    assert game.seat == 0
    best = -1.0
    for move in game.legal_moves:
        game.push(move)
        expected = 0.0
        for tile in game.chances:
            game.push_chance(tile)
            answers = []
            for answer in game.legal_moves:
                game.push(answer)
                outcome = game.outcome()
                assert outcome is not None
                answers.append((0 in outcome.winners) - (1 in outcome.winners))
                game.pop()
            expected += tile.probability * min(answers)
            game.pop_code()
        best = max(best, expected)
        game.pop_code()
        while game.steps:
            game.pop_code()
    assert solve(late_game().copy(luck="own")).value == pytest.approx(best)


def test_the_solver_refuses_what_has_no_single_value() -> None:
    with pytest.raises(SanssouciError, match="two players"):
        solve(Game(players=3, first=0, luck="own"))
    with pytest.raises(SanssouciError, match="win, margin"):
        solve(late_game(), "glory")  # type: ignore[arg-type]
    assert np.isfinite(solve(late_game(), "margin").value)
