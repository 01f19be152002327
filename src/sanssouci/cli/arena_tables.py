"""The tables that `sanssouci arena` prints."""

from typing import Final

from rich.console import Console
from rich.table import Table

from sanssouci.arena.statistics import Estimate
from sanssouci.arena.summary import Standing, Summary
from sanssouci.game.points import Points

_SOURCES: Final = [name for name in Points._fields if name != "total"]


def show(summary: Summary, console: Console) -> None:
    """Print a summary: who won how often, where the points came from, and who met whom."""
    console.print(_standings(summary))
    console.print()
    console.print(_points(summary))
    if len(summary.pairings) > 1 or summary.seats > 2:
        console.print()
        console.print(_pairings(summary))
    console.print()
    for line in footer(summary):
        console.print(line, soft_wrap=True)


def footer(summary: Summary) -> list[str]:
    """The lines below the tables."""
    seats = f", fair share {summary.fair:.1%}" if summary.seats > 2 else ""
    blocks = "1 block" if summary.blocks == 1 else f"{summary.blocks} blocks"
    lines = [f"{summary.games} games in {blocks} of common luck{seats}; shared wins by their share"]
    if summary.test is not None:
        first = summary.standings[0].label
        low, high = f"at most {summary.test.low:.1%}", f"at least {summary.test.high:.1%}"
        verdicts = {"low": f"{first} wins {low} of the games", "high": f"{first} wins {high} of the games"}
        unknown = f"these games do not decide whether {first} wins {low} or {high} of the games"
        lines.append(
            f"sequential test (error rate {summary.test.error:g}): {verdicts.get(summary.verdict or '', unknown)}"
        )
    return lines


def percent(wins: Estimate) -> tuple[str, str]:
    """A rate and its interval."""
    return f"{wins.value:.1%}", f"{wins.low:.1%} to {wins.high:.1%}"


def _standings(summary: Summary) -> Table:
    rated = any(one.rating for one in summary.standings)
    faulty = any(one.faults for one in summary.standings)
    names = [
        "games",
        "wins",
        "95 %",
        *(["rating", "95 %"] if rated else []),
        "ms a move",
        *(["faults"] if faulty else []),
    ]
    table = _table(["player"], names)
    for one in summary.standings:
        cells = [one.label, str(one.games), *percent(one.wins), *(_rating(one) if rated else ())]
        table.add_row(*cells, _milliseconds(one), *([str(one.faults)] if faulty else []))
    return table


def _points(summary: Summary) -> Table:
    sources = [name for name in _SOURCES if any(one.points and one.points[name] for one in summary.standings)]
    table = _table(["mean points of"], ["total", *sources])
    for one in summary.standings:
        table.add_row(one.label, *("-" if one.points is None else f"{one.points[x]:.1f}" for x in ("total", *sources)))
    return table


def _pairings(summary: Summary) -> Table:
    several = summary.seats > 2
    table = _table(["of", "against"], ["games", "wins", "95 %", *(["times fair share"] if several else [])])
    for one in summary.pairings:
        cells = [one.player, ", ".join(one.against), str(one.games), *percent(one.wins)]
        table.add_row(*cells, *([f"{one.wins.value * summary.seats:.2f}"] if several else []))
    return table


def _table(texts: list[str], numbers: list[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in texts:
        table.add_column(name, overflow="fold", min_width=8)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _milliseconds(one: Standing) -> str:
    if one.seconds is None:
        return "-"
    value = 1000 * one.seconds
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def _rating(one: Standing) -> tuple[str, str]:
    rating = one.rating
    return ("-", "-") if rating is None else (_signed(rating.value), f"{_signed(rating.low)} to {_signed(rating.high)}")


def _signed(value: float) -> str:
    """A whole number with its sign; 0 has none."""
    return f"{round(value):+d}" if round(value) else "0"
