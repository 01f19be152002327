"""The counting aid, in a real browser: the figures of the rules, in a table that can be read aloud."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, in_every_language

pytestmark = pytest.mark.slow

ALONE = {"pace": 0, "first": 0}
COUNTED = 90_000  # milliseconds; the computers may have to be compiled first


def to_the_first_turn(ada: Visitor, **settings: Any) -> None:
    ada.sit(name="Ada", table=ALONE, **settings)
    ada.play_on(until="[data-card][data-choice]")


def answer(ada: Visitor, what: str) -> dict[str, Any]:
    table = ada.page.url.rsplit("/", 1)[1]
    found: dict[str, Any] = ada.context.request.get(f"{ada.address}/api/tables/{table}/{what}").json()
    return found


def figures(ada: Visitor, attribute: str) -> dict[str, str]:
    """The texts of the cells with an attribute, by its value."""
    cells = ada.page.locator(f".counting td[{attribute}]").all()
    return {cell.get_attribute(attribute) or "": cell.inner_text().strip() for cell in cells}


def held(ada: Visitor, seat: int) -> set[str]:
    """The cards that the table says a seat has not discarded."""
    cells = ada.page.locator(f".counting td[data-card-left][data-seat='{seat}']").all()
    return {cell.get_attribute("data-card-left") or "" for cell in cells if cell.inner_text().strip() == "1"}


def check(ada: Visitor) -> None:
    """The panel shows what is on the table and what the server has worked out."""
    view = answer(ada, "game")["views"][0]
    counts = answer(ada, "counts?seat=0")
    ada.page.wait_for_selector(f".counting [data-ply='{counts['ply']}']")
    assert figures(ada, "data-tiles") == {letter: str(left) for letter, left in view["bag"].items()}
    absent = figures(ada, "data-absent")
    assert absent.keys() == counts["absent"].keys()
    for letter, chance in counts["absent"].items():
        assert int(absent[letter].removesuffix("%")) == pytest.approx(100 * chance, abs=0.501)
    for seat in range(2):
        assert held(ada, seat) == set(view["seats"][seat]["unplayed"])


def test_the_counting_aid_is_off_until_it_is_switched_on_and_then_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    to_the_first_turn(ada)
    expect(ada.page.locator(".counting")).to_have_count(0)
    ada.page.get_by_text("More", exact=True).click()
    ada.page.check("[data-aid=counting]")
    expect(ada.page.locator(".counting")).to_be_visible()
    ada.page.reload()
    expect(ada.page.locator("[data-tab=counting]")).to_be_visible()
    expect(ada.page.locator("[data-tab=log]")).to_have_attribute("aria-selected", "true")


def test_it_shows_the_figures_of_the_rules_and_keeps_up(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    to_the_first_turn(ada, counting=True)
    ada.page.click("[data-tab=counting]")
    ada.page.wait_for_selector(".counting table", timeout=COUNTED)
    check(ada)
    left = len(held(ada, 0))
    for _ in range(2):
        ada.play_on(until="[data-action=play]")
        ada.page.click("[data-action=play]")
        ada.page.wait_for_selector("[data-action=undo]")
    check(ada)
    assert len(held(ada, 0)) == left - 2


def test_it_is_a_real_table_that_needs_no_colour(visitor: Callable[..., Visitor]) -> None:
    """Ux 4, 13: it reads well in a screen reader, and colour is never the only signal."""
    ada = visitor()
    to_the_first_turn(ada, counting=True)
    ada.page.click("[data-tab=counting]")
    ada.page.wait_for_selector(".counting table", timeout=COUNTED)
    table = ada.page.get_by_role("region", name="Counting aid").get_by_role("table")
    heads = table.get_by_role("columnheader")
    assert [head.inner_text().strip() for head in heads.all()] == [
        "structure or card",
        "in the bag",
        "absent",
        "Ada",
        "Voltaire",
    ]
    rows = table.get_by_role("rowheader")
    assert rows.count() == 18  # nine structures, eight pairs of colours, the wild card
    expect(table.get_by_role("rowheader", name="labyrinth", exact=True)).to_have_count(1)
    expect(table.get_by_role("rowheader", name="wild", exact=True)).to_have_count(1)
    ada.play_on(until="[data-action=play]")
    ada.page.click("[data-action=play]")
    ada.page.wait_for_selector(".dot.out")
    shapes = [ada.page.locator(dot).first.bounding_box() for dot in (".dot:not(.out)", ".dot.out")]
    assert shapes[0]
    assert shapes[1]
    assert shapes[0]["height"] > 3 * shapes[1]["height"]  # a dot or a dash, whatever its colour


@in_every_language
def test_it_fits_the_smallest_screen_with_four_players(visitor: Callable[..., Visitor], language: str) -> None:
    computer = {"kind": "computer", "name": "", "level": "random"}
    seats = [{"kind": "here", "name": "", "level": ""}, computer, computer, computer]
    ada = visitor(language=language, width=320, height=568)
    ada.sit(name="Wilhelmine Friederike", counting=True, table={**ALONE, "seats": seats})
    ada.play_on(until="[data-card][data-choice]")
    ada.page.click("[data-tab=counting]")
    ada.page.wait_for_selector(".counting table", timeout=COUNTED)
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    assert ada.page.locator(".counting").evaluate("panel => panel.scrollWidth <= panel.clientWidth")


def test_ux2_the_gardens_of_three_others_stay_in_sight_beside_it(visitor: Callable[..., Visitor]) -> None:
    computer = {"kind": "computer", "name": "", "level": "page"}
    ada = visitor()
    seats = [{"kind": "here", "name": "", "level": ""}, *[computer] * 3]
    ada.sit(name="Ada", counting=True, table={**ALONE, "seats": seats})
    ada.play_on(until="[data-card][data-choice]")
    ada.page.click("[data-tab=counting]")
    ada.page.wait_for_selector(".counting table", timeout=COUNTED)
    assert ada.page.locator(".other [data-garden]:visible").count() == 3
    assert ada.page.evaluate("document.documentElement.scrollHeight") <= 800
    aid = ada.page.locator("#side-counting .aid")
    assert aid.evaluate("aid => aid.scrollHeight > aid.clientHeight && aid.clientHeight > 100"), "it scrolls"
