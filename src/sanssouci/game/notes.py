"""The notes beside the events of a record of version 2, and comments. See docs/record.md."""

import math
import re
from typing import Any, Final, NamedTuple

from sanssouci.box.entry import shown
from sanssouci.game.errors import SanssouciError

OWN_KEY: Final = "x-"  # keys with this prefix belong to whoever wrote them
SOURCES: Final = ("entered", "chosen")  # of chance: by a person at a real table, or by whoever made the record up
_CHANCE_KEYS: Final = ("by", "comments", "variations")
_DECISION_KEYS: Final = ("legal", "seconds", "comments", "variations")
_LONGEST: Final = {"text": 4000, "author": 80}
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_NO_TEXT: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # control characters but the line's end


class Notes(NamedTuple):
    """The notes that a reader uses; comments and times are checked and left out."""

    legal: tuple[Any, ...] = ()  # the legal choices, if they are given
    by: str | None = None  # where an outcome of chance came from, if not from the seed
    variations: tuple[list[Any], ...] = ()  # what else could have come, each a list of events


NONE: Final = Notes()


def read_notes(value: object, *, is_chance: bool) -> Notes:
    """The notes of an event, checked."""
    if not isinstance(value, dict):
        raise SanssouciError(f"{shown(value)} must be an object with notes on the event")
    for key in value:
        if key not in (_CHANCE_KEYS if is_chance else _DECISION_KEYS) and not is_own(key):
            raise SanssouciError(f"{shown(key)} is not a key of notes on {'chance' if is_chance else 'a decision'}")
    check_comments(value.get("comments", []))
    if "seconds" in value:
        _check_seconds(value["seconds"])
    by = value.get("by")
    if "by" in value and by not in SOURCES:
        raise SanssouciError(f"by is {shown(by)}; it must be one of {', '.join(SOURCES)}")
    legal = (value["legal"],) if "legal" in value else ()
    return Notes(legal, by, read_variations(value.get("variations", [])))


def read_variations(value: object) -> tuple[list[Any], ...]:
    """Variations, checked for their shape only: a list of non-empty lists of events."""
    if not isinstance(value, list) or not all(isinstance(events, list) and events for events in value):
        raise SanssouciError("variations must be a list of lists of events")
    return tuple(value)


def check_comments(value: object) -> None:
    """Refuse what is not a list of comments."""
    if not isinstance(value, list):
        raise SanssouciError("comments must be a list")
    for comment in value:
        if not isinstance(comment, dict) or "text" not in comment:
            raise SanssouciError(f"{shown(comment)} must be an object with the text of a comment")
        for key, part in comment.items():
            if key not in ("text", "author", "language") and not is_own(key):
                raise SanssouciError(f"{shown(key)} is not a key of a comment")
            if key in _LONGEST and not _is_text(part, _LONGEST[key]):
                raise SanssouciError(f"the {key} of a comment is a text of at most {_LONGEST[key]} characters")
            if key == "language" and not (isinstance(part, str) and _LANGUAGE.fullmatch(part)):
                raise SanssouciError(f"the language of a comment is a code like 'de', not {shown(part)}")


def is_own(key: object) -> bool:
    """Whether a key belongs to whoever wrote the record; readers ignore it."""
    return isinstance(key, str) and key.startswith(OWN_KEY)


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest and not _NO_TEXT.search(value)


def _check_seconds(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise SanssouciError(f"seconds is {shown(value)}; it must be a number from 0")
