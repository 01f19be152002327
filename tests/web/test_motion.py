"""Moves are animated one after the other, and only where that is wanted (ux 14, 16)."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

# Records every piece that appears on the layer over the page, with how many of its kind are there at once.
WATCH = """
window.moved = [];
const seen = new WeakSet();
new MutationObserver(() => {
    for (const piece of document.querySelectorAll('[data-moving]')) {
        if (seen.has(piece)) continue;
        seen.add(piece);
        const kind = piece.dataset.moving;
        window.moved.push([kind, document.querySelectorAll(`[data-moving=${kind}]`).length]);
    }
}).observe(document, {childList: true, subtree: true});
"""
PICTURE = """() => ['[data-garden]', '.display', '.track', '[data-deck]', '.facts', '.nameplate', '[role=log]'].map(
    selector => [...document.querySelectorAll(selector)].map(element => element.outerHTML.replace(
        /class="([^"]*)"/g, (_, names) => `class="${names.split(" ").sort().join(" ")}"`)))"""

# How much still moves right after a key or a click; a moment later a computer may have moved.
RISING = """text => {
    const found = [...document.querySelectorAll('[data-moving=points]')].find(each => each.innerText.trim() === text);
    return found?.getBoundingClientRect().toJSON();
}"""
LEFT = """() => {
    window.left = {};
    for (const kind of ["keydown", "click"]) {
        window.addEventListener(kind, () => { window.left[kind] = document.querySelectorAll(".motion").length; });
    }
}"""


def sit(visitor: Callable[..., Visitor], *, motion: str, moving: bool = True, players: int = 2) -> Visitor:
    """A player at a table whose turn it is."""
    seats = [{"kind": "here", "name": "", "level": ""}] + [{"kind": "computer", "name": "", "level": "page"}] * (
        players - 1
    )
    ada = visitor(moving=moving)
    ada.page.add_init_script(WATCH)
    ada.sit(name="Ada", motion=motion, table={"pace": 0, "first": 0, "seats": seats})
    ada.play_on(until="[data-card][data-choice]")
    return ada


def told(page: Page) -> Locator:
    """The lines of the log."""
    return page.locator("#side-log li")


def play_turn(ada: Visitor) -> None:
    """Play a turn; later moves may still be animated."""
    ada.play_on(until="[data-action=play]:enabled")
    ada.page.evaluate("window.moved = []")
    ada.page.click("[data-action=play]")


def play_round(ada: Visitor, players: int = 2) -> None:
    """Play a turn, and wait until everybody else has moved."""
    before = told(ada.page).count()
    play_turn(ada)
    expect(told(ada.page)).to_have_count(before + players)
    still(ada.page)


def kinds(page: Page) -> list[str]:
    return [kind for kind, _ in moved(page)]


def moved(page: Page) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = page.evaluate("window.moved")
    return found


def still(page: Page) -> None:
    """Wait until a card can be chosen and nothing moves any more."""
    page.wait_for_selector("[data-card][data-choice]")
    expect(page.locator(".motion")).to_have_count(0)


def picture(page: Page) -> Any:
    return page.evaluate(PICTURE)


def test_ux14_moves_end_in_the_same_picture_with_motion_as_without(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="fast")
    play_round(ada)
    assert {"card", "tile", "refill"} <= set(kinds(ada.page))
    with_motion = picture(ada.page)
    ada.page.reload()
    still(ada.page)
    assert picture(ada.page) == with_motion
    assert moved(ada.page) == [], "nothing moves after a reload"


def test_ux14_ones_own_tile_flies_when_it_is_chosen_and_not_again(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="fast")
    ada.play_on(until="[data-action=play]:enabled")
    assert kinds(ada.page).count("tile") == 1
    play_round(ada)
    assert kinds(ada.page).count("tile") == 1, "that of the computer"
    assert kinds(ada.page).count("card") == 2


def test_ux14_several_moves_are_played_one_after_the_other(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="fast", players=4)
    play_round(ada, players=4)
    assert kinds(ada.page).count("tile") == 3
    assert max(count for _, count in moved(ada.page)) == 1


def test_ux14_points_rise_where_they_were_scored_and_the_score_counts_up(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="slow")
    for _ in range(4):  # a noble can walk in nearly every turn
        ada.play_on(until=".squares [data-choice], [data-action=play]:enabled")
        if ada.page.locator(".squares [data-choice]").count() and not ada.page.locator("[data-action=play]").count():
            break
        play_round(ada)
    ada.play_on(until="[data-action=play]:enabled")
    gained = int(ada.page.locator("[data-action=play] b").inner_text().replace("+", ""))
    score = ada.page.locator("section.own [data-score] > span").first
    before = int(score.inner_text())
    ada.page.click("[data-action=play]")
    rising = ada.page.wait_for_function(RISING, arg=f"+{gained}")  # found and measured in one look: it soon goes
    place, garden = rising.json_value(), ada.page.locator(".own [data-garden]").bounding_box()
    assert garden is not None
    assert garden["x"] < place["x"] + place["width"] / 2 < garden["x"] + garden["width"]
    expect(score).to_have_text(str(before + gained))


def test_ux16_a_key_or_a_click_shows_the_latest_at_once(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="slow")
    ada.page.evaluate(LEFT)
    lines = told(ada.page).count()
    play_turn(ada)
    counted = ada.page.wait_for_function(
        "() => document.querySelector('[data-moving=card]') && [document.querySelectorAll('#side-log li').length]"
    )
    assert counted.json_value() == [lines], "what moves is not told yet"
    ada.page.keyboard.press("x")
    assert told(ada.page).count() > lines
    assert ada.page.evaluate("window.left.keydown") == 0
    play_turn(ada)
    ada.page.wait_for_selector("[data-moving=tile]")
    ada.page.locator("[data-card]").first.click()  # skips, and chooses the card
    expect(ada.page.locator("[data-card]").first).to_have_attribute("aria-pressed", "true")
    assert ada.page.evaluate("window.left.click") == 0


@pytest.mark.parametrize(("motion", "moving"), [("slow", False), ("off", True)])
def test_ux14_nothing_moves_with_reduced_motion_or_when_it_is_off(
    visitor: Callable[..., Visitor], motion: str, moving: bool
) -> None:
    ada = sit(visitor, motion=motion, moving=moving)
    play_round(ada)
    assert moved(ada.page) == []


def test_ux14_nothing_moves_in_a_background_tab(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="slow")
    ada.play_on(until="[data-action=play]:enabled")
    ada.page.evaluate("""() => {
        window.moved = [];
        Object.defineProperty(document, 'hidden', {get: () => true});
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    before = told(ada.page).count()
    ada.page.click("[data-action=play]")
    expect(told(ada.page)).to_have_count(before + 2)
    assert moved(ada.page) == []


def test_taking_a_turn_back_moves_nothing(visitor: Callable[..., Visitor]) -> None:
    ada = sit(visitor, motion="fast")
    before, lines = picture(ada.page), told(ada.page).count()
    play_round(ada)
    ada.page.evaluate("window.moved = []")
    ada.page.click("[data-action=undo]")
    expect(told(ada.page)).to_have_count(lines)
    assert moved(ada.page) == []
    assert picture(ada.page)[0] == before[0]


def test_nothing_glides_when_the_screen_is_handed_on(visitor: Callable[..., Visitor]) -> None:
    here = {"kind": "here", "level": ""}
    both = visitor(moving=True)
    both.page.add_init_script(WATCH)
    both.prepare(
        motion="fast",
        table={"pace": 0, "seats": [{**here, "name": "Ada"}, {**here, "name": "Ben"}], "first": 0},
    )
    both.page.click("[data-part=new-table] summary")
    both.page.click("[data-action=open]")
    both.play_on(until="[data-action=uncover]")
    both.page.click("[data-action=uncover]")
    both.play_on(until="[data-action=play]:enabled")
    both.page.click("[data-action=play]")
    both.page.wait_for_selector("dialog[open] [data-action=uncover]")
    both.page.evaluate("window.moved = []")
    both.page.click("[data-action=uncover]")
    gliding = "document.getAnimations().filter(each => each.effect.target?.closest('[data-garden], .display')).length"
    assert both.page.evaluate(gliding) == 0
    both.page.wait_for_selector("[data-card][data-choice]")
    assert both.page.evaluate(gliding) == 0
    assert moved(both.page) == []


def test_the_speed_is_chosen_in_the_settings_and_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(moving=True)
    ada.prepare()
    ada.page.click("[data-action=settings]")
    ada.page.select_option("[data-setting=motion]", "slow")
    assert json.loads(ada.page.evaluate("localStorage.sanssouci"))["motion"] == "slow"
    ada.page.reload()
    expect(ada.page.locator("[data-setting=motion]")).to_have_value("slow")
