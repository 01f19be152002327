"""The companion beside a real table: whole games entered by tapping alone, on a phone."""

import json
import os
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Page, Response, expect

from dated import keep
from sanssouci import FollowedGame, Game
from server.entering import next_tap, played, visible
from strategies import BY_ID, finished
from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow

MOST_TAPS = 6.0  # a turn, in the mean
# Squares in gardens that only choices can be tapped in are smaller: each choice has a button of its own, see LARGE.
SMALL = """() => [...document.querySelectorAll('button, a, select, .check')]
    .filter(each => each.checkVisibility() && !each.closest('.pad > .garden, p:not(.row)'))
    .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 120)])
    .filter(([{width, height}]) => width && (width < 48 || height < 48)).map(([, text]) => text)"""

LARGE = """() => [...document.querySelectorAll('.pad > .garden [data-choice]')].map(each => each.dataset.choice)
    .filter(text => ![...document.querySelectorAll('.pad .grid button')].some(each => each.dataset.choice === text
        && each.getBoundingClientRect().width >= 48 && each.getBoundingClientRect().height >= 48))"""


class Phone:
    """A phone beside the table, used with one thumb."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.taps = 0
        self.game: str | None = None  # the id, where no page shows it yet

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
        return f"{self.visitor.address}/api/companion/games/{self.game or self.page.url.rsplit('/', 1)[1]}"

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


def choices(answer: Response) -> list[str]:
    """What can be chosen next in a move that is being entered."""
    return [choice["text"] for choice in answer.json()["draft"]["choices"]]


# What is to be tapped and not in sight: above the window, or below the bar.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.pad button')].map(each => [each.getBoundingClientRect(), each])
    .filter(([box]) => box.top < 0 || box.bottom > document.querySelector('.follow nav').getBoundingClientRect().top)
    .map(([, each]) => each.outerHTML.slice(0, 120))"""


def shown_points(page: Page) -> list[int]:
    return [int(text) for text in page.locator("[data-score] [data-points]").all_inner_texts()]


def enter_by_request(phone: Phone, table: Game, turns: int | None = None) -> dict[str, Any]:
    """Follow a game without tapping, until some turns are entered and seat 0 has to play, or to its last turn."""
    events, request, state = visible(table, 0), phone.visitor.context.request, phone.state()
    while (wanted := state["wanted"]) is not None:
        if turns is not None and state["view"]["turns"] >= turns and (wanted["kind"], wanted["seat"]) == ("turn", 0):
            break
        state = send(request, phone.path, state, kind="enter", text=next_tap(state, events))
    found: dict[str, Any] = state
    return found


def send(request: APIRequestContext, path: str, state: dict[str, Any], **what: Any) -> dict[str, Any]:
    number = state["number"] + 1
    answer = request.post(f"{path}/taps", data={"taps": [{"number": number, "key": f"tap-number-{number}", **what}]})
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


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
    if os.environ.get("SANSSOUCI_KEEP"):
        keep(f"taps-{name}", {"turns": turns, "taps": taps, "a_turn": round(taps / turns, 2), "start": start})
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
    assert page.evaluate(SMALL) == []
    phone.tap("[data-tab=ask]")
    assert page.evaluate(SMALL) == []
    assert axe_faults(page) == []
    phone.tap("[data-tab=entries]")
    assert axe_faults(page) == []
    assert page.evaluate(SMALL) == []
    place = next(place for place, entry in enumerate(before["entries"]) if entry["kind"] == "turn")
    wanted = f"[data-entry='{place}'] [data-action=correct]"
    for _ in range(6):
        with page.expect_response(lambda answer: "/api/companion/" in answer.url) as looked:
            page.locator(wanted).last.tap()
        if (looked.value.json()["draft"] or {}).get("move"):
            break  # the whole move is entered
        wanted = ".pad button[data-choice]:enabled"
        page.wait_for_selector(f".pad button[data-choice={json.dumps(choices(looked.value)[-1])}]")
    phone.settled(32)
    after = phone.state()
    assert after["entries"][place]["text"] != before["entries"][place]["text"]
    phone.tap("[data-action=undo]")
    phone.settled(33)
    assert phone.state()["entries"] == before["entries"]


