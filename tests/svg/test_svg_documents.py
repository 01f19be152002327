"""The pictures in the documentation are up to date, and the notebook runs."""

import runpy
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from strategies import ROOT
from svg.reading import parsed, title

PICTURES = runpy.run_path(str(ROOT / "docs" / "pictures.py"))["pictures"]()
LARGEST = 200_000


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_pictures_in_the_documents_are_up_to_date(name: str) -> None:
    """If this fails: python docs/pictures.py."""
    stored = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
    assert stored == PICTURES[name] + "\n"
    assert len(stored) < LARGEST
    assert f"pictures/{name}" in (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_notebook_runs_and_shows_a_picture_after_every_code_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    file = ROOT / "examples" / "drawing.ipynb"
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]  # nbformat is only partly typed
    assert all(not cell.get("outputs") for cell in notebook.cells)  # stored without them
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [
        output["data"]["image/svg+xml"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type != "stream"
    ]
    assert len(shown) == 4
    assert "is to play" in title(parsed(shown[0]))
    assert "Die Partie ist zu Ende" in title(parsed(shown[-1]))
