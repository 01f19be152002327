"""What learners and analyses depend on is pinned: a change raises a version, and old files stay readable."""

import hashlib
import runpy
import sys

import pytest

from sanssouci.kernel.layout import ACTION_VERSION
from sanssouci.vector import OBSERVATION_VERSION
from strategies import ROOT


def test_the_columns_of_tables_of_this_version_are_these() -> None:
    """When this fails, raise TABLES_VERSION, and say in the changelog what has changed."""
    pytest.importorskip("pyarrow")
    from sanssouci.adapters.tables import GAMES, TABLES_VERSION, decisions_schema

    columns = f"{GAMES.remove_metadata()}\n{decisions_schema(observations=True, legal=True).remove_metadata()}"
    assert (TABLES_VERSION, hashlib.sha256(columns.encode()).hexdigest()[:16]) == (2, "931a99d23ed299e0")


def test_tables_name_the_versions_of_codes_and_observations() -> None:
    pytest.importorskip("pyarrow")
    from sanssouci.adapters.tables import GAMES

    assert GAMES.metadata[b"sanssouci_codes"].decode() == str(ACTION_VERSION)
    assert GAMES.metadata[b"sanssouci_observations"].decode() == str(OBSERVATION_VERSION)


def test_the_playthroughs_of_openspiel_are_pinned() -> None:
    """They are golden files: a new version gets new ones beside them."""
    folder = ROOT / "tests" / "adapters" / "playthroughs"
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.glob("*.txt"))))
    assert (ACTION_VERSION, OBSERVATION_VERSION, digest.hexdigest()[:16]) == (1, 1, "37f658bfde35b990")


def test_the_example_of_rollouts_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["rollouts.py", "--box", "small", "--games", "200"])
    runpy.run_path(str(ROOT / "examples" / "rollouts.py"), run_name="__main__")
    shown = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in shown[:2]] == ["seat 0", "seat 1"]
    assert shown[2].startswith("200 games, ")


def test_every_adapter_is_short() -> None:
    """They only translate: what takes more room belongs into the game."""
    folder = ROOT / "src" / "sanssouci" / "adapters"
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py")}
    lengths["on_ray.py"] = len((folder.parent / "arena" / "on_ray.py").read_text(encoding="utf-8").splitlines())
    assert {name: lines for name, lines in lengths.items() if lines >= 250} == {}
