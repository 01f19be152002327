"""The real server and a real browser: what the browser tests share.

The system's Chromium is taken if there is one, else the one that `playwright install chromium` has put there.
"""

import json
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

import warm
from sanssouci import Game
from sanssouci.box.expansions import ALL_NAMES
from sanssouci.texts import LANGUAGES
from server.serving import GENEROUS

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ("--no-sandbox", "--disable-gpu")
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the lightest
STARTING = 120.0  # seconds
PATIENCE = 90_000  # milliseconds before a page that does not do what it should has failed; machines can be busy
LUCK = f"{7:032x}"  # for tables that may choose it, so that a test gets the same cards and tiles every time
HERE = {"kind": "here", "name": "", "level": ""}
COMPUTER = {"kind": "computer", "name": "", "level": ""}
COMPUTERS = ("Voltaire", "Algarotti", "Quantz")  # as the start page calls them
EVERYTHING = {"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"]}  # a table with all there is
ADA, BEN = {**HERE, "name": "Ada"}, {**HERE, "name": "Ben"}
GUEST = {"kind": "invited", "name": "", "level": ""}
# The first of several selectors that something in sight matches; null if `until` is there, whether in sight or not.
FIRST_IN_SIGHT = """([until, ways]) => {
    const inSight = way => [...document.querySelectorAll(way)].some(found => found.checkVisibility()
        && getComputedStyle(found).visibility === 'visible' && found.getBoundingClientRect().width);
    if (document.querySelector(until)) return null;
    const first = ways.findIndex(inSight);
    return first < 0 ? ways.length : first;
}"""

# Where only room matters, `make test` tries the language with the longest words, and `make test-long` all of them.
in_every_language = pytest.mark.parametrize(
    "language", [pytest.param(each, marks=() if each == "de" else pytest.mark.long) for each in LANGUAGES]
)

expect.set_options(timeout=PATIENCE)


@contextmanager
def serving(folder: Path, *, port: int = 0) -> Iterator[str]:
    """The address of a server of its own, with its database in the folder; port 0 is any free one."""
    command = ["serve", "--port", str(port), "--no-browser", *GENEROUS]
    command += ["--database", f"sqlite+aiosqlite:///{folder / 'tables.db'}"]
    log = folder / "server.log"
    with log.open("wb") as output:
        process = warm.start(*command, output=output)
    try:
        yield _address(process, log)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=90)


def _address(process: warm.Running, log: Path) -> str:
    until = time.monotonic() + STARTING
    while time.monotonic() < until and process.poll() is None:
        found = re.search(r"http://\S+", log.read_text(encoding="utf-8"))
        if found:
            return found[0].rstrip("/")
        time.sleep(0.1)
    raise AssertionError(f"the server did not start:\n{log.read_text(encoding='utf-8')}")


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


def points_of(record: dict[str, Any]) -> list[dict[str, int]]:
    """The final points of a record, worked out by the rules."""
    game = Game.from_record(record)
    assert game.is_over
    return [game.points(seat)._asdict() for seat in range(game.players)]


def without_expansions(points: list[dict[str, int]]) -> list[dict[str, int]]:
    """The sources of points that the page shows for a game without expansions."""
    return [{key: each[key] for key in each if key not in ALL_NAMES} for each in points]


def press_tab_to(page: Page, selector: str) -> None:
    """Press Tab until a matching element has the focus, unless one already has it."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def axe_faults(page: Page) -> list[str]:
    """What axe finds wrong with a page, as rule and element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], "preload": False}  # what is right need not be described
    found: list[dict[str, Any]] = page.evaluate("options => axe.run(options).then(all => all.violations)", options)
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


def choose_luck(route: Route, luck: str | None) -> None:
    """Pass on a request for a new table, with chosen luck where that is allowed: where all others are computers."""
    wish: dict[str, Any] = (route.request.method == "POST" and route.request.post_data_json) or {}
    people = [seat["kind"] for seat in wish.get("seats", ()) if seat["kind"] != "computer"]
    if people == ["here"]:
        route.continue_(post_data=json.dumps({"seed": luck, **wish}))
    else:
        route.continue_()


