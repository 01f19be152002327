"""Puzzles in a real browser: tried at the real table, with a second try, the reason, and the next one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sanssouci.game.draft import Draft
from sanssouci.game.move import Move
from sanssouci.study.puzzles import Puzzle, shipped
from sanssouci.texts import LANGUAGES
from web.browsing import Visitor, axe_faults
from web.lessons import press

pytestmark = pytest.mark.slow
PUZZLE = shipped()["1-217-20"]
SIZES = [(1280, 800), (320, 568), (390, 844), (844, 390)]
IN_SIGHT = "found => { const box = found.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"


def enter(solver: Visitor, puzzle: Puzzle) -> None:
    answer = solver.context.request.post(f"{solver.address}/api/puzzles", data={"puzzle": puzzle.id})
    solver.page.goto(f"{solver.address}/table/{answer.json()['table']}")


def play(solver: Visitor, puzzle: Puzzle, move: str) -> None:
    """Play a move by hand."""
    draft, whole = Draft(puzzle.view), Draft(puzzle.view)
    whole.choose_move(Move.parse(move))
    for text in whole.chosen:
        if len(draft.choices) > 1:
            press(solver, draft, text)
        draft.choose(text)
    solver.page.click("[data-action=play]")


def test_a_puzzle_is_tried_twice_and_explained(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    ada.page.click("[data-action=puzzles]")
    expect(ada.page.locator("[data-part=left]")).to_contain_text(str(len(shipped())))
    enter(ada, PUZZLE)
    panel = ada.page.locator("[data-part=puzzle]")
    expect(panel.locator("[data-said=task]")).to_contain_text("2 tries")
    assert ada.page.locator("[data-action=hint]").count() == 0
    play(ada, PUZZLE, PUZZLE.tempting[0])
    expect(panel.locator("[data-said=wrong]")).to_be_visible()
    assert panel.locator("[data-part=best]").count() == 0
    panel.locator("[data-action=again]").click()
    expect(panel.locator("[data-said=task]")).to_contain_text("1 try left")
    play(ada, PUZZLE, PUZZLE.best)
    expect(panel.locator("[data-said=solved]")).to_contain_text(PUZZLE.best)
    expect(panel.locator("[data-said=why]")).to_contain_text("gardener on b2")
    expect(panel.locator("[data-said=rating]")).to_contain_text("Your rating")
    assert axe_faults(ada.page) == []
    panel.locator("[data-action=next-puzzle]").click()
    expect(panel.locator("[data-said=task]")).to_contain_text("2 tries")
    ada.page.goto(f"{ada.address}/puzzles")
    expect(ada.page.locator("dd[data-part=solved]")).to_have_text("1/1")
    expect(ada.page.locator("[data-theme=gardener] td").first).to_have_text("1")
    ada.page.click("[data-action=forget]")
    ada.agree()
    expect(ada.page.locator("dd[data-part=solved]")).to_have_count(0)


@pytest.mark.parametrize(("language", "size"), list(zip(LANGUAGES, SIZES, strict=True)))
def test_ux28_the_solution_is_told_and_left_in_every_language_and_size(
    visitor: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    ada = visitor(language=language, width=size[0], height=size[1])
    ada.remember(name="Ada")
    enter(ada, PUZZLE)
    ada.page.click("[data-action=give-up]")
    expect(ada.page.locator("[data-part=best]")).to_have_text(PUZZLE.best)
    expect(ada.page.locator("[data-hinted=b2]")).to_have_count(1)
    assert ada.page.locator("[data-action=next-puzzle]").evaluate(IN_SIGHT)
