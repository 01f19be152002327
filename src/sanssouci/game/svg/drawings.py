"""The drawings: read from `looks/symbols/*.svg`, with the classes in them turned into the colours of the palette."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final
from xml.etree import ElementTree

from sanssouci.game.svg.canvas import ID, element
from sanssouci.game.svg.palette import CLASSES, Classes

_NAMESPACE: Final = "{http://www.w3.org/2000/svg}"
_REFERENCE: Final = re.compile(f"#{ID}([a-z0-9_-]+)")


@cache
def drawings() -> Mapping[str, ElementTree.Element]:
    """All drawings by their id: symbols, and the patterns of the rows."""
    found: dict[str, ElementTree.Element] = {}
    folder = files("sanssouci.looks").joinpath("symbols")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        for node in ElementTree.fromstring(file.read_bytes()):
            found[node.attrib["id"]] = node
    return found


def definitions(body: str, patterns: Mapping[str, Classes]) -> str:
    """The drawings that a picture uses, each once, in the order of their names.

    `patterns` gives the classes that are not the same in every picture, by the drawing's id.
    """
    needed: set[str] = set()
    texts: dict[str, str] = {}
    waiting = set(_REFERENCE.findall(body)) & drawings().keys()
    while waiting:
        needed |= waiting
        for name in waiting:
            texts[name] = _written(drawings()[name], name, {**CLASSES, **patterns.get(name, {})})
        waiting = {name for text in texts.values() for name in _REFERENCE.findall(text)} - needed
    return element("defs", *(texts[name] for name in sorted(texts)))


def _written(node: ElementTree.Element, name: str, classes: Classes) -> str:
    """A drawing as text, with its colours and with ids that the page makes unique."""
    attributes: dict[str, str] = {}
    for word in node.attrib.get("class", "").split():
        attributes |= classes[word]
    attributes |= {key: value for key, value in node.attrib.items() if key != "class"}  # its own words win
    if "id" in attributes:
        attributes["id"] = ID + name
    if "href" in attributes:
        attributes["href"] = f"#{ID}{attributes['href'].lstrip('#')}"
    children = (_written(child, name, classes) for child in node)
    return element(node.tag.removeprefix(_NAMESPACE), *children, **attributes)
