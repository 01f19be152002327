"""A visit to every page, by day or by night: nothing is untranslated, and no accessibility fault is known.

The pages speak a made-up language in which every text stands in brackets: what is shown without them was never
translated (ux 26). On every second page axe looks for faults (ux 5, 13), by day and by night in turn; most pages have
tests of their own in which it does. In the long test it looks at every page, by day and by night and zoomed in.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute

from web.browsing import ADA, BEN, EVERYTHING, GUEST, Visitor, axe_faults, finished_table, sit_down, wait_until
from web.test_review_page import record as reviewed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "src" / "sanssouci" / "texts"
# What is not in our texts: names of people, languages and boxes; dates, which the browser writes.
PEOPLE = ("Ada", "Ben", "Voltaire", "Wilhelmine", "Algarotti", "Quantz", "Émilie")
LANGUAGES = ("Deutsch", "English", "Español", "Français")
NAMES = (*PEOPLE, *LANGUAGES, "A small Sanssouci", "Sanssouci", "Ravensburger", "Imperial", "Chrome", "Linux")
DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d\d\b")
GOLDEN = ROOT / "tests" / "golden" / "imperial-4-rewards-boar.jsonl"
RECORD = {**json.loads(GOLDEN.read_text(encoding="utf-8").splitlines()[0]), "names": ["Ada", "Ben", "Ada", "Ben"]}
NO_TABLE = "x" * 22
THEMES = ("light", "dark")
# What is shown, in order, and what is read aloud or appears under the mouse. Code is the same in every language.
SHOWN = """() => {
    const texts = [], labels = [document.title];
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent);
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches('script, style, noscript, code')) return;
        for (const name of ['aria-label', 'data-tip', 'placeholder', 'alt', 'aria-description', 'aria-roledescription',
                            'aria-valuetext'])
            if (node.hasAttribute(name)) labels.push(node.getAttribute(name));
        node.childNodes.forEach(walk);
    };
    walk(document.body);
    return [texts.join('\\n'), ...labels];
}"""


# ── the language ───────────────────────────────────────────────────────────────────────────────────────


def bracketed(message: Any) -> Any:
    """A message, or the values of a dictionary, in brackets."""
    if isinstance(message, dict):
        return {key: bracketed(value) for key, value in message.items()}
    return f"⟦{message}⟧"


def bracketed_rules(file: str) -> str:
    """The rules with the words of every line in brackets, but not its markup."""
    line = re.compile(r"^(#{1,3} |- |\d+\. |!\[)?(@\w+ )?(.+?)( \{#[\w-]+\}|\]\([\w-]+\))?$", re.MULTILINE)
    return line.sub(r"\1\2⟦\3⟧\4", file)


def bracket_box(box: dict[str, Any]) -> None:
    for words in (*box["columns"], *box["rows"]):
        words["names"] = bracketed(words["names"])


def speak_in_brackets(page: Page) -> None:
    """Serve the page bracketed texts: its messages, the rules, and the words of the boxes."""
    messages = bracketed(json.loads((TEXTS / "en.json").read_text(encoding="utf-8")))
    rules = bracketed_rules((TEXTS / "rules" / "en.md").read_text(encoding="utf-8"))

    def texts(route: Route) -> None:
        answer = route.fetch()
        module = messages if "web.play now" in answer.text() else rules
        route.fulfill(response=answer, body=f"export default {json.dumps(module)};")

    def examples(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'"en":"([^"]+)"', r'"en":"⟦\1⟧"', answer.text()))

    def server(route: Route) -> None:
        answer = route.fetch()
        info = answer.json()
        for box in info["boxes"]:
            bracket_box(box)
        route.fulfill(response=answer, json=info)

    def replay(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        if "box" in told:
            bracket_box(told["box"])
        route.fulfill(response=answer, json=told)

    def boxes(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for line in (*told.get("file", {}).get("columns", ()), *told.get("file", {}).get("rows", ())):
            line["en"] = bracketed(line["en"])
        route.fulfill(response=answer, json=told)

    page.route(re.compile(r"/api/boxes/[\w-]{22}$"), boxes)
    page.route("**/assets/en-*.js", texts)
    page.route("**/assets/Blocks-*.js", examples)
    page.route("**/api/server", server)
    page.route(re.compile(r"/api/(tables/[\w-]+/)?replay\b"), replay)
    page.route(re.compile(r"/api/companion/tables\b"), replay)


def unbracketed(text: str) -> list[str]:
    """The lines outside all brackets that hold a word, or a bracket without its other half."""
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    text = DATE.sub(" ", text)
    for name in NAMES:
        text = text.replace(name, " ")
    return [line.strip() for line in text.splitlines() if re.search(r"[^\W\d_]{2,}|[⟦⟧]", line)]


def faults(page: Page, themes: tuple[str, ...], *, zoomed: bool) -> set[str]:
    """What is untranslated on a page, and what axe finds in some themes, perhaps also in a window zoomed to 200 %."""
    shown = page.evaluate(SHOWN)
    assert "⟦" in shown[0], "the page says nothing"
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    found = {line for text in shown for line in unbracketed(text)}
    for theme in themes:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found |= {f"{theme}: {fault}" for fault in axe_faults(page)}
        if zoomed:
            size = page.viewport_size
            assert size is not None
            page.set_viewport_size({"width": 640, "height": 400})
            found |= {f"{theme}, zoomed: {fault}" for fault in axe_faults(page)}
            page.set_viewport_size(size)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    return found


# ── the visit ──────────────────────────────────────────────────────────────────────────────────────────

Stops = Iterator[tuple[str, Page]]


def open_table(host: Visitor, *seats: dict[str, str]) -> None:
    host.page.goto(host.address)
    settings = {"pace": 0, "first": 0, "seats": seats}
    host.page.evaluate(
        """table => {
            const kept = JSON.parse(localStorage.getItem('sanssouci') ?? '{}');
            localStorage.setItem('sanssouci', JSON.stringify({...kept, table}));
        }""",
        settings,
    )
    host.page.reload()
    host.page.click("[data-part=new-table] summary")
    host.page.click("[data-action=open]")
    host.page.wait_for_url("**/table/*")


def at_the_start(ada: Visitor) -> Stops:
    """The start page, with everything that can be opened or go wrong there."""
    page = ada.page
    page.click("[data-part=new-table] summary")
    page.fill("[data-field=join]", "nonsense")
    page.click("[data-action=join]")
    page.wait_for_selector(".join .bad")
    yield "start", page
    page.goto(f"{ada.address}/companion")
    page.wait_for_selector("[data-purpose=count]")
    yield "companion", page
    page.click("[data-purpose=ask]")
    page.click("[data-action=begin]")
    page.click("[data-put^=garden]")
    page.wait_for_selector("[data-tool=tiles]")
    yield "laid table", page
    page.click("[data-room=end]")
    yield "asking", page


def between_two(ada: Visitor, ben: Visitor) -> Stops:
    """Waiting for others, being asked to sit down, and talking."""
    open_table(ada, ADA, GUEST)
    link = ada.page.locator("input[readonly]").input_value()
    yield "waiting", ada.page
    ada.page.click("[data-action=qr]")
    yield "QR code", ada.page
    ben.page.goto(link)
    ben.page.wait_for_selector("form.sit")
    yield "sit", ben.page
    sit_down(ben, link)
    ben.page.wait_for_selector(".desk")
    ada.page.goto(f"{link}x")
    ada.page.wait_for_selector("[data-link=dead]")
    yield "wrong link", ada.page
    ada.page.click("[data-action=watch]")
    ben.page.click("[data-tab=chat]")
    ben.page.fill("#say", "Ben")
    ben.page.press("#say", "Enter")
    ada.page.click("[data-tab=chat]")
    ada.page.wait_for_selector("[data-mute]")
    yield "chat", ada.page
    ada.page.click("[data-action=report]")
    ada.page.wait_for_selector("#report-why")
    yield "report", ada.page
    ada.page.keyboard.press("Escape")
    ben.page.click("[data-tab=more]")
    ben.page.click("[data-action=leave]")
    ben.page.wait_for_selector("[data-action=sure]")
    yield "asked whether to leave", ben.page
    ben.agree()
    ben.page.wait_for_selector("[data-action=return]")
    yield "left", ben.page
    ada.page.click("[data-tab=more]")
    ada.page.click("[data-action=invite]")
    ada.page.wait_for_selector("input[readonly]")
    yield "inviting", ada.page


def at_one_screen(ada: Visitor) -> Stops:
    """The cover between turns, and an abandoned game."""
    open_table(ada, ADA, BEN)
    ada.play_on(until="[data-action=uncover]")
    yield "cover", ada.page
    ada.page.click("[data-action=uncover]")
    ada.page.click("[data-tab=more]")
    ada.page.click("[data-action=abandon]")
    ada.agree()
    ada.page.wait_for_selector("#abandoned")
    yield "abandoned", ada.page


def with_aids(ada: Visitor) -> Stops:
    """A turn with hints and counting, a refused move, the rules of a step, an earlier position."""
    page = ada.page
    ada.prepare(name="Ada", theme="light", hints=True, counting=True, table=EVERYTHING)
    ada.play_now()
    ada.play_on(until="[data-side]")
    yield "side", page
    ada.play_on(until="[data-card][data-choice]")
    page.click("[data-tab=counting]")
    page.wait_for_selector(".counting table")
    yield "counting", page
    page.click("[data-action=hint]")
    page.wait_for_selector("[data-hint]")
    page.locator("[data-action=try]").first.focus()
    yield "hints", page
    page.click("[data-tab=more]")
    page.fill("#notation", "nonsense")
    page.press("#notation", "Enter")
    page.wait_for_selector("[role=alert] .notice")
    yield "error", page
    page.click(".desk [data-action=rule]")
    page.wait_for_selector("dialog figure")
    yield "rules of a step", page
    page.keyboard.press("Escape")
    ada.play_on(until="[data-tile][data-choice]")
    page.locator("[data-square=e4]").click(force=True)  # a tile is to be taken first
    page.wait_for_selector("[role=status] .why")
    yield "why not", page
    ada.play_on(until="[data-action=play]")
    yield "whole turn", page
    page.click("[data-action=play]")
    ada.settle()
    page.click("[data-tab=log]")
    page.locator("[data-line]").first.click()
    page.wait_for_selector("[data-action=to-the-game]")
    yield "looking back", page
    page.click("[data-action=to-the-game]")
    page.set_viewport_size({"width": 390, "height": 844})
    yield "small screen", page
    page.click(".other .open")
    page.wait_for_selector("dialog")
    yield "another garden", page
    page.set_viewport_size({"width": 1280, "height": 800})
    lose_the_line(page)
    yield "lost line", page


def lose_the_line(page: Page) -> None:
    """Reload the page, and cut its line so that it does not reconnect soon."""
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/live$"), connect)
    page.reload()
    page.wait_for_selector(".desk")
    lines[-1].close(code=4429)
    page.wait_for_selector(".note.bad")


def after_a_game(ada: Visitor) -> Stops:
    """The end of a game, its replay, the replay of a record, and the list of one's tables."""
    page = ada.page
    table = f"{ada.address}/table/{finished_table(ada)}"
    page.goto(table)
    page.wait_for_selector("#result")
    yield "end", page
    page.goto(f"{table}/replay")
    page.wait_for_selector(".controls")
    yield "replay of a table", page
    page.goto(f"{ada.address}/replay")
    page.fill("textarea", "hello")
    page.wait_for_selector("[role=alert] .bad")
    yield "no record", page
    page.fill("textarea", json.dumps(RECORD))
    page.wait_for_selector(".controls")
    page.click("[data-line='30']")
    yield "replay", page
    page.click("[data-action=end]")
    page.wait_for_selector("#result")
    yield "end of a replay", page
    page.goto(ada.address)
    page.wait_for_selector("main a[href^='/table/']")
    yield "own tables", page
    page.goto(f"{ada.address}/progress")
    page.wait_for_selector("main .panel")
    yield "progress", page


