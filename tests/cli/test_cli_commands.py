"""The commands as a person or a script runs them: the real program in a process of its own."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import warm
from sanssouci import Game

FULL = ["--players", "3", "--box", "imperial", "--rewards", "--boar"]


def sanssouci(*arguments: str, stdin: bytes = b"", check: int | None = 0) -> subprocess.CompletedProcess[bytes]:
    done = warm.sanssouci(*arguments, stdin=stdin, variables={"LC_ALL": "C.UTF-8"})
    if check is not None:
        assert done.returncode == check, done.stderr.decode()
    return done


def heed_interrupts() -> None:
    """A process started in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_simulate_writes_one_record_a_line_and_replay_accepts_them(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sanssouci("simulate", *FULL, "--games", "5", "--seed", "3", "--records", str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    assert {json.loads(line)["players"] for line in lines} == {3}
    assert sanssouci("replay", str(file)).stdout == b"5 records, all valid\n"
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_expansions_are_listed_or_named_one_by_one() -> None:
    def run(*wanted: str) -> bytes:
        return sanssouci(
            "simulate", "--box", "imperial", "--games", "2", "--seed", "3", "--records", "-", *wanted
        ).stdout

    both = run("--rewards", "--boar")
    assert json.loads(both.splitlines()[0])["expansions"] == ["rewards", "boar"]
    assert run("--expansions", "rewards,boar") == run("--boar", "--expansions", "rewards") == both
    wrong = sanssouci("simulate", "--expansions", "wolf", check=2)
    assert b"there is no expansion 'wolf'; there are: rewards, boar" in wrong.stderr


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_same_seed_same_bytes_other_seed_other_bytes(player: str) -> None:
    def run(seed: str) -> bytes:
        arguments = ("simulate", "--games", "3", "--seed", seed, "--player", player, "--records", "-", "--legal")
        return sanssouci(*arguments).stdout

    assert run("11") == run("11")
    assert run("11") != run("12")


def test_legal_adds_the_choices_of_every_decision() -> None:
    output = sanssouci("simulate", "--games", "1", "--records", "-", "--legal").stdout
    record = json.loads(output)
    decisions = [event for event in record["events"] if event[0] in ("turn", "side")]
    assert len(decisions) == 38
    for kind, _, text, legal in decisions:
        steps = [text] if kind == "side" else re.split(r" ~?|=", text)
        assert len(legal) == len(steps)
        assert all(step in choices for step, choices in zip(steps, legal, strict=True))
    assert all(len(event) == 3 for event in record["events"] if event[0] not in ("turn", "side"))


def test_replay_names_file_line_and_event_of_a_damaged_record(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sanssouci("simulate", "--games", "3", "--records", str(file))
    lines = file.read_text().splitlines()
    record = json.loads(lines[1])
    index = next(index for index, event in enumerate(record["events"]) if event[0] == "turn")
    record["events"][index][2] = "* a1 i6"
    lines[1] = json.dumps(record)
    lines[2] = lines[2][:500]
    file.write_text("\n".join(lines) + "\n")
    done = sanssouci("replay", str(file), check=1)
    errors = done.stderr.decode().splitlines()
    assert len(errors) == 2
    assert f"games.jsonl:2: event {index}: " in errors[0]
    assert "games.jsonl:3: this line is not JSON" in errors[1]
    assert done.stdout == b"3 records, 1 of them valid\n"


def test_replay_checks_the_records_of_running_games_and_counts_them(tmp_path: Path) -> None:
    games = [Game(seed=seed) for seed in (1, 2, 3)]
    for game in games:
        for move in ("A", "A"):
            game.push(move)
    file = tmp_path / "games.jsonl"
    records = [json.dumps(game.record(complete=True)) for game in games]
    file.write_text(f"{records[0]}\n")
    assert sanssouci("replay", str(file)).stdout == b"1 record, all valid; 1 is of an unfinished game\n"
    seen = json.dumps(games[0].record(seat=0))  # and those that one seat sees
    broken = seen.replace('["side", 0, "A"]', '["side", 0, "C"]')
    cut = json.loads(sanssouci("simulate", "--games", "1", "--records", "-").stdout)
    cut["events"] = cut["events"][:-4]
    file.write_text("\n".join([*records, seen, broken, json.dumps(cut)]) + "\n")
    done = sanssouci("replay", str(file), check=1)
    assert done.stdout == b"6 records, 4 of them valid; 4 are of unfinished games\n"
    of_broken, of_cut = done.stderr.decode().splitlines()
    assert of_broken.startswith(f"{file}:5: event ")
    assert of_cut.startswith(f"{file}:6: ")
    assert "the game is not over" in of_cut
    result = json.loads(sanssouci("replay", str(file), "--json", check=1).stdout)
    assert (result["records"], result["right"], result["running"], len(result["faults"])) == (6, 4, 4, 2)


def test_replay_survives_anything_in_a_file() -> None:
    done = sanssouci("replay", "-", stdin=b'\xff\xfe\x00\n[1]\n{"format": 3}\n' + b"[" * 100_000 + b"\n", check=1)
    assert len(done.stderr.decode().splitlines()) == 4
    assert b"Traceback" not in done.stderr
    assert sanssouci("replay", "-", stdin=b"", check=1).stderr == b"-: no records\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "--boar"], "the box 'ravensburger' has no expansion 'boar'; it has: rewards"),
        (["simulate", "--players", "5"], "for 2, 3, 4 players, not 5"),
        (["simulate", "--box", "nobox"], "ravensburger, imperial"),
        (["simulate", "--legal"], "add --records FILE"),
        (["simulate", "--games", "0"], "must be a whole number of at least 1, not '0'"),
        (["simulate", "--seed", "-1"], "2^128 - 1, not '-1'"),
        (["simulate", "--records", "/nowhere/at/all.jsonl"], "cannot write /nowhere/at/all.jsonl: No such file"),
        (
            ["simulate", "--player", "dancer"],
            "there is no player 'dancer'; there are: random, page, greedy, courtier, architect, king; "
            "one of your own is FILE.py:CLASS or MODULE:CLASS",
        ),
        (["demo", "--player", "nowhere.py:Mine"], "player 'nowhere.py:Mine': there is no file nowhere.py"),
        (
            ["simulate", "--player", "random", "--player", "greedy", "--players", "3"],
            "--player: name one player for all 3 seats, or one for each of them, not 2",
        ),
        (["replay", "/nowhere.jsonl"], "cannot read /nowhere.jsonl: No such file"),
        (["demo", "--pace", "-1"], "--pace must be from 0 to 60 seconds, not -1"),
        (["dance"], "invalid choice: 'dance'"),
        (["simulate", "--dance"], "simulate: unrecognized arguments: --dance (see sanssouci simulate --help)"),
    ],
)
def test_wrong_use_is_told_in_one_line_with_status_2(arguments: list[str], says: str) -> None:
    done = sanssouci(*arguments, check=2)
    error = done.stderr.decode()
    assert says in error.splitlines()[-1]
    assert "Traceback" not in error
    assert done.stdout == b""


def test_records_go_through_links_and_into_pipes_and_never_replace_a_device(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target.jsonl", tmp_path / "link.jsonl", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    sanssouci("simulate", "--games", "2", "--records", str(link))
    assert link.is_symlink()
    assert len(target.read_text().splitlines()) == 2
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    sanssouci("simulate", "--games", "2", "--records", str(pipe))
    assert reader.communicate(timeout=60)[0] == target.read_bytes()
    assert pipe.is_fifo()
    assert "it is a folder" in sanssouci("simulate", "--records", str(tmp_path), check=2).stderr.decode()


def test_a_wrong_setting_of_the_environment_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANSSOUCI_KERNEL", "fast")
    error = sanssouci("simulate", check=2).stderr.decode()
    assert error == "sanssouci: SANSSOUCI_KERNEL is 'fast'; it must be 'compiled' or 'interpreted'\n"


@pytest.mark.parametrize("command", ["simulate", "replay", "demo"])
def test_help_has_examples(command: str) -> None:
    text = sanssouci(command, "--help").stdout.decode()
    assert "examples:\n  sanssouci" in text


def test_simulate_without_records_summarises() -> None:
    text = sanssouci("simulate", "--games", "2000").stdout.decode()
    assert text.startswith("2,000 games, ravensburger, 2 players, random\npoints: mean ")


def test_demo_in_a_pipe_tells_every_turn_and_the_result() -> None:
    text = sanssouci("demo", "--seed", "7", *FULL).stdout.decode()
    assert len(re.findall(r" plays .* and takes ", text)) == 54
    assert "\x1b" not in text
    assert re.search(r"wins with \d+ points|shared victory", text)
    assert "--seed 7" in text


def test_demo_on_a_terminal_draws_and_ends() -> None:
    """A real pseudo-terminal: the board is redrawn in place, and the result stays."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(LC_ALL="C.UTF-8", TERM="xterm-256color", COLUMNS="120", LINES="50", PYTHONIOENCODING="utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "sanssouci", "demo", "--seed", "7", "--pace", "0.01"])
    output = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
    _, status = os.waitpid(child, 0)
    text = output.decode()
    assert os.waitstatus_to_exitcode(status) == 0
    assert text.count("Display") >= 36
    assert "To play the same game again: sanssouci demo --seed 7" in text


def test_interrupt_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "sanssouci", "simulate", "--games", "1000000", "--records", str(file)],
        stderr=subprocess.PIPE,
        preexec_fn=heed_interrupts,
    )
    try:
        deadline = time.monotonic() + 120
        while not any(part.stat().st_size for part in tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert error.decode().splitlines()[-1] == "sanssouci: interrupted"
    assert b"Traceback" not in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["demo --seed 1 --pace 0", "box show imperial", "play --help"])
def test_a_reader_that_has_seen_enough_ends_a_command_quietly(command: str) -> None:
    program = [sys.executable, "-m", "sanssouci", *command.split()]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.readline()
        writer.stdout.close()
        assert (writer.stderr.read(), writer.wait(timeout=300)) == (b"", 0)
