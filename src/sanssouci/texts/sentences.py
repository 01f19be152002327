"""Whole sentences from parts of sentences."""

import re


def capitalised(part: str) -> str:
    """A part of a sentence with a capital at its beginning; a square, such as d4, keeps its small letter."""
    return part if re.match(r"[a-z]\d", part) else part[:1].upper() + part[1:]
