"""A review as a page to print: one file with everything in it."""

from collections.abc import Iterable, Sequence
from functools import reduce
from html import escape
from typing import Final

from sanssouci.looks.colours import colour
from sanssouci.study.graph import graph_svg
from sanssouci.study.wording import ReviewWords

_TEMPLATE: Final = """
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.45 Georgia, serif; color: INK;
  background: PANEL; }
h1, h2 { line-height: 1.2; break-after: avoid; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .92rem; }
.wide { overflow-x: auto; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid SHADE; vertical-align: top; }
td.number, th.number { text-align: right; }
td.number, td.move { white-space: nowrap; }
tr { break-inside: avoid; }
tr.total th, tr.total td { border-top: 2px solid INK; font-weight: bold; }
.mistake, .blunder { font-weight: bold; }
svg { width: 100%; height: auto; break-inside: avoid; }
@media print { body { margin: 0; max-width: none; background: none; } .wide { overflow: visible; }
  table { font-size: .8rem; } }
"""
_COLOURS: Final = {"INK": "ink", "PANEL": "panel", "SHADE": "draw-shade"}
_STYLE: Final = reduce(lambda style, each: style.replace(each[0], colour(each[1])), _COLOURS.items(), _TEMPLATE)
_HEADS: Final = (
    "review.round",
    "review.player",
    "review.played",
    "review.best",
    "review.cost points",
    "review.cost win",
    "review.verdict",
    "review.why",
)


def page_of(wording: ReviewWords) -> str:
    """The page as HTML."""
    texts, review = wording.texts, wording.review
    title = texts("review.title")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{texts.language}">',
            f'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head>",
            f"<body><h1>{escape(title)}</h1>",
            f"<h2>{escape(texts('review.graph'))}</h2>",
            graph_svg(wording),
            *_section(texts("review.deciding"), wording.deciding()),
            *_section(texts("review.turning"), wording.turning()),
            f"<h2>{escape(texts('review.accounts'))}</h2>",
            *_accounts(wording),
            f"<p>{escape(texts('review.note'))}</p>",
            *_section(texts("review.luckiest"), wording.luckiest()),
            f"<h2>{escape(texts('review.decisions'))}</h2>",
            *_decisions(wording),
            f"<p>{escape(texts('review.made', version=review.version, seed=review.seed))}</p>",
            "</body></html>",
            "",
        ]
    )


def _section(title: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return [f"<h2>{escape(title)}</h2>", f"<ul>{items}</ul>"]


def _accounts(wording: ReviewWords) -> list[str]:
    texts, result = wording.texts, wording.texts("review.part.result")
    names = "".join(f'<th scope="colgroup" colspan="2" class="number">{escape(name)}</th>' for name in wording.names)
    units = f'<th scope="col" class="number">{escape(texts("review.points"))}</th>'
    units += f'<th scope="col" class="number">{escape(texts("review.win"))}</th>'
    rows = [
        f'<tr{" class=total" if row.part == result else ""}><th scope="row">{escape(row.part)}</th>'
        + "".join(_number(cell) for pair in row.cells for cell in pair)
        + "</tr>"
        for row in wording.accounts()
    ]
    head = f"<thead><tr><td></td>{names}</tr><tr><td></td>{units * len(wording.names)}</tr></thead>"
    return [f'<div class="wide" tabindex="0"><table>{head}<tbody>', *rows, "</tbody></table></div>"]


def _decisions(wording: ReviewWords) -> list[str]:
    texts = wording.texts
    cells = "".join(f'<th scope="col">{escape(texts(head))}</th>' for head in _HEADS)
    rows = []
    for decision, row in zip(wording.review.decisions, wording.decisions(), strict=True):
        moves = "".join(f'<td class="move">{escape(move)}</td>' for move in (row.played, row.best))
        verdict = f'<td class="{decision.judgement.verdict}">{escape(row.verdict)}</td>'
        numbers = "".join(map(_number, (row.points, row.win)))
        rows.append(f"<tr>{_cells([row.when, row.name])}{moves}{numbers}{verdict}{_cells([row.why])}</tr>")
    return [
        f'<div class="wide" tabindex="0"><table><thead><tr>{cells}</tr></thead><tbody>',
        *rows,
        "</tbody></table></div>",
    ]


def _number(text: str) -> str:
    return f'<td class="number">{escape(text)}</td>'


def _cells(texts: Iterable[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)
