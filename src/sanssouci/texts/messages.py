"""Reading the message files."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from sanssouci.texts.language import LANGUAGES

Message = str | dict[str, str]  # a text, or a text for each plural form

FOLDER: Final = Path(__file__).parent
FORMS: Final = ("one", "other")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


@cache
def messages(language: str) -> dict[str, Message]:
    """All messages of a language, by key."""
    if language not in LANGUAGES:
        raise ValueError(f"there are no texts in {language!r}; there are: {', '.join(LANGUAGES)}")
    found: dict[str, Message] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def plural_form(language: str, count: int) -> str:
    """The plural form for a number: French treats 0 as singular."""
    return "one" if abs(count) == 1 or (language == "fr" and count == 0) else "other"


def placeholders(message: Message) -> set[str]:
    """The names of the placeholders of a message, in all its forms."""
    forms = [message] if isinstance(message, str) else list(message.values())
    return {name for form in forms for name in _PLACEHOLDER.findall(form)}
