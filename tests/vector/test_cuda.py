"""The GPU from the same source: compiled without one, and simulated on a few games."""

import os
import subprocess
import sys

import pytest

from sanssouci import SanssouciError, simulate
from sanssouci.batches.cuda import KINDS, kernels
from sanssouci.kernel.cuda import compile_to_ptx
from sanssouci.vector import Batch

SIMULATED = """
from sanssouci import simulate
from sanssouci.vector import Batch

here, there = (simulate(2, seed=3, device=device) for device in ("cpu", "cuda"))
assert here.points.tolist() == there.points.tolist()
assert here.winners.tolist() == there.winners.tolist()
options = {"box": "imperial", "players": 3, "expansions": "rewards,boar", "seed": 5, "autoreset": "disabled"}
here, there = (Batch(2, **options, device=device) for device in ("cpu", "cuda"))
for step in range(20):
    actions = here.sample()
    assert actions.tolist() == there.sample().tolist()
    for batch in (here, there):
        batch.step(actions)
        if step == 8:
            batch.redeal(0, seed=4)
        if step == 12:
            batch.reset(chosen=[True, False])
        if step == 16:
            batch.restore(batch.save())
    for name in ("states", "seats", "masks", "observations", "rewards", "terminated", "numbers", "scores"):
        assert getattr(here, name).tolist() == getattr(there, name).tolist(), (step, name)
    assert here.observe(-1).tolist() == there.observe(-1).tolist()
    assert here.chances().tolist() == there.chances().tolist()
try:
    there.step([0, 999])
except ValueError as error:
    print(error)
"""


def test_a_simulated_gpu_plays_the_same_games() -> None:
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "SANSSOUCI_KERNEL": "interpreted"}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], capture_output=True, text=True, check=False, env=os.environ | simulated
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith("game 0: code 0 is illegal; legal are ")


@pytest.mark.slow
def test_every_kernel_compiles_without_a_gpu() -> None:
    """All in one test: what a kernel calls is compiled once for all of them, so that together they take ten seconds."""
    for name, kinds in KINDS.items():
        ptx = compile_to_ptx(kernels()[name], kinds, (9, 0))
        assert ".target sm_90" in ptx
        assert f".visible .entry _ZN9sanssouci7batches7threads{len(name)}{name}" in ptx


def test_what_is_no_device_is_refused_and_a_gpu_needs_its_extra() -> None:
    with pytest.raises(SanssouciError, match="device is one of cpu, cuda, not 'abacus'"):
        simulate(1, device="abacus")  # type: ignore[arg-type]
    with pytest.raises(SanssouciError, match="device is one of cpu, cuda, not 'abacus'"):
        Batch(1, device="abacus")  # type: ignore[arg-type]
