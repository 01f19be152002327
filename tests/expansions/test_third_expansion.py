"""A third expansion needs its own module, its words, and few lines elsewhere: the peacock shows which."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from expansions.peacock import FILES, ROOT, box_with_peacock, install

GOLDEN = ROOT / "tests" / "golden" / "imperial-2-rewards-boar.jsonl"


class Copy:
    """The package with the peacock in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = install(folder)
        self.box = box_with_peacock(folder)

    def run(self, *arguments: str, typed: str = "") -> str:
        """What a Python of this copy prints; the rules run interpreted."""
        settings = {"PYTHONPATH": str(self.folder), "SANSSOUCI_KERNEL": "interpreted", "LC_ALL": "C.UTF-8"}
        command = [sys.executable, *arguments]
        environment = {**os.environ, **settings}
        done = subprocess.run(
            command, env=environment, cwd=self.folder, input=typed, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("peacock"))


def test_games_with_it_add_up_and_every_form_leads_back(copy: Copy) -> None:
    where = copy.run("-c", "import sanssouci; print(sanssouci.__file__)")
    assert Path(where.strip()).parent == copy.package
    copy.run(str(Path(__file__).with_name("play_peacock.py")), str(copy.box))


def test_the_command_line_offers_it(copy: Copy) -> None:
    assert "--peacock" in copy.run("-m", "sanssouci", "simulate", "--help")
    arguments = ("-m", "sanssouci", "simulate", "--box", str(copy.box), "--games", "1", "--seed", "1", "--records", "-")
    record = copy.run(*arguments, "--peacock", "--boar")
    assert json.loads(record)["expansions"] == ["boar", "peacock"]
    assert copy.run(*arguments, "--expansions", "peacock,boar") == record
    (copy.folder / "games.jsonl").write_text(record, encoding="utf-8")
    assert "1 record" in copy.run("-m", "sanssouci", "replay", "games.jsonl")
    demo = copy.run("-m", "sanssouci", "demo", "--box", str(copy.box), "--peacock", "--seed", "1", "--pace", "0")
    assert "peacock → " in demo
    copy.run("-m", "sanssouci", "box", "check", str(copy.box))


def test_records_of_games_without_it_stay_as_they_are(copy: Copy) -> None:
    script = (
        "import json, sys; from sanssouci import Game; record = json.load(sys.stdin); "
        "print(json.dumps(Game.from_record(record).record()))"
    )
    record = json.loads(GOLDEN.read_text(encoding="utf-8").splitlines()[0])
    without_choices = {**record, "events": [event[:3] for event in record["events"]]}
    assert json.loads(copy.run("-c", script, typed=json.dumps(without_choices))) == without_choices


def test_contributing_lists_exactly_the_files_that_it_needs() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("## An expansion\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    needed = {name.replace("peacock", "NAME") for name in FILES if not name.startswith("texts/")} | {"texts/*.json"}
    assert sorted(listed) == sorted(needed)
