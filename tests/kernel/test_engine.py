"""The engine: small states, few entry points, and a cache that knows when it is stale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

import pytest

from sanssouci.batches import batcher
from sanssouci.kernel import engine, layout
from sanssouci.thinking import thinker
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
DRAW = (  # the rules with a single entry point, which is compiled in a second
    "from dataclasses import replace\n"
    "from sanssouci.kernel.compiling import wants_compiled\n"
    "from sanssouci.kernel.engine import RULES\n"
    "family = replace(RULES, entry_points={'draw': RULES.entry_points['draw']})\n"
    "draw = (family.compiled if wants_compiled() else family.interpreted)()['draw']\n"
    "print([draw(1, 2, 4, k, 81) for k in range(9)])\n"
)
PROGRAMS = pytest.mark.parametrize(
    "program",
    [pytest.param(DRAW, id="one entry point"), pytest.param(PLAY, id="a whole game", marks=pytest.mark.long)],
)
FOLDERS = (
    "from sanssouci.kernel.engine import RULES\n"
    "from sanssouci.thinking.thinker import PLAYERS\n"
    "from sanssouci.batches.batcher import BATCHES\n"
    "for family in (RULES, PLAYERS, BATCHES):\n"
    "    print(family.cache_folder())\n"
)
FAMILIES = ((engine.RULES, engine), (thinker.PLAYERS, thinker), (batcher.BATCHES, batcher))


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


def test_each_family_has_at_most_a_dozen_entry_points() -> None:
    records = (engine.Engine, thinker.Thinker, batcher.Batcher)
    for (family, _), record in zip(FAMILIES, records, strict=True):
        assert len(family.entry_points) <= 12
        assert [field.name for field in fields(record)] == list(family.entry_points)


def test_the_interpreted_entry_points_are_the_functions_themselves() -> None:
    for family, home in FAMILIES:
        for name, (function, _) in family.entry_points.items():
            assert getattr(home.interpreted(), name) is function
            assert function.__name__ == name
            assert function.__doc__


def test_engines_are_made_once() -> None:
    for _, home in FAMILIES:
        assert home.compiled() is home.compiled()
        assert home.interpreted() is home.interpreted()
        assert home.compiled() != home.interpreted()


@pytest.mark.parametrize(
    ("package", "names", "changed"),
    [
        ("kernel", ("garden.py", "luck.py", "engine.py", "validity.py"), (True, True, True)),
        ("thinking", ("terms.py", "learning.py", "thinker.py"), (False, True, False)),
        ("batches", ("batcher.py", "stepping.py"), (False, False, True)),
        ("game", ("game.py",), (False, False, False)),
    ],
)
def test_a_cache_folder_changes_with_every_source_it_is_made_from_and_with_no_other(
    package: str, names: Sequence[str], changed: tuple[bool, ...], copied_package: Path, tmp_path: Path
) -> None:
    """A change to the evaluation leaves the compiled rules alone; a change to the rules recompiles everything."""
    folder = copied_package / "sanssouci" / package
    cache = tmp_path / "cache"

    def folders() -> list[str]:
        done = run(FOLDERS, copied_package, SANSSOUCI_CACHE_DIR=str(cache))
        assert (done.stderr, done.returncode) == ("", 0)
        return done.stdout.splitlines()

    first = folders()
    assert [Path(one).parent for one in first] == [cache] * len(FAMILIES)
    assert not cache.exists()  # asking writes nothing
    assert [Path(one).name for one in first] == [f"{family.name}-{family.source_hash}" for family, _ in FAMILIES]
    seen = [first]
    for name in names:
        path = folder / name
        original = path.read_bytes()
        path.write_bytes(original + b"# changed\n")
        seen.append(folders())
        path.write_bytes(original)
    assert folders() == first
    (folder / "another.py").write_text("")
    seen.append(folders())
    (folder / "another.py").rename(folder / "other.py")
    seen.append(folders())
    for different, one_family in zip(changed, zip(*seen, strict=True), strict=True):
        assert len(set(one_family)) == (len(seen) if different else 1)


def test_a_cache_folder_changes_with_the_constants_that_are_compiled_in(copied_package: Path) -> None:
    first = run(FOLDERS, copied_package).stdout.splitlines()
    with (copied_package / "sanssouci" / "box" / "expansions.py").open("a") as file:
        file.write("# changed\n")
    for before, after in zip(first, run(FOLDERS, copied_package).stdout.splitlines(), strict=True):
        assert before != after


def test_the_users_cache_folder_is_the_default() -> None:
    done = run(FOLDERS, XDG_CACHE_HOME="/nowhere/cache", HOME="/nowhere")
    for line, (family, _) in zip(done.stdout.splitlines(), FAMILIES, strict=True):
        assert "sanssouci" in line
        assert line.endswith(f"{family.name}-{family.source_hash}")


def test_playing_by_the_rules_loads_nothing_to_think_with() -> None:
    done = run(f"{PLAY}import sys\nprint([name for name in sys.modules if 'thinking' in name])")
    assert done.stdout.splitlines()[-1] == "[]"


@PROGRAMS
def test_compiling_is_announced_in_one_line_and_done_once(program: str, tmp_path: Path) -> None:
    first = run(program, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert first.returncode == 0
    (line,) = first.stderr.splitlines()
    assert line.startswith("sanssouci: compiling the rules")
    assert list((tmp_path / "deep" / "cache").iterdir()) == [
        tmp_path / "deep" / "cache" / f"rules-{engine.RULES.source_hash}"
    ]
    again = run(program, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert (again.stdout, again.stderr, again.returncode) == (first.stdout, "", 0)
    assert run(program, SANSSOUCI_KERNEL="interpreted").stdout == first.stdout

    for damaged in (tmp_path / "deep" / "cache").rglob("*.nbc"):
        damaged.write_bytes(damaged.read_bytes()[:100])
    healed = run(program, SANSSOUCI_CACHE_DIR=str(tmp_path / "deep" / "cache"))
    assert (healed.stdout, healed.returncode) == (first.stdout, 0)
    assert "could not be used" in healed.stderr.splitlines()[0]
    assert list((tmp_path / "deep" / "cache").rglob("*.nbc")) == [], "damaged files are removed"


@PROGRAMS
def test_a_cache_that_cannot_be_written_is_said_in_one_line_and_costs_no_game(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    done = run(program, SANSSOUCI_CACHE_DIR=str(file / "cache"))
    assert done.returncode == 0
    (notice,) = done.stderr.splitlines()
    assert notice.startswith("sanssouci: compiling the rules, in every process, since ")
    assert str(file / "cache") in notice
    assert "cannot be written" in notice
    assert done.stdout == run(program, SANSSOUCI_KERNEL="interpreted").stdout
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
