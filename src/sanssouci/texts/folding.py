"""Texts in ASCII, for terminals that support nothing else."""

import unicodedata
from typing import Final

_WRITTEN: Final = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe", "æ": "ae",
    "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "¿": "", "¡": "",
    "…": "...", "–": "-", "—": "-", "·": "-", "→": "->", "±": "+-",
}  # fmt: skip


def folded(text: str) -> str:
    """A text in ASCII: umlauts are written out, accents dropped, and anything else becomes a question mark."""
    written = "".join(_WRITTEN.get(letter, letter) for letter in text)
    parts = unicodedata.normalize("NFKD", written)
    return "".join(letter if letter.isascii() else "?" for letter in parts if not unicodedata.combining(letter))
