"""Every rule has a test that carries its number, and the rules page names tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules.md"

CHAPTERS = {"C": 10, "S": 6, "T": 7, "P": 4, "N": 6, "F": 2, "D": 2, "E": 5, "W": 7, "B": 5, "X": 8}
NUMBERS = [f"{letter}{number}" for letter, last in CHAPTERS.items() for number in range(1, last + 1)]


@cache
def tests() -> frozenset[str]:
    """The names of all test functions under tests/, read without importing anything."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("test_*.py")]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


@cache
def bullets() -> dict[str, str]:
    """The bullets of the rules page by their number."""
    text = PAGE.read_text(encoding="utf-8")
    parts = re.split(r"^\s*[-*] +\*\*([A-Z]\d+)\*\*", text, flags=re.MULTILINE)
    numbers, rest = parts[1::2], parts[2::2]
    assert len(set(numbers)) == len(numbers), "a rule stands twice on the page"
    return dict(zip(numbers, rest, strict=True))


def named(text: str) -> set[str]:
    """The tests that a text names in backticks."""
    return set(re.findall(r"`(test_\w+)`", text))


def test_there_are_62_rules() -> None:
    assert len(NUMBERS) == len(set(NUMBERS)) == 62


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test_of_its_number(number: str) -> None:
    assert [name for name in tests() if name.startswith(f"test_{number}_")]


def test_what_the_views_show_is_tested() -> None:
    assert len([name for name in tests() if name.startswith("test_view_")]) >= 6  # a line of the table each


def test_the_rules_page_has_exactly_these_rules() -> None:
    assert sorted(bullets()) == sorted(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_of_the_page_names_a_test_of_its_number(number: str) -> None:
    assert [name for name in named(bullets()[number]) & tests() if name.startswith(f"test_{number}_")]


def test_every_test_that_the_rules_page_names_exists() -> None:
    names = named(PAGE.read_text(encoding="utf-8"))
    assert names
    assert names <= tests()
