"""The documentation site: every public name is in it, it builds strictly, and it needs nothing external."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

import sanssouci
from sanssouci.looks.colours import NAMED
from web.browsing import CHROMIUM

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = re.compile(r"^::: sanssouci\.(\w+)$", re.MULTILINE)
FOREIGN = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=\"?(?:https?:)?//[^\s\">]+|url\([\"']?https?:[^)]+"
)
SHOWN = ("index.html", "play/rules-en.html", "api/game.html", "architecture.html", "tutorial/search.html")

has_browser = pytest.mark.skipif(not any(map(shutil.which, CHROMIUM)), reason="Chromium is not installed")


def test_the_api_pages_describe_the_public_names_and_no_others() -> None:
    pages = sorted((ROOT / "docs" / "api").glob("*.md"))
    described = [name for page in pages for name in REFERENCE.findall(page.read_text(encoding="utf-8"))]
    assert sorted(described) == sorted(sanssouci.__all__)


def test_the_index_of_the_api_lists_every_public_name() -> None:
    index = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    assert [name for name in sanssouci.__all__ if f"`{name}`" not in index] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does it: a broken link or anchor is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_reference_has_an_address_for_every_public_name(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (site / "api").glob("*.html"))
    assert [name for name in sanssouci.__all__ if f'id="sanssouci.{name}"' not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_the_rules_are_the_players_own_text_with_its_pictures(site: Path, language: str) -> None:
    text = (ROOT / "src" / "sanssouci" / "texts" / "rules" / f"{language}.md").read_text(encoding="utf-8")
    page = (site / "play" / f"rules-{language}.html").read_text(encoding="utf-8")
    examples = re.findall(r"^!\[.*\]\(([\w-]+)\)$", text, re.MULTILINE)
    assert re.findall(r'src="drawn/([\w-]+)\.svg"', page) == examples
    assert all((site / "play" / "drawn" / f"{name}.svg").is_file() for name in examples)
    assert set(re.findall(r"\[([A-Z]\d+)(?: ruling)?\]", text)) <= set(
        re.findall(r'href="\.\./rules\.html#(\w+)"', page)
    )
    assert re.search(r"\{[a-z]+[.}]", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)) is None


@pytest.mark.slow
def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 50
    found = {match for file in files for match in FOREIGN.findall(file.read_text(encoding="utf-8"))}
    assert found == set()


@pytest.fixture(scope="module")
def page(site: Path, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"file://{site}/index.html")
    yield page
    page.close()


@pytest.mark.slow
@has_browser
def test_pages_opened_from_a_disk_ask_nobody_and_fit_a_phone(site: Path, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in SHOWN:
        page.goto(f"file://{site}/{name}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.slow
@has_browser
def test_the_search_works_without_a_server(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"file://{site}/index.html")
    page.get_by_placeholder("Search").fill("herb spiral")
    expect(page.locator(".md-search-result__list")).to_contain_text(re.compile("herb spiral", re.IGNORECASE))


@pytest.mark.slow
@has_browser
@pytest.mark.parametrize(("scheme", "shade"), [("light", 0), ("dark", 1)])
def test_the_colours_are_those_of_the_game(
    site: Path, page: Page, scheme: Literal["light", "dark"], shade: int
) -> None:
    browser = page.context.browser
    assert browser is not None
    other = browser.new_page(color_scheme=scheme)
    other.goto(f"file://{site}/index.html")
    shown = other.locator(".md-header").evaluate("header => getComputedStyle(header).backgroundColor")
    red, green, blue = bytes.fromhex(NAMED["head"][shade].removeprefix("#"))
    assert shown == f"rgb({red}, {green}, {blue})"
