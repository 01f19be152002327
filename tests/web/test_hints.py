"""Hints at the desk, in a real browser: only where they are wanted and allowed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, axe_faults, in_every_language

pytestmark = pytest.mark.slow

HERE = {"kind": "here", "name": "Ada", "level": ""}
GUEST = {"kind": "invited", "name": "", "level": ""}
ALONE = {"pace": 0, "first": 0}
THINKING = 90_000  # milliseconds; the computers may have to be compiled first
GARDEN_IN_SIGHT = """() => {
    const [track, garden, desk] = ['.table > .track', '.plot [data-garden]', '.desk']
        .map(place => document.querySelector(place).getBoundingClientRect());
    return garden.top >= track.bottom - 1 && garden.bottom <= desk.top + 1;
}"""


def to_the_first_turn(ada: Visitor, **settings: Any) -> None:
    ada.sit(name="Ada", table=ALONE, **settings)
    ada.play_on(until="[data-card][data-choice]")


def ask(ada: Visitor) -> None:
    """Ask for hints, and ask again while the computers are still being compiled."""
    for _ in range(60):
        ada.page.click("[data-action=hint]")
        ada.page.wait_for_selector("[data-hint], [role=alert] .notice")
        if ada.page.locator("[data-hint]").count():
            return
        assert "preparing" in ada.page.inner_text("[role=alert] .notice")
        ada.page.wait_for_timeout(1500)
        ada.complaints.clear()
    raise AssertionError("no hints")


def hints_of(ada: Visitor) -> list[dict[str, Any]]:
    """The server's answer, which it keeps for the same question."""
    table = ada.page.url.rsplit("/", 1)[1]
    found: list[dict[str, Any]] = ada.context.request.get(f"{ada.address}/api/tables/{table}/hints?seat=0").json()[
        "hints"
    ]
    return found


def test_hints_are_off_until_they_are_switched_on_and_then_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    to_the_first_turn(ada)
    expect(ada.page.locator("[data-action=hint]")).to_have_count(0)
    ada.page.get_by_text("More", exact=True).click()
    ada.page.check("[data-aid=hints]")
    expect(ada.page.locator("[data-action=hint]")).to_be_visible()
    ada.page.reload()
    expect(ada.page.locator("[data-action=hint]")).to_be_visible()


