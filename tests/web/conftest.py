"""One server for all browser tests; a visitor for each."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from web.browsing import Visitor, serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors. A page that complained during the test makes it fail."""
    visitors: list[Visitor] = []

    def arrive(**options: object) -> Visitor:
        visitors.append(Visitor(browser, address, **options))  # type: ignore[arg-type]  # passed on as they are
        return visitors[-1]

    yield arrive
    complaints = [complaint for each in visitors for complaint in each.complaints]
    for each in visitors:
        each.page.unroute_all(behavior="ignoreErrors")  # requests under way must not fail in the next test
        each.context.unroute_all(behavior="ignoreErrors")
        each.context.close()
    assert complaints == []
