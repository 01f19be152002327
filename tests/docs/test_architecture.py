"""What docs/architecture.md says about the sources is true."""

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
TABLE = re.compile(r"^## (\w+)$((?:(?!^## ).)*?)^\| file \| contents \|$((?:\n\|[^\n]*)+)", re.MULTILINE | re.DOTALL)
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


@pytest.mark.parametrize(("section", "_", "rows"), TABLE.findall(PAGE), ids=lambda each: str(each)[:10])
def test_the_tables_list_the_files_that_exist(section: str, _: str, rows: str) -> None:
    listed = set(re.findall(r"`(\w+\.py|\w+/)`", "".join(row.split("|")[1] for row in rows.strip().splitlines())))
    assert len(listed) > 4
    folder = PACKAGE / section.lower()
    assert [name for name in listed if not (folder / name).exists()] == []
    assert {path.name for path in folder.glob("*.py")} - listed == {"__init__.py"}


def test_the_list_of_the_clients_folders_is_complete() -> None:
    client = ROOT / "web" / "src"
    listed = re.findall(r"^  (\w+)/ ", (ROOT / "web" / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in client.iterdir() if path.is_dir())
