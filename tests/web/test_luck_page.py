"""The garden of the day in a real browser, and the beginning of a twin game."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browsing import Visitor, axe_faults, play_by_protocol

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


def enter(guest: Visitor, luck: str, name: str) -> str:
    answer = guest.context.request.post(f"{guest.address}/api/luck/{luck}", data={"name": name})
    assert answer.ok, answer.text()
    table: str = answer.json()["table"]
    return table


def final_points(guest: Visitor, table: str) -> int:
    record = guest.context.request.get(f"{guest.address}/api/tables/{table}/record").json()
    points: int = record["result"]["points"][0]["total"]
    return points


def stepped_through(page: Page) -> list[list[str]]:
    """The points of both games, one beside the other, after each move."""
    found = [page.locator(".compare [data-part=points]").all_inner_texts()]
    while page.locator(".compare [data-action=on]").is_enabled():
        page.click(".compare [data-action=on]")
        found.append(page.locator(".compare [data-part=points]").all_inner_texts())
    return found


def test_whoever_follows_the_address_of_a_closed_game_is_told_why(visitor: Callable[..., Visitor]) -> None:
    ada, eve = visitor(), visitor()
    today = datetime.now(UTC).date().isoformat()
    closed_to(eve, today, enter(ada, today, "Ada"))
    begun = ada.context.request.post(f"{ada.address}/api/luck", data={"name": "Ada"}).json()
    eve.page.goto(f"{eve.address}/table/{begun['table']}")
    expect(eve.page.locator(".lost h1")).to_contain_text("only the two who play it")
    forget_refusals(eve)


@pytest.mark.long
def test_after_the_garden_of_the_day_one_compares_turn_by_turn_and_shares_what_gives_nothing_away(
    visitor: Callable[..., Visitor],
) -> None:
    ada, eve = visitor(width=390, height=844), visitor()
    today = datetime.now(UTC).date().isoformat()
    table = enter(ada, today, "Ada")
    play_by_protocol(ada, table)
    page, points = ada.page, final_points(ada, table)
    page.goto(f"{ada.address}/day")
    expect(page.locator("[data-part=standings] .yours td")).to_have_text(str(points))
    king = int(page.locator("[data-part=king]").inner_text())
    told = page.locator("[data-part=tell]").inner_text()
    assert f"{today}: {points} points" in told
    assert f"The king in my seat: {king}." in told
    assert told.endswith("/day")
    assert table not in told
    expect(page.locator(f"a[href='/day/{today}']")).to_contain_text(f"king {king}")
    expect(page.locator(f"a[href='/day/{today}'] b")).to_have_text(str(points))
    assert axe_faults(page) == []
    page.click("[data-action=compare]")
    expect(page.locator(".compare article")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe_faults(page) == []
    steps = stepped_through(page)
    assert len(steps) > 36
    assert steps[-1] == [str(points), str(king)]
    closed_to(eve, today, table)


def forget_refusals(eve: Visitor) -> None:
    """Forget what the browser has noted about answers that refuse, and nothing else."""
    eve.complaints[:] = [each for each in eve.complaints if "409" not in each]


def closed_to(eve: Visitor, luck: str, table: str) -> None:
    """Somebody who has not played sees nothing of it: not on the page, nor at the table's address."""
    eve.page.goto(f"{eve.address}/day")
    expect(eve.page.locator("[data-state=new]")).to_contain_text("When you have played")
    expect(eve.page.locator("[data-part=standings], [data-part=tell], [data-action=compare]")).to_have_count(0)
    for path in (f"table/{table}", f"table/{table}/replay", f"table/{table}/review"):
        eve.page.goto(f"{eve.address}/{path}")
        expect(eve.page.locator(".lost h1")).to_contain_text("this game stays closed until the day is over")
        expect(eve.page.locator(".lost")).not_to_contain_text("mistyped")
        expect(eve.page.locator("[role=status]")).to_have_count(0)  # nobody waits for what does not come
        expect(eve.page.locator(".squares")).to_have_count(0)
    shown: dict[str, Any] = eve.context.request.get(f"{eve.address}/api/luck/{luck}").json()
    assert (shown["closed"], shown["standings"], shown["king"]) == (True, [], None)
    forget_refusals(eve)


@pytest.mark.long
def test_twins_see_both_games_when_both_have_played(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor(language="de")
    begun = ada.context.request.post(f"{ada.address}/api/luck", data={"name": "Ada"}).json()
    play_by_protocol(ada, begun["table"])
    ada.page.goto(f"{ada.address}/twin/{begun['id']}")
    expect(ada.page.locator("[data-state=over]")).to_be_visible()
    expect(ada.page.locator("[data-action=compare]")).to_have_count(0)
    play_by_protocol(ben, enter(ben, begun["id"], "Ben"))
    expect(ada.page.locator("[data-action=compare]")).to_be_visible()  # without a reload
    for each in (ada, ben):
        each.page.goto(f"{each.address}/twin/{begun['id']}")
        expect(each.page.locator("[data-part=standings] tr")).to_have_count(2)  # the king does not play twin games
        each.page.click("[data-action=compare]")
        expect(each.page.locator(".compare article")).to_have_count(2)
        steps = stepped_through(each.page)
        assert steps[-1][0] == steps[-1][1], "the same play with the same luck"
