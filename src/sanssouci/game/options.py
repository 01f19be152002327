"""The options of a game, checked: players, expansions, who starts, names, and where luck comes from."""

import re
import secrets
from typing import Final, SupportsIndex, get_args, overload

from sanssouci.box import Box, Expansions
from sanssouci.box.expansions import Names
from sanssouci.game.chances import Luck
from sanssouci.game.errors import SanssouciError
from sanssouci.game.numbers import whole
from sanssouci.kernel.luck import i64

SEED_BITS: Final = 128
_NAME: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{0,80}")  # the same in every version of Unicode


def check_options(box: Box, *, players: SupportsIndex, expansions: Names, first: SupportsIndex | None) -> Expansions:
    """Return the expansions that are played; raise SanssouciError for anything the box does not allow."""
    number = whole(players)
    if number is None or number not in box.players:
        allowed = ", ".join(map(str, box.players))
        raise SanssouciError(f"the box {box.id!r} is for {allowed} players, not {players!r} (S1)")
    expansions = Expansions(expansions)
    for name in expansions:
        if name not in box.expansions:
            has = ", ".join(box.expansions) or "none"
            raise SanssouciError(f"the box {box.id!r} has no expansion {name!r}; it has: {has}")
    if first is not None and whole(first) not in range(number):
        raise SanssouciError(f"there is no seat {first!r} to start; seats are 0 to {number - 1} (S5)")
    return expansions


def check_names(names: tuple[object, ...], players: int) -> tuple[str, ...]:
    """Return the names of all seats; raise SanssouciError if there are too few or too many, or if one is not a name."""
    if len(names) != players:
        raise SanssouciError(f"there must be {players} names, one for each seat, not {len(names)}")
    texts = tuple(name for name in names if isinstance(name, str) and _NAME.fullmatch(name))
    if len(texts) < players:
        raise SanssouciError("a name is a text of at most 80 characters, without control characters")
    return texts


def check_seed(seed: SupportsIndex) -> int:
    """Return the seed as an `int`; raise SanssouciError if it is not a number from 0 to 2^128 - 1."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise SanssouciError(f"a seed is a number from 0 to 2^128 - 1, not {seed!r}")
    return number


def check_luck(luck: Luck) -> Luck:
    """Return where luck comes from; raise SanssouciError if it is neither."""
    if luck not in get_args(Luck):
        raise SanssouciError(f"luck is 'seed' or 'own', not {luck!r}")
    return luck


@overload
def choose_luck(seed: SupportsIndex | None) -> int: ...
@overload
def choose_luck(seed: SupportsIndex | None, luck: Luck) -> int | None: ...
def choose_luck(seed: SupportsIndex | None, luck: Luck = "seed") -> int | None:
    """The given seed, or a fresh secret one; None if luck is 'own'."""
    if check_luck(luck) == "own" and seed is not None:
        raise SanssouciError("with luck of your own there is no seed")
    if luck == "own":
        return None
    return secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)


def seed_words(seed: int) -> tuple[int, int]:
    """A seed as the two words that the kernel takes."""
    return i64(seed >> 64), i64(seed)
