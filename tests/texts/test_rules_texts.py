"""The texts of the rules page: the same rules, examples and addresses in every language, and no words of one box."""

import json
import re
import runpy
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from sanssouci import Box, load_box, published_boxes
from sanssouci.texts import LANGUAGES
from sanssouci.texts.messages import FOLDER

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULES = runpy.run_path(str(ROOT / "docs" / "rule_tests.py"))["rules_of"](PAGE)
EXAMPLES = json.loads((ROOT / "web" / "src" / "rules" / "examples.json").read_text(encoding="utf-8"))["examples"]

HEADING = re.compile(r"^(#+) .*?(?: \{#([\w-]+)\})?$")
EXAMPLE = re.compile(r"^!\[.*\]\(([\w-]+)\)$")
NUMBER = re.compile(r"\[([A-Z]\d+)( ruling)?\](?!\()")
LINK = re.compile(r"\]\(#([\w-]+)\)")
PLACEHOLDER = re.compile(r"\{([\w.*]+)\}")
WORDS = re.compile(r"renamed|(?:structure|tile)\.[a-i]|colour\.[1-6]|space\.[2-6]|card\.(?:[2-6]{2}|[a-i]|\*)")

each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def lines(language: str) -> tuple[str, ...]:
    text = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)


def signs(line: str) -> object:
    """Everything in a line besides words."""
    heading, example = HEADING.match(line), EXAMPLE.match(line)
    kind = heading.groups() if heading else example[1] if example else re.match(r"-|\d+\.|", line)[0]  # type: ignore[index]
    box = re.search(r"@(\w+) ", line)
    return kind, box and box[1], NUMBER.findall(line), LINK.findall(line), sorted(PLACEHOLDER.findall(line))


def shown(language: str, box: str) -> list[str]:
    """The lines that a reader of a box sees."""
    return [line for line in lines(language) if (found := re.search(r"@(\w+) ", line)) is None or found[1] == box]


def addresses(language: str) -> set[str]:
    sections = {found[2] for line in lines(language) if (found := HEADING.match(line)) and found[2]}
    return sections | {number for line in lines(language) for number, _ in NUMBER.findall(line)}


# ── the same in every language ─────────────────────────────────────────────────────────────────────────


def test_there_is_one_file_a_language() -> None:
    assert sorted(path.name for path in (FOLDER / "rules").iterdir()) == sorted(f"{name}.md" for name in LANGUAGES)


@each_language
def test_every_language_has_the_same_sections_rules_examples_links_and_placeholders_line_by_line(language: str) -> None:
    assert len(lines(language)) == len(lines("en"))
    for line, english in zip(lines(language), lines("en"), strict=True):
        assert signs(line) == signs(english), line


@each_language
@pytest.mark.parametrize("box", published_boxes())
def test_every_rule_is_stated_exactly_once_for_the_readers_of_each_box(language: str, box: str) -> None:
    stated = Counter(number for line in shown(language, box) for number, _ in NUMBER.findall(line))
    assert stated == Counter(RULES)


@each_language
def test_every_example_is_shown_once_and_links_lead_somewhere(language: str) -> None:
    found = Counter(found[1] for line in lines(language) if (found := EXAMPLE.match(line)))
    for examples in EXAMPLES.values():
        assert found == Counter(examples.keys())
    assert {link for line in lines(language) for link in LINK.findall(line)} <= addresses(language)


# ── what was decided ───────────────────────────────────────────────────────────────────────────────────


def ruled() -> set[str]:
    """The rules that docs/rules.md marks as decided by us."""
    entries = re.findall(r"^- \*\*([A-Z]\d+)\*\*(.*(?:\n  .*)*)", PAGE, re.MULTILINE)
    return {number for number, text in entries if "**ruling**" in text}


@each_language
def test_rules_that_were_decided_have_a_star_and_are_explained_at_the_end(language: str) -> None:
    starred = {number for line in lines(language) for number, ruling in NUMBER.findall(line) if ruling}
    assert starred == ruled()
    texts = lines(language)
    start = next(index for index, line in enumerate(texts) if line.endswith("{#rulings}"))
    assert {link for line in texts[start:] for link in LINK.findall(line)} == ruled()


# ── words of a box ─────────────────────────────────────────────────────────────────────────────────────


@each_language
def test_every_placeholder_is_known(language: str) -> None:
    for line in lines(language):
        example = EXAMPLE.match(line)
        values = [examples[example[1]]["values"] for examples in EXAMPLES.values()] if example else []
        for name in PLACEHOLDER.findall(line):
            box, _, rest = name.partition(".")
            word = WORDS.fullmatch(rest if box in published_boxes() else name)
            value = name.removeprefix("points.")
            assert word or (values and all(value in each for each in values)), (line, name)


@each_language
def test_every_value_of_an_example_is_told(language: str) -> None:
    for line in lines(language):
        if example := EXAMPLE.match(line):
            told = {name.removeprefix("points.") for name in PLACEHOLDER.findall(line)}
            for examples in EXAMPLES.values():
                assert {*examples[example[1]]["values"]} <= told | {"count"}, line


def words_of(box: Box, language: str) -> set[str]:
    return {column.names[language] for column in box.columns} | {row.names[language] for row in box.rows}


@each_language
def test_no_word_of_a_box_is_typed(language: str) -> None:
    typed = PLACEHOLDER.sub("", "\n".join(lines(language)))
    for box in map(load_box, published_boxes()):
        for word in words_of(box, language):
            assert not re.search(rf"\b{re.escape(word)}\b", typed, re.IGNORECASE), word


# ── how they are written ───────────────────────────────────────────────────────────────────────────────


@each_language
def test_lines_end_as_sentences_do_and_have_no_stray_spaces(language: str) -> None:
    for line in lines(language):
        assert line == line.strip(), line
        assert "  " not in line, line
        if not line.startswith("#"):
            bare = NUMBER.sub("", re.sub(r"^!\[(.*)\]\([\w-]+\)$", r"\1", line))
            bare = re.sub(r"(?:,? \[[A-Z]\d+\]\(#[A-Z]\d+\))+$", "", bare).rstrip()
            assert re.search(r"[.!:]$", bare), line


def test_french_has_its_spaces_before_tall_signs_and_inside_quotation_marks() -> None:
    for line in lines("fr"):
        text = re.sub(r"\]\(#?[\w-]+\)|\{#", "", line).removeprefix("!")
        assert not re.search(r"[^\s\u00a0(][;!»?]|« |\w[:](?:\s|$)| [;:!?»]", text), line


@pytest.mark.parametrize(
    ("language", "good", "bad"), [("de", "„“", "”«»"), ("en", "“”", "„«»"), ("es", "«»", "„“”"), ("fr", "«»", "„“”")]
)
def test_each_language_has_its_own_quotation_marks(language: str, good: str, bad: str) -> None:
    text = "".join(lines(language))
    assert all(mark in text for mark in good)
    assert [mark for mark in bad if mark in text] == []
    assert '"' not in text
