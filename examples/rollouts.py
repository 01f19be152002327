"""Random rollouts in a batch: how often does each seat win, and how many points does it make, from a given position?

python examples/rollouts.py --box small --games 10000
"""

import argparse
import time

import numpy as np

from sanssouci.vector import Batch


def main() -> None:
    """Play games at random, thousands side by side, and sum up how they ended."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--box", default="ravensburger")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    batch = Batch(
        options.games,
        options.box,
        players=options.players,
        seed=options.seed,
        rewards="points",
        autoreset="disabled",
        observations=False,
    )
    points = np.zeros((options.games, options.players))
    running = np.ones(options.games, bool)
    start, steps = time.perf_counter(), 0
    while running.any():
        steps += int(running.sum())
        batch.step(batch.sample())
        points[batch.terminated & running] = batch.rewards[batch.terminated & running]
        running &= ~batch.terminated
    seconds = time.perf_counter() - start
    ahead = (points == points.max(axis=1, keepdims=True)).mean(axis=0)  # shared first places count for everybody
    for seat in range(options.players):
        print(f"seat {seat}: {points[:, seat].mean():.2f} points on average, most points in {ahead[seat]:.1%}")
    print(f"{options.games} games, {steps} decisions, {steps / seconds:,.0f} decisions/s")


if __name__ == "__main__":
    main()
