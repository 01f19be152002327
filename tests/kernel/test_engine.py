"""The engine: small states, few entry points, and a cache that knows when it is stale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from sanssouci.kernel import engine, layout
from strategies import ROOT

SOURCE = ROOT / "src"
PLAY = (
    "import sanssouci\n"
    "game = sanssouci.Game(seed=5, first=0)\n"
    "player = sanssouci.RandomPlayer(5)\n"
    "while not game.is_over:\n"
    "    game.push(player.choose(game.view(game.seat)))\n"
    "print(game.text())\n"
)
FOLDER = "from sanssouci.kernel.engine import cache_folder; print(cache_folder())"


def run(code: str, path: Path = SOURCE, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {key: value for key, value in os.environ.items() if not key.startswith("SANSSOUCI_")}
    settings |= {"PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=settings)


@pytest.fixture
def copied_package(tmp_path: Path) -> Iterator[Path]:
    target = tmp_path / "copy"
    shutil.copytree(SOURCE / "sanssouci", target / "sanssouci", ignore=shutil.ignore_patterns("__pycache__"))
    yield target
    shutil.rmtree(target)


def test_a_state_has_at_most_512_bytes() -> None:
    assert 8 * layout.STATE_WORDS <= 512


def test_there_are_at_most_a_dozen_entry_points() -> None:
    assert len(engine.SIGNATURES) <= 12
    assert [field.name for field in fields(engine.Engine)] == list(engine.SIGNATURES)


def test_players_think_with_at_most_a_dozen_more() -> None:
    assert len(engine.THINKING) <= 12
    assert [field.name for field in fields(engine.Thinker)] == list(engine.THINKING)


def test_the_interpreted_entry_points_are_the_functions_themselves() -> None:
    families = ((engine.interpreted(), engine.SIGNATURES), (engine.interpreted_thinker(), engine.THINKING))
    for plain, signatures in families:
        for name, (function, _) in signatures.items():
            assert getattr(plain, name) is function
            assert function.__name__ == name
            assert function.__doc__


def test_engines_are_made_once() -> None:
    assert engine.compiled_thinker() is engine.compiled_thinker()
    assert engine.interpreted_thinker() is engine.interpreted_thinker()
    assert engine.compiled_thinker() != engine.interpreted_thinker()
    assert engine.compiled() is engine.compiled()
    assert engine.interpreted() is engine.interpreted()
    assert engine.compiled() != engine.interpreted()


def test_the_cache_folder_changes_with_every_source_of_the_kernel(copied_package: Path, tmp_path: Path) -> None:
    kernel = copied_package / "sanssouci" / "kernel"
    places = {"SANSSOUCI_CACHE_DIR": str(tmp_path / "cache")}

    def folder() -> str:
        done = run(FOLDER, copied_package, **places)
        assert (done.stderr, done.returncode) == ("", 0)
        return done.stdout.strip()

    first = folder()
    assert Path(first).parent == tmp_path / "cache"
    assert not (tmp_path / "cache").exists()  # asking writes nothing
    assert Path(first).name == f"kernel-{engine.source_hash()}"  # an equal copy has an equal hash
    seen = {first}
    for name in ("garden.py", "luck.py", "engine.py", "validity.py"):
        path = kernel / name
        original = path.read_bytes()
        path.write_bytes(original + b"# changed\n")
        seen.add(folder())
        path.write_bytes(original)
        assert folder() == first
    (kernel / "another.py").write_text("")
    seen.add(folder())
    (kernel / "another.py").rename(kernel / "other.py")
    seen.add(folder())
    assert len(seen) == 7


def test_the_users_cache_folder_is_the_default() -> None:
    done = run(FOLDER, XDG_CACHE_HOME="/nowhere/cache", HOME="/nowhere")
    assert "sanssouci" in done.stdout
    assert done.stdout.strip().endswith(f"kernel-{engine.source_hash()}")


@pytest.mark.slow
def test_compiling_is_announced_in_one_line_and_done_once(tmp_path: Path) -> None:
    first = run(PLAY, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert first.returncode == 0
    (line,) = first.stderr.splitlines()
    assert line.startswith("sanssouci: compiling the rules")
    assert list((tmp_path / "deep" / "cache").iterdir()) == [
        tmp_path / "deep" / "cache" / f"kernel-{engine.source_hash()}"
    ]
    again = run(PLAY, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert (again.stdout, again.stderr, again.returncode) == (first.stdout, "", 0)
    assert run(PLAY, SANSSOUCI_KERNEL="interpreted").stdout == first.stdout

    for damaged in (tmp_path / "deep" / "cache").rglob("*.nbc"):
        damaged.write_bytes(damaged.read_bytes()[:100])
    healed = run(PLAY, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert (healed.stdout, healed.returncode) == (first.stdout, 0)
    assert "could not be used" in healed.stderr.splitlines()[0]
    assert list((tmp_path / "deep" / "cache").rglob("*.nbc")) == [], "damaged files are removed"


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_is_said_in_one_line_and_costs_no_game(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    done = run(PLAY, SANSSOUCI_CACHE_DIR=str(file / "cache"))
    assert done.returncode == 0
    (notice,) = done.stderr.splitlines()
    assert notice.startswith("sanssouci: compiling the rules, in every process, since ")
    assert str(file / "cache") in notice
    assert "cannot be written" in notice
    assert done.stdout == run(PLAY, SANSSOUCI_KERNEL="interpreted").stdout
    assert file.read_text() == "no folder"


def test_the_interpreted_kernel_needs_no_numba_and_says_nothing() -> None:
    done = run(f"{PLAY}import sys\nprint('numba' in sys.modules)", SANSSOUCI_KERNEL="interpreted")
    assert (done.stderr, done.returncode) == ("", 0)
    text, numba = done.stdout.splitlines()
    assert text.startswith("ravensburger@")
    assert " e" in text
    assert numba == "False"


@pytest.mark.parametrize("value", ["nonsense", "", "Interpreted", "compiled "])
def test_another_kernel_than_the_two_is_refused(value: str) -> None:
    done = run(PLAY, SANSSOUCI_KERNEL=value)
    assert done.returncode != 0
    assert done.stdout == ""
    assert f"SANSSOUCI_KERNEL is {value!r}; it must be 'compiled' or 'interpreted'" in done.stderr
