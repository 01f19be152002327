"""The tables of a review on a terminal of any width."""

from collections.abc import Sequence
from textwrap import wrap  # which, unlike Rich, leaves no-break spaces alone
from typing import Final

from rich.text import Text

from sanssouci.cli.flow import Block
from sanssouci.study.wording import AccountRow, DecisionRow, ReviewWords

_GAP: Final = "  "
_NARROWEST_WHY: Final = 30  # with less room than this beside the figures, the reasons go below
_STYLES: Final = {"mistake": "bold yellow", "blunder": "bold red", "best": "green"}
_NAME: Final = 14
_HEADS: Final = (
    "review.round",
    "review.player",
    "review.played",
    "review.best",
    "review.points",
    "review.win",
    "review.verdict",
)


def decision_table(wording: ReviewWords, width: int) -> Block:
    """A line for each decision with its figures, and the reasons beside or below."""
    texts, rows = wording.texts, wording.decisions()
    heads = [texts(key) for key in _HEADS]
    cells = [_cells(row) for row in rows]
    widths = [max(len(head), *(len(row[column]) for row in cells)) for column, head in enumerate(heads)]
    room = width - sum(widths) - len(_GAP) * len(widths)
    is_beside = room >= _NARROWEST_WHY
    heads += [texts("review.why")] if is_beside else []
    lines = [Text(_line(heads, widths), style="bold")]
    for decision, row, parts in zip(wording.review.decisions, rows, cells, strict=True):
        style = _STYLES.get(decision.judgement.verdict, "")
        why = wrap(row.why, room if is_beside else max(width - len(_GAP), 20))
        lines.append(Text(_line([*parts, why[0]] if is_beside and why else parts, widths), style=style))
        start = " " * (sum(widths) + len(_GAP) * len(widths)) if is_beside else _GAP
        lines += [Text(start + part) for part in (why[1:] if is_beside else why)]
    return lines


def account_table(wording: ReviewWords, width: int) -> Block:
    """What each seat's result is made of: seats side by side, or below each other where they do not fit."""
    rows = wording.accounts()
    beside = _seats_beside(wording, rows, range(len(wording.names)))
    if max(len(line.plain) for line in beside) <= width:
        return beside
    lines: Block = []
    for seat in range(len(wording.names)):
        lines += ([Text()] if lines else []) + _seats_beside(wording, rows, [seat])
    return lines


def _seats_beside(wording: ReviewWords, rows: Sequence[AccountRow], seats: Sequence[int]) -> Block:
    first = max(len(row.part) for row in rows)
    units = (wording.texts("review.points"), wording.texts("review.win"))
    widths = [
        max(len(units[index]), *(len(row.cells[seat][index]) for row in rows)) for seat in seats for index in range(2)
    ]
    pairs = [widths[index] + len(_GAP) + widths[index + 1] for index in range(0, len(widths), 2)]
    names = [f"{wording.names[seat][:wide]:>{wide}}" for seat, wide in zip(seats, pairs, strict=True)]
    lines = [Text(_GAP.join([" " * first, *names]), style="bold")]
    heads = [f"{unit:>{width}}" for unit, width in zip(units * len(seats), widths, strict=True)]
    lines.append(Text(_GAP.join([" " * first, *heads]), style="bold"))
    result = wording.texts("review.part.result")
    for row in rows:
        cells = [cell for seat in seats for cell in row.cells[seat]]
        parts = [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)]
        lines.append(Text(_GAP.join([f"{row.part:<{first}}", *parts]), style="bold" if row.part == result else ""))
    return lines


def _cells(row: DecisionRow) -> list[str]:
    return [row.when, row.name[:_NAME], row.played, row.best, row.points, row.win, row.verdict]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Cells side by side; figures are aligned to the right."""
    laid = [
        f"{cell:{'>' if column in (4, 5) else '<'}{widths[column] if column < len(widths) else 0}}"
        for column, cell in enumerate(cells)
    ]
    return _GAP.join(laid).rstrip()
