"""Whole games as people play them: by keyboard alone, three at one screen, and in two places with a spectator.

After some turns computers play the game to its end. Long tests play every turn by hand.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, points_of, press_tab_to, without_expansions

pytestmark = pytest.mark.slow

HERE = {"kind": "here", "level": ""}
INVITED = {"kind": "invited", "name": "", "level": ""}
ROUNDS = 18
SECRETS = "[data-card], [data-mission]"


def rounds_by_hand(some: int) -> pytest.MarkDecorator:
    """Only some rounds are played by hand; all of them in a long test."""
    return pytest.mark.parametrize("rounds", [some, pytest.param(ROUNDS, marks=pytest.mark.long)])


@rounds_by_hand(2)
def test_ux13_a_game_by_keyboard_alone(visitor: Callable[..., Visitor], rounds: int) -> None:
    ada = visitor()
    ada.prepare(name="Ada", table={"pace": 0})
    press_tab_to(ada.page, "[data-action=play-now]")
    ada.page.keyboard.press("Enter")
    while rounds:
        ada.wait_for()
        way = next(way for way in ada.WAYS if ada.page.locator(f"{way}:visible:enabled").count())
        press_tab_to(ada.page, way)
        ada.page.keyboard.press("Enter")
        ada.settle()
        rounds -= way == "[data-action=play]"
    ada.end_at_once(0)
    expect(ada.page.locator("#result")).to_be_focused()
    assert without_expansions(points_of(ada.record())) == ada.points()


@rounds_by_hand(2)
def test_ux19_three_at_one_screen_with_their_hands_covered_between_turns(
    visitor: Callable[..., Visitor], rounds: int
) -> None:
    three = visitor(width=768, height=1024)
    names = ("Ada", "Ben", "Eve")
    three.prepare(table={"pace": 0, "seats": [{**HERE, "name": name} for name in names]})
    three.page.click("[data-part=new-table] summary")
    three.page.click("[data-action=open]")
    three.play_on(until="[data-action=uncover]")
    uncovered: list[str] = []
    lines = three.page.locator("[data-line]")
    while lines.count() < 3 * (rounds + 1) and not three.page.locator("#result").count():  # each first chooses a side
        if three.page.locator("[data-action=uncover]").count():
            assert three.page.locator(SECRETS).count() == 0
            uncovered.append(next(name for name in names if name in three.page.inner_text("dialog h2")))
        three.click_on()
        three.wait_for()
    three.end_at_once(0, 1, 2)
    turns = [name for name, before in zip(uncovered, [None, *uncovered], strict=False) if name != before]
    assert len(turns) >= 3 * rounds
    assert all(turns[number] == turns[number - 3] for number in range(3, len(turns)))
    assert without_expansions(points_of(three.record())) == three.points()


@rounds_by_hand(2)
def test_ux20_two_browsers_and_a_spectator_with_a_reload_in_mid_turn(
    visitor: Callable[..., Visitor], rounds: int
) -> None:
    ada, ben, eve = visitor(), visitor(language="fr-FR", width=390, height=844), visitor(language="de-DE")
    ada.prepare(table={"pace": 0, "seats": [{**HERE, "name": "Ada"}, INVITED], "first": 0})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    link = ada.page.locator("input[readonly]").input_value()
    ben.page.goto(link)
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("form.sit button")
    eve.page.goto(link.partition("#")[0])
    for player in (ada, ben):
        player.page.wait_for_selector("[data-side]")
        player.click_on()
    for turn in range(2 * rounds):
        player = (ada, ben)[turn % 2]
        player.page.wait_for_selector("[data-card][data-choice]")
        if turn == 3:  # in the middle of Ben's second turn
            player.click_on()
            player.page.reload()
            player.page.wait_for_selector("[data-action=back]")
        player.play_on(until="[data-action=play]")
        player.page.click("[data-action=play]")
        assert eve.page.locator(SECRETS).count() == 0 or turn == 2 * ROUNDS - 1
    ada.hand_over(0)
    ben.hand_over(1)
    for each in (ada, ben, eve):
        each.page.wait_for_selector("#result")
    points = without_expansions(points_of(ada.record()))
    assert ada.points() == ben.points() == eve.points() == points
