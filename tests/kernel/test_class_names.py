"""One noun, one thing: no two classes share a name, in the package or in the client."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from strategies import ROOT

PACKAGE = ROOT / "src" / "sanssouci"


def classes() -> dict[str, list[Path]]:
    """Where the classes of the package are defined, by their names."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(PACKAGE))
    return found


def test_no_two_classes_share_a_name() -> None:
    found = classes()
    assert len(found) > 100
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_only_the_server_has_a_file_called_table() -> None:
    assert [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("table.py")] == ["server/table.py"]


CLIENT = ROOT / "web" / "src"
NAMED = re.compile(r"^ *(?:export )?(?:class|interface|type) (\w+)\b", re.MULTILINE)
SHOWN_BY_ITS_COMPONENT = {"Example", "Notice"}  # a component is called after the type of what it shows


def test_no_two_types_or_components_of_the_client_share_a_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in CLIENT.rglob("*"):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            names = {name for name in NAMED.findall(path.read_text(encoding="utf-8")) if name != "Props"}
            for name in names | ({path.stem} if path.suffix == ".svelte" else set()):
                found[name].append(path.relative_to(CLIENT).as_posix())
    assert len(found) > 100
    twice = {name: paths for name, paths in found.items() if len(paths) > 1 and name not in SHOWN_BY_ITS_COMPONENT}
    assert {name: paths for name, paths in twice.items() if not _shows_a_message(paths)} == {}


def _shows_a_message(paths: list[str]) -> bool:
    """Whether a name is that of a message and of the one component that shows it."""
    return len(paths) == 2 and "wire.ts" in paths and any(path.endswith(".svelte") for path in paths)
