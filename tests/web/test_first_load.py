"""What the first page fetches: scripts, styles and texts stay small, and so do fonts."""

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from sanssouci.texts import LANGUAGES
from web.browsing import Visitor

pytestmark = pytest.mark.slow

LIMIT = 150_000  # bytes of scripts, styles and texts, compressed
FONTS = 80_000  # bytes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_fetches_few_kilobytes(visitor: Callable[..., Visitor], language: str) -> None:
    ada = visitor(language=language)
    answers: list[Response] = []
    ada.page.on("response", lambda answer: answers.append(answer))
    ada.page.goto(ada.address)
    expect(ada.page.locator("[data-action=play-now]")).to_be_enabled()
    ada.page.wait_for_load_state("networkidle")
    kinds = ("document", "script", "stylesheet")
    sizes = {each.url: len(gzip.compress(each.body())) for each in answers if each.request.resource_type in kinds}
    assert any(f"/{language}-" in url for url in sizes), "texts are among them"
    assert any(url.endswith(".css") for url in sizes)
    assert 40_000 < sum(sizes.values()) < LIMIT, sizes
    fonts = {each.url: len(each.body()) for each in answers if each.request.resource_type == "font"}
    assert len(fonts) == 2, "each is fetched once: what is preloaded is what the style sheet asks for"
    assert 40_000 < sum(fonts.values()) < FONTS, fonts
    print(f"{language}: {sum(sizes.values())} bytes of scripts, styles and texts, {sum(fonts.values())} of fonts")
