"""A double click settles one thing, never what comes after it in the same place (point 12 of what a player should find)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import ADA, BEN, Visitor, open_table

pytestmark = pytest.mark.slow

SLOWLY = 600  # milliseconds that the button is held each time: the server has answered before the second click
TOLD = "#side-log li"


def test_a_double_click_on_a_side_does_not_choose_for_the_next_player(visitor: Callable[..., Visitor]) -> None:
    both = visitor()
    open_table(both, ADA, BEN)
    both.page.locator("[data-side]").first.dblclick(delay=SLOWLY)
    expect(both.page.locator(TOLD)).to_have_count(1)
    expect(both.page.locator(".prompt")).to_contain_text("Ben")
    assert both.page.locator("[data-side]").count() == 2
    both.page.locator("[data-side]").first.click()
    both.page.wait_for_selector("[data-action=uncover]")


def test_a_double_click_on_play_plays_one_turn(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={"pace": 0, "first": 0})
    ada.play_now()
    ada.play_on(until="[data-action=play]")
    ada.page.locator("[data-action=play]").dblclick()
    ada.page.wait_for_selector("[data-card][data-choice]")
    expect(ada.page.locator(TOLD).filter(has_text="Ada plays the")).to_have_count(1)


def test_a_double_click_on_undo_takes_one_turn_back(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={"pace": 0, "first": 0})
    ada.play_now()
    played = ada.page.locator(TOLD).filter(has_text="Ada plays the")
    for turn in (1, 2):
        ada.play_on(until="[data-action=play]")
        ada.page.locator("[data-action=play]").click()
        expect(played).to_have_count(turn)
    ada.page.locator("[data-action=undo]").dblclick(delay=SLOWLY)
    expect(played).to_have_count(1)
    ada.settle()
    expect(played).to_have_count(1)
