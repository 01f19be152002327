"""Glicko-2 against the example of its author's paper, and what must hold for any results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci.server.glicko import Strength, after

STRENGTHS = st.builds(
    Strength, rating=st.floats(400, 3000), deviation=st.floats(30, 350), volatility=st.floats(0.03, 0.12)
)
FURTHEST = 1.01 * 350**2 / 173.7178  # that one result can move a rating, by step 7 of the paper


def test_the_example_of_the_paper() -> None:
    others = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    found = after(Strength(1500, 200, 0.06), others)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@given(own=STRENGTHS, other=STRENGTHS)
def test_a_victory_raises_a_rating_a_defeat_lowers_it_and_a_tie_lies_between(own: Strength, other: Strength) -> None:
    won, tied, lost = (after(own, [(other, score)]) for score in (1.0, 0.5, 0.0))
    assert lost.rating <= own.rating <= won.rating
    assert lost.rating <= tied.rating <= won.rating


@given(own=STRENGTHS, results=st.lists(st.tuples(STRENGTHS, st.sampled_from([0.0, 0.5, 1.0])), max_size=3))
def test_everything_stays_within_reason(own: Strength, results: list[tuple[Strength, float]]) -> None:
    found = after(own, results)
    assert 0 < found.deviation <= 350
    assert 0.01 < found.volatility < 0.3
    assert abs(found.rating - own.rating) <= FURTHEST * len(results)


def test_without_a_game_nothing_is_learnt_and_certainty_fades() -> None:
    own = Strength(1600, 60, 0.06)
    assert after(own, []) == own
    rested = own.rested(365 * 86_400)
    assert (rested.rating, rested.volatility) == (1600, 0.06)
    assert 60 < rested.deviation < Strength().deviation
    assert own.rested(-5) == pytest.approx(own)
    assert str(own) == "1600"
    assert str(Strength()) == "1500?"
