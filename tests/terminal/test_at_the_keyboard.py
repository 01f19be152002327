"""Keys, refusals, undo, leaving and returning, in a real pseudo-terminal."""

import json
import random
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from sanssouci import Game, Turn
from sanssouci.game.legal import LegalMoves
from terminal.keyboard import Keyboard, flat, words


def saved(data: Path) -> dict[str, Any]:
    (file,) = data.glob("saved/game-*.json")
    content = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def game_of(data: Path) -> Game:
    return Game.from_record(saved(data)["record"], running=True)


def play_turns(keyboard: Keyboard, number: int, seed: int = 1) -> None:
    """Confirm that many moves of the human, and wait for the next question."""
    luck = random.Random(seed)
    for _ in range(number):
        while keyboard.expect("play.ask", "play.confirm") == 0:
            keyboard.type(str(luck.randint(1, keyboard.number())))
        keyboard.type("")
    keyboard.expect("play.ask")


def one_more(turns: LegalMoves) -> list[Turn]:
    return [move for move in turns if isinstance(move, Turn)]


def test_what_is_not_allowed_is_explained_in_words(tmp_path: Path) -> None:
    keyboard = Keyboard("play", "--text", "--seed", "3", "--first", "0", data=tmp_path, language="de")
    play_turns(keyboard, 1)
    game, texts = game_of(tmp_path), words("de", "ravensburger")
    legal = one_more(game.legal_moves)
    held = game.hand(0)
    other = next(card for card in ("a", "b", "c") if card not in held)
    structure = next(move for move in legal if move.gardener is None and move.walk is None)

    keyboard.type(f"{other} {structure.tile} -")
    keyboard.expect("play.illegal")
    keyboard.expect("play.legal")
    assert keyboard.child.match.group(1) == ", ".join(held)
    keyboard.expect("play.ask")
    assert f"Das ist nicht erlaubt: {texts('reason.not in hand')}." in flat(keyboard.output)

    keyboard.type(f"{structure.card} {structure.tile}={structure.tile} -")
    keyboard.expect("play.ask")
    assert texts("reason.not turned by choice", home=structure.tile) in flat(keyboard.seen[-1])
    assert "P4" not in keyboard.seen[-1], "numbers of rules are for those who look them up"
    keyboard.type(f"{structure.card} {structure.tile} {structure.tile[0]}6")
    keyboard.expect("play.ask")
    assert "Das ist nicht erlaubt" in flat(keyboard.seen[-1])
    keyboard.type(f"{structure.card} i1 -")
    keyboard.expect("play.ask")
    assert texts("reason.no such tile") in flat(keyboard.seen[-1])

    keyboard.type("\x1b[31mwas?")
    keyboard.expect("play.unclear")
    assert "\x1b[31mwas?“" not in keyboard.seen[-1], "nothing typed controls the terminal"
    keyboard.expect("play.ask")
    keyboard.type(str(structure))
    keyboard.expect("play.confirm")
    keyboard.type("x")
    keyboard.expect("play.unclear.confirm")
    keyboard.expect("play.confirm")
    keyboard.type("q")
    assert keyboard.end() == 0
    assert len(game_of(tmp_path).moves) == len(game.moves), "what was not confirmed was not played"


def test_steps_go_back_one_by_one_and_turns_as_a_whole(tmp_path: Path) -> None:
    keyboard = Keyboard("play", "--text", "--seed", "4", "--first", "0", data=tmp_path, language="es")
    play_turns(keyboard, 3)
    before = game_of(tmp_path)
    keyboard.type("1")
    keyboard.expect("play.ask")
    keyboard.type("1")
    keyboard.expect("play.ask", "play.confirm")
    keyboard.type("b")
    keyboard.expect("step.take tile")
    keyboard.type("b")
    keyboard.expect("step.play card")
    keyboard.type("b")
    keyboard.expect("play.first_step")
    keyboard.expect("play.ask")
    keyboard.type("u")
    keyboard.expect("play.undone")
    keyboard.expect("play.ask")
    after = game_of(tmp_path)
    assert after.moves == before.moves[:-2]
    assert after.seat == 0
    for _ in range(2):
        keyboard.type("u")
        keyboard.expect("play.undone")
        keyboard.expect("play.ask")
    keyboard.type("u")
    keyboard.expect("play.undo_nothing")
    keyboard.expect("play.ask")
    assert game_of(tmp_path).moves == ()
    keyboard.type("1")
    keyboard.expect("play.confirm")
    keyboard.type("")
    keyboard.expect("step.play card")
    assert game_of(tmp_path).turns == 0
    keyboard.child.close(force=True)


