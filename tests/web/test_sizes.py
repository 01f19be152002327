"""Every page on every screen: nothing is cut off, nothing scrolls sideways, fingers find their targets (ux 2, 3)."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.browsing import Visitor, axe_faults, in_every_language, open_table

pytestmark = pytest.mark.slow

SIZES = (
    *((320, 200), (320, 480), (320, 568), (390, 844), (568, 320), (640, 400), (844, 390)),
    *((768, 1024), (1024, 600), (1280, 800), (2560, 1440), (3840, 2160)),
)
FEW = ((320, 568), (640, 400), (844, 390), (1280, 800))  # where space is scarcest, and a desktop
FEW_OR_ALL = pytest.mark.parametrize(
    "sizes", [pytest.param(FEW, id="few"), pytest.param(SIZES, id="all", marks=pytest.mark.long)]
)
SMALL_AND_LARGE = ((320, 200), (320, 568), (390, 844), (568, 320), (640, 400), (844, 390), (1280, 800))
PHONES = ((320, 480), (320, 568), (390, 844), (568, 320), (640, 400), (844, 390))

# Elements that stick out of the window sideways, or whose text does not fit. Scrolling elements may do both; a name may
# be shortened with an ellipsis, and drawings have edges of their own.
CUT_OFF = """() => {
    const scrolls = element => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const within = (element, fits) => element !== null && (fits(element) || within(element.parentElement, fits));
    const outside = (element, box) =>
        (box.left < -1 || box.right > innerWidth + 1)
        && !within(element, scrolls) && !element.closest('svg[aria-hidden=true]');
    const squeezed = (element, style) =>
        [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
        && !scrolls(element) && style.textOverflow !== 'ellipsis' && style.display !== 'inline'
        && !element.matches('option, select, .ruler *, .bag *')
        && (element.scrollWidth > element.clientWidth + 1
            || element.scrollHeight > element.clientHeight + 0.25 * parseFloat(style.fontSize));
    const faults = [];
    for (const element of document.querySelectorAll('header *:not(svg *), main *:not(svg *)')) {
        const box = element.getBoundingClientRect();
        if (!box.width || !box.height || element.closest('.hidden')) continue;
        const style = getComputedStyle(element);
        if (outside(element, box)) faults.push(`outside: ${element.outerHTML.slice(0, 100)}`);
        if (squeezed(element, style)) faults.push(`too small: ${element.outerHTML.slice(0, 140)}`);
    }
    return faults;
}"""
# Words that are broken inside because their column is too narrow; a name may be one long word, and is shortened.
BROKEN = """() => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hidden, svg, option')) continue;
        for (const word of node.data.matchAll(/[^\\s\\u2010\\u00ad/-]+/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const boxes = [...range.getClientRects()].filter(box => box.width > 1);
            if (new Set(boxes.map(box => Math.round(box.top))).size > 1) found.push(`broken: ${word[0]}`);
        }
    }
    return found;
}"""
# What somebody needs in a step but cannot see once the page has brought it into sight: the garden and the square just
# filled, and every button of the desk.
UNSEEN = """inGarden => {
    const sight = element => {
        const box = element.getBoundingClientRect(), x = box.left + box.width / 2;
        const points = [box.top + 2, box.top + box.height / 2, box.bottom - 2];
        return points.every(y => y >= 0 && y <= innerHeight
            && element.contains(document.elementFromPoint(x, y)?.closest('[data-square], button, .plot') ?? null));
    };
    const desk = [...document.querySelectorAll('.desk .actions button, .desk .card')];
    const squares = [...document.querySelectorAll('.plot :is([data-square=a6], [data-square=i6], [data-choice])')];
    return [...desk, ...(inGarden ? squares : [])].filter(each => each.checkVisibility() && !sight(each))
        .map(each => `not in sight: ${each.outerHTML.slice(0, 120)}`);
}"""
# The ring around the chosen card lies over no text and no button: its shadow is as wide as it says.
RING = """() => [...document.querySelectorAll('.card.chosen')].filter(card => card.checkVisibility()).flatMap(card => {
    const box = card.getBoundingClientRect();
    const wide = Math.max(...getComputedStyle(card).boxShadow.match(/[\\d.]+px/g).map(parseFloat));
    return [...document.querySelectorAll('.prompt, .desk button')].filter(each => each !== card).filter(each => {
        const other = each.getBoundingClientRect();
        return box.left - wide < other.right && other.left < box.right + wide
            && box.top - wide < other.bottom && other.top < box.bottom + wide;
    }).map(each => `under the ring of a card: ${each.outerHTML.slice(0, 120)}`);
})"""
# A clock lies over no word and under nothing.
COVERED = """() => [...document.querySelectorAll('.clock')].filter(clock => clock.checkVisibility()).flatMap(clock => {
    clock.scrollIntoView({ block: 'center' });
    const box = clock.getBoundingClientRect(), range = document.createRange();
    const prompt = clock.closest('.asked')?.querySelector('.prompt');
    if (prompt) range.selectNodeContents(prompt);
    const over = [...range.getClientRects()].filter(word => word.width && word.left < box.right - 1
        && box.left < word.right - 1 && word.top < box.bottom - 1 && box.top < word.bottom - 1);
    const seen = [box.left + 2, box.right - 2].every(x =>
        clock.contains(document.elementFromPoint(x, box.top + box.height / 2)));
    return seen && !over.length ? [] : [`over words or under something: ${clock.outerHTML.slice(0, 120)}`];
})"""
# Choices that scroll, although nothing shows that there are more.
SEEM_ALL = """() => [...document.querySelectorAll('.targets')]
    .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .filter(each => getComputedStyle(each).maskImage === 'none')
    .map(each => `seems to be all: ${each.clientWidth} of ${each.scrollWidth}`)"""
# Names over the figures of a result, or of a projection, that are shortened.
HALF_NAMED = """() => [...document.querySelectorAll('.result th .name, dialog th .name > :last-child')]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"""
# What a window shows of tables must not have to be scrolled sideways.
SCROLLED = """() => [...document.querySelectorAll('dialog, dialog .scroll')]
    .filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => `scrolls sideways: ${each.scrollWidth} in ${each.clientWidth}`)"""
# What can be touched. The squares of a garden may be smaller where those that may be chosen are listed as buttons; once
# a turn is complete they only change it, which Back can do too.
SMALL = """() => [...document.querySelectorAll('button, a.button, summary, select, input, header a')]
    .filter(element => !element.matches('[role=gridcell]') || element.matches('[data-choice]')
        && !document.querySelector('.targets')?.checkVisibility() && !document.querySelector('[data-action=play]'))
    .map(element => [element, (element.closest('label') ?? element).getBoundingClientRect()])
    .filter(([element, box]) => box.width > 0 && Math.min(box.width, box.height) < 40)
    .map(([element]) => `too small to touch: ${element.outerHTML.slice(0, 120)}`)"""
STEPS = ("[data-card][data-choice]", "[data-tile][data-choice]", ".squares [data-choice]", "[data-action=play]")
WHOLE = ("[data-garden]", ".display", ".desk", ".track", ".facts", "[data-deck]", ".nameplate", "[role=log]")


def seats(count: int) -> list[dict[str, str]]:
    computer = {"kind": "computer", "name": "", "level": "page"}
    return [{"kind": "here", "name": "", "level": ""}] + [computer] * (count - 1)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and the page the time to bring what is needed into sight."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


Sizes = tuple[tuple[int, int], ...]


def faults(page: Page, name: str, *, unseen: bool | None = None, sizes: Sizes = SIZES) -> list[str]:
    """What is wrong with a page on any screen; `unseen` is whether a step of a turn is taken in the garden."""
    found: list[str] = []
    for width, height in sizes:
        resize(page, width, height)
        here = page.evaluate(CUT_OFF) + (page.evaluate(SMALL) if (width, height) in PHONES else [])
        here += page.evaluate(BROKEN) if width < 1280 else []
        here += page.evaluate(RING) + page.evaluate(SEEM_ALL)
        here += page.evaluate(UNSEEN, unseen) if unseen is not None and (width, height) in PHONES else []
        scrolled = page.evaluate("document.documentElement.scrollWidth")
        here += [f"scrolls sideways: {scrolled}"] if scrolled > width else []
        found += [f"{name}, {width} x {height}: {fault}" for fault in here]
    resize(page, 1280, 800)
    return found


def check_whole(page: Page) -> None:
    """The whole table is in sight on a desktop."""
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    assert page.evaluate("new Set([...document.querySelectorAll('[role=tab]')].map(tab => tab.offsetTop)).size") == 1
    for selector in WHOLE:
        edges = page.locator(f"{selector}:visible").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect()).map(box => [box.top, box.bottom])"
        )
        assert all(0 <= top <= bottom <= 800 for top, bottom in edges), f"{selector}: {edges}"


@in_every_language
def test_ux3_nothing_is_cut_off_before_a_game(visitor: Callable[..., Visitor], language: str) -> None:
    ada = visitor(language=language)
    invited = {"kind": "invited", "name": "", "level": ""}
    ada.prepare(name="Ada", table={"box": "imperial", "expansions": ["rewards", "boar"], "seats": [*seats(3), invited]})
    expect(ada.page.locator("[data-action=play-now]")).to_be_enabled()
    found = faults(ada.page, "start")
    ada.page.click("[data-part=new-table] summary")
    found += faults(ada.page, "new table")
    ada.page.click("[data-action=open]")
    ada.page.wait_for_selector("input[readonly]")
    assert found + faults(ada.page, "waiting") == []


@pytest.mark.parametrize(
    ("players", "language"), [pytest.param(2, "en", marks=pytest.mark.long), (3, "es"), (4, "de"), (4, "fr")]
)
def test_ux28_the_table_fits_every_screen_and_the_desk_never_grows(
    visitor: Callable[..., Visitor], players: int, language: str
) -> None:
    ada = visitor(language=language)
    ada.sit(
        name="Ada",
        table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"], "seats": seats(players)},
    )
    ada.page.wait_for_selector("[data-side]")
    found, heights = faults(ada.page, "side"), set()
    for step in STEPS:
        ada.play_on(until=step)
        found += faults(ada.page, step, unseen=step in STEPS[2:])
        check_whole(ada.page)
        heights.add(ada.page.locator(".desk").evaluate("desk => desk.offsetHeight"))
    assert found == []
    assert len(heights) == 1
    ada.page.keyboard.press("Escape")  # steps back
    expect(ada.page.locator("[data-action=play]")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "clock"), [("de", {"base": 600, "turn": 30}), ("fr", {"base": 0, "turn": 1_209_600})]
)
def test_ux28_clocks_and_hidden_hands_fit_every_screen(
    visitor: Callable[..., Visitor], language: str, clock: dict[str, int]
) -> None:
    """A player whose clock runs, and a spectator, who sees no hand but all its backs."""
    ada, ben, eve = (visitor(language=language) for _ in range(3))
    ada.page.goto(ada.address)
    people = [{"kind": "here", "name": "Ada"}, {"kind": "invited"}]
    wish = {"pace": 0, "first": 0, "clock": clock, "seats": people}
    opened = ada.context.request.post(f"{ada.address}/api/tables", data=wish).json()
    table, key = opened["table"]["id"], opened["invitations"][0]["key"]
    ben.page.goto(f"{ada.address}/table/{table}#{key}")
    ben.page.click("form.sit button")
    for each in (ada, eve):
        each.page.goto(f"{ada.address}/table/{table}")
    for each in (ada, ben):
        each.page.locator("[data-side]").first.click()
    ada.page.wait_for_selector("[data-card][data-choice]")
    eve.page.wait_for_selector("[data-hand]")
    found = faults(ada.page, "clock", unseen=False) + faults(eve.page, "watching")
    for page, (width, height) in itertools.product((ada.page, eve.page), SIZES):
        resize(page, width, height)
        found += [f"{width} x {height}: {fault}" for fault in page.evaluate(COVERED)]
    assert found == []
    resize(eve.page, 1280, 800)
    check_whole(eve.page)


def test_ux28_windows_over_the_table_and_looking_back_fit_every_screen(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="fr")
    ada.sit(
        name="Ada",
        table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"], "seats": seats(4)},
    )
    ada.play_turns(1)
    ada.play_on(until="[data-card][data-choice]")
    found: list[str] = []
    for name, opens in (("projection", "[data-action=projection]"), ("garden", "section[data-seat='2'] .open")):
        ada.page.locator(opens).first.click(position={"x": 5, "y": 5})
        ada.page.wait_for_selector("dialog")
        found += faults(ada.page, name, sizes=SMALL_AND_LARGE)
        for width, height in SMALL_AND_LARGE:
            resize(ada.page, width, height)
            wide = ada.page.evaluate("document.querySelector('dialog').offsetWidth")
            found += [f"{name}, {width} x {height}: {wide} wide"] if wide < min(width - 40, 320) else []
            here = ada.page.evaluate(SCROLLED) + ada.page.evaluate(HALF_NAMED)
            found += [f"{name}, {width} x {height}: {fault}" for fault in here]
        ada.page.keyboard.press("Escape")
    resize(ada.page, 1280, 800)
    ada.page.locator("[data-line]").first.click()
    ada.page.wait_for_selector("[data-action=to-the-game]")
    found += faults(ada.page, "looking back", sizes=SMALL_AND_LARGE)
    for width, height in ((320, 200), (568, 320), (640, 400), (844, 390)):
        resize(ada.page, width, height)
        bar = ada.page.locator(".bar:has([data-action=to-the-game])")
        fixed = bar.evaluate("bar => getComputedStyle(bar).position")
        found += [f"the bar covers half of {width} x {height}"] if fixed == "fixed" else []
    assert found == []


def test_ux33_the_names_of_three_others_are_whole_on_a_desktop(visitor: Callable[..., Visitor]) -> None:
    ada, eve = visitor(), visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "seats": seats(4)})
    ada.play_on(until="[data-card][data-choice]")
    cut = ada.page.locator(".nameplate h2").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    )
    assert cut == []
    eve.page.goto(ada.page.url)
    expect(eve.page.locator(".since li")).to_have_count(4)
    check_whole(eve.page)  # a spectator reads one line more, and what a spectator is


def test_ux18_play_now_is_in_sight_on_every_screen(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    for width, height in ((320, 568), (390, 844), (568, 320), (640, 400), (844, 390), (1280, 800)):
        resize(ada.page, width, height)
        box = ada.page.locator("[data-action=play-now]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, f"{width} x {height}"


def test_ux2_ones_own_garden_is_seen_while_another_chooses_a_side(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    ada.prepare(name="Ada", table={"first": 1, "seats": [*seats(1), {"kind": "invited", "name": "", "level": ""}]})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    ben.page.goto(ada.page.locator("input[readonly]").input_value())
    ben.page.click("form.sit button")
    ada.page.wait_for_selector(".own [data-garden]")
    for width, height in SIZES:
        resize(ada.page, width, height)
        box = ada.page.locator(".own [data-garden]").bounding_box()
        assert box is not None
        assert box["width"] >= 240, f"{width} x {height}"


def test_ux3_at_200_percent_nothing_is_cut_off_and_all_is_sharp(visitor: Callable[..., Visitor]) -> None:
    """A window of 1280 x 800 at 200 % is one of 640 x 400 with two dots for each pixel."""
    ada = visitor(width=640, height=400, zoom=2)
    ada.prepare(name="Ada", table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"]})
    assert ada.page.evaluate("devicePixelRatio") == 2
    found = ada.page.evaluate(CUT_OFF)
    ada.play_now()
    for step in STEPS:
        ada.play_on(until=step)
        found += ada.page.evaluate(CUT_OFF)
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 640
    assert found == []
    assert ada.page.locator("main img, main canvas").count() == 0  # drawings are lines, sharp at every size


@FEW_OR_ALL
def test_ux3_nothing_is_cut_off_after_a_game(visitor: Callable[..., Visitor], sizes: Sizes) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "seats": seats(4)})
    ada.end_at_once(0)
    assert faults(ada.page, "end", sizes=sizes) == []
    for width, height in sizes:
        resize(ada.page, width, height)
        assert ada.page.evaluate(HALF_NAMED) == [], f"{width} x {height}"
    for theme in ("dark", "light"):
        ada.page.click("[data-action=settings]")
        ada.page.check(f"[data-setting=theme][value={theme}]")
        ada.page.keyboard.press("Escape")
        assert axe_faults(ada.page) == []


def test_ux2_the_score_track_shows_everybody_and_goes_on_after_fifty(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "seats": seats(2)})
    ada.end_at_once(0)
    totals = [each["total"] for each in ada.points()]
    marks = ada.page.locator(".ruler .mark")
    expect(marks).to_have_count(2)
    for seat, total in enumerate(totals):
        left = marks.nth(seat).evaluate("mark => parseFloat(mark.style.left)")
        assert left == pytest.approx(100 * (max(total, 0) % 50 + 0.5) / 50)
        laps = marks.nth(seat).locator("b")
        if total >= 50:
            expect(laps).to_have_text(str(total // 50 * 50))
        else:
            expect(laps).to_have_count(0)


def test_ux2_another_garden_is_one_click_from_large(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "seats": seats(4)})
    ada.play_on(until="[data-card][data-choice]")
    small = ada.page.locator("section[data-seat='2'] [data-garden]").bounding_box()
    ada.page.click("section[data-seat='2'] .open")
    large = ada.page.locator("dialog [data-garden='2']").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2 * small["width"]
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("dialog")).to_have_count(0)


def test_ux3_long_names_push_nothing_off_the_screen(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    open_table(ada, *({"kind": "here", "name": letter * 24, "level": ""} for letter in "WMQG"))
    ada.play_on(until="[data-card][data-choice]")
    found = faults(ada.page, "table")
    ada.page.goto(ada.address)
    ada.page.wait_for_selector("main li b")
    found += faults(ada.page, "own tables")
    assert [fault for fault in found if not re.search(r"broken: ([WMQG])\1{23}", fault)] == [], "a name may be broken"
