"""Who sits where: people at this keyboard, and computer players."""

from dataclasses import dataclass
from typing import Final

from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import look_here
from sanssouci.cli.terminal import printable
from sanssouci.game.errors import SanssouciError
from sanssouci.game.taken import PERSON
from sanssouci.players.levels import LEVELS, is_level, make_player

HUMAN: Final = PERSON
KINDS: Final = (HUMAN, *sorted(LEVELS))
NAMES: Final = ("Wilhelmine", "Voltaire", "Algarotti", "Quantz")  # guests of Sanssouci, for players without a name
_LONGEST_NAME: Final = 24
_LONGEST_FAULT: Final = 300


@dataclass(frozen=True, slots=True)
class Seats:
    """A kind and a name for each seat."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that are played at this keyboard."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    def find(self, text: str) -> int | None:
        """A seat by its number or by the beginning of its name."""
        if text.isdecimal():
            return int(text) if int(text) < len(self.kinds) else None
        found = [seat for seat, name in enumerate(self.names) if text and name.lower().startswith(text.lower())]
        return found[0] if len(found) == 1 else None


def is_own(kind: str) -> bool:
    """Whether a kind of seat is a custom class, loaded from a file or a module."""
    return kind != HUMAN and not is_level(kind)


def fault_of(kind: str) -> str | None:
    """What is wrong with a kind of seat: `human`, a level like king:time=5, or a class like mine.py:Mine."""
    if kind == HUMAN:
        return None
    if ":" not in kind and not is_level(kind):
        own = "name your own player as FILE.py:CLASS or MODULE:CLASS, a program as engine:COMMAND"
        return f"{kind!r} is not one of {', '.join(KINDS)}; {own}"
    try:
        make_player(kind, 0)
    except SanssouciError as error:
        return str(error)
    return None


def read_kinds(text: str | None, players: int | None, *, human: int = 0) -> tuple[str, ...]:
    """The kinds given by `--seats`, or one human against greedy players."""
    if text is None:
        return tuple(HUMAN if seat == human else "greedy" for seat in range(players or 2))
    kinds = tuple(_kind(word.strip()) for word in text.split(","))
    look_here(filter(is_own, kinds))
    for kind in kinds:
        if fault := fault_of(kind):
            raise UsageError(f"--seats: {printable(fault, _LONGEST_FAULT)}")
    if players is not None and players != len(kinds):
        raise UsageError(f"--seats names {len(kinds)} seats for {players} players")
    return kinds


def _kind(word: str) -> str:
    """A kind as written in `--seats`; case does not matter, except in the name of a custom class."""
    return word if is_own(word.lower()) else word.lower()


def read_names(text: str | None, players: int) -> tuple[str, ...]:
    """The names given by `--names`, or some guests of Sanssouci."""
    if text is None:
        return NAMES[:players]
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != players:
        raise UsageError(f"--names gives {len(names)} names for {players} players")
    for name in names:
        if not name or len(name) > _LONGEST_NAME or not name.isprintable():
            raise UsageError(f"--names: a name has 1 to {_LONGEST_NAME} printable characters, not {printable(name)!r}")
    if len({name.lower() for name in names}) < players:
        raise UsageError("--names: every player needs a different name")
    return names
