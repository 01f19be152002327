"""Fixtures and rules for all tests: every configuration, one Hypothesis profile, and no silent skips where CI runs."""

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, settings

from strategies import CONFIGURATIONS, THOROUGH, Configuration

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IN_CI = os.environ.get("CI", "").lower() in ("true", "1")

# A shell makes commands in the background deaf to Ctrl-C, and their children too; tests send it to programs.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "sanssouci",
    deadline=None,
    derandomize=not THOROUGH,  # a change is refused for what it breaks; `make test-long` looks further each time
    max_examples=200 if THOROUGH else 20,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("sanssouci")

# Both libraries give up after a few seconds, for which a busy machine may well pause. And nothing here is asked over
# https: to read all certificates of the world takes longer than most requests.
PATIENCE = 90.0
(httpx.Client.__init__.__kwdefaults__ or {})["timeout"].__init__(PATIENCE)  # one object, the default of all of them
for ask in (httpx.get, httpx.post, httpx.request, httpx.Client.__init__, httpx.AsyncClient.__init__):
    (ask.__kwdefaults__ or {})["verify"] = False
(websockets.connect.__init__.__kwdefaults__ or {}).update(open_timeout=PATIENCE, ping_timeout=PATIENCE)


@pytest.fixture(params=CONFIGURATIONS, ids=lambda configuration: configuration.id)
def configuration(request: pytest.FixtureRequest) -> Configuration:
    """Each box with each number of players and each set of expansions that it allows."""
    value = request.param
    assert isinstance(value, Configuration)
    return value


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """One browser for all tests of a process: Playwright allows no second one beside it."""
    from playwright.sync_api import sync_playwright  # most tests need no browser

    from web.browsing import launch

    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


# ── tests that start the real command again and again, or take long ───────────────────────────────────

HERE = Path(__file__).parent
STARTS_PROCESSES = ("cli", "faults", "server", "terminal", "test_svg_command.py")
FIRST = ("web", "server", "faults")  # folders whose tests take longest: begun first, so that two workers end together


# What `make test` shows on one system and in two languages, the one written first and the one with the longest words.
# `make test-long` shows it on the other system and in the other languages too.
OTHERS = {"web": {"es", "fr"}, "terminal": {"es", "fr"}, "server": {"postgresql"}, "faults": {"postgresql"}}
SOME_CONFIGURATIONS = CONFIGURATIONS[::3]  # of which pictures are looked at; `make test-long` looks at the others too
EVERYWHERE = ("test_storage.py", "test_db.py", "test_races.py", "test_drawing.py")  # where just that may differ


def is_one_of_the_others(item: pytest.Item, folder: str) -> bool:
    """Whether a test shows in another language, system or configuration what its twin shows in `make test`."""
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if folder == "svg" and given.get("configuration", CONFIGURATIONS[0]) not in SOME_CONFIGURATIONS:
        return True
    found = {value for value in given.values() if isinstance(value, str)} & OTHERS.get(folder, set())
    return bool(found) and item.path.name not in EVERYWHERE


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folders = {item: item.path.relative_to(HERE).parts for item in items}
    items.sort(key=lambda item: FIRST.index(folders[item][0]) if folders[item][0] in FIRST else len(FIRST))
    for item in items:
        if is_one_of_the_others(item, folders[item][0]):
            item.add_marker(pytest.mark.long)
        if any(name in folders[item] for name in STARTS_PROCESSES) or item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)


# ── where CI runs, a test that is skipped has failed ──────────────────────────────────────────────────


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where CI is true: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report
