"""`sanssouci advise`: from a record, from a position, in four languages, and in one line what is wrong."""

import json
from pathlib import Path

import pytest

from sanssouci import Game
from sanssouci.cli.main import main
from sanssouci.game.record import write_line
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
        (("--move", "5000"), "--move 5000: the record has 38 moves; choose one with --move, 0 to 37"),
        ((), "the game is over; choose an earlier moment with --move, 0 to 37"),
        (("--move", "38"), "the game is over; choose an earlier moment with --move, 0 to 37"),
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


def test_of_a_running_record_the_last_move_can_be_chosen_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = running(BY_ID["ravensburger-2"], 6, ["greedy"], 20)
    path = tmp_path / "running.jsonl"
    path.write_text(write_line(game.record(complete=True)), encoding="utf-8")
    assert main(["advise", str(path), "--move", "21", *QUICK]) == 2
    assert "--move 21: the record has 20 moves; choose one with --move, 0 to 20" in capsys.readouterr().err
    assert main(["advise", str(path), "--move", "20", *QUICK]) == 0


def test_time_and_samples_do_not_go_together(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["advise", str(records), "--move", "12", "--time", "1", *QUICK])
    assert stopped.value.code == 2
    assert "--samples: not allowed with argument --time" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "record", "fault"),
    [
        ("# Sanssouci\n", 1, ":1: this line is neither a record (an object of JSON) nor a position"),
        ("\n\n[1, 2]\n", 1, ":3: this line is neither a record (an object of JSON) nor a position"),
        ("\nravensburger@12345678 2 -\n", 1, ":2: a position has the fields BOX@DIGEST PLAYERS"),
        ("somebody@example.org\n{\n", 2, ":2: this line is not JSON"),
        ('{"format": "sanssouci-arena", "version": 1}\n', 1, ":1: these are results of the arena, not records; "),
        ('{"format": "other", "version": 1}\n', 1, ":1: format is 'other'; it must be 'sanssouci-record'"),
    ],
)
def test_a_file_of_something_else_is_named_with_its_line(
    tmp_path: Path, text: str, record: int, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["advise", str(path), "--record", str(record)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"sanssouci advise: {path}{fault}")


def test_results_of_the_arena_are_refused_with_the_way_to_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "records.jsonl"
    match = ["arena", "greedy", "random", "--games", "2", "--workers", "1", "--results", str(results)]
    assert main([*match, "--records", str(records)]) == 0
    capsys.readouterr()
    assert main(["advise", str(results), "--move", "12", *QUICK]) == 2
    assert "sanssouci arena --records FILE writes records" in capsys.readouterr().err
    assert main(["advise", str(records), "--move", "12", *QUICK]) == 0


def test_a_position_that_cannot_be_read_or_is_anothers_turn(capsys: pytest.CaptureFixture[str]) -> None:
    game = running(BY_ID["ravensburger-2"], 6, ["greedy"], 20)
    assert game.seat is not None
    for source in ("ravensburger@nonsense", "no-such-file", game.view(1 - game.seat).text()):
        assert main(["advise", source, *QUICK]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("sanssouci advise: ")
