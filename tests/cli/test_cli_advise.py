"""`sanssouci advise`: from a record, from a position, in four languages, and in one line what is wrong."""

import json
from pathlib import Path

import pytest

from sanssouci import Game
from sanssouci.cli.main import main
from sanssouci.texts import LANGUAGES
from strategies import BY_ID, running

QUICK = ("--samples", "300", "--seed", "1")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    game = running(BY_ID["imperial-2-rewards-boar"], 4, ["greedy"], 10_000)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(game.record()) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_from_a_record_in_every_language(
    records: Path, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # so that no reason takes a second line
    assert main(["advise", str(records), "--move", "12", "--language", language, *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert all("%" in line for line in lines[1:])


def test_a_complete_position_and_the_same_from_one_seats_eyes_give_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game: Game = running(BY_ID["ravensburger-3"], 6, ["greedy"], 20)
    assert game.seat is not None
    outputs = []
    for text in (game.text(), game.view(game.seat).text()):
        assert main(["advise", text, "--json", "--best", "3", *QUICK]) == 0
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) == 3
    assert {"move", "points", "lead", "win", "error", "samples", "reasons"} == set(outputs[0][0])


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--move", "5000"), "the record has"),
        ((), "the game is over; choose an earlier moment with --move"),
        (("--move", "12", "--seat", "7"), "it is the turn of seat"),
        (("--record", "2"), "--record 2: there are 1 lines in"),
        (("--time", "99"), "--time is 0.1 to 30 seconds, not 99"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    records: Path, arguments: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", str(records), *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("sanssouci advise: ")
    assert fault in line


def test_a_position_that_cannot_be_read_or_is_anothers_turn(capsys: pytest.CaptureFixture[str]) -> None:
    game = running(BY_ID["ravensburger-2"], 6, ["greedy"], 20)
    assert game.seat is not None
    for source in ("ravensburger@nonsense", "no-such-file", game.view(1 - game.seat).text()):
        assert main(["advise", source, *QUICK]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
