"""Colours have one home: they are written down nowhere else, all are used, and text in them can be read."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanssouci.game.svg.palette import CLASSES
from sanssouci.looks.colours import NAMED, ROWS, TERMINAL, Shades
from strategies import ROOT

HOME = ROOT / "src" / "sanssouci" / "looks" / "colours.json"
ICON = ROOT / "web" / "src" / "icon.svg"  # browsers load it on its own; written by web/icons/draw.py
KINDS = {".py", ".json", ".toml", ".svg", ".svelte", ".ts", ".js", ".css", ".html"}
LITERAL = re.compile(
    r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])"
    r"|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\("
)
NAMES = "white|black|gr[ae]y|red|green|blue|yellow|cyan|magenta|orange|purple|brown|gold|silver"
BY_NAME = re.compile(
    r"(?:\b(?:fill|stroke|color|background|border[\w-]*|outline|box-shadow): [^;]*|style=f?[\"'][^\"']*)"
    rf"(?<![\w-])(?:{NAMES})(?![\w-])"
)


def sources() -> Iterator[Path]:
    """Every file of the package and the client that could hold a colour."""
    built, packages = ROOT / "src" / "sanssouci" / "server" / "static", ROOT / "web" / "node_modules"
    for folder in (ROOT / "src" / "sanssouci", ROOT / "web"):
        for path in sorted(folder.rglob("*")):
            beside = built in path.parents or packages in path.parents or path.name.endswith(".test.ts")
            if path.suffix in KINDS and not beside:
                yield path


def written(path: Path) -> list[str]:
    """The colours that a file writes down."""
    text = path.read_text(encoding="utf-8")
    return [found[0] for pattern in (LITERAL, BY_NAME) for found in pattern.finditer(text)]


def test_a_colour_is_written_down_in_one_file_only() -> None:
    found = {path.relative_to(ROOT).as_posix(): colours for path in sources() if (colours := written(path))}
    assert found.keys() == {path.relative_to(ROOT).as_posix() for path in (HOME, ICON)}, found


@pytest.mark.parametrize(
    "text",
    ["#fff", "#12345678", "rgb(0 0 0 / 0.5)", "color-mix(in srgb, red, blue)", "  color: white;", 'style="bold red"'],
)
def test_colours_are_found_however_they_are_written(text: str) -> None:
    assert LITERAL.search(text) or BY_NAME.search(text)


@pytest.mark.parametrize("text", ["url(#draw-row-1)", "/rules#card", "white-space: nowrap", "color: var(--gold)"])
def test_what_only_looks_like_a_colour_is_none(text: str) -> None:
    assert not LITERAL.search(text)
    assert not BY_NAME.search(text)


def test_the_icon_of_the_page_has_the_colours_of_the_file() -> None:
    """If this fails: python web/icons/draw.py."""
    assert ICON.read_text(encoding="utf-8") == runpy.run_path(str(ROOT / "web" / "icons" / "draw.py"))["icon"]()


def test_the_client_asks_for_no_colour_that_is_not_there_and_every_colour_is_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sources() if path.suffix != ".json"]
    asked = {name for text in texts for name in re.findall(r"var\(--([a-z][a-z0-9-]*)[),]", text)}
    own = {name for text in texts for name in re.findall(r"(?<!var\()--([a-z][a-z0-9-]*)", text)}
    assert asked - own - NAMED.keys() == set()
    painted = {value for attributes in CLASSES.values() for value in attributes.values()}
    by_name = {name for text in texts for name in re.findall(r"(?:colour|shades)\(\"([a-z-]+)\"\)", text)}
    seats = {f"{name}-{seat}" for name in ("seat", "seat-line") for seat in range(4)}  # asked for by number
    of_drawings = {name for name, shades in NAMED.items() if by_day_of(shades) in painted}
    assert NAMED.keys() - asked - by_name - seats - of_drawings == set()


def by_day_of(shades: Shades) -> str:
    return shades if isinstance(shades, str) else shades[0]


def test_classes_of_drawings_are_painted_with_colours_of_the_file() -> None:
    colours = {by_day_of(shades) for shades in NAMED.values()}
    used = {value for attributes in CLASSES.values() for key, value in attributes.items() if key in ("fill", "stroke")}
    assert used - colours == {"none", "currentColor", "grain"}


# ── what is written in these colours can be read ────────────────────────────────────────────────────────

TEXT, LARGE = 4.5, 3.0  # the minimum contrasts of WCAG 2.2, for text and for anything large or a mark
READ = (
    *((ink, ground, TEXT) for ink in ("ink", "faint") for ground in ("paper", "panel", "raised", "gold-soft")),
    ("ink", "accent-soft", TEXT),
    ("on-accent", "accent", TEXT),
    ("on-accent", "legal", TEXT),
    ("on-head", "head", TEXT),
    ("accent", "paper", TEXT),
    ("accent", "panel", TEXT),
    ("danger", "panel", TEXT),
    ("danger", "danger-soft", TEXT),
    ("line", "plate", TEXT),
    ("line", "sand", TEXT),
    ("draw-ivory", "wine", TEXT),
    ("rising", "plate", LARGE),
    *((mark, "panel", LARGE) for mark in ("legal", "chosen", "last", "gold")),
)


def light_of(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(light_of, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("ink", "ground", "least"), READ)
def test_text_and_marks_stand_out_by_day_and_by_night(ink: str, ground: str, least: float) -> None:
    for theme in (0, 1):
        one, other = (shades if isinstance(shades := NAMED[name], str) else shades[theme] for name in (ink, ground))
        assert contrast(one, other) >= least


def test_text_can_be_read_on_every_row_in_a_terminal() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert min(contrast(TERMINAL["ink"], row.terminal) for row in ROWS.values()) >= TEXT
    assert len({row.terminal for row in ROWS.values()}) == len({row.ground for row in ROWS.values()}) == len(ROWS)
