"""Finding people in a real browser (ux 39): the lobby as it changes, whom a table is open to, and clocks."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web.browsing import Visitor, axe_faults, serving

pytestmark = pytest.mark.slow


def open_from_lobby(host: Visitor, **fields: str) -> str:
    """Open a table for two people, starting in the lobby; returns its id."""
    page = host.page
    page.goto(f"{host.address}/lobby")
    page.click("[data-action=new-table]")
    page.select_option("[data-part=new-table] select[aria-label$='2: who plays here']", "invited")
    for field, value in fields.items():
        page.select_option(f"[data-field={field}]", value)
    page.click("[data-action=open]")
    page.wait_for_url("**/table/*")
    return page.url.rsplit("/", 1)[1]


def test_ux39_somebody_finds_a_table_as_it_opens_and_joins_with_one_click(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor(width=320, height=568)
    ada.prepare(name="<b>Ada</b>")
    ben.prepare(name="Ben")
    ben.page.click("[data-action=lobby]")
    tables = ben.page.locator("[data-open]")
    expect(ben.page.locator("[data-part=shown]")).to_be_visible()
    table = open_from_lobby(ada, audience="anyone", welcome="beginners", clock="10+15")
    line = ben.page.locator(f"[data-open='{table}']")
    expect(line).to_contain_text("<b>Ada</b>")  # told without reloading, and as text
    expect(line.locator("[data-part=facts]")).to_contain_text("10 minutes + 15 seconds a turn")
    expect(line.locator("[data-part=facts]")).to_contain_text("beginners")
    assert axe_faults(ben.page) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 320
    for name, other in (("clock", "days"), ("welcome", "experienced"), ("language", "fr"), ("box", "imperial")):
        ben.page.select_option(f"[data-filter={name}]", other)
        expect(line).to_have_count(0)
        ben.page.select_option(f"[data-filter={name}]", "")
        expect(line).to_be_visible()
    line.locator("[data-action=sit]").click()
    ben.page.wait_for_url(f"**/table/{table}")
    expect(ada.page.locator(".nameplate").first).to_be_visible()  # the game has begun
    expect(tables).to_have_count(0)


def test_ux39_a_table_for_friends_is_found_by_friends_alone(visitor: Callable[..., Visitor]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor()
    for person, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve")):
        person.prepare(name=name)
    met = open_from_lobby(ada, audience="anyone")
    ben.page.goto(f"{ben.address}/lobby")
    ben.page.click(f"[data-open='{met}'] [data-action=sit]")
    ben.page.wait_for_url("**/table/*")
    for person in (ben, eve):
        person.page.goto(f"{person.address}/lobby")
        expect(person.page.locator("[data-part=shown]")).to_be_visible()
    table = open_from_lobby(ada, audience="friends")
    line = f"[data-open='{table}']"
    expect(ben.page.locator(line)).to_contain_text("has played with you before")
    expect(eve.page.locator(line)).to_have_count(0)
    eve.page.goto(f"{eve.address}/table/{table}")
    expect(eve.page.locator(".waiting")).to_be_visible()
    expect(eve.page.locator("form.sit")).to_have_count(0)


def test_a_clock_runs_warns_and_hands_over_when_it_has_run_out(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        ada, ben = Visitor(browser, address), Visitor(browser, address)
        ada.prepare(name="Ada")
        table = open_from_lobby(ada, audience="anyone", clock="5+10")
        ben.prepare(name="Ben")
        ben.page.goto(f"{address}/lobby")
        ben.page.click("[data-action=sit]")
        for seat in (0, 1):
            expect(ada.page.locator(f"[data-clock='{seat}']").first).to_be_attached()
        with closing(sqlite3.connect(tmp_path / "tables.db", timeout=20)) as database:
            ((seat,),) = database.execute("SELECT to_move FROM tables WHERE id = ?", (table,)).fetchall()
            mover, other = (ada, ben) if seat == 0 else (ben, ada)
            clock = mover.page.locator("[data-clock=desk]")
            expect(clock).to_contain_text(re.compile(r"5:0\d|4:\d\d"))  # five minutes and ten seconds, running
            expect(mover.page.locator("[data-part=clock-told]").first).to_have_text("")
            assert axe_faults(mover.page) == []

            def think(seconds: int) -> None:
                change = "moved = moved - ?, due = due - ?, version = version + 1"
                database.execute(f"UPDATE tables SET {change} WHERE id = ?", (seconds, seconds, table))
                database.commit()

            think(255)
            expect(mover.page.locator("[data-part=clock-told]").first).to_have_text("You have 1 minute left.")
            expect(mover.page.locator(".low[data-clock=desk]")).to_be_visible()
            mover.page.reload()
            expect(mover.page.locator(".low[data-clock=desk]")).to_be_visible()  # reloading gains nothing
            think(60)
            expect(other.page.locator(f"[data-clock='{seat}']")).to_have_count(0)  # a computer needs none
            expect(mover.page.get_by_role("button", name="plays again").first).to_be_visible()
        for each in (ada, ben):
            assert each.complaints == []
            each.context.close()
