"""Replays in a real browser: from tables, files and links (ux 15, 17, 24)."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from sanssouci import Game, RandomPlayer
from web.browsing import ADA, BEN, Visitor, finished_table, in_every_language, open_table

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FILE = GOLDEN / "imperial-4-rewards-boar.jsonl"
RECORD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8").splitlines()[0])
SIZES = [(320, 568), (768, 1024), (1280, 800), (2560, 1440)]
COMPUTER = {"kind": "computer", "level": "random"}
OUTPUT = ".controls output"
NO_RECORD = "Das ist keine gültige Aufzeichnung einer Sanssouci-Partie, es gibt also nichts zu zeigen."


@pytest.fixture(scope="module", autouse=True)
def _ready(address: str) -> None:
    """Wait until the rules are compiled: until then the answer is an error, which the browser would complain about."""
    until = time.monotonic() + 200
    while json.loads(urlopen(f"{address}/api/server").read())["kernel"] == "warming":
        assert time.monotonic() < until
        time.sleep(0.5)


def games() -> list[Game]:
    """The game of the golden record after each number of moves."""
    game = Game.from_record(RECORD)
    found = [game.copy()]
    while game.moves:
        game.pop()
        found.append(game.copy())
    return found[::-1]


def totals(page: Page) -> list[int]:
    """The points on the nameplates, seat by seat."""
    seats = page.locator("section[data-seat]")
    found = {
        int(seat.get_attribute("data-seat") or 0): int(seat.locator(".points [aria-hidden]").first.inner_text())
        for seat in seats.all()
    }
    return [found[seat] for seat in sorted(found)]


def running_table(host: Visitor, *, turns: int = 2) -> str:
    """A game against the computer after some turns; returns the id of its table."""
    host.sit(name="Ada", table={"pace": 0, "first": 0, "seats": [{"kind": "here"}, COMPUTER]})
    for _ in range(turns):
        host.play_on(until="[data-action=play]")
        before = host.page.locator("[data-line]").count()
        host.page.click("[data-action=play]")
        expect(host.page.locator("[data-line]")).to_have_count(before + 2)
    host.play_on(until="[data-card][data-choice]")
    return host.page.url.rsplit("/", 1)[1]


def open_file(visitor: Visitor, path: Path = FILE) -> None:
    visitor.page.goto(f"{visitor.address}/replay")
    visitor.page.set_input_files("input[type=file]", path)
    visitor.page.wait_for_selector(".controls")


def copied_link(visitor: Visitor) -> str:
    visitor.page.click("[data-action=link]")
    return visitor.page.get_by_label("Link to share").input_value()


# ── what is shown ──────────────────────────────────────────────────────────────────────────────────


def test_the_replay_of_a_table_ends_with_the_points_of_the_rules(visitor: Callable[..., Visitor]) -> None:
    """Ux 17: the end of a replay shows each source of points, as the kernel counts them; ux 24: the record is saved."""
    ada = visitor()
    ada.page.goto(f"{ada.address}/table/{finished_table(ada)}/replay")
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^0 / \d+$"))
    expect(ada.page.locator("#result")).to_have_count(0)
    ada.page.click("[data-action=end]")
    expect(ada.page.locator("#result")).to_be_visible()
    game = Game.from_record(ada.record())
    assert game.is_over
    assert ada.points() == [game.points(seat)._asdict() for seat in range(game.players)]
    assert totals(ada.page) == [game.points(seat).total for seat in range(game.players)]


def test_every_move_of_a_record_shows_the_position_of_the_rules(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    open_file(ada)
    after = games()
    for move in (0, 1, 9, 30, len(after) - 1):
        ada.page.locator("input[type=range]").fill(str(move))
        expect(ada.page.locator(OUTPUT)).to_have_text(f"{move} / {len(after) - 1}")
        assert totals(ada.page) == [after[move].points(seat).total for seat in range(4)]
        hands = [sorted(after[move].hand(seat)) for seat in range(4)]
        for seat, hand in enumerate(hands):
            shown = ada.page.locator(f"section[data-seat='{seat}'] [data-held]").all()
            assert sorted(card.get_attribute("data-held") or "" for card in shown) == hand
    assert ada.points() == [after[-1].points(seat)._asdict() for seat in range(4)]


def test_any_seats_eyes_can_be_chosen(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    open_file(ada)
    ada.page.locator("input[type=range]").fill("30")
    eyes = ada.page.locator("[data-part=eyes]")
    assert eyes.locator("option").count() == 6
    for seat in (2, 0):
        eyes.select_option(str(seat))
        own = ada.page.locator(f".own[data-seat='{seat}']")
        expect(own.locator("[data-held]")).to_have_count(2)
        expect(ada.page.locator("[data-held]")).to_have_count(2)
        expect(ada.page.locator("[data-mission]")).to_have_count(2)
    eyes.select_option("-1")
    expect(ada.page.locator("[data-held], [data-mission]")).to_have_count(0)
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^30 /"))


def test_the_log_marks_the_move_that_is_shown_and_leads_to_any_other(visitor: Callable[..., Visitor]) -> None:
    """Ux 15: any line of the log shows its position."""
    ada = visitor()
    open_file(ada)
    current = ada.page.locator("[role=log] [aria-current]")
    expect(current).to_have_count(0)
    ada.page.click("[data-line='33']")
    expect(current).to_have_attribute("data-line", "33")
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^33 /"))
    expect(current).to_be_in_viewport()
    assert current.inner_text() == ada.page.inner_text(".told")
    current.press("ArrowUp")
    ada.page.keyboard.press("Enter")
    expect(current).to_have_attribute("data-line", "32")


# ── going through it ───────────────────────────────────────────────────────────────────────────────


def test_keys_and_buttons_go_through_the_moves(visitor: Callable[..., Visitor]) -> None:
    """Ux 13: everything works by keyboard alone."""
    ada = visitor()
    open_file(ada)
    last = len(games()) - 1
    at = ada.page.locator(OUTPUT)
    for key, move in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        ada.page.keyboard.press(key)
        expect(at).to_have_text(f"{move} / {last}")
    for action, move in (("end", last), ("back", last - 1), ("start", 0), ("on", 1)):
        ada.page.click(f"[data-action={action}]")
        expect(at).to_have_text(f"{move} / {last}")
    ada.page.focus("[data-square=a1]")
    ada.page.keyboard.press("ArrowRight")  # within a garden the arrows go from square to square
    assert ada.page.evaluate("document.activeElement.dataset.square") == "b1"
    expect(at).to_have_text(f"1 / {last}")


def test_it_plays_by_itself_at_the_chosen_pace_until_it_is_stopped(visitor: Callable[..., Visitor]) -> None:
    """Ux 16: a chosen pace."""
    ada = visitor()
    open_file(ada)
    ada.page.select_option("[data-part=pace]", "0.5")
    ada.page.locator(".told").click()
    ada.page.keyboard.press("Space")
    expect(ada.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^3 /"))
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name="Play the moves")).to_be_visible()
    stopped = ada.page.inner_text(OUTPUT)
    ada.page.wait_for_timeout(900)
    assert ada.page.inner_text(OUTPUT) == stopped
    assert json.loads(ada.page.evaluate("localStorage.sanssouci"))["replayPace"] == 0.5
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_label("Or paste the text of a record")).to_be_visible()


# ── links ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_to_a_move_of_a_table_opens_that_move_in_a_fresh_browser(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    ada.page.goto(f"{ada.address}/table/{finished_table(ada)}/replay?eyes=1")
    ada.page.click("[data-line='12']")
    link = copied_link(ada)
    assert link.endswith("/replay?move=12&eyes=1")
    ben.page.goto(link)
    expect(ben.page.locator(OUTPUT)).to_have_text(re.compile(r"^12 /"))
    expect(ben.page.locator("[data-part=eyes]")).to_have_value("1")
    expect(ben.page.locator(".told")).to_have_text(ada.page.inner_text(".told"))
    assert totals(ben.page) == totals(ada.page)


def test_a_link_to_a_move_of_a_record_carries_the_whole_game(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    open_file(ada)
    ada.page.click("[data-line='41']")
    link = copied_link(ada)
    assert re.fullmatch(r"http://[^/]+/replay#[\w-]{500,4000}\?move=41&eyes=-2", link)
    ben.page.goto(link)
    expect(ben.page.locator(OUTPUT)).to_have_text(re.compile(r"^41 /"))
    assert totals(ben.page) == [games()[41].points(seat).total for seat in range(4)]
    assert ben.record() == RECORD
    ben.page.goto(link.replace("move=41", "move=9"))  # another link in the same window
    expect(ben.page.locator(OUTPUT)).to_have_text(re.compile(r"^9 /"))
    # … in the very moment in which the address follows a step
    ben.page.evaluate(
        "link => { const here = location.href; location.href = link; history.replaceState(null, '', here); }", link
    )
    expect(ben.page.locator(OUTPUT)).to_have_text(re.compile(r"^41 /"))


def test_a_reload_comes_back_to_the_same_move(visitor: Callable[..., Visitor]) -> None:
    """Ux 20: back in the same step."""
    ada = visitor()
    open_file(ada)
    ada.page.click("[data-line='20']")
    ada.page.select_option("[data-part=eyes]", "3")
    ada.page.wait_for_url(re.compile(r"\?move=20&eyes=3$"))
    ada.page.reload()
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^20 /"))
    expect(ada.page.locator("[data-part=eyes]")).to_have_value("3")


def test_foreign_eyes_show_no_hidden_hand_while_the_game_runs(visitor: Callable[..., Visitor]) -> None:
    """Ux 21: spectators see only what is public."""
    ada, eve = visitor(), visitor()
    table = running_table(ada)
    ada.page.goto(f"{ada.address}/table/{table}/replay?move=4")
    expect(ada.page.locator("[data-part=eyes]")).to_have_value("0")
    expect(ada.page.locator(".own [data-held]")).to_have_count(2)
    expect(ada.page.locator("[data-held]")).to_have_count(2)
    assert ada.page.locator("[data-part=eyes] option").evaluate_all("all => all.map(each => each.value)") == ["0", "-1"]
    link = copied_link(ada)
    eve.page.goto(link)
    expect(eve.page.locator(OUTPUT)).to_have_text(re.compile(r"^4 /"))
    expect(eve.page.get_by_text("you see only what everybody sees")).to_be_visible()
    expect(eve.page.locator("[data-held], [data-mission]")).to_have_count(0)
    assert eve.page.locator("[data-part=eyes] option").count() == 1
    assert [complaint for complaint in eve.complaints if "403" not in complaint] == []
    eve.complaints.clear()
    for eyes in (0, 1, -2):
        reply = eve.context.request.get(f"{eve.address}/api/tables/{table}/replay?eyes={eyes}")
        assert reply.status in (403, 409)


# ── files ──────────────────────────────────────────────────────────────────────────────────────────

DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.json', {type: 'application/json'}));
    const section = document.querySelector('#choose').parentElement;
    section.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
PASTE = """text => {
    const data = new DataTransfer();
    data.setData('text', text);
    window.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""


@pytest.mark.parametrize("way", [DROP, PASTE], ids=["dropped", "pasted"])
def test_a_record_can_be_dropped_or_pasted(visitor: Callable[..., Visitor], way: str) -> None:
    ada = visitor()
    ada.prepare()
    ada.page.click("[data-action=replays]")
    ada.page.wait_for_selector("#choose")
    ada.page.evaluate(way, json.dumps(RECORD))
    ada.page.click("[data-action=end]")
    assert ada.points() == [games()[-1].points(seat)._asdict() for seat in range(4)]


def test_a_file_of_several_games_lets_one_choose(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join((GOLDEN / f"ravensburger-{n}.jsonl").read_text(encoding="utf-8") for n in (2, 3)))
    ada = visitor()
    ada.page.goto(f"{ada.address}/replay")
    ada.page.set_input_files("input[type=file]", file)
    ada.page.click("[data-record='2']")
    expect(ada.page.locator("section[data-seat]")).to_have_count(3)


def changed(record: dict[str, Any]) -> str:
    """The record with an illegal turn."""
    events = [list(event) for event in record["events"]]
    turn = next(event for event in events if event[0] == "turn")
    turn[2] = "26 a1 -"
    return json.dumps({**record, "events": events})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "Der Text lässt sich nicht lesen."),
        ('{"format": "something else"}', ""),
        (changed(RECORD), ""),
    ],
    ids=["no JSON", "no record", "no legal move"],
)
def test_what_is_no_record_is_refused_with_a_clear_message(
    visitor: Callable[..., Visitor], text: str, said: str
) -> None:
    """Ux 26: in the reader's language, and in no other."""
    ada = visitor(language="de-DE")
    ada.page.goto(f"{ada.address}/replay")
    ada.page.wait_for_selector("#choose")
    ada.page.evaluate(PASTE, text)
    alert = ada.page.locator("main [role=alert]")
    expect(alert).to_have_text(f"{NO_RECORD} {said}".strip())
    assert [complaint for complaint in ada.complaints if "422" not in complaint] == []
    ada.complaints.clear()
    ada.page.evaluate(PASTE, json.dumps(RECORD))  # the next one is read nevertheless
    ada.page.wait_for_selector(".controls")


