"""The base class of this library's errors, and the error that a faulty box raises."""

from collections.abc import Mapping
from typing import Final

# The faults that a person can make while entering a box; each has a text in every language, `box.fault.NAME`.
WHYS: Final = frozenset(
    {
        "covered",
        "covered squares",
        "id repeated",
        "identifier",
        "marked squares",
        "no cards",
        "not covered",
        "number of garden boards",
        "number of reward boards",
        "number of spaces",
        "one line",
        "pair digits",
        "pair repeated",
        "pair without space",
        "piece printed",
        "printed squares",
        "row 1 covered",
        "row 1 free",
        "start in row 1",
        "start off the board",
        "too few tiles",
        "too full",
        "too many missions",
        "whole number",
    }
)


class SanssouciError(ValueError):
    """The base class of everything that this library refuses."""


class BoxError(SanssouciError):
    """A box cannot be used; the text is one line with the source, the key and the fault.

    `why` names the fault for other languages, if it is one of WHYS; `values` fill the placeholders of those texts.
    """

    def __init__(
        self, source: str, key: str, fault: str, why: str = "", values: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(source, key, fault)
        self.source = source
        self.key = key
        self.fault = fault
        self.why: str = why if why in WHYS else ""
        self.values: dict[str, str | int] = dict(values or {})

    def __str__(self) -> str:
        line = f"{self.source}: {self.key}: {self.fault}"
        # Names of files and keys come from outside: nothing in them may break the line or confuse the terminal.
        return "".join(sign if sign.isprintable() else "?" for sign in line)
