"""One noun, one thing: no two classes share a name, and no second file is called table.py."""

import ast
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