def a_review(ada: Visitor) -> Stops:
    """What was luck in a game, one of its decisions, and a record that cannot be reviewed."""
    page = ada.page
    page.goto(f"{ada.address}/review")
    page.fill("textarea", "{}")
    page.wait_for_selector("[role=alert] .bad")
    yield "no review", page
    page.fill("textarea", json.dumps(reviewed()))
    page.wait_for_selector("#accounts")
    page.click("#graph ~ details summary")
    yield "review", page
    page.locator("[data-action=see]").nth(7).click()
    page.wait_for_selector("[data-part=judged]")
    yield "a decision", page


def ones_account(ben: Visitor) -> Stops:
    """Before there is an account, with one, and a link that was opened on another device."""
    page = ben.page
    page.goto(f"{ben.address}/you")
    page.wait_for_selector("[data-action=link-device]")
    yield "no account", page
    page.click("[data-action=link-device]")
    page.wait_for_selector("input[readonly]")
    yield "account", page
    page.goto(f"{ben.address}/you#{'k' * 43}")
    page.wait_for_selector("[data-link=dead]")
    yield "dead link to an account", page


def with_puzzles(ada: Visitor) -> Stops:
    """The puzzles, one that is open, and its solution."""
    page = ada.page
    page.goto(f"{ada.address}/puzzles")
    page.wait_for_selector("[data-action=begin]")
    yield "puzzles", page
    page.click("[data-action=begin]")
    page.wait_for_selector("[data-part=puzzle]")
    yield "a puzzle", page
    page.click("[data-action=give-up]")
    page.wait_for_selector("[data-said=why]")
    yield "its solution", page


