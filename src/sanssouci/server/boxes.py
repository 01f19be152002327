"""Boxes of owners: begun, changed while they are being entered, shared by their id, and played with.

A box in the making may be faulty and is kept all the same; nobody can play with it until it is right. A table that is
opened with it takes its contents along, so neither changing nor deleting the box touches any game.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from sanssouci.box import Box, BoxError
from sanssouci.box.loader import MAX_BYTES
from sanssouci.box.own import box_of_file, examine_file, in_one_form, read_own, resized, resume_own, started, write_own
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, StaleError, TooManyError
from sanssouci.server.holders import is_table_id, new_table_id
from sanssouci.server.house import House
from sanssouci.server.messages import BoxFault, BoxFile, BoxInfo, NewBox, OwnBox, OwnBoxes, OwnBoxLine, SaveBox
from sanssouci.server.showing import show_box
from sanssouci.server.slots import Threads
from sanssouci.server.storage.boxes import BoxRow, BoxStore

SOURCE: Final = "box"  # what the box checker calls a file that somebody has sent
_PLACE: Final = re.compile(r"(\w+)(?:\.(?:board|pairs)\[(\d+)\](?:\.([AB])\b)?)?")


class Boxes:
    """The boxes of all owners."""

    def __init__(self, house: House, store: BoxStore, readers: Threads) -> None:
        self.house = house
        self.store = store
        self._readers = readers
        self._rate = house.rates.of("boxes")

    async def listed(self, caller: Caller) -> OwnBoxes:
        """Somebody's boxes. Each is checked, which would keep the event loop from others."""
        rows = [] if caller.holder is None else await self.store.of(caller.holder)
        lines = await self._readers.do(caller.address, lambda: [_line(row) for row in rows]) if rows else []
        return OwnBoxes(boxes=lines, most=self.house.settings.limits.boxes_of_holder)

    async def row(self, box_id: str) -> BoxRow:
        """A box; RefusalError if it does not exist."""
        row = await self.store.find(box_id) if is_table_id(box_id) else None
        if row is None:
            raise RefusalError("no_box", "there is no such box")
        return row

    async def begin(self, wish: NewBox, holder: str, caller: Caller) -> BoxRow:
        """Begin a box of one's own."""
        self._check_rate(caller)
        box_id, file = new_table_id(), await self._first_file(wish, caller.address)
        if not self.house.rates.of("daily_boxes").allows(caller.address):
            raise TooManyError("new", "too many new boxes from this address today; come back tomorrow")
        most = self.house.settings.limits.boxes_of_holder
        if not await self.store.add(box_id, holder, _written(file), most=most):
            raise TooManyError("boxes", f"you have {most} boxes; delete one first")
        return await self.row(box_id)

    async def _first_file(self, wish: NewBox, address: str) -> dict[str, Any]:
        if sum(given is not None for given in (wish.extends, wish.text, wish.of)) != 1:
            raise RefusalError("bad_setting", "a box is begun from exactly one of: extends, text, of")
        try:
            if wish.text is not None:
                if not self.house.rates.of("replays").allows(address):  # reading takes a while
                    raise RefusalError("too_fast", "too many files from this address; wait a moment")
                return await self._readers.do(address, _file_of, wish.text)
            if wish.of is not None:
                return read_file(await self.row(wish.of))
            return started(wish.extends or "", name=wish.name)
        except BoxError as error:
            raise refused_box(error) from None

    async def save(self, box_id: str, wish: SaveBox, caller: Caller) -> BoxRow:
        """Keep a box of one's own as it is now, faulty or not."""
        self._check_rate(caller)
        row = await self.row(box_id)
        if row.owner != caller.holder:
            raise RefusalError("not_your_box", "only its owner changes a box; take a copy and change that")
        file = in_one_form(msgspec.to_builtins(wish.file))
        if wish.columns is not None and wish.rows is not None:
            file = resized(file, wish.columns, wish.rows)
        _check_size(file)
        if not await self.store.save(box_id, row.owner, wish.version, _written(file)):
            raise StaleError("the box was changed elsewhere in the meantime")
        return await self.row(box_id)

    async def remove(self, box_id: str, holder: str | None) -> None:
        """Delete a box of one's own; tables that play with it have its contents."""
        row = await self.row(box_id)
        if row.owner != holder or not await self.store.remove(box_id, row.owner):
            raise RefusalError("not_your_box", "only its owner deletes a box")

    async def to_play(self, box_id: str) -> Box:
        """The box to open a table with: one of this server's, or somebody's by its id."""
        offered = self.house.settings.boxes
        if box_id in offered:
            return offered[box_id]
        row = await self.store.find(box_id) if is_table_id(box_id) else None
        if row is None:
            there = ", ".join(offered)
            raise RefusalError("bad_setting", f"there is no box {box_id!r} here; there are: {there}")
        try:
            return box_of_file(read_file(row), SOURCE)
        except BoxError as error:
            raise refused_box(error) from None

    def _check_rate(self, caller: Caller) -> None:
        if not self._rate.allows(caller.holder or caller.address):
            raise RefusalError("too_fast", "the box is changed faster than it can be saved; wait a moment")


