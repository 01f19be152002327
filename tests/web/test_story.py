"""What just happened: a line for each turn since one's own, seen, tapped and heard (ux 29)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.browsing import COMPUTER, HERE, Visitor, axe_faults
from web.test_sizes import resize
from web.test_the_end import WEAK, play_out

pytestmark = pytest.mark.slow

TABLE = {"pace": 0, "first": 0, "seats": [HERE, COMPUTER, COMPUTER]}
SIZES = ((320, 568), (390, 844), (640, 400), (844, 390), (768, 1024), (1280, 800))
# What covers the middle of each line, or lies outside the window; on its side, a phone may have to scroll.
UNSEEN = """() => [...document.querySelectorAll('[data-since]')].filter(line => {
    const box = line.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !line.contains(top) || box.right > innerWidth;
}).length"""
# Lines out of which something sticks, or that name somebody by half.
CROWDED = """() => [...document.querySelectorAll('[data-since]')].filter(line =>
    [line, line.querySelector('.name')].some(each => each.scrollWidth > each.clientWidth + 1)).length"""
# Live regions in the order in which they change, with what they say.
LISTEN = """() => {
    window.heard = [];
    new MutationObserver(changes => {
        for (const { target, addedNodes } of changes) {
            const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[aria-live]');
            if (region?.ariaLive !== 'polite') continue;
            const parts = region.ariaAtomic === 'false' ? [...addedNodes] : [region];
            const said = parts.map(part => part.textContent);
            window.heard.push(...said.filter(text => text.trim()));
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def told(page: Page) -> list[str]:
    """The sentences of the strip."""
    return [text.strip() for text in page.locator("[data-since] > .hidden").all_text_contents()]


def logged(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("[role=log] [data-line]").all_text_contents()]


def test_ux29_the_strip_tells_each_turn_since_ones_own_on_every_screen(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(width=390, height=844), visitor()
    ada.sit(name="Ada", table=TABLE)
    ada.play_on(until="[data-card][data-choice]")
    waiting = ada.page.get_by_role("region", name="Since your last turn").get_by_role("listitem")
    assert [" ".join(text.split()) for text in waiting.all_inner_texts()] == [
        "Voltaire still to play Voltaire has not had a turn yet.",
        "Algarotti still to play Algarotti has not had a turn yet.",
    ]
    ada.play_turns(2)
    ada.play_on(until="[data-card][data-choice]")
    assert told(ada.page) == logged(ada.page)[-2:]
    assert [sentence.split()[0] for sentence in told(ada.page)] == ["Voltaire", "Algarotti"]
    for width, height in SIZES:
        resize(ada.page, width, height)
        ada.page.evaluate("scrollTo(0, innerHeight < 500 ? 60 : 0)")
        assert ada.page.locator("[data-since]:visible").count() == 2
        assert ada.page.evaluate(UNSEEN) == 0, f"{width} x {height}"
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= width

    ada.page.set_viewport_size({"width": 390, "height": 844})
    story = told(ada.page)
    ada.page.reload()
    ada.page.wait_for_selector("[data-since]")
    assert told(ada.page) == story
    ada.page.click("[data-since='1']")
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text(story[0])
    expect(dialog.locator("[data-garden='1']")).to_be_visible()
    expect(dialog.locator(".last").first).to_be_visible()
    assert axe_faults(ada.page) == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-since='1']")).to_be_focused()
    assert axe_faults(ada.page) == []

    ben.page.goto(ada.page.url)  # a spectator is told everybody's latest turn
    ben.page.wait_for_selector("[data-since]")
    assert told(ben.page) == logged(ben.page)[-3:]
    ada.play_on(until="[data-action=back]")
    expect(ada.page.locator("[data-since]")).to_have_count(0)  # now the garden needs the room


def test_ux29_the_longest_lines_fit_every_screen(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844)
    ada.sit(name="Ada", table={**TABLE, "seats": [HERE, WEAK, WEAK, WEAK]})
    ada.page.wait_for_selector("[data-side]")
    play_out(ada, keep=8)
    ada.play_on(until="[data-since]")
    while not ada.page.locator("[data-since] .turned").count():  # nobody has laid a gardener
        ada.play_turns(1)
        ada.play_on(until="[data-since]")
    for width, height in SIZES:
        resize(ada.page, width, height)
        assert ada.page.evaluate(CROWDED) == 0, f"{width} x {height}"


def test_ux29_a_screen_reader_hears_each_turn_in_order_and_then_whose_turn_it_is(
    visitor: Callable[..., Visitor],
) -> None:
    ada = visitor()
    ada.sit(name="Ada", table=TABLE)
    ada.play_on(until="[data-action=play]")
    ada.page.click("[data-tab=chat]")  # whatever is open beside the table
    ada.page.evaluate(LISTEN)
    ada.page.click("[data-action=play]")
    expect(ada.page.locator("[data-since]")).to_have_count(2)
    ada.page.wait_for_selector("[data-card][data-choice]")
    heard = ada.page.evaluate("() => window.heard")
    turns = [text for text in heard if " plays the " in text]
    assert [text.split()[0] for text in turns] == ["Ada", "Voltaire", "Algarotti"]
    assert len(set(turns)) == 3, "nothing is said twice"
    assert heard.index("Which card do you play?") > heard.index(turns[-1])
