"""The command line: `sanssouci COMMAND`. Each command lives in a file of its own."""

from sanssouci.cli.main import main

__all__ = ["main"]
