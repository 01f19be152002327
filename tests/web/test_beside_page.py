"""Counting and asking beside a real table, by tapping on a phone."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sanssouci import Game
from sanssouci.game.laying import taken_over
from server.entering import played
from strategies import BY_ID
from web.browsing import Visitor, axe_faults

pytestmark = pytest.mark.slow

SMALL = """() => [...document.querySelectorAll('button, a')]
    .filter(each => each.checkVisibility() && !each.closest('p:not(.row)'))
    .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 120)])
    .filter(([{width, height}]) => width && (width < 47.9 || height < 47.9)).map(([, text]) => text)"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


class Phone:
    """A phone beside the table on which a table is laid out."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def begin(self, game: Game, purpose: str) -> None:
        self.page.goto(f"{self.visitor.address}/companion")
        self.tap(f"[data-purpose={purpose}]")
        self.tap(f"[data-box={game.box.id}]")
        self.tap(f"[data-players='{game.players}']")
        for name in game.expansions:
            self.tap(f"[data-expansion={name}]")
        if purpose == "ask":
            self.tap(f"[data-first='{game.first}']")
        assert self.page.evaluate(SMALL) == []
        self.tap("[data-action=begin]")
        self.page.wait_for_selector("[data-put]")

    @property
    def path(self) -> str:
        return f"{self.visitor.address}/api/companion/tables/{self.page.url.rsplit('/', 1)[1]}"

    def state(self) -> dict[str, Any]:
        self.page.wait_for_selector(".follow[data-busy=false]")
        found: dict[str, Any] = self.visitor.context.request.get(self.path).json()
        return found

    def lay(self, game: Game, eyes: int, *, over: bool, seats: int = 4) -> None:
        """Tap in what lies on the table of a game; what lies before other than the first seats is just sent."""
        room, tool = "0", "tiles"
        puts = taken_over(game.view(eyes), over=over)
        self._send([put for put in puts if put[1] is not None and put[1] >= seats])
        for part, seat, where, value in puts:
            if seat is not None and seat >= seats:
                continue
            if part == "turns":
                continue  # it follows from the rest
            wanted = "table" if seat is None else str(seat)
            if wanted != room:
                self.tap(f"[data-room='{wanted}']")
                room, tool = wanted, "tiles"
            needed = {"square": "tiles", "noble": "nobles", "piece": where}.get(part)
            if needed is not None and needed != tool:
                self.tap(f"[data-tool={needed}]")
                tool = needed
            self._put(part, where, value)

    def _send(self, puts: list[list[Any]]) -> None:
        number = self.state()["number"]
        taps = [
            {
                "number": n,
                "key": f"tap-number-{n}",
                "kind": "put",
                "part": part,
                "seat": seat,
                "where": where,
                "text": text,
            }
            for n, (part, seat, where, text) in enumerate(puts, number + 1)
        ]
        for first in range(0, len(taps), 50):
            answer = self.visitor.context.request.post(f"{self.path}/taps", data={"taps": taps[first : first + 50]})
            assert answer.ok, answer.text()
        if taps:
            self.page.reload()
            self.page.wait_for_selector("[data-put]")

    def _put(self, part: str, where: str, value: str) -> None:
        if part in ("garden", "reward"):
            self.tap(f"[data-put='{part} {value}']")
            self.page.wait_for_selector(f"[data-put='{part} {value}']", state="detached")
        elif part == "square":
            for _ in range(1 if value == "s" else 2):
                self.tap(f"[data-square={where}]")
        elif part == "noble":
            self.tap(f"[data-square={where}{value}]")
        elif part == "piece":
            self._move_piece(where, value)
        elif part == "score":
            for digit in value:
                self.tap(f"[data-digit='{digit}']")
        elif part == "tile":
            self.tap(f"[data-put='tile {value}']")
        else:
            self.tap(f"[data-put={json.dumps(f'{part} {where}')}]")

    def _move_piece(self, name: str, value: str) -> None:
        start = "e4"
        if value != start:
            self.tap(f"[data-square={start if value == '-' else value}]")


def test_a_garden_is_counted_by_tapping_and_what_cannot_be_is_told(visitor: Callable[..., Visitor]) -> None:
    game = played(BY_ID["ravensburger-2"], 11)
    phone = Phone(visitor(width=390, height=844, touch=True))
    page = phone.page
    phone.begin(game, "count")
    phone.lay(game, -1, over=True, seats=1)
    state = phone.state()
    outcome = game.outcome()
    assert outcome is not None
    assert state["faults"] == []
    phone.tap("[data-room=end]")
    expect(page.locator("#result")).to_be_visible()
    shown = page.locator("td[data-source=total]").all_inner_texts()
    assert [int(text) for text in shown] == [points.total for points in outcome.points]
    for source in ("rows", "columns", "missions", "nobles"):
        found = page.locator(f"td[data-source={source}]").evaluate_all("all => all.map(e => e.firstChild.textContent)")
        assert [int(text) for text in found] == [getattr(points, source) for points in outcome.points]
    assert state["view"]["ending"]["winners"] == list(outcome.winners)
    print(f"{phone.taps} taps to count a garden")
    # A noble that could not have got there, and undo.
    phone.tap("[data-room='0']")
    phone.tap("[data-tool=nobles]")
    gardener = next(iter(sorted(game.garden(0).gardeners)))
    phone.tap(f"[data-square={gardener}]")
    wrong = page.locator("[data-faults=wrong]")
    expect(wrong.locator("[data-fault='noble on gardener']")).to_contain_text(gardener)
    assert page.evaluate(SMALL) == []
    assert not page.evaluate(SIDEWAYS)
    assert axe_faults(page) == []
    phone.tap("[data-action=undo]")
    expect(wrong).to_have_count(0)


def test_taps_made_while_the_line_is_away_are_shown_kept_and_sent(visitor: Callable[..., Visitor]) -> None:
    game = played(BY_ID["ravensburger-2"], 11)
    ada = visitor(width=390, height=844, touch=True)
    phone = Phone(ada)
    phone.begin(game, "count")
    phone.tap("[data-put='garden 1A']")
    number = phone.state()["number"]
    ada.page.route("**/taps", lambda route: route.abort())
    for digit in "27":
        phone.tap(f"[data-digit='{digit}']")
    phone.tap("[data-put='mission a']")
    expect(ada.page.locator("output.score")).to_have_text("27")
    expect(ada.page.locator("[data-part=away]")).to_contain_text("3")
    ada.page.unroute("**/taps")
    ada.page.reload()  # the battery was empty
    expect(ada.page.locator("output.score")).to_have_text("27")
    state = phone.state()
    assert (state["number"], state["scores"][0], state["view"]["seats"][0]["missions"]) == (number + 3, 27, ["a"])
    ada.complaints.clear()  # that the connection was lost


def test_the_king_is_asked_about_a_position_entered_by_hand(visitor: Callable[..., Visitor]) -> None:
    game = BY_ID["ravensburger-2"].game(5)
    while game.is_setup or game.seat != 0 or game.turns < 2:
        game.push(game.legal_moves[len(game.moves) % 3])
    phone = Phone(visitor(width=390, height=844, touch=True))
    page = phone.page
    phone.begin(game, "ask")
    phone.lay(game, 0, over=False, seats=1)
    assert phone.state()["faults"] == []
    phone.tap("[data-room=table]")
    expect(page.locator("output")).to_contain_text(f"Round {game.round} ")
    expect(page.locator(f"[data-turn='{game.seat}']")).to_have_attribute("aria-pressed", "true")
    phone.tap("[data-round=more]")
    expect(page.locator("output")).to_contain_text(f"Round {game.round + 1} ")
    expect(page.locator("[data-room='0']")).not_to_contain_text("✓")
    phone.tap("[data-action=undo]")
    expect(page.locator("output")).to_contain_text(f"Round {game.round} ")
    phone.tap("[data-room='0']")
    phone.tap("[data-digit='9']")
    score = game.points_in_play(0)
    why = f"{score}9 points do not fit this garden: with these nobles it can only be {score}."
    expect(page.locator("[data-fault=score]")).to_contain_text(why)
    phone.tap("[data-action=undo]")
    phone.tap("[data-room=end]")
    phone.tap("[data-action=hints]")
    page.wait_for_selector("[data-hint]")
    assert page.locator("[data-hint]").first.get_attribute("data-hint") in {str(move) for move in game.legal_moves}
    phone.tap("[data-walks='1']")
    phone.tap("[data-square=a6]")
    expect(page.locator("[data-part=told]")).to_contain_text("N2")
    phone.tap("[data-action=count]")
    page.wait_for_selector("[data-tiles=a]")
    assert page.evaluate(SMALL) == []
    assert axe_faults(page) == []


def test_boards_show_what_is_printed_on_them_and_nothing_else(visitor: Callable[..., Visitor]) -> None:
    phone = Phone(visitor(width=390, height=844, touch=True))
    phone.begin(BY_ID["imperial-4-rewards-boar"].game(11), "count")
    gardens, rewards = (phone.page.locator(f"[data-put^='{kind} ']") for kind in ("garden", "reward"))
    expect(gardens).to_have_count(4)
    for text in gardens.all_text_contents():
        assert not re.search(r"[+−]\d", text), "marks are on reward boards"
    phone.tap("[data-put='garden 2A']")
    expect(rewards).to_have_count(8)
    for text in rewards.all_text_contents():
        assert re.search(r"[+−]\d", text)
    phone.tap("[data-put='reward 3B']")
    phone.page.wait_for_selector("[data-part=laying]")
    assert phone.state()["boards"][0] == {"garden": "2A", "reward": "3B"}


@pytest.mark.long
def test_an_imperial_table_of_four_is_counted_by_tapping(visitor: Callable[..., Visitor]) -> None:
    game = played(BY_ID["imperial-4-rewards-boar"], 11)
    phone = Phone(visitor(width=390, height=844, touch=True))
    phone.begin(game, "count")
    phone.lay(game, -1, over=True)
    outcome = game.outcome()
    assert outcome is not None
    assert phone.state()["faults"] == []
    phone.tap("[data-room=end]")
    shown = phone.page.locator("td[data-source=total]").all_inner_texts()
    assert [int(text) for text in shown] == [points.total for points in outcome.points]
