"""The command line: `sanssouci COMMAND`. Each command has a file of its own."""

from sanssouci.cli.main import main

__all__ = ["main"]