def test_pages_show_keys_log_gardens_and_what_is_to_come(tmp_path: Path) -> None:
    keyboard = Keyboard(
        *("play", "--text", "--seed", "4", "--box", "imperial", "--names", "Anna,Otto", "--first", "1"),
        data=tmp_path,
        language="fr",
    )
    play_turns(keyboard, 2)
    game, texts = game_of(tmp_path), words("fr", "imperial")

    def page(key: str) -> str:
        keyboard.type(key)
        keyboard.expect("play.go_on")
        shown = keyboard.seen[-1]
        keyboard.type("")
        keyboard.expect("play.ask")
        return shown

    assert texts("help.quit") in page("?")
    log = page("l")
    assert "1. Otto joue la carte" in log
    assert f"{len(game.moves)}. " in log
    gardens = page("g")
    assert "Anna" in gardens
    assert "Otto" in gardens
    assert "Anna" not in page("g 1")
    assert "Anna" not in page("G otto")
    bag = page("t")
    for letter, count in game.bag.items():
        assert (f"{texts.structure(letter)} {count}" in flat(bag)) == (count > 0)
    keyboard.type("?")
    keyboard.expect("play.go_on")
    keyboard.type("1")  # the answer to the question that comes next
    keyboard.expect("step.take tile")
    keyboard.expect("play.ask")
    keyboard.type("b")
    keyboard.expect("step.play card")
    keyboard.expect("play.ask")
    keyboard.type("g 7")
    keyboard.expect("play.no_seat")
    keyboard.expect("play.ask")
    keyboard.type("s")
    keyboard.expect("play.saved")
    keyboard.expect("play.ask")
    keyboard.child.sendeof()
    assert keyboard.end() == 0


def test_with_several_people_only_the_own_steps_go_back(tmp_path: Path) -> None:
    keyboard = Keyboard("play", "--text", "--box", "imperial", "--seats", "human,human", "--seed", "1", data=tmp_path)
    keyboard.expect("play.cover")
    keyboard.type("")
    keyboard.expect("play.ask")
    keyboard.type("u")
    keyboard.expect("play.undo_shared")
    keyboard.expect("play.ask")
    keyboard.child.close(force=True)
    assert game_of(tmp_path).moves == ()


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Keyboard(
        *("play", "--text", "--seats", "human,random", "--names", "Anna,Otto", "--seed", "9", "--language", "de"),
        data=tmp_path,
    )
    first.language = "de"
    play_turns(first, 5)
    first.child.kill(signal.SIGKILL)
    first.child.wait()
    game, content = game_of(tmp_path), saved(tmp_path)
    assert game.turns >= 7
    assert (content["seats"], content["language"], content["record"]["names"]) == (
        ["human", "random"],
        "de",
        ["Anna", "Otto"],
    )

    second = Keyboard("play", "--text", "--resume", data=tmp_path)
    second.language = "de"
    second.expect("play.ask")
    texts = words("de", "ravensburger")
    for card in game.hand(0):
        assert f"{card:>2} {texts.card(card)}" in second.output
    assert texts("board.round", round=game.round, rounds=18) in second.output
    second.child.sendintr()
    second.expect("play.resume")
    assert second.end() == 130
    assert game_of(tmp_path).text() == game.text()
    assert game_of(tmp_path).seed == game.seed

    records = tmp_path / "records.jsonl"
    (file,) = tmp_path.glob("saved/*.json")
    third = Keyboard("play", "--text", "--resume", str(file), "--records", str(records), data=tmp_path, language="en")
    third.language = "de"
    third.answer(lambda count: count, "end.again")
    assert third.end() == 0
    record = json.loads(records.read_text(encoding="utf-8"))
    events = content["record"]["events"]
    assert record["events"][: len(events)] == events
    assert Game.from_record(record).is_over
    assert not file.exists()


@pytest.mark.parametrize("language", ["es", "fr"])
def test_plain_mode_speaks_in_sentences_without_signs(language: str, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    keyboard = Keyboard(
        *("play", "--text", "--plain", "--box", "imperial", "--rewards", "--boar", "--seed", "2", "--first", "0"),
        *("--records", str(records)),
        data=tmp_path,
        language=language,
    )
    keyboard.expect("play.ask")
    keyboard.type("g")
    keyboard.expect("play.ask")
    luck = random.Random(3)
    keyboard.type("1")
    keyboard.answer(lambda count: luck.randint(1, count), "end.record")
    keyboard.expect("end.again")
    assert keyboard.end() == 0
    shown = "".join(keyboard.seen)
    assert "\x1b" not in shown
    signs = set(re.sub(r"[\w\s.,:;?¿'()/«»=~-]", "", shown.partition(str(records))[0]))
    assert signs == set()
    game = Game.from_record(json.loads(records.read_text(encoding="utf-8")))
    texts = words(language, "imperial")
    text = flat(shown)
    for seat, points in enumerate(game.outcome().points):  # type: ignore[union-attr]
        assert f"{texts('points.total')} {points.total}, {texts('points.gardeners')}" in text, seat
    for row in (2, 6):
        assert flat(texts("plain.display", row=row, colour=texts.colour(row), tiles="")).rstrip(". ") in text


def test_ascii_and_no_colour_where_the_terminal_has_nothing_else(tmp_path: Path) -> None:
    keyboard = Keyboard(
        *("play", "--text", "--seed", "3", "--first", "0", "--no-colour"),
        data=tmp_path,
        language="de",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    keyboard.language = "en"  # only the patterns below
    assert keyboard.child.expect("1 bis 2, oder \\? fuer Hilfe: ") == 0
    keyboard.child.send("A\r")
    keyboard.child.expect("fuehrt es aus")
    keyboard.child.send("\r")
    keyboard.child.expect("1 bis 2, oder")
    shown = keyboard.child.before
    assert shown.isascii()
    assert "Plaettchen im Beutel" in shown
    assert " 1  A   B   C   D   E   F   G   H   I" in shown.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert not re.search(r"\x1b\[[\d;]*(3[0-9]|4[0-9])[\d;]*m", shown)
    keyboard.child.close(force=True)
