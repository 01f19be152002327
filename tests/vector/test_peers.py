"""The comparisons with peers run, and print everybody's figures in the same run."""

import subprocess
import sys

import pytest

from strategies import ROOT


@pytest.mark.long
def test_batches_are_measured_beside_pgx_and_openspiel() -> None:
    pytest.importorskip("pgx")
    pytest.importorskip("pyspiel")
    command = [sys.executable, "-m", "benchmarks.batches", "--seconds", "0.1", "--no-file"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    for name in ("two-player games, masks, one core", "and observations", "pgx, 4096 games", "OpenSpiel from Python"):
        assert name in done.stdout


@pytest.mark.long
def test_the_export_of_records_is_measured_beside_python_chess() -> None:
    pytest.importorskip("chess")
    command = [sys.executable, "-m", "benchmarks.export", "--games", "20", "--no-file"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    for name in ("decisions", "with observations and legal", "python-chess"):
        assert name in done.stdout


@pytest.mark.long
def test_the_king_meets_ismcts_by_processor_time() -> None:
    """Two games; the longer match of the documents goes on from them."""
    command = [sys.executable, "-m", "benchmarks.ismcts", "--games", "2", "--workers", "2", "--no-file"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    ratio = next(line for line in done.stdout.splitlines() if "ratio" in line)
    assert 8 < float(ratio.replace("│", " ").split()[1]) < 13