def read_file(row: BoxRow) -> dict[str, Any]:
    """The file of a stored box."""
    file: dict[str, Any] = msgspec.json.decode(row.file)
    return file


def refused_box(error: BoxError) -> RefusalError:
    """The refusal for a box with a fault, in the box checker's words; `place` is the fault's key in the file."""
    reason = f"box.fault.{error.why}" if error.why else None
    return RefusalError(
        "bad_box", f"{error.key}: {error.fault}", reason=reason, values={**error.values, "place": error.key}
    )


def show_own(row: BoxRow, holder: str | None, link: str, qr: str) -> OwnBox:
    """A box with all its faults."""
    file = read_file(row)
    box, faults = examine_file(file, SOURCE)
    return OwnBox(
        id=row.id,
        yours=row.owner == holder,
        version=row.version,
        changed=row.changed,
        file=msgspec.convert(file, BoxFile),
        faults=[_show_fault(fault) for fault in faults],
        info=None if box is None else _info(row, box),
        digest="" if box is None or faults else box.digest,
        link=link,
        qr=qr,
    )


def toml_of(row: BoxRow) -> tuple[str, str]:
    """The name of a box's file, and what is in it."""
    file = read_file(row)
    name = re.sub(r"[^A-Za-z0-9_-]", "", str(file["id"]))[:40] or "box"
    return f"{name}.toml", write_own(file)


@lru_cache(maxsize=200)
def _line(row: BoxRow) -> OwnBoxLine:
    file = read_file(row)
    box, faults = examine_file(file, SOURCE)
    return OwnBoxLine(
        id=row.id,
        name=file["name"],
        extends=file.get("extends", ""),
        changed=row.changed,
        faults=len(faults),
        info=None if box is None or faults else _info(row, box),
    )


def _info(row: BoxRow, box: Box) -> BoxInfo:
    """How a box looks, under the id by which tables are opened with it."""
    return msgspec.structs.replace(show_box(box), id=row.id)


def _show_fault(error: BoxError) -> BoxFault:
    place = _PLACE.match(error.key)
    part, number, side = place.groups() if place else ("", None, None)
    square = error.values.get("square")
    return BoxFault(
        key=error.key,
        fault=error.fault,
        why=error.why,
        values=error.values,
        part=part,
        number=None if number is None else int(number),
        side=side,
        square=None if square is None else str(square),
    )


def _file_of(text: str) -> dict[str, Any]:
    """The file in a TOML text, finished or not; refused with its first fault if a page could not go on with it."""
    try:
        file = resume_own(text, SOURCE)
        msgspec.convert(file, BoxFile)
    except msgspec.ValidationError as error:
        read_own(text, SOURCE)
        raise RefusalError("bad_box", str(error)) from None
    except BoxError:
        read_own(text, SOURCE)
        raise
    return file


def _check_size(file: Mapping[str, Any]) -> None:
    """Refuse a file that could not be read again."""
    if len(write_own(file).encode()) > MAX_BYTES:
        raise RefusalError("bad_box", f"file: is larger than {MAX_BYTES} bytes; must be a box file")


def _written(file: Mapping[str, Any]) -> str:
    return msgspec.json.encode(file).decode()
