"""Advice as a table, under a line that says whose turn it is, or as sentences."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from textwrap import wrap  # which, unlike Rich, leaves no-break spaces alone
from typing import Final

from rich.text import Text

from sanssouci.cli.board import Signs
from sanssouci.cli.flow import Block
from sanssouci.cli.terminal import printable
from sanssouci.game.view import View
from sanssouci.players.advice import Advice, sentence
from sanssouci.texts import Texts

_REASONS_SHOWN: Final = 3
_NARROWEST_REASONS: Final = 28  # with less room than this beside the numbers, they go below
_GAP: Final = "  "
_SIDES: Final = "<>>>><"  # how each column is aligned


def heading(texts: Texts, signs: Signs, view: View, names: tuple[str, ...] | None) -> Text:
    """Whose turn it is, and the round."""
    seat = texts("show.seat", seat=view.eyes)
    who = seat if names is None else f"{seat} ({printable(names[view.eyes], 24)})"
    when = texts("board.setup") if view.is_setup else texts("board.round", round=view.round, rounds=view.rounds)
    return Text(f"{texts(f'picture.{view.start.phase}', name=who)} {signs.dot} {when}", style="bold")


def advice_table(texts: Texts, found: Sequence[Advice], width: int) -> Block:
    """One or more lines for each move: its numbers, with the reasons beside or, in a narrow terminal, below them."""
    heads = [
        texts("advise.move"),
        texts("advise.points"),
        texts("advise.lead"),
        texts("advise.win"),
        texts("advise.samples"),
    ]
    rows = [_cells(texts, advice) for advice in found]
    widths = [max(*(len(row[column]) for row in rows), *map(len, head.split(" "))) for column, head in enumerate(heads)]
    room = width - sum(widths) - len(_GAP) * len(widths)
    is_beside = room >= _NARROWEST_REASONS
    if is_beside:
        heads.append(texts("advise.why"))
        widths.append(room)
    elif room + len(_GAP) < 0:
        widths[0] = max(widths[0] + room + len(_GAP), *(len(word) for row in rows for word in row[0].split()))
    lines = [Text(line, style="bold") for line in _laid(heads, widths, at_bottom=True)]
    for row, advice in zip(rows, found, strict=True):
        why = _reasons(texts, advice)
        lines += map(Text, _laid([*row, why] if is_beside else row, widths))
        if not is_beside:
            lines += [Text(_GAP + line) for line in wrap(why, max(width - len(_GAP), 1))]
    return lines


def advice_aloud(texts: Texts, found: Sequence[Advice]) -> Iterator[str]:
    """A sentence for each move, for a screen reader."""
    for number, advice in enumerate(found, 1):
        yield texts(
            "advise.aloud",
            number=number,
            move=advice.move,
            points=texts.decimal(advice.points),
            lead=texts.decimal(advice.lead, signed=True),
            chance=texts("advise.known", chance=texts.decimal(100 * advice.win)),
            why=_reasons(texts, advice),
        )


def note(texts: Texts, found: Sequence[Advice]) -> str:
    """What the order of the moves means."""
    is_computed = not any(advice.error for advice in found)
    return texts("advise.computed") if is_computed else texts("advise.order")


def _cells(texts: Texts, advice: Advice) -> list[str]:
    chance, error = texts.decimal(100 * advice.win), texts.decimal(100 * advice.error)
    is_computed = not advice.error  # the last round
    return [
        str(advice.move),
        texts.decimal(advice.points),
        texts.decimal(advice.lead, signed=True),
        texts("advise.known", chance=chance) if is_computed else texts("advise.chance", chance=chance, error=error),
        str(advice.samples),
    ]


def _reasons(texts: Texts, advice: Advice) -> str:
    said = [sentence(texts, reason) for reason in advice.reasons[:_REASONS_SHOWN]]
    return reduce(lambda some, more: texts("advise.reasons", some=some, more=more), said)


def _laid(cells: Sequence[str], widths: Sequence[int], *, at_bottom: bool = False) -> list[str]:
    """Cells side by side, each wrapped to its width."""
    columns = [wrap(cell, width, break_on_hyphens=False) for cell, width in zip(cells, widths, strict=True)]
    if at_bottom:
        most = max(map(len, columns))
        columns = [[""] * (most - len(column)) + column for column in columns]
    return [
        _GAP.join(f"{part:{side}{width}}" for part, side, width in zip(parts, _SIDES, widths, strict=False)).rstrip()
        for parts in zip_longest(*columns, fillvalue="")
    ]
