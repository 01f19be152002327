"""Salons: a group finds its next tables by the same link, and the lobby shows the rooms of the house."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow


def test_ux39_a_group_meets_again_by_the_same_link(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor(width=390, height=844)
    ada.prepare(name="Ada")
    ada.page.click("[data-action=lobby]")
    ada.page.fill("#salon-name", "Thursdays")
    ada.page.click("[data-action=found]")
    link = ada.page.locator("input[readonly]").input_value()
    assert axe_faults(ada.page) == []
    ben.page.goto(link)
    expect(ben.page.locator("[data-part=join] h2")).to_have_text("You are invited to the salon “Thursdays”")
    ben.page.fill("#salon-you", "Ben")
    ben.page.click("[data-action=join-salon]")
    expect(ben.page.locator("[data-part=shown]")).to_contain_text("No table is waiting")
    ada.page.click("[data-action=new-table]")
    expect(ada.page.locator("[data-field=audience] option:checked")).to_have_text("salon “Thursdays”")
    ada.page.click("[data-action=open]")
    expect(ada.page.locator("[data-part=salon]")).to_contain_text("All members of your salon find this table.")
    ben.page.click("[data-room=waiting] [data-action=sit]")  # it has appeared by itself
    ben.page.wait_for_url("**/table/*")
    expect(ada.page.locator(".desk, [data-side]").first).to_be_visible()
    ben.page.goto(f"{ben.address}/lobby")
    ben.page.click("[data-salon]")
    expect(ben.page.locator("h1")).to_have_text("Thursdays")
    expect(ben.page.locator("[data-room=running] li.panel")).to_have_count(1)


def test_ux39_the_lobby_shows_those_met_before_in_a_room_of_their_own(visitor: Callable[..., Visitor]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor()
    for each, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve")):
        each.prepare(name=name)
    ask = {"audience": "anyone", "pace": 0, "seats": [{"kind": "here", "name": "Ada"}, {"kind": "invited"}]}
    first = ada.context.request.post(f"{ada.address}/api/tables", data=ask).json()["table"]["id"]
    assert ben.context.request.post(f"{ben.address}/api/tables/{first}/sit", data={"name": "Ben"}).ok
    table = ada.context.request.post(f"{ada.address}/api/tables", data=ask).json()["table"]["id"]
    ben.page.goto(f"{ben.address}/lobby")
    known = ben.page.locator(f"[data-room=met] [data-open='{table}']")
    expect(known).to_contain_text("has played with you before")
    eve.page.goto(f"{eve.address}/lobby")
    expect(eve.page.locator(f"[data-room=everybody] [data-open='{table}']")).to_be_visible()
    ada.context.request.post(f"{ada.address}/api/tables/{table}/abandon")


def test_a_salon_that_is_gone_says_so(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/salon/{'x' * 22}")
    expect(ada.page.locator(".lost")).to_contain_text("This salon does not exist any more")
    ada.complaints[:] = [complaint for complaint in ada.complaints if "404" not in complaint]