def ones_own_copy(ben: Visitor) -> Stops:
    """The boxes of an owner, every part of one, and a file that is refused."""
    page = ben.page
    page.goto(f"{ben.address}/copy")
    page.set_input_files("[data-field=file]", {"name": "x.toml", "mimeType": "text/plain", "buffer": b"#" * 30_001})
    page.wait_for_selector("[data-part=refused]")
    yield "no box", page
    page.click("[data-begin=imperial]")
    page.wait_for_selector(".copy")
    page.click(".squares [data-square=a1]")
    page.wait_for_selector("[data-wrong=a1]")
    page.click("[data-part=check] summary")
    for part in ("gardens", "rewards", "cards", "advanced"):
        page.click(f".parts [data-part={part}]")
        yield f"own copy, {part}", page


def in_a_salon(ada: Visitor, ben: Visitor) -> Stops:
    """The lobby with one's salons, a salon for its members, and for somebody who has just been sent its link."""
    page = ada.page
    page.goto(f"{ada.address}/lobby")
    page.wait_for_selector("#salon-name")
    yield "lobby", page
    page.fill("#salon-name", "Ada")
    page.click("[data-action=found]")
    page.wait_for_selector("input[readonly]")
    yield "salon", page
    ben.page.goto(page.url)
    ben.page.wait_for_selector("[data-part=join]")
    yield "invited to a salon", ben.page


