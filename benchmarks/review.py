"""Checks the account of luck and skill against many games, and writes a dated results file.

    python benchmarks/review.py                 # 2,000 games of equal players, then a player that errs on purpose
    python benchmarks/review.py --games 100     # a smaller sample
    python benchmarks/review.py --report        # only what has been played so far
    python benchmarks/review.py --luck 2000     # only the mean luck, over that many other games; much quicker

Three things must hold. The mean luck of each seat is zero, for every source of luck apart. Results without their luck
have at most a third of the variance of results. And a player that errs on purpose is found to cost what it loses in a
match on common luck. Games are kept in .review/ as they finish: an interrupted run continues where it
stopped. Remove that folder after a change to the estimates.
"""

import argparse
import json
import math
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sanssouci import Game, Move, View
from sanssouci.arena.match import player_seed
from sanssouci.arena.simulation import seed_of_game
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind
from sanssouci.players.player import luck_of
from sanssouci.study.playouts import Playouts, engine_version
from sanssouci.study.review import luck_and_skill
from sanssouci.study.timeline import steps
from sanssouci.thinking.policy import MOVE_WORDS

ROOT: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = ROOT / "benchmarks" / "results"
KEPT: Final = ROOT / ".review"
SEED: Final = 20_261_118
VALUES: Final = 50  # playouts at each position
COMPARE: Final = 300  # for each decision that is not the evaluation's
WHIMS: Final = 0.3  # the share of its turns in which a player takes one of its three best moves at random
ERRORS: Final = 0.2  # the share of its turns in which the player that errs takes any legal turn
FIRST_FRESH: Final = 5_000  # the number of the first game of --luck …
FRESH_VALUES: Final = 20  # … and its playouts at each position; fewer make luck less exact, not less zero
SOURCES: Final = ("boards", "missions", "cards", "tiles", "hidden")

Floats = npt.NDArray[np.float64]


class Steady:
    """Plays by the evaluation, but now and then takes its second or third choice; it can be made to err as well."""

    def __init__(self, seed: int, errors: float = 0.0) -> None:
        self._mind, self._luck, self._errors = Mind(KINGS_EXPERIENCE), luck_of(seed), errors

    def choose(self, view: View) -> Move:
        """Choose, or err."""
        if view.is_setup or self._luck.random() < self._errors:
            return self._luck.choice(list(view.legal_moves))
        moves, _ = self._mind.candidates(view, 3)
        index = self._luck.randrange(len(moves)) if self._luck.random() < WHIMS else 0
        return view.move_of(moves[index, :MOVE_WORDS].tolist())


def play(luck: int, erring: int | None) -> Game:
    """A game of equal players, or one in which a seat errs."""
    game = Game(seed=luck)
    players = [Steady(player_seed(luck, seat, 0), ERRORS if seat == erring else 0.0) for seat in range(game.players)]
    while game.seat is not None:
        game.push(players[game.seat].choose(game.view(game.seat)))
    return game


def line_of(number: int, erring: int | None) -> dict[str, Any]:
    """One game with its accounts: for each seat, points and share of the win by source."""
    start = time.process_time()
    game = play(seed_of_game(SEED, number), erring)
    played = time.process_time()
    accounts = luck_and_skill(game, values=VALUES, compare=COMPARE, seed=number)
    seats = [
        {
            "expected": _values(each.expected),
            "skill": _values(each.skill),
            "others": _values(each.others),
            **{source: _values(worth) for source, worth in each.luck.items()},
            "result": list(each.result),
        }
        for each in accounts
    ]
    seconds = [round(played - start, 3), round(time.process_time() - played, 3)]
    return {"game": number, "erring": erring, "seats": seats, "seconds": seconds}


def _values(worth: Any) -> list[float]:
    return [worth.points.value, worth.win.value]


