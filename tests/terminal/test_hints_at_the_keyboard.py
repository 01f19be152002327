"""The hint key: the best moves of the player's view, as a table or in sentences, and playable as written."""

import re
from pathlib import Path

import pytest

import warm
from sanssouci import Game
from sanssouci.cli.play.saving import read_save
from sanssouci.texts import LANGUAGES
from terminal.keyboard import flat, pattern, words


def play(typed: str, *arguments: str, folder: Path, language: str) -> str:
    variables = {"SANSSOUCI_DATA_DIR": str(folder), "COLUMNS": "100"}
    setting = ("--seed", "3", "--first", "0", "--names", "Anna,Otto", "--save", str(folder / "game.json"))
    options = (*setting, "--language", language, *arguments)
    done = warm.in_text("play", "--text", *options, stdin=typed, variables=variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def game_of(folder: Path) -> Game:
    return read_save(folder / "game.json").game


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_told_in_sentences(language: str, tmp_path: Path) -> None:
    shown = play("1\n\nh\nq\n", "--plain", folder=tmp_path, language=language)
    told = re.findall(pattern(language, "advise.aloud") + "\n", shown)
    assert [number for number, *_ in told] == ["1", "2", "3"]
    legal = {str(move) for move in game_of(tmp_path).legal_moves}
    assert {move for _, move, *_ in told} <= legal
    reasons = {why for *_, why in told}
    assert all(reasons)
    assert "±" not in shown


def test_a_hint_is_drawn_as_a_table_and_can_be_typed_in(tmp_path: Path) -> None:
    texts = words("de", "ravensburger")
    shown = play("1\n\nh\nq\n", folder=tmp_path, language="de")
    assert texts("advise.win") in shown
    assert texts("advise.order") in flat(shown)
    moves = re.findall(r"^([\w*]+ \w\d(?:=\w\d)? (?:\w\d|-)) +\d", shown, re.MULTILINE)
    assert len(moves) == 3
    before = game_of(tmp_path)
    before.push(moves[0])
    (tmp_path / "game.json").unlink()
    play(f"1\n\n{moves[0]}\n\nq\n", "--seats", "human,greedy", folder=tmp_path, language="de")
    assert game_of(tmp_path).moves[: len(before.moves)] == before.moves


def test_in_mid_turn_a_hint_is_about_the_whole_turn(tmp_path: Path) -> None:
    shown = play("1\n\n1\nh\nq\n", "--plain", folder=tmp_path, language="en")
    moves = {move for _, move, *_ in re.findall(pattern("en", "advise.aloud") + "\n", shown)}
    assert len(moves) == 3
    assert moves <= {str(move) for move in game_of(tmp_path).legal_moves}
