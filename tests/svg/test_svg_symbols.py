"""The drawings: complete, coloured by the palette alone, and told apart without colour."""

from importlib.resources import files
from xml.etree import ElementTree

import pytest

from sanssouci import load_box
from sanssouci.game.svg import legend_page
from sanssouci.game.svg.drawings import drawings
from sanssouci.game.svg.palette import CLASSES
from sanssouci.game.svg.scene import STRUCTURES
from sanssouci.looks.colours import ROWS, tint
from strategies import BY_ID, running
from svg.reading import NAMESPACE, parsed, symbols

FILES = sorted(file.name for file in files("sanssouci.looks").joinpath("symbols").iterdir())
PALETTE = set(CLASSES)
COLOURS = ("fill", "stroke", "color", "style")


@pytest.mark.parametrize("name", FILES)
def test_symbol_files_are_drawings_without_colours_of_their_own(name: str) -> None:
    root = ElementTree.fromstring(files("sanssouci.looks").joinpath("symbols", name).read_bytes())
    assert {node.tag for node in root} <= {f"{NAMESPACE}symbol", f"{NAMESPACE}pattern"}
    for node in root.iter():
        assert set(node.attrib.get("class", "").split()) <= PALETTE
        assert {key: value for key, value in node.attrib.items() if key in COLOURS and value != "none"} == {}


def test_no_drawing_has_the_name_of_another_and_all_have_a_frame() -> None:
    count = 0
    for name in FILES:
        root = ElementTree.fromstring(files("sanssouci.looks").joinpath("symbols", name).read_bytes())
        count += len(root)
        assert all("viewBox" in node.attrib for node in root if node.tag == f"{NAMESPACE}symbol")
    assert len(drawings()) == count


def test_every_drawing_is_used_and_every_class_too() -> None:
    used: set[str] = set()
    for name in ("imperial-4-rewards-boar", "ravensburger-2-rewards", "imperial-2"):
        for moves in (1, 12, 30, 10_000):
            game = running(BY_ID[name], 4, ("greedy", "random"), moves)
            used |= {symbol for eyes in (None, 0) for symbol in symbols(parsed(game.svg(eyes)))}
    while "*" not in (hands := [card for seat in range(2) for card in game.hand(seat)]):
        game.pop()
    assert hands
    used |= set(symbols(parsed(game.svg())))
    assert drawings().keys() - used == {f"row-{row}" for row in range(1, 7)}
    classes = {word for node in drawings().values() for part in node.iter() for word in part.get("class", "").split()}
    assert classes == PALETTE


def test_structures_have_shapes_of_their_own() -> None:
    shapes = {name: "".join(part.get("d", part.tag) for part in drawings()[name].iter()) for name in STRUCTURES}
    assert len(set(shapes.values())) == len(STRUCTURES) == 9


def test_rows_have_colours_and_patterns_of_their_own() -> None:
    patterns = {ElementTree.tostring(drawings()[f"row-{row}"][0]) for row in range(1, 7)}
    assert len(patterns) == 6
    for name in ("ravensburger", "imperial"):
        box = load_box(name)
        assert len({tint(row) for row in box.rows}) == len(box.rows) == 6
        assert all(row.id in ROWS for row in box.rows)


def test_a_row_has_its_number_and_pattern_beside_every_garden() -> None:
    game = running(BY_ID["imperial-2"], 4, ("greedy",), 3)
    svg = game.svg()
    prefix = parsed(svg).attrib["aria-labelledby"].split("title")[0]
    for row in range(1, 7):
        assert svg.count(f"url(#{prefix}row-{row})") >= 4  # the ground and the badge of two gardens


@pytest.mark.parametrize("name", ["ravensburger", "imperial"])
def test_the_legend_has_all_structures_rows_and_pieces(name: str) -> None:
    box = load_box(name)
    root = parsed(legend_page(box, "de"))
    words = {text.text for text in root.iter(f"{NAMESPACE}text")}
    assert {column.names["de"] for column in box.columns} <= words
    assert {row.names["de"] for row in box.rows} <= words
    assert set(STRUCTURES) <= set(symbols(root))
    assert ("boar" in symbols(root)) == (name == "imperial")
