"""A real Firefox, spoken to over WebDriver BiDi, the W3C's protocol, which it serves itself.

Playwright asks every browser for commands that Debian's Firefox does not know yet, and Selenium needs a second program
that Debian does not package. A whole game needs six commands.
"""

import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = ("firefox-esr", "firefox")
STARTING = 60.0  # seconds
PATIENCE = 90.0  # seconds before a page that does not do what it should has failed
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
# The middle of the last matching element that can be seen and clicked, once it is in sight; null if there is none.
PLACE = """selector => {
    const inSight = each => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width;
    const found = [...document.querySelectorAll(selector)].filter(inSight).at(-1);
    found?.scrollIntoView({ block: 'center', inline: 'center' });
    const box = found?.getBoundingClientRect();
    return box ? [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)] : null;
}"""


def path() -> str | None:
    """Where Firefox is, if there is one."""
    return next(filter(None, map(shutil.which, FIREFOX)), None)


class Firefox:
    """A window of Firefox. What its pages complain about is kept in `complaints`."""

    def __init__(self, line: ClientConnection, *, width: int, height: int) -> None:
        self._line, self._ids = line, itertools.count(1)
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._window: str = self.send("browsingContext.create", type="window")["context"]
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self._window, viewport=viewport)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        number = next(self._ids)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.complaints.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", f"{method}: {told}"
                result: dict[str, Any] = told["result"]
                return result

    def open(self, address: str) -> None:
        """Open an address and wait until its page has been loaded."""
        self.send("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def ask(self, function: str, *arguments: object) -> Any:
        """What a function returns in the page, or what its promise brings."""
        told = ", ".join(json.dumps(each) for each in arguments)
        answer = self.send(
            "script.evaluate",
            expression=f"Promise.resolve(({function})({told})).then(found => JSON.stringify(found ?? null))",
            target={"context": self._window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait_for(self, function: str, *arguments: object) -> Any:
        """Ask again and again until the answer is neither null nor false."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := self.ask(function, *arguments):
                return found
            time.sleep(0.02)
        raise AssertionError(f"still nothing: {function} of {arguments}")

    def click(self, selector: str) -> None:
        """Click with the mouse, where the last matching element is seen."""
        x, y = self.wait_for(PLACE, selector)
        pointer = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": pointer}
        self.send("input.performActions", context=self._window, actions=[mouse])

    def screenshot(self) -> str:
        """The window as a PNG in base 64."""
        data: str = self.send("browsingContext.captureScreenshot", context=self._window)["data"]
        return data


@contextmanager
def firefox(folder: Path, *, width: int = 1280, height: int = 800) -> Iterator[Firefox]:
    """A Firefox without a window on the screen, with a profile of its own in the folder."""
    found = path()
    assert found is not None
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [found, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    log = folder / "firefox.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        with connect(f"{_address(process, log)}/session", max_size=None, proxy=None) as line:
            window = Firefox(line, width=width, height=height)
            yield window
            window.send("browser.close")
    finally:
        process.terminate()
        process.wait(timeout=30)


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    until = time.monotonic() + STARTING
    while time.monotonic() < until and process.poll() is None:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"Firefox did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")
