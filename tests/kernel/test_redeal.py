"""Dealing anew what a view hides: always a state that looks the same, uniformly among those."""

import numpy as np
from hypothesis import given

from sanssouci import Game
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.choices import draw_pile
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.observing import hand_count
from strategies import BY_ID, examples, eyes_of, running, running_games


def redealt(game: Game, eyes: int, luck: int, using: engine.Engine | None = None) -> np.ndarray:
    out = np.zeros(layout.STATE_WORDS, np.int64)
    view = game.view(eyes)
    (using or engine.engine()).redeal(game._lexicon.table, view._state, eyes, luck, 2 * luck + 1, out)
    return out


@given(game=running_games())
@examples(50)
def test_what_was_dealt_anew_looks_the_same_and_could_be_the_truth(game: Game) -> None:
    table = game._lexicon.table
    for eyes in eyes_of(game):
        state = redealt(game, eyes, 7)
        seen = np.zeros(layout.STATE_WORDS, np.int64)
        engine.engine().observe(state, eyes, seen)
        assert seen.tobytes() == game.view(eyes)._state.tobytes()
        missions = 0
        for seat in range(game.players):
            base = seat_base(seat)
            hand = int(state[base + layout.HAND])
            assert popcount(hand) == hand_count(table, state, seat)
            assert hand & int(state[base + layout.DISCARDS]) == 0
            assert popcount(draw_pile(table, state, base)) == game.pile_count(seat)
            assert missions & int(state[base + layout.MISSIONS]) == 0
            missions |= int(state[base + layout.MISSIONS])
        assert popcount(missions) == sum(
            popcount(int(game._state[seat_base(seat) + layout.MISSIONS])) for seat in range(game.players)
        )


def test_the_interpreted_kernel_deals_the_same() -> None:
    game = running(BY_ID["imperial-3-rewards-boar"], 3, ["greedy"], 20)
    for luck in range(5):
        plain = redealt(game, 1, luck, engine.interpreted())
        assert redealt(game, 1, luck).tobytes() == plain.tobytes()


def test_every_card_and_mission_that_is_possible_comes_about_evenly() -> None:
    game = running(BY_ID["ravensburger-2"], 4, ["greedy"], 22)
    other = seat_base(1)
    cards, missions, samples = np.zeros(layout.CARDS), np.zeros(layout.MAX_COLUMNS), 4000
    for luck in range(samples):
        state = redealt(game, 0, luck)
        cards += [int(state[other + layout.HAND]) >> card & 1 for card in range(layout.CARDS)]
        missions += [int(state[other + layout.MISSIONS]) >> column & 1 for column in range(layout.MAX_COLUMNS)]
    unknown = len(game.undiscarded(1))
    possible = cards > 0
    assert possible.sum() == unknown
    assert np.allclose(cards[possible] / samples, 2 / unknown, atol=0.04)
    assert (missions > 0).sum() == 7
    assert np.allclose(missions[missions > 0] / samples, 2 / 7, atol=0.04)
