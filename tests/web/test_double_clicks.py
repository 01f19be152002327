"""A double click settles one thing, never what comes after it in the same place (ux 12)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import ADA, BEN, GUEST, Visitor, open_table

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
    ada.sit(name="Ada", table={"pace": 0, "first": 0})
    ada.play_on(until="[data-action=play]")
    ada.page.locator("[data-action=play]").dblclick()
    ada.page.wait_for_selector("[data-card][data-choice]")
    expect(ada.page.locator(TOLD).filter(has_text="Ada plays the")).to_have_count(1)


def test_a_double_click_on_undo_takes_one_turn_back(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0})
    played = ada.page.locator(TOLD).filter(has_text="Ada plays the")
    for turn in (1, 2):
        ada.play_on(until="[data-action=play]")
        ada.page.locator("[data-action=play]").click()
        expect(played).to_have_count(turn)
    expect(ada.page.get_by_text("The luck of this game was fixed in advance.")).to_be_visible()
    expect(ada.page.get_by_text("Turns were taken back in this game.")).to_have_count(0)
    ada.page.locator("[data-action=undo]").dblclick(delay=SLOWLY)
    expect(ada.page.get_by_text("Turns were taken back in this game.")).to_be_visible()
    expect(played).to_have_count(1)
    ada.settle()
    expect(played).to_have_count(1)


TWICE = """element => {
    const press = () => element.tagName === 'FORM' ? element.requestSubmit() : element.click();
    press();
    press();
}"""


def requests_of(visitor: Visitor, ending: str) -> list[str]:
    """The commands that the page sends to addresses with this ending, from now on."""
    found: list[str] = []
    visitor.page.on(
        "request",
        lambda sent: found.append(sent.url) if sent.method == "POST" and sent.url.endswith(ending) else None,
    )
    return found


def test_nobody_sits_down_speaks_or_asks_for_a_rematch_twice(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    open_table(ada, ADA, GUEST)
    ben.page.goto(ada.page.locator("input[readonly]").input_value())
    sat = requests_of(ben, "/sit")
    ben.page.locator("form.sit").evaluate(TWICE)
    ben.page.click("[data-tab=chat]")
    ben.page.fill("#say", "Good day!")
    ben.page.locator(".chat form").evaluate(TWICE)
    expect(ben.page.locator("#say")).to_have_value("")
    expect(ada.page.locator("#side-chat li")).to_have_count(1)
    assert len(sat) == 1
    ben.page.click("[data-tab=more]")
    ben.page.click("[data-action=leave]")
    ben.agree()
    ada.page.click("[data-tab=more]")
    ada.page.click("[data-action=abandon]")
    ada.agree()
    played = ada.page.url
    again = requests_of(ada, "/rematch")
    ada.page.locator("[data-action=rematch]").evaluate(TWICE)
    expect(ada.page).not_to_have_url(played)
    assert len(again) == 1
