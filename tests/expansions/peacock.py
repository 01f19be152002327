"""A third expansion, as small as one can be: the peacock.

It is here to show what an expansion needs. `FILES` lists every file of the package that it adds or changes, and
`install` does so in a copy of the sources; CONTRIBUTING.md has the same list.

- Set-up: everybody has 1 point, and a peacock on a square that the box names.
- A gardener wins 1 point at once. Then the peacock flies to a square next to its own, unless a boar must move.
- At the end each gardener in the last row wins 1 more.
"""

import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

MODULE: Final = '''"""The peacock: it likes gardeners."""

from collections.abc import Iterator

from sanssouci.box import expansions
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import BOARD, PIECE_START, ROW, ROW_COUNT
from sanssouci.kernel.faults import PositionFault
from sanssouci.kernel.garden import neighbours
from sanssouci.kernel.layout import (
    EXPANSIONS,
    GARDENERS,
    MOVE_PEACOCK,
    PEACOCK,
    PEACOCK_PLACE,
    PEACOCK_POINTS,
    PHASE,
    POINTS_PEACOCK,
    SEAT,
    WALK_NOBLE,
    Words,
    seat_base,
)

PEACOCK_START = PIECE_START + expansions.ALL_NAMES.index("peacock")


def set_up_peacock(table: Words, state: Words, base: int) -> None:
    if state[EXPANSIONS] & PEACOCK:
        state[base + PEACOCK_POINTS] = 1
        state[base + PEACOCK_PLACE] = table[PEACOCK_START]


def lay_before_peacock(state: Words, base: int, gardener: int) -> None:
    if state[EXPANSIONS] & PEACOCK and gardener:
        state[base + PEACOCK_POINTS] += 1
        if state[PHASE] == WALK_NOBLE:
            state[PHASE] = MOVE_PEACOCK


def peacock_squares(table: Words, state: Words, base: int) -> int:
    return neighbours(state[base + PEACOCK_PLACE]) & table[BOARD]


def move_peacock(state: Words, bit: int) -> None:
    state[seat_base(state[SEAT]) + PEACOCK_PLACE] = 1 << bit
    state[PHASE] = WALK_NOBLE


def count_peacock(table: Words, state: Words, base: int, out: Words, total: int) -> int:
    if not state[EXPANSIONS] & PEACOCK:
        return total
    won = popcount(state[base + GARDENERS] & table[ROW + table[ROW_COUNT] - 1])
    out[POINTS_PEACOCK] += won
    return total + won


PEACOCK_SENTENCES = {"peacock must fly": "the peacock flies to a square next to its own (~SQUARE)"}


def peacock_reason(phase: int) -> tuple[str, str] | None:
    return ("Q2", "peacock must fly") if phase == MOVE_PEACOCK else None


def peacock_faults(state: Words, base: int) -> Iterator[PositionFault]:
    played = state[EXPANSIONS] & PEACOCK
    if state[base + PEACOCK_POINTS] != (1 + popcount(state[base + GARDENERS]) if played else 0):
        yield PositionFault(f"the peacock cannot have brought {state[base + PEACOCK_POINTS]} points")
    if popcount(state[base + PEACOCK_PLACE]) != (1 if played else 0):
        yield PositionFault("the peacock does not stand on a square")


def peacock_range(state: Words, base: int) -> tuple[int, int]:
    brought = 1 + popcount(state[base + GARDENERS]) if state[EXPANSIONS] & PEACOCK else 0
    return brought, brought
'''

DRAWING: Final = """  <symbol id="peacock" viewBox="0 0 48 48">
    <path class="leaf edge" d="M24 44C8 40 4 20 12 6C16 16 20 22 24 24C28 22 32 16 36 6C44 20 40 40 24 44Z"/>
  </symbol>
</svg>
"""

LOOK: Final = """  "peacock": {
    "drawing": "peacock",
    "place": { "x": 6, "y": 6, "width": 36, "height": 36 },
    "sign": "§",
    "ascii": "$",
    "plain": "$"
  },
"""

Change = tuple[str, str]  # a text that occurs exactly once in a file, and its replacement

