"""The table of decisions: many lines of play at once, column by column, in arrays that Arrow takes over as they are."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanssouci.adapters.tables import DecisionRows, RecordRows, decisions_schema
from sanssouci.batches import arrays
from sanssouci.batches.batcher import batcher
from sanssouci.game.extras import MissingExtraError
from sanssouci.kernel import layout
from sanssouci.kernel.expansions import POINTS_WORDS
from sanssouci.kernel.layout import ACTIONS

try:
    import pyarrow as pa
except ModuleNotFoundError as missing:
    raise MissingExtraError("data", needed_for="exporting records as tables") from missing

_PORTION: Final = 4096  # rows of a record batch, or somewhat more
_POINTS: Final = (layout.NOBLE_POINTS, *POINTS_WORDS.values())


class Decisions:
    """Gathers the decisions of records, and passes them on as record batches."""

    def __init__(self, sink: Callable[[Any], object], *, observations: bool = False, legal: bool = False) -> None:
        self.schema = decisions_schema(observations=observations, legal=legal)
        self.rows = 0  # all that were added
        self._sink, self._observes, self._lists = sink, observations, legal
        self._waiting: list[tuple[int, DecisionRows]] = []
        self._count = 0  # of rows that wait
        self._scratch = np.zeros(layout.STATE_WORDS, np.int64)

    def add(self, found: RecordRows) -> None:
        """Add the decisions of a record."""
        for line in found.lines:
            self._waiting.append((found.game["game"], line))
            self._count += len(line.codes)
            self.rows += len(line.codes)
        if self._count >= _PORTION:
            self.flush()

    def flush(self) -> None:
        """Pass on what is waiting."""
        if self._waiting:
            columns = self._columns([line for _, line in self._waiting], [game for game, _ in self._waiting])
            self._sink(pa.record_batch([pa.array(columns[name]) for name in self.schema.names], schema=self.schema))
        self._waiting, self._count = [], 0

    def _columns(self, lines: list[DecisionRows], games: list[int]) -> dict[str, Any]:
        counts = [len(line.codes) for line in lines]
        states = np.concatenate([line.states for line in lines])
        seats = states[:, layout.SEAT]
        masks, observation = self._look(lines, states)
        choices = masks.sum(axis=1, dtype=np.int16)
        seconds, comments = _noted(lines)
        columns = {
            "game": np.repeat(np.array(games, np.int32), counts),
            "variation": np.repeat(np.array([line.variation for line in lines], np.int32), counts),
            "decision": np.concatenate([np.arange(len(line.codes), dtype=np.int32) + line.first for line in lines]),
            "turn": states[:, layout.TURN].astype(np.int16),
            "seat": seats.astype(np.int8),
            "phase": states[:, layout.PHASE].astype(np.int8),
            "code": np.concatenate([line.codes for line in lines]),
            "choices": choices,
            "points": _points(states, seats).astype(np.int16),
            "seconds": seconds,
            "comments": comments,
            "observation": observation,
        }
        if self._lists:
            codes = np.nonzero(masks)[1].astype(np.int16)
            columns["legal"] = pa.ListArray.from_arrays(pa.array(_ends(choices)), pa.array(codes))
        return columns

    def _look(self, lines: list[DecisionRows], states: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int8], Any]:
        """What is legal in each state, as masks, and what the seat that decides knows, if that is wanted."""
        count = len(states)
        masks, seats = np.empty((count, ACTIONS), np.int8), np.empty(count, np.int64)
        sizes = [self._size(line) for line in lines]
        lengths = np.repeat(np.array(sizes, np.int64), [len(line.codes) for line in lines])
        values = np.empty(int(lengths.sum()), np.int8)
        row = place = 0
        for line, size in zip(lines, sizes, strict=True):
            rows, end = slice(row, row + len(line.codes)), place + size * len(line.codes)
            out = values[place:end].reshape(len(line.codes) if size else 0, size)
            batcher().look_at_games(line.table, states[rows], self._scratch, masks[rows], seats[rows], out)
            row, place = rows.stop, end
        if not self._observes:
            return masks, None
        buffers = [None, pa.py_buffer(_ends(lengths)), pa.py_buffer(values)]
        return masks, pa.Array.from_buffers(pa.binary(), count, buffers)

    def _size(self, line: DecisionRows) -> int:
        """The numbers of an observation, 0 if there are none."""
        is_wanted = self._observes and len(line.states) > 0
        return arrays.observation_size(int(line.states[0, layout.PLAYERS])) if is_wanted else 0


def _ends(lengths: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int32]:
    """Where each item of a column of lists begins and ends."""
    ends = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=ends[1:])
    return ends


def _points(states: npt.NDArray[np.int64], seats: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The points in play of the seats that decide."""
    bases = layout.SEAT_BASE + layout.SEAT_WORDS * seats
    index = np.arange(len(states))
    points = np.zeros(len(states), np.int64)
    for word in _POINTS:
        points += states[index, bases + word]
    return points


def _noted(lines: list[DecisionRows]) -> tuple[Any, Any]:
    """The columns of notes; most lines have none, and an empty column costs nothing."""
    if not any(line.notes for line in lines):
        count = sum(len(line.codes) for line in lines)
        return pa.nulls(count, pa.float64()), pa.nulls(count, pa.list_(pa.string()))
    notes = [line.notes.get(line.first + index, {}) for line in lines for index in range(len(line.codes))]
    texts = [[comment["text"] for comment in note.get("comments", ())] or None for note in notes]
    return pa.array([note.get("seconds") for note in notes], pa.float64()), pa.array(texts, pa.list_(pa.string()))
