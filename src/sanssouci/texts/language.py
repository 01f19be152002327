"""Which language to speak."""

from collections.abc import Mapping
from typing import Final

from sanssouci.box.words import FALLBACK, LANGUAGES

__all__ = ["FALLBACK", "LANGUAGES", "language_of"]

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one set decides, as POSIX prescribes


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a locale environment; English if it names no language that we have."""
    locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else FALLBACK
