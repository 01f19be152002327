"""Whole games in a real Firefox, on a desktop and on a phone, from the start page to the end, all with the mouse."""

from pathlib import Path

import pytest

from web.browsing import FIRST_IN_SIGHT, Visitor, points_of, without_expansions
from web.firefox import Firefox, firefox, path

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(path() is None, reason="there is no Firefox: apt install firefox-esr"),
]

# Which way there is to go on, once the last click has been answered; 'over' at the end of the game.
NEXT = f"""ways => {{
    if (!document.querySelector('.desk[aria-busy=false], .sides, #result')) return null;
    const found = ({FIRST_IN_SIGHT})(['#result', ways]);
    return found === null ? 'over' : ways[found];
}}"""
FACTS = """() => ({
    sideways: document.documentElement.scrollWidth - innerWidth,
    fonts: [...document.fonts].filter(each => each.status === 'loaded').map(each => each.family.replaceAll('"', '')),
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
})"""
SHOWN = """() => [...document.querySelectorAll('#result ~ * td[data-source]')].map(
    cell => [Number(cell.dataset.seat), cell.dataset.source, parseInt(cell.innerText.replace('−', '-')) || 0])"""
LONGEST = 400  # clicks


def play(window: Firefox) -> int:
    """Click through a game, the last step of a turn first; how many clicks it took."""
    ways = [f"{way}{Visitor.READY}" for way in Visitor.WAYS]
    for clicks in range(LONGEST):
        way = window.wait_for(NEXT, ways)
        if way == "over":
            return clicks
        window.click(way)
    raise AssertionError(f"no end after {LONGEST} clicks")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_ux3_a_whole_game_in_firefox(address: str, tmp_path: Path, width: int, height: int) -> None:
    with firefox(tmp_path, width=width, height=height) as window:
        window.open(address)
        window.ask("table => { localStorage.sanssouci = JSON.stringify({ name: 'Ada', table }); }", {"pace": 0})
        window.open(address)
        window.click("[data-action=play-now]:enabled")
        window.wait_for("() => location.pathname.startsWith('/table/')")
        assert play(window) > 18
        facts = window.ask(FACTS)
        assert facts["sideways"] <= 0
        assert facts["still"]
        assert {"EB Garamond", "Source Sans 3"} <= set(facts["fonts"])
        record = window.ask("() => fetch(document.querySelector('[data-action=record]').href).then(it => it.json())")
        shown: list[dict[str, int]] = [{}, {}]
        for seat, source, points in window.ask(SHOWN):
            shown[seat][source] = points
        assert shown == without_expansions(points_of(record))
        assert window.complaints == []
