"""The start page: one click to a game like the last (ux 18), every choice explained, a way to join (ux 19)."""

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
    expect(ada.page.locator(".hero")).to_contain_text("Wild boar")
    ada.play_now()
    expect(ada.page.locator("section[data-seat]")).to_have_count(3)


def test_ux18_play_now_works_with_whatever_name_and_whatever_was_kept(visitor: Callable[..., Visitor]) -> None:
    computer = {"kind": "computer", "name": "", "level": ""}
    for name, table in (
        ("Voltaire", {"seats": [{"kind": "here", "name": "", "level": ""}, *[computer] * 3]}),
        ("   ", {}),
        ("Ada", {"seats": [], "box": "gone", "first": 7, "pace": 99}),
        ("Ada", {"seats": [{**computer, "kind": "robot"}, {**computer, "level": "emperor"}]}),
    ):
        ada = visitor()
        ada.prepare(name=name, table=table)
        ada.play_now()
        ada.page.wait_for_selector("[data-garden]")
        names = [plate.inner_text() for plate in ada.page.locator(".nameplate h2").all()]
        own = ada.page.locator(".nameplate:has([data-you]) h2").inner_text()
        assert own == (name.strip() or "Guest"), "ux 33: one name a person"
        assert names.count(own) == 1, "computers never bear a person's name"


def test_whoever_was_sent_a_link_can_paste_it(visitor: Callable[..., Visitor]) -> None:
    """Ux 19: an installed game has no field for addresses."""
    here, invited = {"kind": "here", "name": "Ada", "level": ""}, {"kind": "invited", "name": "", "level": ""}
    ada, ben = visitor(), visitor()
    ada.prepare(table={"seats": [here, invited]})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    link = ada.page.locator("input[readonly]").input_value()
    ben.page.goto(ben.address)
    for wrong, said in (("hello", "not a link to a table"), (f"https://example.org{link[21:]}", "another server")):
        ben.page.fill("[data-field=join]", wrong.replace(ben.address, ""))
        ben.page.click("[data-action=join]")
        expect(ben.page.locator(".join [role=alert]")).to_contain_text(said)
    ben.page.fill("[data-field=join]", f" {link} ")
    ben.page.click("[data-action=join]")
    ben.page.wait_for_selector("form.sit")


def test_every_choice_of_a_new_table_is_explained(visitor: Callable[..., Visitor]) -> None:
    """Ux 1: whoever knows the box needs nothing else; every choice says in a sentence what it does."""
    ada = visitor()
    invited = {"kind": "invited", "name": "", "level": ""}
    computer = {"kind": "computer", "name": "", "level": "king"}
    ada.prepare(table={"box": "imperial", "seats": [{**invited, "kind": "here"}, invited, computer]})
    ada.page.click("[data-part=new-table] summary")
    unexplained = """fields => fields.filter(field => {
        const described = field.getAttribute('aria-describedby');
        const near = described ? document.getElementById(described) : field.closest('label')?.querySelector('small');
        return !near?.innerText.trim();
    }).map(field => field.outerHTML.slice(0, 120))"""
    fields = ada.page.locator("[data-part=new-table] :is(select, input[type=checkbox])")
    assert fields.count() >= 12
    assert fields.evaluate_all(unexplained) == []


def test_a_notice_stays_until_it_is_read(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.clock.install()
    ada.prepare(name="Ada")
    why: dict[str, object] = {"code": "too_many", "message": "", "reason": "too_many.tables"}
    problem = why | {"rule": None, "values": {}, "legal": []}
    ada.page.route(
        "**/api/tables",
        lambda route: route.fulfill(status=429, json=problem) if route.request.method == "POST" else route.fallback(),
    )
    ada.page.click("[data-action=play-now]")
    expect(ada.page.get_by_role("alert").first).to_contain_text("too many unfinished games")
    with ada.page.expect_response("**/api/mine"):
        ada.page.clock.fast_forward(16_000)
    ada.page.wait_for_timeout(300)
    expect(ada.page.get_by_role("alert").first).to_contain_text("too many unfinished games")
    ada.complaints.clear()  # the browser tells of the refusal
