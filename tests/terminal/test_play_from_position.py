"""Playing on from a position: a file or a text, complete or as a seat sees it, or a moment of a record."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import warm
from sanssouci import Game, RandomPlayer
from sanssouci.cli.play.saving import read_save
from terminal.keyboard import flat, words


def middle(turns: int = 9, **options: Any) -> Game:
    """A game after some turns."""
    game, player = Game(seed=5, **options), RandomPlayer(5)
    while game.turns < turns:
        assert game.seat is not None
        game.push(player.choose(game.view(game.seat)))
    return game


def play(typed: str, *arguments: str, folder: Path, status: int = 0) -> subprocess.CompletedProcess[str]:
    settings = {"SANSSOUCI_DATA_DIR": str(folder), "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    done = warm.in_text("play", "--text", "--plain", *arguments, stdin=typed, variables=settings)
    assert done.returncode == status, done.stderr
    return done


def saved(folder: Path) -> Game:
    (file,) = (folder / "saved").glob("game-*.json")
    return read_save(file).game


def a_move(game: Game) -> str:
    return str(random.Random(1).choice(list(game.legal_moves)))


def test_a_game_from_a_file_is_played_left_resumed_and_recorded(tmp_path: Path) -> None:
    start = middle(turns=32, box="imperial", expansions="rewards,boar")
    file = tmp_path / "position.txt"
    file.write_text(start.text() + "\n", encoding="utf-8")
    begun = play("q\n", "--from", str(file), "--seed", "7", folder=tmp_path)
    assert saved(tmp_path).text() == start.text()
    assert words("en", "imperial")("play.starts", name="Wilhelmine") not in begun.stdout, "it started long ago"
    move = a_move(saved(tmp_path))
    play(f"{move}\n\nq\n", "--resume", folder=tmp_path)
    assert str(saved(tmp_path).moves[0]) == move
    one_by_one = "1\n" * 5 + "\n"
    ended = play(one_by_one * 4, "--resume", folder=tmp_path)
    (line,) = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    assert (record["version"], record["start"]) == (2, start.text())
    game = Game.from_record(record)
    assert game.is_over
    assert record["events"][0] == ["turn", start.seat, move]
    again = re.search(r"--from '([^']+)'", flat(ended.stdout))
    assert again is not None
    assert Game.from_text(again[1]).text() == start.text()
    assert "--seed 7" in flat(ended.stdout)
    assert "--players" not in ended.stdout


def test_without_seats_a_person_plays_whoever_moves(tmp_path: Path) -> None:
    start = middle(turns=10, players=3)
    assert start.seat
    play("q\n", "--from", start.text(), folder=tmp_path)
    (file,) = (tmp_path / "saved").glob("*.json")
    kinds = read_save(file).seats.kinds
    assert [seat for seat, kind in enumerate(kinds) if kind == "human"] == [start.seat]


def test_what_a_view_does_not_show_is_dealt(tmp_path: Path) -> None:
    start = middle()
    assert start.seat is not None
    view = start.view(1 - start.seat)
    play("q\n", "--from", view.text(), "--seats", "human,human", "--seed", "3", folder=tmp_path)
    game = saved(tmp_path)
    assert game.view(view.eyes).text() == view.text()
    assert game.text() == view.sample(3).text()


def test_a_turn_under_way_is_made_anew(tmp_path: Path) -> None:
    start = middle()
    before = start.text()
    start.push_code(start.legal_codes[0])
    assert start.text() != before
    play("q\n", "--from", start.text(), folder=tmp_path)
    assert saved(tmp_path).text() == before


def test_a_moment_of_a_record_is_a_position_too(tmp_path: Path) -> None:
    game = middle(turns=36)
    game.names = ("Anna", "Otto")
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(game.record()) + "\n", encoding="utf-8")
    shown = play("l\nq\n", "--from", str(file), "--move", "12", folder=tmp_path)
    while len(game.moves) > 12:
        game.pop()
    found = saved(tmp_path)
    assert (found.text(), found.names, found.moves) == (game.text(), ("Anna", "Otto"), ())
    assert "Anna" in shown.stdout


def test_the_words_of_a_box_of_ones_own_are_used(tmp_path: Path) -> None:
    box = "small"
    text = Game(box, seed=1).text()
    play("q\n", "--from", text, "--box", box, folder=tmp_path)
    assert saved(tmp_path).text() == text
    play("q\n", "--resume", folder=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--from", "-"], "standard input is the keyboard"),
        (["--from", "nowhere.txt"], "cannot read nowhere.txt"),
        (["--from", "imperial@0 what"], "a position has the fields"),
        (["--from", "POSITION", "--players", "2", "--boar"], "leave out --players, --boar"),
        (["--from", "POSITION", "--seats", "human"], "1 seats for 2 players"),
        (["--from", "POSITION", "--move", "3"], "--move only applies to records"),
        (["--from", "OVER"], "the game is over"),
        (["--move", "3"], "--move needs --from"),
        (["--resume", "--from", "POSITION"], "leave out --from"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: list[str], fault: str, tmp_path: Path) -> None:
    positions = {"POSITION": middle(1).text(), "OVER": middle(36).text()}
    done = play("", *(positions.get(word, word) for word in arguments), folder=tmp_path, status=2)
    assert fault in flat(done.stderr)
