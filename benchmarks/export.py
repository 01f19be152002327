"""Measures how many decisions a second are read from records, checked, and written as Parquet, beside a peer.

    python -m benchmarks.export                # into build/bench/
    python -m benchmarks.export --publish      # into benchmarks/results/

The peer is python-chess, which reads as many random games of chess as PGN; a row is written for each move, with the
number of legal ones. Rates are by the processor's time on one core, which load does not change; by the clock they are
kept beside it. Every figure is the best of several rounds.
"""

import argparse
import io
import os
import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from benchmarks.speed import add_places, processor, report
from rich.console import Console

from sanssouci.adapters.decisions import Decisions
from sanssouci.adapters.table_files import Writer
from sanssouci.adapters.tables import decisions_schema, read_rows
from sanssouci.arena.simulation import Setting, play_games
from sanssouci.box import load
from sanssouci.game.record import write_line

ROUNDS = 3
PLIES = 80  # of a game of chess


class Rate(NamedTuple):
    """Rows a second."""

    processor: float
    clock: float


def records(games: int) -> list[bytes]:
    played = play_games(Setting(load("ravensburger")), games=games, seed=1)
    return [write_line(game.record()).encode() for game in played]


def exported(lines: list[bytes], **more: bool) -> int:
    """Write the decisions of records; how many rows there are."""
    with Writer(io.BytesIO(), "x.parquet", decisions_schema(**more)) as writer:
        decisions = Decisions(writer.add, **more)
        for found in read_rows(enumerate(lines, 1)):
            decisions.add(found)
        decisions.flush()
    return decisions.rows


def chess_games(games: int) -> str:
    """Random games of chess as PGN."""
    import chess.pgn

    luck, texts = random.Random(1), []
    for _ in range(games):
        board = chess.Board()
        while len(board.move_stack) < PLIES and (moves := list(board.legal_moves)):
            board.push(luck.choice(moves))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts)


def chess_exported(text: str) -> int:
    """Write the moves of games of chess; how many rows there are."""
    import chess.pgn

    file, rows = io.StringIO(text), list[tuple[int, str, int]]()
    count = 0
    while (game := chess.pgn.read_game(file)) is not None:
        board = game.board()
        for move in game.mainline_moves():
            rows.append((count, move.uci(), board.legal_moves.count()))
            board.push(move)
        count += 1
    games, moves, choices = zip(*rows, strict=True)
    table = pa.table({"game": pa.array(games), "move": pa.array(moves), "choices": pa.array(choices)})
    pq.write_table(table, io.BytesIO(), compression="zstd")
    return len(rows)


def rate(work: Callable[[], int]) -> Rate:
    """The best of several rounds, after one that is not counted: it loads what is needed once."""
    best = Rate(0.0, 0.0)
    for number in range(ROUNDS + 1):
        start, clock = time.process_time(), time.perf_counter()
        rows = work()
        found = Rate(rows / (time.process_time() - start), rows / (time.perf_counter() - clock))
        if number:
            best = Rate(max(best.processor, found.processor), max(best.clock, found.clock))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=500)
    add_places(parser)
    options = parser.parse_args()
    pa.set_cpu_count(1)
    console, load_before = Console(), os.getloadavg()[0]
    lines, pgn = records(options.games), chess_games(max(1, options.games // 5))
    works: dict[str, tuple[str, Callable[[], int], str]] = {
        "plain": ("decisions", lambda: exported(lines), "50,000"),
        "observations_legal": (
            "decisions with observations and legal codes",
            lambda: exported(lines, observations=True, legal=True),
            "50,000",
        ),
        "python_chess": ("python-chess: moves from PGN, legal ones counted", lambda: chess_exported(pgn), "-"),
    }
    figures: dict[str, Any] = {}
    rows = []
    for key, (name, work, target) in works.items():
        found = rate(work)
        figures[key] = found._asdict()
        rows.append((name, f"{found.processor:,.0f}/s", target))
    packages = {name: version(name) for name in ("numba", "numpy", "pyarrow", "chess")}
    content = {"command": "python -m benchmarks.export", "processor": processor(), "python": platform.python_version()}
    given = {"games": options.games, "load_before": load_before, "load_after": os.getloadavg()[0]}
    report(console, options, rows, "export", {**content, **packages, **given, "figures": figures})


if __name__ == "__main__":
    main()
