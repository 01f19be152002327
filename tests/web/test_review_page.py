"""The review of a game in a real browser (ux 42): where it was won and what was luck, in sums that add up as shown."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from strategies import BY_ID, finished
from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow

SMALL = BY_ID["small-2"]


def record() -> dict[str, Any]:
    game = finished(SMALL, 1, ("greedy", "random"))
    game.names = ("Ada", "Ben")
    return game.record()


def tenths(text: str) -> int:
    found = re.match(r"[+−]?[\d,.]+", text)
    assert found is not None, text
    return round(float(found[0].replace("−", "-").replace(",", ".")) * 10)


def review(guest: Visitor, chosen: dict[str, Any]) -> Page:
    guest.page.goto(f"{guest.address}/review")
    guest.page.fill("textarea", json.dumps(chosen))
    return guest.page


def test_ux42_a_review_adds_up_and_shows_every_decision_at_its_table(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    chosen = record()
    page = review(ada, chosen)
    page.wait_for_selector("#accounts")
    decisions = [event for event in chosen["events"] if event[0] in ("turn", "side")]
    expect(page.locator("[data-decision]")).to_have_count(len(decisions))
    assert 1 <= page.locator("[data-action=see-deciding]").count() <= 3

    for account in page.locator("[data-sum]").all():
        seat = int(account.get_attribute("data-sum") or 0)
        for column in (2, 3):
            parts = account.locator(f"tbody tr > :nth-child({column + 1})").all_inner_texts()
            assert all("±" in part for part in parts)
            result = account.locator(f"tfoot tr > :nth-child({column + 1})").inner_text()
            assert sum(map(tenths, parts)) == tenths(result)
        assert tenths(account.locator("[data-result]").inner_text()) == 10 * chosen["result"]["points"][seat]["total"]
    page.locator("#graph ~ details summary").click()
    expect(page.locator("#graph ~ details tbody tr")).to_have_count(len(decisions) + 1)
    assert axe_faults(page) == []

    page.check("[data-filter=notable]")
    poor = page.locator("[data-decision]:visible[data-verdict=blunder]").first
    ply = int(poor.get_attribute("data-decision") or 0)
    played = str(decisions[ply][2]).replace("'", "")
    assert "±" in poor.inner_text()
    poor.locator("[data-action=see]").click()
    judged = page.locator("[data-part=judged]")
    expect(judged.locator("[data-part=played] [data-move]")).to_have_attribute("data-move", played)
    best = judged.locator("[data-part=best] [data-move]").get_attribute("data-move")
    expect(judged.locator("[data-part=cost]")).to_contain_text("±")
    for kind, move in (("played", played), ("best", str(best))):
        square = (move.split(" ")[1].partition("=")[2] or move.split(" ")[1])[:2]
        expect(page.locator(f"[data-marked={kind}] [data-square={square}]")).to_have_count(1)
    expect(page.locator("[data-held]")).not_to_have_count(0)  # the cards that the player held then, and no others
    expect(page.locator(".others [data-held]")).to_have_count(0)
    assert axe_faults(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator(".own .controls")).to_contain_text(f"Move {ply + 2} of {len(decisions)}")
    page.keyboard.press("Escape")
    expect(page.locator(f"[data-decision='{ply + 1}'] [data-action=see]")).to_be_focused()


def test_ux42_a_review_can_be_printed_and_kept_as_a_link(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="de-DE", width=320, height=568)
    page = review(ada, record())
    page.wait_for_selector("#accounts")
    expect(page.locator("h1")).to_have_text("Was Glück war und was Können")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert "/review#" in page.url
    page.reload()
    page.wait_for_selector("#accounts")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert axe_faults(page) == []
    page.check("[data-filter=notable]")
    page.emulate_media(media="print")
    expect(page.locator("[data-action=print]")).to_be_hidden()
    expect(page.locator("header.masthead")).to_be_hidden()
    hidden = page.locator("[data-decision]:not(:visible)")
    expect(hidden).to_have_count(0)  # on paper there is every decision, whatever was chosen on the screen
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 250, "dark ink on white paper, even at night"


def test_ux42_what_cannot_be_reviewed_is_refused_in_clear_words(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    chosen, running = record(), SMALL.game(3)
    for wrong, words in (
        (running.record(complete=True), "Only finished games can be reviewed"),
        (running.record(seat=0), "only what one player saw"),
        ({**chosen, "box": {"id": "nobody's"}}, "a box that cannot be read here"),
        ({**chosen, "version": 99}, "another format, or comes from a newer version"),
        ({**chosen, "events": chosen["events"][1:]}, "Something in it contradicts the rules"),
    ):
        page = review(ada, wrong)
        expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(page.locator("textarea")).to_be_visible()
    ada.page.goto(f"{ada.address}/table/{'x' * 22}/review")
    expect(ada.page.get_by_role("alert").locator("h1")).to_have_text("There is no such table")
    expected = re.compile("status of (404|409|422)")
    ada.complaints[:] = [complaint for complaint in ada.complaints if not expected.search(complaint)]
