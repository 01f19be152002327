"""The lessons in a real browser, at the real table; ux 41: a newcomer is led into a first game by doing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.texts import LANGUAGES
from sanssouci.texts.teaching import teaching
from web.browsing import Visitor, axe_faults, press_tab_to
from web.lessons import Pupil, enter, heard
from web.test_the_end import play_out

pytestmark = pytest.mark.slow
# Every size that the table has a shape for.
QUICK = [(320, 568), (640, 400)]
SIZES = [*QUICK, (1280, 800), (1024, 768), (768, 1024), (390, 844), (844, 390)]
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
    expect(ada.page.locator(".prompt")).to_have_text(teaching("en")["ui.again first"])  # nobody else will play
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


@pytest.mark.parametrize("size", [(390, 844), pytest.param((1024, 768), marks=pytest.mark.long)])
def test_a_lesson_that_ends_its_game_goes_on_in_sight(visitor: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visitor(width=size[0], height=size[1], moving=True)
    ada.remember(name="Ada", motion="fast")
    enter(ada, "end")
    Pupil(ada, "end").go_on()
    expect(ada.page.locator("#result")).to_have_count(1)
    for place in ("[data-part=lesson] [data-said=done]", "[data-action=next-lesson]"):
        ada.page.wait_for_selector(place)
        ada.page.wait_for_function(IN_SIGHT, arg=place)


def test_ux28_a_lesson_fits_a_tablet_on_its_side(visitor: Callable[..., Visitor]) -> None:
    """What is said, the cards, the garden, the display and the buttons of a turn, without scrolling."""
    ada = visitor(language="es-ES", width=1024, height=768)
    ada.remember(name="Ada")
    enter(ada, "card")
    pupil = Pupil(ada, "card", "es")
    ada.page.wait_for_selector("[data-action=next]")
    for place in ("[data-action=next]", ".plot", ".market", ".desk"):
        assert ada.page.evaluate(IN_SIGHT, place), place
    pupil.go_on(1)
    for click in ('[data-card="36"]', '[data-tile="a6"], [data-tile][data-choice]', "[data-square][data-choice]"):
        ada.page.locator(click).first.click()
        ada.settle()
        for place in ("[data-part=lesson] [data-said]", ".plot", ".market", ".desk", ".hand"):
            assert ada.page.evaluate(IN_SIGHT, place), (click, place)
    assert ada.page.evaluate(IN_SIGHT, "[data-action=play]")
    assert ada.page.evaluate("() => scrollY") == 0


WIDE = "() => document.querySelector('[data-part=lesson]')?.getBoundingClientRect().width >= 240"


def test_ux28_what_a_lesson_says_is_never_squeezed(visitor: Callable[..., Visitor]) -> None:
    """A window that is hardly wider than high, or a large one zoomed to 200 %, had a letter on each line."""
    ada = visitor(language="de-DE", width=768, height=560)
    ada.remember(name="Ada")
    enter(ada, "card")
    ada.page.wait_for_selector("[data-action=next]")
    for width, height in ((768, 560), (800, 600), (870, 600), (1024, 1000)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_function(WIDE)
        assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


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


@pytest.mark.long  # a whole game with all its motion
def test_the_guide_ends_the_first_game_only_when_its_last_turn_has_been_shown(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(moving=True)
    ada.remember(name="Ada")
    enter(ada, "game")
    ada.page.wait_for_selector("[data-side]")
    play_out(ada, keep=1)
    expect(ada.page.locator(".facts").first).to_contain_text("Round 18")
    ada.page.evaluate(
        """() => { window.early = false; new MutationObserver(() => {
            if (document.querySelector('[data-said=over]') && !document.querySelector('.over:not(.spoken)'))
                window.early = true;
        }).observe(document.querySelector('main'), {subtree: true, childList: true}); }"""
    )
    play_out(ada)
    expect(ada.page.locator(".spoken [data-said=over]")).to_be_visible()
    assert ada.page.evaluate("window.early") is False
    ada.complaints.clear()  # the page has asked the guide about turns that were over by then


def test_the_guide_says_nothing_of_a_first_game_that_is_abandoned(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    enter(ada, "game")
    expect(ada.page.locator("[data-said=welcome]")).to_be_visible()
    answer = ada.context.request.post(f"{ada.address}/api/tables/{ada.page.url.rsplit('/', 1)[1]}/abandon")
    assert answer.ok, answer.text()
    ada.page.wait_for_selector("#abandoned")
    expect(ada.page.locator("[data-part=guide]")).to_have_count(0)


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


AGAIN = {"key": "walks on", "values": {"column": "a", "row": 3, "points": 3, "far": 6}}
ROW = {"key": "completes row", "values": {"row": 3, "points": 7}}


@pytest.mark.parametrize(
    "size", [(1280, 800), *(pytest.param(s, marks=pytest.mark.long) for s in ((1152, 864), (1024, 768)))]
)
def test_ux28_all_that_the_guide_says_is_in_sight_beside_the_table(
    visitor: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visitor(language="de-DE", width=size[0], height=size[1])
    ada.remember(name="Ada")

    def say_much(route: Route) -> None:
        """A turn that was missed, with two reasons, and what there is to see now: the guide never says more."""
        answer = route.fetch()
        said = answer.json()
        missed = {"points": 5, "error": 2, "turn": {**said["turn"], "walk": "a3"}, "reasons": [AGAIN, ROW]}
        route.fulfill(response=answer, json={**said, "remark": AGAIN, "turn": None, "missed": missed})

    ada.page.route("**/guide", say_much)
    enter(ada, "game")
    ada.play_on(until="[data-card][data-choice]")
    for part in ("missed", "walks on"):
        place = f"[data-part=guide] [data-said='{part}']"
        expect(ada.page.locator(place)).to_be_visible()
        assert ada.page.evaluate(IN_SIGHT, place)
    hidden = "box => box.scrollHeight - box.clientHeight"
    assert ada.page.locator("[data-part=guide] .said").evaluate(hidden) <= 0, "no word is cut off"


def test_new_here_waits_for_the_rules_and_goes_on_by_itself(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare(name="Ada")
    refused: list[str] = []

    def prepare(route: Route) -> None:
        """As a server answers while it compiles the rules, which takes half a minute."""
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        nothing: dict[str, object] = {"message": "", "rule": None, "reason": None, "values": {}, "legal": []}
        route.fulfill(status=503, json={"code": "warming_up", **nothing})

    ada.page.route("**/api/lessons/next", prepare)
    ada.page.click("[data-action=learn]")
    expect(ada.page.locator("[data-part=waits]")).to_contain_text("goes on by itself")
    expect(ada.page.locator(".notice")).to_have_count(0)
    expect(ada.page.locator("[data-part=lesson]")).to_be_visible()
    assert len(refused) == 2
    ada.complaints.clear()  # of the refusals


def test_what_the_end_is_worth_is_shown_from_the_lesson_about_it_on(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.remember(name="Ada")
    shown = ".own .nameplate :is(.projected, .reach)"
    for name, there in (("card", False), ("end", True), ("keep", True), ("game", True)):
        enter(ada, name)
        ada.page.wait_for_selector("[data-part=lesson], [data-part=guide]")
        if name == "game":
            ada.play_on(until="[data-card][data-choice]")
        wanted = expect(ada.page.locator(shown))
        if there:
            wanted.not_to_have_count(0)
        else:
            wanted.to_have_count(0)


# The most that the guide says at one time; of a missed turn it speaks alone.
LONGEST = {
    "remark": {"key": "connects", "values": {"column": "h", "row": 6, "square": "e5"}},
    "turn": {
        "seat": 0,
        "move": "h e5=d5 h6",
        "card": "h",
        "space": 6,
        "any_tile": "T4",
        "tile": "e5",
        "square": "d5",
        "gardener": True,
        "walk": "h6",
        "path": ["h6"],
        "points": {"nobles": 6, "total": 6},
        "pieces": {},
        **dict.fromkeys(("board", "side", "refill")),
    },
    "later": True,
    "quiet": True,
    "missed": None,
    "again": False,
}
MISSION = {"missed": None, "remark": {"key": "serves mission", "values": {"column": "h", "row": 6}}}
WHOLE = """() => [...document.querySelectorAll('[data-part=guide] p')].every(said => {
    for (let box = said; !box.matches('.desk'); box = box.parentElement)
        if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible') return false;
    return true;
})"""


def speak_of(guided: Visitor, said: dict[str, Any]) -> None:
    """Let the guide say certain things of the turn that it names, as it may of others."""

    def answer(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), **said})

    guided.page.route("**/guide", answer)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_ux28_all_that_the_guide_says_can_be_read_on_a_phone(
    visitor: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visitor(language="de-DE", width=size[0], height=size[1])
    ada.remember(name="Ada")
    enter(ada, "game")
    guide = ada.page.locator("[data-part=guide]")
    welcome = guide.locator("[data-said=welcome]").bounding_box()
    assert welcome is not None
    assert welcome["width"] > 0.85 * size[0]  # the button does not take half of it
    fold = guide.locator("[data-action=fold]")  # a reader who wanted to see what lies below lost the guide for good
    expect(fold).to_have_accessible_name(teaching("de")["ui.fold"])
    assert fold.get_attribute("data-tip") == teaching("de")["ui.fold"]
    fold.click()
    expect(guide.locator("[data-said=welcome]")).to_have_count(0)
    ada.page.set_viewport_size({"width": 820, "height": 1000})  # a phone unfolded, where nothing can be
    expect(guide.locator("[data-said=welcome]")).to_be_visible()
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    fold.click()
    expect(guide.locator("[data-said=welcome]")).to_be_visible()
    ada.play_on(until="[data-card][data-choice]")
    ada.play_turns(1)
    speak_of(ada, LONGEST)
    ada.page.reload()
    expect(guide.locator("[data-said=turn]")).to_contain_text(teaching("de")["guide.turn.later"])
    assert ada.page.evaluate(WHOLE)  # nothing scrolls by itself
    assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    desk = ada.page.locator(".desk").bounding_box()
    assert desk is not None
    assert desk["y"] >= 30  # the score track stays in sight
    if size == (390, 844):
        assert ada.page.evaluate("() => document.querySelector('.desk').scrollHeight <= innerHeight - 300")
        expect(ada.page.locator(".desk [data-since]")).to_be_in_viewport(ratio=1)  # what just happened
    guide.locator("[data-said=turn]").scroll_into_view_if_needed()
    expect(guide.locator("[data-said=turn]")).to_be_in_viewport(ratio=0.95)
    assert axe_faults(ada.page) == []


def test_a_mission_that_the_guide_speaks_of_is_drawn_beside_the_words_on_a_phone(
    visitor: Callable[..., Visitor],
) -> None:
    ada = visitor(width=390, height=844)
    ada.remember(name="Ada")
    enter(ada, "game")
    speak_of(ada, MISSION)
    ada.play_on(until="[data-card][data-choice]")
    expect(ada.page.locator("[data-said='serves mission'] svg")).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_wrong_choice_leads_back_to_the_cards(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844)
    ada.remember(name="Ada")
    enter(ada, "keep")
    Pupil(ada, "keep").go_on(1)
    for place in ('[data-card="*"]', '[data-tile="c4"]'):
        ada.page.click(place)
        ada.settle()
    expect(ada.page.locator("[data-wrong=keeps]")).to_be_visible()
    expect(ada.page.locator("[data-card]").first).to_be_hidden()  # the walks have taken its room
    ada.page.click("[data-action=rewind]")
    expect(ada.page.locator('[data-card="34"][data-choice]')).to_be_visible()
    expect(ada.page.locator("[data-wrong]")).to_have_count(0)


def test_the_start_page_says_which_lesson_comes_next(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(language="de-DE")
    ada.prepare(name="Ada")
    learn = ada.page.locator("[data-action=learn]")
    expect(learn).to_have_text("Neu hier? Spielend lernen")
    enter(ada, "card")
    Pupil(ada, "card", "de").go_on()
    ada.page.goto(ada.address)
    expect(learn).to_have_text("Weiter mit Lektion 2")
    learn.click()
    expect(ada.page.locator("[data-part=lesson] .place")).to_have_text("Lektion 2 von 9")
