"""What the game says, in four languages: one flat JSON file per language, shared by all interfaces.

A message is a text with named {placeholders}, or a text for each plural form of its {count}. The files are plain data,
so that a client in another programming language can read them too.
"""

from sanssouci.texts.folding import folded
from sanssouci.texts.language import LANGUAGES, language_of
from sanssouci.texts.sentences import capitalised
from sanssouci.texts.texts import Texts

__all__ = ["LANGUAGES", "Texts", "capitalised", "folded", "language_of"]
