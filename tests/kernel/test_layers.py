"""Imports go one way through the layers, read from the sources alone."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import sanssouci
from strategies import ROOT

PACKAGE = ROOT / "src" / "sanssouci"
LAYERS = (
    "box",
    "texts",
    "looks",
    "kernel",
    "thinking",
    "judge",
    "batches",
    "game",
    "players",
    "arena",
    "study",
    "vector",
    "adapters",
    "server",
    "cli",
)
SOURCES = sorted(PACKAGE.rglob("*.py"))
each_layer = pytest.mark.parametrize("layer", LAYERS)


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources_of(layer: str) -> list[Path]:
    return [path for path in SOURCES if path.relative_to(PACKAGE).parts[0] == layer]


def faults(paths: list[Path], found: Callable[[Path], Iterable[object]]) -> dict[str, list[object]]:
    """What is found in each file, for the files in which something is."""
    each = {str(path.relative_to(ROOT)): list(found(path)) for path in paths}
    return {name: them for name, them in each.items() if them}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[str]:
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    return list(imported(tree_of(path), package))


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The dotted names that a source imports, wherever it does; an imported name is part of its dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")
                base = ".".join([*above[: len(above) - node.level + 1], *filter(None, [base])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def layer_of(name: str) -> str | None:
    """The layer of a dotted name; a public name belongs to where it is at home, None for what is outside."""
    parts = name.split(".")
    if parts[0] != "sanssouci":
        return None
    if len(parts) == 1 or parts[1] == "__version__":
        return ""  # the front door itself, which imports nothing
    if parts[1] in LAYERS:
        return parts[1]
    home, _ = sanssouci._HOMES[parts[1]]
    return home.split(".")[1]


def test_every_file_lies_in_a_known_layer() -> None:
    assert len(SOURCES) > 40
    outside = [path for path in SOURCES if path.parent == PACKAGE]
    assert [path.name for path in outside] == ["__init__.py", "__main__.py"]
    assert {path.relative_to(PACKAGE).parts[0] for path in SOURCES if path not in outside} <= set(LAYERS)


@each_layer
def test_a_layer_imports_itself_and_the_layers_before_it_only(layer: str) -> None:
    allowed = {None, "", *LAYERS[: LAYERS.index(layer) + 1]}
    assert sources_of(layer)
    assert (
        faults(sources_of(layer), lambda path: [name for name in imports(path) if layer_of(name) not in allowed]) == {}
    )


def test_what_runs_as_a_program_is_the_command_line() -> None:
    assert imports(PACKAGE / "__main__.py") == ["sys", "sanssouci.cli.main"]


def roots(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def test_only_the_compiling_knows_numba() -> None:
    knowing = {path for path in SOURCES if roots(path) & {"numba", "llvmlite"}}
    assert knowing == {PACKAGE / "kernel" / "compiling.py", PACKAGE / "kernel" / "cuda.py"}


COMPILED = ("kernel", "thinking", "judge", "batches")


def more_than_numbers(path: Path) -> set[str]:
    """What a file of the rules or of thinking imports from outside that is not for it."""
    if path.name == "compiling.py" or path == PACKAGE / "kernel" / "cuda.py":
        return roots(path) & {"numpy"}
    known = {"sanssouci", "typing", "collections"}
    if path.name in ("box_table.py", "workspace.py"):
        known |= {"numpy"}
    if path.name in ("engine.py", "thinker.py", "court.py", "batcher.py", "cuda.py"):
        known |= {"dataclasses", "functools"}
    return roots(path) - known


@pytest.mark.parametrize("layer", COMPILED)
def test_rules_and_thinking_know_nothing_but_numbers(layer: str) -> None:
    assert faults(sources_of(layer), more_than_numbers) == {}


def private_uses(path: Path, layer: str) -> Iterator[str]:
    """The private names of a layer that a file imports or reaches for."""
    tree = tree_of(path)
    aliases: set[str] = set()  # names of this file that mean a module of the layer
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"sanssouci.{layer}"):
            yield from (alias.name for alias in node.names if alias.name.startswith("_"))
            aliases |= {alias.asname or alias.name for alias in node.names}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        if node.value.id in aliases and node.attr.startswith("_") and not node.attr.startswith("__"):
            yield ast.unparse(node)


@pytest.mark.parametrize("layer", COMPILED)
def test_nobody_outside_rules_and_thinking_uses_their_private_names(layer: str) -> None:
    outside = [path for path in SOURCES if path.parent != PACKAGE / layer]
    assert faults(outside, lambda path: private_uses(path, layer)) == {}


# ── what players may use ──────────────────────────────────────────────────────────────────────────────

PUBLIC = {f"{home}.{name}" for home, name in sanssouci._HOMES.values()}
ALSO_FOR_PLAYERS = {  # a type, and how numbers given by users are checked everywhere
    "sanssouci.game.lexicon.Array",
    "sanssouci.game.numbers.whole",
    "sanssouci.game.options.check_seed",
}


def test_players_use_the_public_surface_and_what_they_think_with() -> None:
    """Whatever a player that comes with the game can do, a player of one's own can do too."""

    def inside(path: Path) -> set[str]:
        used = {name for name in imports(path) if layer_of(name) in ("kernel", "game")}
        return used - PUBLIC - ALSO_FOR_PLAYERS

    assert faults(sources_of("players"), inside) == {}


