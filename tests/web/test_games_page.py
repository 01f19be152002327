"""One's own games in a real browser (ux 40): results, filters, deleting, exporting, taking along and going on."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sanssouci import Game
from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow

RANDOM = {"kind": "computer", "name": "", "level": "random"}
HERE = {"kind": "here", "name": "", "level": ""}


def test_ux40_games_are_listed_filtered_exported_and_deleted(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844)
    ada.sit(name="Ada", table={"pace": 0, "seats": [HERE, RANDOM], "box": "imperial", "expansions": ["boar"]})
    ada.end_at_once(0)
    over = ada.page.url.rsplit("/", 1)[1]
    record = ada.context.request.get(f"{ada.address}/api/tables/{over}/record").json()
    points = sorted((each["total"] for each in record["result"]["points"]), reverse=True)
    ada.sit(name="Ada", table={"pace": 0, "seats": [HERE, RANDOM], "first": 0})
    ada.play_turns(1)
    ada.page.goto(f"{ada.address}/")
    expect(ada.page.locator(f"main a[href='/table/{over}']")).to_contain_text(re.compile(r", \d\d:\d\d\b"))
    expect(ada.page.locator(f"main a[href='/table/{over}']")).not_to_contain_text(re.compile("[AP]M"))
    ada.page.get_by_role("link", name="All your games").first.click()
    games, page = ada.page.locator("[data-game]"), ada.page
    expect(games).to_have_count(2)
    finished = page.locator(f"[data-game='{over}']")
    expect(finished.locator(".points > [aria-hidden]")).to_have_text([str(each) for each in points])
    expect(finished).to_contain_text("(Imperial) · Wild boar")
    assert finished.locator("[data-action=review]").get_attribute("href") == f"/table/{over}/review"
    assert finished.get_attribute("data-outcome") in ("won", "lost", "shared")
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    words = page.locator("code span").evaluate_all("all => all.map(each => each.getClientRects().length)")
    assert words == [1] * 5, "no word of a command is broken"

    page.select_option("[data-filter=state]", "running")
    expect(games).to_have_count(1)
    expect(page.locator("[data-part=shown]")).to_have_text("1 game")
    page.select_option("[data-filter=state]", "any")
    page.fill("[data-filter=name]", "nobody")
    expect(page.locator("[data-part=shown]")).to_have_text("No game matches this selection.")
    page.fill("[data-filter=name]", "")

    with page.expect_download() as download:
        page.click("[data-action=export]")
    view, whole = map(json.loads, Path(download.value.path()).read_text(encoding="utf-8").splitlines())
    assert Game.from_record(whole).is_over
    assert (view["seat"], view["result"]) == (0, None)

    finished.locator("[data-action=forget]").click()
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be undone.")
    page.click("[data-action=never-mind]")
    expect(games).to_have_count(2)
    finished.locator("[data-action=forget]").click()
    ada.agree()
    expect(games).to_have_count(1)
    expect(page.get_by_role("status").first).to_have_text("The game has been deleted.")
    assert ada.context.request.get(f"{ada.address}/api/tables/{over}").status == 404


def test_ux40_a_game_is_taken_along_marked_and_gone_on_with(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    ada, elsewhere = visitor(), visitor(language="de-DE", width=320, height=568)
    ada.sit(name="Ada", table={"pace": 0, "seats": [HERE, RANDOM], "first": 0})
    ada.play_turns(2)
    table = ada.page.url
    ada.page.goto(f"{ada.address}/games")
    ada.page.click("[data-action=take]")
    expect(ada.page.get_by_role("dialog")).to_contain_text("The file holds all secrets of the game")
    with ada.page.expect_download() as download:
        ada.agree()
    file = tmp_path / "sanssouci-game.json"
    download.value.save_as(file)
    assert "secrets" in json.loads(file.read_text(encoding="utf-8"))["x-secrets"]
    expect(ada.page.locator("[data-game]")).to_contain_text("taken along")
    ada.page.goto(table)
    expect(ada.page.locator("[data-part=taken]").first).to_be_attached()

    elsewhere.prepare(name="Ada B.")
    elsewhere.page.goto(f"{elsewhere.address}/games")
    expect(elsewhere.page.get_by_role("heading", level=1)).to_be_visible()  # the page is loaded when it is entered
    assert axe_faults(elsewhere.page) == []
    (tmp_path / "wrong.json").write_text("[]", encoding="utf-8")
    elsewhere.page.set_input_files("[data-field=go-on]", tmp_path / "wrong.json")
    expect(elsewhere.page.get_by_role("alert").last).to_contain_text("keine laufende Partie")
    elsewhere.page.set_input_files("[data-field=go-on]", file)
    elsewhere.page.wait_for_url("**/table/*")
    assert elsewhere.page.url != table
    elsewhere.play_turns(1)