def test_a_hint_shows_what_to_expect_and_why_and_can_be_tried_out(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    to_the_first_turn(ada, hints=True)
    ask(ada)
    hints = hints_of(ada)
    assert 1 <= len(hints) <= 5
    shown = ada.page.locator("[data-hint]")
    moves = shown.evaluate_all("all => all.map(each => each.dataset.hint)")
    assert moves == [hint["move"] for hint in hints]
    for i, hint in enumerate(hints):
        text = shown.nth(i).inner_text()
        assert f"{hint['points']:.1f} points at the end" in text
        assert f"win chance {100 * hint['win']:.1f}% ± {100 * hint['error']:.1f}%" in text
        assert len(shown.nth(i).locator(".why").inner_text()) > 5
        assert shown.nth(i).locator("[data-rough]").count() == hint["rough"]
    assert ada.page.locator("[data-hinted]").count() == 0
    expect(ada.page.locator(".advice .order")).to_contain_text("choice")
    expect(ada.page.locator(".other [data-garden]")).to_be_in_viewport()

    shown.last.locator("[data-action=try]").focus()
    marked = ada.page.locator("[data-hinted]").evaluate_all("all => all.map(each => each.dataset.hinted)")
    assert marked
    assert all(square in hints[-1]["move"] for square in marked)
    card, tile = hints[-1]["move"].split()[:2]
    expect(ada.page.locator(".card.hinted")).to_have_attribute("data-card", card)
    expect(ada.page.locator(".tile.hinted")).to_have_attribute("data-tile", tile.split("=")[0])

    shown.last.locator("[data-action=try]").click()
    ada.page.click("[data-action=play]")
    expect(ada.page.locator("[data-line]").nth(2)).to_have_attribute("data-tip", re.compile("^" + re.escape(moves[-1])))
    expect(shown).to_have_count(0)  # they were about another position


def test_it_says_that_it_thinks(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    to_the_first_turn(ada, hints=True)
    ask(ada)  # so that nothing is left to compile
    ada.play_on(until="[data-action=play]")
    ada.page.click("[data-action=play]")
    ada.play_on(until="[data-card][data-choice]")
    ada.page.click("[data-action=hint]")
    expect(ada.page.locator(".advice [role=status]")).to_have_text(re.compile("thinking"))
    expect(ada.page.locator("[data-action=hint]")).to_be_disabled()
    ada.page.wait_for_selector("[data-hint]")
    expect(ada.page.locator(".advice [role=status]")).to_be_empty()


def test_a_tried_move_can_still_be_changed(visitor: Callable[..., Visitor]) -> None:
    """Ux 11: back out step by step until the turn is confirmed."""
    ada = visitor()
    to_the_first_turn(ada, hints=True)
    ask(ada)
    ada.page.locator("[data-action=try]").first.click()
    ada.page.wait_for_selector("[data-action=play]")
    while ada.page.locator("[data-action=back]").count():
        ada.page.click("[data-action=back]")
        ada.settle()
    assert ada.page.locator("[data-line]").count() == 2
    expect(ada.page.locator("[data-card][aria-pressed=true]")).to_have_count(0)


def people(ada: Visitor, ben: Visitor, *, hints: bool) -> None:
    """A table for two people where it is Ada's turn."""
    ada.prepare(hints=True, counting=True, table={**ALONE, "seats": [HERE, GUEST]})
    ada.page.click("[data-part=new-table] summary")
    option = ada.page.locator("[data-option=hints]")
    expect(option).to_have_accessible_description(re.compile("even when people play against each other"))
    option.set_checked(hints)
    ada.page.click("[data-action=open]")
    ben.page.goto(ada.page.locator("input[readonly]").input_value())
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("form.sit button")
    for each in (ada, ben):
        each.page.wait_for_selector("[data-side]")
        each.click_on()
    ada.page.wait_for_selector("[data-card][data-choice]")


def test_there_are_no_hints_in_games_with_other_people(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    people(ada, ben, hints=False)
    ada.page.get_by_text("More", exact=True).click()
    expect(ada.page.locator("[data-action=hint], [data-aid], .counting")).to_have_count(0)
    table = ada.page.url.rsplit("/", 1)[1]
    for what in ("hints", "counts"):
        reply = ada.context.request.get(f"{ada.address}/api/tables/{table}/{what}?seat=0")
        assert (reply.status, reply.json()["code"]) == (409, "no_hints")


def test_a_table_may_allow_hints_although_people_play(visitor: Callable[..., Visitor]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor()
    people(ada, ben, hints=True)
    ask(ada)
    eve.prepare(hints=True, counting=True)
    eve.page.goto(ada.page.url)
    eve.page.wait_for_selector(".prompt")
    expect(eve.page.locator("[data-action=hint], [data-aid], .counting")).to_have_count(0)


@in_every_language
def test_hints_fit_the_smallest_screen_in_every_language(visitor: Callable[..., Visitor], language: str) -> None:
    ada = visitor(language=language, width=320, height=568)
    to_the_first_turn(ada, hints=True)
    ada.page.click("[data-action=hint]")
    ada.page.wait_for_selector("[data-hint]", timeout=THINKING)
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    assert "{" not in ada.page.inner_text(".advice")
    assert axe_faults(ada.page) == []
    for width, height in ((390, 844), (320, 568)):  # the move of a hint is marked in a garden that can be seen
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_function(GARDEN_IN_SIGHT)
    for button in ada.page.locator(".advice button").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    ada.page.locator("[data-action=try]").first.click()
    expect(ada.page.locator("[data-action=play]")).to_be_in_viewport()
