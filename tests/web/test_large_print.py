"""Large print: texts and controls grow, and the table still fits every screen (ux 28)."""

from collections.abc import Callable

import pytest

from web.browsing import Visitor, axe_faults
from web.test_sizes import FEW_OR_ALL, Sizes, faults, seats

pytestmark = pytest.mark.slow

SIZE = "selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
HEIGHT = "document.querySelector('[data-action=settings]').getBoundingClientRect().height"


def test_large_print_is_larger_and_is_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/settings")
    ada.page.wait_for_selector("[data-option=large]")
    small, low = ada.page.evaluate(SIZE, ".settings small"), ada.page.evaluate(HEIGHT)
    ada.page.check("[data-option=large]")
    assert ada.page.evaluate(SIZE, ".settings small") > 1.2 * small
    assert ada.page.evaluate(HEIGHT) > 1.1 * low
    ada.page.reload()
    ada.page.wait_for_selector("[data-option=large]:checked")
    assert ada.page.evaluate(SIZE, ".settings small") > 1.2 * small


@pytest.mark.parametrize("language", ["de", "fr"])
@FEW_OR_ALL
def test_ux28_the_table_fits_every_screen_in_large_print(
    visitor: Callable[..., Visitor], language: str, sizes: Sizes
) -> None:
    ada = visitor(language=language)
    table = {"pace": 0, "first": 0, "box": "imperial", "expansions": ["rewards", "boar"], "seats": seats(3)}
    ada.sit(name="Ada", table=table, large=True)
    found: list[str] = []
    ada.page.wait_for_selector("[data-side]")
    found += faults(ada.page, "side", sizes=sizes)
    for step in ("[data-card][data-choice]", "[data-tile][data-choice]", "[data-action=play]"):
        ada.play_on(until=step)
        found += faults(ada.page, step, sizes=sizes)
    assert axe_faults(ada.page) == []
    ada.end_at_once(0)
    assert found + faults(ada.page, "end", sizes=sizes) == []