# ── what is private to `game` ─────────────────────────────────────────────────────────────────────────

USERS = sorted(
    path
    for folder in (
        *(PACKAGE / layer for layer in LAYERS[LAYERS.index("game") + 1 :]),
        ROOT / "benchmarks",
        ROOT / "examples",
    )
    for path in folder.rglob("*.py")
)


def private_names(tree: ast.AST) -> Iterator[str]:
    """The names with one leading underscore that a source gives to something: attributes, methods, functions."""
    for node in ast.walk(tree):
        name = ""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.attr if isinstance(node, ast.Attribute) else node.id
        if name.startswith("_") and not name.startswith("__"):
            yield name


def uses(tree: ast.AST, names: set[str]) -> Iterator[str]:
    """Where a source reaches for one of these names in something other than itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in names and ast.unparse(node.value) not in ("self", "cls"):
            yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sanssouci.game"):
            yield from (alias.name for alias in node.names if alias.name.startswith("_"))


PRIVATE = {name for path in (PACKAGE / "game").rglob("*.py") for name in private_names(tree_of(path))}


def test_nobody_outside_the_game_uses_its_private_names() -> None:
    def used(path: Path) -> Iterator[str]:
        own = set(private_names(tree_of(path)))  # a class may have a `_seed` of its own, and look at that of its like
        return uses(tree_of(path), PRIVATE - own)

    assert len(USERS) > 200
    assert faults(USERS, used) == {}


def test_the_reading_of_private_names_sees_them_all() -> None:
    assert {"_state", "_lexicon", "_words", "_under_way", "_settle"} <= PRIVATE
    source = "from sanssouci.game.game import _seen\ndef f(self, game):\n    return game.x._state, self._state\n"
    assert list(uses(ast.parse(source), PRIVATE)) == ["_seen", "game.x._state"]


def test_the_reading_of_imports_sees_them_all() -> None:
    source = "import a.b\nfrom c import d as e\ndef f():\n    from ..cli import main\n    from . import bits\n"
    names = list(imported(ast.parse(source), "sanssouci.kernel"))
    assert names == ["a.b", "c.d", "sanssouci.cli.main", "sanssouci.kernel.bits"]
    assert [layer_of(name) for name in names] == [None, None, "cli", "kernel"]
    assert layer_of("sanssouci.Game") == "game"
    assert layer_of("sanssouci.load_box") == "box"
    assert layer_of("sanssouci.__version__") == ""
