"""Measures how long a click at the table takes to show something, in Chromium against a server of this machine.

    make bench-clicks                     # three games' worth of clicks, into build/bench/
    make bench-clicks OPTIONS=--publish   # into benchmarks/results/

Clicks are those of whole turns against a computer: card, tile, square or walk, and "play". Each is timed by the page's
own clock from the mouse event to the frame that shows the first change (feedback), and to the frame that shows the next
choice (answer), for which the server has been asked. After "play" only feedback counts: then others move.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.speed import add_places, processor, report
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

from web.browsing import FIRST_IN_SIGHT, Visitor, launch, serving

BAR = 100  # ms
TURNS = 12
GAMES = 3
KINDS = dict(
    zip(Visitor.WAYS, ("uncover", "side", "play", "square or walk", "leave the nobles", "tile", "card"), strict=True)
)
# Times the next click: from the event to the frame with the first change, and to the one with the next choice.
WATCH = """() => {
    const choices = () => [...document.querySelectorAll('[data-choice], [data-action=play], [data-action=stand]')]
        .map(each => each.outerHTML).join() + document.querySelector('.prompt')?.textContent;
    const shown = found => requestAnimationFrame(() => setTimeout(() => found(performance.now())));
    window.timed = new Promise(done => addEventListener('click', event => {
        const before = choices();
        let feedback = null;
        const watch = new MutationObserver(() => {
            feedback ??= new Promise(shown);
            if (document.querySelector('.desk')?.ariaBusy === 'true' || choices() === before) return;
            watch.disconnect();
            Promise.all([feedback, new Promise(shown)])
                .then(times => done(times.map(time => time - event.timeStamp)));
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    }, { capture: true, once: true }));
}"""


def play(browser: Browser, address: str, times: dict[str, list[list[float]]]) -> None:
    """Play some turns, and add the times of each click by its kind."""
    ada = Visitor(browser, address)
    ada.sit(table={"pace": 0, "first": 0})
    ways = [f"{way}{ada.READY}" for way in ada.WAYS]
    turns = 0
    while turns < TURNS:
        ada.wait_for()
        found = ada.page.evaluate(FIRST_IN_SIGHT, ["#result", ways])
        if found is None or found == len(ways):
            continue
        ada.page.evaluate(WATCH)
        ada.page.locator(f"{ways[found]}:visible").last.click()
        times[KINDS[ada.WAYS[found]]].append(ada.page.evaluate("() => window.timed"))
        turns += ada.WAYS[found] == "[data-action=play]"
        ada.settle()
    ada.context.close()


def summaries(times: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Median and 95th percentile in milliseconds, over all clicks and by kind."""
    kinds = {"all": [time for each in times.values() for time in each]} | times
    return {
        kind: {
            "clicks": len(each),
            "median": round(median(each), 1),
            "p95": round(quantiles(each, n=20, method="inclusive")[-1] if len(each) > 1 else each[0], 1),
        }
        for kind, each in kinds.items()
    }


def measure(games: int) -> dict[str, Any]:
    times: dict[str, list[list[float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        play(browser, address, defaultdict(list))  # to warm the server up
        for _ in range(games):
            play(browser, address, times)
        version = browser.version
        browser.close()
    feedback = {kind: [first for first, _ in each] for kind, each in times.items()}
    answer = {kind: [last for _, last in each] for kind, each in times.items() if kind != "play"}
    return {"chromium": version, "feedback": summaries(feedback), "answer": summaries(answer)}


def rows(figures: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for what in ("feedback", "answer"):
        for kind, each in figures[what].items():
            bar = f"median < {BAR} ms" if kind == "all" else ""
            yield f"{what}, {kind}", f"median {each['median']} ms, p95 {each['p95']} ms of {each['clicks']}", bar


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of {TURNS} turns each")
    add_places(parser)
    options = parser.parse_args()
    figures = measure(options.games)
    content = {"command": "make bench-clicks", "processor": processor(), "figures": figures}
    report(Console(), options, rows(figures), "clicks", content)


if __name__ == "__main__":
    main()
