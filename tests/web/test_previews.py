"""What a choice would do is drawn before it is made: a tile, a gardener, a boar, a walk (ux 8, 9)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

# With this luck the hand holds the card "f", whose structure is absent: the tile for c2 opens walks, c3 is taken, and
# the boar stands on e4.
LUCK = f"{1:032x}"


def at_the_table(visitor: Callable[..., Visitor]) -> Visitor:
    ada = visitor(luck=LUCK)
    ada.sit(name="Ada", table={"pace": 0, "first": 0, "box": "imperial", "expansions": ["boar"]})
    ada.page.wait_for_selector("[data-card][data-choice]")
    return ada


def check_drawn(ada: Visitor, piece: str, square: str) -> None:
    """One piece is drawn faintly, on that square."""
    expect(ada.page.locator(".own [data-ghost]")).to_have_count(1)
    drawn = ada.page.locator(f".own [data-ghost={piece}]").bounding_box()
    button = ada.page.locator(f"[data-square={square}]").bounding_box()
    assert drawn is not None
    assert button is not None
    x, y = drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2
    assert button["x"] < x < button["x"] + button["width"]
    assert button["y"] < y < button["y"] + button["height"]


def point_at(target: Locator, way: str) -> None:
    target.focus() if way == "focus" else target.hover()


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_ux9_before_any_card_a_tile_shows_where_it_lands_and_which_walks_it_opens(
    visitor: Callable[..., Visitor], way: str
) -> None:
    ada = at_the_table(visitor)
    point_at(ada.page.locator("[data-tile=c2]"), way)
    check_drawn(ada, "tile", "c2")
    assert ada.page.locator(".own .opens").count() > 0
    point_at(ada.page.locator("[data-tile=c3]"), way)  # its place is taken: it will be a gardener somewhere else
    expect(ada.page.locator(".own [data-ghost]")).to_have_count(0)
    expect(ada.page.locator(".own .looked.taken")).to_have_count(1)
    point_at(ada.page.locator("[data-tile=e4]"), way)  # where the boar stands
    check_drawn(ada, "tile", "e4")
    assert ada.page.locator("[data-card][aria-pressed=true]").count() == 0, "nothing was chosen"


def test_ux8_each_step_shows_its_own_piece_where_it_would_go(visitor: Callable[..., Visitor]) -> None:
    ada = at_the_table(visitor)
    ada.page.click("[data-card=f]")
    for tile, piece in (("e4", "boar"), ("c3", "gardener")):
        ada.page.click(f"[data-tile={tile}][data-choice]")
        ada.settle()
        target = ada.page.locator(".own .squares [data-choice]").first
        target.hover()
        check_drawn(ada, piece, target.get_attribute("data-square") or "")
        expect(ada.page.locator(".own .looked.taken")).to_have_count(0)


def test_ux8_a_walk_is_drawn_before_it_is_chosen(visitor: Callable[..., Visitor]) -> None:
    ada = at_the_table(visitor)
    ada.page.click("[data-card=f]")
    ada.page.click("[data-tile=c2][data-choice]")
    ada.page.wait_for_selector("[data-action=stand]")
    ada.page.locator(".own .squares [data-choice]").first.hover()
    expect(ada.page.locator(".own .walk")).to_have_count(1)
    expect(ada.page.locator(".own [data-ghost]")).to_have_count(0)
