"""The game can be installed: the browser finds its manifest and its icons, under our own Content-Security-Policy."""

import json
import runpy
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from web.browsing import Visitor

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
ICONS = runpy.run_path(str(ROOT / "web" / "icons" / "draw.py"))


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("name", ICONS["ICONS"])
def test_the_icons_are_those_of_the_drawing(name: str) -> None:
    """If this fails: python web/icons/draw.py."""
    kept = (ROOT / "web" / "icons" / name).read_bytes()
    pixels, _ = ICONS["ICONS"][name]
    assert size_of(kept) == (pixels, pixels)
    assert kept == ICONS["draw"](name)


def test_a_browser_finds_nothing_that_keeps_it_from_installing_the_game(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare()
    ada.page.wait_for_selector("[data-action=play-now]:enabled")
    browser = ada.context.new_cdp_session(ada.page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Sanssouci", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        reply = ada.page.request.get(ada.address + icon["src"])
        width, height = size_of(reply.body())
        assert icon["sizes"] == f"{width}x{height}"
        assert reply.headers["content-type"] == icon["type"]
    errors = [error["errorId"] for error in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []
