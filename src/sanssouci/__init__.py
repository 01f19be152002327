"""Sanssouci, Michael Kiesling's board game, as a library."""

__version__ = "0.1.0"
