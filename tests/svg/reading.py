"""Reads pictures back: what is drawn where, found by the data that the elements carry."""

import struct
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from sanssouci.game.svg.garden import corner

Node = ElementTree.Element
NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> Node:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{NAMESPACE}svg"
    return root


def with_data(node: Node, key: str) -> dict[str, Node]:
    """The elements below a node that carry `data-KEY`, by value."""
    return {found.attrib[f"data-{key}"]: found for found in node.iter() if f"data-{key}" in found.attrib}


def all_with_data(node: Node, key: str) -> list[str]:
    return [found.attrib[f"data-{key}"] for found in node.iter() if f"data-{key}" in found.attrib]


def panels(root: Node) -> list[Node]:
    """The players' parts, by seat."""
    found = with_data(root, "seat")
    return [found[str(seat)] for seat in range(len(found))]


def symbols(node: Node) -> list[str]:
    """The names of the drawings used below a node, without the picture's prefix."""
    return [use.attrib["href"].split("-", 1)[1] for use in node.iter(f"{NAMESPACE}use")]


def with_class(node: Node, name: str) -> list[Node]:
    return [found for found in node.iter() if name in found.attrib.get("class", "").split()]


def title(node: Node) -> str:
    found = node.find(f"{NAMESPACE}title")
    assert found is not None
    assert found.text
    return found.text


def figures(node: Node) -> str:
    """The digits drawn below a node."""
    return "".join(all_with_data(node, "text"))


def outlined_squares(panel: Node, kind: str) -> set[str]:
    """The squares of a garden with an outline of one kind: 'last', 'legal' or 'chosen'."""
    (garden,) = with_class(panel, "garden")
    names = [f"{letter}{row}" for letter in "abcdefghi" for row in range(1, 7)]
    squares = {corner(square): square for square in names}
    outlines = (found for found in with_class(garden, kind) if "walk" not in found.attrib["class"].split())
    return {squares[_outline_corner(outline)] for outline in outlines}


def _outline_corner(outline: Node) -> tuple[int, int]:
    rectangle = outline.find(f"{NAMESPACE}rect")
    assert rectangle is not None
    return int(float(rectangle.attrib["x"])) - 2, int(float(rectangle.attrib["y"])) - 2


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """The width, height and rows of RGBA bytes of a PNG with eight bits per channel."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    packed = b""
    for kind, data in _chunks(png):
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[:10])
            assert (depth, colour) == (8, 6)
        if kind == b"IDAT":
            packed += data
    raw, step = zlib.decompress(packed), 1 + 4 * width
    rows: list[bytes] = []
    above = bytes(4 * width)
    for y in range(height):
        above = _unfiltered(raw[step * y], raw[step * y + 1 : step * (y + 1)], above)
        rows.append(above)
    return width, height, rows


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += 12 + length


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    out = bytearray(line)
    for index in range(len(out)):
        left = out[index - 4] if index >= 4 else 0
        corner_byte = above[index - 4] if index >= 4 else 0
        out[index] = (out[index] + _predicted(kind, left, above[index], corner_byte)) & 255
    return bytes(out)


def _predicted(kind: int, left: int, up: int, diagonal: int) -> int:
    if kind == 4:
        guess = left + up - diagonal
        return min((left, up, diagonal), key=lambda value: abs(guess - value))
    return (0, left, up, (left + up) // 2)[kind]
