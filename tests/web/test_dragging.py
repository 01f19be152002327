"""A tile can be dragged to its square, by mouse and by finger; clicking remains the usual way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

# A finger takes an element and lets it go over another.
BY_FINGER = """([from, to]) => {
    const middle = element => { const box = element.getBoundingClientRect();
        return { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }; };
    const [tile, square] = [from, to].map(selector => document.querySelector(selector));
    const finger = { pointerType: 'touch', isPrimary: true, bubbles: true, button: 0 };
    tile.setPointerCapture = () => {};
    tile.dispatchEvent(new PointerEvent('pointerdown', { ...finger, ...middle(tile) }));
    tile.dispatchEvent(new PointerEvent('pointermove', { ...finger, ...middle(square) }));
    const lifted = document.querySelectorAll('.dragged').length;
    tile.dispatchEvent(new PointerEvent('pointerup', { ...finger, ...middle(square) }));
    return lifted;
}"""


def first_tile(page: Page) -> tuple[Locator, str, str]:
    """A tile that keeps its structure: itself, its text, and its square."""
    page.locator("[data-card][data-choice]").first.click()
    page.wait_for_selector("[data-tile][data-choice]")
    tile = page.locator("[data-tile][data-choice]:not(:has(.turned))").first
    text = tile.get_attribute("data-tile") or ""
    return tile, text, text[:2]


def drag(page: Page, tile: Locator, square: str) -> None:
    there = page.locator(f".own [data-square={square}]").bounding_box()
    assert there is not None
    tile.hover()
    page.mouse.down()
    page.mouse.move(there["x"] + 9, there["y"] + 9, steps=4)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


def test_a_tile_is_dragged_to_its_square(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0})
    ada.play_on(until="[data-card][data-choice]")
    page = ada.page
    tile, text, home = first_tile(page)
    elsewhere = "a1" if home != "a1" else "b1"
    drag(page, tile, elsewhere)
    expect(page.locator(f"[data-laid={home}]")).to_have_count(0)
    drag(page, tile, home)
    page.wait_for_selector(f".own [data-laid={home}]")
    expect(page.locator(f"[data-tile='{text}']")).to_have_attribute("aria-pressed", "true")
    page.click("[data-action=back]")
    page.wait_for_selector("[data-tile][data-choice]")
    lifted = page.evaluate(BY_FINGER, [f"[data-tile='{text}']", f".own [data-square={home}]"])
    assert lifted == 1
    page.wait_for_selector(f".own [data-laid={home}]")
