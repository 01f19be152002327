"""The end of a game: points by source, the tie-break and the winner."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from sanssouci.cli.flow import Block
from sanssouci.cli.screen import shortened
from sanssouci.game.points import Outcome, sources_of
from sanssouci.game.position import Position
from sanssouci.texts import Texts

_NAME_WIDTH: Final = 12


def points_table(texts: Texts, names: tuple[str, ...], position: Position) -> Block:
    """Points by source, a column for each player."""
    outcome = position.outcome()
    assert outcome is not None
    rows = [
        (texts(f"points.{source}"), [getattr(points, source) for points in outcome.points])
        for source in sources_of(position.expansions)
    ]
    rows.append((texts("points.gardeners"), list(outcome.gardeners)))
    wide = max(len(label) for label, _ in rows)
    heads = [shortened(name, _NAME_WIDTH) for name in names]
    lines = [Text(" " * wide + "".join(f"  {head:>{_NAME_WIDTH}}" for head in heads), style="bold")]
    for label, numbers in rows:
        total = label == texts("points.total")
        line = f"{label:<{wide}}" + "".join(f"  {number:>{_NAME_WIDTH}}" for number in numbers)
        lines.append(Text(line, style="bold" if total else ""))
    return lines


def points_sentences(texts: Texts, names: tuple[str, ...], position: Position) -> Iterator[str]:
    """Points by source, a sentence for each player."""
    outcome = position.outcome()
    assert outcome is not None
    for seat, name in enumerate(names):
        points = outcome.points[seat]
        parts = [f"{texts(f'points.{source}')} {getattr(points, source)}" for source in sources_of(position.expansions)]
        parts.append(f"{texts('points.gardeners')} {outcome.gardeners[seat]}")
        yield texts("end.points", name=name, points=", ".join(parts))


def missions_told(texts: Texts, names: tuple[str, ...], position: Position, missions: list[str]) -> Iterator[str]:
    """The missions, which everybody may now see, and where their nobles stand."""
    for seat, letters in enumerate(missions):
        nobles = position.garden(seat).nobles
        where = [
            texts("end.noble.row", structure=texts.structure(letter), row=nobles[letter])
            if nobles[letter]
            else texts("end.noble.terrace", structure=texts.structure(letter))
            for letter in letters
        ]
        if where:
            yield texts("end.missions", name=names[seat], missions=", ".join(where))


def verdict(texts: Texts, names: tuple[str, ...], outcome: Outcome) -> list[str]:
    """Who has won, and how."""
    tied = outcome.tied
    best = outcome.points[tied[0]].total
    told = []
    if len(tied) > 1:
        counts = ", ".join(f"{names[seat]} {outcome.gardeners[seat]}" for seat in tied)
        told.append(texts("end.tied", count=best, gardeners=counts))
    if len(outcome.winners) > 1:
        told.append(texts("end.shared", names=", ".join(names[seat] for seat in outcome.winners)))
    else:
        told.append(texts("end.wins", name=names[outcome.winners[0]], count=best))
    return told
