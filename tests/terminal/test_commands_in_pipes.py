"""The commands without a terminal: clean output, JSON, exit statuses, errors in one line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import warm
from sanssouci import Game
from sanssouci.cli.main import COMMANDS, build_parser, main
from sanssouci.cli.play.saving import SaveError, read_save
from strategies import SMALL
from terminal.keyboard import words

Change = Callable[[dict[str, Any]], None]


def sanssouci(
    *arguments: str, data: Path, stdin: str = "", check: int = 0, **variables: str
) -> subprocess.CompletedProcess[str]:
    settings = {"SANSSOUCI_DATA_DIR": str(data), "LC_ALL": "C.UTF-8", **variables}
    done = warm.in_text(*arguments, stdin=stdin, variables=settings)
    assert done.returncode == check, done.stderr
    assert "Traceback" not in done.stderr
    return done


def status_of(arguments: list[str]) -> int:
    """The exit status of a command run in this process, which is quicker."""
    try:
        return main(arguments)
    except SystemExit as stopped:
        return int(stopped.code or 0)


def test_play_in_a_pipe_draws_without_control_characters_and_saves_at_the_end_of_input(tmp_path: Path) -> None:
    keys = "A\n\n1\n1\n1\nx\nl\n"
    done = sanssouci("play", "--text", "--seed", "3", "--first", "0", data=tmp_path, stdin=keys, LC_ALL="de_DE.UTF-8")
    texts = words("de", "ravensburger")
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert texts("step.choose garden side") in done.stdout
    assert texts("play.unclear", text="x", count=1)[:5] in done.stdout
    (file,) = tmp_path.glob("saved/*.json")
    assert done.stdout.splitlines()[-2:] == [
        texts("play.saved", file=file),
        texts("play.resume", command=f"sanssouci play --text --resume {file}"),
    ]
    assert json.loads(file.read_text(encoding="utf-8"))["record"]["seed"] == f"{3:032x}"


def test_computers_alone_play_a_game_to_its_end_and_its_record_is_kept(tmp_path: Path) -> None:
    done = sanssouci("play", "--text", "--seats", "greedy,random,greedy", "--seed", "3", data=tmp_path)
    (line,) = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    outcome = Game.from_record(json.loads(line)).outcome()
    assert outcome is not None
    total = next(line for line in done.stdout.splitlines() if line.startswith("total"))
    assert [int(number) for number in total.split()[1:]] == [points.total for points in outcome.points]
    assert done.stdout.count(" card and takes ") == 54


def test_a_box_of_ones_own_keeps_its_words_in_a_saved_game(tmp_path: Path) -> None:
    box = SMALL
    sanssouci("play", "--text", "--box", str(box), "--first", "0", "--language", "de", data=tmp_path, stdin="1\n\n")
    again = sanssouci("play", "--text", "--resume", data=tmp_path).stdout
    assert "A small Sanssouci" in again
    assert "Orange" in again
    assert "Runde 1 von 9" in again


def saved_game(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    file = tmp_path / "game.json"
    arguments = ("--box", "imperial", "--first", "0", "--seed", "5", "--save", str(file))
    sanssouci("play", "--text", *arguments, data=tmp_path, stdin="1\n1\n1\n\n" * 2)
    content = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return file, content


def test_damaged_saves_are_refused_in_one_line(tmp_path: Path) -> None:
    file, content = saved_game(tmp_path)

    def other_card(data: dict[str, Any]) -> None:
        event = next(event for event in data["record"]["events"] if event[0] == "card")
        event[2] = "a" if event[2] != "a" else "b"

    changes: list[tuple[Change, str]] = [
        (lambda data: data.update(format="sanssouci-record"), "players is missing"),
        (lambda data: data.update(version=2), "its version is 2; this program reads version 1"),
        (lambda data: data.update(seats=["human"]), "seats must be 2 of human, "),
        (lambda data: data.update(seats=["human", "dancer"]), "seats must be 2 of human, "),
        (lambda data: data.update(seats=["human", 3]), "seats must be 2 of human, "),
        (lambda data: data.update(language="la"), "language must be one of de, en, es, fr"),
        (lambda data: data.update(box=None), "box must be a string"),
        (lambda data: data.pop("record"), "a record is a JSON object"),
        (lambda data: data["record"]["events"].pop(), "the game is not over"),
        (other_card, "does not follow from the seed"),
    ]
    for change, says in changes:
        damaged = json.loads(json.dumps(content))
        change(damaged)
        bad = tmp_path / "bad.json"
        bad.write_text(json.dumps(damaged), encoding="utf-8")
        with pytest.raises(SaveError) as raised:
            read_save(bad)
        assert str(raised.value).startswith(f"{bad} is not a saved game: ")
        assert says in str(raised.value)
        assert "\n" not in str(raised.value)
    assert read_save(file).seats.kinds == ("human", "greedy")

    file.write_bytes(file.read_bytes()[:300] + b"\xff\x00")
    done = sanssouci("play", "--text", "--resume", str(file), data=tmp_path, check=1)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"sanssouci play: {file} is not a saved game: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--seats", "human,dancer"],
            "'dancer' is not one of human, architect, courtier, greedy, king, page, random; "
            "name your own player as FILE.py:CLASS or MODULE:CLASS",
        ),
        (["--seats", "human,nowhere.py:Mine"], "player 'nowhere.py:Mine': there is no file nowhere.py"),
        (["--seats", "human,King:time=0"], "player 'king:time=0': time is a positive number, not '0'"),
        (["--seats", "human", "--box", "imperial"], "for 2, 3, 4 players, not 1"),
        (["--seats", "human,human", "--players", "3"], "--seats names 2 seats for 3 players"),
        (["--names", "Anna"], "--names gives 1 names for 2 players"),
        (["--names", "Anna,anna"], "every player needs a different name"),
        (["--names", "Anna,\x1b[2J"], "a name has 1 to 24 printable characters, not '?[2J'"),
        (["--first", "2"], "there is no seat 2 to start; seats are 0 to 1"),
        (["--first", "x"], "must be a whole number of at least 0, not 'x'"),
        (["--boar"], "the box 'ravensburger' has no expansion 'boar'"),
        (["--language", "la"], "invalid choice: 'la'"),
        (["--save", "{here}"], "already exists; continue it with --resume"),
        (["--save", "/dev/null/at/all"], "cannot write /dev/null/at/all"),
        (["--records", "/nowhere/at/all"], "it must be a file in an existing folder"),
        (["--resume"], "there is no saved game in "),
        (["--resume", "/nowhere"], "cannot read /nowhere: No such file"),
        (["--resume", "/nowhere", "--seats", "human,human", "--boar"], "leave out --seats, --boar"),
    ],
)
def test_wrong_use_is_told_in_one_line_with_status_2(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SANSSOUCI_DATA_DIR", str(tmp_path))
    here = tmp_path / "here"
    here.write_text("precious", encoding="utf-8")
    assert status_of(["play", "--text", *(argument.format(here=here) for argument in arguments)]) == 2
    output, error = capsys.readouterr()
    assert says in error.splitlines()[-1]
    assert output == ""
    assert here.read_text(encoding="utf-8") == "precious"


def test_json_for_scripts(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("--games", "20", "--player", "greedy", "--box", "imperial", "--boar", "--seed", "4")
    done = sanssouci("simulate", *arguments, "--records", str(file), "--json", data=tmp_path)
    summary = json.loads(done.stdout)
    outcomes = [Game.from_record(json.loads(line)).outcome() for line in file.read_text().splitlines()]
    totals = [points.total for outcome in outcomes if outcome for points in outcome.points]
    assert summary["points"] == {"mean": sum(totals) / len(totals), "lowest": min(totals), "highest": max(totals)}
    assert (summary["games"], summary["expansions"], summary["players"], summary["seed"]) == (20, ["boar"], 2, 4)
    assert sum(summary["wins"]) == pytest.approx(1)

    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], lines[2][:50], "", lines[3]]) + "\n", encoding="utf-8")
    done = sanssouci("replay", str(file), "--json", data=tmp_path, check=1)
    result = json.loads(done.stdout)
    assert (result["records"], result["right"]) == (4, 3)
    assert [(fault["line"], fault["event"]) for fault in result["faults"]] == [(3, None)]
    assert "not JSON" in result["faults"][0]["message"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "--json", "--records", "-"], "both want standard output"),
        (["replay", "x", "--move", "3"], "--move only applies to showing a record: add --show"),
        (["replay", "-", "--show"], "name a file with the records"),
        (["replay", "x", "--show", "--json"], "leave one of them out"),
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_demo_speaks_the_language_of_the_environment_or_the_one_asked_for(tmp_path: Path) -> None:
    arguments = ("demo", "--pace", "0", "--seed", "5", "--box", "imperial", "--rewards", "--boar")
    by_option = sanssouci(*arguments, "--language", "fr", data=tmp_path).stdout
    by_environment = sanssouci(*arguments, data=tmp_path, LC_ALL="", LC_MESSAGES="", LANG="fr_FR.UTF-8").stdout
    assert by_option == by_environment
    assert "l'emporte avec" in by_option
    assert "\x1b" not in by_option
    assert "sanssouci demo --seed 5 --box imperial --rewards --boar" in by_option


@pytest.mark.parametrize("command", ["play", "demo", "simulate", "replay"])
def test_help_has_examples_that_the_parser_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of([command, "--help"]) == 0
    assert "examples:\n  sanssouci" in capsys.readouterr().out
    for example in COMMANDS[command].EXAMPLES:
        assert build_parser().parse_args(example.partition(" |")[0].split()).command in COMMANDS
