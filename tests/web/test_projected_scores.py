"""What everybody would have if the game ended now, beside the points they have (ux 30)."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from web.browsing import COMPUTER, HERE, Visitor, axe_faults
from web.test_sizes import PHONES, resize, seats
from web.test_the_end import play_out

pytestmark = pytest.mark.slow

# One's own name and everybody's points on the track of a phone.
SQUEEZED = """() => [...document.querySelectorAll('.chips li')].filter(chip => chip.checkVisibility()).flatMap(chip => {
    const parts = [...chip.children].filter(part => part.checkVisibility() && part.offsetWidth);
    const shown = chip.querySelector('.name');
    const own = chip.matches('.yours') && shown.scrollWidth > shown.clientWidth;
    return own || parts.some(part => part.getBoundingClientRect().right > chip.getBoundingClientRect().right + 1)
        ? [`no room: ${chip.innerText}`] : [];
})"""
TABLE = {"pace": 0, "first": 0, "seats": [HERE, COMPUTER, COMPUTER]}


def hear(visitor: Visitor) -> list[dict[str, Any]]:
    """The game frames that a page receives, from now on."""
    frames: list[dict[str, Any]] = []

    def take(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "game":
            frames.append(frame)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", take)

    visitor.page.on("websocket", listen)
    return frames


def shown(visitor: Visitor, selector: str) -> list[str]:
    return [text.replace("→", "").strip() for text in visitor.page.locator(selector).all_inner_texts()]


def test_ux30_every_garden_shows_its_projected_score_and_what_is_behind_it(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    frames, seen = hear(ada), hear(ben)
    ada.sit(name="Ada", table=TABLE)
    ada.page.wait_for_selector("[data-side]")
    play_out(ada, keep=6)
    ada.play_on(until="[data-card][data-choice]")
    seats = frames[-1]["views"][0]["seats"]
    totals = [str(seat["projected"]["points"]["total"]) for seat in seats]
    assert totals != [str(seat["points"]["total"]) for seat in seats], "the end would count for something"
    assert shown(ada, "[data-projection] [aria-hidden]") == totals
    expect(ada.page.locator(".ruler .mark.hollow")).to_have_count(
        sum(seat["projected"]["points"]["total"] != seat["points"]["total"] for seat in seats)
    )
    near = [line for line in seats[0]["projected"]["lines"] if line["missing"]]
    assert [ada.page.locator(f".own [data-reach='{line['name']}']").count() for line in near] == [1] * len(near)

    ada.page.click("[data-projection='1']")
    dialog = ada.page.get_by_role("dialog", name="If the game ended now")
    assert shown(ada, "dialog [data-projected=total]") == totals
    assert shown(ada, "dialog [data-projected=missions]") == [
        str(seats[0]["projected"]["points"]["missions"]),
        "?",
        "?",
    ]
    expect(dialog).to_contain_text("Secret missions are not counted.")
    assert axe_faults(ada.page) == []
    ada.page.keyboard.press("Escape")

    ben.page.goto(ada.page.url)  # who watches knows no missions at all
    ben.page.click("[data-action=projection]", position={"x": 5, "y": 5})
    assert shown(ben, "dialog [data-projected=missions]") == ["?"] * 3
    assert [seat["projected"]["missions"] for seat in seen[-1]["views"][0]["seats"]] == [None] * 3


def test_ux30_the_projection_follows_the_turn_in_the_making_and_is_reached_on_a_phone(
    visitor: Callable[..., Visitor],
) -> None:
    ada = visitor(width=320, height=568)
    frames = hear(ada)
    ada.sit(name="Ada", table=TABLE)
    ada.play_turns(3)
    ada.play_on(until="[data-card][data-choice]")
    totals = [str(seat["projected"]["points"]["total"]) for seat in frames[-1]["views"][0]["seats"]]
    assert shown(ada, ".chips .projected [aria-hidden]") == totals
    ada.page.click("[data-action=projection]")
    assert shown(ada, "dialog [data-projected=total]") == totals
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 320
    ada.page.keyboard.press("Escape")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.play_on(until="[data-action=play]")
    gained = ada.page.locator(".own .points small").all_inner_texts()
    now = shown(ada, ".own [data-projection] [aria-hidden]")
    assert now != totals[:1] or not gained, "points that the turn wins are part of the projection"


def test_ux33_names_keep_their_room_beside_many_points(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="fr", width=320, height=568)
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "seats": seats(4)})
    ada.page.wait_for_selector("[data-side]")
    play_out(ada, keep=6)
    ada.play_on(until="[data-card][data-choice]")
    resize(ada.page, 1280, 800)
    cut: list[str] = ada.page.locator(".nameplate h2").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    )
    for large in (False, True):
        ada.remember(name="Ada", large=large)
        ada.page.reload()
        ada.play_on(until="[data-card][data-choice]")
        for width, height in PHONES:
            resize(ada.page, width, height)
            cut += [f"{width} x {height}: {fault}" for fault in ada.page.evaluate(SQUEEZED)]
    assert cut == []
