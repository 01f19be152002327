"""A third expansion, as small as one can be: the peacock.

It is here to show what an expansion needs. `FILES` lists every file of the package that it adds or changes, and
`install` does so in a copy of the sources; CONTRIBUTING.md has the same list.

- Set-up: everybody has 1 point.
- A gardener wins 1 point at once.
- At the end each gardener in the last row wins 1 more.
"""

import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

MODULE: Final = '''"""The peacock: it likes gardeners."""

from collections.abc import Iterator

from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import ROW, ROW_COUNT
from sanssouci.kernel.layout import EXPANSIONS, GARDENERS, PEACOCK, PEACOCK_POINTS, POINTS_PEACOCK, Words


def set_up_peacock(state: Words, base: int) -> None:
    if state[EXPANSIONS] & PEACOCK:
        state[base + PEACOCK_POINTS] = 1


def lay_before_peacock(state: Words, base: int, gardener: int) -> None:
    if state[EXPANSIONS] & PEACOCK:
        state[base + PEACOCK_POINTS] += gardener


def count_peacock(table: Words, state: Words, base: int, out: Words, total: int) -> int:
    if not state[EXPANSIONS] & PEACOCK:
        return total
    won = popcount(state[base + GARDENERS] & table[ROW + table[ROW_COUNT] - 1])
    out[POINTS_PEACOCK] += won
    return total + won


def peacock_faults(state: Words, base: int) -> Iterator[str]:
    expected = 1 + popcount(state[base + GARDENERS]) if state[EXPANSIONS] & PEACOCK else 0
    if state[base + PEACOCK_POINTS] != expected:
        yield f"the peacock cannot have brought {state[base + PEACOCK_POINTS]} points"
'''

Change = tuple[str, str]  # a text that occurs exactly once in a file, and its replacement

CHANGES: Final[dict[str, list[Change]]] = {
    "box/expansions.py": [
        (
            "EXPANSIONS: Final = (REWARDS, BOAR)",
            'PEACOCK: Final = Expansion("peacock", "Peacock", "P", 4)\nEXPANSIONS: Final = (REWARDS, BOAR, PEACOCK)',
        ),
    ],
    "kernel/layout.py": [
        ("SEAT_WORDS: Final = 12\n", "SEAT_WORDS: Final = 13\n"),
        ("BOAR_POINTS: Final = 11\n", "BOAR_POINTS: Final = 11\nPEACOCK_POINTS: Final = 12\n"),
        (
            "BOAR: Final = expansions.BOAR.flag\n",
            "BOAR: Final = expansions.BOAR.flag\nPEACOCK: Final = expansions.PEACOCK.flag\n",
        ),
        ("RESULT_WORDS: Final = 9\n", "POINTS_PEACOCK: Final = 9\nRESULT_WORDS: Final = 10\n"),
    ],
    "kernel/expansions.py": [
        (
            "from sanssouci.kernel.rewards import",
            "from sanssouci.kernel.layout import PEACOCK_POINTS, POINTS_PEACOCK\n"
            "from sanssouci.kernel.peacock import count_peacock, lay_before_peacock, peacock_faults, set_up_peacock\n"
            "from sanssouci.kernel.rewards import",
        ),
        ('"boar": BOAR_POINTS}', '"boar": BOAR_POINTS, "peacock": PEACOCK_POINTS}'),
        (
            "    set_up_boar(table, state, base)\n",
            "    set_up_boar(table, state, base)\n    set_up_peacock(state, base)\n",
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
        (
            "    yield from boar_faults(table, state, base, laid)\n",
            "    yield from boar_faults(table, state, base, laid)\n    yield from peacock_faults(state, base)\n",
        ),
    ],
    "game/position.py": [("    boar: int\n    total: int\n", "    boar: int\n    total: int\n    peacock: int = 0\n")],
    "game/record.schema.json": [
        (
            '{ "enum": [[], ["rewards"], ["boar"], ["rewards", "boar"]] }',
            '{ "items": { "enum": ["rewards", "boar", "peacock"] } }',
        ),
        (
            '        "boar": { "type": "integer" },\n',
            '        "boar": { "type": "integer" },\n        "peacock": { "type": "integer" },\n',
        ),
    ],
    **{
        f"texts/{language}.json": [
            (
                '  "expansion.boar":',
                f'  "expansion.peacock": "{word}",\n  "expansion.peacock.text": "{word}.",\n'
                f'  "points.peacock": "{word}",\n  "picture.peacock": "{word}",\n  "expansion.boar":',
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
    text = (ROOT / "examples" / "boxes" / "small.toml").read_text(encoding="utf-8")
    before = 'expansions = ["rewards", "boar"]'
    assert before in text
    file = folder / "peacock.toml"
    file.write_text(text.replace(before, 'expansions = ["rewards", "boar", "peacock"]'), encoding="utf-8")
    return file
