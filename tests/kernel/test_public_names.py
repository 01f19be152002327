"""The public face of the package: these names, and nothing is loaded before it is used."""

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sanssouci
from sanssouci import vector

PUBLIC = [
    "SPECTATOR",
    "Advice",
    "Box",
    "BoxError",
    "Chance",
    "Choice",
    "Draft",
    "Entered",
    "Expansions",
    "FollowedGame",
    "Game",
    "Garden",
    "GreedyPlayer",
    "IllegalMoveError",
    "InvalidMoveError",
    "LastMove",
    "LegalMoves",
    "Line",
    "Move",
    "Outcome",
    "Player",
    "Points",
    "Position",
    "PositionError",
    "Projection",
    "RandomPlayer",
    "RecordError",
    "Review",
    "SanssouciError",
    "SeatSetup",
    "Side",
    "Simulation",
    "Turn",
    "View",
    "Wanted",
    "advise",
    "load_box",
    "make_player",
    "published_boxes",
    "review",
    "simulate",
]


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_public_names_are_these() -> None:
    assert sanssouci.__all__ == PUBLIC
    assert sorted(sanssouci._HOMES) == sorted(PUBLIC)
    assert sorted(dir(sanssouci)) == sorted([*PUBLIC, "__version__"])


@pytest.mark.parametrize("name", PUBLIC)
def test_each_name_is_what_stands_at_its_home(name: str) -> None:
    module, attribute = sanssouci._HOMES[name]
    value: Any = getattr(sanssouci, name)
    assert value is getattr(import_module(module), attribute)
    if isinstance(value, type):
        assert value.__doc__


def test_the_type_checkers_imports_are_the_same_names() -> None:
    tree = ast.parse(Path(sanssouci.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    found = {
        (alias.asname or alias.name): (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert found == sanssouci._HOMES


def test_a_strict_type_checker_knows_the_types_of_all_public_names() -> None:
    """A name counts as known when everything that can be reached through it has a type of its own."""
    check = [sys.executable, "-m", "pyright", "--outputjson", "--ignoreexternal", "--verifytypes", "sanssouci"]
    # pyright asks the first Python of the PATH where packages are
    ours_first = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(check, capture_output=True, text=True, check=False, env=ours_first)
    symbols = {symbol["name"]: symbol for symbol in json.loads(done.stdout)["typeCompleteness"]["symbols"]}
    public = [symbols[f"sanssouci.{name}"] for name in (*PUBLIC, *(f"vector.{name}" for name in vector.__all__))]
    unknown = [symbol["name"] for symbol in public if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]]
    faults = [fault["message"] for symbol in symbols.values() for fault in symbol["diagnostics"]]
    assert unknown == [], faults


def test_importing_the_package_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, sanssouci; print(sorted({m.split('.')[0] for m in sys.modules} & {'numpy', 'numba', 'rich'}))"
    done = run(code)
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)


def test_moves_and_boxes_need_no_numba() -> None:
    code = "import sys, sanssouci; sanssouci.load_box('imperial'); sanssouci.Move.parse('A')"
    done = run(f"{code}; print('numba' in sys.modules)")
    assert (done.stdout, done.stderr, done.returncode) == ("False\n", "", 0)


def test_an_unknown_name_is_an_attribute_error() -> None:
    name = "Gamme"  # a type checker would refuse sanssouci.Gamme
    with pytest.raises(AttributeError, match="no attribute 'Gamme'"):
        getattr(sanssouci, name)


def test_errors_are_one_family() -> None:
    for name in ("InvalidMoveError", "IllegalMoveError", "PositionError", "RecordError"):
        assert issubclass(getattr(sanssouci, name), sanssouci.SanssouciError)
    assert issubclass(sanssouci.SanssouciError, ValueError)