CHANGES: Final[dict[str, list[Change]]] = {
    "box/expansions.py": [
        (
            "EXPANSIONS: Final = (REWARDS, BOAR)",
            'PEACOCK: Final = Expansion("peacock", "Peacock", "P", 4, piece=Piece(start="Q1", step="Q2"))\n'
            "EXPANSIONS: Final = (REWARDS, BOAR, PEACOCK)",
        ),
    ],
    "kernel/layout.py": [
        ("SEAT_WORDS: Final = 12\n", "SEAT_WORDS: Final = 14\n"),
        (
            "BOAR_POINTS: Final = 11\n",
            "BOAR_POINTS: Final = 11\nPEACOCK_POINTS: Final = 12\nPEACOCK_PLACE: Final = 13\n",
        ),
        (
            "BOAR: Final = expansions.BOAR.flag\n",
            "BOAR: Final = expansions.BOAR.flag\nPEACOCK: Final = expansions.PEACOCK.flag\n",
        ),
        ("WALK_NOBLE: Final = 11\n", "MOVE_PEACOCK: Final = 11\nWALK_NOBLE: Final = 12\n"),
        ("REFILL: Final = 12 ", "REFILL: Final = 13 "),
        ("DRAW_CARD: Final = 13 ", "DRAW_CARD: Final = 14 "),
        ("OVER: Final = 14\n", "OVER: Final = 15\n"),
        ('    "move boar",\n', '    "move boar",\n    "move peacock",\n'),
        ("RESULT_WORDS: Final = 9\n", "POINTS_PEACOCK: Final = 9\nRESULT_WORDS: Final = 10\n"),
    ],
    "kernel/expansions.py": [
        (
            "from sanssouci.kernel.rewards import",
            "from sanssouci.kernel.layout import MOVE_PEACOCK, PEACOCK_PLACE, PEACOCK_POINTS, PHASE, POINTS_PEACOCK\n"
            "from sanssouci.kernel.peacock import PEACOCK_SENTENCES, count_peacock, lay_before_peacock, move_peacock\n"
            "from sanssouci.kernel.peacock import peacock_faults, peacock_range, peacock_reason, peacock_squares\n"
            "from sanssouci.kernel.peacock import set_up_peacock\n"
            "from sanssouci.kernel.rewards import",
        ),
        ('"boar": BOAR_POINTS}', '"boar": BOAR_POINTS, "peacock": PEACOCK_POINTS}'),
        ('{"boar": WILD_BOAR}', '{"boar": WILD_BOAR, "peacock": PEACOCK_PLACE}'),
        ('{"boar": MOVE_BOAR}', '{"boar": MOVE_BOAR, "peacock": MOVE_PEACOCK}'),
        ("{**BOAR_SENTENCES}", "{**BOAR_SENTENCES, **PEACOCK_SENTENCES}"),
        (
            "    set_up_boar(table, state, base)\n",
            "    set_up_boar(table, state, base)\n    set_up_peacock(table, state, base)\n",
        ),
        (
            "    lay_on_boar(table, state, base, bit)\n",
            "    lay_on_boar(table, state, base, bit)\n    lay_before_peacock(state, base, gardener)\n",
        ),
        (
            "    return state[base + REWARD_POINTS] + state[base + BOAR_POINTS]\n",
            "    return state[base + REWARD_POINTS] + state[base + BOAR_POINTS] + state[base + PEACOCK_POINTS]\n",
        ),
        (
            "    out[POINTS_BOAR] = state[base + BOAR_POINTS]\n",
            "    out[POINTS_BOAR] = state[base + BOAR_POINTS]\n"
            "    out[POINTS_PEACOCK] = state[base + PEACOCK_POINTS]\n",
        ),
        (
            "    return count_boar(table, state, base, out, total)\n",
            "    total = count_peacock(table, state, base, out, total)\n"
            "    return count_boar(table, state, base, out, total)\n",
        ),
        ("    return phase == MOVE_BOAR\n", "    return phase in (MOVE_BOAR, MOVE_PEACOCK)\n"),
        (
            "    return boar_squares(",
            "    if state[PHASE] == MOVE_PEACOCK:\n        return peacock_squares(table, state, base)\n"
            "    return boar_squares(",
        ),
        (
            "    move_boar(state, bit_of(code - PIECE_CODE))\n",
            "    move = move_peacock if state[PHASE] == MOVE_PEACOCK else move_boar\n"
            "    move(state, bit_of(code - PIECE_CODE))\n",
        ),
        ("    return boar_reason(phase, code)\n", "    return peacock_reason(phase) or boar_reason(phase, code)\n"),
        (
            "    yield from boar_faults(table, state, base, laid)\n",
            "    yield from boar_faults(table, state, base, laid)\n    yield from peacock_faults(state, base)\n",
        ),
        (
            '        "boar": boar_range(table, state, base, laid),\n',
            '        "boar": boar_range(table, state, base, laid),\n        "peacock": peacock_range(state, base),\n',
        ),
    ],
    "game/points.py": [("    boar: int\n    total: int\n", "    boar: int\n    total: int\n    peacock: int = 0\n")],
    "game/record.schema.json": [
        (
            '{ "enum": [[], ["rewards"], ["boar"], ["rewards", "boar"]] }',
            '{ "items": { "enum": ["rewards", "boar", "peacock"] } }',
        ),
        (
            '        "boar": { "type": "integer" },\n',
            '        "boar": { "type": "integer" },\n        "peacock": { "type": "integer" },\n',
        ),
        (
            '            "boar": { "type": "string", "pattern": "^[a-i][2-6]$" }\n',
            '            "boar": { "type": "string", "pattern": "^[a-i][2-6]$" },\n'
            '            "peacock": { "type": "string", "pattern": "^[a-i][2-6]$" }\n',
        ),
    ],
    "looks/pieces.json": [('  "boar": {\n', LOOK + '  "boar": {\n')],
    "looks/symbols/figures.svg": [("</svg>\n", DRAWING)],
    "server/messages/words.py": [('"move boar", ', '"move boar", "move peacock", ')],
    **{
        f"texts/{language}.json": [
            (
                '  "expansion.boar":',
                f'  "expansion.peacock": "{word}",\n  "expansion.peacock.text": "{word}.",\n'
                f'  "points.peacock": "{word}",\n  "picture.peacock": "{word}",\n'
                f'  "piece.peacock": "{word}",\n  "piece.peacock.stands": "{word}: {{square}}.",\n'
                f'  "piece.peacock.goes": "{word} → {{square}}.",\n  "piece.peacock.leaves": "{word} ←.",\n'
                f'  "step.move peacock": "{word}?",\n  "reason.peacock must fly": "{word}!",\n'
                f'  "advice.peacock goes": "{word} → {{square}}",\n  "advice.peacock leaves": "{word} ←",\n'
                '  "expansion.boar":',
            )
        ]
        for language, word in {"de": "Pfau", "en": "peacock", "es": "pavo real", "fr": "paon"}.items()
    },
}
FILES: Final = sorted(["kernel/peacock.py", *CHANGES])


def install(folder: Path) -> Path:
    """Copy the package into a folder, and add the peacock to the copy."""
    package = folder / "sanssouci"
    shutil.copytree(ROOT / "src" / "sanssouci", package, ignore=shutil.ignore_patterns("__pycache__", "client"))
    (package / "kernel" / "peacock.py").write_text(MODULE, encoding="utf-8")
    for name, changes in CHANGES.items():
        text = (package / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert text.count(before) == 1, f"{name}: {before!r} stands there {text.count(before)} times"
            text = text.replace(before, after)
        (package / name).write_text(text, encoding="utf-8")
    return package


def box_with_peacock(folder: Path) -> Path:
    """The small box, with the peacock among its expansions."""
    text = (ROOT / "src" / "sanssouci" / "box" / "data" / "small.toml").read_text(encoding="utf-8")
    for before, after in (
        ('expansions = ["rewards", "boar"]', 'expansions = ["rewards", "boar", "peacock"]'),
        ('boar = "c3"\n', 'boar = "c3"\npeacock = "c2"\n'),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    file = folder / "peacock.toml"
    file.write_text(text, encoding="utf-8")
    return file
