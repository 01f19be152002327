"""The lessons in a real browser, at the real table; ux 41: a newcomer is led into a first game by doing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.texts import LANGUAGES
from sanssouci.texts.teaching import teaching
from web.browsing import Visitor, axe_faults, press_tab_to
from web.lessons import Pupil, enter, heard

pytestmark = pytest.mark.slow
# Every size that the table has a shape for.
QUICK = [(320, 568), (640, 400)]
SIZES = [*QUICK, (1280, 800), (768, 1024), (390, 844), (844, 390)]
SOME_LONG = [*QUICK, *(pytest.param(size, marks=pytest.mark.long) for size in SIZES[len(QUICK) :])]
IN_SIGHT = """place => {
    const box = document.querySelector(place).getBoundingClientRect();
    const desk = document.querySelector('.desk');
    const fixed = desk && getComputedStyle(desk).position === 'fixed';
    const bottom = fixed && !desk.contains(document.querySelector(place))
        ? desk.getBoundingClientRect().top : innerHeight;
    return box.width > 0 && box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= bottom + 1;
}"""


def test_new_here_leads_into_the_lessons_and_through_all_of_them(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    ada.page.click("[data-action=learn]")
    for number, name in enumerate(LESSONS, 1):
        pupil = Pupil(ada, name)
        pupil.go_on()
        expect(ada.page.locator("[data-part=lesson] .place")).to_have_text(f"Lesson {number} of 9")
        expect(ada.page.locator("[data-part=lesson] [data-said]")).to_be_in_viewport()  # also where the game has ended
        expect(ada.page.locator(":is([data-card], [data-tile])[data-choice], [data-action=rematch]")).to_have_count(0)
        expect(ada.page.locator("[data-action=to-game]")).to_have_count(int(name in ("keep", "rewards")))
        ada.page.click("[data-action=next-lesson]")
    expect(ada.page.locator("[data-part=guide] [data-said=welcome]")).to_be_visible()  # the first game
    ada.page.goto(f"{ada.address}/learn")
    expect(ada.page.locator(".learnt")).to_have_count(len(LESSONS))
    expect(ada.page.locator("[data-lesson=game] .button.main")).to_have_text("Go on")
    assert axe_faults(ada.page) == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.long)])
def test_every_lesson_begins_in_every_language(visitor: Callable[..., Visitor], language: str, each: int) -> None:
    """In the short test each fourth of them."""
    ada = visitor(language=language)
    ada.remember(name="Ada")
    for name in list(LESSONS)[::each]:
        enter(ada, name)
        Pupil(ada, name, language).go_on(2)
        expect(ada.page.locator("[data-part=lesson] h2")).to_have_text(teaching(language)[f"{name}.title"])


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_lesson_in_every_language_and_size(
    visitor: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    ada = visitor(language=language, width=size[0], height=size[1])
    ada.remember(name="Ada")
    for name in LESSONS:
        enter(ada, name)
        Pupil(ada, name, language).go_on()


@pytest.mark.parametrize("size", SOME_LONG)
def test_ux28_what_is_spoken_of_is_in_sight_beside_the_words(
    visitor: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visitor(language="de-DE", width=size[0], height=size[1])
    ada.remember(name="Ada")
    for name, parts, place in (
        ("gardener", 0, "[data-hinted=f3]"),
        ("place", 2, '[data-tile="f3"]'),
        ("route", 3, "[data-hinted=g6]"),
    ):
        enter(ada, name)
        pupil = Pupil(ada, name, "de")
        pupil.go_on(parts)
        heard(ada, name, lesson_of(name).parts[parts], "de")
        ada.page.wait_for_selector(place)
        ada.page.wait_for_function(IN_SIGHT, arg=place)
        said = "[data-part=lesson] [data-said]"
        ada.page.locator(said).scroll_into_view_if_needed()
        assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe_faults(ada.page) == []


def test_a_wrong_try_is_answered_with_its_reason(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "card")
    pupil = Pupil(ada, "card")
    heard(ada, "card", pupil.lesson.parts[0], "en")
    expect(ada.page.locator("[data-card][data-choice]")).to_have_count(0)  # this is read first
    expect(ada.page.locator(".prompt")).to_have_text(teaching("en")["ui.first"])
    ada.page.click('[data-card="36"]', force=True)
    expect(ada.page.locator(".why")).to_have_count(0)
    pupil.go_on(1)
    heard(ada, "card", pupil.lesson.parts[1], "en")
    ada.page.click('[data-card="f"]')  # allowed, but another one was asked for
    expect(ada.page.locator("[data-wrong=card]")).to_have_text(teaching("en")["wrong.card"])
    ada.page.click('[data-card="36"]')
    heard(ada, "card", pupil.lesson.parts[2], "en")
    expect(ada.page.locator("[data-wrong]")).to_have_count(0)
    ada.page.click('[data-tile="f4"]', force=True)  # against the rules
    expect(ada.page.locator(".why")).to_have_text("The tile is not on either of the card's two colours.")
    assert not re.search(r"\b[TPN]\d\b", ada.page.inner_text(".why"))


def test_a_turn_that_was_not_asked_for_can_be_taken_back_and_a_reload_changes_nothing(
    visitor: Callable[..., Visitor],
) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "keep")
    pupil = Pupil(ada, "keep")
    pupil.go_on(1)
    for place in ('[data-card="*"]', '[data-tile="c4"]', "[data-action=stand]"):
        ada.page.click(place)
        ada.settle()
    expect(ada.page.locator("[data-wrong=keeps]")).to_be_visible()  # said before it is too late
    ada.page.click("[data-action=play]")
    expect(ada.page.locator("[data-wrong=keeps]")).to_contain_text(teaching("en")["wrong.allowed"])
    ada.page.reload()
    ada.page.click("[data-action=again]")
    expect(ada.page.locator("[data-wrong]")).to_have_count(0)
    pupil.go_on(1)
    heard(ada, "keep", pupil.lesson.parts[2], "en")
    ada.page.reload()
    heard(ada, "keep", pupil.lesson.parts[2], "en")
    ada.page.goto(f"{ada.address}/learn")
    ada.page.click("[data-lesson=keep] button")
    pupil.go_on()


def test_a_lesson_by_keyboard_alone_is_announced(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "place")
    parts = lesson_of("place").parts
    heard(ada, "place", parts[0], "en")
    assert ada.page.locator("[data-part=lesson] [aria-live=polite]").inner_text() == teaching("en")["place.columns"]
    press_tab_to(ada.page, "[data-action=next]")
    ada.page.keyboard.press("Enter")
    heard(ada, "place", parts[1], "en")
    for place in ('[data-card="*"]', '[data-tile="f3"]', "[data-action=stand]", "[data-action=play]"):
        press_tab_to(ada.page, place)
        ada.page.keyboard.press("Enter")
        ada.settle()
    heard(ada, "place", parts[3], "en")


def test_the_guide_of_a_first_game_can_be_switched_off(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "game")
    expect(ada.page.locator("[data-said=side]")).to_be_visible()
    ada.page.click("[data-action=guide]")
    expect(ada.page.locator("[data-part=guide]")).to_have_count(0)
    ada.page.reload()
    ada.page.get_by_text("More", exact=True).click()
    expect(ada.page.locator("[data-aid=guide]")).not_to_be_checked()
    expect(ada.page.locator("[data-part=guide]")).to_have_count(0)  # what says nothing takes no room
    ada.page.check("[data-aid=guide]")
    expect(ada.page.locator("[data-said=welcome]")).to_be_visible()


TOLD = re.compile(r"A good turn: play the .+ card and take the .+ from the \w+ space\..* (?:to|on) ([a-i][1-6])\.")


def test_the_guide_names_a_turn_and_the_learner_plays_it_from_its_marks(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "game")
    ada.play_on(until="[data-card][data-choice]")
    told = ada.page.locator("[data-said=turn]")
    expect(told).to_have_text(TOLD)
    found = TOLD.match(told.inner_text())
    assert found is not None
    square = found.group(1)
    expect(ada.page.locator(f"[data-hinted={square}]")).to_be_visible()
    ada.page.click("[data-card].hinted")
    ada.settle()
    ada.page.click("[data-tile].hinted")
    ada.settle()
    expect(told).to_be_visible()
    assert axe_faults(ada.page) == []
