"""Advice: the best moves of a view, what to expect of each, and why, as data for an interface to express.

A `Reason` is a key and values; `sentence` puts it into the language of some `Texts`. Reasons are facts about the move:
what it completes, opens, scores, keeps and takes away from others.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, SupportsIndex

from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.king import KingPlayer
from sanssouci.texts import Texts
from sanssouci.thinking.effects import EFFECTS, effects

REASONS: Final[dict[str, tuple[str, ...]]] = {**EFFECTS, "turns side": ("side",)}  # all, with the values of each


class Reason(NamedTuple):
    """Why a move is good or bad: a key of REASONS, and its values."""

    key: str
    values: dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the best moves: its expected final points and lead, the chance to win and its standard error."""

    move: Move
    points: float
    lead: float
    win: float
    error: float
    samples: int
    reasons: tuple[Reason, ...]


def advise(
    view: View,
    *,
    best: SupportsIndex = 5,
    time: float = 1.0,
    samples: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
) -> list[Advice]:
    """The best moves of a view, with what to expect of each and why: the king's choice first, then its next ones.

    Args:
        view: the view of the seat whose turn it is: `game.view(game.seat)`.
        best: the greatest number of moves to return.
        time: how long to think, in seconds.
        samples: how many playouts to use instead of a time; then the same seed gives the same advice everywhere.
        seed: the luck of the search; None takes a fresh one.
    """
    if not isinstance(view, View):
        raise TypeError("advise needs a view: game.view(seat)")
    king = KingPlayer(secrets.randbits(64) if seed is None else seed, time=time, samples=samples)
    return [
        Advice(
            move=candidate.move,
            points=candidate.points,
            lead=candidate.lead,
            win=candidate.win,
            error=candidate.error,
            samples=candidate.samples,
            reasons=tuple(reasons(view.start, candidate.codes)),
        )
        for candidate in king.consider(view)[:best]
    ]


def sentence(texts: Texts, reason: Reason, names: Sequence[str] = ()) -> str:
    """A reason as a sentence; without names, other players are called by their seats."""
    words: dict[str, object] = dict(reason.values)
    if names and isinstance(seat := words.get("seat"), int):
        return texts(f"web.hint.{reason.key}", **words | {"name": names[seat]})
    if "column" in words:
        words["column"] = texts.structure(str(words["column"]))
    if "card" in words:
        words["card"] = texts.card(str(words["card"]))
    if isinstance(points := words.get("points"), int):
        words["points"] = texts.points(points)
    return texts(f"advice.{reason.key}", **words)


def reasons(view: View, codes: tuple[int, ...]) -> Iterator[Reason]:
    """The reasons for or against a move, given by its codes: first points scored at once, then later effects."""
    if view.is_setup:
        yield Reason("turns side", {"side": "AB"[codes[0]]})
        return
    after = view
    for code in codes:
        if code >= 0:
            after = after.after(code)
    for key, values in effects(view.table, view.state, after.state, codes):
        yield Reason(key, values)
