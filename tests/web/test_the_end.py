"""The end is an event: who won and by how much, the count line by line, the best so far, a picture (ux 17, 34)."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web.browsing import ADA, BEN, COMPUTER, HERE, Visitor, axe_faults, open_table
from web.test_sizes import FEW_OR_ALL, Sizes, faults, resize

pytestmark = pytest.mark.slow

WEAK = {**COMPUTER, "level": "random"}
# Names beside the bars of the count that are shortened.
HALF_NAMED = """() => [...document.querySelectorAll('[data-bar] .name > span')]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"""


def play_out(ada: Visitor, *, keep: int = 0) -> dict[str, Any]:
    """Play the seats of this browser to the end, or until as many turns are left, taking what scores at once.

    It is done by requests, as a second device of the same person would: whole games take long by clicks.
    """
    table, ask = f"{ada.address}/api/tables/{ada.page.url.rsplit('/', 1)[1]}", ada.context.request
    while True:
        frame: dict[str, Any] = ask.get(f"{table}/game").json()
        view: dict[str, Any] = frame["views"][0]
        if view["ending"] or (keep and frame["drafts"] and view["round"] > view["rounds"] - keep):
            return view
        for draft in frame["drafts"]:
            steps = {"seat": draft["seat"], "ply": draft["ply"]}
            while draft["move"] is None:
                best = max(draft["choices"], key=lambda choice: choice["gained"])
                answer = ask.post(f"{table}/steps", data={**steps, "steps": [*draft["steps"], best["text"]]})
                assert answer.ok, answer.text()
                draft = answer.json()
            ask.post(f"{table}/play", data={**steps, "move": draft["move"]})


def named_lines(view: dict[str, Any]) -> int:
    return len({(line["source"], line["what"]) for lines in view["ending"]["count"] for line in lines})


def test_ux34_the_count_names_each_line_and_can_be_skipped(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(moving=True, luck=None)
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "seats": [HERE, WEAK]}, motion="fast")
    ada.page.wait_for_selector("[data-side]")
    ada.page.evaluate(
        """() => { const told = window.told = []; new MutationObserver(() => {
            const line = document.querySelector('[data-part=line]')?.innerText.trim();
            if (line && told.at(-1) !== line) told.push(line);
        }).observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true}); }"""
    )
    view = play_out(ada)
    won = view["ending"]["winners"] == [0]
    points = [seat["points"]["total"] for seat in view["seats"]]
    heading = ada.page.locator("#result")
    expect(heading).to_have_text("Final scoring")
    expect(heading).to_contain_text(f"You win with {points[0]} points!" if won else "Voltaire wins")
    told: list[str] = ada.page.evaluate("told")
    assert len(told) == named_lines(view)
    assert told[0] == f"Points in play Ada +{first(view, 0)} and Voltaire +{first(view, 1)}"
    assert re.fullmatch(r"Mission: .* in row \d (Ada|Voltaire) \+\d|Mission: .* on the terrace .*", told[-1])
    for seat in (0, 1):
        expect(ada.page.locator(f"[data-bar='{seat}'] .sum")).to_have_text(str(points[seat]))
    expect(ada.page.locator("[data-bar]:has(.tag)")).to_have_attribute("data-bar", "0")  # you
    expect(ada.page.locator("[data-part=best]")).to_contain_text(f"{points[0]} is the mark to beat")
    ada.page.click("[data-action=count-again]")
    expect(heading).to_have_text("Final scoring")
    ada.page.click("[data-action=skip-count]")
    expect(heading).not_to_have_text("Final scoring")


def first(view: dict[str, Any], seat: int) -> int:
    points: int = view["ending"]["count"][seat][0]["points"]
    return points


def test_ux34_a_player_sees_the_margin_the_best_so_far_and_a_picture(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(luck=None)
    best: list[int] = []
    for game in range(2):
        if game == 0:
            ada.sit(name="Ada", table={"pace": 0, "first": 0, "seats": [HERE, WEAK]})
        else:
            ada.page.click("[data-action=rematch]")  # one click
            ada.page.wait_for_function("before => !location.href.endsWith(before)", arg=ada.page.url[-22:])
        ada.page.wait_for_selector("[data-side]")
        view = play_out(ada)
        best.append(view["seats"][0]["points"]["total"])
        ada.page.wait_for_selector("[data-part=best]")
    one, two = (seat["points"]["total"] for seat in view["seats"])
    text = ada.page.inner_text(".margin")
    assert (f"{abs(one - two)} point" if one != two else f"A tie at {one} points") in text
    said = ada.page.inner_text("[data-part=best]")
    assert "2 players, on this server" in said
    assert str(best[0]) in said or best[0] == best[1]
    assert ("new personal best" in said) == (best[1] > best[0])
    assert ada.page.locator("[data-source=rows] small").all_inner_texts() == [
        f"{line['what']} {['beige', 'white', 'grey', 'orange', 'violet', 'turquoise'][int(line['what']) - 1]}: "
        f"{line['points']}"
        for lines in view["ending"]["count"]
        for line in lines
        if line["source"] == "rows"
    ]
    ada.page.click("[data-action=picture]")
    expect(ada.page.locator("dialog img")).to_have_js_property("complete", True)
    assert ada.page.locator("dialog img").evaluate("image => image.naturalWidth") > 500
    with ada.page.expect_download() as download:
        ada.page.click("[data-action=save-picture]")
    picture = Path(download.value.path()).read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) > (1500, 1000)
    assert len(picture) > 50_000, "it shows something"
    assert axe_faults(ada.page) == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-action=replay]")).to_be_visible()


def test_ux34_those_at_one_screen_and_those_who_watch_read_names(visitor: Callable[..., Visitor]) -> None:
    both, eve = visitor(), visitor(language="fr-FR")
    open_table(both, ADA, BEN)
    both.page.wait_for_selector("[data-side]")
    eve.page.goto(both.page.url)
    view = play_out(both)
    names = ["Ada", "Ben"]
    expected = {"en": "wins with", "fr": "l'emporte avec"}
    for page, said in ((both.page, expected["en"]), (eve.page, expected["fr"])):
        expect(page.locator("#result")).to_contain_text(said)
        expect(page.locator("#result")).to_contain_text(names[view["ending"]["winners"][0]])
        expect(page.locator("[data-part=best]")).to_have_count(0)
    expect(both.page.locator("[data-action=rematch]")).to_be_visible()
    expect(eve.page.locator("[data-action=rematch]")).to_have_count(0)


@FEW_OR_ALL
def test_ux28_the_end_fits_every_screen(visitor: Callable[..., Visitor], sizes: Sizes) -> None:
    ada = visitor(language="de")
    expansions = {"box": "imperial", "expansions": ["rewards", "boar"]}
    ada.sit(name="Wilhelmine", table={"pace": 0, **expansions, "seats": [HERE, WEAK, WEAK, WEAK]})
    ada.page.wait_for_selector("[data-side]")
    ada.end_at_once(0)
    assert faults(ada.page, "end", sizes=sizes) == []
    for width, height in sizes:
        resize(ada.page, width, height)
        assert ada.page.evaluate(HALF_NAMED) == [], f"{width} x {height}"
    resize(ada.page, 1280, 800)
    ada.page.click("[data-action=picture]")
    ada.page.wait_for_selector("[data-action=save-picture]:enabled")
    assert faults(ada.page, "picture", sizes=sizes) == []