class Visitor:
    """Somebody with a browser of their own. Whatever the page complains about is kept in `complaints`."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        language: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        moving: bool = False,
        luck: str | None = LUCK,
        zoom: float = 1,
        touch: bool = False,
    ) -> None:
        self.address, self.luck = address, luck
        self.context = browser.new_context(
            locale=language,
            viewport={"width": width, "height": height},
            device_scale_factor=zoom,
            has_touch=touch,
            reduced_motion="no-preference" if moving else "reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.route(re.compile(r"/api/tables$"), lambda route: choose_luck(route, luck))
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda message: self.complaints.append(message.text) if message.type == "error" else None
        )

    def remember(self, **settings: object) -> None:
        """Let the browser remember settings; the next page that is opened finds them."""
        kept = json.dumps(json.dumps(settings))
        if self.page.url == "about:blank":  # there is no page yet that could keep them
            self.page.add_init_script(f"localStorage.sanssouci ??= {kept}")
        else:
            self.page.evaluate(f"() => {{ localStorage.sanssouci = {kept}; }}")

    def prepare(self, **settings: object) -> None:
        """Open the start page with settings that the browser remembers."""
        self.remember(**settings)
        self.page.goto(self.address)

    def sit(self, *, name: str = "", table: dict[str, Any] | None = None, **settings: object) -> None:
        """Come to a new table against computers as by one click on the start page, without loading that first."""
        wish = {"pace": 1, "seats": [HERE, COMPUTER], **(table or {})}
        self.remember(name=name, table=wish, **settings)
        others = [
            {"kind": "computer", "name": guest, "level": seat["level"] or None}
            for guest, seat in zip(COMPUTERS, wish["seats"][1:], strict=False)
        ]
        wish["seats"] = [{"kind": "here", "name": name or None}, *others]
        answer = self.context.request.post(f"{self.address}/api/tables", data={"seed": self.luck, **wish})
        assert answer.ok, answer.text()
        self.page.goto(f"{self.address}/table/{answer.json()['table']['id']}")

    def agree(self) -> None:
        """Answer yes to what the page has just asked."""
        self.page.click("[data-action=sure]")

    def play_now(self) -> None:
        """One click from the start page to a game."""
        self.page.click("[data-action=play-now]")
        self.page.wait_for_url("**/table/*")

    # ── at the table ─────────────────────────────────────────────────────────────────────────────────

    WAYS = (  # what to click, the last step of a turn first: clicking through these plays a game
        "[data-action=uncover]",
        "[data-side]",
        "[data-action=play]",
        ".squares [data-choice]",
        "[data-action=stand]",
        "[data-tile][data-choice]",
        "[data-card][data-choice]",
    )

    READY = ":enabled:not([aria-disabled=true])"

    def wait_for(self, also: str = "#result") -> None:
        """Wait until something can be clicked, or `also` is there."""
        self.page.wait_for_selector(", ".join([*(f"{way}{self.READY}" for way in self.WAYS), also]))

    def click_on(self) -> None:
        """Click the first thing that advances the turn; wait if it is nobody's turn here."""
        self._advance("#result")

    def _advance(self, until: str) -> bool:
        """Wait until something can be clicked, and click it; False if `until` is there instead.

        What there is to click is found in one question to the browser, for most of a game's time goes into those.
        """
        self.wait_for(until)
        ways = [f"{way}{self.READY}" for way in self.WAYS]
        found: int | None = self.page.evaluate(FIRST_IN_SIGHT, [until, ways])
        if found is None:
            return False
        if found < len(ways):
            self.page.locator(f"{ways[found]}:visible").last.click()
            self.settle()
        return True

    def settle(self) -> None:
        """Wait until the last click has been answered."""
        self.page.wait_for_selector(".desk[aria-busy=false], .sides, #result", state="attached")

    def play_on(self, *, until: str = "#result", clicks: int = 400) -> None:
        """Click until `until` is there."""
        for _ in range(clicks):
            if not self._advance(until):
                return
        raise AssertionError(f"{clicks} clicks did not lead to {until}")

    def play_turns(self, count: int) -> None:
        """Click through some whole turns of one's own."""
        for _ in range(count):
            self.play_on(until="[data-action=play]")
            self.page.click("[data-action=play]")
            self.settle()

    def hand_over(self, *seats: int) -> None:
        """Let computers play these seats of one's own, unless the game is over."""
        table = f"{self.address}/api/tables/{self.page.url.rsplit('/', 1)[1]}"
        for seat in seats:
            answer = self.context.request.post(f"{table}/seats/{seat}/replace", data={"level": "random"})
            assert answer.ok or answer.json()["code"] == "not_running", answer.text()

    def end_at_once(self, *seats: int) -> None:
        """Let computers play a game to its end in which all other seats are theirs already."""
        self.hand_over(*seats)
        self.page.wait_for_selector("#result")

    def points(self) -> list[dict[str, int]]:
        """The points by source shown at the end, seat by seat."""
        found: list[dict[str, int]] = []
        for cell in self.page.locator("#result ~ * td[data-source]").all():
            seat, source = int(cell.get_attribute("data-seat") or 0), cell.get_attribute("data-source") or ""
            text = re.match(r"[−\d]+", cell.inner_text())
            while len(found) <= seat:
                found.append({})
            found[seat][source] = int((text[0] if text else "0").replace("−", "-"))
        return found

    def record(self) -> dict[str, Any]:
        """The record of the game, as the page offers it for download."""
        with self.page.expect_download() as download:
            self.page.locator("[data-action=record]:visible").first.click()
        found: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        return found


