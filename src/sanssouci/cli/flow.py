"""Blocks of lines, side by side as far as the terminal's width allows, the rest below."""

from collections.abc import Sequence

from rich.text import Text

Block = list[Text]  # lines


def width_of(block: Block) -> int:
    """The width of the widest line."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[Block], gap: int) -> Block:
    """Blocks next to each other; shorter ones are padded with blank lines."""
    widths = [width_of(block) for block in blocks]
    lines = []
    for row in range(max(map(len, blocks), default=0)):
        line, start = Text(), 0
        for block, width in zip(blocks, widths, strict=True):
            if row < len(block) and block[row]:
                line.append(" " * (start - line.cell_len))
                line.append_text(block[row])
            start += width + gap
        lines.append(line)
    return lines


def flow(blocks: Sequence[Block], width: int, *, gap: int = 2) -> Block:
    """Blocks from left to right; one that does not fit begins a new row, after a blank line."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        wide = width_of(block)
        if rows and used + gap + wide <= width:
            rows[-1].append(block)
            used += gap + wide
        else:
            rows.append([block])
            used = wide
    lines: Block = []
    for row in rows:
        lines += ([Text()] if lines else []) + beside(row, gap)
    return lines


def in_columns(items: Sequence[Text], width: int, *, gap: int = 3, most_lines: int = 5) -> Block:
    """Items in columns, filled downwards; no more columns than `most_lines` lines need."""
    if not items:
        return []
    wide = max(item.cell_len for item in items)
    columns = min(max((width + gap) // (wide + gap), 1), -(-len(items) // most_lines))
    height = -(-len(items) // columns)
    return beside([list(items[start : start + height]) for start in range(0, len(items), height)], gap)
