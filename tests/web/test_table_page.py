"""The pages work for everybody: by keyboard alone, read aloud, on small screens, in four languages, over a bad line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.databases import free_port
from web.browsing import Visitor, in_every_language, press_tab_to, serving

pytestmark = pytest.mark.slow

AT_ONCE = {"pace": 0, "first": 0}
ROOM = """select => {  // how much room the chosen text of a select leaves
    const free = select.cloneNode(true);
    free.replaceChildren(select.selectedOptions[0].cloneNode(true));
    free.style.cssText = 'position: absolute; width: auto';
    document.body.append(free);
    const needed = free.offsetWidth;
    free.remove();
    return select.offsetWidth - needed;
}"""


def focus(page: Page) -> str:
    """What has the focus: the element, and whether it is in the player's own part of the table."""
    found: str = page.evaluate("""() => {
        const {tagName, dataset} = document.activeElement;
        const part = document.activeElement.closest('.own') ? 'own ' : '';
        return part + (dataset.action ?? tagName.toLowerCase());
    }""")
    return found


def test_a_turn_can_be_played_by_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table=AT_ONCE)
    page = ada.page
    press_tab_to(page, "[data-action=play-now]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-card][data-choice]")
    assert focus(page) == "main"  # the page that was entered
    press_tab_to(page, "[data-card][data-choice]")
    page.keyboard.press("Enter")
    ada.settle()
    assert focus(page) == "own button"
    for step in ("[data-tile][data-choice]", ".squares [data-choice]"):
        if page.locator("[data-action=play]").count() or not page.locator(step).count():
            continue
        press_tab_to(page, step)
        page.keyboard.press("Space")
        ada.settle()
    ada.wait_for("[data-action=play]")
    ada.play_on(until="[data-action=play]")
    press_tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Ada plays the")
    assert focus(page) == "own p"


def test_tab_leads_to_a_square_that_may_be_chosen_wherever_one_was_before(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table=AT_ONCE)
    ada.play_on(until="[data-card][data-choice]")
    ada.page.focus("[data-square=i6]")
    ada.play_on(until=".squares [data-choice]")
    press_tab_to(ada.page, ".squares [data-choice]")


def test_arrow_keys_go_from_square_to_square(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table=AT_ONCE)
    ada.play_on(until="[data-card][data-choice]")
    ada.page.focus("[data-square=a1]")
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowRight"):
        ada.page.keyboard.press(key)
    assert ada.page.evaluate("document.activeElement.dataset.square") == "c1"
    assert "c1, beige, pavilion: pavilion, printed" in ada.page.evaluate("document.activeElement.ariaLabel")


@in_every_language
def test_nothing_has_to_be_scrolled_sideways_on_the_smallest_screen(
    visitor: Callable[..., Visitor], language: str
) -> None:
    ada = visitor(language=language, width=320, height=568)
    ada.prepare(name="Ada", table={**AT_ONCE, "expansions": ["rewards"]})
    expect(ada.page.locator("html")).to_have_attribute("lang", language)
    wide = "document.documentElement.scrollWidth"
    assert ada.page.evaluate(wide) == 320
    ada.page.click("[data-part=new-table] summary")
    for select in ada.page.locator("[data-part=new-table] select").all():
        assert select.evaluate(ROOM) >= 0, select.inner_text()
    ada.play_now()
    ada.page.wait_for_selector("[data-side]")
    assert ada.page.evaluate(wide) == 320
    for step in ("[data-card][data-choice]", "[data-tile][data-choice]", "[data-action=play]"):
        ada.play_on(until=step)
        assert ada.page.evaluate(wide) == 320
    for button in ada.page.locator("button:visible:not([role=gridcell]), a.button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, button.inner_text()


@pytest.fixture
def own_server(tmp_path: Path, browser: Browser) -> Iterator[tuple[Path, Visitor]]:
    with serving(tmp_path, port=free_port()) as address:
        ada = Visitor(browser, address)
        ada.sit(name="Ada", table=AT_ONCE)
        ada.play_on(until="[data-card][data-choice]")
    yield tmp_path, ada
    ada.context.close()


def test_a_lost_line_is_told_and_the_game_goes_on_when_the_server_is_back(own_server: tuple[Path, Visitor]) -> None:
    folder, ada = own_server
    card = ada.page.locator("[data-card]").first
    expect(ada.page.get_by_text("Connection lost, trying again")).to_be_visible()
    card.click()
    expect(ada.page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    with serving(folder, port=int(ada.address.rsplit(":", 1)[1])):
        expect(ada.page.get_by_text("Connection lost, trying again")).to_be_hidden()
        expect(ada.page.get_by_role("alert")).to_be_empty()
        ada.play_on(until="[data-action=play]")
        ada.page.click("[data-action=play]")
        ada.page.wait_for_selector("text=Ada plays the")


def test_every_page_has_its_title_and_begins_with_the_focus_on_it(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/replay")
    expect(ada.page).to_have_title("Replay – Sanssouci")
    for link, title in (("a.brand", "Sanssouci"), ("a.rules", "Rules – Sanssouci"), ("a.brand", "Sanssouci")):
        ada.page.focus(link)
        ada.page.keyboard.press("Enter")
        expect(ada.page).to_have_title(title)
        expect(ada.page.locator("main")).to_be_focused()


def test_the_language_can_be_changed_and_is_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="it-IT")
    ada.prepare()
    expect(ada.page.get_by_role("button", name="Play now")).to_be_visible()
    ada.page.click("[data-action=settings]")
    ada.page.select_option("[data-setting=language]", "de")
    expect(ada.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    ada.page.goto(ada.address)
    expect(ada.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    assert json.loads(ada.page.evaluate("localStorage.sanssouci"))["language"] == "de"
