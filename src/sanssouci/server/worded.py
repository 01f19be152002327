"""The words of a table's box. A table holds the rules part; that of an owner's box holds its words as well."""

import dataclasses
from functools import lru_cache

import msgspec

from sanssouci.box import Box, Column, Row
from sanssouci.game.replay import box_of
from sanssouci.server.storage.rows import TableRow


class _Line(msgspec.Struct):
    id: str
    names: dict[str, str]


class _Words(msgspec.Struct):
    name: str
    columns: list[_Line]
    rows: list[_Line]


def words_of(box: Box) -> str:
    """What people call the parts of a box, as JSON for a table to keep."""
    lines = [[_Line(line.id, dict(line.names)) for line in part] for part in (box.columns, box.rows)]
    return msgspec.json.encode(_Words(box.name, *lines)).decode()


def box_at(row: TableRow) -> Box:
    """The box of a table, with its words if they are known."""
    return box_of(row.box) if row.options.words is None else worded(row.box, row.options.words)


@lru_cache(maxsize=64)
def worded(rules: str, text: str) -> Box:
    """A box from its rules part and its words."""
    box, words = box_of(rules), msgspec.json.decode(text, type=_Words)
    columns = (Column(old.letter, new.id, new.names) for old, new in zip(box.columns, words.columns, strict=True))
    rows = (Row(old.value, new.id, new.names) for old, new in zip(box.rows, words.rows, strict=True))
    return dataclasses.replace(box, name=words.name, columns=tuple(columns), rows=tuple(rows))
