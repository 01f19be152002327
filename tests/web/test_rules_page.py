"""The rules page in a real browser: ux 26 (languages, terms of the box) and 27 (reachable from every step)."""

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sanssouci import load_box, published_boxes
from sanssouci.texts import LANGUAGES
from web.browsing import Visitor, in_every_language

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
RULES = runpy.run_path(str(ROOT / "docs" / "rule_tests.py"))["rules_of"](
    (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
)
EXAMPLES = set(runpy.run_path(str(ROOT / "docs" / "rule_examples.py"))["EXAMPLES"])
SIZES = [(320, 568), (768, 1024), (1280, 800), (2560, 1440)]
DRAWING = "svg.market, .garden > svg, .missions svg"
AT_ONCE = {"pace": 0, "first": 0}
TITLES = {
    "de": "Die Regeln von Sanssouci",
    "en": "The rules of Sanssouci",
    "es": "Las reglas de Sanssouci",
    "fr": "Les règles de Sanssouci",
}


def read(reader: Visitor, address: str = "/rules", **settings: object) -> Page:
    """Open the rules."""
    reader.remember(**settings)
    reader.page.goto(reader.address + address)
    reader.page.wait_for_selector("article h2")
    return reader.page


@pytest.mark.parametrize("language", LANGUAGES)
def test_ux26_the_rules_are_there_in_every_language_with_the_terms_of_each_box(
    visitor: Callable[..., Visitor], language: str
) -> None:
    ada = visitor(language=language)
    for name in published_boxes():
        page = read(ada, f"/rules?box={name}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(TITLES[language])
        box, columns = load_box(name), page.locator("li", has=page.locator("#C2")).inner_text()
        assert all(column.names[language] in columns for column in box.columns)
        assert "{" not in page.inner_text("article")


@pytest.mark.parametrize("box", published_boxes())
def test_ux27_every_rule_has_its_address_and_every_example_its_drawing(
    visitor: Callable[..., Visitor], box: str
) -> None:
    page = read(visitor(), f"/rules?box={box}")
    found = page.eval_on_selector_all("article [id]", "all => all.map(each => each.id)")
    assert len(found) == len(set(found))
    assert {*RULES} <= {*found}
    figures = page.locator("figure[data-example]")
    assert {figure.get_attribute("data-example") for figure in figures.all()} == EXAMPLES
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        expect(figure.locator(DRAWING).first).to_be_attached()
        assert len(figure.locator("figcaption").inner_text()) > 30
    for link in page.locator(".contents a, article a[href^='#']").all():
        assert (link.get_attribute("href") or "").removeprefix("#") in found


def test_drawings_are_made_where_one_reads_and_all_of_them_for_paper(visitor: Callable[..., Visitor]) -> None:
    page = read(visitor())
    figures = page.locator("figure[data-example]")
    drawn = figures.filter(has=page.locator(DRAWING))
    page.wait_for_load_state("networkidle")
    expect(figures.last.locator(DRAWING)).to_have_count(0)
    length = page.evaluate("document.documentElement.scrollHeight")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(drawn).to_have_count(figures.count())
    assert page.evaluate("document.documentElement.scrollHeight") == length, "nothing has moved"


def test_ux27_an_address_with_a_rule_leads_to_it(visitor: Callable[..., Visitor]) -> None:
    page = read(visitor(), "/rules?box=imperial#B3")
    expect(page.locator("#B3")).to_be_in_viewport()
    expect(page.locator("#B3.target")).to_have_count(1)
    page.click(".contents a[href='#gardeners']")
    expect(page.locator("#gardeners")).to_be_in_viewport()
    expect(page.locator(".target")).to_have_count(0)
    assert page.url.endswith("/rules?box=imperial#gardeners")


def test_ux26_the_box_and_the_language_can_be_changed(visitor: Callable[..., Visitor]) -> None:
    page = read(visitor(), "/rules?box=ravensburger")
    expect(page.locator("article")).to_contain_text("topiary")
    page.click("nav.boxes a >> nth=1")
    expect(page.locator("nav.boxes [aria-current]")).to_contain_text("Imperial")
    expect(page.locator("li", has=page.locator("#C2"))).to_contain_text("tree")
    assert page.url.endswith("/rules?box=imperial")
    page.click("[data-action=settings]")
    page.select_option("dialog [data-setting=language]", "fr")
    page.keyboard.press("Escape")
    expect(page.locator("h1")).to_have_text(TITLES["fr"])
    expect(page.locator("li", has=page.locator("#C2"))).to_contain_text("arbre")


@in_every_language
def test_nothing_has_to_be_scrolled_sideways_and_nothing_is_cut_off(
    visitor: Callable[..., Visitor], language: str
) -> None:
    page = read(visitor(language=language), "/rules?box=imperial")
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.eval_on_selector("details.contents", "contents => (contents.open = false)")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.eval_on_selector("details.contents", "contents => (contents.open = true)")
        assert page.eval_on_selector_all("article *:not(svg *, a, span), .contents a, header > *", cut) == []
        if width < 400:
            for target in page.locator(".contents a, summary, nav.boxes a, header a").all():
                box = target.bounding_box()
                assert box is not None
                assert box["height"] >= 40, target.inner_text()


def test_on_paper_there_are_only_the_rules(visitor: Callable[..., Visitor]) -> None:
    page = read(visitor(), theme="dark")
    page.emulate_media(media="print")
    for selector in (".masthead", "nav.boxes", ".contents"):
        expect(page.locator(selector)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_the_start_page_leads_to_the_rules_and_back(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare()
    ada.page.click("text=Or read the rules in one minute")
    expect(ada.page.locator("h1")).to_have_text(TITLES["en"])
    ada.page.go_back()
    expect(ada.page.get_by_role("button", name="Play now")).to_be_visible()
    ada.page.click("header a >> nth=1")
    expect(ada.page.locator("h1")).to_have_text(TITLES["en"])


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────


def at_a_table(ada: Visitor, until: str, **table: object) -> Page:
    ada.sit(name="Ada", table={**AT_ONCE, **table})
    ada.play_on(until=until)
    return ada.page


def window(page: Page) -> str:
    """Open the rules for the step at hand, and read their title."""
    page.click(".desk [data-action=rule]")
    page.wait_for_selector("[data-part=rules-window] p")
    page.wait_for_selector("dialog figure, dialog li")
    return page.inner_text("dialog h2")


def test_ux27_every_prompt_leads_to_the_rules_of_its_step_and_the_turn_goes_on(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    page = at_a_table(ada, "[data-side]", box="imperial", expansions=["rewards", "boar"])
    assert window(page) == "Expansion: Rewards"
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    ada.play_on(until="[data-card][data-choice]")
    page.locator("[data-card][data-choice]").first.click()
    page.wait_for_selector("[data-tile][data-choice]")
    question = page.inner_text(".prompt")
    assert window(page) == "Step 1: play a card and take a tile"
    expect(page.locator("dialog figure").first).to_contain_text("yellow/grey")
    help_text = page.inner_text("[data-part=rules-window]")
    assert re.findall(r"\b[A-Z]\d+\b", help_text) == [], "the numbers of the rules are for the page of the rules"
    page.click("dialog [aria-label=Close]")
    expect(page.locator(".desk [data-action=rule]")).to_be_focused()
    assert page.inner_text(".prompt") == question
    ada.play_on(until="[data-action=play]")
    assert window(page) == "A turn, step by step"
    page.keyboard.press("Escape")
    page.click("[data-action=play]")
    page.wait_for_selector("text=Ada plays the")


def test_ux27_the_link_of_a_prompt_is_an_address_that_a_new_tab_can_open(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    page = at_a_table(ada, "[data-card][data-choice]", box="imperial")
    link = page.locator(".desk [data-action=rule]")
    assert link.get_attribute("href") == "/rules?box=imperial#card"
    with page.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_selector("article")
    expect(opened.value.locator("#card")).to_be_in_viewport()
    assert "/table/" in page.url


def test_ux27_what_is_refused_says_why_and_leads_to_the_rule(visitor: Callable[..., Visitor]) -> None:
    page = at_a_table(visitor(), "[data-card][data-choice]")
    played = page.locator("[data-card]").evaluate_all("all => all.map(each => each.dataset.card)")
    absent = next(card for card in ("a", "b", "c") if card not in played)
    page.click("text=More")
    page.fill("#notation", f"{absent} a2 -")
    page.press("#notation", "Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This card is not in hand.")
    alert.get_by_role("link", name="Read the rule").click()
    expect(page.locator("dialog h2")).to_have_text("Step 1: play a card and take a tile")
    expect(page.locator("dialog p:has(#T1.target)")).to_be_in_viewport()


def test_without_a_line_the_window_says_so(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    page = at_a_table(ada, "[data-card][data-choice]")
    page.context.set_offline(True)
    page.click(".desk [data-action=rule]")
    expect(page.locator("dialog")).to_contain_text("The server cannot be reached")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    ada.complaints.clear()  # the browser complains about the line