def test_a_damaged_link_and_a_table_that_is_not_there_say_so(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/replay#AAAA?move=3&eyes=0")
    expect(ada.page.locator("main [role=alert]")).to_contain_text("The link is damaged or was cut off.")
    ada.page.goto(f"{ada.address}/table/{'x' * 22}/replay")
    expect(ada.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    assert [complaint for complaint in ada.complaints if "404" not in complaint] == []
    ada.complaints.clear()


def tied_game() -> Game:
    """A game whose players have equal points but different numbers of gardeners."""
    game = Game(first=0, seed=0)
    players = [RandomPlayer(1), RandomPlayer(2)]
    while game.seat is not None:
        game.push(players[game.seat].choose(game.view(game.seat)))
    game.names = ("Ada", "Ben")
    return game


def test_ux17_the_end_of_a_tied_game_shows_what_decided_it(visitor: Callable[..., Visitor]) -> None:
    game = tied_game()
    outcome = game.outcome()
    assert outcome is not None
    assert game.points(0).total == game.points(1).total
    assert len(outcome.winners) == 1
    ada = visitor()
    ada.page.goto(f"{ada.address}/replay")
    ada.page.wait_for_selector("#choose")
    ada.page.evaluate(PASTE, json.dumps(game.record()))
    ada.page.wait_for_selector(".controls")
    ada.page.get_by_label("Go to the end").click()
    first, second = outcome.gardeners
    expect(ada.page.locator(".over")).to_contain_text(
        f"A tie at {game.points(0).total} points; the gardeners decide: Ada {first} and Ben {second}."
    )
    expect(ada.page.locator("#result")).to_contain_text(("Ada", "Ben")[outcome.winners[0]])


# ── at a live table ────────────────────────────────────────────────────────────────────────────────


def test_a_line_of_the_log_at_a_table_shows_the_position_then(visitor: Callable[..., Visitor]) -> None:
    """Ux 15: any line of the log shows that position, and leaving it leads back to the same step."""
    ada = visitor()
    table = running_table(ada)
    ada.page.locator("[data-card][data-choice]").first.click()
    ada.page.wait_for_selector("[data-action=back]")
    ada.settle()
    question = ada.page.inner_text(".prompt")
    replay = ada.context.request.get(f"{ada.address}/api/tables/{table}/replay?eyes=0").json()

    ada.page.click("[data-line='3']")
    expect(ada.page.locator("[data-action=to-the-game]")).to_be_visible()
    expect(ada.page.locator("[role=log] [aria-current]")).to_have_attribute("data-line", "3")
    view = replay["views"][3]
    tiles = ada.page.locator("[data-tile]").evaluate_all("all => all.map(each => each.dataset.tile)")
    assert sorted(tiles) == sorted(tile["text"] for tile in view["display"] if tile)
    assert totals(ada.page) == [seat["points"]["total"] for seat in view["seats"]]
    hand = ada.page.locator(".own [data-held]").evaluate_all("all => all.map(each => each.dataset.held)")
    assert hand == view["seats"][0]["hand"]
    assert ada.page.locator("[data-choice], .desk").count() == 0  # nothing can be played here

    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".prompt")).to_have_text(question)
    ada.play_on(until="[data-action=play]")


