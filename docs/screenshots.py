"""Makes the pictures of the web client in docs/pictures: `python docs/screenshots.py`, after `make web`.

It uses a real server and a real browser, as the browser tests do. The game is different each time.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.browsing import Visitor, launch, serving  # noqa: E402

PICTURES: Final = ROOT / "docs" / "pictures"
TURNS: Final = 6  # played before the picture
TABLE: Final = {
    "box": "imperial",
    "expansions": ["rewards", "boar"],
    "pace": 0,
    "first": 0,
    "seats": [{"kind": "here"}, {"kind": "computer", "level": "architect"}, {"kind": "computer", "level": "courtier"}],
}


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, width, height in (("browser", 1280, 800), ("phone", 390, 844)):
            visitor = Visitor(browser, address, width=width, height=height, luck=None)
            visitor.prepare(name="Wilhelmine", theme="light", table=TABLE)
            visitor.play_now()
            _play(visitor)
            _save(visitor.page, name)
        browser.close()


def _play(visitor: Visitor) -> None:
    """Play some turns, and the next one up to the choice of a noble's walk, so that something is highlighted."""
    for _ in range(TURNS):
        visitor.play_on(until="[data-action=play]")
        visitor.page.click("[data-action=play]")
        visitor.settle()
    visitor.play_on(until=".squares [data-choice]")


def _save(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.jpg", quality=82)
    print(f"docs/pictures/{name}.jpg")


if __name__ == "__main__":
    main()