def what_is_not_there(ada: Visitor) -> Stops:
    """The settings; no page, no table, no replay; and a page that cannot be loaded."""
    page = ada.page
    page.goto(f"{ada.address}/settings")
    page.wait_for_selector("[data-setting=language]")
    yield "settings", page
    for path in ("nowhere", f"table/{NO_TABLE}", f"table/{NO_TABLE}/replay"):
        page.goto(f"{ada.address}/{path}")
        page.wait_for_selector(".lost")
        yield path, page
    page.route("**/assets/RulesPage-*.js", lambda route: route.abort())
    page.goto(f"{ada.address}/rules")
    page.wait_for_selector(".lost")
    yield "offline", page
    page.unroute("**/assets/RulesPage-*.js")


def the_rules(ada: Visitor) -> Stops:
    ada.page.goto(f"{ada.address}/rules?box=imperial#N4")
    ada.page.wait_for_selector("article figure")
    ada.page.eval_on_selector("details.contents", "contents => (contents.open = true)")
    yield "rules", ada.page


@pytest.mark.parametrize("in_both_themes", [False, pytest.param(True, marks=pytest.mark.long)])
def test_ux26_every_page_is_translated_and_has_no_known_fault(
    visitor: Callable[..., Visitor], in_both_themes: bool
) -> None:
    ada, ben = visitor(), visitor()
    wait_until(lambda: ada.context.request.get(f"{ada.address}/api/server").json()["kernel"] == "ready")
    for each in (ada, ben):
        speak_in_brackets(each.page)
        each.prepare(theme="light")
    found: dict[str, set[str]] = {}
    for stops in (
        *(at_the_start(ada), between_two(ada, ben), at_one_screen(ada), with_aids(ada)),
        *(after_a_game(ada), a_review(ada), with_puzzles(ada), ones_account(ben), ones_own_copy(ben)),
        *(in_a_salon(ada, ben), what_is_not_there(ada), the_rules(ada)),
    ):
        for name, page in stops:
            turn = len(found) % 4
            themes = THEMES if in_both_themes else THEMES[turn // 2 : turn // 2 + 1] if turn % 2 == 0 else ()
            found[name] = faults(page, themes, zoomed=in_both_themes)
    expected = re.compile("status of (404|422)|ERR_FAILED")  # what is not there, and what is not loaded
    ada.complaints[:] = [complaint for complaint in ada.complaints if not expected.search(complaint)]
    assert {name: each for name, each in found.items() if each} == {}
