"""A game played from the accessibility tree alone: what a screen reader says suffices (ux 13).

Nothing here knows a selector. The page is read as roles, names and states, and what is chosen is found by its name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from sanssouci.texts.messages import messages
from web.browsing import COMPUTER, HERE, Visitor

pytestmark = pytest.mark.slow

TEXTS = {key: text for key, text in messages("en").items() if isinstance(text, str)}
LEGAL = TEXTS["picture.marked legal"]
ROUNDS = 18
# Resolves when anything on the page changes, or after a moment in which nothing did.
CHANGE = """() => new Promise(done => {
    new MutationObserver((_, watch) => { watch.disconnect(); requestAnimationFrame(done); })
        .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(done, 500);
})"""


@dataclass(frozen=True)
class Thing:
    """What a screen reader says of one node, and of the regions around it."""

    role: str
    name: str
    disabled: bool
    live: str
    within: tuple[str, ...]  # the names of what it lies in, the outermost first
    node: int


class Reader:
    """Reads the page, and presses what it has read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def read(self) -> list[Thing]:
        """Everything on the page in the order of reading."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return list(self._things(by_id, nodes[0], ()))

    def _things(self, by_id: dict[str, Any], node: dict[str, Any], within: tuple[str, ...]) -> Iterator[Thing]:
        name = str(node.get("name", {}).get("value", ""))
        if not node.get("ignored"):
            states = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
            role, live = str(node["role"]["value"]), str(states.get("live", ""))
            yield Thing(role, name, bool(states.get("disabled")), live, within, node.get("backendDOMNodeId", 0))
            within = (*within, name) if name and role != "StaticText" else within
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from self._things(by_id, by_id[child], within)

    def press(self, thing: Thing) -> None:
        """Do what a screen reader does when its user presses something."""
        found = self.session.send("DOM.resolveNode", {"backendNodeId": thing.node})["object"]["objectId"]
        press = {"objectId": found, "functionDeclaration": "function() { this.click(); }"}
        self.session.send("Runtime.callFunctionOn", press)

    def wait(self) -> None:
        """Wait until something has changed."""
        self.page.evaluate(CHANGE)


def choice(things: list[Thing]) -> Thing | None:
    """What to press next: the last step of a turn first."""

    def pressed(role: str, within: str, begins: str = "", says: str = "") -> Thing | None:
        return next(
            (
                thing
                for thing in things
                if thing.role == role
                and not thing.disabled
                and any(name.startswith(within) for name in thing.within)
                and thing.name.startswith(begins)
                and says in thing.name
            ),
            None,
        )

    return (
        pressed("button", TEXTS["web.desk"], begins=TEXTS["web.play"])
        or pressed("button", "", begins=TEXTS["web.take.side"].split("{")[0])
        or pressed("gridcell", "", says=LEGAL)
        or pressed("button", TEXTS["web.desk"], begins=TEXTS["web.stand"])
        or pressed("button", TEXTS["board.display"], says=LEGAL)
        or pressed("button", TEXTS["board.hand"])
    )


def spoken(things: list[Thing]) -> list[str]:
    """The moves that the live region for them has told, in order."""
    return [
        thing.name
        for thing in things
        if thing.role == "StaticText" and TEXTS["web.news"] in thing.within and " plays the " in thing.name
    ]


@pytest.mark.parametrize("rounds", [2, pytest.param(ROUNDS, marks=pytest.mark.long)])
def test_ux13_what_a_screen_reader_says_suffices_to_play(visitor: Callable[..., Visitor], rounds: int) -> None:
    ada = visitor()
    table = {"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"], "seats": [HERE, COMPUTER]}
    ada.sit(name="Ada", table=table)
    reader = Reader(ada.page)
    played = 0
    heard: list[str] = []
    for _ in range(60 * rounds):
        things = reader.read()
        heard += [sentence for sentence in spoken(things) if sentence not in heard]
        over = [thing for thing in things if thing.role == "heading" and "win" in thing.name.lower()]
        if over or (played == rounds < ROUNDS and len(heard) >= 2 * rounds):
            break
        found = choice(things) if played < rounds else None
        if found is None:
            reader.wait()
            continue
        played += found.name.startswith(TEXTS["web.play"])
        reader.press(found)
        reader.wait()
    assert played == rounds
    assert [sentence.split()[0] for sentence in heard[: 2 * rounds]] == ["Ada", "Voltaire"] * rounds, "in order"
    wanted, regions = {"Display", "Score track", "Garden of Ada", TEXTS["web.log"]}, set[str]()
    for _ in range(20):  # a finished table is drawn after its result, part by part
        things = reader.read()
        regions = {thing.name for thing in things if thing.role in ("region", "grid", "log", "tablist")}
        if wanted <= regions:
            break
        reader.wait()
    assert wanted <= regions
    unnamed = [thing for thing in things if thing.role in ("button", "link", "img", "gridcell") and not thing.name]
    assert unnamed == [], "whatever can be pressed or seen has a name"
    if rounds == ROUNDS:
        assert over, "the end is a heading that says who has won"
