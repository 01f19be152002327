"""Reads the tables of `sanssouci export` with pandas and with Polars, and plots them with matplotlib.

pip install 'sanssouci-game[data]' pandas polars matplotlib
sanssouci simulate --games 1000 --player greedy --records games.jsonl
sanssouci export games.jsonl --games games.parquet --decisions decisions.parquet
python examples/tables.py games.parquet decisions.parquet plots.png
"""

import sys
from importlib.util import find_spec

import pandas
import polars

from sanssouci.vector import PHASES


def main(games_file: str, decisions_file: str, plot_file: str | None = None) -> None:
    """Print two summaries, and draw them."""
    games = pandas.read_parquet(games_file)
    finished = games[games["finished"]]
    totals = finished["points"].explode().astype(int)
    print(f"pandas: {len(games)} games, mean points {totals.mean():.1f}, from {totals.min()} to {totals.max()}")

    played = polars.read_parquet(decisions_file).filter(polars.col("variation") == 0)
    phases = (
        played.group_by("phase")
        .agg(polars.len().alias("decisions"), polars.col("choices").mean().alias("choices"))
        .sort("phase")
    )
    for phase, decisions, choices in phases.iter_rows():
        print(f"Polars: {PHASES[phase]}: {decisions} decisions, {choices:.1f} choices on average")
    growth = played.group_by("turn").agg(polars.col("points").mean()).sort("turn")

    if plot_file is None:
        return
    if find_spec("matplotlib") is None:
        raise SystemExit("the plots need matplotlib: pip install matplotlib")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    left.hist(totals, bins=range(totals.min(), totals.max() + 2))  # a bar for each number of points
    left.set(title="Points at the end", xlabel="points", ylabel="seats")
    right.plot(growth["turn"], growth["points"])
    right.set(title="Points in play", xlabel="turns finished", ylabel="mean of the seat that decides")
    figure.savefig(plot_file)
    print(plot_file)


if __name__ == "__main__":
    main(*sys.argv[1:])
