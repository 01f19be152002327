"""The bench that the tests stand on: all configurations, one profile, and skips that do not hide where CI runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from sanssouci import Game, SanssouciError, published_boxes
from sanssouci.box import EXPANSIONS, Expansions
from strategies import BOX_FILES, BY_ID, CONFIGURATIONS, ROOT, SMALL, THOROUGH, Configuration, box_named

SOURCE = """
import pytest

def test_good():
    assert True

@pytest.mark.skip(reason="not today")
def test_skipped():
    assert True

@pytest.mark.skipif(True, reason="not here")
def test_skipped_here():
    assert True

def test_skips_itself():
    pytest.skip("not now")

@pytest.mark.xfail(reason="known", strict=True)
def test_known_to_fail():
    assert False
"""
SKIPPED = """
import pytest

pytest.importorskip("no_such_module")

def test_good():
    assert True
"""


def test_the_configurations_are_all_that_the_boxes_allow() -> None:
    allowed = []
    for name in (*published_boxes(), *BOX_FILES):
        box = box_named(name)
        for players in box.players:
            for flags in range(1 << len(EXPANSIONS)):
                expansions = Expansions.of_flags(flags)
                if set(expansions) <= set(box.expansions):
                    allowed.append(Configuration(name, players, expansions))
    assert len(allowed) == len(set(allowed)) == len(CONFIGURATIONS) == 26
    assert set(allowed) == set(CONFIGURATIONS)
    assert list(BY_ID) == [configuration.id for configuration in CONFIGURATIONS]
    assert BY_ID["imperial-3-rewards-boar"] == Configuration("imperial", 3, Expansions("rewards,boar"))


def test_a_configuration_is_what_it_says(configuration: Configuration) -> None:
    game = configuration.game(1)
    assert (game.players, game.expansions) == (configuration.players, configuration.expansions)
    assert game.box is configuration.box
    assert game.box.id == configuration.box_name


@pytest.mark.parametrize(
    ("box", "players", "expansion"),
    [("ravensburger", 2, "boar"), ("ravensburger", 1, ""), ("imperial", 5, ""), (str(SMALL), 3, "")],
)
def test_other_configurations_are_refused(box: str, players: int, expansion: str) -> None:
    with pytest.raises(SanssouciError):
        Game(box, players=players, expansions=expansion, seed=1)


def test_no_test_is_timed_and_only_thorough_ones_draw_new_examples() -> None:
    profile = settings()
    assert profile.deadline is None
    assert profile.derandomize != THOROUGH


def outcome(folder: Path, ci: str) -> tuple[int, str]:
    """Run pytest with our conftest on a file whose tests are skipped in all ways, and on one that is skipped whole."""
    (folder / "test_made.py").write_text(SOURCE)
    (folder / "test_whole.py").write_text(SKIPPED)
    (folder / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    environment = dict(os.environ) | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}", "CI": ci}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_what_is_skipped_fails_where_ci_is_true(tmp_path: Path) -> None:
    code, output = outcome(tmp_path, "true")
    assert code == 1
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in output  # only what skips itself shows after the test has begun
    assert output.count("skipped where CI is true") >= 4
    assert "test_whole.py" in output


def test_what_is_skipped_is_skipped_elsewhere(tmp_path: Path) -> None:
    code, output = outcome(tmp_path, "")
    assert code == 0
    assert "1 passed, 4 skipped, 1 xfailed" in output
