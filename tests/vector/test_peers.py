"""The comparison with peers runs, and prints everybody's figures in the same run."""

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