def test_a_new_move_does_not_end_looking_back(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    seats = [{"kind": "here", "name": "Ada", "level": ""}, {"kind": "invited", "name": "", "level": ""}]
    ada.prepare(table={"pace": 0, "seats": seats, "first": 1})
    ada.page.click("[data-part=new-table] summary")
    ada.page.click("[data-action=open]")
    ben.page.goto(ada.page.locator("input[readonly]").input_value())
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("form.sit button")
    ben.play_on(until="[role=log] [data-line]")
    ada.play_on(until="[data-line='2']")
    ben.play_on(until="[data-action=play]")

    ada.page.click("[data-line='1']")
    bar = ada.page.get_by_role("region", name="You are looking at an earlier position.")
    expect(bar).to_contain_text("Move 1 of 2")
    ben.page.click("[data-action=play]")
    expect(bar).to_contain_text("Move 1 of 3")
    expect(bar).to_contain_text("Your turn")
    assert ada.page.locator("[data-card]").count() == 0
    ada.page.click("[data-action=to-the-game]")
    ada.page.wait_for_selector("[data-card][data-choice]")


def test_people_at_one_screen_see_nothing_of_each_other_by_looking_back(visitor: Callable[..., Visitor]) -> None:
    """Ux 19: hands stay secret."""
    both = visitor()
    seats = [{"kind": "here", "name": name, "level": ""} for name in ("Ada", "Ben")]
    both.prepare(table={"pace": 0, "seats": seats, "first": 0})
    both.page.click("[data-part=new-table] summary")
    both.page.click("[data-action=open]")
    for seat in (0, 1):
        both.play_on(until="[data-action=uncover]")
        both.page.click("[data-action=uncover]")
        line = both.page.locator("[data-line]").last
        line.click()
        both.page.wait_for_selector("[data-action=to-the-game]")
        expect(both.page.locator(f"section[data-seat='{seat}'] [data-held]")).to_have_count(2)
        expect(both.page.locator("[data-held]")).to_have_count(2)
        both.page.click("[data-action=to-the-game]")
        both.play_on(until="[data-action=play]")
        both.page.click("[data-action=play]")
        both.page.wait_for_selector("[data-action=uncover]")
        expect(both.page.locator("[data-held], [data-card], [data-mission]")).to_have_count(0)
    replay = f"{both.page.url}/replay?move=3"
    for address in (replay, f"{replay}&eyes=0"):
        both.page.goto(address)
        expect(both.page.locator(OUTPUT)).to_have_text(re.compile(r"^3 /"))
        expect(both.page.locator("[data-part=eyes]")).to_have_value("-1")
        expect(both.page.locator("[data-part=eyes] option")).to_have_count(1)
        expect(both.page.locator("[data-held], [data-mission]")).to_have_count(0)


def test_only_a_finished_game_can_be_downloaded(visitor: Callable[..., Visitor]) -> None:
    """A saved game can be opened again, and reveals nobody's cards to others at the same screen."""
    both = visitor()
    open_table(both, ADA, BEN)
    both.play_on(until="[data-action=uncover]")
    both.page.click("[data-action=uncover]")
    both.page.click("[data-tab=more]")
    expect(both.page.locator("[data-action=record]")).to_have_count(0)
    expect(both.page.locator("#side-more")).to_contain_text("Only finished games can be downloaded.")
    both.page.goto(f"{both.page.url}/replay")
    expect(both.page.get_by_text("Only finished games can be downloaded.")).to_be_visible()
    expect(both.page.locator("[data-action=record]")).to_have_count(0)


def test_the_end_of_a_game_leads_to_its_replay(visitor: Callable[..., Visitor]) -> None:
    """Ux 23, 24: rematch, save and replay stand at the end."""
    ada = visitor()
    ada.page.goto(f"{ada.address}/table/{finished_table(ada)}")
    ada.page.wait_for_selector("#result")
    expect(ada.page.locator(".result [data-action=record]")).to_be_visible()
    ada.page.click(".result [data-action=replay]")
    expect(ada.page.locator(OUTPUT)).to_have_text(re.compile(r"^0 /"))
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#result")).to_be_visible()
    assert ada.page.url.endswith(ada.page.url.rsplit("/table/", 1)[1])


# ── for everybody ──────────────────────────────────────────────────────────────────────────────────


def test_nothing_of_the_replay_is_cut_off(visitor: Callable[..., Visitor]) -> None:
    """Ux 3: from 320 px to 4K."""
    ada = visitor()
    open_file(ada)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        for move in (0, 30, len(games()) - 1):
            ada.page.locator("input[type=range]").fill(str(move))
            assert ada.page.evaluate("document.documentElement.scrollWidth") == width
            for part in (".buttons", ".slider"):
                expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)  # wherever one has scrolled to


@in_every_language
def test_the_replay_fits_the_smallest_screen_and_fingers_in_every_language(
    visitor: Callable[..., Visitor], language: str
) -> None:
    ada = visitor(language=language, width=320, height=568)
    ada.page.goto(f"{ada.address}/replay")
    ada.page.wait_for_selector("#choose")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    ada.page.set_input_files("input[type=file]", FILE)
    ada.page.click("[data-line='30']")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    for button in ada.page.locator("button:visible:not([role=gridcell], [data-tile]), a.button:visible, select").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, button.inner_text()
