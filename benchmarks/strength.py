"""Measures how strong the levels are, match by match, against set bars, and writes a dated results file.

    python benchmarks/strength.py                  # the whole table, at most two hours on two cores
    python benchmarks/strength.py --row flat       # only rows whose name contains this
    python benchmarks/strength.py --calibrate      # how many samples fit into a second here
    python benchmarks/strength.py --quick          # does it run at all? tiny budgets, no results file

Levels that search get fixed numbers of samples, so that the table is the same on every machine; these numbers take
the level's time budget, averaged over a game, on one core of the machine named in the results. Games are kept in
.strength/ as they finish: an interrupted run continues where it stopped. A bar is met if the point estimate reaches it
and the whole 95 % interval is on the same side of an even result.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sanssouci import Game, load_box
from sanssouci.arena.contest import contest
from sanssouci.arena.match import Match, code_digest
from sanssouci.arena.results import open_results
from sanssouci.arena.simulation import Setting
from sanssouci.arena.summary import Summary, summarise
from sanssouci.arena.work import Workplace
from sanssouci.box import Expansions
from sanssouci.kernel.engine import engine
from sanssouci.players.levels import make_player
from sanssouci.thinking.thinker import thinker

ROOT: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = ROOT / "benchmarks" / "results"
KEPT: Final = ROOT / ".strength"
SEED: Final = 1

# Samples that take a second per move, averaged over a game, by the number of players (--calibrate).
SECOND: Final = {2: 40_000, 3: 24_000, 4: 18_500}
TRIED: Final = 20_000  # for measuring them

FLAT: Final = "benchmarks.flat:FlatMonteCarlo"
UCT: Final = "benchmarks.uct:TenSixteenths"


@dataclass(frozen=True, slots=True)
class Row:
    """A match and what its first player must reach."""

    name: str
    specs: tuple[str, str]
    games: int
    bar: float | None  # for the win rate; with more than two players, as a multiple of the fair share; None: no bar
    seconds: float  # roughly how long a game takes on one core
    players: int = 2
    at_most: bool = False
    imperial: bool = False  # the Imperial box with both expansions

    def match(self) -> Match:
        box = load_box("imperial" if self.imperial else "ravensburger")
        setting = Setting(box, players=self.players, expansions=box.expansions if self.imperial else Expansions())
        return Match(setting, self.specs, SEED, limit=600)

    def command(self) -> str:
        setting = f" --players {self.players}" if self.players > 2 else ""
        setting += " --box imperial --rewards --boar" if self.imperial else ""
        specs = " ".join(self.specs)
        return f"sanssouci arena {specs}{setting} --games {self.games} --seed {SEED} --limit 600"

    def is_met(self, summary: Summary) -> bool:
        """Whether the estimate reaches the bar, if any, and the interval leaves no doubt about who is better."""
        if self.bar is None:
            return True
        wins = summary.pairings[0].wins
        times = summary.seats if self.players > 2 else 1
        if self.at_most:
            return wins.value * times <= self.bar and wins.high < summary.fair
        return wins.value * times >= self.bar and wins.low > summary.fair


def king(players: int = 2, *, part: int = 1) -> str:
    """The king with a second per move, or a fraction of one."""
    return f"king:samples={SECOND[players] // part}"


ROWS: Final = (
    Row("beginner: page against random", ("page", "random"), 400, 0.90, 0.02),
    Row("beginner: page against greedy", ("page", "greedy"), 400, 0.30, 0.02, at_most=True),
    Row("level: courtier against page", ("courtier", "page"), 400, 0.70, 0.1),
    Row("level: architect against courtier", ("architect", "courtier"), 400, 0.70, 0.1),
    Row("level: king against architect", (king(), "architect"), 40, 0.70, 19),
    Row("one move: king against courtier", (king(), "courtier"), 60, 0.98, 19),
    Row("flat: king against flat Monte Carlo", (king(), FLAT), 200, 0.65, 22),
    Row("time: king against an eighth of its samples", (king(), king(part=8)), 120, 0.58, 21.4),
    Row("three: king among architects", (king(3), "architect"), 36, 1.6, 19.1, players=3),
    Row("three: architect among courtiers", ("architect", "courtier"), 300, 1.0, 0.2, players=3),
    Row("three: courtier among pages", ("courtier", "page"), 300, 1.0, 0.1, players=3),
    Row("four: king among architects", (king(4), "architect"), 36, 1.6, 19.2, players=4),
    Row("four: architect among courtiers", ("architect", "courtier"), 400, 1.0, 0.2, players=4),
    Row("four: courtier among pages", ("courtier", "page"), 400, 1.0, 0.1, players=4),
    Row("expansions: king against architect", (king(part=8), "architect"), 60, 0.70, 4, imperial=True),
    Row("expansions: architect against courtier", ("architect", "courtier"), 400, 0.70, 0.2, imperial=True),
    Row("expansions: courtier against page", ("courtier", "page"), 400, 0.70, 0.1, imperial=True),
    Row("uct: UCT with ten times the time of a king", (UCT, king(part=16)), 100, 0.10, 13, at_most=True),
    Row("time: an eighth against a sixty-fourth", (king(part=8), king(part=64)), 120, None, 2.7),
    Row("time: a sixty-fourth against a 512th", (king(part=64), king(part=512)), 200, None, 0.5),
)


def quick(row: Row) -> Row:
    """The same row with hardly any games and samples."""
    tiny = tuple(spec.partition("=")[0] + "=20" if "=" in spec else spec for spec in row.specs)
    one, other = (spec.replace("TenSixteenths", "Tiny") for spec in tiny)
    return replace(row, specs=(one, other), games=row.players)


def play(row: Row, workers: int, *, keep: bool) -> tuple[Summary, float]:
    """Play the missing games of a row; return its summary and how long its players thought in all."""
    match = row.match()
    blocks = match.blocks(row.games)
    KEPT.mkdir(exist_ok=True)
    file = str(KEPT / f"{row.name.partition(':')[0]} {row.specs[0]} {row.specs[1]}.jsonl".replace("/", "-"))
    with open_results(match, file if keep else None) as results:
        games, bar = contest(match, results, blocks=blocks, place=Workplace(workers)), Console(stderr=True)
        total, quiet = blocks * row.players, not bar.is_terminal
        for _ in track(games, row.name, total=total, console=bar, transient=True, disable=quiet):
            pass
        summary = summarise(match, results.played, blocks=blocks)
        counted = [game for game in results.played.values() if game.id.block < blocks]
    return summary, sum(sum(game.seconds) for game in counted)


def entry(row: Row, summary: Summary, seconds: float) -> dict[str, Any]:
    """A row of the results file."""
    document = summary.document()
    return {
        "row": row.name,
        "command": row.command(),
        "bar": None if row.bar is None else {"at_most" if row.at_most else "at_least": row.bar},
        "met": row.is_met(summary),
        "games": summary.games,
        "wins": document["pairings"][0]["wins"],
        "times_fair": document["pairings"][0]["times_fair"] if row.players > 2 else None,
        "players": document["players"],
        "faults": document["faults"],
        "seconds_of_thought": round(seconds, 1),
    }


def cells(one: dict[str, Any]) -> list[str]:
    """A row of the results as displayed: its name, games, wins, interval, bar, and whether the bar is met."""
    times = one["times_fair"]
    form = "{:.1%}" if times is None else "{:.2f}x"
    wins = {key: form.format(value) for key, value in (times or one["wins"]).items()}
    bar = "".join(f"{kind.replace('_', ' ')} {form.format(bar)}" for kind, bar in (one["bar"] or {}).items())
    met = "" if not bar else "yes" if one["met"] else "NO"
    return [one["row"], str(one["games"]), wins["value"], f"{wins['low']} to {wins['high']}", bar, met]


def show(entries: Sequence[dict[str, Any]], console: Console) -> None:
    table = Table("row", "games", "wins", "95 %", "bar", "met", "ms a move", "core minutes", box=None, pad_edge=False)
    for one in entries:
        thoughts = [each["seconds_a_move"] for each in one["players"]]
        times = ", ".join("-" if each is None else f"{1000 * each:.1f}" for each in thoughts)
        table.add_row(*cells(one), times, f"{one['seconds_of_thought'] / 60:.1f}")
    console.print(table)


def calibrate(console: Console) -> None:
    """Print how many samples of a king, and iterations of UCT, fit into a second, averaged over a game."""
    for players in SECOND:
        seconds = thinking(f"king:samples={TRIED}", players)
        console.print(f"{players} players: {TRIED / seconds:,.0f} samples of a king per second")
    from benchmarks.uct import Tried

    seconds = thinking("benchmarks.uct:Tried", 2)
    console.print(f"2 players: {Tried.iterations / seconds:,.0f} iterations of UCT per second")


def thinking(spec: str, players: int) -> float:
    """The mean processor time per move of a player among greedy ones, over a few games; other work does not count."""
    spent, moves = 0.0, 0
    for seed in range(2):
        game = Game(players=players, seed=seed)
        seats = [make_player(spec, seed), *(make_player("greedy", seed) for _ in range(players - 1))]
        while game.seat is not None:
            start, seat = time.process_time(), game.seat
            game.push(seats[seat].choose(game.view(seat)))
            spent += (time.process_time() - start) * (seat == 0)
            moves += seat == 0
    return spent / moves


def machine() -> dict[str, str | int | None]:
    facts: dict[str, str | int | None] = {"python": platform.python_version(), "cores": os.cpu_count()}
    for line in _lines(Path("/proc/cpuinfo")):
        if line.startswith("model name"):
            return {"processor": line.partition(":")[2].strip(), **facts}
    return {"processor": platform.processor(), **facts}


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        yield from path.read_text().splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--row", default="", help="only rows whose name contains this")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--calibrate", action="store_true", help="measure samples per second, and stop")
    parser.add_argument("--quick", action="store_true", help="tiny budgets, to see whether it runs")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))  # the yardsticks are players by import path
    console = Console()
    engine()
    thinker()
    if options.calibrate:
        calibrate(console)
        return 0
    rows = [quick(row) if options.quick else row for row in ROWS if options.row in row.name]
    if not options.quick:
        minutes = sum(row.games * row.seconds for row in rows) / options.workers / 60
        console.print(f"{len(rows)} rows, about {minutes:.0f} minutes on {options.workers} cores")
    entries = [entry(row, *play(row, options.workers, keep=not options.quick)) for row in rows]
    show(entries, console)
    faults = [fault for one in entries for fault in one["faults"]]
    for fault in faults:
        console.print(fault, soft_wrap=True)
    if not options.quick and not options.row:
        path = RESULTS / f"{date.today().isoformat()}-strength.json"
        document = {"command": "python benchmarks/strength.py", "machine": machine(), "code": code_digest()}
        path.write_text(json.dumps({**document, "rows": entries}, indent=1, ensure_ascii=False) + "\n")
        console.print(f"written to benchmarks/results/{path.name}")
    return 0 if not faults and (options.quick or all(one["met"] for one in entries)) else 1


if __name__ == "__main__":
    sys.exit(main())
