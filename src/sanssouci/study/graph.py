"""The graph of the chances to win: a line for each seat, with the turns that decided."""

from collections.abc import Callable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from sanssouci.looks.colours import colour
from sanssouci.study.wording import ReviewWords

Place = Callable[[int, float], tuple[float, float]]  # where a chance to win is drawn, by ply

_WIDTH: Final = 760
_HEIGHT: Final = 300
_LEFT: Final = 52
_RIGHT: Final = 130
_TOP: Final = 14
_BOTTOM: Final = 36
_DASHES: Final = ("", "7 4", "2 4", "10 4 2 4")  # beside the colour, which not everybody can tell
_LABEL_GAP: Final = 16


def graph_svg(wording: ReviewWords) -> str:
    """The graph as an SVG for a page; the tables beside it say the same in words."""
    review, texts = wording.review, wording.texts
    last = max(len(review.moments) - 1, 1)
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def place(ply: int, win: float) -> tuple[float, float]:
        return round(_LEFT + wide * ply / last, 1), round(_TOP + high * (1 - win), 1)

    title = texts("review.graph")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label={quoteattr(title)} font-family="serif" font-size="13">',
        f"<title>{escape(title)}</title>",
    ]
    for tenths in (0, 5, 10):
        x, y = place(0, tenths / 10)
        thick = 1 if tenths != 5 else 1.5
        parts.append(f'<path d="M{x} {y}H{x + wide}" stroke="{colour("draw-shade")}" stroke-width="{thick}"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{escape(wording.chance(tenths / 10))}</text>')
    parts += _rounds(wording, place)
    for ply in review.deciding:
        (x, _), (end, _) = place(ply, 0), place(ply + 1, 0)
        parts.append(
            f'<rect x="{x}" y="{_TOP}" width="{end - x:.1f}" height="{high}" fill="{colour("last")}" opacity="0.35"/>'
        )
    parts += _lines(wording, place)
    return "".join([*parts, "</svg>"])


def _rounds(wording: ReviewWords, place: Place) -> list[str]:
    parts, seen = [], 0
    for moment in wording.review.moments[:-1]:
        if moment.round > seen and (moment.round == 1 or moment.round % 3 == 0):
            x, y = place(moment.ply, 0)
            parts.append(f'<path d="M{x} {y}v5" stroke="{colour("faint")}"/>')
            parts.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{moment.round}</text>')
        seen = max(seen, moment.round)
    x, y = place(0, 0)
    return [*parts, f'<text x="{x}" y="{y + 33}">{escape(wording.texts("review.round"))}</text>']


def _lines(wording: ReviewWords, place: Place) -> list[str]:
    parts: list[str] = []
    moments = wording.review.moments
    ends = sorted(range(len(wording.names)), key=lambda seat: -moments[-1].expected[seat].win.value)
    level = -float("inf")
    for seat in ends:
        points = " ".join("{},{}".format(*place(each.ply, each.expected[seat].win.value)) for each in moments)
        ink, dash = colour(f"seat-{seat}"), _DASHES[seat]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
        )
        x, y = place(moments[-1].ply, moments[-1].expected[seat].win.value)
        level = max(y, level + _LABEL_GAP)
        name = wording.names[seat]
        name = name if len(name) <= 16 else name[:15] + "…"
        parts.append(f'<text x="{x + 6}" y="{level + 4}" fill="{ink}" font-weight="bold">{escape(name)}</text>')
    return parts
