"""The start page: one click to a game, set up like the last one (ux 18)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow


def test_ux18_a_first_visit_tells_what_play_now_will_be(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(ada.address)
    expect(ada.page.locator(".hero")).to_contain_text(
        "You against 1 computer player (courtier) · Sanssouci (Ravensburger)"
    )
    expect(ada.page.locator(".hero")).not_to_contain_text("last")


def test_ux18_play_now_remembers_how_the_last_table_was_set_up(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    ada.page.click("[data-part=new-table] summary")
    ada.page.get_by_label("Box").select_option("imperial")
    ada.page.get_by_label("Players").select_option("3")
    ada.page.get_by_label("wild boar").check()
    ada.page.get_by_label("Seat 3: level").select_option("page")
    ada.page.click("[data-action=open]")
    ada.page.wait_for_url("**/table/*")
    ada.page.goto(ada.address)
    expect(ada.page.locator(".hero")).to_contain_text("You against 2 computer players (courtier, page) ·")
    expect(ada.page.locator(".hero")).to_contain_text("wild boar")
    ada.play_now()
    expect(ada.page.locator("section[data-seat]")).to_have_count(3)
