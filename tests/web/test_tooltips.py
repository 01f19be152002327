"""Every picture that does not explain itself says what it is when pointed at (ux 6)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from web.browsing import Visitor

pytestmark = pytest.mark.slow

# Pictures in sight with neither a title, nor a tooltip around them, nor a text beside them.
UNEXPLAINED = """() => {
    const told = element => element !== null && (element.hasAttribute?.('title') || told(element.parentElement));
    const beside = svg => [...svg.parentElement.childNodes].some(node =>
        node !== svg && node.nodeName !== 'svg' && node.textContent.trim());
    const ground = svg => svg.matches('.ground, .bar'); // what others are drawn or written on
    return [...document.querySelectorAll('main svg')]
        .filter(svg => svg.checkVisibility() && !svg.closest('.sprite'))
        .filter(svg => !ground(svg) && !svg.querySelector('title') && !told(svg) && !beside(svg))
        .map(svg => svg.parentElement.outerHTML.slice(0, 160));
}"""
# Within the gardens: nobles, and the numbers of the rows.
WITHIN = "[data-garden] :is([data-noble], [data-badge]), .strip [data-badge]"


def check(page: Page) -> None:
    assert page.evaluate(UNEXPLAINED) == []
    titles = page.locator(WITHIN).evaluate_all("parts => parts.map(part => part.querySelector('title')?.textContent)")
    assert len(titles) >= 30
    assert all(titles)


def test_ux6_every_picture_of_a_table_is_explained(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"]})
    for step in ("[data-card][data-choice]", "[data-tile][data-choice]", "[data-action=play]"):
        ada.play_on(until=step)
        check(ada.page)
    assert ada.page.locator(".own .pointer title").text_content() == "Ada is to play"
    ada.play_on()
    check(ada.page)
    assert "wins" in (ada.page.locator(".nameplate .pointer title").first.text_content() or "")
