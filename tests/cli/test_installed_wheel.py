"""The wheel without extras, installed with just the packages that it requires, plays, records and draws games.

The packages are those of this environment, linked one by one as the wheel's metadata asks for them. So the test needs
no network, and a module that is used without being required cannot be found.
"""

import json
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

from sanssouci.game.extras import DISTRIBUTION, EXTRAS

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


class Installed(NamedTuple):
    """An environment with the wheel installed, and a folder to work in."""

    programs: Path
    packages: Path
    folder: Path

    def run(self, *arguments: str, status: int = 0, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; the rules run interpreted, since compiling is not the point here."""
        clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        clean |= {"SANSSOUCI_KERNEL": "interpreted", "SANSSOUCI_DATA_DIR": str(self.folder / "data")}
        program, *rest = arguments
        command = [str(self.programs / program), *rest]
        done = subprocess.run(
            command, env=clean, cwd=self.folder, input=typed, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr
        return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = folder.glob("sanssouci_game-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment)
    python = environment / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (metadata,) = packages.glob("sanssouci_game-*.dist-info")
    for required in all_required(PathDistribution(metadata)):
        link(required, packages)
    return Installed(environment / "bin", packages, tmp_path_factory.mktemp("work"))


def all_required(package: Distribution) -> Iterator[Distribution]:
    """Whatever a distribution requires without extras, and what that requires in turn."""
    waiting, seen = [package], set()
    while waiting:
        for text in waiting.pop().requires or ():
            requirement = Requirement(text)
            if requirement.name not in seen and (requirement.marker is None or requirement.marker.evaluate()):
                seen.add(requirement.name)
                required = distribution(requirement.name)
                waiting.append(required)
                yield required


def link(package: Distribution, packages: Path) -> None:
    """Make an installed distribution importable from another environment."""
    for top in {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}:
        if not (packages / top).exists():
            (packages / top).symlink_to(str(package.locate_file(top)))


def test_the_extras_are_those_of_the_project() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    for_developers = {"docs", "bench", "dev"}
    assert set(PROJECT["optional-dependencies"]) - for_developers == set(EXTRAS)
    for extra, modules in EXTRAS.items():
        wanted = map(Requirement, PROJECT["optional-dependencies"][extra])
        names = [each.name for each in wanted if each.marker is None]  # what some systems lack is not required
        imported = {"pillow": "PIL", "cupy-cuda13x": "cupy", "open_spiel": "pyspiel", "glicko2-py": "glicko2"}
        assert [imported.get(name, name.replace("-", "_")) for name in names if name != DISTRIBUTION] == list(modules)


def test_the_wheel_holds_the_client_the_schema_and_the_mark_of_types(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    needed = ("server/static/index.html", "game/record.schema.json", "py.typed", "texts/rules/fr.md")
    assert {f"sanssouci/{name}" for name in needed} <= names


def test_nothing_of_the_extras_is_there_and_nothing_required_is_missing(installed: Installed) -> None:
    code = f"import importlib.util as u; print([m for m in {sum(EXTRAS.values(), ())} if u.find_spec(m)])"
    assert installed.run("python", "-c", code).stdout == "[]\n"
    check = [sys.executable, "-m", "pip", "--python", str(installed.programs / "python"), "check"]
    checked = subprocess.run(check, capture_output=True, text=True, check=False)
    assert checked.stdout == "No broken requirements found.\n"
    where = installed.run("python", "-c", "import sanssouci; print(sanssouci.__file__)").stdout
    assert Path(where.strip()).is_relative_to(installed.packages)


def test_without_extras_games_are_played_recorded_checked_and_drawn(installed: Installed) -> None:
    boxed = ("--box", "imperial", "--players", "4", "--rewards", "--boar")
    installed.run("sanssouci", "simulate", *boxed, "--games", "2", "--player", "greedy", "--records", "games.jsonl")
    assert installed.run("sanssouci", "replay", "games.jsonl").stdout == "2 records, all valid\n"
    installed.run("sanssouci", "draw", "games.jsonl", "-o", "picture.svg")
    assert (installed.folder / "picture.svg").read_text(encoding="utf-8").startswith("<svg")


def test_without_extras_the_terminal_plays(installed: Installed) -> None:
    first_choices = "1\n\n" * 400
    play = ("play", "--text", "--plain", "--language", "en", "--seed", "1", "--names", "Anna,Otto", "--save", "s.json")
    shown = installed.run("sanssouci", *play, typed=first_choices).stdout
    assert "The game is over." in shown
    assert "wins with" in shown


def test_without_extras_the_schema_can_be_read(installed: Installed) -> None:
    code = "from importlib.resources import files; print((files('sanssouci.game') / 'record.schema.json').read_text())"
    assert json.loads(installed.run("python", "-c", code).stdout)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "sanssouci: the web game needs more packages: pip install 'sanssouci-game[server]'"),
        (["serve"], "sanssouci serve: the web game needs more packages: pip install 'sanssouci-game[server]'"),
        (
            ["db", "upgrade"],
            "sanssouci db: the database of a server needs more packages: pip install 'sanssouci-game[server]'",
        ),
        (
            ["admin", "tables"],
            "sanssouci admin: the administration of a server needs more packages: pip install 'sanssouci-game[server]'",
        ),
        (
            ["export", "one.jsonl", "--games", "games.parquet"],
            "sanssouci export: writing tables needs more packages: pip install 'sanssouci-game[data]'",
        ),
        (
            ["draw", "one.jsonl", "-o", "picture.png"],
            "sanssouci draw: a PNG picture needs more packages: pip install 'sanssouci-game[png]'",
        ),
    ],
    ids=["no command", "serve", "db", "admin", "export", "draw"],
)
def test_a_command_that_needs_an_extra_says_which(installed: Installed, arguments: list[str], says: str) -> None:
    installed.run("sanssouci", "simulate", "--games", "1", "--records", "one.jsonl")
    done = installed.run("sanssouci", *arguments, status=2)
    assert done.stderr == f"{says}\n"
    assert not (installed.folder / "picture.png").exists()


@pytest.mark.parametrize(
    ("extra", "option", "address", "needed_for"),
    [
        ("postgres", "--database", "postgresql://nobody@localhost/none", "a PostgreSQL database"),
        ("redis", "--channels", "redis://localhost:1", "--channels"),
    ],
)
def test_a_server_that_needs_an_extra_says_which(
    extra: str, option: str, address: str, needed_for: str, tmp_path: Path
) -> None:
    forbidden = "".join(f"sys.modules[{module!r}] = None; " for module in EXTRAS[extra])  # as if it were not installed
    code = f"import sys; {forbidden}from sanssouci.cli import main; sys.exit(main())"
    serve = ["serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "tables.sqlite3"), option, address]
    done = subprocess.run([sys.executable, "-c", code, *serve], capture_output=True, text=True, check=False)
    assert done.stderr == f"sanssouci serve: {needed_for} needs more packages: pip install 'sanssouci-game[{extra}]'\n"
    assert done.returncode == 2