def wanted(games: int, blocks: int) -> Iterator[tuple[int, int | None]]:
    """The games to be played: those of equal players, and for each luck one with either seat erring."""
    equal = [(number, None) for number in range(games)]
    errors = [(number, seat) for number in range(blocks) for seat in (0, 1)]
    yield from equal[: min(games, 100)]
    yield from errors[:20]
    yield from equal[100:]
    yield from errors[20:]


def run(games: int, blocks: int) -> list[dict[str, Any]]:
    """Play what is missing, and return all lines, each with the engine that made it."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / "games.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {(line["game"], line["erring"]) for line in lines}
    missing = [each for each in wanted(games, blocks) if each not in known]
    console = Console(stderr=True)
    with path.open("a", encoding="utf-8") as file:
        for number, erring in track(missing, "games", console=console, disable=not console.is_terminal):
            line = {"engine": engine_version(), **line_of(number, erring)}
            file.write(json.dumps(line) + "\n")
            file.flush()
            lines.append(line)
    return lines


def fresh_luck(number: int) -> dict[str, Any]:
    """The luck of a game by source, seats x (points, share of the win), without judging decisions."""
    game, playouts = play(seed_of_game(SEED, number), None), Playouts("fresh", number)
    line = list(steps(game))
    now = playouts.values(line[0].before, FRESH_VALUES, "value")
    found: dict[str, Floats] = {}
    for step in line:
        if step.source is None:
            now = playouts.values_after(now, step.after, FRESH_VALUES, "value")
            continue
        after = playouts.values(step.after, FRESH_VALUES, "value")
        found[step.source] = found.get(step.source, np.zeros((2, 2))) + (after - now).mean(axis=0)
        now = after
    return {"game": number, **{source: luck.tolist() for source, luck in found.items()}}


def check_fresh_luck(games: int, console: Console) -> dict[str, Any]:
    """The mean luck over games that the other checks do not have."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / "luck.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    with path.open("a", encoding="utf-8") as file:
        for number in range(FIRST_FRESH + len(lines), FIRST_FRESH + games):
            lines.append(fresh_luck(number))
            file.write(json.dumps(lines[-1]) + "\n")
            file.flush()
    rows = luck_rows({source: np.array([line[source] for line in lines[:games]]) for source in SOURCES[:-1]})
    print_rows(rows, "luck", console)
    return {"games": min(games, len(lines)), "playouts": {"values": FRESH_VALUES}, "luck": rows}


def column(lines: list[dict[str, Any]], key: str) -> Floats:
    """A part of the accounts: games x seats x (points, share of the win)."""
    return np.array([[seat[key] for seat in line["seats"]] for line in lines], np.float64)


def mean(values: Floats) -> tuple[float, float]:
    """A mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)))


def check_luck(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The mean luck of each seat by source, with its standard error."""
    return luck_rows({source: column(lines, source) for source in SOURCES})


def luck_rows(luck: dict[str, Floats]) -> list[dict[str, Any]]:
    """Means with their standard errors, of games x seats x (points, share of the win) by source."""
    rows = []
    for source, values in luck.items():
        for seat in range(2):
            for index, unit in enumerate(("points", "win")):
                value, error = mean(values[:, seat, index])
                row = {"source": source, "seat": seat, "unit": unit, "mean": round(value, 4), "error": round(error, 4)}
                rows.append({**row, "errors_from_zero": round(abs(value) / error, 2) if error else 0.0})
    return rows


