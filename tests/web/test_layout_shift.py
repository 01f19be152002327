"""Nothing jumps: while pages load and while others play, what is read or aimed at stays where it is."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from web.browsing import COMPUTER, HERE, Visitor, finished_table
from web.test_the_end import WEAK, play_out

pytestmark = pytest.mark.slow

LIMIT = 0.05
CLICKS = 8  # two turns
in_sizes = pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in ((1280, 800), (844, 390)))],
)
# Layout shift as browsers define it: the worst burst, without what follows an input of the user within half a second,
# or until it is answered, which takes longer where the machine is busy.
WATCH = """
    window.shifts = [];
    window.inputs = [];
    addEventListener('pointerdown', () => inputs.push({ from: performance.now(), to: Infinity }), true);
    new PerformanceObserver(list => {
        for (const { startTime, value, hadRecentInput, sources } of list.getEntries())
            if (!hadRecentInput) shifts.push({ at: startTime, value, what: sources.map(({ node }) =>
                (node?.outerHTML ?? node?.textContent ?? '').slice(0, 100)) });
    }).observe({ type: 'layout-shift', buffered: true });
"""
WORST = """() => {
    const bursts = [];
    const isAnswer = ({ at }) => inputs.some(({ from, to }) => from <= at && at <= to);
    for (const shift of shifts.filter(shift => !isAnswer(shift))) {
        const burst = bursts.at(-1);
        if (burst && shift.at - burst.last < 1000 && shift.at - burst.first < 5000)
            Object.assign(burst, { last: shift.at, sum: burst.sum + shift.value, what: burst.what.concat(shift.what) });
        else bursts.push({ first: shift.at, last: shift.at, sum: shift.value, what: shift.what });
    }
    return bursts.sort((one, other) => other.sum - one.sum)[0] ?? { sum: 0 };
}"""

# How high the desk is, frame by frame, as long as it is there.
HEIGHTS = """() => {
    window.heights = new Set();
    const look = () => {
        const desk = document.querySelector('.desk');
        if (desk) heights.add(desk.offsetHeight);
        requestAnimationFrame(look);
    };
    look();
}"""


def answered(ada: Visitor) -> None:
    """What has been clicked is answered: whatever moves from now on, moves by itself."""
    ada.settle()
    ada.page.evaluate("inputs.forEach(each => each.to = Math.min(each.to, performance.now()))")


def check(page: Page) -> None:
    """No burst of shifts since the page was loaded is above the limit."""
    worst = page.evaluate(WORST)
    assert worst["sum"] <= LIMIT, worst


@in_sizes
def test_nothing_jumps_from_the_start_page_to_the_table(
    visitor: Callable[..., Visitor], width: int, height: int
) -> None:
    ada = visitor(width=width, height=height, moving=True)
    ada.page.add_init_script(WATCH)
    ada.prepare(name="Ada", motion="fast", table={"pace": 0, "first": 0, "seats": [HERE, COMPUTER, COMPUTER]})
    expect(ada.page.locator("[data-action=replays]")).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    check(ada.page)
    ada.play_now()
    answered(ada)
    for _ in range(CLICKS):
        ada.click_on()
        answered(ada)
    assert ada.page.locator("[data-line]").count() > 4, "some turns were played"
    ada.wait_for()
    check(ada.page)
    ada.page.reload()
    ada.wait_for()  # in the middle of a turn, perhaps
    check(ada.page)
    ada.page.goto(ada.address)
    ada.page.wait_for_selector("main li b")  # the list of one's own games
    check(ada.page)


@in_sizes
def test_a_side_that_is_taken_slowly_moves_nothing(visitor: Callable[..., Visitor], width: int, height: int) -> None:
    ada = visitor(width=width, height=height, moving=True)

    def delay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            ada.page.wait_for_timeout(1_000)  # longer than a browser excuses what follows a click
            server.send(message)

        socket.on_message(pass_on)

    ada.page.route_web_socket(re.compile("/live$"), delay)
    ada.page.add_init_script(WATCH)
    ada.prepare(name="Ada", motion="fast", table={"pace": 0, "first": 0, "seats": [HERE, COMPUTER, COMPUTER]})
    ada.play_now()
    answered(ada)
    ada.page.wait_for_selector("[data-card][data-choice]")
    check(ada.page)


@in_sizes
def test_an_ending_that_comes_late_pushes_nothing_away(
    visitor: Callable[..., Visitor], width: int, height: int
) -> None:
    ada = visitor(width=width, height=height, moving=True)

    def delay(route: Route) -> None:
        ada.page.wait_for_timeout(1_000)  # longer than all else takes
        route.continue_()

    ada.page.route(re.compile(r"/assets/Ending-.*\.js$"), delay)
    ada.page.add_init_script(WATCH)
    ada.page.goto(f"{ada.address}/table/{finished_table(ada)}")
    ada.page.wait_for_selector("#result")
    ada.page.wait_for_load_state("networkidle")
    check(ada.page)


@in_sizes
def test_the_end_of_a_game_pushes_nothing_away(visitor: Callable[..., Visitor], width: int, height: int) -> None:
    ada = visitor(width=width, height=height, moving=True, luck=None)
    ada.page.add_init_script(WATCH)
    ada.sit(name="Ada", motion="fast", table={"pace": 0, "first": 0, "seats": [HERE, WEAK, WEAK]})
    ada.page.wait_for_selector("[data-side]")
    play_out(ada, keep=1)
    ada.page.reload()
    ada.play_on(until="[data-action=play]")
    ada.page.click("[data-action=play]")
    answered(ada)
    ada.page.wait_for_selector(".since li, #result")  # what just happened is told as soon as the turn is played
    ada.page.evaluate(HEIGHTS)
    heading = ada.page.locator("#result")
    expect(heading).to_have_text("Final scoring")
    expect(heading).not_to_have_text("Final scoring")
    expect(heading).to_be_in_viewport()
    expect(ada.page.locator("[data-part=best]")).to_be_visible()
    expect(ada.page.locator("section.track")).to_be_visible()
    check(ada.page)
    heights = ada.page.evaluate("[...heights]")
    assert not heights or max(heights) - min(heights) < 8, f"with its last card, the desk loses its height: {heights}"
