"""Records as tables for data analysis: one row a game, one row a decision, as Arrow or Parquet (docs/data.md)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sanssouci.batches import arrays
from sanssouci.game.errors import RecordError
from sanssouci.game.extras import MissingExtraError
from sanssouci.game.game import Game
from sanssouci.game.replay import read_line
from sanssouci.kernel import layout
from sanssouci.kernel.engine import engine
from sanssouci.kernel.layout import ACTION_VERSION, ACTIONS

try:
    import pyarrow as pa
except ModuleNotFoundError as missing:
    raise MissingExtraError("data", needed_for="exporting records as tables") from missing

TABLES_VERSION: Final = 2  # raised by a change of columns; kept in the metadata of every file

_METADATA: Final = {
    "sanssouci_tables": str(TABLES_VERSION),
    "sanssouci_codes": str(ACTION_VERSION),
    "sanssouci_observations": str(arrays.OBSERVATION_VERSION),
}
GAMES: Final = pa.schema(
    {
        "game": pa.int32(),
        "box": pa.string(),
        "digest": pa.string(),
        "players": pa.int8(),
        "expansions": pa.list_(pa.string()),
        "first": pa.int8(),
        "seed": pa.string(),
        "names": pa.list_(pa.string()),
        "finished": pa.bool_(),
        "turns": pa.int16(),
        "decisions": pa.int32(),
        "points": pa.list_(pa.int16()),
        "gardeners": pa.list_(pa.int16()),
        "winners": pa.list_(pa.int8()),
        "variations": pa.int32(),
        "comments": pa.list_(pa.string()),
    },
    _METADATA,
)
_DECISIONS: Final = {
    "game": pa.int32(),
    "variation": pa.int32(),
    "decision": pa.int32(),
    "turn": pa.int16(),
    "seat": pa.int8(),
    "phase": pa.int8(),
    "code": pa.int16(),
    "choices": pa.int16(),
    "points": pa.int16(),
    "seconds": pa.float64(),
    "comments": pa.list_(pa.string()),
}


def decisions_schema(*, observations: bool = False, legal: bool = False) -> Any:
    """The columns of a table of decisions."""
    more = {"observation": pa.binary()} if observations else {}
    more |= {"legal": pa.list_(pa.int16())} if legal else {}
    return pa.schema({**_DECISIONS, **more}, _METADATA)


class DecisionRows(NamedTuple):
    """A line of play: the states and codes of its decisions, and what was noted on them, by their index."""

    variation: int  # 0 for what was played, then in the order of the record
    first: int  # how many decisions came before
    table: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int16]
    notes: dict[int, dict[str, Any]]


class Branch(NamedTuple):
    """A variation of a record, played to its end."""

    game: Game
    skipped: int  # decisions before it branches off
    notes: dict[int, dict[str, Any]]


class RecordRows(NamedTuple):
    """What one record gives: a row of the table of games, and its lines of play."""

    game: dict[str, Any]
    lines: list[DecisionRows]


def read_rows(lines: Iterable[tuple[int, bytes]]) -> Iterator[RecordRows]:
    """The rows of each record, checked like any record; RecordError names the line of the first that is wrong."""
    count = 0
    for number, text in lines:
        if not text.strip():
            continue
        try:
            record = read_line(text)
            yield _rows_of(record, Game.from_record(record, running=True), count)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
        count += 1


def _rows_of(record: dict[str, Any], game: Game, index: int) -> RecordRows:
    start, codes = game.trace()
    notes: dict[int, dict[str, Any]] = {}
    branches: list[Branch] = []
    if "variations" in record or max(map(len, record["events"]), default=0) > 3:
        again = game.copy(luck="own")
        for _ in codes:
            again.pop_code()
        notes = _follow(again, record["events"], branches)
        _branch(again, record.get("variations", ()), branches)
    lines = [_line(0, game, start, codes, 0, notes)]
    for number, branch in enumerate(branches, 1):
        lines.append(_line(number, branch.game, *branch.game.trace(), branch.skipped, branch.notes))
    outcome = game.outcome()
    row = {
        "game": index,
        "box": game.box.id,
        "digest": game.box.digest[:16],
        "players": game.players,
        "expansions": list(game.expansions),
        "first": game.first,
        "seed": record.get("seed"),
        "names": None if game.names is None else list(game.names),
        "finished": outcome is not None,
        "turns": game.turns,
        "decisions": len(lines[0].codes),
        "points": list(game.scores),
        "gardeners": None if outcome is None else list(outcome.gardeners),
        "winners": None if outcome is None else list(outcome.winners),
        "variations": len(branches),
        "comments": [comment["text"] for comment in record.get("comments", ())],
    }
    return RecordRows(row, lines)


def _follow(game: Game, events: list[Any], branches: list[Branch]) -> dict[int, dict[str, Any]]:
    """Play events once more; the notes on decisions by the index of their first step, and the variations on the way."""
    notes: dict[int, dict[str, Any]] = {}
    for event in events:
        found = event[3] if len(event) > 3 and isinstance(event[3], dict) else {}
        _branch(game, found.get("variations", ()), branches)
        if game.is_chance:
            game.push_chance(event[2])
        else:
            if found:
                notes[_decisions(game)] = found
            game.push(event[2])
    return notes


def _branch(game: Game, variations: Iterable[list[Any]], branches: list[Branch]) -> None:
    for events in variations:
        branch = Branch(game.copy(), _decisions(game), {})
        branches.append(branch)
        branch.notes.update(_follow(branch.game, events, branches))


def _decisions(game: Game) -> int:
    return int((game.trace()[1] < ACTIONS).sum())


def _line(
    number: int, game: Game, start: Any, codes: npt.NDArray[np.int64], skipped: int, notes: dict[int, dict[str, Any]]
) -> DecisionRows:
    """All decisions of a game but those that came before a branch."""
    apply, table, state = engine().apply, game.table, start.copy()
    steps = codes.tolist()
    states = np.empty((sum(code < ACTIONS for code in steps), layout.STATE_WORDS), np.int64)
    index = 0
    for code in steps:
        if code < ACTIONS:
            states[index] = state
            index += 1
        apply(table, state, code)
    chosen = codes[codes < ACTIONS].astype(np.int16)
    return DecisionRows(number, skipped, table, states[skipped:], chosen[skipped:], notes)
