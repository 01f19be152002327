"""What cannot be chosen says why, right there; what was chosen can be changed, also after a reload (ux 8, 11, 20)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

AT_ONCE = {"pace": 0, "first": 0}


def sit(visitor: Callable[..., Visitor], **table: object) -> Visitor:
    ada = visitor()
    ada.sit(name="Ada", table={**AT_ONCE, **table})
    ada.play_on(until="[data-card][data-choice]")
    return ada


# How far what is said is from what was clicked, or from the part of the table it is in; and what it covers of that and
# of what may be chosen instead.
PLACED = """clicked => {
    const why = document.querySelector('.why').getBoundingClientRect();
    const away = element => {
        const box = element.getBoundingClientRect();
        return Math.max(box.left - why.right, why.left - box.right, box.top - why.bottom, why.top - box.bottom);
    };
    const part = clicked.closest('.display, .plot, .hand');
    const instead = [...document.querySelectorAll('.table [data-choice]')].filter(each => each.checkVisibility());
    return {
        far: Math.min(...[clicked, part].filter(each => each).map(each => Math.abs(away(each)))),
        covers: [clicked, ...instead].filter(each => away(each) < 0).map(each => each.outerHTML.slice(0, 120)),
    };
}"""


def said(page: Page, clicked: Locator) -> str:
    """What is said after a click, close to the element clicked, and hiding nothing that can be chosen instead."""
    clicked.click(force=True)  # it says itself that it is disabled
    why = page.locator(".why")
    expect(why).to_be_visible()
    placed = clicked.evaluate(PLACED)
    assert placed["covers"] == []
    assert placed["far"] < 20
    return why.inner_text()


def test_ux8_a_tile_before_the_card_and_a_square_before_the_tile(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor)
    page = ada.page
    assert said(page, page.locator("[data-tile]").first) == "A card must be played first."
    assert said(page, page.locator("[data-square=e4]")) == "A card must be played first."
    for _ in range(18):  # until a card allows several tiles: the only one would be taken by itself
        page.locator("[data-card][data-choice]").first.click()
        expect(page.locator(".why")).to_have_count(0)
        ada.settle()
        if page.locator("[data-tile][data-choice]").count() > 1:
            break
        ada.play_on(until="[data-action=play]")
        page.click("[data-action=play]")
        ada.play_on(until="[data-card][data-choice]")
    assert said(page, page.locator("[data-square=e4]")) == "A tile must be taken first."


def test_ux8_a_tile_that_the_card_does_not_allow(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor)
    refused = None
    for _ in range(18):  # until a card is played that forbids some tile, as nearly every card does
        ada.page.locator("[data-card][data-choice]").first.click()
        ada.page.wait_for_selector("[data-tile][data-choice]")
        others = ada.page.locator("[data-tile]:not([data-choice])")
        if others.count():
            ada.page.set_viewport_size({"width": 390, "height": 844})
            said(ada.page, others.last)
            ada.page.set_viewport_size({"width": 1280, "height": 800})
            refused = said(ada.page, others.first)
            break
        ada.play_on(until="[data-action=play]")
        ada.page.click("[data-action=play]")
        ada.play_on(until="[data-card][data-choice]")
    assert refused in (
        "The tile is not on either of the card's two colours.",
        "A tile of the card's structure is face up, so one of those must be taken.",
    )


def test_ux8_a_square_to_which_no_noble_can_walk(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor)
    ada.play_on(until=".squares [data-choice]")
    while ada.page.locator("[data-action=stand]").count() == 0:
        ada.click_on()
    empty = ada.page.locator(".squares [aria-label*='free square']:not([data-choice])").last
    assert said(ada.page, empty) == "A noble never walks over an empty square."
    assert ada.page.locator(".prompt").inner_text() == "Which noble walks, and where to?"


def test_ux7_when_it_is_somebody_elses_turn(visitor: Callable[..., Visitor]) -> None:
    here, invited = {"kind": "here", "name": "Ada", "level": ""}, {"kind": "invited", "name": "", "level": ""}
    ada, ben = visitor(), visitor()
    ada.prepare(table={**AT_ONCE, "first": 1, "seats": [here, invited]})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    ben.page.goto(ada.page.locator("input[readonly]").input_value())
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("form.sit button")
    ben.click_on()
    ada.page.wait_for_selector("[data-side]")
    ada.click_on()
    ada.page.wait_for_selector("[data-tile]")
    assert said(ada.page, ada.page.locator("[data-tile]").first) == "It is not your turn."


def test_ux20_after_a_reload_another_card_and_another_tile_can_be_chosen(visitor: Callable[..., Visitor]) -> None:
    page = sit(visitor).page
    first, second = page.locator("[data-card]").first, page.locator("[data-card]").last
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(first).to_have_attribute("aria-pressed", "true")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("aria-pressed", "false")
    page.locator("[data-tile][data-choice]").first.click()
    chosen = page.locator("[data-tile][aria-pressed=true]")
    expect(chosen).to_have_count(1)
    texts = [tile.get_attribute("data-tile") for tile in page.locator("[data-tile][data-choice]").all()]
    other = next((text for text in texts if text != chosen.get_attribute("data-tile")), None)
    page.reload()
    expect(chosen).to_have_count(1)
    if other is not None:
        page.locator(f'[data-tile="{other}"]').click()
        expect(chosen).to_have_attribute("data-tile", other)


def test_ux13_a_typed_move_is_played_or_refused_with_its_reason(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor)
    ada.play_on(until="[data-action=play]")
    table = ada.page.url.replace("/table/", "/api/tables/")
    move: str = ada.context.request.get(f"{table}/game").json()["drafts"][0]["move"]
    card, tile = move.split()[:2]
    home = tile.split("=")[0]
    square = home.rstrip("'")
    ada.page.click("[data-tab=more]")
    wrong, reason = (f"{card} {home} -", "is taken") if "=" in tile else (f"{card} {home}=a1 -", "was free")
    ada.page.fill("#notation", wrong)
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("alert")).to_contain_text(f"{square} {reason}")
    expect(ada.page.locator("#notation")).to_have_value(wrong)
    ada.page.fill("#notation", move)
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("alert")).to_be_empty()
    expect(ada.page.locator("#notation")).to_have_value("")
    expect(ada.page.locator("[data-line]").nth(2)).to_contain_text("Ada plays the")


def test_ux8_a_noble_that_is_clicked_says_where_it_may_walk(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor)
    page = ada.page
    assert said(page, page.locator(".own g[data-noble=a]")) == "A card must be played first."
    ada.play_on(until=".squares [data-square=a1][data-choice]")  # every noble may take its first step
    for letter, structure in (("a", "labyrinth"), ("b", "statue")):
        page.locator(f".own g[data-noble={letter}]").click()
        told = page.locator(".why.helps")
        squares = page.locator(f".own .squares [data-choice^={letter}]")
        names = ", ".join(squares.nth(i).get_attribute("data-square") or "?" for i in range(squares.count()))
        expect(told).to_have_text(f"Squares open to the “{structure}” noble: {names}. Choose one.")
    squares.first.click()
    ada.settle()
    page.click("[data-action=play]")
    ada.settle()
    ada.play_on(until="[data-action=stand]")
    page.locator(".own [data-square=b1]").click(force=True)  # it stands there, and may not stay
    expect(page.locator(".why")).to_contain_text("“statue” noble")
