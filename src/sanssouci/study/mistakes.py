"""Typical mistakes: what kind of thing a decision missed, read off the reasons that tell the best move from it."""

from collections.abc import Collection
from typing import Final, Literal, get_args

Kind = Literal["side", "line", "mission", "walk", "rewards", "boar", "route", "deny", "card", "gardener", "other"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MISTAKES: Final = frozenset({"inaccuracy", "mistake", "blunder"})  # the verdicts that count as one

# What each kind is told by; the first that applies counts, from what is worth most at once to what pays later.
_TOLD_BY: Final[tuple[tuple[Kind, frozenset[str]], ...]] = (
    ("side", frozenset({"turns side"})),
    ("line", frozenset({"completes row", "completes column"})),
    ("mission", frozenset({"serves mission"})),
    ("walk", frozenset({"walks"})),
    ("rewards", frozenset({"wins reward", "pays reward"})),
    ("boar", frozenset({"boar goes", "boar leaves"})),
    ("route", frozenset({"opens walk", "connects"})),
    ("deny", frozenset({"denies"})),
    ("card", frozenset({"keeps card"})),
    ("gardener", frozenset({"plants"})),
)


def kind_of(reasons: Collection[str]) -> Kind:
    """What a mistake missed, by the keys of the reasons for the best move that the one played did not have."""
    return next((kind for kind, keys in _TOLD_BY if not keys.isdisjoint(reasons)), "other")
