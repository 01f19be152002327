"""The rules of the game as a page of the site: the players' own text, with its examples drawn as pictures.

The text is src/sanssouci/texts/rules/*.md, whose marks CONTRIBUTING.md explains; what an example shows is in
web/src/rules/examples.json, which docs/rule_examples.py writes by asking the rules. Nothing is repeated here.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from rule_drawing import draw_example

from sanssouci import Box, load_box, published_boxes
from sanssouci.texts import LANGUAGES, Texts

__all__ = ["LANGUAGES", "drawings", "rules_page"]

ROOT: Final = Path(__file__).resolve().parents[2]
BOX: Final = "ravensburger"  # the words are those of this box; where the boxes differ, the text says so
NAMES: Final = {"de": "Deutsch", "en": "English", "es": "Español", "fr": "Français"}

EXAMPLE: Final = re.compile(r"^!\[(.*)\]\(([\w-]+)\)$")
FOR_A_BOX: Final = re.compile(r"^((?:-|\d+\.) )?@(\w+) ")
RULE: Final = re.compile(r" ?\[([A-Z]\d+)( ruling)?\](?!\()")
RULE_LINK: Final = re.compile(r"\[([A-Z]\d+)\]\(#\1\)")
PLACEHOLDER: Final = re.compile(r"\{([\w.*]+)\}")


@cache
def _examples() -> dict[str, Any]:
    written = (ROOT / "web" / "src" / "rules" / "examples.json").read_text(encoding="utf-8")
    return json.loads(written)["examples"][BOX]  # type: ignore[no-any-return]


def drawings() -> dict[str, str]:
    """The pictures by the names of their examples."""
    return {name: draw_example(_box_of(example), example) for name, example in _examples().items()}


def _box_of(example: dict[str, Any]) -> Box:
    """Only one box has a boar."""
    return load_box("imperial" if example["garden"] and example["garden"]["pieces"] else BOX)


def rules_page(language: str) -> str:
    """The page in one language, as Markdown."""
    page = _Page(language)
    text = (ROOT / "src" / "sanssouci" / "texts" / "rules" / f"{language}.md").read_text(encoding="utf-8")
    title, *lines = text.splitlines()
    others = " · ".join(f"[{name}](rules-{code}.md)" for code, name in NAMES.items() if code != language)
    hidden = "" if language == "en" else "search: {exclude: true}\n"
    head = f"---\ntitle: {title.removeprefix('# ')}\n{hidden}---\n\n{title}\n\n{others}\n"
    return head + "\n".join(map(page.line, lines)) + "\n"


class _Page:
    """Writes the lines of one language."""

    def __init__(self, language: str) -> None:
        self.boxes = {name: Texts(language, load_box(name)) for name in published_boxes()}
        self.words = self.boxes[BOX]
        self.in_list = False

    def line(self, line: str) -> str:
        """A line of the text as Markdown: a paragraph, an entry of a list, or an example."""
        found = EXAMPLE.match(line)
        if found:
            return self._example(found[2], found[1])
        line = FOR_A_BOX.sub(lambda only: f"{only[1] or ''}*{self._box_name(only[2])}:* ", line)
        return self._numbered(self._filled(line, {}))

    def _box_name(self, box: str) -> str:
        name = re.search(r"\((.*)\)", self.boxes[box].box.name)
        return name[1] if name else self.boxes[box].box.name

    def _example(self, name: str, sentence: str) -> str:
        example = _examples()[name]
        caption = self._numbered(self._filled(sentence, example["values"]))
        points = self._points(example["points"]) if example["points"] else ""
        return (
            f'\n<figure class="example" markdown>\n![]({"drawn/" + name}.svg){{ loading=lazy }}\n'
            f"<figcaption markdown>{caption}{points}</figcaption>\n</figure>\n"
        )

    def _points(self, points: dict[str, Any]) -> str:
        """The points by source, in one line."""
        expansions = points["expansions"]
        sources = {each: count for each, count in points.items() if each not in ("expansions", "total")} | expansions
        shown = {each: count for each, count in sources.items() if count} | {"total": points["total"]}
        written = (
            f"{self.words(f'points.{each}')} **{str(count).replace('-', '−')}**" for each, count in shown.items()
        )
        return f"<br>\n{' · '.join(written)}"

    def _numbered(self, text: str) -> str:
        """Rule numbers as links to the reference; an asterisk marks a ruling of ours."""
        text = RULE_LINK.sub(r"[\1](../rules.md#\1)", text)
        return RULE.sub(
            lambda rule: f"&nbsp;[{rule[1]}{'*' if rule[2] else ''}](../rules.md#{rule[1]}){{ .rule }}", text
        )

    def _filled(self, text: str, values: dict[str, Any]) -> str:
        return PLACEHOLDER.sub(lambda sign: self._value(sign[1], self.words, values), text)

    def _value(self, name: str, words: Texts, values: dict[str, Any]) -> str:
        """What a placeholder stands for."""
        family, _, which = name.partition(".")
        if family in self.boxes:
            return self._value(which, self.boxes[family], {})
        match family:
            case "structure" | "tile" | "card":
                return str(getattr(words, family)(which))
            case "colour" | "space":
                return str(getattr(words, family)(int(which)))
            case "points":
                return words.points(values[which])
            case "renamed":
                return self._renamed()
        return str(values[name])

    def _renamed(self) -> str:
        """The structures that the boxes call differently."""
        names = [[words.structure(column.letter) for words in self.boxes.values()] for column in self.words.box.columns]
        return ", ".join(" → ".join(dict.fromkeys(each)) for each in names if len(set(each)) > 1)
