"""What docs/architecture.md and the READMEs of packages say about the sources is true."""

import ast
import re
from pathlib import Path

import pytest

from kernel.test_layers import LAYERS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sanssouci"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALKS = PAGE[PAGE.index("## Two walks") : PAGE.index("## Box")]
# A file, and the functions in it that are named after it: `game/game.py` `Game.push`, `Game.pop`
PLACE = re.compile(r"`([\w/.]+\.(?:py|ts))`((?:,? `#?[\w.]+`)+)")
PLACES = [(path, name) for path, names in PLACE.findall(WALKS) for name in re.findall(r"`([^`]+)`", names)]
TABLE = re.compile(r"^## (\w+)$(?:(?!^## ).)*?^\| file \| contents \|$((?:\n\|[^\n]*)+)", re.MULTILINE | re.DOTALL)
INSIDE = {  # the tables of files: here for what everything stands on, in READMEs for the other packages
    **{section.lower(): rows for section, rows in TABLE.findall(PAGE)},
    **{path.parent.name: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*/README.md")},
}
METHOD = re.compile(
    r"^ *(?:export )?(?:async )?(?:function )?(#?\w+)\([^)]*\)(?:: .+)? \{$", re.MULTILINE
)  # TypeScript


def defined(path: Path) -> set[str]:
    """The functions and methods of a source, methods with their classes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ts":
        return set(METHOD.findall(text))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.parse(text)
    names = {node.name for node in tree.body if isinstance(node, functions)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, functions)}
    return names


def test_each_step_of_the_walks_names_a_function() -> None:
    steps = re.findall(r"^\d+\. (.*)$", WALKS, re.MULTILINE)
    assert len(steps) > 20
    assert [step for step in steps if not PLACE.match(step)] == []


@pytest.mark.parametrize(("path", "name"), PLACES, ids=lambda each: str(each))
def test_the_functions_of_the_walks_exist(path: str, name: str) -> None:
    file = ROOT / path if path.startswith("web/") else PACKAGE / path
    assert name in defined(file)


def test_the_layers_are_those_of_the_sources() -> None:
    assert re.findall(r"^  (\w+)/ ", PAGE, re.MULTILINE) == list(LAYERS)


def test_every_package_of_many_files_has_a_table_of_them() -> None:
    assert sorted(INSIDE) == ["arena", "judge", "kernel", "server", "study", "thinking"]


@pytest.mark.parametrize("package", INSIDE)
def test_the_tables_list_the_files_that_exist(package: str) -> None:
    rows = [line for line in INSIDE[package].splitlines() if line.startswith("|")]
    listed = set(re.findall(r"`(\w+\.py|\w+/)`", "".join(row.split("|")[1] for row in rows)))
    assert len(listed) > 4
    folder = PACKAGE / package
    assert [name for name in listed if not (folder / name).exists()] == []
    assert {path.name for path in folder.glob("*.py")} - listed == {"__init__.py"}


def test_the_list_of_the_clients_folders_is_complete() -> None:
    client = ROOT / "web" / "src"
    listed = re.findall(r"^  (\w+)/ ", (ROOT / "web" / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in client.iterdir() if path.is_dir())
