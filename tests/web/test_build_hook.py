"""The build hook knows when there is something to build, and says what is wrong when it cannot build it."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    "web/src/main.ts",
    "src/sanssouci/texts/en.json",
    "src/sanssouci/texts/rules/en.md",
    "src/sanssouci/looks/colours.json",
    "src/sanssouci/looks/symbols/pieces.svg",
)


@pytest.fixture
def hook(tmp_path: Path) -> ModuleType:
    """The hook in a folder of its own, with a freshly built client."""
    script = tmp_path / "hatch_build.py"
    script.write_text((ROOT / "hatch_build.py").read_text(encoding="utf-8"), encoding="utf-8")
    for name in ("web/package-lock.json", *SOURCES):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
        os.utime(path, (1000, 1000))
    spec = importlib.util.spec_from_file_location("hook_under_test", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.INDEX.parent.mkdir(parents=True)
    module.INDEX.write_text("built")
    os.utime(module.INDEX, (2000, 2000))
    return module


def test_a_built_client_is_fresh_until_a_source_a_text_or_a_colour_changes(hook: ModuleType) -> None:
    assert hook.is_fresh()
    hook.build()  # nothing to do
    for name in SOURCES:
        path = hook.ROOT / name
        os.utime(path, (3000, 3000))
        assert not hook.is_fresh(), name
        os.utime(path, (1000, 1000))
    hook.INDEX.unlink()
    assert not hook.is_fresh()


def test_installed_packages_and_tests_do_not_make_the_client_old(hook: ModuleType) -> None:
    for name in ("web/node_modules/x/index.js", "web/src/log.test.ts"):
        path = hook.ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert hook.is_fresh()


def test_without_sources_the_built_client_is_taken_as_it_is(hook: ModuleType, tmp_path: Path) -> None:
    hook.WEB.rename(tmp_path / "elsewhere")
    os.utime(tmp_path / "src/sanssouci/texts/en.json", (3000, 3000))
    hook.build()
    hook.INDEX.unlink()
    with pytest.raises(hook.ClientError, match="use a complete checkout or source distribution"):
        hook.build()
