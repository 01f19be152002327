"""Every picture that does not explain itself says what it is: under the mouse, under the focus, and when touched.

No explanation is the browser's own (ux 38): `data-tip` is shown by a part of ours.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.browsing import Visitor, press_tab_to

pytestmark = pytest.mark.slow

# Pictures in sight with neither an explanation, nor one around them, nor a text beside them.
UNEXPLAINED = """() => {
    const told = element => element !== null && (element.hasAttribute?.('data-tip') || told(element.parentElement));
    const beside = svg => [...svg.parentElement.childNodes].some(node =>
        node !== svg && node.nodeName !== 'svg' && node.textContent.trim());
    const ground = svg => svg.matches('.ground, .bar'); // what others are drawn or written on
    return [...document.querySelectorAll('main svg')]
        .filter(svg => svg.checkVisibility() && !svg.closest('.sprite'))
        .filter(svg => !ground(svg) && !svg.querySelector('[data-tip]') && !told(svg) && !beside(svg))
        .map(svg => svg.parentElement.outerHTML.slice(0, 160));
}"""
NATIVE = "() => [...document.querySelectorAll('[title], svg title')].map(each => each.outerHTML.slice(0, 120))"
# Within the gardens: nobles, and the numbers of the rows.
WITHIN = "[data-garden] :is([data-noble], [data-badge]), .strip [data-badge]"


def check(page: Page) -> None:
    assert page.evaluate(UNEXPLAINED) == []
    assert page.evaluate(NATIVE) == []
    tips = page.locator(WITHIN).evaluate_all("parts => parts.map(part => part.dataset.tip)")
    assert len(tips) >= 30
    assert all(tips)


def test_ux6_every_picture_of_a_table_is_explained(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"]})
    for step in ("[data-card][data-choice]", "[data-tile][data-choice]", "[data-action=play]"):
        ada.play_on(until=step)
        check(ada.page)
    assert ada.page.locator(".own .pointer [data-tip]").get_attribute("data-tip") == "Ada is to play"
    check_three_ways(ada.page)
    ada.end_at_once(0)
    check(ada.page)
    assert "wins" in (ada.page.locator(".nameplate .pointer [data-tip]").first.get_attribute("data-tip") or "")


def check_at_rest(page: Page) -> None:
    """What slides under a mouse at rest is explained once the mouse moves, not before."""
    tip, place = page.locator(".tip"), page.locator(".prompt").bounding_box()
    assert place is not None
    x, y = place["x"] + 5, place["y"] + 5
    page.mouse.move(x, y)
    slide = """(mission, [x, y]) => {
        const box = mission.getBoundingClientRect();
        mission.style.transform = `translate(${x - box.x - 9}px, ${y - box.y - 9}px)`;
        mission.style.zIndex = 9;
        mission.style.position = 'relative';
        return new Promise(done => setTimeout(done, 1000));
    }"""
    page.locator(".own [data-mission]").first.evaluate(slide, [x, y])
    expect(tip).to_have_count(0)
    page.mouse.move(x + 2, y + 2)
    expect(tip).to_contain_text("This mission")
    page.locator(".own [data-mission]").first.evaluate("mission => mission.removeAttribute('style')")
    page.mouse.move(0, 0)


def check_three_ways(page: Page) -> None:
    """A mission is explained under the mouse, under the focus, and when touched, with what it means now (ux 36)."""
    tip, mission = page.locator(".tip"), page.locator(".own [data-mission]").first
    sentence = "This mission: at the end it scores the row of"
    mission.hover()
    expect(tip).to_contain_text(sentence)
    page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    press_tab_to(page, "[data-mission]")
    expect(tip).to_contain_text(sentence)
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    check_at_rest(page)
    touch = {"pointerType": "touch", "bubbles": True}
    mission.dispatch_event("pointerdown", touch)
    expect(tip).to_contain_text(sentence)
    mission.dispatch_event("pointerdown", touch)
    expect(tip).to_have_count(0)
