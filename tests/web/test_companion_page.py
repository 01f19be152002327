"""The companion beside a real table: whole games entered by tapping alone, on a phone."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sanssouci import FollowedGame, Game
from server.entering import next_tap, played, visible
from strategies import BY_ID
from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow

MOST_TAPS = 6.0  # a turn, in the mean
SMALL = """() => [...document.querySelectorAll('.pad button:enabled, nav.bar button, .begin button, .begin .check')]
    .filter(each => each.checkVisibility() && !each.closest('.squares'))
    .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 120)])
    .filter(([{width, height}]) => width < 48 || height < 48).map(([, text]) => text)"""


class Phone:
    """A phone beside the table, used with one thumb."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def begin(self, game: Game) -> None:
        self.page.goto(f"{self.visitor.address}/companion")
        self.tap(f"[data-box={game.box.id}]")
        self.tap(f"[data-players='{game.players}']")
        for name in game.expansions:
            self.tap(f"[data-expansion={name}]")
        self.tap(f"[data-first='{game.first}']")
        assert self.page.evaluate(SMALL) == []
        self.tap("[data-action=begin]")
        self.page.wait_for_selector(".follow")
        self.settled(0)

    @property
    def path(self) -> str:
        return f"{self.visitor.address}/api/companion/games/{self.page.url.rsplit('/', 1)[1]}"

    def settled(self, number: int) -> None:
        """Wait until a tap is stored and its answer is shown."""
        self.page.wait_for_selector(f".follow[data-number='{number}'][data-busy=false]")

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.visitor.context.request.get(self.path).json()
        return found

    def choose(self, number: int, text: str) -> None:
        self.tap(f".pad button[data-choice={json.dumps(text)}]")
        self.settled(number)


def enter(phone: Phone, game: Game, most: int | None = None) -> dict[str, Any]:
    """Enter what happens at the table, as many taps as wanted; what the server has then."""
    events, state = visible(game, 0), phone.state()
    while state["wanted"] is not None and (most is None or state["number"] < most):
        with phone.page.expect_response(lambda answer: answer.url.endswith("/taps")) as answer:
            phone.tap(f".pad button[data-choice={json.dumps(next_tap(state, events))}]")
        assert answer.value.ok, answer.value.text()
        state = answer.value.json()
        phone.settled(state["number"])
    return state


def shown_points(page: Page) -> list[int]:
    return [int(text) for text in page.locator("[data-score] [data-points]").all_inner_texts()]


@pytest.mark.long
@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-4-rewards-boar"])
def test_a_whole_game_is_entered_by_tapping_alone(visitor: Callable[..., Visitor], name: str) -> None:
    table = played(BY_ID[name], 11)
    phone = Phone(visitor(width=390, height=844, touch=True))
    phone.begin(table)
    state = phone.state()
    while state["wanted"]["kind"] != "turn":
        state = enter(phone, table, state["number"] + 1)
    start, turns = phone.taps, table.players * 18
    state = enter(phone, table)
    taps = phone.taps - start
    print(f"{name}: {taps} taps for {turns} turns, {taps / turns:.2f} a turn; {start} for the start")
    assert taps / turns <= MOST_TAPS
    for seat in state["unknown"]:
        for letter in table.missions(seat):
            phone.tap(f".pad button[data-choice={letter}]")
        phone.settled(state["number"] + 1)
        state = phone.state()
    outcome = table.outcome()
    assert outcome is not None
    assert shown_points(phone.page) == [table.points(seat).total for seat in range(table.players)]
    assert state["view"]["ending"]["winners"] == list(outcome.winners)
    expect(phone.page.locator("#result")).to_be_visible()
    with phone.page.expect_download() as download:
        phone.tap("[data-action=record]")
    record = json.loads(download.value.path().read_text(encoding="utf-8"))
    again = FollowedGame.from_record(record)
    assert again.view == table.view(0), "everything public, and all that was entered"
    assert again.outcome() == outcome
    assert again.game().outcome() == outcome


def test_a_game_is_begun_undone_corrected_and_gone_on_with_after_a_reload(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    phone = Phone(visitor(width=390, height=844, touch=True))
    page = phone.page
    phone.begin(table)
    state = enter(phone, table, 30)
    assert page.evaluate(SMALL) == []
    assert axe_faults(page) == []
    question = page.locator(".follow h1").inner_text()
    page.reload()
    phone.settled(30)
    assert page.locator(".follow h1").inner_text() == question, "the same step, after an empty battery too"
    phone.tap("[data-action=undo]")
    phone.settled(31)
    before = phone.state()
    assert len(before["entries"]) <= len(state["entries"])
    phone.tap("[data-tab=table]")
    expect(page.locator(".gardens section")).to_have_count(2)
    assert axe_faults(page) == []
    phone.tap("[data-tab=entries]")
    assert axe_faults(page) == []
    place = next(place for place, entry in enumerate(before["entries"]) if entry["kind"] == "turn")
    phone.tap(f"[data-entry='{place}'] [data-action=correct]")
    for _ in range(5):
        if page.locator(".follow[data-number='32']").count():
            break
        page.locator(".pad button[data-choice]:enabled").last.tap()
        page.wait_for_timeout(300)
    phone.settled(32)
    after = phone.state()
    assert after["entries"][place]["text"] != before["entries"][place]["text"]
    phone.tap("[data-action=undo]")
    phone.settled(33)
    assert phone.state()["entries"] == before["entries"]


def test_a_tap_made_while_the_line_is_away_is_kept_and_counts_once(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone = Phone(ada)
    phone.begin(table)
    state = enter(phone, table, 22)
    ada.page.route("**/taps", lambda route: (route.fetch(), route.abort())[1])  # it arrives, but no answer comes back
    phone.tap(f".pad button[data-choice={json.dumps(next_tap(state, visible(table, 0)))}]")
    expect(ada.page.locator(".away")).to_be_visible()
    ada.page.unroute("**/taps")
    ada.page.reload()
    phone.settled(23)
    assert phone.state()["number"] == 23
    ada.complaints.clear()  # that the line was away
