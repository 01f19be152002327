"""`sanssouci completion`: a script that lets a shell complete commands, options, players, boxes and files."""

import argparse
from collections.abc import Iterator
from typing import Final

from sanssouci.box import named
from sanssouci.players.levels import LEVELS

SUMMARY: Final = "print a script that lets your shell complete this command line"
SHELLS: Final = ("bash", "zsh", "fish")
EXAMPLES: Final = tuple(f"completion {shell}" for shell in SHELLS)

# The completions of a value, by the name that the help gives it; files are offered along with all of them.
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "FILE": (),
    "PICTURE": (),
    "SOURCE": (),
    "BOX": named(),
    "PLAYER": tuple(LEVELS),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("shell", choices=SHELLS, help='your shell; in ~/.bashrc: eval "$(sanssouci completion bash)"')


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    import shtab

    from sanssouci.cli.main import build_parser

    parser = build_parser()
    for action in _all_actions(parser):
        if action.metavar in _WORDS:
            action.complete = _complete(str(action.metavar))  # type: ignore[attr-defined]  # where shtab looks for it
    functions = "\n".join(_function(options.shell, name) for name in _WORDS) if options.shell != "fish" else ""
    print(shtab.complete(parser, options.shell, preamble=functions))
    return 0


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of all commands; argparse has no public list of them."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _all_actions(child)


def _complete(name: str) -> dict[str, str]:
    """How each shell completes a value: by a function of the script, in fish by an expression."""
    function = _function_name(name)
    fish = " ".join([*_WORDS[name], "(__fish_complete_path (commandline -ct))"])
    return {"bash": function, "zsh": function, "fish": fish}


def _function(shell: str, name: str) -> str:
    words = " ".join(_WORDS[name])
    if shell == "bash":
        body = f'compgen -W "{words}" -- "$1"; _shtab_compgen_files "$1"'
    else:
        body = f"compadd -- {words}; _files" if words else "_files"
    return f"{_function_name(name)}() {{ {body}; }}"


def _function_name(name: str) -> str:
    return f"_sanssouci_{name.lower()}"