def follow_up_to(phone: Phone, table: Game, turns: int) -> dict[str, Any]:
    """Follow a game without tapping, until some turns are entered and seat 0 has to play; then show it on the phone."""
    wish = {"box": table.box.id, "players": table.players, "first": table.first, "eyes": 0}
    answer = phone.visitor.context.request.post(
        f"{phone.visitor.address}/api/companion/games", data={**wish, "expansions": list(table.expansions)}
    )
    phone.game = answer.json()["id"]
    state = enter_by_request(phone, table, turns)
    phone.page.goto(f"{phone.visitor.address}/companion/{phone.game}")
    phone.settled(state["number"])
    return state


def rest_of_turn(table: Game, entered: int) -> list[str]:
    """What is tapped from the turn at hand to the next one, with steps that may turn out to leave no choice."""
    events = visible(table, 0)[entered:]
    turn, *later = events[: next(place for place, event in enumerate(events) if place and event[0] == "turn")]
    return [
        *turn[2].replace("=", " ").replace("~", "").split(),
        *(event[2][0] if event[0] == "tile" else event[2] for event in later),
    ]


def entered(state: dict[str, Any]) -> list[list[Any]]:
    return [[entry["kind"], entry["seat"], entry["text"]] for entry in state["entries"] if entry["text"] != "?"]


