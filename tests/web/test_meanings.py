"""Every sign on the table says what it means now (ux 36), and a newcomer is told why the side of a board matters."""

from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import COMPUTER, EVERYTHING, HERE, Visitor, axe_faults
from web.test_sizes import faults

pytestmark = pytest.mark.slow

# A sign (the first that is found), and what its explanation must say.
SIGNS = {
    ".own [data-mission]": "This mission: at the end it scores the row",
    "[data-card]": "This card: ",
    ".own [data-chip] svg": "still to be played, in hand or in the draw pile",
    ".own .piles svg:not([data-mission])": "Draw pile:",
    ".other .piles svg[data-hand] ~ svg ~ svg": "A mission: until the end, only its owner knows it",
    "[data-tile]": "this tile belongs on",
    ".strip [data-badge]": "a tile from here belongs in row",
    "[data-garden] [data-badge='3']": "Row 3, yellow: a noble that stops here scores 3. Built:",
    ".own [data-square=a1]": "printed: built from the start",
    ".own [data-square=e4]": "The wild boar: a tile on its square brings points",
    ".other [data-noble=a]": "The “labyrinth” noble",
    ".other [data-piece=boar]": "At the end, each free square of the area around it costs a point",
    ".rounds": "Round 1 of 18; 17 left after this one",
    ".bag": "tiles in the bag; after each turn",
    ".other [data-level]": "",
}


def tip_of(sign: Locator) -> str:
    text: str = sign.evaluate("sign => sign.closest('[data-tip]')?.dataset.tip ?? ''")
    return text


def test_ux36_every_sign_says_in_a_sentence_what_it_means_now(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table=EVERYTHING)
    ada.play_on(until="[data-card][data-choice]")
    for selector, said in SIGNS.items():
        tip = tip_of(ada.page.locator(selector).first)
        assert said in tip, f"{selector}: {tip}"
        assert len(tip) > 15, f"{selector}: {tip}"
    check_tiles(ada.page)
    check_focus_and_touch(ada.page)
    ada.play_on(until=".own [data-chip] svg.played")
    check_played_cards(ada.page)


def check_tiles(page: Page) -> None:
    """Once a card is chosen, a tile that it does not allow says so and looks so."""
    page.locator("[data-card][data-choice]").first.click()
    page.wait_for_selector("[data-tile][data-choice]")
    tiles = page.locator("[data-tile]")
    barred = [tile for tile in tiles.all() if tile.get_attribute("data-choice") is None]
    for tile in tiles.all():
        allowed = tile.get_attribute("data-choice") is not None
        assert ("does not allow it" in tip_of(tile)) == (not allowed)
    assert barred
    shade = "tile => Number(getComputedStyle(tile).opacity) * Number(getComputedStyle(tile.firstElementChild).opacity)"
    assert all(tile.evaluate(shade) < 0.8 for tile in islice(barred, 3))


def check_played_cards(page: Page) -> None:
    """What is still to be played looks present, and what is gone looks gone."""
    chips = page.locator(".own [data-chip] svg").all()
    shades = {True: set[float](), False: set[float]()}
    for chip in chips:
        is_left = "still to be played" in tip_of(chip)
        shades[is_left].add(chip.evaluate("chip => Number(getComputedStyle(chip).opacity)"))
    assert shades[True] == {1.0}
    assert max(shades[False]) < 0.4


def check_focus_and_touch(page: Page) -> None:
    tip, rounds = page.locator(".tip"), page.locator(".rounds")
    rounds.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(tip).to_contain_text("17 left after this one")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")  # from now on the focus is visible
    rounds.focus()
    expect(tip).to_contain_text("17 left after this one")


def test_ux41_the_side_of_a_board_is_explained_where_it_is_asked(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="de")
    ada.prepare(name="Ada", table={"pace": 0, "first": 0, "expansions": ["rewards"], "seats": [HERE, COMPUTER]})
    ada.page.click("[data-action=play-choosing]")
    why = ada.page.locator(".why")
    expect(why).to_contain_text("wird ein Plättchen, das dorthin gehört, zum Gärtner")
    expect(why.locator("p")).to_be_visible()
    assert faults(ada.page, "side") == []
    assert axe_faults(ada.page) == []
    ada.page.locator("[data-side]").first.click()
    expect(why).to_contain_text("Aufträge")
    expect(why.locator("p")).to_be_hidden()


def test_play_now_takes_a_side_and_leads_straight_to_the_first_turn(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={"pace": 0, "first": 0, "seats": [HERE, COMPUTER]})
    ada.play_now()
    ada.page.wait_for_selector("[data-card][data-choice]")
    expect(ada.page.locator("[data-action=undo]")).to_have_text("Choose the side again")
    ada.page.click("[data-action=undo]")
    expect(ada.page.locator("[data-side]")).to_have_count(2)
