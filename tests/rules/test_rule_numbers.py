"""Every rule has a test that carries its number, and the rules page maps each rule to its tests."""

import re
import runpy
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SCRIPT = runpy.run_path(str(ROOT / "docs" / "rule_tests.py"))

CHAPTERS = {"C": 10, "S": 6, "T": 7, "P": 4, "N": 6, "F": 2, "D": 2, "E": 5, "W": 7, "B": 5, "X": 8}
NUMBERS = [f"{letter}{number}" for letter, last in CHAPTERS.items() for number in range(1, last + 1)]


def test_the_rules_page_has_exactly_the_62_rules_once_each() -> None:
    assert len(NUMBERS) == 62
    assert Counter(SCRIPT["rules_of"](PAGE)) == Counter(NUMBERS)


def test_every_rule_has_a_test_of_its_number() -> None:
    tests = SCRIPT["tests_by_rule"]()
    assert [number for number in NUMBERS if number not in tests] == []
    assert [number for number in tests if number not in NUMBERS] == []


def test_the_rules_page_maps_each_rule_to_exactly_its_tests() -> None:
    """If this fails, `python docs/rule_tests.py` writes the table anew."""
    mapped = {
        number: set(re.findall(r"`(test_\w+)`", cell))
        for number, cell in re.findall(r"^\| ([A-Z]\d+) \| (.*) \|$", PAGE, re.MULTILINE)
    }
    tests = SCRIPT["tests_by_rule"]()
    assert mapped == {number: {name for _, name in tests[number]} for number in NUMBERS}


def test_what_the_views_show_is_tested() -> None:
    views = (ROOT / "tests" / "rules" / "test_rule_views.py").read_text(encoding="utf-8")
    assert len(re.findall(r"^def test_view_", views, re.MULTILINE)) >= 6  # a line of the table each
