"""The lessons at the keyboard: the same files as on the page."""

import json
from pathlib import Path

import pytest

import warm
from sanssouci.game.draft import Draft
from sanssouci.game.move import Move
from sanssouci.study.lessons import LEARNER, LESSONS, Lesson, lesson_of, stand
from sanssouci.texts import LANGUAGES
from sanssouci.texts.teaching import Teaching, teaching
from terminal.keyboard import Keyboard


def learn(*arguments: str, data: Path, keys: list[str], language: str = "en") -> str:
    settings = {"SANSSOUCI_DATA_DIR": str(data), "LC_ALL": "C.UTF-8"}
    stdin = "".join(f"{key}\n" for key in keys)
    done = warm.in_text("learn", *arguments, "--language", language, stdin=stdin, variables=settings)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def keys_of(lesson: Lesson) -> list[str]:
    """What a learner types who reads everything and does what is asked."""
    game, keys = lesson.begin(), []
    for index, part in enumerate(lesson.parts):
        if not part.waits:
            keys.append("")
        if part.solution is None:
            continue
        move, draft = Move.parse(part.solution), Draft(game.view(LEARNER))
        whole = Draft(draft.view)
        whole.choose_move(move)
        for step in whole.chosen:
            if len(draft.choices) > 1 or not draft.chosen:
                keys.append(step)
            draft.choose(step)
        keys.append("")
        game.push(move)
        reply = stand(lesson, index, game).reply
        if reply is not None:
            game.push(reply)
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_played_in_the_terminal(language: str, tmp_path: Path) -> None:
    keys = [key for name in LESSONS for key in keys_of(lesson_of(name))]
    shown = learn("--plain", data=tmp_path, keys=["1", *keys], language=language)
    for name in LESSONS:
        for part in lesson_of(name).parts:
            assert teaching(language)[f"{name}.{part.text}"] in shown, (name, part.text)
    assert "sanssouci play --text --seats human,page" in shown.splitlines()[-1]
    title = teaching(language)["ui.lesson"].format(number=1, count=len(LESSONS))
    colon = "\u00a0:" if language == "fr" else ":"
    assert f"{title}{colon} {teaching(language)['card.title']}" in shown.splitlines()
    assert json.loads((tmp_path / "lessons.json").read_text())["done"] == list(LESSONS)
    assert "\x1b" not in shown


def test_an_illegal_try_is_answered_with_its_reason_and_without_a_rule_number(tmp_path: Path) -> None:
    shown = learn(
        "card", "--plain", data=tmp_path, keys=["", "a", "36", "f4", "d3", "a6", "c9", "-", "", "", "f", "i6"]
    )
    for reason in (
        "This card is not in hand.",
        "The tile is not on either of the card's two colours.",
        "A noble never walks over an empty square.",
        "“c9” is not one of the choices. Type a number from 1 to 11.",
        "A tile of the card's structure is face up, so one of those must be taken.",
    ):
        assert reason in shown.splitlines(), reason


def test_a_legal_turn_that_was_not_asked_for_is_explained_and_taken_back(tmp_path: Path) -> None:
    keys = ["", "34", "a4", "-", "", "", "34", "e3", "-", "", ""]
    shown = learn("end", data=tmp_path, keys=keys).splitlines()
    at = shown.index(teaching("en")["wrong.allowed"])
    assert shown[at + 1] == teaching("en")["end.rows.wrong"]
    assert teaching("en")["end.columns"] in shown[at + 2 :]


def test_what_is_typed_where_enter_was_asked_for_counts(tmp_path: Path) -> None:
    shown = learn("place", data=tmp_path, keys=["*", "f3", "-", "", "q"])
    assert teaching("en")["place.crossing"] in shown


def test_the_right_tile_on_another_square_is_answered_as_just_that() -> None:
    say = Teaching("en")
    assert say.about_mistake("gardener", "task", "square") == teaching("en")["gardener.task.wrong.square"]
    assert say.about_mistake("gardener", "task", "gardener") == teaching("en")["gardener.task.wrong"]
    assert say.about_mistake("card", "play", "card") == teaching("en")["wrong.card"]


def test_a_choice_that_leads_nowhere_is_explained_and_asked_for_again(tmp_path: Path) -> None:
    shown = learn("keep", "--plain", data=tmp_path, keys=["", "*", "34", "c4", "-", "", ""]).splitlines()
    at = shown.index(teaching("en")["keep.both.wrong"])
    assert teaching("en")["keep.why"] in shown[at + 1 :]
    assert shown.count(teaching("en")["keep.both"]) == 1, "not said twice"


def test_a_lesson_can_be_begun_afresh_and_the_last_one_counts_the_points(tmp_path: Path) -> None:
    solved = ["", "34", "e3", "-", "", "", "*", "e6", "e6", "", ""]
    shown = learn("end", data=tmp_path, keys=[*solved[:6], "r", *solved]).splitlines()
    assert shown.count(teaching("en")["end.rounds"]) == 2
    assert any(line.split() == ["missions", "9", "6"] for line in shown), shown[-30:]


def test_one_may_leave_and_come_back_at_any_step(tmp_path: Path) -> None:
    keys = keys_of(lesson_of("route"))
    for index in range(len(keys)):
        (tmp_path / "lessons.json").unlink(missing_ok=True)
        first = learn("route", "--plain", data=tmp_path, keys=[*keys[:index], "q"])
        assert first.splitlines()[-1] == teaching("en")["cli.left"].format(command="sanssouci learn")
    kept = json.loads((tmp_path / "lessons.json").read_text())["at"]
    assert kept == {"lesson": "route", "read": 4, "moves": ["34 e3 d4", "24 a2 -", "56 e5=g5 g6", "g g3 -"]}
    again = learn("--plain", data=tmp_path, keys=["", ""])
    assert teaching("en")["route.done"] in again
    assert teaching("en")["route.empty"] not in again


def test_a_file_of_progress_that_is_damaged_is_no_obstacle(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"done": 3}', '{"at": {"lesson": "card", "moves": ["x"], "read": 2}}', '{"at": 1}'):
        (tmp_path / "lessons.json").write_text(text)
        assert teaching("en")["card.welcome"] in learn("1", "--plain", data=tmp_path, keys=["q"]), text


def test_a_lesson_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    settings = {"SANSSOUCI_DATA_DIR": str(tmp_path), "LC_ALL": "C.UTF-8"}
    done = warm.in_text("learn", "chess", variables=settings)
    assert done.returncode == 2
    assert done.stderr.startswith("sanssouci learn: There is no lesson “chess”. Lessons are 1 to 9, or: card, place")


def test_a_lesson_at_a_real_terminal_of_80_columns(tmp_path: Path) -> None:
    learner = Keyboard("learn", "nobles", data=tmp_path)
    for key in keys_of(lesson_of("nobles")):
        learner.child.expect(": ")
        learner.type(key)
    learner.child.expect("although it")
    learner.child.close()
