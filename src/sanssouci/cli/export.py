"""`sanssouci export`: records as tables for pandas, Polars, DuckDB and the like (docs/data.md)."""

import argparse
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sanssouci.cli.errors import UsageError
from sanssouci.cli.files import input_lines, output_file
from sanssouci.cli.progress import track
from sanssouci.game.errors import RecordError, SanssouciError
from sanssouci.game.extras import require

if TYPE_CHECKING:
    from sanssouci.adapters.table_files import Writer

SUMMARY: Final = "write records as Parquet or Arrow tables: a row for each game, a row for each decision"
EXAMPLES: Final = (
    "export games.jsonl --games games.parquet --decisions decisions.parquet",
    "export games.jsonl --decisions decisions.arrow --observations --legal",
)
_GAMES: Final = 1000  # rows of games in memory


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="one record per line, or - for standard input")
    parser.add_argument("--games", metavar="FILE", help="write a row for each game: FILE.parquet or FILE.arrow")
    parser.add_argument("--decisions", metavar="FILE", help="write a row for each decision, variations included")
    parser.add_argument("--observations", action="store_true", help="add what the seat that decides knew")
    parser.add_argument("--legal", action="store_true", help="add the codes that were legal")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.games is None and options.decisions is None:
        raise UsageError("say what to write: --games FILE, --decisions FILE, or both")
    if options.decisions is None and (options.observations or options.legal):
        raise UsageError("--observations and --legal only apply to decisions: add --decisions FILE")
    if options.games and options.decisions and Path(options.games).resolve() == Path(options.decisions).resolve():
        raise UsageError("--games and --decisions need two different files")
    require("data", needed_for="writing tables")
    _load()
    start = time.perf_counter()
    try:
        games, decisions = _write(options)
    except RecordError as error:
        print(f"{options.file}: {error}; nothing was written", file=sys.stderr)
        return 1
    except SanssouciError as error:
        raise UsageError(str(error)) from None
    seconds = time.perf_counter() - start
    print(f"{games} games, {decisions} decisions")
    print(f"{seconds:.2f} s, {decisions / seconds:,.0f} decisions/s", file=sys.stderr)
    return 0


def _load() -> None:
    """Load what takes a moment, so that the speed that is told is that of the work."""
    import pyarrow as pa

    from sanssouci.adapters import decisions, table_files  # noqa: F401
    from sanssouci.batches.batcher import batcher
    from sanssouci.kernel.engine import engine

    engine()
    batcher()
    pa.array([0])  # for its first array Arrow loads pandas, where that is installed


def _write(options: argparse.Namespace) -> tuple[int, int]:
    """Write both tables side by side; files appear when they are complete."""
    from sanssouci.adapters.decisions import Decisions
    from sanssouci.adapters.table_files import Writer, check_name, game_batch
    from sanssouci.adapters.tables import GAMES, decisions_schema, read_rows

    more = {"observations": options.observations, "legal": options.legal}
    for name in filter(None, (options.games, options.decisions)):
        check_name(name)
    count = rows = 0
    waiting: list[dict[str, object]] = []
    with ExitStack() as files:

        def opened(name: str | None, schema: object) -> "Writer | None":
            if name is None:
                return None
            return files.enter_context(Writer(files.enter_context(output_file(name)), name, schema))

        games, decisions = opened(options.games, GAMES), opened(options.decisions, decisions_schema(**more))
        maker = None if decisions is None else Decisions(decisions.add, **more)
        for found in track(read_rows(input_lines(options.file)), "records", None):
            count += 1
            rows += sum(len(line.codes) for line in found.lines)
            waiting.append(found.game)
            if games is not None and len(waiting) == _GAMES:
                games.add(game_batch(waiting))
                waiting = []
            if maker is not None:
                maker.add(found)
        if maker is not None:
            maker.flush()
        if games is not None:
            games.add(game_batch(waiting))
    return count, rows
