"""`sanssouci advise`: from a record, from a position, in four languages, with faults reported in one line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sanssouci import Game, load_box
from sanssouci.cli.main import main
from sanssouci.game.record import write_line
from sanssouci.players.advice import Reason, sentence
from sanssouci.texts import LANGUAGES, Texts
from strategies import BY_ID, running

QUICK = ("--samples", "300", "--seed", "1")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    game = running(BY_ID["imperial-2-rewards-boar"], 4, ["greedy"], 10_000)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(game.record()) + "\n", encoding="utf-8")
    return path


def advised(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What the command prints, line by line."""
    assert main(["advise", *arguments, *QUICK]) == 0
    return capsys.readouterr().out.splitlines()


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The same advice as data."""
    advice = json.loads("".join(advised(capsys, *arguments, "--json")))
    assert isinstance(advice, list)
    return advice


def said(texts: Texts, advice: dict[str, Any]) -> list[str]:
    """The reasons shown, as sentences."""
    return [sentence(texts, Reason(values.pop("key"), values)) for values in advice["reasons"][:3]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_from_a_record_in_every_language(
    records: Path, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # so that no reason needs a second line
    arguments = (str(records), "--move", "12", "--language", language)
    texts = Texts(language, load_box("imperial"))
    lines, data = advised(capsys, *arguments), found(capsys, *arguments)
    rows = [line for line in lines if "%" in line]
    assert lines[0] == f"{texts('picture.play card', name=texts('show.seat', seat=0))} · " + texts(
        "board.round", round=6, rounds=18
    )
    assert lines[-len(rows) - 2 :] == [*rows, "", texts("advise.order")]
    assert len(rows) == len(data) == 5
    for row, advice in zip(rows, data, strict=True):
        assert advice["seat"] == 0
        points, lead = texts.decimal(advice["points"]), texts.decimal(advice["lead"], signed=True)
        chance = texts("advise.chance", chance=r"[\d.,]+", error=r"[\d.,]+")
        cells = rf"{re.escape(advice['move'])} +{points} +{re.escape(lead)} +{chance} +{advice['samples']}  (.*)"
        match = re.fullmatch(cells, row)
        assert match
        assert re.split("\xa0?; ", match[1]) == said(texts, advice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 50, 60, 80, 100])
def test_reasons_always_have_room(
    records: Path, language: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    arguments = (str(records), "--move", "33", "--language", language)  # moves are long in the last rounds
    texts = Texts(language, load_box("imperial"))
    lines, data = advised(capsys, *arguments), found(capsys, *arguments)
    table = lines[1:-2]
    first = next(number for number, line in enumerate(table) if "%" in line)
    if width >= 50:
        assert max(map(len, table)) <= width
    is_beside = texts("advise.why") in table[first - 1]
    assert is_beside or width < 100
    assert not is_beside or width >= 80
    start = table[first - 1].index(texts("advise.why")) if is_beside else 2
    reasons = [line[start:] for line in table[first:] if is_beside or line.startswith("  ")]
    told = " ".join(reasons).replace("\xa0;", ";")
    for advice in data:
        assert "; ".join(said(texts, advice)) in told
    assert not any(line.startswith((":", "»", ";")) or line.endswith("«") for line in reasons)


def test_the_heading_names_the_seat_and_what_it_has_to_choose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = running(BY_ID["ravensburger-3"], 6, ["greedy"], 10_000)
    game.names = ("Anna", "Wilhelmine von Bayreuth, Markgräfin", "Ida")
    path = tmp_path / "games.jsonl"
    path.write_text(write_line(game.record()), encoding="utf-8")
    first = game.first
    for moves, what in ((0, "chooses a side of the garden board · Setting up"), (4, "is to play · Round 1 of 18")):
        seat = (first + moves) % 3
        line = advised(capsys, str(path), "--move", str(moves), "--language", "en")[0]
        assert line == f"Seat {seat} ({('Anna', 'Wilhelmine von Bayreu...', 'Ida')[seat]}) {what}"
        assert {advice["seat"] for advice in found(capsys, str(path), "--move", str(moves))} == {seat}


def test_the_computed_last_round_has_a_note_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = running(BY_ID["ravensburger-2"], 2, ["greedy"], 2 + 2 * 17)
    assert main(["advise", game.text(), "--language", "en", "--samples", "2000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == Texts("en", game.box)("advise.computed")
    assert not any("±" in line for line in lines)


def test_an_ascii_terminal_gets_ascii(records: Path) -> None:
    command = [sys.executable, "-m", "sanssouci", "advise", str(records), "--move", "12", "--language", "fr", *QUICK]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    shown = subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode("ascii")
    assert re.search(r"\d,\d \+- \d", shown)
    assert "?" not in shown


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
    assert {"seat", "move", "points", "lead", "win", "error", "samples", "reasons"} == set(outputs[0][0])


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--move", "5000"), "--move 5000: the record has 38 moves; choose one with --move, 0 to 37"),
        ((), "the game is over; choose an earlier moment with --move, 0 to 37"),
        (("--move", "38"), "the game is over; choose an earlier moment with --move, 0 to 37"),
        (("--move", "12", "--seat", "7"), "'s turn, not seat 7's"),
        (("--record", "2"), "--record 2: there is 1 line in"),
        (("--time", "99"), "--time must be 0.1 to 30 seconds, not 99"),
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
        ("# Sanssouci\n", 1, ":1: this line is neither a record (a JSON object) nor a position"),
        ("\n\n[1, 2]\n", 1, ":3: this line is neither a record (a JSON object) nor a position"),
        ("\nravensburger@12345678 2 -\n", 1, ":2: a position has the fields BOX[@DIGEST] PLAYERS"),
        ("somebody@example.org\n{\n", 2, ":2: this line is not JSON"),
        ('{"format": "sanssouci-arena", "version": 1}\n', 1, ":1: these are arena results, not records; "),
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


def test_a_position_in_mid_turn_is_headed_like_the_one_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["greedy"], 8)
    card = str(game.legal_moves[0]).split()[0]
    assert (
        advised(capsys, game.text(), "--language", "en")[0]
        == advised(capsys, f"{game.text()} + {card}", "--language", "en")[0]
    )