def test_a_whole_turn_tapped_while_the_line_is_away_outlives_an_empty_battery(
    visitor: Callable[..., Visitor],
) -> None:
    table = played(BY_ID["imperial-4-rewards-boar"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone = Phone(ada)
    state = follow_up_to(phone, table, 8)
    rest = rest_of_turn(table, len(entered(state)))
    away, pad = ada.page.locator("[data-part=away]"), ".pad button[data-choice={}]"
    ada.context.set_offline(True)
    taps = 0
    for text in rest:
        if not ada.page.locator(pad.format(json.dumps(text))).count():
            continue  # it left no choice
        phone.tap(pad.format(json.dumps(text)))
        taps += 1
        expect(away).to_contain_text(f"{taps} tap")
        if taps == 2:  # Undo, and the same again: neither has arrived
            phone.tap("[data-action=undo]")
            phone.tap(pad.format(json.dumps(text)))
            taps += 2
            expect(away).to_contain_text(f"{taps} tap")
    expect(ada.page.locator("[data-part=later]")).to_be_visible()
    expect(ada.page.locator(".follow h1")).to_have_text("Waiting for the connection")
    assert axe_faults(ada.page) == []
    ada.page.close()
    ada.complaints.clear()  # that the connection was lost
    ada.context.set_offline(False)
    ada.page = phone.page = ada.context.new_page()
    ada.page.goto(phone.visitor.address + "/companion/" + state["id"])
    phone.settled(state["number"] + taps)
    events, now = visible(table, 0), entered(phone.state())
    assert now == events[: len(now)]
    assert len(now) == len(entered(state)) + 3, "the turn, the tile from the bag, one's own card"
    expect(ada.page.locator(".follow h1")).not_to_be_empty()
    assert ada.page.evaluate("Object.keys(localStorage).filter(key => /taps|returned/.test(key))") == []


def test_who_comes_back_without_a_connection_goes_on_with_the_game(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone, page = Phone(ada), ada.page
    number = follow_up_to(phone, table, 2)["number"]
    ada.context.set_offline(True)
    page.tap("header a[href='/']")
    page.wait_for_url(f"{ada.address}/")
    page.go_back()
    phone.tap(".pad button[data-choice]")
    expect(page.locator("[data-part=away]")).to_contain_text("1 tap")
    ada.context.set_offline(False)
    phone.settled(number + 1)
    # ... and who has not seen it yet needs no second try
    other = ada.context.new_page()
    other.route("**/api/companion/games/*", lambda route: route.abort())
    other.goto(page.url)
    expect(other.locator(".lost h1")).to_contain_text("The server cannot be reached")
    expect(other.locator(".lost")).not_to_contain_text("mistyped")
    other.unroute("**/api/companion/games/*")
    expect(other.locator(f".follow[data-number='{number + 1}']")).to_be_visible()
    ada.complaints.clear()  # that there was no connection


@pytest.mark.long
def test_taps_that_another_device_has_overtaken_are_shown_with_the_reason(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone = Phone(ada)
    state = follow_up_to(phone, table, 0)
    number, card = state["number"] + 1, rest_of_turn(table, len(entered(state)))[0]
    ada.page.route("**/taps", lambda route: route.abort())
    phone.tap(f".pad button[data-choice={json.dumps(card)}]")
    expect(ada.page.locator("[data-part=away]")).to_be_visible()
    tap = {"number": number, "key": "another-device", "kind": "undo"}
    assert ada.context.request.post(f"{phone.path}/taps", data={"taps": [tap]}).ok
    ada.page.unroute("**/taps")
    ada.page.reload()
    returned = ada.page.locator("[data-part=returned]")
    expect(returned).to_contain_text(card)
    expect(returned).to_contain_text("Something has changed in the meantime")
    ada.page.reload()  # it is not lost before it was read
    phone.settled(number)
    phone.tap("[data-part=returned] [data-action=read]")
    expect(returned).to_have_count(0)
    ada.complaints.clear()  # that the connection was lost, and that the tap was refused


@pytest.mark.long
def test_a_followed_game_is_asked_about_and_taken_over_by_tapping(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone, page = Phone(ada), ada.page
    state = follow_up_to(phone, table, 4)
    for tab in ("enter", "table", "entries", "ask"):
        phone.tap(f"[data-tab={tab}]")
        assert page.evaluate(SMALL) == [], tab
    phone.tap("[data-action=hints]")
    page.wait_for_selector("[data-hint]")
    best = page.locator("[data-hint]").first.get_attribute("data-hint") or ""
    assert best.split()[0] in state["wanted"]["options"]
    phone.tap("[data-walks='1']")
    phone.tap("[data-square=a6]")
    expect(page.locator("[data-part=told]")).to_contain_text("N2")
    phone.tap("[data-action=count]")
    page.wait_for_selector("[data-tiles=a]")
    assert page.evaluate(SMALL) == []
    phone.tap("[data-tab=table]")
    phone.tap("[data-action=count-by-hand]")
    page.wait_for_url("**/companion/table/*")
    laid = state["view"]["seats"][0]["garden"]
    count = len(laid["structures"]) + len(laid["gardeners"])
    expect(page.locator("[data-part=laid]")).to_contain_text(f"{count} of ")
    assert page.evaluate(SMALL) == []


def test_what_may_not_be_tapped_says_why(visitor: Callable[..., Visitor]) -> None:
    table = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone = Phone(ada)
    follow_up_to(phone, table, 2)
    why = ada.page.locator("[data-part=why]")
    for _ in range(4):
        if ada.page.locator(".pad [data-square]").count():
            break
        if ada.page.locator(".pad [data-tile]:not([data-choice])").count():
            phone.page.locator(".pad [data-tile]:not([data-choice])").first.tap(force=True)
            expect(why).to_contain_text(re.compile(r"\(rule T[235]\)"))
        number = int(ada.page.locator(".follow").get_attribute("data-number") or 0)
        phone.tap(".pad button[data-choice]")
        phone.settled(number + 1)
    assert ada.page.evaluate(SMALL) == []
    assert ada.page.evaluate(LARGE) == []
    phone.page.locator(".pad [data-square]:not([data-choice])").first.tap(force=True)
    expect(why).to_contain_text(re.compile(r"\(rule [NP]\d\)"))
    ada.complaints.clear()  # that the taps were refused


def test_a_board_is_known_by_its_picture(visitor: Callable[..., Visitor]) -> None:
    """Nobody's printed board bears our number."""
    table = played(BY_ID["imperial-4-rewards-boar"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone, page = Phone(ada), ada.page
    phone.begin(table)
    events, state = visible(table, 0), phone.state()
    for kind, sides in (("garden", 1), ("reward", 2)):
        while state["wanted"]["kind"] != kind:
            state = enter(phone, table, state["number"] + 1)
        boards = page.locator(".pad [data-choice]")
        expect(boards).to_have_count(4)
        expect(boards.locator(".garden")).to_have_count(4 * sides)
        pictures = boards.locator(".garden").evaluate_all("all => all.map(each => each.outerHTML)")
        assert len(set(pictures)) == 4 * sides, "no two look alike"
        assert page.evaluate(SMALL) == []
        assert axe_faults(page) == []
        phone.choose(state["number"] + 1, next_tap(state, events))
        state = phone.state()
        assert state["entries"][-1]["text"] == next(event[2] for event in events if event[0] == kind)


def begin_anyhow(phone: Phone, until: str, **wish: object) -> dict[str, Any]:
    """Begin to follow a game without tapping, with whatever can be entered, until something else is wanted."""
    request, address = phone.visitor.context.request, phone.visitor.address
    state: dict[str, Any] = request.post(f"{address}/api/companion/games", data=wish).json()
    phone.game = state["id"]
    while state["wanted"]["kind"] != until:
        state = send(request, phone.path, state, kind="enter", text=state["wanted"]["options"][0])
    phone.page.goto(f"{address}/companion/{phone.game}")
    phone.settled(state["number"])
    return state


def test_ux3_all_that_can_be_tapped_is_in_sight(visitor: Callable[..., Visitor]) -> None:
    phone = Phone(visitor(width=320, height=568, touch=True))
    page = phone.page
    begin_anyhow(phone, "tile", box="ravensburger", players=2)
    expect(page.locator(".pad button")).to_have_count(9)
    assert page.evaluate(OUT_OF_SIGHT) == []
    everything = {"box": "imperial", "players": 4, "expansions": ["rewards", "boar"]}
    page.set_viewport_size({"width": 390, "height": 844})
    state = begin_anyhow(phone, "turn", **everything, first=1, eyes=0)
    expect(page.locator(".pad [data-choice]")).to_have_count(18)
    assert page.evaluate(SMALL) == []
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    for text in ("*", state["view"]["display"][0]["text"]):
        phone.choose(state["number"] + 1, text)
        state = phone.state()
    assert state["draft"]["step"] == "walk noble"
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_C5_a_structure_that_has_run_out_says_so(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=320, height=568, touch=True)
    phone, request = Phone(ada), ada.context.request
    wish = {"box": "ravensburger", "players": 2}
    state = request.post(f"{ada.address}/api/companion/games", data=wish).json()
    phone.game = state["id"]
    for text in ("1", "2", "A", "A", *["f"] * 5):
        state = send(request, phone.path, state, kind="enter", text=text)
    ada.page.goto(f"{ada.address}/companion/{phone.game}")
    phone.settled(state["number"])
    gone = ada.page.locator(".pad [data-none]")
    expect(gone).to_have_count(1)
    gone.tap(force=True)
    why = ada.page.locator("[data-part=why]")
    expect(why).to_contain_text("All tiles of this structure (5) have already turned up")
    bar = ada.page.locator("[data-tab=enter]").bounding_box()
    said = why.bounding_box()
    assert bar is not None
    assert said is not None
    assert said["y"] + said["height"] <= bar["y"], "the reason is in sight where the screen is small"
    assert phone.state()["number"] == state["number"]
    assert axe_faults(ada.page) == []
    phone.tap(".pad button[data-choice]")
    phone.settled(state["number"] + 1)
    expect(why).to_be_empty()


def test_T6_a_card_that_was_played_before_says_so(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844, touch=True)
    phone, request = Phone(ada), ada.context.request
    wish = {"box": "ravensburger", "players": 2, "names": ["Ada", "Ben"]}
    state = request.post(f"{ada.address}/api/companion/games", data=wish).json()
    phone.game = state["id"]
    for text in ("1", "2", "A", "A", *"abcdefgghi", *("*", "b2", "-", "a"), *("*", "g5", "-", "b")):
        state = send(request, phone.path, state, kind="enter", text=text)
    ada.page.goto(f"{ada.address}/companion/{phone.game}")
    phone.settled(state["number"])
    assert ada.page.evaluate(SMALL) == []
    gone = ada.page.locator(".pad [data-gone]")
    expect(gone).to_have_count(1)
    gone.tap(force=True)
    why = ada.page.locator("[data-part=why]")
    expect(why).to_contain_text("Ada has already played the wild card")
    assert phone.state()["number"] == state["number"]
    assert axe_faults(ada.page) == []
    phone.tap(".pad button[data-choice=a]")
    phone.settled(state["number"] + 1)
    expect(why).to_be_empty()


def begin_with_own_box(phone: Phone, first: int) -> str:
    """Begin to follow a game with a small box of one's own, by tapping; the id of the box."""
    ada, page = phone.visitor, phone.page
    page.goto(f"{ada.address}/companion")
    text = (files("sanssouci.box") / "data" / "small.toml").read_text(encoding="utf-8")
    box: str = ada.context.request.post(f"{ada.address}/api/boxes", data={"text": text}).json()["id"]
    page.reload()
    phone.tap(f"[data-box='{box}']")
    phone.tap(f"[data-first='{first}']")
    phone.tap("[data-action=begin]")
    page.wait_for_selector(".follow")
    return box


@pytest.mark.long
def test_a_box_of_ones_own_is_offered_and_may_be_deleted_while_a_game_goes_on(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844, touch=True)
    phone, page = Phone(ada), ada.page
    box = begin_with_own_box(phone, 0)
    game = page.url
    page.goto(f"{ada.address}/copy")
    phone.tap(f"[data-box='{box}'] [data-action=delete]")
    ada.agree()
    expect(page.locator(f"[data-box='{box}']")).to_have_count(0)
    page.goto(game)
    expect(page.locator(".pad button[data-choice]")).not_to_have_count(0)


@pytest.mark.long
def test_a_followed_game_is_reviewed_when_all_is_filled_in(visitor: Callable[..., Visitor]) -> None:
    table = finished(BY_ID["small-2"], 1, ("greedy", "random"))
    ada = visitor(width=390, height=844, touch=True)
    phone, request = Phone(ada), ada.context.request
    begin_with_own_box(phone, table.first)
    state = enter_by_request(phone, table)
    state = send(request, phone.path, state, kind="show", seat=1, text="".join(table.missions(1)))
    ada.page.reload()
    expect(ada.page.locator("#result")).to_be_visible()
    expect(ada.page.locator("[data-action=review]")).to_have_count(0)
    events = table.record()["events"]
    phone.tap("[data-tab=entries]")
    unseen = [place for place, entry in enumerate(state["entries"]) if (entry["kind"], entry["text"]) == ("card", "?")]
    for place in reversed(unseen):
        button = ada.page.locator(f"[data-entry='{place}'] [data-action=correct]")
        if place != unseen[-1]:
            expect(button).to_be_focused()
        button.tap()
        phone.choose(phone.state()["number"] + 1, events[place][2])
    phone.tap("[data-action=review]")
    ada.page.wait_for_selector("#accounts")
    expect(ada.page.locator("[data-decision]")).to_have_count(len(table.moves))
