"""Measures random games and batches on an NVIDIA GPU, and compares every word with the processor.

    python -m benchmarks.gpu                # into build/bench/
    python -m benchmarks.gpu --games 50000  # fewer games in the comparison

In the comparison both devices play the same random games in every configuration. After each step all states and rewards
must be equal and, for 2,000 games of each, everything else that a batch writes, before and after re-dealing.
"""

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import compress, product
from typing import Any

import numpy as np
from benchmarks.speed import add_places, report
from rich.console import Console

from sanssouci import load_box, published_boxes, simulate
from sanssouci.vector import Batch

GAMES = 1 << 20  # side by side in a batch
SIMULATED = 20_000_000
ROUNDS = 5


def best_seconds(work: Callable[[], object]) -> float:
    """The shortest of several rounds, after one that compiles."""
    import cupy

    best = float("inf")
    for turn in range(ROUNDS + 1):
        cupy.cuda.Device().synchronize()
        start = time.perf_counter()
        work()
        cupy.cuda.Device().synchronize()
        if turn:
            best = min(best, time.perf_counter() - start)
    return best


def simulated(**options: Any) -> float:
    """Random games a second."""
    return SIMULATED / best_seconds(lambda: simulate(SIMULATED, seed=1, device="cuda", **options))


def decisions(*, observations: bool, **options: Any) -> float:
    """Decisions a second of a batch that chooses at random."""
    batch = Batch(GAMES, seed=1, device="cuda", observations=observations, **options)

    def work() -> None:
        for _ in range(20):
            batch.step(batch.sample())

    return 20 * GAMES / best_seconds(work)


def configurations() -> Iterator[dict[str, Any]]:
    """Every number of players with every choice of expansions of every published box."""
    for name in published_boxes():
        box = load_box(name)
        for players in box.players:
            for chosen in product((False, True), repeat=len(box.expansions)):
                expansions = tuple(compress(box.expansions, chosen))
                yield {"box": name, "players": players, "expansions": expansions}


def same_games(games: int, *, everything: bool, **options: Any) -> int:
    """Play that many games at random on both devices; return how many were finished, all of them equal."""
    import cupy

    options |= {"seed": 2, "rewards": "points", "observations": everything}
    here, there = (Batch(games, device=device, **options) for device in ("cpu", "cuda"))
    names = ["states", "seats", "terminated", "rewards"]
    if everything:
        names += ["masks", "observations", "numbers", "scores"]
    finished, steps = np.zeros(games, np.bool_), 0
    while not finished.all():
        actions = there.sample()
        here.step(here.sample())
        there.step(actions)
        for name in names:
            assert (cupy.asnumpy(getattr(there, name)) == getattr(here, name)).all(), (options, steps, name)
        if (ended := np.flatnonzero(here.terminated)).size:
            finished[ended] = True
            if everything:
                theirs = cupy.asnumpy(there.final_observations[cupy.asarray(ended)])
                assert (theirs == here.final_observations[ended]).all()
        steps += 1
        if everything and steps == 40:
            here.redeal(seed=3)
            there.redeal(seed=3)
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1_000_000, help="how many to compare, over all configurations")
    add_places(parser)
    options = parser.parse_args()
    console = Console(width=110)
    import cupy

    both: dict[str, Any] = {"box": "imperial", "players": 4, "expansions": "rewards,boar"}
    figures: dict[str, float] = {}
    measured: dict[str, Callable[[], float]] = {
        "games_2": lambda: simulated(),
        "games_4_both": lambda: simulated(**both),
        "masks": lambda: decisions(observations=False),
        "observations": lambda: decisions(observations=True),
        "masks_4_both": lambda: decisions(observations=False, **both),
    }
    for key, work in measured.items():
        start = time.perf_counter()
        figures[key] = work()
        console.print(f"… {key} {figures[key]:,.0f}/s ({time.perf_counter() - start:.0f} s)", style="dim")
    kinds = list(configurations())
    each = -(-options.games // len(kinds))
    start = time.perf_counter()
    figures["equal_games"] = 0
    for kind in kinds:
        same_games(2000, everything=True, **kind)
        figures["equal_games"] += same_games(each, everything=False, **kind)
    console.print(f"… compared in {time.perf_counter() - start:.0f} s", style="dim")
    rows = [
        ("random two-player games", f"{figures['games_2']:,.0f} games/s", "200,000,000 (goal 400,000,000)"),
        ("… four players, both expansions", f"{figures['games_4_both']:,.0f} games/s", "-"),
        (f"{GAMES} games in a batch, masks", f"{figures['masks']:,.0f} decisions/s", "100,000,000"),
        ("… and observations", f"{figures['observations']:,.0f} decisions/s", "-"),
        ("… four players, both expansions, masks", f"{figures['masks_4_both']:,.0f} decisions/s", "-"),
        (f"games equal in every word, {len(kinds)} configurations", f"{figures['equal_games']:,.0f}", "1,000,000"),
    ]
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    content = {"command": "python -m benchmarks.gpu", "device": device, "python": platform.python_version()}
    packages = {name: version(name) for name in ("numba", "numba-cuda")} | {"cupy": cupy.__version__}
    report(console, options, rows, "gpu", {**content, **packages, "figures": figures})


if __name__ == "__main__":
    main()