def wait_until(there: Callable[[], bool]) -> None:
    """Wait for something that a page does not show."""
    until = time.monotonic() + 400  # rules and computers may have to be compiled first
    while not there():
        assert time.monotonic() < until
        time.sleep(0.2)


def finished_table(host: Visitor) -> str:
    """The id of a table at which computers have played a whole game with every expansion."""
    table = {**EVERYTHING, "seats": [{"kind": "computer", "level": "random"}] * 3}
    opened = host.context.request.post(f"{host.address}/api/tables", data=table).json()["table"]["id"]
    wait_until(lambda: host.context.request.get(f"{host.address}/api/tables/{opened}").json()["status"] == "over")
    return str(opened)


def play_by_protocol(guest: Visitor, table_id: str) -> None:
    """Play seat 0 of a table to the end of its game, without the page: whatever comes first."""
    ask, table = guest.context.request, f"{guest.address}/api/tables/{table_id}"
    while (frame := ask.get(f"{table}/game").json())["views"][0]["phase"] != "over":
        draft = next(iter(frame["drafts"]), None)
        if draft is None:
            time.sleep(0.01)
            continue
        while draft["move"] is None:
            steps = [*draft["steps"], draft["choices"][0]["text"]]
            draft = ask.post(f"{table}/steps", data={"seat": 0, "ply": frame["ply"], "steps": steps}).json()
        ask.post(f"{table}/play", data={"seat": 0, "ply": frame["ply"], "move": draft["move"]})


def open_table(host: Visitor, *seats: dict[str, str], first: int = 0) -> None:
    """Open a table with these seats from the start page."""
    host.prepare(table={"pace": 0, "seats": list(seats), "first": first})
    host.page.click("[data-part=new-table] summary")
    host.page.click("[data-action=open]")
    host.page.wait_for_url("**/table/*")


def sit_down(guest: Visitor, link: str) -> None:
    """Sit down as Ben, by an invitation."""
    guest.page.goto(link)
    guest.page.fill("#sit-name", "Ben")
    guest.page.click("form.sit button")
