"""Whole games by mouse in a real browser against the real server."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, points_of, without_expansions

pytestmark = pytest.mark.slow

AT_ONCE = {"pace": 0}


def test_a_game_against_the_computer_from_the_start_page_to_the_final_scores(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table=AT_ONCE)
    ada.play_now()
    ada.play_on()
    expect(ada.page.locator("#result")).to_be_focused()
    expect(ada.page.locator("#result")).to_be_in_viewport()
    points = ada.points()
    record = ada.record()
    assert without_expansions(points_of(record)) == points
    winner = max(points, key=lambda each: each["total"])
    assert str(winner["total"]) in ada.page.inner_text("#result")


@pytest.mark.parametrize("turns", [2, pytest.param(18, marks=pytest.mark.long)])
def test_a_game_with_every_expansion_and_four_seats(visitor: Callable[..., Visitor], turns: int) -> None:
    seats = [{"kind": "here", "name": "", "level": ""}] + [{"kind": "computer", "name": "", "level": ""}] * 3
    ada = visitor(language="de-DE", width=768, height=1024)
    ada.prepare(name="Ada", table={**AT_ONCE, "box": "imperial", "expansions": ["rewards", "boar"], "seats": seats})
    ada.play_now()
    ada.play_turns(turns)
    ada.end_at_once(0)
    points = ada.points()
    assert len(points) == 4
    assert points_of(ada.record()) == points


def test_a_turn_can_be_taken_back_step_by_step_and_as_a_whole(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={**AT_ONCE, "first": 0})
    ada.play_now()
    ada.play_on(until="[data-card][data-choice]")
    lines = ada.page.locator("[role=log] li")
    before = lines.count()

    ada.page.locator("[data-card][data-choice]").first.click()
    ada.page.wait_for_selector("[data-card][aria-pressed=true]")
    ada.page.click("[data-action=back]")
    ada.page.wait_for_selector("[data-card][aria-pressed=true]", state="detached")

    ada.play_on(until="[data-action=play]")
    ada.page.click("[data-action=play]")
    expect(lines).to_have_count(before + 2)  # one's own turn, and the computer's
    ada.page.click("[data-action=undo]")
    expect(lines).to_have_count(before)


def test_a_reload_comes_back_to_the_same_step(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table=AT_ONCE)
    ada.play_now()
    ada.play_on(until="[data-card][data-choice]")
    card = ada.page.locator("[data-card][data-choice]").first
    text = card.get_attribute("data-card")
    card.click()
    ada.page.wait_for_selector("[data-action=back]")
    ada.settle()
    question = ada.page.inner_text(".prompt")
    ada.page.reload()
    ada.page.wait_for_selector("[data-action=back]")
    assert ada.page.inner_text(".prompt") == question
    assert ada.page.locator(".card.chosen").first.get_attribute("data-card") == text


def test_two_people_at_one_screen_never_see_each_others_cards(visitor: Callable[..., Visitor]) -> None:
    here = {"kind": "here", "level": ""}
    both = visitor()
    both.prepare(table={**AT_ONCE, "seats": [{**here, "name": "Ada"}, {**here, "name": "Ben"}], "first": 0})
    both.page.click("[data-part=new-table] summary")
    both.page.click("[data-action=open]")
    both.play_on(until="[data-action=uncover]")
    for name in ("Ada", "Ben", "Ada"):
        both.page.wait_for_selector("[data-action=uncover]")
        assert name in both.page.inner_text("dialog h2")
        assert both.page.locator("[data-card], [data-mission]").count() == 0
        both.page.click("[data-action=uncover]")
        assert both.page.locator("[data-card]").count() == 2
        both.play_on(until="[data-action=play]")
        both.page.click("[data-action=play]")


def test_whoever_is_invited_sits_down_by_a_link_and_plays(visitor: Callable[..., Visitor]) -> None:
    seats = [{"kind": "here", "name": "Ada", "level": ""}, {"kind": "invited", "name": "", "level": ""}]
    ada, ben, eve = visitor(), visitor(), visitor()
    ada.prepare(table={**AT_ONCE, "seats": seats, "first": 1})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    link = ada.page.locator("input[readonly]").input_value()
    assert re.fullmatch(r"http://[^/]+/table/[\w-]{22}#[\w-]{43}", link)
    ben.page.goto(link)
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("form.sit button")
    ben.page.wait_for_selector("[data-side]")
    assert "#" not in ben.page.url
    eve.page.goto(link.split("#")[0])
    eve.page.wait_for_selector(".prompt")
    for guest in (ada, eve):
        guest.page.wait_for_selector("text=Ben chooses a side")
        assert guest.page.locator("[data-side]").count() == 0
    ben.click_on()
    ada.page.wait_for_selector("[data-side]")
    ada.click_on()
    ben.page.wait_for_selector("[data-card][data-choice]")
    assert ada.page.locator("[data-card]").count() == 2
    assert eve.page.locator("[data-card], [data-mission]").count() == 0
    ben.play_on(until="[data-action=play]")
    ben.page.click("[data-action=play]")
    ada.page.wait_for_selector("[data-card][data-choice]")
    eve.page.wait_for_selector("text=Ben plays the")


def test_ux10_to_leave_the_nobles_is_a_choice_of_its_own(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={**AT_ONCE, "first": 0})
    ada.play_now()
    ada.play_on(until="[data-action=stand]")
    assert ada.page.locator(".squares [data-choice]").count() > 0
    expect(ada.page.get_by_role("button", name="Skip the walk")).to_be_visible()
    expect(ada.page.locator("[data-action=play]")).to_have_count(0)  # nothing is decided by saying nothing
    ada.page.click("[data-action=stand]")
    ada.page.click("[data-action=play]")
    line = ada.page.locator("[role=log] li", has_text="Ada plays the").last
    expect(line).to_be_visible()
    assert "noble walks" not in line.inner_text()
