"""An adapter whose packages are not installed says what to install, and it is what that adapter needs."""

import subprocess
import sys

import pytest

from sanssouci import Game
from sanssouci.game.extras import EXTRAS
from strategies import ROOT

ADAPTERS = {
    "decisions": "data",
    "gym": "gymnasium",
    "gym_vector": "gymnasium",
    "openspiel": "openspiel",
    "openspiel_observer": "openspiel",
    "sanssouci_v0": "pettingzoo",
    "spaces": "gymnasium",
    "table_files": "data",
    "tables": "data",
}


def test_every_adapter_is_here() -> None:
    folder = ROOT / "src" / "sanssouci" / "adapters"
    assert {path.stem for path in folder.glob("[a-z]*.py")} == set(ADAPTERS)


@pytest.mark.parametrize("without", ["all extras", "its own"])
@pytest.mark.parametrize("module", sorted(set(ADAPTERS) - {"spaces"}))
def test_without_its_extra_an_adapter_says_what_to_install(module: str, without: str) -> None:
    extra = ADAPTERS[module]
    absent = {name for names in EXTRAS.values() for name in names} if without == "all extras" else EXTRAS[extra]
    code = f"import sys\nsys.modules |= dict.fromkeys({sorted(absent)})\nimport sanssouci.adapters.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"pip install 'sanssouci-game[{extra}]'" in done.stderr.splitlines()[-1]


def test_programs_may_catch_it_like_any_import_that_fails() -> None:
    absent = f"import sys\nsys.modules |= dict.fromkeys({EXTRAS['gymnasium']})\n"
    code = f"{absent}try:\n import sanssouci.adapters.gym\nexcept ImportError as error:\n print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "the Gymnasium environment needs more packages: pip install 'sanssouci-game[gymnasium]'\n"


@pytest.mark.parametrize("module", ["PIL", "resvg_py"])
def test_without_what_pictures_need_an_environment_says_what_to_install(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sanssouci.adapters.spaces import render

    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r"pip install 'sanssouci-game\[gymnasium\]'"):
        render(Game("micro", seed=1), "rgb_array")
