"""One's own progress in a real browser: figures that agree with the games, in charts with tables behind them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor, axe_faults, play_by_protocol

pytestmark = pytest.mark.slow

PAGE = {"kind": "computer", "level": "random"}


def played(guest: Visitor, **options: Any) -> str:
    """A game against a computer, played to its end."""
    ask, tables = guest.context.request, f"{guest.address}/api/tables"
    wish = {"pace": 0, "seats": [{"kind": "here", "name": "Ada"}, PAGE], **options}
    table: str = ask.post(tables, data=wish).json()["table"]["id"]
    play_by_protocol(guest, table)
    return table


def test_progress_agrees_with_ones_games(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844, luck=None)
    page = ada.page
    page.goto(f"{ada.address}/progress")
    expect(page.locator("main")).to_contain_text("once you have finished a game that counts")
    assert axe_faults(page) == []
    table = played(ada)
    points = ada.context.request.get(f"{ada.address}/api/tables/{table}/record").json()["result"]["points"][0]
    page.goto(f"{ada.address}/games")
    page.click("[data-action=progress]")
    expect(page.locator("[data-part=finished]")).to_have_text("1")
    page.locator("#sources ~ details summary").click()
    row = page.locator(f"#sources ~ details [data-game='{table}'] td")
    shown = row.all_inner_texts()
    assert [int(text) for text in shown[2:7]] == [
        points[source] for source in ("total", "nobles", "rows", "columns", "missions")
    ]
    expect(page.locator("#wins ~ * tbody tr")).to_have_count(1)
    expect(page.locator("#costs ~ p").first).to_contain_text("None of these games has been reviewed yet")
    assert page.locator("section [data-action=review]").get_attribute("href") == f"/table/{table}/review"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert axe_faults(page) == []
    played(ada, box="imperial")
    page.reload()
    expect(page.locator("[data-field=box] option:checked")).to_have_text("Sanssouci (Imperial)")  # the latest
    page.select_option("[data-field=box]", "ravensburger")
    expect(page.locator(f"[data-game='{table}']")).to_have_count(1)
    with page.expect_download() as download:
        page.click("[data-action=save-progress]")
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [game["id"] for game in saved["boxes"][1]["games"]] == [table]


@pytest.mark.long
def test_a_review_of_a_table_counts_in_ones_progress(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="de-DE", width=320, height=568, luck=None)
    page, table = ada.page, played(ada)
    page.goto(f"{ada.address}/table/{table}")
    page.locator("[data-action=review]").first.click()
    page.wait_for_selector("progress")
    assert axe_faults(page) == []
    page.wait_for_selector("#accounts", timeout=400_000)
    page.goto(f"{ada.address}/progress")
    expect(page.locator("[data-part=mean]")).to_contain_text("1 der 1 Partien")
    page.locator("#costs ~ details summary").click()
    expect(page.locator("#costs ~ details tbody tr")).to_have_count(1)
    expect(page.locator("#mistakes ~ * tbody tr")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert axe_faults(page) == []
