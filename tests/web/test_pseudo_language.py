"""A made-up language in which every text stands in brackets: what is shown without them was never translated."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from web.browsing import Visitor

pytestmark = pytest.mark.slow

TEXTS = Path(__file__).resolve().parents[2] / "src" / "sanssouci" / "texts" / "en.json"
# Names of people, boxes and languages, and what belongs to no language: squares, cards and moves in notation.
PEOPLE = ("Ada", "Voltaire")
LANGUAGES = ("Deutsch", "English", "Español", "Français")
NAMES = (*PEOPLE, *LANGUAGES, "Sanssouci", "Ravensburger", "Imperial")
SHOWN = """() => {
    const found = [];
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) {
            found.push(node.textContent);
            return;
        }
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches('script, style, noscript')) return;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
            if (node.hasAttribute(name)) found.push(node.getAttribute(name));
        node.childNodes.forEach(walk);
    };
    walk(document.body);
    found.push(document.title);
    return found;
}"""


def bracketed(message: Any) -> Any:
    """A message, or what a dictionary holds, in brackets."""
    if isinstance(message, dict):
        return {key: bracketed(value) for key, value in message.items()}
    return f"⟦{message}⟧"


def speak_in_brackets(page: Page) -> None:
    """Let the page get bracketed texts: those of the client, and the words of the boxes from the server."""
    module = f"export default {json.dumps(bracketed(json.loads(TEXTS.read_text(encoding='utf-8'))))};"

    def texts(route: Route) -> None:
        answer = route.fetch()
        body = answer.text()
        route.fulfill(response=answer, body=module if "web.play now" in body else body)

    def server(route: Route) -> None:
        answer = route.fetch()
        info = answer.json()
        for box in info["boxes"]:
            for words in (*box["columns"], *box["rows"]):
                words["names"] = bracketed(words["names"])
        route.fulfill(response=answer, json=info)

    page.route("**/assets/en-*.js", texts)
    page.route("**/api/server", server)


def unbracketed(page: Page) -> set[str]:
    """What is shown outside all brackets and holds a word."""
    left = set()
    for text in page.evaluate(SHOWN):
        outside = text
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", outside)) != outside:
            outside = shorter
        for name in NAMES:
            outside = outside.replace(name, " ")
        if re.search(r"[^\W\d_]{2,}", outside):
            left.add(text.strip())
    return left


def test_ux26_no_string_is_untranslated(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    speak_in_brackets(ada.page)
    seats = [{"kind": "here", "name": "", "level": ""}, {"kind": "computer", "name": "", "level": ""}]
    table = {"pace": 0, "box": "imperial", "rewards": True, "boar": True, "seats": seats}
    ada.prepare(name="Ada", table=table)
    ada.page.wait_for_selector("text=⟦Play now⟧")
    ada.page.click("[data-part=new-table] summary")
    assert unbracketed(ada.page) == set()
    ada.play_now()
    for until in ("[data-side]", "[data-card][data-choice]", "[data-tile][data-choice]", "[data-action=play]"):
        ada.play_on(until=until)
        assert unbracketed(ada.page) == set(), until
    for tab in ada.page.locator("[role=tab]").all():
        tab.click()
        assert unbracketed(ada.page) == set()
    ada.play_on()
    assert unbracketed(ada.page) == set()
    ada.page.goto(f"{ada.address}/replay")
    ada.page.wait_for_selector("h1")
    assert unbracketed(ada.page) == set()
