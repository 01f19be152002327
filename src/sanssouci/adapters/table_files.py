"""Tables of games and decisions in memory and in files: Parquet, or Arrow's own format."""

from typing import Any, BinaryIO, Final

from sanssouci.adapters.decisions import Decisions
from sanssouci.adapters.tables import GAMES, read_rows
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import MissingExtraError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as missing:
    raise MissingExtraError("data", needed_for="exporting records as tables") from missing

FORMATS: Final = (".parquet", ".arrow")
_PORTION: Final = 50_000  # rows of a group in a file


def read_tables(file: BinaryIO, *, observations: bool = False, legal: bool = False) -> tuple[Any, Any]:
    """Both tables of a file of records in memory, as Arrow tables."""
    rows: list[dict[str, Any]] = []
    batches: list[Any] = []
    decisions = Decisions(batches.append, observations=observations, legal=legal)
    for found in read_rows(enumerate(file, 1)):
        rows.append(found.game)
        decisions.add(found)
    decisions.flush()
    return pa.Table.from_pylist(rows, GAMES), pa.Table.from_batches(batches, decisions.schema)


def game_batch(rows: list[dict[str, Any]]) -> Any:
    """Rows of the table of games as a record batch."""
    return pa.RecordBatch.from_pylist(rows, GAMES)


class Writer:
    """One table in a file, written portion by portion: Parquet, or Arrow's own format, by the end of its name."""

    def __init__(self, file: BinaryIO, name: str, schema: Any) -> None:
        kind = check_name(name)
        self._schema, self._waiting, self._rows = schema, list[Any](), 0
        self._to = _parquet(file, schema) if kind == ".parquet" else pa.ipc.new_file(file, schema)

    def add(self, batch: Any) -> None:
        """Add rows."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= _PORTION:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        self._to.write_table(pa.Table.from_batches(self._waiting, self._schema).combine_chunks())
        self._waiting, self._rows = [], 0

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.flush()
        self._to.close()


def _parquet(file: BinaryIO, schema: Any) -> Any:
    """A writer of Parquet. Observations hardly ever repeat, so a dictionary of them would only take time."""
    usual = [column for column in schema if column.name != "observation"]
    leaves = [f"{one.name}.list.element" if pa.types.is_list(one.type) else one.name for one in usual]
    return pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=leaves)


def check_name(name: str) -> str:
    """The format of a file by the end of its name; SanssouciError if there is none."""
    for kind in FORMATS:
        if name.endswith(kind):
            return kind
    raise SanssouciError(f"{name}: the name of a table ends in {' or '.join(FORMATS)}")
