"""The example of a learner: short, and as strong as the documents say."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from strategies import ROOT

LEARNER = ROOT / "examples" / "learner.py"


def test_the_learner_is_short_enough_to_be_read() -> None:
    assert len(LEARNER.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.long
def test_it_beats_greedy_after_a_few_minutes(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    learn = [sys.executable, str(LEARNER), "--games", "40000", "--seed", "1"]
    learnt = subprocess.run(learn, cwd=tmp_path, check=True, timeout=3600, capture_output=True, text=True)
    seconds = re.findall(r"of the processor (\d+) s", learnt.stdout)
    assert int(seconds[-1]) < 600  # on one core; the clock would tell more of what else the machine does
    match = ["arena", f"{LEARNER}:Learner", "greedy", "--box", "small", "--games", "1000", "--seed", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "sanssouci", *match], cwd=tmp_path, check=True, timeout=3600, capture_output=True
    )
    summary = json.loads(done.stdout)
    assert summary["faults"] == []
    assert summary["players"][0]["wins"]["value"] >= 0.6
