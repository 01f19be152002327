"""A value from outside, and the checks it must pass before it is trusted."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn

from sanssouci.box.errors import BoxError

ID_SIGNS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
ID_LENGTH: Final = 40
TEXT_LENGTH: Final = 1000
SHOWN_LENGTH: Final = 40
SHOWN_NUMBER: Final = 10**12


def shown(value: object) -> str:
    """Describe any value in a few characters, even one that is too large or too deep for repr."""
    if isinstance(value, str):
        return repr(value if len(value) <= SHOWN_LENGTH else value[:SHOWN_LENGTH] + "…")
    if isinstance(value, int) and abs(value) > SHOWN_NUMBER:
        return "a huge number"
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return f"a {type(value).__name__}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A value with its source and its key in that source; list items count from 1.

    A table or list may hold entries instead of plain values. They keep their own keys, so a box file can be brought
    into the form of the rules part, and a fault is still reported where it occurs in the file.

    The first fault ends the reading, unless there is a list of `faults`: then whatever can be noted goes in there, and
    the reading goes on with the next best value.
    """

    value: object
    source: str
    key: str = ""
    faults: list[BoxError] | None = field(default=None, compare=False, repr=False)

    def fail(self, fault: str, why: str = "", **values: str | int) -> NoReturn:
        """Raise a BoxError about this entry."""
        raise BoxError(self.source, self.key or "box", fault, why, values)

    def note(self, fault: str, why: str = "", **values: str | int) -> None:
        """Report a fault after which the reading can go on if all faults are wanted."""
        if self.faults is None:
            self.fail(fault, why, **values)
        self.faults.append(BoxError(self.source, self.key or "box", fault, why, values))

    def at(self, key: str, value: object) -> "Entry":
        """Return an entry from the same source under another key."""
        return value if isinstance(value, Entry) else Entry(value, self.source, key, self.faults)

    def child(self, name: object, value: object = None) -> "Entry":
        """Return the entry under a name in this table."""
        text = name if isinstance(name, str) else shown(name)
        return self.at(f"{self.key}.{text[:SHOWN_LENGTH]}".removeprefix("."), value)

    def table(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, "Entry"]:
        """Return the entries of a table that has all the required keys and no unknown ones."""
        if not isinstance(self.value, Mapping):
            self.fail(f"is {shown(self.value)}; must be a table")
        known = (*required, *optional)
        for name in self.value:
            if name not in known:
                self.child(name).fail(f"is unknown; known here: {', '.join(known)}")
        for name in required:
            if name not in self.value:
                self.child(name).fail("is missing")
        return {name: self.child(name, self.value[name]) for name in known if name in self.value}

    def items(self, low: int, high: int, what: str) -> list["Entry"]:
        """Return the entries of a list of `low` to `high` items."""
        if not isinstance(self.value, list | tuple):
            self.fail(f"is {shown(self.value)}; must be a list of {what}")
        count, wanted = len(self.value), f"{low}" if low == high else f"{low} to {high}"
        if not low <= count <= high:
            report = self.fail if count > high else self.note
            fault, range_ = f"has {count} {what}; must have {wanted}", wanted.replace(" to ", "–")
            report(fault, f"number of {what}", count=count, wanted=range_)
        return [self.at(f"{self.key}[{n}]", value) for n, value in enumerate(self.value, 1)]

    def integer(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        value = self.value
        fault = f"is {shown(value)}; must be a whole number from {low} to {high}"
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(fault)
        if not low <= value <= high:
            self.note(fault, "whole number", value=shown(value), low=low, high=high)
        return min(max(value, low), high)

    def string(self) -> str:
        """Return a string, whatever it contains."""
        if not isinstance(self.value, str):
            self.fail(f"is {shown(self.value)}; must be a string")
        return self.value

    def words(self) -> str:
        """Return a text for people: one line, neither empty nor too long."""
        text = self.string()
        if not text.strip() or not text.isprintable() or len(text) > TEXT_LENGTH:
            fault = f"is {shown(text)}; must be one line of 1 to {TEXT_LENGTH} printable characters"
            self.note(fault, "one line", value=shown(text), most=TEXT_LENGTH)
        return text

    def identifier(self) -> str:
        """Return a string that is safe in records and addresses."""
        text = self.string()
        if not 1 <= len(text) <= ID_LENGTH or not ID_SIGNS.issuperset(text):
            fault = f"is {shown(text)}; must be 1 to {ID_LENGTH} letters (a-z, A-Z), digits, '_' or '-'"
            self.note(fault, "identifier", value=shown(text), most=ID_LENGTH)
        return text


def unique_ids(entries: list[Entry]) -> list[str]:
    """Return the identifiers of some entries, which must all be different."""
    ids: list[str] = []
    for entry in entries:
        if entry.identifier() in ids:
            entry.note(
                f"repeats {shown(entry.value)}; every id must be different", "id repeated", value=shown(entry.value)
            )
        ids.append(entry.identifier())
    return ids
