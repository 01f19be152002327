"""Completion as seen at a shell: the script is loaded, Tab is pressed, and the line is completed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

CASES = [
    ("sanssouci simu", "late"),  # a command
    ("sanssouci simulate --rec", "ords"),  # one of its options
    ("sanssouci simulate --player court", "ier"),  # a level
    ("sanssouci play --text --box imp", "erial"),  # a box
    ("sanssouci arena arch", "itect"),  # an argument
    ("sanssouci replay gam", "es.jsonl"),  # a file
    ("sanssouci box ch", "eck"),  # an action of a command
    ("sanssouci play --language f", "r"),  # one of several values
]


@pytest.fixture
def script(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The script for a shell, in a folder with one file that could be meant."""
    shell: str = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    printed = subprocess.check_output([sys.executable, "-m", "sanssouci", "completion", shell])
    (tmp_path / "games.jsonl").touch()
    (tmp_path / ".script").write_bytes(printed)
    return tmp_path / ".script"


def completed(shell: Any, typed: str) -> str:
    """What a shell adds to a line when Tab is pressed; the line is then discarded."""
    shell.send(f"\x15{typed}\t")
    shell.expect_exact(typed)
    shell.expect(r"([\w.]+) ")
    return str(shell.match[1])


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_completes(script: Path) -> None:
    shell: Any = pexpect.spawn("bash", ["--norc", "--noprofile"], cwd=script.parent, encoding="utf-8", timeout=90)
    shell.sendline("PS1='ready''> '; bind 'set enable-bracketed-paste off'; source .script")
    shell.expect("ready> ")
    assert [completed(shell, typed) for typed, _ in CASES] == [rest for _, rest in CASES]
    shell.close(force=True)


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh_completes(script: Path) -> None:
    shell: Any = pexpect.spawn("zsh", ["-f"], cwd=script.parent, encoding="utf-8", timeout=90, env={"TERM": "dumb"})
    shell.sendline('autoload -Uz compinit && compinit -u -D; PS1="ready"">"; eval "$(cat .script)"')
    shell.expect("ready>")
    assert [completed(shell, typed) for typed, _ in CASES] == [rest for _, rest in CASES]
    shell.close(force=True)


@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish_completes(script: Path) -> None:
    for typed, rest in CASES:
        ask = ["fish", "--no-config", "-c", f"source .script; complete -C '{typed}'"]
        offered = subprocess.check_output(ask, cwd=script.parent, text=True)
        words = [re.split(r"\t", line)[0] for line in offered.splitlines()]
        assert words == [typed.rpartition(" ")[2] + rest]


def test_another_shell_is_refused_with_those_that_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sanssouci", "completion", "tcsh"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "invalid choice: 'tcsh' (choose from 'bash', 'zsh', 'fish')" in done.stderr
