"""The lessons: their positions can arise, their tasks can be solved, and all is said in four languages."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from sanssouci import Game
from sanssouci.study.lessons import LEARNER, LESSONS, LessonError, lesson_of, read_lesson, stand
from sanssouci.study.results import GOALS
from sanssouci.texts import LANGUAGES, Texts
from sanssouci.texts.messages import messages
from sanssouci.texts.teaching import teaching

ROOT = Path(__file__).resolve().parents[2]
FOLDER = files("sanssouci.study").joinpath("data", "lessons")
each_lesson = pytest.mark.parametrize("name", LESSONS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def source(name: str) -> str:
    return FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def solved(name: str, parts: int) -> Game:
    """The game of a lesson after the solutions of its first parts, with what was answered."""
    lesson = lesson_of(name)
    game = lesson.begin()
    for index, part in enumerate(lesson.parts[:parts]):
        if part.solution is not None:
            game.push(part.solution)
            reply = stand(lesson, index, game).reply
            if reply is not None:
                game.push(reply)
    return game


# ── the files ──────────────────────────────────────────────────────────────────────────────────────


def test_there_are_seven_lessons_and_one_for_each_expansion() -> None:
    assert {entry.name for entry in FOLDER.iterdir()} == {f"{name}.toml" for name in LESSONS}
    expansions = [list(lesson_of(name).begin().expansions) for name in LESSONS]
    assert expansions == [[]] * 7 + [["rewards"], ["boar"]]


@each_lesson
def test_every_lesson_begins_from_a_position_and_ends_after_its_tasks(name: str) -> None:
    lesson = lesson_of(name)
    game = lesson.begin()
    assert game.text() == lesson.start
    assert game.seat == LEARNER
    goals = [part for part in lesson.parts if part.goal]
    assert len(goals) == 2, "something to try, and a task"
    game = solved(name, len(lesson.parts))
    standing = stand(lesson, 0, game)
    assert standing.part == 0, "nothing is passed over unread"
    standing = stand(lesson, len(lesson.parts) - 1, game)
    assert standing.is_done(lesson)
    assert standing.wrong is None


def test_E4_the_lesson_about_the_end_plays_a_game_to_its_end() -> None:
    game = solved("end", 99)
    assert game.is_over
    points = game.points(LEARNER)
    assert (points.rows, points.missions) == (7, 6 + 3)


def test_B3_the_lesson_about_the_boar_drives_it_out() -> None:
    game = solved("boar", 99)
    assert game.garden(LEARNER).pieces == {}
    assert game.points_in_play(LEARNER) == 1 + 1 + 3


@each_lesson
def test_what_a_lesson_points_at_lies_on_the_table(name: str) -> None:
    lesson = lesson_of(name)
    for index, part in enumerate(lesson.parts):
        view = solved(name, index).view(LEARNER)
        assert set(part.shows.get("cards", ())) <= set(view.hand() or ())
        assert set(part.shows.get("tiles", ())) <= {tile for tile in view.tiles if tile}
        assert set(part.shows.get("missions", ())) <= set(view.missions() or ())


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("card", "acdhfbefic", "fffffffcic", "tiles"),
        ("nobles", "000000020", "000000060", "noble"),
        ("card", "36,f", "36,36", "36"),
        ("boar", ":e4:", ":e1:", "boar"),
        ("card", "t0 0", "t1 0", "seat"),
    ],
)
def test_an_impossible_position_is_refused(name: str, old: str, new: str, fault: str) -> None:
    broken = source(name).replace(old, new)
    assert broken != source(name)
    with pytest.raises(LessonError, match=f"lesson {name}: start: .*{fault}"):
        read_lesson(name, broken)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('solution = "f f4 -"', 'solution = "34 f4 -"', "does not reach the goal: card"),
        ('solution = "f f4 -"', 'solution = "f a4 -"', "fountain: f a4 -"),
        ('solution = "f f4 -"', 'solution = "so ein Zug"', "fountain:"),
        ('solution = "f f4 -"\n', "", "belong together"),
        ("goal = { card", "goal = { colour", "a goal is made of"),
        ('do = "tile"', 'do = "sing"', "one of card, tile, laid"),
        ("shows = { cards", "shows = { kings", "it may have cards"),
        ('text = "take"', 'said = "take"', "is not a key of a part"),
        ("seed = 1", "luck = 1", "start, seed and parts"),
        ("seed = 1", "seed = ", "not TOML"),
        ('\n[[parts]]\ntext = "done"\n', "", "must only say something"),
    ],
)
def test_a_faulty_file_is_refused_with_the_place_and_the_reason(old: str, new: str, fault: str) -> None:
    text = source("card")
    assert old in text
    with pytest.raises(LessonError) as refused:
        read_lesson("card", text.replace(old, new, 1))
    assert "lesson card" in str(refused.value)
    assert fault in str(refused.value)


def test_a_lesson_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(LessonError, match="there is no lesson 'chess'; there are: card, place"):
        lesson_of("chess")


# ── going through a lesson ─────────────────────────────────────────────────────────────────────────


def test_a_lesson_waits_for_a_reader_and_then_for_each_step_of_a_turn() -> None:
    lesson = lesson_of("card")
    game = lesson.begin()
    assert stand(lesson, 0, game)[:2] == (0, 0)
    assert stand(lesson, 1, game)[:3] == (1, 1, None)
    assert stand(lesson, 1, game, ["f"])[:3] == (1, 1, "card")  # allowed, but another one was asked for
    assert stand(lesson, 1, game, ["36"])[:3] == (2, 1, None)
    assert stand(lesson, 1, game, ["36", "d3"])[:3] == (3, 1, None)
    assert stand(lesson, 1, game)[:3] == (1, 1, None), "one can go back"
    game.push("36 d3 -")
    after = stand(lesson, 1, game)
    assert (after.part, after.read, after.reply) == (4, 4, "24 c2 -")


def test_a_turn_that_is_legal_but_was_not_asked_for_has_to_be_taken_back() -> None:
    lesson = lesson_of("keep")
    game = lesson.begin()
    assert stand(lesson, 1, game, ["*"]).wrong == "keeps", "said before the turn is played"
    game.push("* c4 c4")
    standing = stand(lesson, 1, game)
    assert (standing.part, standing.wrong, standing.again, standing.reply) == (1, "keeps", True, None)
    game.pop()
    game.push("34 c4 -")
    assert stand(lesson, 1, game).part == 2


def test_a_gardener_on_another_square_is_told_from_a_tile_that_cannot_bring_him_to_the_marked_one() -> None:
    lesson, game = lesson_of("gardener"), solved("gardener", 4)
    part = lesson.parts[4]
    assert part.goal == {"square": ["b2"], "gardener": True}
    for tile, offered in (("b5", True), ("e3", False)):
        turns = [str(move) for move in game.legal_moves if f" {tile}=" in str(move) and "=b2" not in str(move)]
        assert turns
        kind = "square" if offered else "tile"
        for text in turns:
            card, placed, _walk = text.split()
            home, square = placed.split("=")
            known = None if offered else "tile"  # said as soon as the tile is taken
            assert stand(lesson, 4, game, [card, home]).wrong == known
            assert stand(lesson, 4, game, [card, home, square]).wrong == kind
            game.push(text)
            assert stand(lesson, 4, game)[2:4] == (kind, True)
            game.pop()


@each_lesson
def test_every_goal_tells_a_wrong_turn_from_a_right_one(name: str) -> None:
    lesson = lesson_of(name)
    for index, part in enumerate(lesson.parts):
        if part.goal is None:
            continue
        game = solved(name, index)
        found: set[str | None] = set()
        for move in list(game.legal_moves)[:: max(1, len(game.legal_moves) // 60)]:
            game.push(move)
            found.add(stand(lesson, index, game).wrong)
            game.pop()
        assert found - {None}, f"{name}.{part.text} accepts everything"
        texts = teaching("en")
        named = {wrong for wrong in found if wrong} if f"{name}.{part.text}.wrong" not in texts else set()
        assert {f"wrong.{wrong}" for wrong in named} <= set(texts)


def test_the_other_player_answers_even_where_no_answer_fits() -> None:
    lesson = lesson_of("place")
    game = lesson.begin()
    game.push("* f3 -")
    odd = read_lesson("place", re.sub(r'replies = \["36[^\n]*', 'replies = ["36 i3 -"]', source("place")))
    reply = stand(odd, 1, game).reply
    assert reply is not None
    game.push(reply)


# ── what is said ───────────────────────────────────────────────────────────────────────────────────


@each_language
def test_every_language_says_the_same_things(language: str) -> None:
    texts, english = teaching(language), teaching("en")
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert text.strip(), key
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key


def test_every_part_has_a_text_and_every_text_a_part() -> None:
    said = {f"{name}.{part.text}" for name in LESSONS for part in lesson_of(name).parts}
    texts = set(teaching("en"))
    assert said <= texts
    of_lessons = {key for key in texts if key.split(".")[0] in LESSONS}
    titles = {f"{name}.title" for name in LESSONS}
    mistakes = {f"{key}.wrong{what}" for key in said for what in ("", *(f".{goal}" for goal in GOALS))}
    assert of_lessons - titles - mistakes == said
    assert titles <= texts
    assert {f"wrong.{key}" for key in (*GOALS, "structure", "allowed")} == {k for k in texts if k.startswith("wrong.")}


@each_language
def test_what_is_said_is_short_and_free_of_rule_numbers(language: str) -> None:
    for key, text in teaching(language).items():
        assert len(text) <= 330, key
        assert not re.search(r"\b[CSTPNFDEWB]\d\b", text), key


@each_language
def test_the_wild_card_is_called_as_on_the_table(language: str) -> None:
    called = Texts(language, lesson_of("end").begin().box)("card.wild")
    for key, text in teaching("en").items():
        if "wild card" in text.lower():
            assert called.lower() in teaching(language)[key].lower(), key


@each_language
def test_buttons_are_called_as_on_the_table(language: str) -> None:
    for key in ("web.stand", "web.play"):
        assert str(messages(language)[key]) in teaching(language)["card.finish"]


# ── ten questions ──────────────────────────────────────────────────────────────────────────────────


def test_ten_questions_about_the_rules_are_answered_by_what_the_lessons_say() -> None:
    asked = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["questions"]
    assert len(asked) == 10
    for each in asked:
        text = teaching("en")[each["taught"]]
        assert each["words"] in text, each["question"]
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    for each in asked:
        assert each["question"] in page
        assert each["answer"] in page


def test_turns_taken_back_are_asked_for_again() -> None:
    """Whoever takes back more than was asked is not left alone with an opponent who never answers."""
    lesson = lesson_of("end")
    rows, mission = (
        next(i for i, part in enumerate(lesson.parts) if part.text == text) for text in ("rows", "mission")
    )
    game = lesson.begin()
    assert stand(lesson, mission, game).part == rows, "the turn that filled the row is gone"
    game.push("34 e3 e5")
    standing = stand(lesson, mission, game)
    assert standing.reply is not None
    assert standing.part == rows + 1


def test_the_mission_of_the_last_lesson_is_met_in_the_lowest_row_alone() -> None:
    lesson = lesson_of("end")
    mission = next(index for index, part in enumerate(lesson.parts) if part.text == "mission")
    for first, last, wrong in (
        ("34 e3 -", "* e6 e6", None),
        ("34 e3 e5", "* e6 e6", None),
        ("34 e3 -", "* g5 e5", "walk"),
    ):
        game = lesson.begin()
        for move in (first, "26 b2=e2 -", last):
            game.push(move)
        assert stand(lesson, mission, game).wrong == wrong, (first, last)


def test_a_card_with_which_the_task_cannot_be_done_is_answered_at_once() -> None:
    """Otherwise the tile that is asked for is not on offer any more, and each of the others is called wrong."""
    lesson = lesson_of("place")
    standing = stand(lesson, 1, lesson.begin(), ["24"])
    assert (lesson.parts[standing.part].text, standing.wrong) == ("card", "card")
    assert stand(lesson, 1, lesson.begin(), ["*"]).wrong is None
