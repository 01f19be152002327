"""The comparisons with peers run, and print everybody's figures in the same run."""

import os
import subprocess
import sys

import pytest

from strategies import ROOT

pytestmark = pytest.mark.long


def measured(module: str, *arguments: str) -> str:
    """What a benchmark prints, in lines that are wide enough for its table."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments, "--no-file"]
    wide = {**os.environ, "COLUMNS": "160"}
    done = subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_batches_are_measured_beside_pgx_and_openspiel() -> None:
    pytest.importorskip("pgx")
    shown = measured("batches", "--seconds", "0.1")
    for name in ("two-player games, masks, one core", "and observations", "pgx, 4096 games", "OpenSpiel from Python"):
        assert name in shown


def test_the_export_of_records_is_measured_beside_python_chess() -> None:
    pytest.importorskip("chess")
    shown = measured("export", "--games", "20")
    for name in ("decisions with observations and legal codes", "python-chess: moves from PGN"):
        assert name in shown


def test_the_king_meets_ismcts_by_processor_time() -> None:
    """Two games; the longer match of the documents goes on from them."""
    shown = measured("ismcts", "--games", "2", "--workers", "2")
    ratio = next(line for line in shown.splitlines() if "ratio" in line)
    assert 8 < float(ratio.replace("│", " ").split()[1]) < 13