def check_variance(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The variance of results, and of results without their luck."""
    result = column(lines, "result")
    adjusted = result - sum(column(lines, source) for source in SOURCES)
    found: list[tuple[str, float, float]] = []
    for name, row in (("points of seat 0", (1, 0)), ("points of seat 1", (0, 1)), ("lead of seat 0", (1, -1))):
        whole, rest = (float((each[:, :, 0] @ row).var(ddof=1)) for each in (result, adjusted))
        found.append((name, whole, rest))
    whole, rest = (float(each[:, 0, 1].var(ddof=1)) for each in (result, adjusted))
    found.append(("win of seat 0", whole, rest))
    return [
        {"of": name, "results": round(whole, 4), "adjusted": round(rest, 4), "share": round(rest / whole, 3)}
        for name, whole, rest in found
    ]


def check_errors(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the erring seat lost in the match, and what the reviews say that its decisions cost, luck by luck."""
    blocks: dict[int, list[dict[str, Any]]] = {}
    for line in lines:
        blocks.setdefault(line["game"], []).append(line)
    whole = [pair for pair in blocks.values() if len(pair) == 2]
    lost, found = [], []
    for pair in whole:
        each_lost, each_found = np.zeros(2), np.zeros(2)
        for line in pair:
            bad, good = line["seats"][line["erring"]], line["seats"][1 - line["erring"]]
            each_lost += np.subtract(good["result"], bad["result"]) / 2
            each_found += np.subtract(np.add(good["skill"], good["others"]), np.add(bad["skill"], bad["others"])) / 2
        lost.append(each_lost)
        found.append(each_found)
    rows = []
    for index, unit in enumerate(("points", "win")):
        pairs = {"lost": np.array(lost)[:, index], "found": np.array(found)[:, index]}
        pairs["difference"] = pairs["found"] - pairs["lost"]
        figures = {name: mean(values) for name, values in pairs.items()}
        rows.append(
            {
                "unit": unit,
                "blocks": len(whole),
                **{name: [round(v, 4), round(e, 4)] for name, (v, e) in figures.items()},
            }
        )
    return rows


def print_rows(rows: list[dict[str, Any]], title: str, console: Console) -> None:
    """Print rows as a table."""
    table = Table(*rows[0], box=None, pad_edge=False, title=title)
    for row in rows:
        table.add_row(*map(str, row.values()))
    console.print(table)


def report(lines: list[dict[str, Any]], console: Console) -> dict[str, Any]:
    """Print the three checks and return them."""
    equal = [line for line in lines if line["erring"] is None]
    errors = [line for line in lines if line["erring"] is not None]
    document: dict[str, Any] = {"games": len(equal)}
    seconds = np.array([line["seconds"] for line in equal])
    document["seconds"] = {
        "playing": round(float(seconds[:, 0].mean()), 3),
        "review": round(float(seconds[:, 1].mean()), 3),
    }
    for name, rows in (
        ("luck", check_luck(equal)),
        ("variance", check_variance(equal)),
        ("errors", check_errors(errors)),
    ):
        document[name] = rows
        print_rows(rows, name, console)
    console.print(document["seconds"], document["games"])
    return document


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="of equal players (default %(default)s)")
    parser.add_argument(
        "--blocks", type=int, default=150, help="pairs of games with an erring seat (default %(default)s)"
    )
    parser.add_argument("--report", action="store_true", help="play no more games: write what there is")
    parser.add_argument("--luck", type=int, default=None, metavar="N", help="only the mean luck of N other games")
    options = parser.parse_args()
    facts: dict[str, Any] = {
        "date": date.today().isoformat(),
        "command": " ".join(["python", "benchmarks/review.py", *sys.argv[1:]]),
        "machine": platform.processor() or platform.machine(),
        "shares": {"whims": WHIMS, "errors": ERRORS},
    }
    if options.luck is not None:
        facts["engines"] = {engine_version(): options.luck}
        document = check_fresh_luck(options.luck, Console())
    else:
        lines = run(0 if options.report else options.games, 0 if options.report else options.blocks)
        facts["engines"] = dict(Counter(line["engine"] for line in lines))
        facts["playouts"] = {"values": VALUES, "compare": COMPARE}
        document = report(lines, Console())
    path = RESULTS / f"{facts['date']}-review{'' if options.luck is None else '-luck'}.json"
    path.write_text(json.dumps({**facts, **document}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
