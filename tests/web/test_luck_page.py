"""The garden of the day in a real browser, and the beginning of a twin game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow


def test_the_garden_of_the_day_says_that_it_counts_once_and_goes_on(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    ada.page.click("[data-action=day]")
    expect(ada.page.locator("[data-state=new]")).to_contain_text("one attempt")
    expect(ada.page.locator(".today")).to_be_visible()
    assert axe_faults(ada.page) == []
    ada.page.click("[data-action=play]")
    ada.page.wait_for_selector(".desk")
    table = ada.page.url
    assert ada.page.locator("[data-action=hint]").count() == 0
    ada.page.goto(f"{ada.address}/day")
    expect(ada.page.locator("[data-state=running]")).to_be_visible()
    ada.page.click("[data-action=play]")
    ada.page.wait_for_url(table)


def test_a_twin_is_invited_by_a_link(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor(language="de", width=320, height=568)
    for each, name in ((ada, "Ada"), (ben, "Ben")):
        each.remember(name=name)
    ada.page.goto(f"{ada.address}/day")
    ada.page.click("[data-action=twin]")
    link = ada.page.locator("[data-part=tell]").inner_text()
    ben.page.goto(f"{ben.address}/twin/{link.rpartition('/')[2]}")
    expect(ben.page.locator("[data-state=new]")).to_contain_text("Ada spielt mit diesem Glück")
    ben.page.click("[data-action=play]")
    ben.page.wait_for_selector(".desk")
    expect(ada.page.locator("[data-state=running]")).to_be_visible()
